// The colours of regions.
#include "draw/tint.h"

#include "base/memory.h"
#include "draw/palette.h"
#include "exact/rational.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A ramp that is longer than this many times the view changes by less than a screen can show.
#define LONGEST_RAMP 1e4
// Of an axis without extent.
#define LEAST_EXTENT 1e-12

static const colour unbounded_area = {0.93, 0.93, 0.93};

static void by_pattern(tint *t)
{
    for (size_t i = 0; i < t->tiles->regions; i++)
        t->flat[i] = palette_by_pattern(t->tiles->region[i].key.hue);
}

// By map: the maps are numbered as they are met.

typedef struct {
    uint64_t map[2];
    size_t region;
} map_owner;

static int compare_maps(const map_owner *a, const map_owner *b)
{
    for (int i = 0; i < 2; i++)
        if (a->map[i] != b->map[i])
            return a->map[i] < b->map[i] ? -1 : 1;
    return 0;
}

// By map, then by region: the first of a run of equal maps is the first one met.
static int compare_owners(const void *left, const void *right)
{
    const map_owner *a = left, *b = right;
    int order = compare_maps(a, b);
    return order ? order : (a->region > b->region) - (a->region < b->region);
}

static void by_map(tint *t)
{
    const mosaic *tiles = t->tiles;
    size_t n = tiles->regions;
    map_owner *owner = memory_new(n, sizeof *owner);
    size_t *first = memory_new(n, sizeof *first); // the first region with the same map
    for (size_t i = 0; i < n; i++) {
        const uint64_t *map = tiles->region[i].key.map;
        owner[i] = (map_owner){{map[0], map[1]}, i};
    }
    qsort(owner, n, sizeof *owner, compare_owners);
    for (size_t i = 0; i < n; i++) {
        int same = i && !compare_maps(owner + i - 1, owner + i);
        first[owner[i].region] = same ? first[owner[i - 1].region] : owner[i].region;
    }
    for (size_t i = 0; i < n; i++)
        t->flat[i] = first[i] == i ? palette_by_index(t->maps++) : t->flat[first[i]];
    free(owner);
    free(first);
}

// By slope: a typical size is half way to the darkest.

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The median of the sizes that are not zero; 1 if all are.
static double typical_slope(tint *t)
{
    const mosaic *tiles = t->tiles;
    double *size = memory_new(tiles->regions, sizeof *size), typical = 1;
    size_t count = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        const double *slope = tiles->region[i].key.slope;
        double length = hypot(slope[0], slope[1]);
        if (length > 0)
            size[count++] = length;
    }
    qsort(size, count, sizeof *size, compare_doubles);
    t->has_scale = count > 0;
    if (count)
        typical = size[count / 2];
    free(size);
    return typical;
}

static void by_slope(tint *t)
{
    t->typical = typical_slope(t);
    for (size_t i = 0; i < t->tiles->regions; i++) {
        const double *slope = t->tiles->region[i].key.slope;
        t->flat[i] = palette_by_slope(slope[0], slope[1], t->typical);
    }
}

// ---- along a ramp ----

// By area the least is the darkest: it is the small regions that one looks for.
static void make_ramp(tint *t)
{
    for (size_t i = 0; i < TINT_STEPS; i++) {
        double part = (double)i / (TINT_STEPS - 1);
        t->ramp[i] = palette_ramp(t->tiles->colours == CREASE_BY_AREA ? 1 - part : part);
    }
}

static double value_at(const double *form, const view_vertex *vertex)
{
    return form[0] * vertex->x + form[1] * vertex->y + form[2];
}

static const view_vertex *vertices_of(const mosaic *tiles, size_t index)
{
    return tiles->vertex + tiles->region[index].first;
}

static void widen(tint *t, double x)
{
    t->least = fmin(t->least, x);
    t->greatest = fmax(t->greatest, x);
}

static void end_range(tint *t)
{
    if (!(t->least <= t->greatest))
        t->least = t->greatest = 0;
    if (t->greatest - t->least <= LEAST_EXTENT * fmax(fabs(t->least), fabs(t->greatest))) {
        const int logarithmic = t->tiles->colours == CREASE_BY_AREA;
        double margin = logarithmic ? 0.5 : fmax(fabs(t->least), 1) / 2;
        t->least -= margin;
        t->greatest += margin;
    }
}

