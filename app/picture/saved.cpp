// SPDX-License-Identifier: MIT
#include "picture/saved.hpp"

#include "files/mark.hpp"
#include "files/output.hpp"
#include "picture/png.hpp"
#include "picture/svg.hpp"

namespace polhode::app {

PicturePlaces picture_places(OutputClaim& claim, const std::string& base, std::string_view writer) {
  return {claim.place(base + ".svg", writer, carries_mark), claim.place(base + ".png", writer, carries_mark)};
}

void save_picture(const PicturePlaces& places, std::string_view svg) {
  OutputFile drawn(places.svg), painted(places.png);
  drawn.write(with_own_style(svg));
  painted.write(png_of(svg));
  drawn.finish();
  painted.finish();
}

}  // namespace polhode::app
