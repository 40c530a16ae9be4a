// The volume of the cells of one class, from the faces at which the class ends.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "regions/class_volume.h"

#include "base/fatal.h"
#include "cell/simple_volume.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <string.h>

// ---- Coordinates ----

void class_frame_init(class_frame *frame, const crease_domain *domain)
{
    const size_t d = domain->dimension;
    *frame = (class_frame){.dimension = d, .is_box = domain->is_box};
    frame->apex = _fmpz_vec_init((slong)(2 * d + 1));
    frame->width = frame->apex + d + 1;
    fmpz *weight = frame->apex + d;
    fmpz_one(weight);
    if (frame->is_box) {
        fmpq *ends = _fmpq_vec_init((slong)(2 * d));
        for (size_t c = 0; c < d; c++) {
            fmpq_set(ends + c, domain->lo + c);
            fmpq_sub(ends + d + c, domain->hi + c, domain->lo + c);
        }
        fmpz *integer = _fmpz_vec_init((slong)(2 * d));
        _fmpq_vec_get_fmpz_vec_fmpz(integer, weight, ends, (slong)(2 * d));
        _fmpz_vec_set(frame->apex, integer, (slong)d);
        _fmpz_vec_set(frame->width, integer + d, (slong)d);
        _fmpz_vec_clear(integer, (slong)(2 * d));
        _fmpq_vec_clear(ends, (slong)(2 * d));
    }
    fmpz_init(frame->divisor);
    fmpz_pow_ui(frame->divisor, weight, d);
    for (size_t k = 2; k <= d; k++)
        fmpz_mul_ui(frame->divisor, frame->divisor, k);
    enum { UNITS = 320 }; // bits of the volume of the box in units
    flint_bitcnt_t bits = fmpz_bits(frame->divisor);
    for (size_t c = 0; c < d; c++)
        bits += fmpz_bits(frame->width + c);
    frame->shift = bits < UNITS ? UNITS - bits : 0;
}

void class_frame_clear(class_frame *frame)
{
    _fmpz_vec_clear(frame->apex, (slong)(2 * frame->dimension + 1));
    fmpz_clear(frame->divisor);
}

// ---- The sum of a region ----

typedef struct {
    geom_space *space;
    const crease_region *region;
    const geom_cell *cell;
    const class_frame *frame;
    class_ties *ties;
    uint32_t *upper; // of a box: the plane of its upper side in each axis
    size_t
        *upper_facet; // the facet that the cell has on it, or NO_FACET; NULL: not in its vertices
    uint64_t *above;  // of each vertex: the axes in which it lies there, or NOT_KNOWN
    uint64_t *active; // the vertices where the class may end, and the upper corner
    const fmpz **row; // of each of them: in coordinates that begin at the apex, then its weight w
    fmpz *entries;    // of these rows
    fmpz *weight;     // all w, borrowed
    size_t weight_count;
    fmpz_t weights; // their product
    fmpz_t sum;     // of the pyramids, times that
    // In three and more dimensions.
    const uint64_t *members; // of each facet: its vertices
    // The side of the box within which the class ends.
    fmpz *apex;                 // its lower corner
    uint64_t axes;              // along it
    uint64_t *on_facets, *root; // the facets of the cell that it lies on; scratch: a set
    fmpz_t factor;              // the product of the widths across it
    fmpz_t pyramid, term, rest;
    fmpz_mat_t matrix;
    uint64_t *part; // the set of a face in each number of dimensions
    // Of a rounded sum, else NULL. Then rows are loaded once a face is not simple.
    fmpz *error;
    class_kept *kept;
    fmpz_t doubt;   // what s->pyramid differs from at most
    mpfr_t rounded; // scratch
    bool has_rows;
} pyramid_sum;

#define NOT_KNOWN UINT64_MAX
#define NO_FACET SIZE_MAX

