// What a PNG file says of itself beside its pixels.
#ifndef DRAW_PNG_H
#define DRAW_PNG_H

#include <stdio.h>

typedef struct {
    FILE *stream;
    size_t written;
    double dpi;              // 0: not said
    const char *texts[4][2]; // keywords of the PNG specification, what they say; NULL: none
} png_file;

// Takes a PNG file piece by piece, as Cairo hands it over, and writes it with that between its
// header and its pixels. Returns 0, or -1 if the stream has failed.
int png_write(png_file *file, const unsigned char *bytes, size_t size);

#endif
