// The layout of pictures: at the width of a column, nothing overlaps and nothing leaves the page.
#include "draw/chart.h"
#include "base/memory.h"
#include "base/random.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

static double between(random_state *random, int low, int high)
{
    return (double)random_between(random, low, high);
}

static void set_random(chart *figure, random_state *random)
{
    static const char text[] = "a rather long class name";
    for (int side = 0; side < 2; side++) {
        double size = pow(10, between(random, -6, 6)), lo = between(random, -9, 9) * size;
        figure->side[side] = (axis){{lo, lo + size * between(random, 1, 9)}};
    }
    for (size_t rows = random_below(random, 20); rows > 0; rows--)
        chart_add_row(figure, memory_format("%.*s", (int)random_between(random, 1, 24), text),
                      canvas_black, 1);
}

static bool fits(const chart *figure, const chart_frame *f, const double page[2])
{
    const canvas_place *at = &f->panel;
    const double right = f->columns && f->legend.y <= at->y ? f->legend.x : page[0];
    axis_ticks below = axis_ticks_fit(figure->side[0], 0, at->width, figure->text, AXIS_MOST_TICKS);
    axis_ticks left = axis_ticks_fit(figure->side[1], 1, at->height, figure->text, AXIS_MOST_TICKS);
    bool good = at->x > axis_widest_label(&left, figure->text) + figure->text && at->width > 50;
    good &= at->y + at->height < page[1] && at->x + at->width < right;
    for (size_t i = 0; i < below.count; i++) {
        double half = canvas_text_width(below.tick[i].label, figure->text) / 2;
        double x = at->x + below.tick[i].position * at->width, before = 0;
        if (i)
            before = at->x + below.tick[i - 1].position * at->width +
                     canvas_text_width(below.tick[i - 1].label, figure->text) / 2;
        good &= x - half > before && x + half <= right;
    }
    for (size_t i = 1; i < left.count; i++)
        good &= (left.tick[i].position - left.tick[i - 1].position) * at->height > figure->text;
    if (f->columns && right == page[0]) // below the panel, its ticks and its label
        good &= f->legend.y > at->y + at->height + 3 * figure->text && f->legend.x >= 0;
    return good && f->legend.x + f->legend.width <= page[0] * 1.000001;
}

static void column(void)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_state random;
        random_seed(&random, seed);
        const tint none = {0};
        chart figure = {.title = seed % 2 ? "title" : NULL, .text = 8, .tints = &none};
        figure.shape = pow(2, between(&random, -2, 2));
        set_random(&figure, &random);
        double page[] = {3.3 * 72, 0};
        chart_page(page, &figure, 0);
        chart_frame f = chart_lay_out(&figure, page[0], page[1]);
        bool good = fits(&figure, &f, page);
        CU_ASSERT(good);
        chart_clear(&figure);
        if (!good) {
            printf("seed %d\n", (int)seed);
            return;
        }
    }
}

UNIT_MAIN("chart", {"chart: column", column})
