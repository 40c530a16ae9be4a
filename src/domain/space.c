// Hyperplanes and points of the domain.
#include "domain/space.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/rounded_row.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void space_init(geom_space *space, size_t dimension, sign_judge *judge)
{
    static atomic_ulong spaces;
    *space = (geom_space){.dimension = dimension, .columns = dimension + 1, .judge = judge};
    space->id = 1 + atomic_fetch_add(&spaces, 1);
    rows_init(&space->plane_rows, space->columns);
    rows_init(&space->point_rows, space->columns);
    arena_init(&space->cells);
    arena_init(&space->path.memory);
    arena_init(&space->path.proof_memory);
}

void space_clear(geom_space *space)
{
    rows_clear(&space->plane_rows);
    rows_clear(&space->point_rows);
    free(space->origin);
    free(space->form);
    free(space->point);
    free(space->place);
    if (space->bounds)
        bounds_free(space->bounds);
    free(space->plane_ball);
    free(space->label);
    free(space->named);
    free(space->plane_number);
    vertex_cache_clear(&space->vertices);
    shared_vertices_clear(&space->shared);
    free(space->scratch);
    free(space->pairs);
    arena_clear(&space->cells);
    arena_clear(&space->path.memory);
    arena_clear(&space->path.proof_memory);
    free(space->path.redundant);
}

// ---- planes and points of the walk ----

// Chooses the one of two opposite directions that lies on the right side of its witness.
static void orient(geom_space *space, uint32_t point)
{
    const space_point *defined = space->point + point;
    double *place = space_place(space, point);
    int sign = space_try(space, space_form(space, defined->first), point);
    if (sign == SIGN_UNKNOWN)
        place[space->columns] = INFINITY;
    else if (sign != defined->side)
        for (size_t i = 0; i < space->dimension; i++)
            place[i] = -place[i];
}

static void meet_of_forms(double *place, geom_space *space, const space_point *defined,
                          const uint32_t *through)
{
    MEMORY_RESERVE(space->scratch, space->scratch_capacity,
                   filter_point_scratch(defined->count, space->dimension));
    arena_mark mark = arena_here(&space->cells);
    const double **form = arena_take(&space->cells, defined->count * sizeof *form);
    for (size_t i = 0; i < defined->count; i++)
        form[i] = space_form(space, through[i]);
    filter_point(place, form, defined->count, space->dimension, defined->infinite, space->scratch);
    arena_release(&space->cells, mark);
}

// The rows of the planes through a point, with room for one more.
static const fmpz **rows_through(geom_space *space, const space_point *defined)
{
    const fmpz **row = arena_take(&space->cells, (defined->count + 1) * sizeof *row);
    for (size_t i = 0; i < defined->count; i++)
        row[i] = space_plane_row(space, defined->through[i]);
    return row;
}

// The point that its defining planes have in common, or their direction, of either sign.
static void kernel_of_planes(fmpz *point, geom_space *space, const space_point *defined)
{
    size_t columns = space->columns, count = defined->count;
    arena_mark mark = arena_here(&space->cells);
    const fmpz **row = rows_through(space, defined);
    fmpz *infinity = _fmpz_vec_init((slong)columns);
    fmpz_one(infinity + columns - 1);
    if (defined->infinite)
        row[count++] = infinity;
    row_kernel(point, row, count, columns);
    _fmpz_vec_clear(infinity, (slong)columns);
    arena_release(&space->cells, mark);
}

// The numbers of the planes of a point, ascending, and UINT64_MAX for infinity; the planes in this
// order.
typedef struct {
    uint64_t *number;
    uint32_t *through;
} vertex_key;

// Returns 0 if they are not `dimension` many, or if one of them depends on the cell.
static bool key_of_planes(vertex_key *key, const geom_space *space, const space_point *defined)
{
    if (defined->count + (defined->infinite != 0) != space->dimension)
        return false;
    key->number[space->dimension - 1] = UINT64_MAX;
    for (size_t i = 0; i < defined->count; i++) {
        const plane_origin *origin = space->origin + defined->through[i];
        const bool is_border = origin->split == NO_SPLIT;
        if (origin->unit == NO_INEQUALITY || (!is_border && origin->layer > 0))
            return false;
        const uint64_t number =
            (uint64_t)origin->unit << 32 | (is_border ? UINT32_MAX : origin->breakpoint);
        size_t k = i;
        for (; k > 0 && key->number[k - 1] > number; k--) {
            key->number[k] = key->number[k - 1];
            key->through[k] = key->through[k - 1];
        }
        key->number[k] = number;
        key->through[k] = defined->through[i];
    }
    return true;
}

