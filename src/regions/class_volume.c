// The volume of the cells of one class, from the faces at which the class ends.
#include "regions/class_volume.h"

#include "base/fatal.h"
#include "regions/rounded_pyramid.h"

// ---- Polygons ----

// The sum over the edges of a polygon.
typedef struct {
    class_ends *ends;
    class_points *points;
    fmpz *sum;   // times the product of all weights, or in units
    fmpz *error; // of a rounded sum, else NULL
    fmpz_t term, weight;
} edge_sum;

// Adds s->term over a product of weights.
static void add_fraction(edge_sum *s, const fmpz_t divisor)
{
    if (!s->error) {
        fmpz_divexact(s->weight, s->points->product, divisor);
        fmpz_addmul(s->sum, s->term, s->weight);
        return;
    }
    fmpz_mul_2exp(s->term, s->term, s->ends->frame->shift);
    if (!fmpz_is_zero(divisor)) // as in a cancelled run
        fmpz_fdiv_q(s->term, s->term, divisor);
    fmpz_add(s->sum, s->sum, s->term);
    fmpz_add_ui(s->error, s->error, 1);
}

// An edge on an upper side. The class may end at its active vertices within this side, whose lower
// end is the apex there. Edges run counterclockwise: upwards on the right side, back on the upper
// one.
static void add_side_edge(edge_sum *s, size_t axis, size_t from, size_t to)
{
    const size_t end[2] = {axis ? to : from, axis ? from : to};
    for (size_t i = 0; i < 2; i++) {
        if (!bits_have(s->ends->active, end[i]))
            continue;
        const fmpz *row = s->points->row[end[i]];
        fmpz_mul(s->term, s->ends->frame->width + axis, row + (1 - axis));
        if (i == 0)
            fmpz_neg(s->term, s->term);
        add_fraction(s, row + 2);
    }
}

