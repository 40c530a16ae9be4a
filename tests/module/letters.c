// Letters for pictures.
#include "out/letters.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { SIDE = 100 };
#define KNOWN "0123456789-.!%'()*+,/:;<=>?[]^_|ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// The box of what is drawn of a text of size 80 at (10, 75); returns how many pixels are dark.
static int drawn(const char *text, int box[4])
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_A8, SIDE, SIDE);
    cairo_t *cairo = cairo_create(image);
    letters_draw(cairo, text, 10, 75, 80);
    CU_ASSERT_EQUAL(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cairo);
    cairo_surface_flush(image);
    int dark = 0;
    box[0] = box[2] = SIDE;
    box[1] = box[3] = -1;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (cairo_image_surface_get_data(image)[y * cairo_image_surface_get_stride(image) + x] >
                128) {
                dark++;
                box[0] = x < box[0] ? x : box[0];
                box[1] = x > box[1] ? x : box[1];
                box[2] = y < box[2] ? y : box[2];
                box[3] = y > box[3] ? y : box[3];
            }
    cairo_surface_destroy(image);
    return dark;
}

// Every letter is there, within its width, the thickness of the line aside, and no two are alike.
static void shapes(void)
{
    int seen[sizeof KNOWN][5];
    for (size_t i = 0; KNOWN[i]; i++) {
        char text[2] = {KNOWN[i], 0};
        int box[4], dark = drawn(text, box);
        CU_ASSERT(dark > 15);
        CU_ASSERT(box[0] >= 6 && box[1] <= 10 + letters_width(text, 80) + 4);
        CU_ASSERT(box[2] >= 75 - 64 - 4 && box[3] <= 75 + 16 + 4);
        memcpy(seen[i], box, sizeof box);
        seen[i][4] = dark;
        for (size_t k = 0; k < i; k++)
            CU_ASSERT(memcmp(seen[i], seen[k], sizeof *seen) || KNOWN[i] == KNOWN[k] ||
                      strchr("69", KNOWN[i]));
    }
}

// Digits stand on the base line and are equally high.
static void digits(void)
{
    for (char c = '0'; c <= '9'; c++) {
        char text[2] = {c, 0};
        int box[4];
        drawn(text, box);
        CU_ASSERT(abs(box[2] - (75 - 56 - 3)) <= 1 && abs(box[3] - (75 + 3)) <= 1);
    }
}

static void widths(void)
{
    int box[4];
    CU_ASSERT_EQUAL(letters_width("", 10), 0);
    CU_ASSERT_DOUBLE_EQUAL(letters_width("0", 100), 44, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(letters_width("00", 100), 44 + 14 + 44, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(letters_width("0 0", 50),
                           letters_width("0\x7f"
                                         "0",
                                         50),
                           1e-9);
    CU_ASSERT_EQUAL(drawn("\x7f \xc3", box), 0); // unknown ones
}

UNIT_MAIN("letters", {"shapes", shapes}, {"digits", digits}, {"widths", widths})
