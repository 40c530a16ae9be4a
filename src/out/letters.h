// Letters for pictures, drawn as lines.
//
// They are the same on every machine, whatever fonts it has, and so are the bytes of a picture.
#ifndef OUT_LETTERS_H
#define OUT_LETTERS_H

#include <cairo.h>

// The printable characters of ASCII, but for some that pictures do not need; another one is shown
// as a space. size is that of the em, about 1.4 times the height of a digit.
double letters_width(const char *text, double size);
// From x on; y is the base line. In the colour that is set.
void letters_draw(cairo_t *cairo, const char *text, double x, double y, double size);

#endif
