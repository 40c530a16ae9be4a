// Pictures in SVG: what a pen has drawn and texts become elements. Cairo writes SVG too, with
// a clip path for each region that touches the border, two to five times as long.
#pragma once

#include "draw/tikz.h"

// Lengths are points, y points down.
void svg_open(FILE *stream, double width, double height, const picture_about *about);
void svg_put_about(FILE *stream, const picture_about *about);
// Fills (width 0), strokes (negative width), or both with what is drawn, which is cleared.
void svg_path(FILE *stream, pen *drawn, colour ink, double width);
// Clips to what is drawn, which is cleared, until the next call with NULL. Once a page.
void svg_clip(FILE *stream, pen *drawn);
void svg_text(FILE *stream, const picture_text *text);
// Ends the file with its texts, `size` bytes of what svg_text wrote.
void svg_close(FILE *stream, const char *font, const char *texts, size_t size);
