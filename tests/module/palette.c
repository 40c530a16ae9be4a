// Colours for regions and creases.
#include "draw/palette.h"
#include "unit.h"

#include <math.h>
#include <stdbool.h>

static bool is_shown(colour c)
{
    return c.red >= 0 && c.red <= 1 && c.green >= 0 && c.green <= 1 && c.blue >= 0 && c.blue <= 1;
}

static double distance(colour a, colour b)
{
    return fmax(fabs(a.red - b.red), fmax(fabs(a.green - b.green), fabs(a.blue - b.blue)));
}

// Rough, but enough to tell dark from light.
static double brightness(colour c)
{
    return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue;
}

static void is_colour(colour c, double red, double green, double blue)
{
    CU_ASSERT_DOUBLE_EQUAL(c.red, red, 1e-3);
    CU_ASSERT_DOUBLE_EQUAL(c.green, green, 1e-3);
    CU_ASSERT_DOUBLE_EQUAL(c.blue, blue, 1e-3);
}

// The generators of the sRGB cube in OKLCh, computed from the published matrices.
static void known_colours(void)
{
    is_colour(palette_lch(0, 0, 0), 0, 0, 0);
    is_colour(palette_lch(1, 0, 0.3), 1, 1, 1);
    is_colour(palette_lch(0.62796, 0.25768, 29.234 / 360), 1, 0, 0);
    is_colour(palette_lch(0.86644, 0.29483, 142.495 / 360), 0, 1, 0);
    is_colour(palette_lch(0.45201, 0.31321, 264.052 / 360), 0, 0, 1);
}

// A chroma no screen can show is reduced, to a colour on the border of what it can.
static void chroma_is_reduced(void)
{
    for (int i = 0; i < 360; i++) {
        colour c = palette_lch(0.7, 1, i / 360.0);
        CU_ASSERT(is_shown(c));
        double least = fmin(c.red, fmin(c.green, c.blue));
        double most = fmax(c.red, fmax(c.green, c.blue));
        CU_ASSERT(least < 0.01 || most > 0.99);
        CU_ASSERT(most - least > 0.2);
    }
}

static void turns_are_wide(void)
{
    for (size_t layer = 0; layer < 10; layer++)
        for (size_t unit = 0; unit < 200; unit++) {
            uint64_t turn = palette_turn(layer, unit);
            CU_ASSERT(turn >= UINT64_C(1) << 62 && turn <= UINT64_C(3) << 62);
        }
    CU_ASSERT_NOT_EQUAL(palette_turn(0, 1), palette_turn(1, 0));
}

static void patterns_that_differ_by_a_piece(void)
{
    uint64_t hue = 12345;
    for (size_t i = 0; i < 1000; i++) {
        uint64_t other = hue + palette_turn(i % 7, i);
        CU_ASSERT(is_shown(palette_by_pattern(hue)));
        CU_ASSERT(brightness(palette_by_pattern(hue)) > 0.6);
        CU_ASSERT(distance(palette_by_pattern(hue), palette_by_pattern(other)) > 0.03);
        hue = other;
    }
}

static void indices_are_all_different(void)
{
    enum { COUNT = 1000 };
    colour seen[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        seen[i] = palette_by_index(i);
        CU_ASSERT(is_shown(seen[i]));
        CU_ASSERT(brightness(seen[i]) > 0.6);
        for (size_t k = 0; k < i; k++)
            CU_ASSERT(distance(seen[i], seen[k]) > 1e-4);
    }
}

static void slopes(void)
{
    colour flat = palette_by_slope(0, 0, 1);
    CU_ASSERT(brightness(flat) > 0.9);
    // Steeper is darker, whatever the direction.
    for (int i = 0; i < 12; i++) {
        double x = cos(i * M_PI / 6), y = sin(i * M_PI / 6);
        double last = brightness(flat);
        for (double size = 0.125; size < 100; size *= 2) {
            colour c = palette_by_slope(size * x, size * y, 1);
            CU_ASSERT(is_shown(c));
            CU_ASSERT(brightness(c) < last);
            last = brightness(c);
        }
    }
    // Only the ratio to the typical slope counts.
    CU_ASSERT(distance(palette_by_slope(3, 4, 5), palette_by_slope(3e-9, 4e-9, 5e-9)) < 1e-9);
    // Opposite directions have different hues.
    CU_ASSERT(distance(palette_by_slope(1, 0, 1), palette_by_slope(-1, 0, 1)) > 0.1);
}