// Whether a point is a vertex of the first layer or the domain, which the cache may hold.
static bool is_cacheable(vertex_key *key, geom_space *space, const space_point *defined)
{
    key->number = arena_take(&space->cells, space->dimension * sizeof *key->number);
    key->through = arena_take(&space->cells, (defined->count + 1) * sizeof *key->through);
    return key_of_planes(key, space, defined);
}

static const fmpz *cached_row(cached_vertex vertex, geom_space *space, const space_point *defined)
{
    if (!(*vertex.known & VERTEX_ROW)) {
        kernel_of_planes(vertex.row, space, defined);
        *vertex.known |= run_is_cancelled() ? 0 : VERTEX_ROW;
    }
    return vertex.row;
}

// Whether the radius is more than 2^-18 of the largest coordinate, or infinite.
static bool is_rough(const double *place, size_t d)
{
    double size = 0;
    for (size_t i = 0; i < d; i++)
        size = fmax(size, fabs(place[i]));
    return !(place[d + 1] <= 0x1p-18 * size);
}

// Hyperplanes that nearly depend on each other have a rough vertex, which would leave many signs
// open: then it is made from its integers, which all cells share. Until one is met nothing is
// cached.
static void place_vertex(double *place, const vertex_key *key, geom_space *space,
                         const space_point *defined)
{
    const size_t d = space->dimension;
    if (!space->vertices.row) {
        meet_of_forms(place, space, defined, key->through);
        if (!is_rough(place, d))
            return;
    }
    const cached_vertex vertex = vertex_cache_find(&space->vertices, key->number, d);
    if (!(*vertex.known & VERTEX_PLACE)) {
        meet_of_forms(vertex.place, space, defined, key->through);
        if (is_rough(vertex.place, d)) {
            const fmpz *row = cached_row(vertex, space, defined);
            if (!run_is_cancelled())
                place_of_row(vertex.place, row, d);
        }
        *vertex.known |= run_is_cancelled() ? 0 : VERTEX_PLACE;
    }
    memcpy(place, vertex.place, (d + 2) * sizeof *place);
}

static void meet_in_doubles(geom_space *space, uint32_t point)
{
    const space_point *defined = space->point + point;
    double *place = space_place(space, point);
    const arena_mark mark = arena_here(&space->cells);
    vertex_key key;
    if (space->judge->arith == CREASE_FILTERED && is_cacheable(&key, space, defined))
        place_vertex(place, &key, space, defined);
    else
        meet_of_forms(place, space, defined, defined->through);
    arena_release(&space->cells, mark);
    if (defined->infinite)
        orient(space, point);
}

// In doubles, from its planes' forms.
static void approximate(geom_space *space, uint32_t point)
{
    const space_point *defined = space->point + point;
    if (space->judge->arith == CREASE_EXACT)
        return;
    if (defined->definition == POINT_COMMON) {
        meet_in_doubles(space, point);
        return;
    }
    bool flip = defined->side < 0;
    const line_approx *first = space_line(space, flip ? defined->second : defined->first);
    const line_approx *second = space_line(space, flip ? defined->first : defined->second);
    point_approx *approx = space_point_approx(space, point);
    if (defined->definition == POINT_FOOT)
        filter_foot(approx, first);
    else if (defined->infinite)
        filter_meet_infinity(approx, first, flip);
    else
        filter_meet(approx, first, second);
}

// Cells that make the same vertex take its doubles from the first one.
static void keep_place(geom_space *space, uint32_t point)
{
    const size_t size = (space->columns + 1) * sizeof(double);
    if (!space->is_numbered || !space->label[point].number ||
        space->judge->arith != CREASE_FILTERED)
        return;
    shared_vertex *vertex = shared_vertices_at(&space->shared, space->label[point].number);
    if (!vertex->place) {
        vertex->place = arena_take(&space->shared.memory, size);
        space->shared.bytes += size;
    }
    memcpy(vertex->place, space_place(space, point), size);
    vertex->is_coarse = space->point[point].coarse;
}

