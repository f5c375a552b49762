// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The bytes of all checkpoints: what they are of, the version, what the motion belongs to, its place, and a
/// checksum.
///
/// Convention. The bytes are for the same version on the same kind of machine. `origin` is a checksum of what
///             the motion was made of (body, method, torque, ...), by which a checkpoint of another motion is
///             refused.

#include <cstdint>
#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/checksum.hpp"

namespace polhode {

template <class Data>
struct OpenedCheckpoint {
  std::uint64_t origin = 0;
  Data data{};
};

/// fields(bytes, data) lists the fields of the data. `of` is what the checkpoint is of: "free stepper".
template <class Data, class Fields>
std::string checkpoint_bytes(const std::string& of, std::uint64_t origin, const Data& data,
                             const Fields& fields) {
  ByteWriter bytes;
  bytes(of);
  bytes(std::string(version()));
  bytes(origin);
  fields(bytes, data);
  bytes(checksum(bytes.bytes()));
  return bytes.bytes();
}

/// Throws InvalidInput for damaged bytes and for those of anything else.
template <class Data, class Fields>
OpenedCheckpoint<Data> open_checkpoint(const std::string& of, std::string_view given, const Fields& fields) {
  const auto refuse = [&](const std::string& found) {
    throw InvalidInput("checkpoint", std::to_string(given.size()) + " bytes" + found,
                       "the bytes of a checkpoint of a " + of + " by Polhode " + version());
  };
  std::uint64_t sum = 0;
  if (given.size() < sizeof sum) refuse("");
  const std::string_view summed = given.substr(0, given.size() - sizeof sum);
  ByteReader(given.substr(summed.size()))(sum);
  ByteReader bytes(summed);
  std::string found_of, written_by;
  bytes(found_of);
  bytes(written_by);
  if (!bytes.is_good() || found_of != of || written_by != version()) refuse(" of something else");
  if (sum != checksum(summed)) refuse(" that are damaged");
  OpenedCheckpoint<Data> opened;
  bytes(opened.origin);
  fields(bytes, opened.data);
  if (!bytes.is_at_end()) refuse(" that are damaged");
  return opened;
}

/// The same; throws InvalidInput where it is of a motion that was made of something else.
template <class Data, class Fields>
Data open_checkpoint(const std::string& of, std::uint64_t origin, std::string_view given,
                     const Fields& fields) {
  OpenedCheckpoint<Data> opened = open_checkpoint<Data>(of, given, fields);
  if (opened.origin != origin)
    throw InvalidInput("checkpoint", "that of a " + of + " made of something else",
                       "one of the same body, method and torque");
  return std::move(opened.data);
}

/// A phase and what its sums have lost; P is const where it is written.
template <class Bytes, class P>
void phase_fields(Bytes& bytes, P& p) {
  vector_fields(bytes, p.m);
  vector_fields(bytes, p.em);
  quat_fields(bytes, p.q);
  quat_fields(bytes, p.eq);
}

/// What tells bodies apart.
template <class Body>
void body_fields(ByteWriter& bytes, const Body& body) {
  for (int i = 0; i < 3; ++i) bytes(body.moments()(i));
  for (int i = 0; i < 9; ++i) bytes(body.axes().data()[i]);
}

}  // namespace polhode
