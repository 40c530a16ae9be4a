// Colours for regions and creases, chosen in a perceptual space.
#include "draw/palette.h"

#include "base/bits.h"
#include "base/fatal.h"
#include <math.h>
#include <stdbool.h>

static double cube(double x)
{
    return x * x * x;
}

// Linear light, which may lie outside 0..1.
static colour linear_from_lab(double lightness, double a, double b)
{
    double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    return (colour){+4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                    -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

static bool can_be_shown(colour linear)
{
    double least = fmin(linear.red, fmin(linear.green, linear.blue));
    double most = fmax(linear.red, fmax(linear.green, linear.blue));
    return least >= -1e-6 && most <= 1 + 1e-6;
}

static double encode(double x)
{
    x = fmin(fmax(x, 0), 1);
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

colour palette_lch(double lightness, double chroma, double hue)
{
    double a = cos(2 * M_PI * hue), b = sin(2 * M_PI * hue);
    colour linear = linear_from_lab(lightness, chroma * a, chroma * b);
    if (!can_be_shown(linear)) {
        double shown = 0, hidden = chroma;
        for (int i = 0; i < 20; i++) {
            double middle = (shown + hidden) / 2;
            bool fits = can_be_shown(linear_from_lab(lightness, middle * a, middle * b));
            *(fits ? &shown : &hidden) = middle;
        }
        linear = linear_from_lab(lightness, shown * a, shown * b);
    }
    return (colour){encode(linear.red), encode(linear.green), encode(linear.blue)};
}

// 0 to 1.
static double fraction(uint64_t word)
{
    return (double)(word >> 11) * 0x1p-53;
}

uint64_t palette_turn(size_t layer, size_t unit)
{
    uint64_t word = bits_scramble(((uint64_t)layer << 32) + (uint64_t)unit + 1);
    return (word >> 1) + (UINT64_C(1) << 62);
}

colour palette_by_pattern(uint64_t hue)
{
    double lightness = 0.8 + 0.13 * fraction(bits_scramble(hue));
    return palette_lch(lightness, 0.055, fraction(hue));
}

colour palette_by_index(size_t index)
{
    // Roberts' R2 sequence: as evenly spread over hue and lightness as points
    // that come one by one can be.
    double whole, n = (double)index;
    double hue = modf(0.5 + n * 0.7548776662466927, &whole);
    double lightness = 0.79 + 0.14 * modf(0.5 + n * 0.5698402909980532, &whole);
    return palette_lch(lightness, 0.06, hue);
}

colour palette_by_slope(double x, double y, double typical)
{
    ASSERT(typical >= 0);
    double size = hypot(x, y);
    double strength = size > 0 ? size / (size + typical) : 0;
    double hue = size > 0 ? atan2(y, x) / (2 * M_PI) : 0;
    return palette_lch(0.97 - 0.5 * strength, 0.19 * strength, hue);
}

colour palette_ramp(double part)
{
    double t = fmin(fmax(part, 0), 1);
    return palette_lch(0.97 - 0.5 * t, 0.05 + 0.26 * t * (1 - t) + 0.06 * t, 0.28 + 0.44 * t);
}

// From violet over red to orange.
colour palette_crease(size_t layer, size_t layers)
{
    ASSERT(layer < layers);
    double t = layers > 1 ? (double)layer / (double)(layers - 1) : 0;
    return palette_lch(0.22 + 0.38 * t, 0.16, 0.76 + 0.36 * t);
}

// Found by maximising the least distance of two of them in CIELAB, as readers of normal vision,
// protanopes, deuteranopes and tritanopes see them, and in grey.
static const struct {
    double lightness, chroma, hue;
} classes[PALETTE_CLASSES] = {{0.444, 0.285, 0.743}, {0.754, 0.132, 0.143}, {0.563, 0.173, 0.383},
                              {0.525, 0.229, 0.937}, {0.812, 0.119, 0.518}, {0.261, 0.133, 0.857},
                              {0.66, 0.025, 0.247},  {0.343, 0.139, 0.082}};
#define DARKEST 0.261
#define PALEST 0.812

// The second eight are greyer.
colour palette_class(size_t index)
{
    double strength = index / PALETTE_CLASSES % 2 ? 0.12 : 0.5;
    index %= PALETTE_CLASSES;
    double part = (classes[index].lightness - DARKEST) / (PALEST - DARKEST);
    return palette_lch(0.67 + 0.29 * part, strength * classes[index].chroma, classes[index].hue);
}
