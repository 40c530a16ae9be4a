// Letters for pictures, drawn as lines.
#include "out/letters.h"

#include <stdlib.h>

// Hundredths of the em.
#define UNIT 100.0
#define TRACKING 14.0
#define STROKE 8.5

// The path is one of SVG's: M x y, L x y, C x1 y1 x2 y2 x y; but y points up.
typedef struct {
    char name;
    int width;
    const char *path;
} letter;

static const letter letters[] = {
    {' ', 14, ""},
    {'-', 40, "M2 28 L38 28"},
    {'.', 6, "M3 0 L3 2"},
    {'0', 44, "M22 70 C6 70 0 52 0 35 C0 18 6 0 22 0 C38 0 44 18 44 35 C44 52 38 70 22 70"},
    {'1', 44, "M10 57 L25 70 L25 0"},
    {'2', 44, "M2 52 C2 62 10 70 22 70 C34 70 42 62 42 52 C42 42 36 36 28 28 L0 0 L44 0"},
    {'3', 44, "M3 70 L41 70 L20 43 C34 44 44 36 44 22 C44 9 35 0 22 0 C11 0 3 5 0 14"},
    {'4', 46, "M34 0 L34 70 L0 20 L46 20"},
    {'5', 44,
     "M40 70 L7 70 L4 40 C9 44 15 46 22 46 C35 46 44 37 44 23 C44 9 35 0 22 0 "
     "C11 0 3 5 0 13"},
    {'6', 44,
     "M38 62 C35 67 30 70 24 70 C8 70 0 54 0 32 C0 10 9 0 23 0 C35 0 44 9 44 22 "
     "C44 35 35 44 23 44 C12 44 3 37 0 26"},
    {'7', 44, "M0 70 L44 70 L14 0"},
    {'8', 44,
     "M22 39 C11 39 4 45 4 54 C4 63 11 70 22 70 C33 70 40 63 40 54 C40 45 33 39 22 39 "
     "C9 39 0 31 0 20 C0 8 9 0 22 0 C35 0 44 8 44 20 C44 31 35 39 22 39"},
    {'9', 44,
     "M6 8 C9 3 14 0 20 0 C36 0 44 16 44 38 C44 60 35 70 21 70 C9 70 0 61 0 48 "
     "C0 35 9 26 21 26 C32 26 41 33 44 44"},
    {'a', 38,
     "M38 48 L38 0 M38 24 C38 38 31 48 19 48 C8 48 0 38 0 24 C0 10 8 0 19 0 "
     "C31 0 38 10 38 24"},
    {'e', 38, "M0 25 L38 25 C38 39 31 48 20 48 C8 48 0 38 0 24 C0 10 8 0 21 0 C29 0 34 3 37 9"},
    {'l', 2, "M1 72 L1 0"},
    {'m', 60,
     "M0 48 L0 0 M0 30 C0 41 6 48 16 48 C26 48 30 41 30 30 L30 0 M30 30 "
     "C30 41 36 48 46 48 C56 48 60 41 60 30 L60 0"},
    {'o', 40, "M20 48 C8 48 0 38 0 24 C0 10 8 0 20 0 C32 0 40 10 40 24 C40 38 32 48 20 48"},
    {'p', 40,
     "M0 48 L0 -20 M0 24 C0 38 8 48 20 48 C32 48 40 38 40 24 C40 10 32 0 20 0 "
     "C8 0 0 10 0 24"},
    {'r', 22, "M0 48 L0 0 M0 28 C2 41 10 48 22 47"},
    {'t', 26, "M12 66 L12 14 C12 4 16 0 26 1 M0 48 L25 48"},
    {'u', 36, "M0 48 L0 18 C0 7 6 0 16 0 C27 0 36 8 36 20 M36 48 L36 0"},
    {'y', 38, "M0 48 L19 0 M38 48 L19 0 C14 -13 10 -20 0 -19"},
};

static const letter *find(char name)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].name == name)
            return letters + i;
    return letters;
}

double letters_width(const char *text, double size)
{
    double width = 0;
    for (; *text; text++)
        width += find(*text)->width + (text[1] ? TRACKING : 0);
    return width * size / UNIT;
}

static void add_path(cairo_t *cairo, const char *path, double x, double y, double scale)
{
    while (*path) {
        char command = *path++, *end = (char *)path;
        double at[6];
        for (int i = 0; i < (command == 'C' ? 6 : 2); i++) {
            double number = strtod(end, &end) * scale;
            at[i] = i % 2 ? y - number : x + number;
        }
        if (command == 'M')
            cairo_move_to(cairo, at[0], at[1]);
        else if (command == 'L')
            cairo_line_to(cairo, at[0], at[1]);
        else
            cairo_curve_to(cairo, at[0], at[1], at[2], at[3], at[4], at[5]);
        path = end + (*end == ' ');
    }
}

void letters_draw(cairo_t *cairo, const char *text, double x, double y, double size)
{
    double scale = size / UNIT;
    cairo_save(cairo);
    cairo_set_line_width(cairo, STROKE * scale);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (; *text; text++) {
        const letter *shown = find(*text);
        add_path(cairo, shown->path, x, y, scale);
        x += (shown->width + TRACKING) * scale;
    }
    cairo_stroke(cairo);
    cairo_restore(cairo);
}
