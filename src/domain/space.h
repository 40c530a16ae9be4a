// Hyperplanes and points of the domain, as a depth-first walk makes and drops them.
//
// R^d is completed to the oriented projective space: a point (x_1, .., x_d, w)
// with w > 0 is x / w, and with w = 0 it is the direction x. "At infinity" is the
// hyperplane w = 0, (0, .., 0, 1). In two dimensions planes are lines.
//
// Every plane and point has a floating-point approximation and defining hyperplanes, from which its
// integers are computed: at once in exact arithmetic, on demand otherwise, and then kept.
#pragma once

#include "base/arena.h"
#include "base/memory.h"
#include "domain/bounds.h"
#include "domain/domain.h"
#include "domain/shared_vertices.h"
#include "domain/vertex_cache.h"
#include "exact/exact_doubles.h"
#include "exact/point.h"
#include "exact/sign.h"
#include "exact/word_row.h"
#include <flint/fmpq.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NO_SPLIT UINT64_MAX
// If cells are general, this is the first plane.
enum { SPACE_INFINITY = 0 };

// The origin of a plane: a split of the tree (space_split), or the domain's border (NO_SPLIT). For
// the border, `unit` is the inequality, or NO_INEQUALITY if the plane is not one of the domain's.
enum { NO_INEQUALITY = UINT32_MAX };
typedef struct {
    uint64_t split;
    uint32_t layer, unit, breakpoint;
} plane_origin;

// The number of a split on a path, ascending from the root: its depth, and for a maxout unit the
// number of the tie of two rows.
static inline uint64_t space_split(size_t depth, size_t tie)
{
    return (uint64_t)depth << 32 | tie;
}

static inline size_t space_split_depth(uint64_t split)
{
    return split >> 32;
}

// How the integers of a point follow from planes.
typedef enum {
    POINT_GIVEN,  // known from the start
    POINT_MEET,   // two dimensions: first x second; if infinite, one of them is the line at
                  // infinity: the second, or the first if side is negative
    POINT_FOOT,   // two dimensions: the point of line `first` that is nearest to the origin
    POINT_COMMON, // the one point that `count` planes have in common; a direction also
                  // lies on the plane at infinity, and on the given side of plane `first`
} point_definition;

typedef struct {
    point_definition definition;
    const uint32_t *through;
    uint32_t count;
    uint32_t first, second;
    int8_t infinite; // w = 0
    int8_t side;
    int8_t coarse;  // its doubles follow from those of two other points, not from its planes
    int8_t guessed; // a guess at its integers was right or wrong
} space_point;

// Facts about the path of the latest cell, which has no vertices (lp/prefix.h).
typedef struct {
    struct polyhedron_prefix *prefix; // the whole path; NULL: nothing
    uint64_t serial;                  // of the last one made
    arena memory;
    // For each inequality, by number: how many of the path's first inequalities integers needed to
    // show that it is redundant; SIZE_MAX: it is not.
    size_t inequalities, redundants; // and the capacity
    size_t *redundant;
    struct known_proofs *proofs; // by doubles, of this and earlier paths (lp/known_proofs.h)
    arena proof_memory;
} known_path;

// The vertex that a point is, once a cell has named it.
typedef struct {
    shared_vertex *vertex;
    size_t trims; // of the table of vertices, by then
} named_point;

// The number of a point, the ends of the edge that it divides and its vertex' signs, which all
// cells around it share. Equal ends, NULL: they are not known.
typedef struct {
    uint64_t number;
    uint32_t ends[2];
    unsigned char *signs;
} numbered_point;

// The integers of a plane without common twos.
typedef struct {
    word_row row;
    size_t room; // words
} plane_in_words;

