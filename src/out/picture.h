// A page of vector graphics or of pixels, drawn with Cairo.
#ifndef OUT_PICTURE_H
#define OUT_PICTURE_H

#include "out/file.h"
#include <cairo.h>
#include <crease/out.h>

typedef void picture_painter(cairo_t *page, const void *data, int width, int height);

// Paints a page and writes it to the file, which is open and stays so. The same page is the same
// bytes at any time.
crease_status picture_draw(const out_file *file, crease_picture_format format, int width,
                           int height, picture_painter *paint, const void *data,
                           crease_error *error);

#endif