// On colours by pattern or map they stand out; the first of few is darker than the last.
static void creases_are_dark(void)
{
    for (size_t layers = 1; layers < 50; layers++)
        for (size_t layer = 0; layer < layers; layer++) {
            CU_ASSERT(is_shown(palette_crease(layer, layers)));
            CU_ASSERT(brightness(palette_crease(layer, layers)) < 0.45);
        }
    CU_ASSERT(brightness(palette_crease(0, 3)) < brightness(palette_crease(2, 3)) - 0.1);
}

static double decode(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

// ---- colour vision deficiency ----

typedef struct {
    double x[3];
} triple;

static triple linear_of(colour c)
{
    return (triple){{decode(c.red), decode(c.green), decode(c.blue)}};
}

static triple times(const double m[3][3], triple v)
{
    triple result = {{0, 0, 0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            result.x[i] += m[i][k] * v.x[k];
    return result;
}

typedef enum { NORMAL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA, GREY, EYES } eyes;

// Of linear sRGB, at severity 1: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
// physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009.
// Grey is the luminance of IEC 61966-2-1.
static const double seen_by[EYES][3][3] = {
    [NORMAL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    [PROTANOPIA] = {{0.152286, 1.052583, -0.204868},
                    {0.114503, 0.786281, 0.099216},
                    {-0.003882, -0.048116, 1.051998}},
    [DEUTERANOPIA] = {{0.367322, 0.860646, -0.227968},
                      {0.280085, 0.672501, 0.047413},
                      {-0.011820, 0.042940, 0.968881}},
    [TRITANOPIA] = {{1.255528, -0.076749, -0.178779},
                    {-0.078411, 0.930809, 0.147602},
                    {0.004733, 0.691367, 0.303900}},
    [GREY] = {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
};

// CIELAB (CIE 15), the white point D65, from linear sRGB.
static triple lab_of(triple linear)
{
    static const double to_xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    static const double white[] = {0.95047, 1, 1.08883};
    double f[3];
    for (int i = 0; i < 3; i++)
        linear.x[i] = fmin(fmax(linear.x[i], 0), 1);
    triple xyz = times(to_xyz, linear);
    for (int i = 0; i < 3; i++) {
        double t = xyz.x[i] / white[i];
        f[i] = t > 216. / 24389 ? cbrt(t) : (24389. / 27 * t + 16) / 116;
    }
    return (triple){{116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}};
}

static double apart(colour a, colour b, eyes who)
{
    triple p = lab_of(times(seen_by[who], linear_of(a)));
    triple q = lab_of(times(seen_by[who], linear_of(b)));
    return sqrt(pow(p.x[0] - q.x[0], 2) + pow(p.x[1] - q.x[1], 2) + pow(p.x[2] - q.x[2], 2));
}

// A difference of 2.3 is just noticeable.
static const double least_of_classes[] = {
    [NORMAL] = 10, [PROTANOPIA] = 7, [DEUTERANOPIA] = 7, [TRITANOPIA] = 7, [GREY] = 3.5};

static void two_are_apart(colour a, colour b, const double least[EYES])
{
    for (eyes who = NORMAL; who < EYES; who++)
        CU_ASSERT(apart(a, b, who) >= least[who]);
}

static void colour_blind_readers(void)
{
    for (size_t i = 0; i < PALETTE_CLASSES; i++)
        for (size_t k = 0; k < i; k++)
            two_are_apart(palette_class(i), palette_class(k), least_of_classes);
    // Creases of up to five layers; with more, width and order distinguish neighbours.
    for (size_t layers = 2; layers <= 5; layers++)
        for (size_t i = 0; i < layers; i++)
            for (size_t k = 0; k < i; k++)
                two_are_apart(palette_crease(i, layers), palette_crease(k, layers),
                              (const double[]){7.5, 7.5, 7.5, 7.5, 7.5});
}

// The lightness decreases evenly for all readers.
static void ramp(void)
{
    for (int i = 0; i < 16; i++)
        for (eyes who = NORMAL; who < EYES; who++) {
            colour before = palette_ramp(i / 16.), after = palette_ramp((i + 1) / 16.);
            triple p = lab_of(times(seen_by[who], linear_of(before)));
            triple q = lab_of(times(seen_by[who], linear_of(after)));
            CU_ASSERT(is_shown(after));
            CU_ASSERT(p.x[0] - q.x[0] > 1.5 && p.x[0] - q.x[0] < 6);
        }
}

UNIT_MAIN("palette", {"colour-blind readers", colour_blind_readers}, {"ramp", ramp},
          {"known colours", known_colours}, {"chroma is reduced", chroma_is_reduced},
          {"turns are wide", turns_are_wide},
          {"patterns that differ by a piece", patterns_that_differ_by_a_piece},
          {"indices are all different", indices_are_all_different}, {"slopes", slopes},
          {"creases are dark", creases_are_dark})
