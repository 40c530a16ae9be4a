// Arrangements of lines with small integers: random ones, and how many cells they have.
//
// Nothing of the library is used but random numbers: intersections are fractions of
// machine integers.
#ifndef TESTS_ARRANGEMENT_H
#define TESTS_ARRANGEMENT_H

#include "base/memory.h"
#include "base/random.h"

#include <flint/flint.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_LINES = 9 };

// {a x + b y + c = 0}
typedef struct {
    slong a, b, c;
} int_line;

typedef struct {
    slong x, y, w; // (x/w, y/w), w > 0
} int_point;

typedef struct {
    bool is_plane;
    slong lo[2], hi[2]; // in units of 1/2
} int_domain;

static inline bool same_line(int_line p, int_line q)
{
    return p.a * q.b == p.b * q.a && p.a * q.c == p.c * q.a && p.b * q.c == p.c * q.b;
}

// 0 if the lines are parallel.
static inline bool intersect(int_point *v, int_line p, int_line q)
{
    *v = (int_point){p.b * q.c - p.c * q.b, p.c * q.a - p.a * q.c, p.a * q.b - p.b * q.a};
    if (v->w < 0)
        *v = (int_point){-v->x, -v->y, -v->w};
    return v->w != 0;
}

static inline bool inside(const int_domain *domain, int_point v)
{
    return domain->is_plane || (domain->lo[0] * v.w < 2 * v.x && 2 * v.x < domain->hi[0] * v.w &&
                                domain->lo[1] * v.w < 2 * v.y && 2 * v.y < domain->hi[1] * v.w);
}

// The line meets the interior iff corners of the box lie strictly on both sides.
static inline bool meets(const int_domain *domain, int_line l)
{
    bool below = false, above = false;
    for (int i = 0; i < 4; i++) {
        slong x = i & 1 ? domain->hi[0] : domain->lo[0], y = i & 2 ? domain->hi[1] : domain->lo[1];
        slong value = l.a * x + l.b * y + 2 * l.c;
        below |= value < 0;
        above |= value > 0;
    }
    return domain->is_plane || (below && above);
}

// For distinct lines that meet an open convex domain: 1 + n + the sum over the vertices
// inside of (number of lines through it - 1). Inserting a line adds the number of pieces
// that older lines cut it into, one more than the old or new vertices on it; a vertex
// counts once for every line through it but the first.
static inline size_t expected_cells(const int_line *line, size_t n, const int_domain *domain)
{
    size_t cells = 1;
    for (size_t i = 0; i < n; i++) {
        bool is_new = meets(domain, line[i]);
        int_point *vertex = memory_new(n, sizeof *vertex);
        size_t vertices = 0;
        for (size_t j = 0; j < i; j++) {
            int_point v;
            is_new &= !same_line(line[i], line[j]);
            if (!intersect(&v, line[i], line[j]) || !inside(domain, v))
                continue;
            size_t k = 0;
            while (k < vertices && (vertex[k].x * v.w != v.x * vertex[k].w ||
                                    vertex[k].y * v.w != v.y * vertex[k].w))
                k++;
            vertex[k] = v;
            vertices += k == vertices;
        }
        cells += is_new ? 1 + vertices : 0;
        free(vertex);
    }
    return cells;
}

// An unbounded cell is an interval of directions between the 2n ends of n lines; if
// all n are parallel, every cell is unbounded.
static inline size_t expected_unbounded(const int_line *line, size_t n)
{
    size_t distinct = 0;
    bool all_parallel = true;
    for (size_t i = 0; i < n; i++) {
        bool is_new = true;
        for (size_t j = 0; j < i; j++) {
            is_new &= !same_line(line[i], line[j]);
            all_parallel &= line[i].a * line[j].b == line[i].b * line[j].a;
        }
        distinct += (size_t)is_new;
    }
    return all_parallel ? distinct + 1 : 2 * distinct;
}

// ---- Random lines, seldom in general position. ----

static inline slong small(random_state *random)
{
    return (slong)random_between(random, -3, 3);
}

static inline int_line random_line(random_state *random)
{
    int_line l;
    do {
        l.a = small(random);
        l.b = small(random);
        l.c = small(random);
    } while (l.a == 0 && l.b == 0);
    return l;
}

// Through (x/w, y/w), in a random direction.
static inline int_line line_through(random_state *random, int_point v)
{
    int_line l = random_line(random);
    return (int_line){l.a * v.w, l.b * v.w, -(l.a * v.x + l.b * v.y)};
}

static inline int_line next_line(random_state *random, const int_line *line, size_t n,
                                 const int_domain *domain)
{
    int_line l = random_line(random), old = n ? line[random_below(random, n)] : l;
    int_line other = n ? line[random_below(random, n)] : l;
    int_point v;
    int axis = (int)random_below(random, 2), high = (int)random_below(random, 2);
    switch (random_below(random, 8)) {
    case 0: // parallel
        return (int_line){old.a, old.b, old.c + small(random)};
    case 1: // the same again
        return (int_line){-2 * old.a, -2 * old.b, -2 * old.c};
    case 2:
    case 3: // concurrent
        return intersect(&v, old, other) && v.w < 40 ? line_through(random, v) : l;
    case 4: // along the border
        return domain->is_plane ? (int_line){axis, !axis, 0}
                                : (int_line){axis ? 0 : 2, axis ? 2 : 0,
                                             -(high ? domain->hi[axis] : domain->lo[axis])};
    case 5: // through a generator of the box, or the origin
        v = (int_point){high ? domain->hi[0] : domain->lo[0], axis ? domain->hi[1] : domain->lo[1],
                        2};
        return domain->is_plane ? (int_line){l.a, l.b, 0} : line_through(random, v);
    default:
        return l;
    }
}

#endif
