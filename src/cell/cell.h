// Cells: convex polytopes of full dimension in the domain, bounded or not.
//
// A cell is the convex hull of its generators; those at infinity are directions (rays). So the
// signs of a form at the generators are its signs on the cell. There are four kinds: interval.c,
// polygon.c, vertices.c and implicit.c, whose cells have no generators. A table of operations
// (kind.h) is behind the functions below, so no other room asks for the kind of a cell; only what
// is true of a segment or a polygon alone is called directly.
#pragma once

#include "base/bits.h"
#include "base/fatal.h"
#include "domain/space.h"
#include "lp/query.h"
#include <stdbool.h>

typedef struct {
    uint32_t point;
    uint32_t plane; // one dimension: the point itself; two: the line of the edge to the next
                    // generator; others, for the first `lines` generators: see vertices.c
    int32_t side;   // 1 if the cell lies on the plane's positive side, else -1
    uint32_t slot;  // where the caller stores signs at this generator
} cell_generator;

typedef struct geom_cell {
    size_t count;
    cell_generator *generator;
    bool in_order; // slots are known to be 0, 1, 2, ..
    // Other than one and two dimensions.
    size_t lines; // the first generators: the cell contains the line in each direction
    // Each generator lies on d inequalities, and there are no lines: then these are independent,
    // and those on which no generator lies are the redundant ones.
    bool is_simple;
    size_t facets; // inequalities that describe the cell, some of them perhaps redundant
    half_space *facet;
    size_t words; // per generator
    uint64_t *on; // bit f of generator i: it lies on facet f
    // The vertices of a bounded polygon after the first call of polygon_corners; else NULL.
    const corners_approx *corners;
    // The dictionary of a cell without generators (lp/polyhedron.h); else NULL.
    dictionary *dictionary;
} geom_cell;

// Whether it has been filled at all.
static inline bool cell_is_made(const geom_cell *cell)
{
    return cell && (cell->generator || cell->dictionary);
}

static inline const uint64_t *cell_facets_at(const geom_cell *cell, size_t generator)
{
    ASSERT(generator < cell->count);
    return cell->on + generator * cell->words;
}

static inline int cell_lies_on(const geom_cell *cell, size_t generator, size_t facet)
{
    ASSERT(generator < cell->count);
    ASSERT(facet < cell->facets);
    return bits_have(cell_facets_at(cell, generator), facet);
}

// The domain as a cell; slots are 0, 1, 2, ... Returns 0 if it has no interior.
bool cell_from_domain(geom_cell *cell, geom_space *space, const crease_domain *domain);
// The same as a cell without vertices, for which the space is made.
bool cell_without_vertices(geom_cell *cell, geom_space *space, const crease_domain *domain);
// Whether a domain that lies in the box low to high, perhaps infinite, has an interior. Reads only
// its dimension and its inequalities; the box affects only speed.
bool cell_has_interior(const crease_domain *domain, const double *low, const double *high,
                       crease_arith arith, double tolerance);
// A copy with slots 0, 1, 2, .. to be read: generators that have these already are shared.
void cell_view(geom_cell *view, geom_space *space, const geom_cell *cell);

// ---- questions ----
// Answers are exact unless doubles are named. A program (lp/program.h) moves a cell's dictionary.

bool cell_is_bounded(const geom_cell *cell, geom_space *space);
// Whether no generator is finite: true only of the whole line and the whole plane.
bool cell_is_everything(const geom_cell *cell, const geom_space *space);

// A box around the cell, from approximations; returns 0 if the cell is not known to be bounded.
bool cell_box(box_approx *box, const geom_cell *cell, const geom_space *space);
// A smaller one, found by 2 d programs in doubles. Returns 0 if cell_box writes the smallest.
bool cell_shrink_box(box_approx *box, const geom_cell *cell, geom_space *space);

// Length or area by doubles, for progress only; 0 if unbounded or of higher dimension, and in
// exact arithmetic, which has no doubles.
double cell_size(const geom_cell *cell, geom_space *space);

// A form, as whoever inserts it knows it. The functions are called only if they are needed.
typedef struct {
    const double *form;                        // as in exact/point.h
    unsigned char *memo;                       // memo[s * memo_row]: its sign bits at the generator
    size_t memo_row;                           // of slot s, SIGN_OPEN if they are not decided yet
    int (*decide)(void *data, uint32_t point); // its sign
    int (*constant)(void *data);               // the sign of its constant
    bool (*tighten)(void *data);               // whether `form` has become more precise
    const fmpz *(*row)(void *data);
    void *data;
} cell_form;
typedef struct {
    int below, above; // the form is negative / positive somewhere on the cell
    bool touches;     // if it has one sign: a facet may lie on it (known if signs are asked for)
} sides;
// Where a form lies on a cell. sign[i], unless sign is NULL, becomes its sign at generator i.
sides cell_sides(const geom_cell *cell, geom_space *space, const cell_form *form,
                 signed char *sign);
// 1: the form is nowhere negative, -1: it is everywhere, 0: not known. By doubles, or by the row of
// integers if it is given, for which not every kind knows an answer.
int cell_holds(const geom_cell *cell, geom_space *space, double *form, const fmpz *row);

