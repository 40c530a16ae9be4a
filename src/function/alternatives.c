// The alternatives of a property: domains that its bounds on inputs describe.
#include "function/alternatives.h"

#include "base/error.h"
#include "base/memory.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

enum { LOWER, UPPER };
enum { MOST_ALTERNATIVES = 1000000 };

// ---- What bounds an input ----

static int is_bound(const crease_property *property, size_t atom)
{
    const property_atom *of = property->atom + atom;
    return of->count == 1 && property->term[of->first].variable < property->inputs;
}

// Whether a part of a disjunction bounds inputs, by itself or as one of several conditions.
static int bounds_inputs(const crease_property *property, size_t node)
{
    for (size_t n = node; n < property->node[node].end; n++)
        if (property->node[n].kind == PROPERTY_ATOM && is_bound(property, property->node[n].atom))
            return 1;
    return 0;
}

static int is_choice(const crease_property *property, size_t node)
{
    for (size_t part = node + 1; part < property->node[node].end; part = property->node[part].end)
        if (bounds_inputs(property, part))
            return 1;
    return 0;
}

// ---- One alternative after the other ----

// Opens the disjunctions that make alternatives, none inside another; returns how many.
static double open_choices(alternatives *all)
{
    const property_node *node = all->property->node;
    double count = 1;
    for (size_t n = 0; n < all->property->nodes; n++)
        all->of_node[n] = node[n].kind == PROPERTY_OR ? TRUTH_ALWAYS : TRUTH_OPEN;
    for (size_t n = 1; n < all->property->nodes;) {
        size_t parts = 0;
        if (node[n].kind == PROPERTY_OR && is_choice(all->property, n)) {
            all->of_node[n] = TRUTH_OPEN;
            for (size_t part = n + 1; part < node[n].end; part = node[part].end)
                parts++;
            count *= (double)parts;
        }
        n = node[n].kind == PROPERTY_OR ? node[n].end : n + 1;
    }
    return count;
}

crease_status alternatives_init(alternatives *all, const crease_property *property,
                                crease_error *error)
{
    *all = (alternatives){.property = property};
    property_choice_init(&all->choice, property);
    all->of_node = memory_new(property->nodes, sizeof *all->of_node);
    all->is_bound = memory_new(property->atoms, 1);
    for (int side = 0; side < 2; side++) {
        all->bound[side] = _fmpq_vec_init((slong)property->inputs);
        all->known[side] = memory_new(property->inputs, 1);
    }
    const double count = open_choices(all);
    if (count <= MOST_ALTERNATIVES)
        return CREASE_OK;
    return error_set(error, "the property puts inputs in about %.3g boxes, more than %d", count,
                     MOST_ALTERNATIVES);
}

void alternatives_clear(alternatives *all)
{
    for (int side = 0; side < 2; side++) {
        _fmpq_vec_clear(all->bound[side], (slong)all->property->inputs);
        free(all->known[side]);
    }
    property_choice_clear(&all->choice);
    free(all->of_node);
    free(all->is_bound);
}

// a x + c >= 0.
static void alternative_bound(alternatives *all, size_t atom)
{
    const property_atom *of = all->property->atom + atom;
    const property_term *term = all->property->term + of->first;
    const size_t input = term->variable;
    const int side = fmpq_sgn(term->coefficient) > 0 ? LOWER : UPPER;
    fmpq *bound = all->bound[side] + input;
    fmpq_t value, slope;
    fmpq_init(value);
    fmpq_init(slope);
    fmpq_set(slope, term->coefficient);
    fmpq_div(value, of->constant, slope);
    fmpq_neg(value, value);
    const int order = fmpq_cmp(value, bound);
    if (!all->known[side][input] || (side == LOWER ? order > 0 : order < 0))
        fmpq_set(bound, value);
    all->known[side][input] = 1;
    all->is_bound[atom] = 1;
    fmpq_clear(value);
    fmpq_clear(slope);
}

int alternatives_next(alternatives *all)
{
    property_choice *choice = &all->choice;
    if (!all->started)
        property_choose(choice, all->of_node);
    else if (!property_choose_next(choice, all->of_node))
        return 0;
    all->started = 1;
    memset(all->is_bound, 0, all->property->atoms);
    for (int side = 0; side < 2; side++)
        memset(all->known[side], 0, all->property->inputs);
    for (size_t i = 0; i < choice->atoms; i++)
        if (is_bound(all->property, choice->atom[i]))
            alternative_bound(all, choice->atom[i]);
    return 1;
}

// ---- The domain ----

static int input_is_fixed(const alternatives *all, size_t i)
{
    return all->known[LOWER][i] && all->known[UPPER][i] &&
           fmpq_equal(all->bound[LOWER] + i, all->bound[UPPER] + i);
}

// The inequalities u_k >= lower and u_k <= upper that there are.
static crease_domain *alternative_domain(const alternatives *all, size_t dimension)
{
    const size_t inputs = all->property->inputs, columns = dimension + 1;
    fmpq *row = _fmpq_vec_init((slong)(2 * dimension * columns));
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    size_t rows = 0, k = 0;
    for (size_t i = 0; i < inputs; i++) {
        if (input_is_fixed(all, i))
            continue;
        for (int side = 0; side < 2; side++) {
            if (!all->known[side][i])
                continue;
            fmpq *to = row + rows++ * columns;
            fmpq_set_si(to + k, side == LOWER ? 1 : -1, 1);
            fmpq_set(to + dimension, all->bound[side] + i);
            if (side == LOWER)
                fmpq_neg(to + dimension, to + dimension);
        }
        fmpq_set(lo + k, all->bound[LOWER] + i);
        fmpq_set(hi + k++, all->bound[UPPER] + i);
    }
    crease_domain *domain = NULL;
    if (rows == 2 * dimension)
        crease_domain_new_box(&domain, lo, hi, dimension, NULL);
    else
        crease_domain_new_polytope(&domain, row, rows, dimension, NULL);
    _fmpq_vec_clear(row, (slong)(2 * dimension * columns));
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    return domain;
}

// Inputs that are fixed are no coordinates.
static void fix_inputs(crease_domain *domain, const alternatives *all, size_t dimension)
{
    const size_t inputs = all->property->inputs, columns = dimension + 1;
    fmpq *rows = _fmpq_vec_init((slong)(inputs * columns));
    for (size_t i = 0, k = 0; i < inputs; i++)
        if (input_is_fixed(all, i))
            fmpq_set(rows + i * columns + dimension, all->bound[LOWER] + i);
        else
            fmpq_one(rows + i * columns + k++);
    domain_set_parametrization(domain, rows, inputs);
}

void alternatives_domain(crease_domain **domain, int *is_point, fmpq *x, const alternatives *all)
{
    const size_t inputs = all->property->inputs;
    size_t dimension = 0;
    *domain = NULL;
    *is_point = 0;
    for (size_t i = 0; i < inputs; i++) {
        if (all->known[LOWER][i] && all->known[UPPER][i] &&
            fmpq_cmp(all->bound[LOWER] + i, all->bound[UPPER] + i) > 0)
            return;
        dimension += !input_is_fixed(all, i);
    }
    *is_point = dimension == 0;
    for (size_t i = 0; i < inputs && *is_point; i++)
        fmpq_set(x + i, all->bound[LOWER] + i);
    if (*is_point)
        return;
    *domain = alternative_domain(all, dimension);
    if (dimension < inputs)
        fix_inputs(*domain, all, dimension);
}