// Whether a facet lies on the border of a domain that is not a box, all of which is added.
static bool is_added_border(const pyramid_sum *s, uint32_t plane)
{
    return !s->frame->is_box && s->space->origin[plane].split == NO_SPLIT;
}

// ---- Upper sides of the box ----

// They are planes of every space in which the box is cut.
static void find_upper(pyramid_sum *s)
{
    const size_t d = s->frame->dimension;
    s->upper = arena_take(&s->space->cells, d * sizeof *s->upper);
    size_t count = 0;
    for (uint32_t plane = 0; count < d && plane < s->space->plane_rows.count; plane++) {
        const plane_origin *origin = s->space->origin + plane;
        if (origin->split == NO_SPLIT && origin->unit < 2 * d && origin->unit % 2) {
            s->upper[origin->unit / 2] = plane;
            count++;
        }
    }
    ASSERT(count == d);
}

// Of a cell with vertices, as long as no sign was 0: then a vertex that lies on a side divides an
// edge on it, and the cell has a facet there.
static void find_upper_facets(pyramid_sum *s)
{
    const size_t d = s->frame->dimension;
    if (cells_are_polygons(s->space) || s->space->judge->has_ties)
        return;
    s->upper_facet = arena_take(&s->space->cells, d * sizeof *s->upper_facet);
    for (size_t c = 0; c < d; c++) {
        s->upper_facet[c] = NO_FACET;
        for (size_t f = 0; f < s->cell->facets; f++)
            if (s->cell->facet[f].plane == s->upper[c])
                s->upper_facet[c] = f;
    }
}

// Whether a vertex lies on an upper side, which after a tie need not have a facet of the cell.
static bool lies_above(const pyramid_sum *s, size_t generator, size_t axis)
{
    if (s->upper_facet)
        return s->upper_facet[axis] != NO_FACET &&
               cell_lies_on(s->cell, generator, s->upper_facet[axis]);
    geom_space *space = s->space;
    const cell_generator *vertex = s->cell->generator + generator;
    const uint32_t plane = s->upper[axis];
    if (space_try(space, space_form(space, plane), vertex->point) != SIGN_UNKNOWN)
        return false;
    bool lies = false;
    const arena_mark mark = arena_here(&space->cells);
    half_space *facet = arena_take(&space->cells, (s->cell->facets + 2) * sizeof *facet);
    const size_t facets = cell_facets_meeting(facet, s->cell, space, generator);
    for (size_t f = 0; f < facets && !lies; f++)
        lies = facet[f].plane == plane;
    arena_release(&space->cells, mark);
    if (lies)
        return true;
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, space_plane_row(space, plane), space_point_row(space, vertex->point),
                  (slong)space->columns);
    lies = fmpz_is_zero(value);
    fmpz_clear(value);
    return lies;
}

static bool is_upper_corner(const pyramid_sum *s, size_t generator)
{
    size_t c = 0;
    while (c < s->frame->dimension && lies_above(s, generator, c))
        c++;
    return c == s->frame->dimension;
}

static uint64_t above_at(const pyramid_sum *s, size_t g)
{
    uint64_t *above = s->above + g;
    if (*above != NOT_KNOWN)
        return *above;
    *above = 0;
    for (size_t c = 0; c < s->frame->dimension && s->frame->is_box; c++)
        if (lies_above(s, g, c))
            bits_add(above, c);
    return *above;
}

static void find_active(pyramid_sum *s)
{
    const class_ties *ties = s->ties;
    memset(s->active, 0, ties->words * sizeof *s->active);
    for (size_t k = 0; k < ties->rivals; k++)
        for (size_t w = 0; w < ties->words; w++)
            s->active[w] |= ties->equal[k * ties->words + w];
    if (s->frame->is_box) {
        find_upper(s);
        find_upper_facets(s);
    }
    for (size_t g = 0; g < s->cell->count; g++)
        if (!s->frame->is_box || is_upper_corner(s, g))
            bits_add(s->active, g);
}

