// SPDX-License-Identifier: MIT
// Attitudes as other people write them: Euler angles in any order, quaternions with the scalar last or from
// space to body, matrices. All of these mean one attitude.
#include <cstdio>
#include <numbers>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>

namespace {

using namespace polhode;
constexpr double degree = std::numbers::pi / 180;

void print(const char* what, const Eigen::Quaterniond& q) {
  std::printf("%-28s %8.5f %8.5f %8.5f %8.5f\n", what, q.w(), q.x(), q.y(), q.z());
}

}  // namespace

int main() {
  // Yaw, pitch, roll: capitals turn about the body's axes as they go, small letters about those of space.
  const EulerSequence yaw_pitch_roll = EulerSequence::from_text("ZYX");
  const Eigen::Quaterniond q = attitude_from_euler(yaw_pitch_roll, Eigen::Vector3d(30, -20, 10) * degree);
  std::printf("body to space, scalar first         w        x        y        z\n");
  print("ZYX 30, -20, 10 degrees", q);
  print("xyz 10, -20, 30 degrees",
        attitude_from_euler(EulerSequence::from_text("xyz"), Eigen::Vector3d(10, -20, 30) * degree));

  const QuaternionConvention scalar_last{ScalarPlace::last, RotationSense::body_to_space};
  const QuaternionConvention passive{ScalarPlace::first, RotationSense::space_to_body};
  print("from x, y, z, w", read_quaternion({q.x(), q.y(), q.z(), q.w()}, scalar_last));
  print("from space to body", read_quaternion({q.w(), -q.x(), -q.y(), -q.z()}, passive));
  print("from a matrix", attitude_from_matrix(rotation_matrix(q)));

  std::printf("\nthe same as Euler angles, degrees\n");
  for (const char* sequence : {"ZYX", "ZXZ", "xyz"}) {
    const EulerAngles e = euler_angles(EulerSequence::from_text(sequence), q);
    std::printf("%s  %9.4f %9.4f %9.4f\n", sequence, e.angles[0] / degree, e.angles[1] / degree,
                e.angles[2] / degree);
  }

  // Straight up, yaw and roll mean the same: the last angle is 0, and is_locked says why.
  const Eigen::Quaterniond up = attitude_from_euler(yaw_pitch_roll, Eigen::Vector3d(30, 90, 10) * degree);
  const EulerAngles locked = euler_angles(yaw_pitch_roll, up);
  std::printf("\n30, 90, 10 comes back as %.4f, %.4f, %.4f%s\n", locked.angles[0] / degree,
              locked.angles[1] / degree, locked.angles[2] / degree, locked.is_locked ? ", locked" : "");
}