static bool take_place(geom_space *space, uint32_t point, const shared_vertex *vertex)
{
    if (!vertex->place)
        return false;
    memcpy(space_place(space, point), vertex->place, (space->columns + 1) * sizeof(double));
    space->point[point].coarse = vertex->is_coarse;
    return true;
}

// They must live as long as the point.
static unsigned char *signs_of(geom_space *space, shared_vertex *vertex)
{
    if (!vertex->signs && space->shared.keeps) {
        vertex->signs = arena_take(&space->shared.memory, space->signs);
        memset(vertex->signs, SIGN_OPEN, space->signs);
        space->shared.bytes += space->signs;
    }
    return vertex->signs;
}

bool space_refine_point(geom_space *space, uint32_t point)
{
    ASSERT(point < space->point_rows.count);
    int coarse = space->point[point].coarse;
    space->point[point].coarse = 0;
    if (!coarse)
        return false;
    approximate(space, point);
    keep_place(space, point);
    return true;
}

static bool tighten_plane(geom_space *space, uint32_t plane)
{
    const plane_origin *origin = space->origin + plane;
    return origin->split != NO_SPLIT && space->fetch_tight &&
           space->fetch_tight(space->fetch_from, space_form(space, plane), origin);
}

bool space_tighten_point(geom_space *space, uint32_t point)
{
    ASSERT(point < space->point_rows.count);
    const space_point *defined = space->point + point;
    bool tighter = false;
    if (defined->definition == POINT_GIVEN)
        return false;
    if (defined->definition == POINT_COMMON)
        for (size_t i = 0; i < defined->count; i++)
            tighter |= tighten_plane(space, defined->through[i]);
    else
        tighter = tighten_plane(space, defined->first);
    if (defined->definition == POINT_MEET)
        tighter |= tighten_plane(space, defined->second);
    if (tighter)
        approximate(space, point);
    return tighter;
}

uint32_t space_add_meet(geom_space *space, uint32_t first, uint32_t second, int flip, int infinite)
{
    ASSERT(space->dimension == 2);
    ASSERT(first < space->plane_rows.count && second < space->plane_rows.count);
    const uint32_t lines[2] = {first, second};
    const uint32_t point = space_push_point(space);
    space->point[point] = (space_point){.definition = POINT_MEET,
                                        .first = lines[flip != 0],
                                        .second = lines[flip == 0],
                                        .infinite = (int8_t)infinite,
                                        .side = (int8_t)(1 - 2 * (flip != 0))};
    // A shortcut for the usual case of `approximate`.
    if (!infinite && space->judge->arith != CREASE_EXACT)
        filter_meet(space_point_approx(space, point), space_line(space, first),
                    space_line(space, second));
    else
        approximate(space, point);
    return point;
}

uint32_t space_add_foot(geom_space *space, uint32_t line)
{
    ASSERT(space->dimension == 2 && line < space->plane_rows.count);
    const uint32_t point = space_push_point(space);
    space->point[point] = (space_point){.definition = POINT_FOOT, .first = line};
    approximate(space, point);
    return point;
}

// Its doubles are still missing.
static uint32_t push_common(geom_space *space, const uint32_t *plane, size_t count, int infinite,
                            uint32_t witness, int side)
{
    const uint32_t point = space_push_point(space);
    uint32_t *through = arena_take(&space->cells, count * sizeof *through);
    memcpy(through, plane, count * sizeof *through);
    space->point[point] = (space_point){.definition = POINT_COMMON,
                                        .through = through,
                                        .count = (uint32_t)count,
                                        .first = witness,
                                        .infinite = (int8_t)infinite,
                                        .side = (int8_t)side};
    return point;
}

uint32_t space_add_common(geom_space *space, const uint32_t *plane, size_t count, int infinite,
                          uint32_t witness, int side)
{
    ASSERT(!infinite || witness < space->plane_rows.count);
    ASSERT(!infinite || side == 1 || side == -1);
    const uint32_t point = push_common(space, plane, count, infinite, witness, side);
    approximate(space, point);
    return point;
}

