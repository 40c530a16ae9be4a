// The alternatives of a property: boxes of inputs, and what remains of the formula on each.
#include "function/alternatives.h"

#include "base/memory.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { LOWER, UPPER };

typedef struct replaced_bound {
    fmpq_t value;
    int side;
    size_t input;
    unsigned char known;
} replaced_bound;

typedef struct {
    alternative of;
    property_choices choices;
    int (*visit)(void *data, alternative *of);
    void *data;
} alternative_search;

// ---- What bounds an input ----

static int is_bound(const crease_property *property, size_t node)
{
    const property_node *of = property->node + node;
    const property_atom *atom = property->atom + of->atom;
    return of->kind == PROPERTY_ATOM && atom->count == 1 &&
           property->term[atom->first].variable < property->inputs;
}

// Opens the disjunctions with parts that bound inputs, none inside another.
static void open_alternatives(truth *of_node, const crease_property *property)
{
    const property_node *node = property->node;
    for (size_t n = 0; n < property->nodes; n++)
        of_node[n] = node[n].kind == PROPERTY_OR ? TRUTH_ALWAYS : TRUTH_OPEN;
    for (size_t n = 1; n < property->nodes;) {
        if (node[n].kind != PROPERTY_OR) {
            n++;
            continue;
        }
        for (size_t part = n + 1; part < node[n].end; part++)
            if (is_bound(property, part))
                of_node[n] = TRUTH_OPEN;
        n = node[n].end;
    }
}

// a x + c >= 0. Returns 0 if the box is empty.
static int take_bound(alternative *of, size_t atom)
{
    const property_atom *from = of->property->atom + atom;
    const property_term *term = of->property->term + from->first;
    const int side = fmpq_sgn(term->coefficient) > 0 ? LOWER : UPPER;
    fmpq *bound = of->bound[side] + term->variable;
    MEMORY_RESERVE(of->trail, of->trail_capacity, of->replaced + 1);
    replaced_bound *old = of->trail + of->replaced++;
    *old = (replaced_bound){
        .side = side, .input = term->variable, .known = of->known[side][term->variable]};
    fmpq_init(old->value);
    fmpq_inv(old->value, term->coefficient);
    fmpq_mul(old->value, old->value, from->constant);
    fmpq_neg(old->value, old->value);
    const int order = fmpq_cmp(old->value, bound);
    if (!old->known || (side == LOWER ? order > 0 : order < 0))
        fmpq_swap(old->value, bound);
    else
        fmpq_set(old->value, bound);
    of->known[side][term->variable] = 1;
    return !of->known[!side][term->variable] ||
           fmpq_cmp(of->bound[LOWER] + term->variable, of->bound[UPPER] + term->variable) <= 0;
}

static int take_node(void *data, size_t node)
{
    alternative *of = &((alternative_search *)data)->of;
    return !is_bound(of->property, node) || take_bound(of, of->property->node[node].atom);
}

static void drop_node(void *data, size_t node)
{
    alternative *of = &((alternative_search *)data)->of;
    if (!is_bound(of->property, node))
        return;
    replaced_bound *old = of->trail + --of->replaced;
    fmpq_swap(of->bound[old->side] + old->input, old->value);
    of->known[old->side][old->input] = old->known;
    fmpq_clear(old->value);
}

// Appends a subtree to the formula that remains, below its root.
static void keep_subtree(alternative *of, size_t root)
{
    const property_node *node = of->property->node;
    crease_property *rest = &of->rest;
    const size_t shift = rest->nodes - root;
    MEMORY_RESERVE(rest->node, rest->node_capacity, rest->nodes + node[root].end - root);
    for (size_t n = root; n < node[root].end; n++) {
        property_node *to = rest->node + rest->nodes++;
        *to = node[n];
        to->parent = n == root ? 0 : node[n].parent + shift;
        to->end += shift;
        if (to->kind != PROPERTY_ATOM)
            continue;
        MEMORY_RESERVE(rest->atom, rest->atom_capacity, rest->atoms + 1);
        to->atom = rest->atoms;
        rest->atom[rest->atoms++] = of->property->atom[node[n].atom];
    }
}