static colour at_value(const tint *t, double x)
{
    double part = (x - t->least) / (t->greatest - t->least);
    return palette_ramp(t->tiles->colours == CREASE_BY_AREA ? 1 - part : part);
}

static void by_area(tint *t)
{
    const mosaic *tiles = t->tiles;
    for (size_t i = 0; i < tiles->regions; i++)
        if (isfinite(tiles->region[i].log_area))
            widen(t, tiles->region[i].log_area);
    t->has_scale = t->least <= t->greatest;
    end_range(t);
    for (size_t i = 0; i < tiles->regions; i++) {
        double area = tiles->region[i].log_area;
        t->flat[i] = area < INFINITY ? at_value(t, fmax(area, t->least)) : unbounded_area;
    }
}

// In the middle of the ramp, should it be too long to be one.
static void by_output(tint *t)
{
    const mosaic *tiles = t->tiles;
    for (size_t i = 0; i < tiles->regions; i++)
        for (size_t k = 0; k < tiles->region[i].vertices; k++)
            widen(t, value_at(tiles->form + 3 * i, vertices_of(tiles, i) + k));
    end_range(t);
    for (size_t i = 0; i < tiles->regions; i++)
        if (tiles->region[i].vertices)
            t->flat[i] = at_value(t, value_at(tiles->form + 3 * i, vertices_of(tiles, i)));
}

// ---- painting ----

// The unit square's y axis points up, the page's down.
static void add_polygon(canvas *page, const view_vertex *vertex, size_t count,
                        const chart_place *where)
{
    for (size_t k = 0; k < count; k++) {
        double x = where->x + vertex[k].x * where->width;
        double y = where->y + (1 - vertex[k].y) * where->height;
        if (k)
            canvas_line(page, x, y);
        else
            canvas_move(page, x, y);
    }
    canvas_close_path(page);
}

// From where the output is least to where it is greatest, along its gradient on the page.
static void set_ramp(canvas_paint *paint, const tint *t, size_t index, const chart_place *where)
{
    const double *form = t->tiles->form + 3 * index;
    const view_vertex *vertex = vertices_of(t->tiles, index);
    double x = form[0] / where->width, y = -form[1] / where->height, square = x * x + y * y;
    double here = value_at(form, vertex);
    double start[] = {where->x + vertex->x * where->width,
                      where->y + (1 - vertex->y) * where->height};
    double steps[] = {(t->least - here) / square, (t->greatest - here) / square};
    double reach = fmax(fabs(steps[0]), fabs(steps[1])) * sqrt(square);
    if (!(reach <= LONGEST_RAMP * fmax(where->width, where->height)))
        return; // flat
    paint->ramp = t->ramp;
    paint->steps = TINT_STEPS;
    for (int i = 0; i < 2; i++) {
        paint->from[i] = start[i] + steps[0] * (i ? y : x);
        paint->to[i] = start[i] + steps[1] * (i ? y : x);
    }
}

// ---- classes ----

// The vertices where the form is not negative, of a convex polygon; `edge` marks where it is cut.
static size_t cut(view_vertex *out, const view_vertex *in, size_t count, const double form[3],
                  size_t edge)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const view_vertex *p = in + i, *q = in + (i + 1 == count ? 0 : i + 1);
        double f = value_at(form, p), g = value_at(form, q), t = f / (f - g);
        if (f >= 0)
            out[kept++] = *p;
        if ((f >= 0) != (g >= 0) && f != 0 && g != 0) {
            out[kept++] = (view_vertex){p->x + t * (q->x - p->x), p->y + t * (q->y - p->y), 1,
                                        f >= 0 ? edge : p->layer};
        } else if (f == 0 && g < 0) {
            out[kept - 1].layer = edge;
        }
    }
    return kept < 3 ? 0 : kept;
}

// By how much one class is ahead of another in a region. A single output, or its opposite.
static void lead(double form[3], const tint *t, size_t index, size_t kind, size_t other)
{
    const double *all = t->tiles->form + 3 * index * t->tiles->forms;
    for (int i = 0; i < 3; i++)
        form[i] = t->tiles->forms == 1 ? (kind ? all[i] : -all[i])
                                       : all[3 * kind + i] - all[3 * other + i];
}

