// Cells without generators, which a dictionary of linear programming describes.
//
// Every question is a linear program: doubles propose, integers decide (lp/dictionary.h).
#include "cell/kind.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "lp/polyhedron.h"
#include "lp/prefix.h"
#include <math.h>
#include <string.h>

static geom_cell implicit_cell(dictionary *dict)
{
    ASSERT(dict->points <= DICTIONARY_POINTS);
    return (geom_cell){
        .dictionary = dict, .in_order = true, .facets = dict->rows, .facet = dict->inequality};
}

// The dictionary of a cell. That of a half is made for the first question to it: regions that are
// listed by their canonical cells are asked none.
static dictionary *made(const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    polyhedron_make(space, cell->dictionary);
    return cell->dictionary;
}

bool cell_without_vertices(geom_cell *cell, geom_space *space, const crease_domain *domain)
{
    ASSERT(space->columns == space->dimension + 1);
    ASSERT(domain->dimension > 0);
    dictionary *dict;
    space->kind = &vertices_kind; // of the corners
    const bool interior = polyhedron_from_domain(&dict, space, domain);
    *cell = implicit_cell(dict);
    return interior;
}

static void implicit_whole(geom_cell *cell, geom_space *space)
{
    *cell = implicit_cell(dictionary_whole(space));
}

static void implicit_split(geom_cell half[2], geom_space *space, const geom_cell *cell,
                           const signed char *sign, uint32_t plane, uint32_t *slots)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    (void)sign, (void)slots;
    half[0] = implicit_cell(dictionary_half(space, cell->dictionary, (half_space){plane, -1}));
    half[1] = implicit_cell(dictionary_half(space, cell->dictionary, (half_space){plane, 1}));
}

static bool implicit_clip(geom_cell *cell, geom_space *space, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    ASSERT(space->columns == space->dimension + 1);
    dictionary *part = polyhedron_clip(space, made(cell, space), facet);
    space->judge->has_ties = true; // for all that is known
    *cell = part ? implicit_cell(part) : *cell;
    return part != NULL;
}

static void implicit_copy(geom_cell *copy, geom_space *space, const geom_cell *cell)
{
    *copy = implicit_cell(dictionary_copy(&space->cells, made(cell, space), space->dimension));
}

static const geom_cell *implicit_canonical(const geom_cell *cell, geom_space *space,
                                           bool (*keeps)(const void *data, uint32_t plane),
                                           const void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    half_space *kept = cell->facet;
    size_t count = cell->facets;
    if (keeps) {
        kept = arena_take(&space->cells, cell->facets * sizeof *kept);
        count = 0;
        for (size_t f = 0; f < cell->facets; f++)
            if (keeps(data, cell->facet[f].plane))
                kept[count++] = cell->facet[f];
    }
    geom_cell *canonical = arena_take(&space->cells, sizeof *canonical);
    *canonical = implicit_cell((keeps ? polyhedron_canonical : prefix_canonical)(
        space, kept, count, cell->dictionary->bounded));
    return canonical;
}

// ---- questions ----

static bool implicit_is_bounded(const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const int bounded = cell->dictionary->bounded;
    return bounded ? bounded > 0 : program_is_bounded(space, made(cell, space));
}

// The box that dictionary_find_box has left; false if it is not bounded.
static bool implicit_box(box_approx *box, const geom_cell *cell, const geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const dictionary *dict = cell->dictionary;
    for (size_t c = 0; c < space->dimension; c++) {
        const double low = dict->low[c], high = dict->high[c], center = 0.5 * low + 0.5 * high;
        if (!(fabs(center) < INFINITY))
            return false;
        box->center[c] = center;
        box->half[c] = fmax(center - low, high - center) * (1 + 0x1p-50);
        box->reach[c] = fmax(fabs(low), fabs(high));
    }
    box->radius = 0;
    return true;
}

static bool implicit_shrink_box(box_approx *box, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    dictionary_find_box(space, made(cell, space));
    return implicit_box(box, cell, space);
}

static bool implicit_lies_beside(const geom_cell *cell, geom_space *space, const fmpz *row,
                                 int side)
{
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return !program_is_positive(space, made(cell, space), row, -side) || run_is_cancelled();
}

