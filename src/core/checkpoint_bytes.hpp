// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The format of all checkpoints: kind, version, origin, instant and a checksum.
///
/// Convention. The bytes are for the same version on the same kind of machine. `origin` is a checksum of
///             everything that determines the motion (body, method, torque, ...); a checkpoint of another
///             motion is rejected.

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

/// Writes a checkpoint.
/// @param of      its kind, such as "free stepper"
/// @param origin  checksum of what determines the motion
/// @param data    the instant
/// @param fields  fields(bytes, data) lists the fields of the data
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

/// Reads a checkpoint.
/// @throws InvalidInput if the bytes are damaged or not a checkpoint of this kind
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
  if (!bytes.is_good() || found_of != of || written_by != version()) refuse(" of another kind or version");
  if (sum != checksum(summed)) refuse(" that are damaged");
  OpenedCheckpoint<Data> opened;
  bytes(opened.origin);
  fields(bytes, opened.data);
  if (!bytes.is_at_end()) refuse(" that are damaged");
  return opened;
}

/// Reads a checkpoint of a known origin.
/// @throws InvalidInput also if its origin is different
template <class Data, class Fields>
Data open_checkpoint(const std::string& of, std::uint64_t origin, std::string_view given,
                     const Fields& fields) {
  OpenedCheckpoint<Data> opened = open_checkpoint<Data>(of, given, fields);
  if (opened.origin != origin)
    throw InvalidInput("checkpoint", "a checkpoint of a " + of + " with another body, method or torque",
                       "a checkpoint with the same body, method and torque");
  return std::move(opened.data);
}

/// A phase and its compensation; P is const for writing.
template <class Bytes, class P>
void phase_fields(Bytes& bytes, P& p) {
  vector_fields(bytes, p.m);
  vector_fields(bytes, p.em);
  quat_fields(bytes, p.q);
  quat_fields(bytes, p.eq);
}

/// The fields that identify a body.
template <class Body>
void body_fields(ByteWriter& bytes, const Body& body) {
  vector_fields(bytes, body.moments());
  for (int i = 0; i < 9; ++i) bytes(body.axes().data()[i]);
}

}  // namespace polhode
