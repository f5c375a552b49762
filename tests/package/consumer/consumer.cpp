// SPDX-License-Identifier: MIT
#include <iostream>
#include <polhode/core/version.hpp>

int main() { std::cout << "polhode " << polhode::version() << '\n'; }