static void load_rows(pyramid_sum *s)
{
    const size_t d = s->frame->dimension, n = s->cell->count;
    const fmpz *apex = s->frame->apex;
    shared_vertex *const *vertex = region_share(s->region);
    s->entries = _fmpz_vec_init((slong)(n * (d + 1)));
    s->weight = arena_take(&s->space->cells, n * sizeof *s->weight);
    for (size_t g = 0; g < n; g++) {
        fmpz *row = s->entries + g * (d + 1);
        s->row[g] = row;
        if (!bits_have(s->active, g))
            continue;
        const fmpz *point = shared_vertex_row(vertex[g], s->space, s->cell->generator[g].point);
        for (size_t c = 0; c < d; c++) {
            fmpz_mul(row + c, point + c, apex + d);
            fmpz_submul(row + c, apex + c, point + d);
        }
        fmpz_set(row + d, point + d);
        s->weight[s->weight_count++] = row[d];
    }
    if (!s->error || !cells_are_polygons(s->space))
        _fmpz_vec_prod(s->weights, s->weight, (slong)s->weight_count);
    s->has_rows = true;
}

static void need_rows(pyramid_sum *s)
{
    if (!s->has_rows)
        load_rows(s);
}

// ---- Polygons ----

// Adds s->term over a product of weights.
static void add_fraction(pyramid_sum *s, const fmpz_t divisor)
{
    if (!s->error) {
        fmpz_divexact(s->rest, s->weights, divisor);
        fmpz_addmul(s->sum, s->term, s->rest);
        return;
    }
    fmpz_mul_2exp(s->term, s->term, s->frame->shift);
    if (!fmpz_is_zero(divisor)) // as in a cancelled run
        fmpz_fdiv_q(s->term, s->term, divisor);
    fmpz_add(s->sum, s->sum, s->term);
    fmpz_add_ui(s->error, s->error, 1);
}

// An edge on an upper side: what the class has of this side ends at active vertices. The edges run
// counterclockwise, so upwards on the right side and back on the upper one.
static void add_side_edge(pyramid_sum *s, size_t axis, size_t from, size_t to)
{
    const size_t end[2] = {axis ? to : from, axis ? from : to};
    for (size_t i = 0; i < 2; i++) {
        if (!bits_have(s->active, end[i]))
            continue;
        const fmpz *row = s->row[end[i]];
        fmpz_mul(s->term, s->frame->width + axis, row + (1 - axis));
        if (i == 0)
            fmpz_neg(s->term, s->term);
        add_fraction(s, row + 2);
    }
}

static void add_edge(pyramid_sum *s, size_t from, size_t to)
{
    const fmpz *tail = s->row[from], *head = s->row[to];
    fmpz_mul(s->term, tail, head + 1);
    fmpz_submul(s->term, tail + 1, head);
    fmpz_mul(s->rest, tail + 2, head + 2);
    add_fraction(s, s->rest);
}

static bool is_tied_edge(const class_ties *ties, size_t i, size_t j)
{
    for (size_t k = 0; k < ties->rivals; k++) {
        const uint64_t *equal = ties->equal + k * ties->words;
        if (bits_have(equal, i) && bits_have(equal, j))
            return true;
    }
    return false;
}

static void add_edges(pyramid_sum *s)
{
    const size_t n = s->cell->count;
    for (size_t i = 0; i < n; i++) {
        const size_t next = (i + 1) % n;
        const uint64_t above = above_at(s, i) & above_at(s, next);
        if (above)
            add_side_edge(s, bits_lowest(above), i, next);
        else if (is_added_border(s, s->cell->generator[i].plane) || is_tied_edge(s->ties, i, next))
            add_edge(s, i, next);
    }
}

// ---- Polytopes ----

