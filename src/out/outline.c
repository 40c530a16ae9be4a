// The outlines of regions of one or two dimensions, in decimals.
#include "out/records.h"

#include "base/error.h"
#include "exact/rational.h"
#include "tree/region.h"

#include <math.h>
#include <stdlib.h>

crease_status outline_check(const record_file *file, crease_error *error)
{
    const char *name = file->format->name;
    if (file->dimension > 2)
        return error_set(error, "expected a domain of dimension 1 or 2 for %s, found %zu", name,
                         file->dimension);
    if (!crease_domain_is_bounded(file->domain))
        return error_set(error, "expected a bounded domain for %s, such as a box, found %s", name,
                         crease_domain_text(file->domain));
    return CREASE_OK;
}

// ---- the convex hull of points with double coordinates ----

// A vertex rounded to its decimals; y is 0 on a line.
typedef struct {
    double at[2];
    size_t vertex;
} outline_corner;

// Whether a, b, c turn left, beyond doubt: by more than doubles can err, (3 + 16 eps) eps sum
// (Shewchuk 1997, section 4.3), where no product underflows. Readers compute in doubles, too.
static int outline_turns_left(const outline_corner *a, const outline_corner *b,
                              const outline_corner *c)
{
    double left = (b->at[0] - a->at[0]) * (c->at[1] - a->at[1]);
    double right = (b->at[1] - a->at[1]) * (c->at[0] - a->at[0]);
    double sum = fabs(left) + fabs(right);
    return sum > 1e-280 && left - right > 4e-16 * sum;
}

static int outline_same(const outline_corner *a, const outline_corner *b)
{
    return a->at[0] == b->at[0] && a->at[1] == b->at[1];
}

static int outline_compare(const void *left, const void *right)
{
    const outline_corner *a = left, *b = right;
    int i = a->at[0] == b->at[0];
    if (!outline_same(a, b))
        return a->at[i] < b->at[i] ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

// Andrew's monotone chain: along the lower side to the right, and back along the upper one. hull
// has room for 2 count corners; returns how many it has, counterclockwise. Sorts the corners.
static size_t outline_hull(outline_corner *hull, outline_corner *corner, size_t count)
{
    size_t n = 0, fixed = 1;
    qsort(corner, count, sizeof *corner, outline_compare);
    for (size_t i = 0; i < 2 * count; i++) {
        const outline_corner *next = corner + (i < count ? i : 2 * count - 1 - i);
        if (i == count)
            fixed = n;
        while (n > fixed && !outline_turns_left(hull + n - 2, hull + n - 1, next))
            n--;
        if (!n || !outline_same(hull + n - 1, next))
            hull[n++] = *next;
    }
    return n ? n - 1 : 0; // the last is the first again
}

// ---- outlines ----

// Returns 0 if a coordinate is too large for a double.
static int outline_read(outline_corner *corner, const number_text *point)
{
    fmpq_t x;
    fmpq_init(x);
    for (size_t i = 0; i < point->entries; i++) {
        size_t length;
        const char *entry = number_text_entry(point, i, &length);
        rational_parse(x, entry, length, NULL);
        corner->at[i] = rational_double(x);
    }
    fmpq_clear(x);
    return isfinite(corner->at[0]) && isfinite(corner->at[1]);
}

outline outline_of(record_file *file, const crease_region *region)
{
    const size_t count = crease_region_vertices(region);
    arena *memory = &region_space(region)->cells;
    const number_text **point = arena_take(memory, (count + 1) * sizeof *point);
    const number_text **ring = arena_take(memory, (count + 1) * sizeof *ring);
    outline_corner *corner = arena_new(memory, count, sizeof *corner);
    outline_corner *hull = arena_take(memory, 2 * count * sizeof *hull);
    int finite = 1;
    for (size_t i = 0; i < count; i++) {
        point[i] = record_row(file, region, FIELD_VERTICES, i);
        corner[i].vertex = i;
        finite &= outline_read(corner + i, point[i]);
    }
    size_t points = finite ? outline_hull(hull, corner, count) : 0, first = 0;
    if (points <= file->dimension) {
        file->flat++;
        return (outline){0};
    }
    for (size_t i = 0; i < points; i++) // begin as the region does
        if (hull[i].vertex < hull[first].vertex)
            first = i;
    for (size_t i = 0; i < points; i++)
        ring[i] = point[hull[(first + i) % points].vertex];
    if (file->dimension == 2)
        ring[points++] = ring[0];
    return (outline){points, ring};
}