// The cell as its inequalities alone determine it, for the questions below, whose answers must not
// depend on how it was found; without inequalities that `keeps` (NULL: all are kept) refuses, where
// that makes the answers different.
const geom_cell *cell_canonical(const geom_cell *cell, geom_space *space,
                                bool (*keeps)(const void *data, uint32_t plane), const void *data);
// The facets of a canonical cell, which live in space->cells; returns their number.
size_t cell_facets(half_space **facet, const geom_cell *canonical, geom_space *space);
// At least those on creases that the cell lies below.
size_t cell_lower_facets(half_space **facet, const geom_cell *canonical, geom_space *space);
// Those among them that may bound the facet on the given plane, itself included; then a box around
// that facet, or around the cell, in doubles that are outside for certain.
size_t cell_facet_borders(half_space *border, const geom_cell *canonical, const geom_space *space,
                          const half_space *facet, size_t facets, uint32_t plane);
void cell_facet_box(double *low, double *high, const geom_cell *canonical, geom_space *space,
                    uint32_t plane);
// The facets, perhaps redundant ones too, that meet in a generator: at most cell->facets + 2.
size_t cell_facets_meeting(half_space *facet, const geom_cell *cell, const geom_space *space,
                           size_t generator);
// A cell with generators and the same facets: the cell itself if it has some.
const geom_cell *cell_corners(const geom_cell *cell, geom_space *space, const half_space *facet,
                              size_t facets);

// Questions that a program answers. Cells with generators are asked at these instead: the functions
// then write nothing and return CELL_AT_CORNERS.
typedef enum { CELL_CANCELLED, CELL_ANSWERED, CELL_AT_CORNERS } cell_answer;
// A point inside (polyhedron_interior); one beyond a single facet (polyhedron_point_beyond).
cell_answer cell_interior(fmpq *x, const geom_cell *canonical, geom_space *space);
cell_answer cell_point_beyond(fmpq *x, const geom_cell *canonical, geom_space *space,
                              uint32_t plane);
// program_maximise, or program_refute.
cell_answer cell_maximise(program_optimum *optimum, const geom_cell *canonical, geom_space *space,
                          const fmpz *row, int sign);
cell_answer cell_refute(program_optimum *optimum, const geom_cell *canonical, geom_space *space,
                        const fmpz *row, int sign);

// Checked build: returns whether the form of the row lies on this side, or vanishes, on the cell.
bool cell_lies_beside(const geom_cell *cell, geom_space *space, const fmpz *row, int side);

// ---- changes ----

// Replaces the cell by its part on the positive side of a plane. Returns 0 if this part has no
// interior. Slots are not kept.
bool cell_clip(geom_cell *cell, geom_space *space, uint32_t plane);
// The same on the side of a facet.
bool cell_clip_to(geom_cell *cell, geom_space *space, half_space facet);

// Cuts a cell along a plane that runs through its interior. sign[i] is the sign of
// the plane's form at generator i; both signs must occur, except that a line may have
// either. half[0] gets the part where the form is negative, half[1] the other one. New generators
// are the latest points and take their slots from *slots, in the same order. Both halves live in
// space->cells. On cancellation, both are the cell itself.
void cell_split(geom_cell half[2], geom_space *space, const geom_cell *cell,
                const signed char *sign, uint32_t plane, uint32_t *slots);

// ---- what all cells of a space have in common ----

typedef struct cell_kind cell_kind;
extern const cell_kind interval_kind, polygon_kind, vertices_kind, implicit_kind;

static inline bool cells_are_segments(const geom_space *space)
{
    return space->kind == &interval_kind;
}
static inline bool cells_are_polygons(const geom_space *space)
{
    return space->kind == &polygon_kind;
}
// Whether a split or a question may take long, so that it is polled and worth sharing.
static inline bool cells_are_costly(const geom_space *space)
{
    return !cells_are_segments(space) && !cells_are_polygons(space);
}

// For a cell with vertices: lists the planes of a set of facets, but for infinity. Returns their
// number.
static inline size_t cell_list_planes(uint32_t *plane, const geom_cell *cell, const uint64_t *set)
{
    size_t count = 0;
    BITS_EACH(f, set, cell->words)
        if (cell->facet[f].plane != SPACE_INFINITY)
            plane[count++] = cell->facet[f].plane;
    return count;
}
// For a cell with vertices: the set of the generators on each facet, bits_words(cell->count) words
// each.
void cell_members(uint64_t *members, const geom_cell *cell);

// ---- polygons ----

void polygon_from_box(geom_cell *cell, geom_space *space, const crease_domain *box);
// The vertices of a bounded polygon; they live in space->cells. Returns NULL if it is not bounded.
const corners_approx *polygon_corners(const geom_cell *cell, geom_space *space);
// As cell_split, from the signs at the vertices of a polygon with at most CORNER_BITS of them, if
// the line meets two edges and no vertex. Otherwise returns 0 and does nothing.
bool polygon_split_between(geom_cell half[2], geom_space *space, const geom_cell *cell,
                           corner_signs signs, uint32_t line, uint32_t *slots);
// Whether both edges at the generator lie on one line.
static inline bool polygon_is_flat(const geom_cell *cell, size_t generator)
{
    ASSERT(generator < cell->count);
    const size_t before = generator ? generator - 1 : cell->count - 1;
    return cell->generator[before].plane == cell->generator[generator].plane;
}
