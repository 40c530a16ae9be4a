// Lines of straight segments, as a pen draws them.
#include "draw/pen.h"

#include "base/memory.h"

#include <math.h>

// The farthest is beyond any page, and products of differences fit.
static int64_t pen_round(double length)
{
    static const double farthest = 1 << 22;
    return (int64_t)rint(PEN_UNIT * fmin(fmax(length, -farthest), farthest));
}

// The last two marks end a segment that goes on to the point, in the same direction, or is no
// longer than a point.
static bool is_straight(const pen *p, int64_t x, int64_t y)
{
    const pen_mark *corner = p->mark + p->marks - 1;
    if (corner->step != PEN_LINE)
        return false;
    const pen_mark *from = corner - 1;
    const int64_t before[] = {corner->x - from->x, corner->y - from->y};
    const int64_t after[] = {x - corner->x, y - corner->y};
    return before[0] * after[1] == before[1] * after[0] &&
           before[0] * after[0] + before[1] * after[1] >= 0;
}

static void pen_add_point(pen *p, int64_t x, int64_t y)
{
    if (p->is_down && is_straight(p, x, y))
        p->marks--;
    MEMORY_RESERVE(p->mark, p->capacity, p->marks + 1);
    p->mark[p->marks++] = (pen_mark){p->is_down ? PEN_LINE : PEN_MOVE, x, y};
    p->is_down = true;
}

void pen_to(pen *p, double x, double y)
{
    pen_add_point(p, pen_round(x), pen_round(y));
}

void pen_lift(pen *p)
{
    p->is_down = false;
}

void pen_close(pen *p)
{
    const pen_mark *first = p->mark + p->marks;
    if (!p->is_down)
        return;
    while ((--first)->step != PEN_MOVE)
        ;
    pen_add_point(p, first->x, first->y); // the last corner may be on the last segment
    p->mark[p->marks - 1] = (pen_mark){.step = PEN_CLOSE};
    p->is_down = false;
}

void pen_clear(pen *p)
{
    p->marks = 0;
    p->is_down = false;
}
