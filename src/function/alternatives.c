// The alternatives that a property has for inputs, each with the domain that it puts them in.
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

// ---- Which disjunctions there are ----

// Nodes that hold together with all others, but for parts of disjunctions.
static void list_choices(alternatives *all)
{
    const crease_property *property = all->property;
    for (size_t n = 1; n < property->nodes;) {
        if (property->node[n].kind == PROPERTY_OR && is_choice(property, n))
            all->choice[all->choices++] = n;
        n = property->node[n].kind == PROPERTY_OR ? property->node[n].end : n + 1;
    }
}

crease_status alternatives_init(alternatives *all, const crease_property *property,
                                crease_error *error)
{
    *all = (alternatives){.property = property};
    all->choice = memory_new(property->nodes, sizeof *all->choice);
    all->chosen = memory_new(property->nodes, sizeof *all->chosen);
    all->left_out = memory_new(property->nodes, 1);
    all->list = memory_new(property->nodes, sizeof *all->list);
    all->is_bound = memory_new(property->atoms, 1);
    for (int side = 0; side < 2; side++) {
        all->bound[side] = _fmpq_vec_init((slong)property->inputs);
        all->known[side] = memory_new(property->inputs, 1);
    }
    list_choices(all);
    double count = 1;
    for (size_t i = 0; i < all->choices; i++) {
        size_t parts = 0;
        const size_t node = all->choice[i];
        for (size_t n = node + 1; n < property->node[node].end; n = property->node[n].end)
            parts++;
        count *= (double)parts;
    }
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
    free(all->choice);
    free(all->chosen);
    free(all->left_out);
    free(all->list);
    free(all->is_bound);
}

// ---- One after the other ----

// The next combination of parts, the last disjunction turning first.
static int turn(alternatives *all)
{
    const property_node *node = all->property->node;
    for (size_t i = 0; i < all->choices && !all->started; i++)
        all->chosen[i] = all->choice[i] + 1;
    if (!all->started)
        return all->started = 1;
    for (size_t i = all->choices; i-- > 0;) {
        all->chosen[i] = node[all->chosen[i]].end;
        if (all->chosen[i] < node[all->choice[i]].end)
            return 1;
        all->chosen[i] = all->choice[i] + 1;
    }
    return 0;
}

// a x + c >= 0.
static void add_bound(alternatives *all, size_t atom)
{
    const property_atom *of = all->property->atom + atom;
    const property_term *term = all->property->term + of->first;
    const size_t input = term->variable;
    fmpq_t value, slope;
    fmpq_init(value);
    fmpq_init(slope);
    fmpq_set(slope, term->coefficient);
    fmpq_div(value, of->constant, slope);
    fmpq_neg(value, value);
    const int side = fmpq_sgn(slope) > 0 ? LOWER : UPPER;
    fmpq *bound = all->bound[side] + input;
    const int order = fmpq_cmp(value, bound);
    if (!all->known[side][input] || (side == LOWER ? order > 0 : order < 0))
        fmpq_set(bound, value);
    all->known[side][input] = 1;
    all->is_bound[atom] = 1;
    fmpq_clear(value);
    fmpq_clear(slope);
}

static size_t chosen_part(const alternatives *all, size_t node)
{
    for (size_t i = 0; i < all->choices; i++)
        if (all->choice[i] == node)
            return all->chosen[i];
    return 0;
}

// All that holds together: conjunctions, and the parts that are taken.
static void collect(alternatives *all)
{
    const property_node *node = all->property->node;
    size_t count = 0;
    all->list[count++] = 0;
    while (count) {
        const size_t n = all->list[--count], part = chosen_part(all, n);
        if (node[n].kind == PROPERTY_ATOM && is_bound(all->property, node[n].atom))
            add_bound(all, node[n].atom);
        for (size_t m = n + 1; m < node[n].end && (node[n].kind == PROPERTY_AND || part);
             m = node[m].end)
            if (!part || m == part)
                all->list[count++] = m;
            else
                all->left_out[m] = 1;
    }
}

int alternatives_next(alternatives *all)
{
    if (!turn(all))
        return 0;
    memset(all->left_out, 0, all->property->nodes);
    memset(all->is_bound, 0, all->property->atoms);
    for (int side = 0; side < 2; side++)
        memset(all->known[side], 0, all->property->inputs);
    collect(all);
    return 1;
}

// ---- The domain ----

static int is_fixed(const alternatives *all, size_t i)
{
    return all->known[LOWER][i] && all->known[UPPER][i] &&
           fmpq_equal(all->bound[LOWER] + i, all->bound[UPPER] + i);
}

// The inequalities u_k >= lower and u_k <= upper that there are.
static crease_domain *make_domain(const alternatives *all, size_t dimension)
{
    const size_t inputs = all->property->inputs, columns = dimension + 1;
    fmpq *row = _fmpq_vec_init((slong)(2 * dimension * columns));
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    size_t rows = 0, k = 0;
    for (size_t i = 0; i < inputs; i++) {
        if (is_fixed(all, i))
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
        if (is_fixed(all, i))
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
        dimension += !is_fixed(all, i);
    }
    *is_point = dimension == 0;
    for (size_t i = 0; i < inputs && *is_point; i++)
        fmpq_set(x + i, all->bound[LOWER] + i);
    if (*is_point)
        return;
    *domain = make_domain(all, dimension);
    if (dimension < inputs)
        fix_inputs(*domain, all, dimension);
}
