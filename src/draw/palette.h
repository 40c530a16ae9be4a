// Colours for regions and creases, chosen in a perceptual space.
#pragma once

#include <stddef.h>
#include <stdint.h>

// sRGB, each component from 0 to 1.
typedef struct {
    double red, green, blue;
} colour;

// The colour with OKLab's lightness (0 to 1), chroma and hue (in turns); where a
// screen cannot show it, the chroma is reduced. Source: B. Ottosson, "A perceptual
// color space for image processing", 2020.
colour palette_lch(double lightness, double chroma, double hue);

// By pattern: every unit has a turn of its own, between a quarter and three
// quarters of the circle (2^64), and a pattern's hue is the sum of piece * turn.
// Regions that differ by one piece of one unit are never alike.
uint64_t palette_turn(size_t layer, size_t unit);
colour palette_by_pattern(uint64_t hue);

// By map: colours for 0, 1, 2, ..., spread evenly however many are taken. No two are
// equal, though of thousands the 8 bits of a PNG will not tell some apart.
colour palette_by_index(size_t index);

// By slope, for the gradient (x, y): its direction is the hue, its size the
// lightness; the gradient zero is nearly white, one of size `typical` half way
// to the darkest.
colour palette_by_slope(double x, double y, double typical);

// From 0, nearly white, to 1, a dark blue: by lightness, so that greys say the same.
colour palette_ramp(double part);

// Dark, one for each layer, lighter from the first to the last.
colour palette_crease(size_t layer, size_t layers);

// Pale, for areas: 0, 1, 2, .. Eight are far from one another for readers without red or green
// cones too, and in grey; the second eight are greyer.
enum { PALETTE_CLASSES = 8 };
colour palette_class(size_t index);
