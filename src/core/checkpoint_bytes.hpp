// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The format of all checkpoints: kind, version, origin, instant and a checksum.
///
/// Convention. The bytes are for the same version on the same kind of machine. `origin` is a checksum of
///             everything that determines the motion (body, method, torque, ...); a checkpoint of another
///             motion is rejected.

#include <cstdint>
#include <polhode/core/checkpoint.hpp>
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
Checkpoint made_checkpoint(const std::string& of, std::uint64_t origin, const Data& data,
                           const Fields& fields) {
  ByteWriter bytes;
  bytes(of);
  bytes(std::string(version()));
  bytes(origin);
  fields(bytes, data);
  bytes(checksum(bytes.bytes()));
  return Checkpoint(bytes.bytes());
}

/// Reads a checkpoint.
/// @throws InvalidInput if the bytes are damaged or not a checkpoint of this kind
template <class Data, class Fields>
OpenedCheckpoint<Data> open_checkpoint(const std::string& of, const Checkpoint& checkpoint,
                                       const Fields& fields) {
  const auto refuse = [&](const std::string& found) {
    throw InvalidInput("checkpoint", found, "that of a " + of);
  };
  // The constructor of Checkpoint has verified version and checksum.
  const std::string_view all = checkpoint.bytes();
  ByteReader bytes(all.substr(0, all.size() - sizeof(std::uint64_t)));
  std::string found_of, written_by;
  bytes(found_of);
  bytes(written_by);
  if (found_of != of) refuse("that of a " + found_of);
  OpenedCheckpoint<Data> opened;
  bytes(opened.origin);
  fields(bytes, opened.data);
  if (!bytes.is_at_end()) refuse("bytes that are damaged");
  return opened;
}

/// Reads a checkpoint of a known origin.
/// @throws InvalidInput also if its origin is different
template <class Data, class Fields>
Data open_checkpoint(const std::string& of, std::uint64_t origin, const Checkpoint& checkpoint,
                     const Fields& fields) {
  OpenedCheckpoint<Data> opened = open_checkpoint<Data>(of, checkpoint, fields);
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
  for (int i = 0; i < 3; ++i) bytes(body.moments()(i));
  for (int i = 0; i < 9; ++i) bytes(body.axes().data()[i]);
}

}  // namespace polhode