// Computes the doubles of a point from those of the ends. Returns whether they are precise enough.
static bool place_between(geom_space *space, uint32_t point, const uint32_t ends[2])
{
    uint32_t plane = *space->point[point].through;
    return filter_between(space_place(space, point), space_form(space, plane),
                          space_place(space, ends[0]), space_place(space, ends[1]),
                          space->dimension);
}

uint32_t space_add_between(geom_space *space, const uint32_t *plane, size_t count, uint32_t witness,
                           int side, const uint32_t ends[2], uint64_t number)
{
    ASSERT(count > 0);
    ASSERT(!number || space->is_numbered);
    bool infinite = space->point[ends[0]].infinite && space->point[ends[1]].infinite;
    const uint32_t point = push_common(space, plane, count, infinite, witness, side);
    if (number) {
        shared_vertex *vertex = shared_vertices_at(&space->shared, number);
        space->label[point] = (numbered_point){number, {ends[0], ends[1]}, signs_of(space, vertex)};
        if (take_place(space, point, vertex))
            return point;
    }
    bool placed = space->judge->arith == CREASE_FILTERED && place_between(space, point, ends);
    if (!placed && space->judge->arith == CREASE_FILTERED) {
        // Other points will lie between these ends too.
        int finer = space_refine_point(space, ends[0]);
        finer |= space_refine_point(space, ends[1]);
        placed = finer && place_between(space, point, ends);
    }
    space->point[point].coarse = (int8_t)placed;
    if (!placed)
        approximate(space, point);
    if (number)
        keep_place(space, point);
    return point;
}

// ---- integers ----

// On cancellation, fills an unfinished row with ones, so that callers can divide by it.
static void fill_ones(fmpz *row, size_t columns)
{
    for (size_t i = 0; i < columns && run_is_cancelled(); i++)
        fmpz_one(row + i);
}

const fmpz *space_plane_row(geom_space *space, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    fmpz *row = rows_at(&space->plane_rows, plane);
    if (!row_is_known(&space->plane_rows, plane)) {
        space->fetch(space->fetch_from, row, space->origin + plane);
        space->plane_rows.known[plane] |= 1;
        fill_ones(row, space->columns);
    }
    return row;
}

// The foot of (a, b, c) is (-ac, -bc, aa + bb).
static void foot(fmpz *point, const fmpz *line)
{
    fmpz_mul(point + 2, line, line);
    fmpz_addmul(point + 2, line + 1, line + 1);
    for (int i = 0; i < 2; i++) {
        fmpz_mul(point + i, line + i, line + 2);
        fmpz_neg(point + i, point + i);
    }
}

// The point, or the direction on the wanted side of the first plane, in which the planes meet.
static void meet_in_integers(fmpz *point, geom_space *space, const space_point *defined)
{
    const size_t columns = space->columns;
    arena_mark mark = arena_here(&space->cells);
    vertex_key key;
    if (is_cacheable(&key, space, defined))
        row_copy(point,
                 cached_row(vertex_cache_find(&space->vertices, key.number, space->dimension),
                            space, defined),
                 columns);
    else
        kernel_of_planes(point, space, defined);
    arena_release(&space->cells, mark);
    if (!defined->infinite)
        return;
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, space_plane_row(space, defined->first), point, (slong)columns);
    if (fmpz_sgn(value) != defined->side)
        _fmpz_vec_neg(point, point, (slong)columns);
    fmpz_clear(value);
}

// If the largest entry of a direction is 1 and its radius is less, its sign is correct.
static bool guess(fmpz *row, geom_space *space, uint32_t point)
{
    const space_point *defined = space->point + point;
    const double *place = space_place(space, point);
    if (!(place[space->columns] < 0.5))
        return false;
    arena_mark mark = arena_here(&space->cells);
    bool right =
        row_guess_kernel(row, rows_through(space, defined), defined->count, space->columns, place);
    arena_release(&space->cells, mark);
    return right;
}