static int found_alternative(void *data)
{
    alternative_search *search = data;
    alternative *of = &search->of;
    crease_property *rest = &of->rest;
    MEMORY_RESERVE(rest->node, rest->node_capacity, 1);
    rest->node[0] = (property_node){.kind = PROPERTY_AND};
    rest->nodes = 1;
    rest->atoms = 0;
    for (size_t i = 0; i < search->choices.count; i++)
        if (!is_bound(of->property, search->choices.taken[i]))
            keep_subtree(of, search->choices.taken[i]);
    rest->node[0].end = rest->nodes;
    return search->visit(search->data, of);
}

int alternatives_visit(const crease_property *property, int (*visit)(void *data, alternative *of),
                       void *data)
{
    truth *of_node = memory_new(property->nodes, sizeof *of_node);
    alternative_search search = {.of = {.property = property, .rest = *property},
                                 .visit = visit,
                                 .data = data,
                                 .choices = {.property = property,
                                             .of_node = of_node,
                                             .data = &search,
                                             .take = take_node,
                                             .drop = drop_node,
                                             .found = found_alternative}};
    alternative *of = &search.of;
    of->rest.atom = NULL;
    of->rest.node = NULL;
    of->rest.atom_capacity = of->rest.node_capacity = 0;
    for (int side = 0; side < 2; side++) {
        of->bound[side] = _fmpq_vec_init((slong)property->inputs);
        of->known[side] = memory_new(property->inputs, 1);
    }
    open_alternatives(of_node, property);
    property_choices_init(&search.choices);
    const int found = property_choose(&search.choices);
    property_choices_clear(&search.choices);
    for (int side = 0; side < 2; side++) {
        _fmpq_vec_clear(of->bound[side], (slong)property->inputs);
        free(of->known[side]);
    }
    while (of->replaced)
        fmpq_clear(of->trail[--of->replaced].value);
    free(of->trail);
    free(of->rest.atom);
    free(of->rest.node);
    free(of_node);
    return found;
}

// ---- The domain ----

static int input_is_fixed(const alternative *of, size_t i)
{
    return of->known[LOWER][i] && of->known[UPPER][i] &&
           fmpq_equal(of->bound[LOWER] + i, of->bound[UPPER] + i);
}

// The inequalities u_k >= lower and u_k <= upper that there are.
static crease_domain *alternative_box(const alternative *of, size_t dimension)
{
    const size_t inputs = of->property->inputs, columns = dimension + 1;
    fmpq *row = _fmpq_vec_init((slong)(2 * dimension * columns));
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    size_t rows = 0, k = 0;
    for (size_t i = 0; i < inputs; i++) {
        if (input_is_fixed(of, i))
            continue;
        for (int side = 0; side < 2; side++) {
            if (!of->known[side][i])
                continue;
            fmpq *to = row + rows++ * columns;
            fmpq_set_si(to + k, side == LOWER ? 1 : -1, 1);
            fmpq_set(to + dimension, of->bound[side] + i);
            if (side == LOWER)
                fmpq_neg(to + dimension, to + dimension);
        }
        fmpq_set(lo + k, of->bound[LOWER] + i);
        fmpq_set(hi + k++, of->bound[UPPER] + i);
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
static void fix_inputs(crease_domain *domain, const alternative *of, size_t dimension)
{
    const size_t inputs = of->property->inputs, columns = dimension + 1;
    fmpq *rows = _fmpq_vec_init((slong)(inputs * columns));
    for (size_t i = 0, k = 0; i < inputs; i++)
        if (input_is_fixed(of, i))
            fmpq_set(rows + i * columns + dimension, of->bound[LOWER] + i);
        else
            fmpq_one(rows + i * columns + k++);
    domain_set_parametrization(domain, rows, inputs);
}

void alternative_domain(crease_domain **domain, fmpq *x, const alternative *of)
{
    const size_t inputs = of->property->inputs;
    size_t dimension = 0;
    *domain = NULL;
    for (size_t i = 0; i < inputs; i++) {
        dimension += !input_is_fixed(of, i);
        fmpq_set(x + i, of->bound[LOWER] + i);
    }
    if (dimension)
        *domain = alternative_box(of, dimension);
    if (dimension && dimension < inputs)
        fix_inputs(*domain, of, dimension);
}
