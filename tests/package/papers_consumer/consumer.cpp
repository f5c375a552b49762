// SPDX-License-Identifier: MIT
// The papers' methods are known from their registration on; the step in four dimensions is there.
#include <every_header.hpp>
#include <iostream>
#include <polhode/core/error.hpp>
#include <polhode/free/stepper.hpp>

namespace {

bool is_known(const char* name) {
  try {
    return polhode::free_method(name).name == name;
  } catch (const polhode::InvalidInput&) {
    return false;
  }
}

int fail(const char* what) {
  std::cerr << what << '\n';
  return 1;
}

}  // namespace

int main() {
  using namespace polhode;
  if (is_known("gauss4")) return fail("gauss4 is known without its registration");
  papers::register_methods();
  if (!is_known("gauss4") || !is_known("gauss4+vilmart_3_1")) return fail("gauss4 is not known");

  FreeStepper stepper(Inertia::from_moments(1, 2, 3), {Attitude(1, 0, 0, 0), {0.3, 0.2, 0.4}},
                      free_method("dmv_schur"));
  stepper.step(0.1);

  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(4, 4);
  M(0, 1) = 0.3;
  M(1, 2) = -0.2;
  M(2, 3) = 0.4;
  M -= Eigen::MatrixXd(M.transpose());
  const papers::GeneralMoserVeselov body(Eigen::Vector4d(1, 2, 3, 4));
  const Eigen::MatrixXd R = body.step(M, 0.1).R;
  if ((R.transpose() * R - Eigen::MatrixXd::Identity(4, 4)).norm() > 1e-14)
    return fail("the step is no rotation");
  return 0;
}
