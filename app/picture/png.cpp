// SPDX-License-Identifier: MIT
#include "picture/png.hpp"

#include <cairo.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "exit_code.hpp"
#include "files/mark.hpp"
#include "files/output.hpp"
#include "picture/svg.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define POLHODE_LOOKS_FOR_LEAKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POLHODE_LOOKS_FOR_LEAKS
#endif
#endif
#ifdef POLHODE_LOOKS_FOR_LEAKS
/// The fonts that fontconfig has read are kept to the end of the program, where the sanitizer takes them for
/// lost. HDF5 does lose memory where a file is damaged.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\nleak:libhdf5"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
#endif

namespace polhode::app {
namespace {

struct Unref {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* pen) const { cairo_destroy(pen); }
  void operator()(GError* error) const { g_error_free(error); }
};

[[noreturn]] void fail(GError* error) {
  const std::unique_ptr<GError, Unref> held(error);
  throw FileError(fmt::format("cannot draw the picture as PNG: {}", held ? held->message : "unknown reason"));
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw FileError(fmt::format("cannot draw the picture as PNG: {}", cairo_status_to_string(status)));
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string png_of(std::string_view svg, int pixels_wide) {
  GError* error = nullptr;
  const std::unique_ptr<RsvgHandle, Unref> picture(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (!picture) fail(error);

  gboolean has_width = FALSE, has_height = FALSE, has_box = FALSE;
  RsvgLength width, height;
  RsvgRectangle box{0, 0, 0, 0};
  rsvg_handle_get_intrinsic_dimensions(picture.get(), &has_width, &width, &has_height, &height, &has_box,
                                       &box);
  if (has_box == FALSE || !(box.width > 0 && box.height > 0))
    throw FileError("cannot draw the picture as PNG: it has no view box");

  constexpr int largest = 32767;  // of cairo
  const int across = std::clamp(pixels_wide, 1, largest);
  const int down =
      static_cast<int>(std::clamp(std::round(across * box.height / box.width), 1.0, double{largest}));
  const std::unique_ptr<cairo_surface_t, Unref> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, across, down));
  check(cairo_surface_status(surface.get()));
  const std::unique_ptr<cairo_t, Unref> pen(cairo_create(surface.get()));
  cairo_set_source_rgb(pen.get(), 1, 1, 1);
  cairo_paint(pen.get());
  const RsvgRectangle page{0, 0, static_cast<double>(across), static_cast<double>(down)};
  if (rsvg_handle_render_document(picture.get(), pen.get(), &page, &error) == FALSE) fail(error);
  check(cairo_status(pen.get()));

  std::string bytes;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return with_png_mark(std::move(bytes));
}

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