// The part of a region that belongs to a class: where no other is ahead and, where two are the
// same, no earlier one is as good. piece has room for twice the vertices and classes. An edge with
// a later class is marked, so that each stretch of the boundary is drawn once.
#define BOUNDARY (VIEW_NO_LAYER - 1)

static size_t class_part(view_vertex *piece, const tint *t, size_t index, size_t kind)
{
    const mosaic_region *region = t->tiles->region + index;
    size_t count = region->vertices;
    view_vertex *other = piece + count + t->classes;
    for (size_t k = 0; k < count; k++) {
        piece[k] = vertices_of(t->tiles, index)[k];
        piece[k].layer = VIEW_NO_LAYER;
    }
    for (size_t i = 0; i < t->classes && count; i++) {
        double form[3];
        if (i == kind)
            continue;
        lead(form, t, index, kind, i);
        if (form[0] == 0 && form[1] == 0 && form[2] == 0) {
            if (i < kind)
                return 0;
            continue;
        }
        count = cut(other, piece, count, form, kind < i ? BOUNDARY : VIEW_NO_LAYER);
        memcpy(piece, other, count * sizeof *piece);
    }
    return count;
}

static view_vertex *room_for_parts(const tint *t, size_t index)
{
    return memory_new(2 * (t->tiles->region[index].vertices + t->classes), sizeof(view_vertex));
}

static void by_class(tint *t)
{
    t->classes = t->tiles->forms > 1 ? t->tiles->forms : 2;
    t->seen = memory_new(t->classes, 1);
    for (size_t i = 0; i < t->tiles->regions; i++) {
        view_vertex *piece = room_for_parts(t, i);
        for (size_t kind = 0; kind < t->classes; kind++)
            t->seen[kind] |= class_part(piece, t, i, kind) > 0;
        free(piece);
    }
}

// Parts but the first get the number of their class behind the name.
static void paint_classes(canvas *page, const tint *t, size_t index, const chart_place *where,
                          double border, const canvas_name *name)
{
    view_vertex *piece = room_for_parts(t, index);
    size_t parts = 0;
    for (size_t kind = 0; kind < t->classes; kind++) {
        size_t count = class_part(piece, t, index, kind);
        if (!count)
            continue;
        canvas_paint paint = {.ink = palette_class(kind), .border = border};
        canvas_name part = *name;
        char *id = part.id && parts++ ? memory_format("%s-%zu", part.id, kind) : NULL;
        part.id = id ? id : part.id;
        add_polygon(page, piece, count, where);
        canvas_fill(page, &paint, &part);
        free(id);
    }
    free(piece);
}

void tint_boundary(canvas *page, const tint *t, const chart_place *where, double width)
{
    size_t edges = 0;
    for (size_t i = 0; i < t->tiles->regions; i++) {
        view_vertex *piece = room_for_parts(t, i);
        for (size_t kind = 0; kind < t->classes; kind++) {
            size_t count = class_part(piece, t, i, kind);
            for (size_t k = 0; k < count; k++) {
                const view_vertex *end[] = {piece + k, piece + (k + 1 == count ? 0 : k + 1)};
                for (int e = 0; e < 2 && piece[k].layer == BOUNDARY; e++) {
                    double x = where->x + end[e]->x * where->width;
                    double y = where->y + (1 - end[e]->y) * where->height;
                    if (e)
                        canvas_line(page, x, y);
                    else
                        canvas_move(page, x, y);
                    edges++;
                }
            }
        }
        free(piece);
    }
    if (edges)
        canvas_stroke(page, &(canvas_pen){.ink = chart_ink, .width = width, .round = 1},
                      &(canvas_name){.id = "boundary"});
}

// ---- init ----