bool space_point_is_simple(geom_space *space, uint32_t point)
{
    ASSERT(point < space->point_rows.count);
    space_point *defined = space->point + point;
    if (row_is_known(&space->point_rows, point))
        return true;
    if (defined->guessed || defined->definition != POINT_COMMON ||
        space->judge->arith != CREASE_FILTERED)
        return false;
    defined->guessed = 1;
    if (!guess(rows_at(&space->point_rows, point), space, point))
        return false;
    space->point_rows.known[point] |= 1;
    return true;
}

const fmpz *space_point_row(geom_space *space, uint32_t point)
{
    ASSERT(point < space->point_rows.count);
    fmpz *row = rows_at(&space->point_rows, point);
    if (row_is_known(&space->point_rows, point) || space_point_is_simple(space, point))
        return row;
    const space_point *defined = space->point + point;
    if (space->judge->arith == CREASE_FLOAT)
        row_from_doubles(row, space_place(space, point), space->columns);
    else if (defined->definition == POINT_COMMON)
        meet_in_integers(row, space, defined);
    else if (defined->definition == POINT_FOOT)
        foot(row, space_plane_row(space, defined->first));
    else
        row_cross(row, space_plane_row(space, defined->first),
                  space_plane_row(space, defined->second));
    space->point_rows.known[point] |= 1;
    fill_ones(row, space->columns);
    return row;
}

// ---- lowest terms ----

const fmpz *space_primitive_direction(geom_space *space, uint32_t point)
{
    ASSERT(point < space->point_rows.count && space->point[point].infinite);
    space_point_row(space, point);
    fmpz *row = rows_at(&space->point_rows, point);
    if (!(space->point_rows.known[point] & ROW_IS_REDUCED))
        row_primitive(row, row, space->dimension);
    space->point_rows.known[point] |= ROW_IS_REDUCED;
    return row;
}

const fmpz *space_primitive_row(geom_space *space, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    space_plane_row(space, plane);
    fmpz *row = rows_at(&space->plane_rows, plane);
    if (!(space->plane_rows.known[plane] & ROW_IS_REDUCED))
        row_primitive(row, row, space->columns);
    space->plane_rows.known[plane] |= ROW_IS_REDUCED;
    return row;
}

plane_name space_plane_name(geom_space *space, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    MEMORY_RESERVE(space->plane_number, space->plane_numbers, space->plane_rows.capacity);
    if (!(space->plane_rows.known[plane] & ROW_HAS_NAME))
        space->plane_number[plane] = ++space->last_number;
    space->plane_rows.known[plane] |= ROW_HAS_NAME;
    return (plane_name){space->id, space->plane_number[plane]};
}

int space_sign(geom_space *space, uint32_t plane, uint32_t point)
{
    ASSERT(plane < space->plane_rows.count && point < space->point_rows.count);
    int sign = space_try(space, space_form(space, plane), point);
    if (sign == SIGN_UNKNOWN)
        sign = sign_exact(space->judge, space_plane_row(space, plane),
                          space_point_row(space, point), space->columns);
    return sign;
}

// ---- exact doubles ----

static bool exact_line(exact_doubles *line, const geom_space *space, uint32_t plane)
{
    const plane_origin *origin = space->origin + plane;
    if (!space->grain || space->judge->arith != CREASE_FILTERED)
        return false;
    if (origin->split == NO_SPLIT)
        return exact_doubles_set_integers(line, rows_at(&space->plane_rows, plane));
    const double grain = space->grain[origin->layer];
    return grain > 0 && exact_doubles_set(line, space_form(space, plane), grain);
}

bool space_exact_point(exact_doubles *coordinates, const geom_space *space, uint32_t point)
{
    ASSERT(space->dimension == 2 && point < space->point_rows.count);
    const space_point *defined = space->point + point;
    exact_doubles first, second;
    if (!space->grain || space->judge->arith != CREASE_FILTERED)
        return false;
    if (row_is_known(&space->point_rows, point))
        return exact_doubles_set_integers(coordinates, rows_at(&space->point_rows, point));
    if (defined->definition != POINT_MEET || defined->infinite ||
        !exact_line(&first, space, defined->first) ||
        !exact_line(&second, space, defined->second) ||
        !exact_doubles_cross(coordinates, &first, &second))
        return false;
    exact_doubles_orient(coordinates);
    return coordinates->a[2] > 0;
}
