// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a stepper stands, as bytes and back: what all steppers share.
///
/// Convention. The bytes begin with what they are of and the version; they are for the same kind of machine.

#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <polhode/kernel/advance.hpp>
#include <string>
#include <string_view>

#include "core/bytes.hpp"

namespace polhode {

/// One list of fields for both directions; P is const where they are written.
template <class B, class P>
void phase_fields(B& bytes, P& p) {
  vector_fields(bytes, p.m);
  vector_fields(bytes, p.em);
  quat_fields(bytes, p.q);
  quat_fields(bytes, p.eq);
}

/// fields(bytes, instant) lists the fields.
template <class Instant, class Fields>
std::string stepper_bytes(const char* what, const Instant& instant, const Fields& fields) {
  ByteWriter bytes;
  bytes(std::string(what));
  bytes(std::string(version()));
  fields(bytes, instant);
  return bytes.bytes();
}

/// Refuses bytes of something else.
template <class Instant, class Fields>
Instant from_stepper_bytes(const char* what, std::string_view given, const Fields& fields) {
  ByteReader bytes(given);
  std::string of, written_by;
  bytes(of);
  bytes(written_by);
  const std::string expected = std::string("one of a ") + what + " by Polhode " + version();
  if (!bytes.is_good() || of != what || written_by != version())
    throw InvalidInput("checkpoint of a stepper", std::to_string(given.size()) + " bytes of something else",
                       expected);
  Instant instant{};
  fields(bytes, instant);
  if (!bytes.is_at_end())
    throw InvalidInput("checkpoint of a stepper", "bytes that end too early or too late", expected);
  return instant;
}

}  // namespace polhode