typedef struct geom_space {
    size_t dimension, columns;    // d, d + 1
    const struct cell_kind *kind; // of the cells in this space (cell/kind.h)
    coordinate_bounds *bounds;    // of cells without vertices (cell/implicit.c), its own; else NULL
    sign_judge *judge;
    rows plane_rows, point_rows; // integers
    plane_origin *origin;        // of each plane
    double *form;                // of each plane, as in exact/point.h
    space_point *point;
    double *place;                         // of each point, as in exact/point.h
    size_t origins, forms, points, places; // capacities
    arena cells;
    known_path path;
    // Writes the integers of a plane that a split made.
    void (*fetch)(void *from, fmpz *row, const plane_origin *origin);
    // Writes its form as tightly as doubles allow; returns 0 if it is already so. May be NULL.
    bool (*fetch_tight)(void *from, double *form, const plane_origin *origin);
    // Writes the form of such a plane in balls, up to a positive factor; returns 0 if they cannot
    // compute it. May be NULL.
    bool (*fetch_balls)(void *from, ball *row, const plane_origin *origin);
    // Writes the name of the vertex where planes meet, which the same point has in other cells too.
    // Returns its bytes, at most name_size and 12 for each plane, or 0 if there is none. NULL:
    // nothing has a name.
    size_t (*name_vertex)(void *from, unsigned char *name, const plane_origin *const *plane,
                          size_t count);
    size_t name_size;
    // A number of the cell on which planes of this layer have their present forms, which no other
    // cell has. May be NULL.
    uint64_t (*entry)(void *from, uint32_t layer);
    void *fetch_from;
    // The grain of the forms that splits of each layer make, 0 where these are not exact, or NULL.
    const double *grain;
    vertex_cache vertices;
    shared_vertices shared;
    bool is_numbered;      // points have numbers, 0 until they are needed (domain/point_number.h)
    bool has_common_edges; // of the cells of the walk (domain/point_number.h)
    bool divides_edges;    // points that are made now divide edges of cells of the walk
    size_t signs;          // that a vertex has
    numbered_point *label; // of each point
    size_t labels;
    named_point *named; // of each point with POINT_IS_NAMED (cell/share.c)
    size_t named_points;
    ball *plane_ball; // the row of each plane in balls, once it is asked for (cell/balls.c)
    size_t plane_balls;
    plane_in_words *plane_words; // of each plane with ROW_IS_IN_WORDS (cell/edge_vertex.c)
    size_t plane_words_kept;
    unsigned long id; // for names of planes
    uint64_t *plane_number, last_number;
    size_t plane_numbers;
    // Scratch.
    double *scratch;
    uint32_t *pairs;
    size_t scratch_capacity, pairs_capacity;
} geom_space;

// Flags of rows.known.
enum {
    ROW_IS_REDUCED = 2,
    ROW_IS_IN_BALLS = 4,
    ROW_HAS_NAME = 8,
    POINT_IS_NAMED = 16,
    ROW_IS_IN_WORDS = 32
};

// No other plane of any space has had this name.
typedef struct {
    unsigned long space; // 0: of no plane
    uint64_t number;
} plane_name;

// Everything made since a mark can be dropped at once.
typedef struct {
    size_t planes, points;
    arena_mark cells;
} space_mark;

void space_init(geom_space *space, size_t dimension, sign_judge *judge);
void space_clear(geom_space *space);
static inline space_mark space_here(const geom_space *space)
{
    return (space_mark){space->plane_rows.count, space->point_rows.count,
                        arena_here(&space->cells)};
}
static inline void space_release(geom_space *space, space_mark mark)
{
    space->plane_rows.count = mark.planes;
    space->point_rows.count = mark.points;
    arena_release(&space->cells, mark.cells);
}

// ---- approximations ----

static inline double *space_form(const geom_space *space, uint32_t plane)
{
    return space->form + 2 * space->columns * plane;
}

static inline double *space_place(const geom_space *space, uint32_t point)
{
    return space->place + (space->columns + 1) * point;
}

// In two dimensions, under names.
static inline line_approx *space_line(const geom_space *space, uint32_t plane)
{
    return (line_approx *)(void *)(space->form + sizeof(line_approx) / sizeof(double) * plane);
}

static inline point_approx *space_point_approx(const geom_space *space, uint32_t point)
{
    return (point_approx *)(void *)(space->place + sizeof(point_approx) / sizeof(double) * point);
}

