// Pictures in TikZ: what a pen has drawn and texts become commands of pgf, in the document's fonts.
#pragma once

#include "draw/palette.h"
#include "draw/pen.h"

#include <stdbool.h>
#include <stdio.h>

// The description of a picture. Texts are borrowed and may be NULL.
typedef struct {
    char *title;
    char *text; // the command that made it, and the network's SHA-256
} picture_about;

// A text on a page; one line.
typedef struct {
    const char *text;
    double x, y;   // where its anchor is; the digits are centred on y
    double size;   // of the letters
    double anchor; // 0, 1/2 or 1: the text begins at x, has its middle there, or ends there
    bool upright;  // it runs upwards, and x and y change places
} picture_text;

typedef struct {
    FILE *stream;
    colour ink; // that the name "c" stands for
} tikz;

// A file that a document can \input, and that pdflatex also compiles by itself. Lengths are big
// points, y points down.
void tikz_open(tikz *t, FILE *stream, double width, double height, const picture_about *about);
void tikz_close(tikz *t);

// Fills (width 0), strokes (negative width), or both with what is drawn, which is cleared.
void tikz_path(tikz *t, pen *drawn, colour ink, double width);
// Clips to what is drawn, which is cleared, until the next call with NULL.
void tikz_clip(tikz *t, pen *drawn);
// A PDF whose lower left corner is here.
void tikz_include(tikz *t, const char *name, double x, double y);
// A text with a $ is TeX; in any other the special characters are escaped.
void tikz_text(tikz *t, const picture_text *text);