static void add_simplex(void *data, const fmpz *const *point)
{
    pyramid_sum *s = data;
    const size_t d = s->frame->dimension, corners = (size_t)fmpz_mat_nrows(s->matrix);
    fmpz_one(s->term);
    for (size_t i = 0; i < corners; i++) {
        slong column = 0;
        for (size_t c = 0; c < d; c++)
            if (bits_have(&s->axes, c))
                fmpz_set(fmpz_mat_entry(s->matrix, (slong)i, column++), point[i] + c);
        fmpz_mul(s->term, s->term, point[i] + d);
    }
    fmpz_divexact(s->rest, s->weights, s->term);
    fmpz_mat_det(s->term, s->matrix);
    fmpz_abs(s->term, s->term);
    fmpz_addmul(s->pyramid, s->term, s->rest);
}

// s->term = the form of a facet at the apex. Returns its sign.
static int find_height(pyramid_sum *s, size_t f)
{
    const fmpz *row = space_plane_row(s->space, s->cell->facet[f].plane);
    _fmpz_vec_dot(s->term, row, s->apex, (slong)s->space->columns);
    return fmpz_sgn(s->term);
}

// The first axis along the side to which facet f is not parallel.
static size_t axis_of(const pyramid_sum *s, size_t f)
{
    const fmpz *row = space_plane_row(s->space, s->cell->facet[f].plane);
    size_t axis = 0;
    while (!bits_have(&s->axes, axis) || fmpz_is_zero(row + axis))
        axis++;
    return axis;
}

// The facets of the cell where it has the face that the side has on facet f, borrowed. NULL:
// another facet than that of an upper side is all that the cell has on it.
static const uint64_t *root_of(pyramid_sum *s, size_t f)
{
    const size_t words = bits_words(s->cell->facets);
    if (bits_count(s->on_facets, words) + bits_count(&s->axes, 1) != s->frame->dimension)
        return NULL;
    memcpy(s->root, s->on_facets, words * sizeof *s->root);
    bits_add(s->root, f);
    return s->root;
}

static uint64_t all_axes(const pyramid_sum *s)
{
    return ((uint64_t)1 << s->frame->dimension) - 1;
}

// s->pyramid = the projection, along an axis of the side, of the face that it has on facet f. Those
// of facets that have been measured are known. Returns 0 if the face is not simple.
static bool find_projection(pyramid_sum *s, size_t f, size_t axis)
{
    if (s->axes == all_axes(s) && s->ties->projection && !fmpz_is_zero(s->ties->projection + f)) {
        fmpz_set(s->pyramid, s->ties->projection + f);
        return true;
    }
    const uint64_t *root = root_of(s, f), axes = (all_axes(s) & ~s->axes) | (uint64_t)1 << axis;
    return root &&
           simple_projection(s->pyramid, s->space, s->cell, region_share(s->region), root, axes);
}

// The pyramid over the face that the side has on facet f, from its projection: the height along the
// axis is the form at the apex over the coefficient. Returns 0 if the face is not simple.
static bool take_projection(pyramid_sum *s, const uint64_t *face, size_t f)
{
    const size_t d = s->frame->dimension, axis = axis_of(s, f);
    if (!find_projection(s, f, axis))
        return false;
    find_height(s, f); // again: rows may have been made primitive
    const fmpz *row = space_plane_row(s->space, s->cell->facet[f].plane);
    fmpz_pow_ui(s->rest, s->frame->apex + d, bits_count(&s->axes, 1) - 1);
    fmpz_mul(s->pyramid, s->pyramid, s->rest);
    fmpz_mul(s->pyramid, s->pyramid, s->term);
    fmpz_one(s->rest);
    for (size_t g = 0; g < s->cell->count; g++)
        if (bits_have(face, g))
            fmpz_mul(s->rest, s->rest, s->row[g] + d);
    fmpz_mul(s->pyramid, s->pyramid, s->weights);
    fmpz_mul(s->rest, s->rest, row + axis);
    fmpz_divexact(s->pyramid, s->pyramid, s->rest);
    fmpz_abs(s->pyramid, s->pyramid);
    return true;
}

