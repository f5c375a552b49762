// SPDX-License-Identifier: MIT
#include "picture/saved.hpp"

#include "files/output.hpp"
#include "picture/png.hpp"

namespace polhode::app {

void save_picture(const std::string& base, std::string_view svg) {
  OutputFile drawn(base + ".svg"), painted(base + ".png");
  drawn.write(svg);
  painted.write(png_of(svg));
  drawn.finish();
  painted.finish();
}

}  // namespace polhode::app