// The sign of a form, given by doubles, at a point; or SIGN_UNKNOWN.
static inline int space_try(const geom_space *space, const double *form, uint32_t point)
{
    if (space->dimension == 2)
        return sign_try(space->judge, (const line_approx *)(const void *)form,
                        space_point_approx(space, point));
    return sign_try_point(space->judge, form, space_place(space, point), space->dimension);
}

// ---- These make a plane or a point and return its index. ----

// The caller writes its origin and form.
static inline uint32_t space_push_plane(geom_space *space)
{
    const size_t plane = rows_push(&space->plane_rows);
    MEMORY_RESERVE(space->origin, space->origins, plane + 1);
    MEMORY_RESERVE(space->form, space->forms, (plane + 1) * 2 * space->columns);
    return (uint32_t)plane;
}
// Inline, so that the origin is written in place: a copy of data just written in parts would stall
// until they are in the cache.
static inline uint32_t space_add_plane(geom_space *space, const double *form, plane_origin origin)
{
    const uint32_t plane = space_push_plane(space);
    space->origin[plane] = origin;
    memcpy(space_form(space, plane), form, 2 * space->columns * sizeof *form);
    return plane;
}
// The caller writes its definition and place.
static inline uint32_t space_push_point(geom_space *space)
{
    size_t point = rows_push(&space->point_rows);
    MEMORY_RESERVE(space->point, space->points, point + 1);
    MEMORY_RESERVE(space->place, space->places, (point + 1) * (space->columns + 1));
    if (space->is_numbered) {
        MEMORY_RESERVE(space->label, space->labels, point + 1);
        space->label[point] = (numbered_point){0};
    }
    return (uint32_t)point;
}
// Where `count` planes meet. If infinite, it is the direction that these have in common,
// on the given side of plane `witness`. The list is copied.
uint32_t space_add_common(geom_space *space, const uint32_t *plane, size_t count, int infinite,
                          uint32_t witness, int side);
// The same if plane[0] separates two points: the doubles of the new point follow from theirs, if
// these are precise enough, or are those of the last point with this number, if it is not 0.
uint32_t space_add_between(geom_space *space, const uint32_t *plane, size_t count, uint32_t witness,
                           int side, const uint32_t ends[2], uint64_t number);
// Two dimensions: first x second, or second x first if flip is set; cell/polygon.c (crossing) says
// which of two antipodes that is. If infinite, second is the line at infinity.
uint32_t space_add_meet(geom_space *space, uint32_t first, uint32_t second, int flip, int infinite);
// Two dimensions: the point of a line that is nearest to the origin.
uint32_t space_add_foot(geom_space *space, uint32_t line);

// Computes the doubles of a coarse point from its planes. Returns whether it was coarse.
bool space_refine_point(geom_space *space, uint32_t point);
// Computes the doubles of a point and its defining planes from the tightest forms available.
// Returns whether they may have changed.
bool space_tighten_point(geom_space *space, uint32_t point);

// ---- integers ----

// Borrowed until the next plane or point is made. Float arithmetic turns its doubles
// into integers here.
const fmpz *space_plane_row(geom_space *space, uint32_t plane);
const fmpz *space_point_row(geom_space *space, uint32_t point);

// The integers of an infinite point or a plane, which from now on have no common factor.
const fmpz *space_primitive_direction(geom_space *space, uint32_t point);
const fmpz *space_primitive_row(geom_space *space, uint32_t plane);

plane_name space_plane_name(geom_space *space, uint32_t plane);

// Whether a point's integers are known, or a guess at them is right. Costs little more than a sign.
bool space_point_is_simple(geom_space *space, uint32_t point);

// In the plane, filtered arithmetic: a point that is finite or given, in exact doubles; it has
// w > 0 or is a direction. Returns 0 if they are not known to be exact.
bool space_exact_point(exact_doubles *coordinates, const geom_space *space, uint32_t point);

// The sign of a plane's form at a point, by doubles or else by integers.
int space_sign(geom_space *space, uint32_t plane, uint32_t point);
