// Cairo's functions, which are loaded when the first picture needs them: the library brings some
// twenty others, and whoever counts need not wait for them.
#pragma once

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <crease/status.h>

// clang-format off
#define CAIRO_CALLS(X)                                                                             \
    X(clip) X(close_path) X(create) X(destroy) X(fill_preserve) X(font_options_create)             \
    X(font_options_destroy) X(font_options_set_antialias) X(font_options_set_hint_metrics)         \
    X(font_options_set_hint_style) X(image_surface_create) X(line_to) X(move_to) X(new_path)       \
    X(new_sub_path) X(paint) X(pdf_surface_create_for_stream) X(pdf_surface_restrict_to_version)   \
    X(pdf_surface_set_metadata) X(restore) X(rotate) X(save) X(scale) X(select_font_face)          \
    X(set_font_options) X(set_font_size) X(set_line_cap) X(set_line_join) X(set_line_width)        \
    X(set_source_rgb) X(show_text) X(status) X(status_to_string) X(stroke) X(surface_destroy)      \
    X(surface_finish) X(surface_status) X(surface_write_to_png_stream)                             \
    X(svg_surface_create_for_stream) X(text_extents) X(translate)
// clang-format on

// cairo_calls.clip is cairo_clip, and so on.
#define CAIRO_CALL(name) __typeof__(cairo_##name) *name;
typedef struct {
    CAIRO_CALLS(CAIRO_CALL)
} cairo_table;

extern cairo_table cairo_calls;

// To be called before any of them. CREASE_ERROR if the library is not there.
crease_status cairo_load(crease_error *error);