void tint_init(tint *t, const mosaic *tiles)
{
    static void (*const rules[])(tint *) = {
        [CREASE_BY_PATTERN] = by_pattern, [CREASE_BY_MAP] = by_map,
        [CREASE_BY_SLOPE] = by_slope,     [CREASE_BY_OUTPUT] = by_output,
        [CREASE_BY_CLASS] = by_class,     [CREASE_BY_AREA] = by_area,
    };
    *t = (tint){.tiles = tiles,
                .flat = memory_new(tiles->regions, sizeof *t->flat),
                .least = INFINITY,
                .greatest = -INFINITY};
    make_ramp(t);
    rules[tiles->colours](t);
    if (tiles->colours == CREASE_BY_SLOPE)
        t->scale = memory_format("rim: %.3g", 4 * t->typical);
}

void tint_clear(tint *t)
{
    free(t->flat);
    free(t->scale);
    free(t->seen);
}

// ---- all of it ----

void tint_paint(canvas *page, const tint *t, size_t index, const chart_place *where, double border,
                const canvas_name *name)
{
    if (t->tiles->colours == CREASE_BY_CLASS) {
        paint_classes(page, t, index, where, border, name);
        return;
    }
    canvas_paint paint = {.ink = t->flat[index], .border = border};
    if (t->tiles->colours == CREASE_BY_OUTPUT)
        set_ramp(&paint, t, index, where);
    add_polygon(page, vertices_of(t->tiles, index), t->tiles->region[index].vertices, where);
    canvas_fill(page, &paint, name);
}

// ---- the key ----

// A wheel of directions; from the centre to the rim slopes grow from zero to four times the typical
// one.
static void paint_wheel(canvas *page, const void *painted, const chart_place *where)
{
    enum { SECTORS = 36, RINGS = 8 };
    const tint *t = painted;
    double radius = fmin(where->width, where->height) / 2;
    double x = where->x + radius, y = where->y + radius;
    canvas_tiles(page);
    for (int sector = 0; sector < SECTORS; sector++)
        for (int ring = 0; ring < RINGS; ring++) {
            double middle = 2 * M_PI * (sector + 0.5) / SECTORS, size = (ring + 0.5) / RINGS;
            double slope = 4 * t->typical * size;
            for (int corner = 0; corner < 4; corner++) {
                double angle = 2 * M_PI * (sector + (corner == 1 || corner == 2)) / SECTORS;
                double r = radius * (ring + (corner >= 2)) / RINGS;
                if (corner)
                    canvas_line(page, x + r * cos(angle), y - r * sin(angle));
                else
                    canvas_move(page, x + r * cos(angle), y - r * sin(angle));
            }
            canvas_close_path(page);
            canvas_fill(page,
                        &(canvas_paint){.ink = palette_by_slope(slope * cos(middle),
                                                                slope * sin(middle), t->typical),
                                        .border = 0.3},
                        NULL);
        }
    canvas_group_end(page);
}

static void set_power_of_ten(fmpq *x, double power)
{
    const double whole = fabs(power) < 300 ? 0 : floor(power);
    fmpz_t ten;
    fmpz_init_set_ui(ten, 10);
    fmpz_pow_ui(ten, ten, (ulong)fabs(whole));
    rational_set_double(x, pow(10, power - whole));
    if (whole < 0)
        fmpq_div_fmpz(x, x, ten);
    else
        fmpq_mul_fmpz(x, x, ten);
    fmpz_clear(ten);
}

static void set_bar(chart_key *key, const tint *t, const char *label, int logarithmic)
{
    key->label = label;
    key->ramp = t->ramp;
    key->steps = TINT_STEPS;
    axis_init(&key->along);
    key->along.logarithmic = logarithmic;
    (logarithmic ? set_power_of_ten : rational_set_double)(&key->along.lo, t->least);
    (logarithmic ? set_power_of_ten : rational_set_double)(&key->along.hi, t->greatest);
}

void tint_key(chart_key *key, const tint *t)
{
    *key = (chart_key){.label = NULL}; // patterns, maps and classes are told by the legend
    const crease_colours colours = t->tiles->colours;
    if (colours == CREASE_BY_SLOPE && t->has_scale)
        *key = (chart_key){.label = "slope", .paint = paint_wheel, .painted = t, .scale = t->scale};
    else if (colours == CREASE_BY_OUTPUT)
        set_bar(key, t, "output 1", 0);
    else if (colours == CREASE_BY_AREA && t->has_scale)
        set_bar(key, t, "area", 1);
}