// s->rounded = W of the face that the side has on facet f. Returns the bits that are right. That of
// the whole facet may be known, and is kept.
static slong find_weight(pyramid_sum *s, size_t f, class_kept_facet *kept)
{
    const bool is_whole = s->axes == all_axes(s);
    if (is_whole && kept && kept->bits) {
        mpfr_set(s->rounded, kept->weight, MPFR_RNDN);
        return kept->bits;
    }
    const uint64_t *root = root_of(s, f);
    const face_weights *weights = root ? class_ties_weigh(s->ties, s->region, f) : NULL;
    const slong bits = weights ? face_weights_get(s->rounded, weights, root) : 0;
    if (is_whole && kept && bits) {
        mpfr_set(kept->weight, s->rounded, MPFR_RNDN);
        kept->bits = bits;
    }
    return bits;
}

// s->pyramid = a number in s->rounded, at least 0, in units.
static void set_units(pyramid_sum *s)
{
    mpz_t units;
    mpz_init(units);
    mpfr_mul_2ui(s->rounded, s->rounded, s->frame->shift, MPFR_RNDN);
    mpfr_get_z(units, s->rounded, MPFR_RNDD);
    fmpz_set_mpz(s->pyramid, units);
    mpz_clear(units);
}

// s->pyramid = the pyramid over the face that the side has on facet f, which is the face's W times
// the form at the apex times the coefficients of the upper sides' rows, in units. Returns 0 if the
// face is not simple.
static bool round_pyramid(pyramid_sum *s, size_t f, class_kept_facet *kept)
{
    enum { LOST = 1 }; // by two roundings
    const slong bits = find_weight(s, f, kept) - LOST;
    mpfr_t factor;
    if (bits <= 0)
        return false;
    find_height(s, f); // again: rows may have been made primitive
    fmpz_pow_ui(s->rest, s->frame->apex + s->frame->dimension, bits_count(&s->axes, 1) - 1);
    fmpz_mul(s->rest, s->rest, s->term);
    fmpz_mul(s->rest, s->rest, s->factor);
    for (size_t c = 0; c < s->frame->dimension; c++)
        if (!bits_have(&s->axes, c))
            fmpz_mul(s->rest, s->rest, space_plane_row(s->space, s->upper[c]) + c);
    fmpz_abs(s->rest, s->rest);
    mpfr_init2(factor, s->ties->precision);
    fmpz_get_mpfr(factor, s->rest, MPFR_RNDN);
    mpfr_mul(s->rounded, s->rounded, factor, MPFR_RNDN);
    mpfr_clear(factor);
    set_units(s);
    fmpz_fdiv_q_2exp(s->doubt, s->pyramid, (ulong)bits);
    fmpz_add_ui(s->doubt, s->doubt, 2);
    return true;
}

// s->pyramid = the pyramid over a face on facet f, times s->weights.
static void find_pyramid(pyramid_sum *s, const uint64_t *face, size_t f)
{
    const slong corners = (slong)bits_count(&s->axes, 1);
    fmpz_zero(s->pyramid);
    if (take_projection(s, face, f))
        return;
    fmpz_mat_init(s->matrix, corners, corners);
    cell_divide_face(s->space, s->cell, s->row, s->members, face, (size_t)corners, add_simplex, s);
    fmpz_mat_clear(s->matrix);
}

// s->pyramid = such a pyramid, divided by s->weights and multiplied by s->factor, in units.
static void divide_pyramid(pyramid_sum *s)
{
    fmpz_mul(s->pyramid, s->pyramid, s->factor);
    fmpz_mul_2exp(s->pyramid, s->pyramid, s->frame->shift);
    if (!fmpz_is_zero(s->weights)) // as in a cancelled run
        fmpz_fdiv_q(s->pyramid, s->pyramid, s->weights);
    fmpz_one(s->doubt);
}

