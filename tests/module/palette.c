// Colours for regions and creases.
#include "out/palette.h"
#include "unit.h"

#include <math.h>

static int is_shown(colour c)
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

static void extreme_slopes(void)
{
    static const double size[] = {0, 5e-324, 1e-300, 1, 1e300};
    for (int x = 0; x < 5; x++)
        for (int y = 0; y < 5; y++)
            for (int typical = 1; typical < 5; typical++)
                CU_ASSERT(is_shown(palette_by_slope(size[x], -size[y], size[typical])));
}

// On colours by pattern or map they stand out.
static void creases_are_dark(void)
{
    for (size_t layer = 0; layer < 50; layer++) {
        CU_ASSERT(is_shown(palette_crease(layer)));
        CU_ASSERT(brightness(palette_crease(layer)) < 0.45);
        CU_ASSERT(distance(palette_crease(layer), palette_crease(layer + 1)) > 0.1);
    }
}

// Curves stand out from white, and neighbours from one another.
static void curves(void)
{
    for (size_t i = 0; i < 1000; i++) {
        colour c = palette_curve(i);
        CU_ASSERT(is_shown(c));
        CU_ASSERT(distance(c, (colour){1, 1, 1}) > 0.4);
        for (size_t k = i >= 3 ? i - 3 : 0; k < i; k++)
            CU_ASSERT(distance(c, palette_curve(k)) > 0.15);
    }
}

static double decode(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

// What eyes without one kind of cones tell apart, in linear light: Vienot, Brettel and Mollon,
// "Digital video colourmaps for checking the legibility of displays by dichromats", 1999.
static void without_red_or_green(double seen[2], colour c, int green)
{
    static const double row[2][2] = {{0.11238, 0.88762}, {0.29275, 0.70725}};
    double red_green = row[green][0] * decode(c.red) + row[green][1] * decode(c.green);
    seen[0] = cbrt(red_green);
    seen[1] = cbrt(decode(c.blue));
}

static void for_colour_blind_readers(colour (*colour_of)(size_t), size_t count)
{
    for (int green = 0; green < 2; green++)
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < i; k++) {
                double a[2], b[2];
                without_red_or_green(a, colour_of(i), green);
                without_red_or_green(b, colour_of(k), green);
                CU_ASSERT(hypot(a[0] - b[0], a[1] - b[1]) > 0.09);
            }
}

static void colour_blind_readers(void)
{
    for_colour_blind_readers(palette_curve, 7);
    for_colour_blind_readers(palette_crease, 6);
}

UNIT_MAIN("palette", {"curves", curves}, {"colour-blind readers", colour_blind_readers},
          {"known colours", known_colours}, {"chroma is reduced", chroma_is_reduced},
          {"turns are wide", turns_are_wide},
          {"patterns that differ by a piece", patterns_that_differ_by_a_piece},
          {"indices are all different", indices_are_all_different}, {"slopes", slopes},
          {"extreme slopes", extreme_slopes}, {"creases are dark", creases_are_dark})
