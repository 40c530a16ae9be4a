// Cells: convex polytopes of full dimension in the domain, bounded or not.
//
// A cell is the convex hull of its generators; those at infinity are directions (rays). So the
// signs of a form at the generators are its signs on the cell. The other data depend on the
// dimension: interval.c (one), polygon.c, vertices.c; implicit.c has none.
#pragma once

#include "base/bits.h"
#include "domain/space.h"
#include "lp/polyhedron.h"

typedef struct {
    uint32_t point;
    uint32_t plane; // one dimension: the point itself; two: the line of the edge to the next
                    // generator; others, for the first `lines` generators: see celln.c
    int32_t side;   // 1 if the cell lies on the plane's positive side, else -1
    uint32_t slot;  // where the caller stores signs at this generator
} cell_generator;

typedef struct geom_cell {
    size_t count;
    cell_generator *generator;
    int in_order; // slots are known to be 0, 1, 2, ..
    // Other than one and two dimensions.
    size_t lines;  // the first generators: the cell contains the line in each direction
    size_t facets; // inequalities that describe the cell, some of them perhaps redundant
    half_space *facet;
    size_t words; // per generator
    uint64_t *on; // bit f of generator i: it lies on facet f
    // The vertices of a bounded polygon after the first call of polygon_corners; else NULL.
    const corners_approx *corners;
    // The dictionary of a cell without generators (lp/polyhedron.h); else NULL.
    dictionary *dictionary;
} geom_cell;

static inline const uint64_t *cell_facets_at(const geom_cell *cell, size_t generator)
{
    return cell->on + generator * cell->words;
}

static inline int cell_lies_on(const geom_cell *cell, size_t generator, size_t facet)
{
    return bits_have(cell_facets_at(cell, generator), facet);
}

// For each facet the set of the generators on it, bits_words(cell->count) words each.
void cell_members(uint64_t *members, const geom_cell *cell);

// The domain as a cell; slots are 0, 1, 2, ... Returns 0 if it has no interior.
int cell_from_domain(geom_cell *cell, geom_space *space, const crease_domain *domain);
// The same as a cell without vertices, for which the space is made.
int cell_without_vertices(geom_cell *cell, geom_space *space, const crease_domain *domain);
// Whether a domain that lies in the box low to high, perhaps infinite, has an interior. Reads only
// its dimension and its inequalities; the box affects only speed.
int cell_has_interior(const crease_domain *domain, const double *low, const double *high,
                      crease_arith arith, double tolerance);
// A cell without vertices, as polyhedron_canonical makes it.
geom_cell cell_canonical(geom_space *space, const geom_cell *cell);

// A copy with slots 0, 1, 2, .. to be read: generators that have these already are shared.
void cell_view(geom_cell *view, geom_space *space, const geom_cell *cell);

int cell_is_bounded(const geom_cell *cell, geom_space *space);
// Whether no generator is finite: true only of the whole line and the whole plane.
int cell_is_everything(const geom_cell *cell, const geom_space *space);

// A box around the cell, from approximations; returns 0 if a generator lies at infinity.
int cell_box(box_approx *box, const geom_cell *cell, const geom_space *space);

// Replaces the cell by its part on the positive side of a plane. Returns 0 if this part has no
// interior. Slots are not kept.
int cell_clip(geom_cell *cell, geom_space *space, uint32_t plane);
// The same on the side of a facet.
int cell_clip_to(geom_cell *cell, geom_space *space, half_space facet);

// Cuts a cell along a plane that runs through its interior. sign[i] is the sign of
// the plane's form at generator i; both signs must occur, except that a line may have
// either. low gets the part where the form is negative, high the other one. New generators take
// their slots from *slots, which is incremented. Both live in space->cells. On cancellation, both
// are the cell itself.
void cell_split(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                const signed char *sign, uint32_t plane, uint32_t *slots);

// Length or area by doubles, for progress only; 0 if unbounded or of higher dimension, and in
// exact arithmetic, which has no doubles.
double cell_size(const geom_cell *cell, geom_space *space);

// ---- kinds of cells: interval.c, polygon.c, vertices.c, implicit.c ----

typedef struct {
    void (*whole)(geom_cell *cell, geom_space *space); // all of the space
    // cell_split, and cell_size of a bounded cell; NULL: 0.
    void (*split)(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                  const signed char *sign, uint32_t plane, uint32_t *slots);
    double (*size)(const geom_cell *cell, const geom_space *space);
} cell_kind;
extern const cell_kind interval_kind, polygon_kind, vertices_kind, implicit_kind;

void polygon_from_box(geom_cell *cell, geom_space *space, const crease_domain *box);
// The vertices of a bounded polygon; they live in space->cells. Returns NULL if it is not bounded.
const corners_approx *polygon_corners(const geom_cell *cell, geom_space *space);
// As cell_split, from the signs at the vertices of a polygon with at most CORNER_BITS of them, if
// the line meets two edges and no vertex. Otherwise returns 0 and does nothing.
int polygon_split_between(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                          corner_signs signs, uint32_t line, uint32_t *slots);
// A cell without generators from its dictionary.
geom_cell implicit_cell(dictionary *dict);