// A checked build: what doubles have decided holds in integers.
static void check_signs(const geom_cell *cell, geom_space *space, form_signs signs, const fmpz *row)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    for (int sign = -1; sign <= 1 && space->judge->arith != CREASE_FLOAT; sign += 2) {
        const int bit = sign > 0 ? SIGN_ABOVE : SIGN_BELOW, occurs = (signs.attained & bit) != 0;
        if (!occurs && !(signs.refuted & bit))
            continue;
        const bool exact = program_is_positive(space, made(cell, space), row, sign);
        if (!run_is_cancelled())
            CHECK_SAME("side of a cell without vertices", occurs, exact);
    }
}

// Tries doubles, then tighter ones, then integers.
static sides implicit_sides(const geom_cell *cell, geom_space *space, const cell_form *form,
                            signed char *sign)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    (void)sign; // there are no generators
    form_signs signs = dictionary_try(space, made(cell, space), form->form);
    if (!form_signs_known(signs) && form->tighten(form->data))
        signs = dictionary_try(space, made(cell, space), form->form);
    if (CHECKED)
        check_signs(cell, space, signs, form->row(form->data));
    const bool by_integers = !form_signs_known(signs);
    if (by_integers)
        tie_decide(&signs, space, made(cell, space), form->form, form->row(form->data));
    space->judge->has_ties |= by_integers && signs.refuted;
    return (sides){signs.attained & SIGN_BELOW, (signs.attained & SIGN_ABOVE) != 0, by_integers};
}

// The form of an inequality that never holds is negative by more than it may be off.
static int implicit_holds(const geom_cell *cell, geom_space *space, double *form, const fmpz *row)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    if (row)
        return 0;
    const double constant = form[space->dimension];
    form[space->dimension] = constant + FILTER_TINY + 4 * FILTER_UNIT * fabs(constant);
    const form_signs signs = dictionary_try(space, made(cell, space), form);
    form[space->dimension] = constant;
    if (signs.refuted & SIGN_ABOVE)
        return -1;
    return signs.refuted & SIGN_BELOW ? 1 : 0;
}

// ---- facets ----

static size_t implicit_facets(half_space **facet, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return polyhedron_facets(facet, space, made(cell, space), false);
}

static size_t implicit_lower_facets(half_space **facet, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return polyhedron_facets(facet, space, made(cell, space), true);
}

static size_t implicit_facet_borders(half_space *border, const geom_cell *cell,
                                     const geom_space *space, const half_space *facet,
                                     size_t facets, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    (void)cell, (void)space, (void)plane;
    memcpy(border, facet, facets * sizeof *border);
    return facets;
}

static void implicit_facet_box(double *low, double *high, const geom_cell *cell, geom_space *space,
                               uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    (void)plane;
    memcpy(low, cell->dictionary->low, space->dimension * sizeof *low);
    memcpy(high, cell->dictionary->high, space->dimension * sizeof *high);
}

static const geom_cell *implicit_corners(const geom_cell *cell, geom_space *space,
                                         const half_space *facet, size_t facets)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    (void)cell;
    geom_cell *corners = arena_take(&space->cells, sizeof *corners);
    vertices_kind.whole(corners, space);
    for (size_t f = 0; f < facets && !run_is_cancelled(); f++)
        cell_clip_to(corners, space, facet[f]);
    return corners;
}

// ---- programs ----

static void implicit_interior(fmpq *x, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    polyhedron_interior(x, space, made(cell, space));
}

static void implicit_point_beyond(fmpq *x, const geom_cell *cell, geom_space *space, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    polyhedron_point_beyond(x, space, made(cell, space), plane);
}

static bool implicit_maximise(program_optimum *optimum, const geom_cell *cell, geom_space *space,
                              const fmpz *row, int sign, bool refutes)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return (refutes ? program_refute : program_maximise)(optimum, space, made(cell, space), row,
                                                         sign);
}

const cell_kind implicit_kind = {
    .whole = implicit_whole,
    .split = implicit_split,
    .clip = implicit_clip,
    .copy = implicit_copy,
    .canonical = implicit_canonical,
    .is_bounded = implicit_is_bounded,
    .box = implicit_box,
    .shrink_box = implicit_shrink_box,
    .sides = implicit_sides,
    .holds = implicit_holds,
    .facets = implicit_facets,
    .lower_facets = implicit_lower_facets,
    .facet_borders = implicit_facet_borders,
    .facet_box = implicit_facet_box,
    .corners = implicit_corners,
    .interior = implicit_interior,
    .point_beyond = implicit_point_beyond,
    .maximise = implicit_maximise,
    .lies_beside = implicit_lies_beside,
};