// s->pyramid = the pyramid over a face on facet f, in units; s->doubt.
static void find_units(pyramid_sum *s, const uint64_t *face, size_t f)
{
    class_kept_facet *kept = class_kept_find(s->kept, s->region, f);
    const size_t side = (size_t)s->axes;
    if (kept && bits_have(&kept->known, side)) {
        fmpz_set(s->pyramid, kept->units + side);
        fmpz_set(s->doubt, kept->error + side);
        return;
    }
    if (!round_pyramid(s, f, kept)) {
        need_rows(s);
        find_pyramid(s, face, f);
        divide_pyramid(s);
    }
    if (kept) {
        fmpz_set(kept->units + side, s->pyramid);
        fmpz_set(kept->error + side, s->doubt);
        bits_add(&kept->known, side);
    }
}

// The pyramid over a face on facet f where the class ends.
static void add_pyramid(pyramid_sum *s, const uint64_t *face, size_t f)
{
    const int sign = find_height(s, f) * s->cell->facet[f].side;
    if (!sign)
        return;
    if (!s->error) {
        find_pyramid(s, face, f);
        (sign > 0 ? fmpz_addmul : fmpz_submul)(s->sum, s->pyramid, s->factor);
        return;
    }
    find_units(s, face, f);
    fmpz_add(s->error, s->error, s->doubt);
    (sign > 0 ? fmpz_add : fmpz_sub)(s->sum, s->sum, s->pyramid);
}

static void add_faces(pyramid_sum *s, const uint64_t *face);

// What the class has at the upper corner.
static void add_corner(pyramid_sum *s)
{
    if (s->error)
        fmpz_mul_2exp(s->term, s->factor, s->frame->shift);
    else
        fmpz_mul(s->term, s->factor, s->weights);
    fmpz_add(s->sum, s->sum, s->term);
}

// What the class has of a side of the box, which meets the cell in this face, all that facet f has
// of the side before.
static void add_side(pyramid_sum *s, const uint64_t *face, size_t f, size_t axis)
{
    const fmpz *width = s->frame->width + axis;
    const uint64_t is_side = s->cell->facet[f].plane == s->upper[axis];
    s->on_facets[f / BITS_WORD] ^= is_side << f % BITS_WORD;
    s->axes ^= (uint64_t)1 << axis;
    fmpz_mul(s->factor, s->factor, width);
    fmpz_add(s->apex + axis, s->apex + axis, width);
    if (s->axes)
        add_faces(s, face);
    else
        add_corner(s);
    fmpz_sub(s->apex + axis, s->apex + axis, width);
    fmpz_divexact(s->factor, s->factor, width);
    s->axes ^= (uint64_t)1 << axis;
    s->on_facets[f / BITS_WORD] ^= is_side << f % BITS_WORD;
}

// The axes in which all of a face lies on upper sides.
static uint64_t axes_above(const pyramid_sum *s, const uint64_t *face)
{
    uint64_t axes = ~(uint64_t)0;
    for (size_t w = 0; w < s->ties->words; w++)
        for (uint64_t rest = face[w]; rest; rest &= rest - 1)
            if (!(axes &= above_at(s, w * BITS_WORD + bits_lowest(rest))))
                return 0;
    return axes;
}

// Adds what the class has within the side, at the facets of the cell's face there.
static void add_faces(pyramid_sum *s, const uint64_t *face)
{
    const size_t words = s->ties->words;
    uint64_t *part = s->part + (bits_count(&s->axes, 1) - 1) * words;
    for (size_t f = 0; f < s->cell->facets; f++) {
        const uint64_t *members = s->members + f * words;
        bits_common(part, face, members, words);
        if (!bits_count_common(part, s->active, words) || bits_within(face, members, words) ||
            !cell_meets_in_facet(s->cell, s->members, face, part, f))
            continue;
        const uint64_t above = axes_above(s, part) & s->axes;
        if (above)
            add_side(s, part, f, bits_lowest(above));
        else if (class_ties_hold(s->ties, part) || is_added_border(s, s->cell->facet[f].plane))
            add_pyramid(s, part, f);
    }
}