// Adds the triangle over an edge.
static void add_edge(edge_sum *s, size_t from, size_t to)
{
    const fmpz *tail = s->points->row[from], *head = s->points->row[to];
    fmpz_mul(s->term, tail, head + 1);
    fmpz_submul(s->term, tail + 1, head);
    fmpz_mul(s->weight, tail + 2, head + 2);
    add_fraction(s, s->weight);
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

// error: of a rounded sum, else NULL.
static void add_edges(fmpz_t sum, fmpz *error, class_ends *ends, class_points *points)
{
    const geom_cell *cell = ends->cell;
    edge_sum s = {.ends = ends, .points = points, .sum = sum, .error = error};
    fmpz_init(s.term);
    fmpz_init(s.weight);
    for (size_t i = 0; i < cell->count; i++) {
        const size_t next = (i + 1) % cell->count;
        const uint64_t above = class_ends_above(ends, i) & class_ends_above(ends, next);
        if (above)
            add_side_edge(&s, bits_lowest(above), i, next);
        else if (class_ends_on_border(ends, cell->generator[i].plane) ||
                 is_tied_edge(ends->ties, i, next))
            add_edge(&s, i, next);
    }
    fmpz_clear(s.term);
    fmpz_clear(s.weight);
}

// ---- Polytopes ----

// The sum over the faces of a polytope.
typedef struct {
    class_ends *ends;
    class_pyramid pyramid;    // and the side within which faces are added
    rounded_pyramid *rounded; // NULL: the sum is exact
    fmpz *sum;                // times the product of all weights, or in units
    fmpz *error;              // of a rounded sum
    uint64_t *face;           // the set of one in each number of dimensions
} face_sum;

// Adds the pyramid over a face on facet f where the class ends.
static void add_pyramid(face_sum *s, const uint64_t *face, size_t f)
{
    const int sign = class_pyramid_sign(&s->pyramid, f);
    if (!sign)
        return;
    if (!s->rounded) {
        class_pyramid_find(&s->pyramid, face, f);
        (sign > 0 ? fmpz_addmul : fmpz_submul)(s->sum, s->pyramid.volume, s->pyramid.side.factor);
        return;
    }
    rounded_pyramid_find(s->rounded, face, f);
    fmpz_add(s->error, s->error, s->rounded->error);
    (sign > 0 ? fmpz_add : fmpz_sub)(s->sum, s->sum, s->rounded->units);
}

// At the upper corner V is 1.
static void add_corner(face_sum *s)
{
    const fmpz *volume = s->pyramid.side.factor;
    if (!s->rounded) {
        fmpz_addmul(s->sum, volume, s->pyramid.points->product);
        return;
    }
    fmpz_mul_2exp(s->rounded->units, volume, s->ends->frame->shift);
    fmpz_add(s->sum, s->sum, s->rounded->units);
}

static void add_faces(face_sum *s, const uint64_t *face);

// Adds what the class has of the side's upper side in one axis. The cell has this face there: all
// that facet f has of the side before.
static void add_side(face_sum *s, const uint64_t *face, size_t f, size_t axis)
{
    const fmpz *width = s->ends->frame->width + axis;
    const uint64_t is_side = s->ends->cell->facet[f].plane == s->ends->upper[axis];
    box_side *side = &s->pyramid.side;
    side->on_facets[f / BITS_WORD] ^= is_side << f % BITS_WORD;
    side->axes ^= (uint64_t)1 << axis;
    fmpz_mul(side->factor, side->factor, width);
    fmpz_add(side->apex + axis, side->apex + axis, width);
    if (side->axes)
        add_faces(s, face);
    else
        add_corner(s);
    fmpz_sub(side->apex + axis, side->apex + axis, width);
    fmpz_divexact(side->factor, side->factor, width);
    side->axes ^= (uint64_t)1 << axis;
    side->on_facets[f / BITS_WORD] ^= is_side << f % BITS_WORD;
}

// Adds V of the side. The cell has this face there, and the class ends at facets of it.
static void add_faces(face_sum *s, const uint64_t *face)
{
    class_ends *ends = s->ends;
    const geom_cell *cell = ends->cell;
    const size_t words = ends->ties->words;
    uint64_t *part = s->face + (class_pyramid_dimension(&s->pyramid) - 1) * words;
    for (size_t f = 0; f < cell->facets; f++) {
        const uint64_t *members = s->pyramid.members + f * words;
        bits_common(part, face, members, words);
        if (!bits_count_common(part, ends->active, words) || bits_within(face, members, words) ||
            !cell_meets_in_facet(cell, s->pyramid.members, face, part, f))
            continue;
        const uint64_t above = class_ends_face_above(ends, part) & s->pyramid.side.axes;
        if (above)
            add_side(s, part, f, bits_lowest(above));
        else if (class_ties_hold(ends->ties, part) ||
                 class_ends_on_border(ends, cell->facet[f].plane))
            add_pyramid(s, part, f);
    }
}

// kept and error: of a rounded sum, else NULL.
static void add_polytope(fmpz_t sum, fmpz *error, class_ends *ends, class_points *points,
                         class_kept *kept)
{
    const size_t d = ends->frame->dimension, words = ends->ties->words;
    arena *stack = &ends->space->cells;
    uint64_t *all = arena_new(stack, words, sizeof *all);
    face_sum s = {.ends = ends, .sum = sum, .error = error};
    rounded_pyramid rounded;
    s.face = arena_take(stack, d * words * sizeof *s.face);
    class_pyramid_init(&s.pyramid, ends, points);
    if (kept) {
        rounded_pyramid_init(&rounded, &s.pyramid, kept);
        s.rounded = &rounded;
    }
    for (size_t g = 0; g < ends->cell->count; g++)
        bits_add(all, g);
    add_faces(&s, all);
    if (kept)
        rounded_pyramid_clear(&rounded);
    class_pyramid_clear(&s.pyramid);
}

// ---- All of it ----

void class_volume(factored *volume, const crease_region *region, class_ties *ties,
                  const class_frame *frame)
{
    class_ends ends;
    class_points points = {0};
    fmpz_t sum;
    if (!class_ends_find(&ends, region, ties, frame))
        return;
    fmpz_init(sum);
    class_points_load(&points, region, frame, ends.active);
    class_points_multiply(&points);
    if (cells_are_polygons(ends.space))
        add_edges(sum, NULL, &ends, &points);
    else
        add_polytope(sum, NULL, &ends, &points, NULL);
    factored_set(volume, sum, points.weight, points.count);
    class_points_clear(&points);
    fmpz_clear(sum);
}

void class_volume_rounded(fmpz_t sum, fmpz_t error, const crease_region *region, class_ties *ties,
                          const class_frame *frame, class_kept *kept)
{
    class_ends ends;
    class_points points = {0};
    ASSERT(frame->is_box);
    if (!class_ends_find(&ends, region, ties, frame))
        return;
    if (cells_are_polygons(ends.space)) {
        class_points_load(&points, region, frame, ends.active);
        add_edges(sum, error, &ends, &points);
    } else {
        add_polytope(sum, error, &ends, &points, kept);
    }
    class_points_clear(&points);
}
