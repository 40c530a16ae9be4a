// A pen draws the segments that Cairo keeps of the same path.
#include "draw/pen.h"
#include "unit.h"

#include <cairo.h>
#include <stdlib.h>

static void same(const pen *drawn, cairo_t *cairo)
{
    cairo_path_t *path = cairo_copy_path(cairo);
    size_t marks = 0;
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *part = path->data + i, *next = part + part->header.length;
        // Cairo moves to where a line began that was closed.
        if (part->header.type == CAIRO_PATH_MOVE_TO &&
            (next == path->data + path->num_data || next->header.type == CAIRO_PATH_MOVE_TO))
            continue;
        CU_ASSERT(marks < drawn->marks);
        const pen_mark *mark = drawn->mark + marks++;
        CU_ASSERT_EQUAL(part->header.type, mark->step == PEN_MOVE   ? CAIRO_PATH_MOVE_TO
                                           : mark->step == PEN_LINE ? CAIRO_PATH_LINE_TO
                                                                    : CAIRO_PATH_CLOSE_PATH);
        if (mark->step != PEN_CLOSE) {
            CU_ASSERT_EQUAL((double)mark->x / PEN_UNIT, part[1].point.x);
            CU_ASSERT_EQUAL((double)mark->y / PEN_UNIT, part[1].point.y);
        }
    }
    CU_ASSERT_EQUAL(marks, drawn->marks);
    cairo_path_destroy(path);
}

// Lines of two to seven points. Few places: points meet, lines turn back and go straight on.
static void draw(pen *drawn, cairo_t *cairo, random_state *random)
{
    static const double unit[] = {100, 1. / PEN_UNIT, 0.5 / PEN_UNIT, 0.3 / PEN_UNIT};
    const double step = unit[random_below(random, sizeof unit / sizeof *unit)];
    for (uint64_t points = 2 + random_below(random, 6); points; points--) {
        const double x = step * (double)random_between(random, -2, 2);
        const double y = step * (double)random_between(random, -2, 2);
        pen_to(drawn, x, y);
        cairo_line_to(cairo, x, y);
    }
    if (random_below(random, 2)) {
        pen_close(drawn);
        cairo_close_path(cairo);
    }
    pen_lift(drawn);
    cairo_new_sub_path(cairo);
}

static void random_lines(void)
{
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    cairo_t *cairo = cairo_create(surface);
    random_state random = unit_random(cases_seed());
    pen drawn = {0};
    CASES(round, 2000) {
        for (uint64_t lines = random_below(&random, 4); lines; lines--)
            draw(&drawn, cairo, &random);
        same(&drawn, cairo);
        pen_clear(&drawn);
        cairo_new_path(cairo);
    }
    free(drawn.mark);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
}

UNIT_MAIN("pen", {"random lines", random_lines})