static void add_polytope(pyramid_sum *s)
{
    const size_t d = s->frame->dimension, words = s->ties->words;
    arena *stack = &s->space->cells;
    uint64_t *members = arena_take(stack, s->cell->facets * words * sizeof *members);
    uint64_t *all = arena_take(stack, words * sizeof *all);
    memset(all, 0, words * sizeof *all);
    for (size_t g = 0; g < s->cell->count; g++)
        bits_add(all, g);
    cell_members(members, s->cell);
    s->members = members;
    s->on_facets = arena_take(stack, bits_words(s->cell->facets) * sizeof *s->on_facets);
    memset(s->on_facets, 0, bits_words(s->cell->facets) * sizeof *s->on_facets);
    s->root = arena_take(stack, bits_words(s->cell->facets) * sizeof *s->root);
    s->part = arena_take(stack, d * words * sizeof *s->part);
    s->apex = _fmpz_vec_init((slong)d + 1);
    s->axes = ((uint64_t)1 << d) - 1;
    _fmpz_vec_set(s->apex, s->frame->apex, (slong)d + 1);
    fmpz_init_set_ui(s->factor, 1);
    fmpz_init(s->pyramid);
    add_faces(s, all);
    fmpz_clear(s->pyramid);
    fmpz_clear(s->factor);
    _fmpz_vec_clear(s->apex, (slong)d + 1);
}

// ---- All of it ----

// Returns 0 if the region adds nothing; then sum_clear must not be called.
static bool sum_init(pyramid_sum *s, const crease_region *region, class_ties *ties,
                     const class_frame *frame)
{
    geom_space *space = region_space(region);
    arena *stack = &space->cells;
    *s = (pyramid_sum){.space = space,
                       .cell = region_corners(region),
                       .region = region,
                       .frame = frame,
                       .ties = ties};
    ASSERT(space->dimension > 1 && ties->words == bits_words(s->cell->count));
    s->active = arena_take(stack, ties->words * sizeof *s->active);
    s->row = arena_take(stack, s->cell->count * sizeof *s->row);
    find_active(s);
    if (!bits_count(s->active, ties->words))
        return false;
    fmpz_init(s->sum);
    fmpz_init_set_ui(s->weights, 1);
    fmpz_init(s->term);
    fmpz_init(s->rest);
    s->above = arena_take(stack, s->cell->count * sizeof *s->above);
    memset(s->above, 0xff, s->cell->count * sizeof *s->above); // NOT_KNOWN
    return true;
}

static void sum_clear(pyramid_sum *s)
{
    if (s->has_rows)
        _fmpz_vec_clear(s->entries, (slong)(s->cell->count * (s->frame->dimension + 1)));
    fmpz_clear(s->rest);
    fmpz_clear(s->term);
    fmpz_clear(s->sum);
    fmpz_clear(s->weights);
}

void class_volume(factored *volume, const crease_region *region, class_ties *ties,
                  const class_frame *frame)
{
    pyramid_sum s;
    if (!sum_init(&s, region, ties, frame))
        return;
    load_rows(&s);
    (cells_are_polygons(s.space) ? add_edges : add_polytope)(&s);
    factored_set(volume, s.sum, s.weight, s.weight_count);
    sum_clear(&s);
}

void class_volume_rounded(fmpz_t sum, fmpz_t error, const crease_region *region, class_ties *ties,
                          const class_frame *frame, class_kept *kept)
{
    pyramid_sum s;
    ASSERT(frame->is_box);
    if (!sum_init(&s, region, ties, frame))
        return;
    s.error = error;
    s.kept = kept;
    fmpz_init(s.doubt);
    mpfr_init2(s.rounded, ties->precision);
    if (cells_are_polygons(s.space)) {
        load_rows(&s);
        add_edges(&s);
    } else {
        add_polytope(&s);
    }
    fmpz_add(sum, sum, s.sum);
    mpfr_clear(s.rounded);
    fmpz_clear(s.doubt);
    sum_clear(&s);
}
