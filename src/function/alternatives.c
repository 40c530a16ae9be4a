// The alternatives of a property: boxes of inputs, and the formula on each.
#include "function/alternatives.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { LOWER, UPPER };

// The bound that another one replaced.
typedef struct {
    fmpq_t value;
    int side;
    size_t input;
    unsigned char known;
} replaced_bound;

typedef struct {
    property_alternative group; // of the last box found, and the parts on it
    size_t parts;
    input_box box; // of what is taken
    replaced_bound *trail;
    size_t replaced, trail_capacity;
    property_choices choices;
    bool (*visit)(void *data, property_alternative *alternative);
    void *data;
} alternative_search;

static void box_init(input_box *box, size_t inputs)
{
    for (int side = 0; side < 2; side++) {
        box->bound[side] = _fmpq_vec_init((slong)inputs);
        box->known[side] = memory_new(inputs, 1);
    }
}

static void box_clear(input_box *box, size_t inputs)
{
    for (int side = 0; side < 2; side++) {
        _fmpq_vec_clear(box->bound[side], (slong)inputs);
        free(box->known[side]);
    }
}

// ---- What bounds an input ----

static bool is_bound(const crease_property *property, size_t index)
{
    ASSERT(index < property->nodes);
    const property_node *node = property->node + index;
    if (node->kind != PROPERTY_ATOM) // there may be no atoms
        return false;
    const property_atom *atom = property->atom + node->atom;
    return atom->count == 1 && property->term[atom->first].variable < property->inputs;
}

// Opens the disjunctions with parts that bound inputs, none inside another.
static void open_alternatives(truth *node_truth, const crease_property *property)
{
    const property_node *node = property->node;
    for (size_t n = 0; n < property->nodes; n++)
        node_truth[n] = node[n].kind == PROPERTY_OR ? TRUTH_ALWAYS : TRUTH_OPEN;
    for (size_t n = 1; n < property->nodes;) {
        if (node[n].kind != PROPERTY_OR) {
            n++;
            continue;
        }
        for (size_t part = n + 1; part < node[n].end; part++)
            if (is_bound(property, part))
                node_truth[n] = TRUTH_OPEN;
        n = node[n].end;
    }
}

// a x + c >= 0. Returns 0 if the box is empty.
static bool take_bound(alternative_search *search, size_t atom)
{
    ASSERT(atom < search->group.property->atoms && search->group.property->atom[atom].count == 1);
    const property_atom *from = search->group.property->atom + atom;
    const property_term *term = search->group.property->term + from->first;
    const int side = fmpq_sgn(term->coefficient) > 0 ? LOWER : UPPER;
    const size_t i = term->variable;
    input_box *box = &search->box;
    MEMORY_RESERVE(search->trail, search->trail_capacity, search->replaced + 1);
    replaced_bound *old = search->trail + search->replaced++;
    *old = (replaced_bound){.side = side, .input = i, .known = box->known[side][i]};
    fmpq_init(old->value);
    fmpq_neg(old->value, from->constant);
    fmpq_div_fmpz(old->value, old->value, fmpq_numref(term->coefficient));
    fmpq_mul_fmpz(old->value, old->value, fmpq_denref(term->coefficient));
    const int order = fmpq_cmp(old->value, box->bound[side] + i);
    if (!old->known || (side == LOWER ? order > 0 : order < 0))
        fmpq_swap(old->value, box->bound[side] + i);
    else
        fmpq_set(old->value, box->bound[side] + i);
    box->known[side][i] = 1;
    return !box->known[!side][i] || fmpq_cmp(box->bound[LOWER] + i, box->bound[UPPER] + i) <= 0;
}

static bool take_node(void *data, size_t node)
{
    alternative_search *search = data;
    const crease_property *property = search->group.property;
    return !is_bound(property, node) || take_bound(search, property->node[node].atom);
}

static void drop_node(void *data, size_t node)
{
    alternative_search *search = data;
    if (!is_bound(search->group.property, node))
        return;
    replaced_bound *old = search->trail + --search->replaced;
    fmpq_swap(search->box.bound[old->side] + old->input, old->value);
    search->box.known[old->side][old->input] = old->known;
    fmpq_clear(old->value);
}

// ---- Parts on one box ----

static bool boxes_are_equal(const input_box *one, const input_box *two, size_t inputs)
{
    bool equal = true;
    for (size_t k = 0; k < 2 * inputs && equal; k++) {
        const size_t i = k / 2, side = k % 2;
        equal = one->known[side][i] == two->known[side][i] &&
                (!one->known[side][i] || fmpq_equal(one->bound[side] + i, two->bound[side] + i));
    }
    return equal;
}

// Appends a subtree to the formula.
static void keep_subtree(property_alternative *alternative, size_t root, size_t parent)
{
    ASSERT(root < alternative->property->nodes && parent < alternative->formula.nodes);
    const property_node *node = alternative->property->node;
    crease_property *formula = &alternative->formula;
    const size_t shift = formula->nodes - root;
    MEMORY_RESERVE(formula->node, formula->node_capacity, formula->nodes + node[root].end - root);
    for (size_t n = root; n < node[root].end; n++) {
        property_node *copy = formula->node + formula->nodes++;
        *copy = node[n];
        copy->parent = n == root ? parent : node[n].parent + shift;
        copy->end += shift;
        if (copy->kind != PROPERTY_ATOM)
            continue;
        MEMORY_RESERVE(formula->atom, formula->atom_capacity, formula->atoms + 1);
        MEMORY_RESERVE(alternative->is_bound, alternative->capacity, formula->atoms + 1);
        alternative->is_bound[formula->atoms] =
            (unsigned char)(n == root && is_bound(alternative->property, n));
        copy->atom = formula->atoms;
        formula->atom[formula->atoms++] = alternative->property->atom[node[n].atom];
    }
}

static bool visit_group(alternative_search *search)
{
    crease_property *formula = &search->group.formula;
    for (size_t n = 0; n < 2 && search->parts; n++) // all of it, and the disjunction of its parts
        formula->node[n].end = formula->nodes;
    return search->parts && search->visit(search->data, &search->group);
}

static void begin_group(alternative_search *search, size_t inputs)
{
    crease_property *formula = &search->group.formula;
    MEMORY_RESERVE(formula->node, formula->node_capacity, 2);
    formula->node[0] = (property_node){.kind = PROPERTY_AND};
    formula->node[1] = (property_node){.kind = PROPERTY_OR};
    formula->nodes = 2;
    formula->atoms = 0;
    search->parts = 0;
    for (size_t k = 0; k < 2 * inputs; k++) {
        fmpq_set(search->group.box.bound[k % 2] + k / 2, search->box.bound[k % 2] + k / 2);
        search->group.box.known[k % 2][k / 2] = search->box.known[k % 2][k / 2];
    }
}

static void search_clear(alternative_search *search)
{
    box_clear(&search->box, search->group.property->inputs);
    while (search->replaced)
        fmpq_clear(search->trail[--search->replaced].value);
    free(search->trail);
}

// Takes a part of the formula, one choice of each disjunction. Parts in one box are one group; a
// new box visits the group before. Returns whether a visit ended the search.
static bool add_part(void *data)
{
    alternative_search *search = data;
    property_alternative *alternative = &search->group;
    const size_t inputs = alternative->property->inputs;
    if (!search->parts || !boxes_are_equal(&alternative->box, &search->box, inputs)) {
        if (visit_group(search))
            return true;
        begin_group(search, inputs);
    }
    search->parts++;
    const size_t part = alternative->formula.nodes++;
    MEMORY_RESERVE(alternative->formula.node, alternative->formula.node_capacity, part + 1);
    alternative->formula.node[part] = (property_node){.kind = PROPERTY_AND, .parent = 1};
    for (size_t i = 0; i < search->choices.count; i++)
        keep_subtree(alternative, search->choices.taken[i], part);
    alternative->formula.node[part].end = alternative->formula.nodes;
    return false;
}

bool alternatives_visit(const crease_property *property,
                        bool (*visit)(void *data, property_alternative *alternative), void *data)
{
    truth *node_truth = memory_new(property->nodes, sizeof *node_truth);
    alternative_search search = {.group = {.property = property,
                                           .formula = {.inputs = property->inputs,
                                                       .outputs = property->outputs,
                                                       .term = property->term,
                                                       .terms = property->terms}},
                                 .visit = visit,
                                 .data = data,
                                 .choices = {.property = property,
                                             .node_truth = node_truth,
                                             .data = &search,
                                             .take = take_node,
                                             .drop = drop_node,
                                             .visit = add_part}};
    box_init(&search.box, property->inputs);
    box_init(&search.group.box, property->inputs);
    open_alternatives(node_truth, property);
    property_choices_init(&search.choices);
    const bool is_ended = property_choose(&search.choices) || visit_group(&search);
    property_choices_clear(&search.choices);
    box_clear(&search.group.box, property->inputs);
    search_clear(&search);
    free(search.group.formula.atom);
    free(search.group.formula.node);
    free(search.group.is_bound);
    free(node_truth);
    return is_ended;
}

// ---- The domain ----

static bool input_is_fixed(const property_alternative *alternative, size_t i)
{
    ASSERT(i < alternative->property->inputs);
    return alternative->box.known[LOWER][i] && alternative->box.known[UPPER][i] &&
           fmpq_equal(alternative->box.bound[LOWER] + i, alternative->box.bound[UPPER] + i);
}

// The inequalities u_k >= lower and u_k <= upper that there are.
static crease_domain *alternative_box(const property_alternative *alternative, size_t dimension)
{
    ASSERT(dimension > 0 && dimension <= alternative->property->inputs);
    const size_t inputs = alternative->property->inputs, columns = dimension + 1;
    fmpq *row = _fmpq_vec_init((slong)(2 * dimension * columns));
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    size_t count = 0, k = 0;
    for (size_t i = 0; i < inputs; i++) {
        if (input_is_fixed(alternative, i))
            continue;
        for (int side = 0; side < 2; side++) {
            if (!alternative->box.known[side][i])
                continue;
            fmpq *constraint = row + count++ * columns;
            fmpq_set_si(constraint + k, side == LOWER ? 1 : -1, 1);
            fmpq_set(constraint + dimension, alternative->box.bound[side] + i);
            if (side == LOWER)
                fmpq_neg(constraint + dimension, constraint + dimension);
        }
        fmpq_set(lo + k, alternative->box.bound[LOWER] + i);
        fmpq_set(hi + k++, alternative->box.bound[UPPER] + i);
    }
    crease_domain *domain = NULL;
    if (count == 2 * dimension)
        crease_domain_new_box(&domain, lo, hi, dimension, NULL);
    else
        crease_domain_new_polytope(&domain, row, count, dimension, NULL);
    _fmpq_vec_clear(row, (slong)(2 * dimension * columns));
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    return domain;
}

// Fixed inputs are not coordinates.
static void fix_inputs(crease_domain *domain, const property_alternative *alternative,
                       size_t dimension)
{
    const size_t inputs = alternative->property->inputs, columns = dimension + 1;
    fmpq *map = _fmpq_vec_init((slong)(inputs * columns));
    for (size_t i = 0, k = 0; i < inputs; i++)
        if (input_is_fixed(alternative, i))
            fmpq_set(map + i * columns + dimension, alternative->box.bound[LOWER] + i);
        else
            fmpq_one(map + i * columns + k++);
    domain_set_parametrization(domain, map, inputs);
}

void alternative_domain(crease_domain **domain, fmpq *x, const property_alternative *alternative)
{
    ASSERT(alternative->property);
    const size_t inputs = alternative->property->inputs;
    size_t dimension = 0;
    *domain = NULL;
    for (size_t i = 0; i < inputs; i++) {
        dimension += !input_is_fixed(alternative, i);
        fmpq_set(x + i, alternative->box.bound[LOWER] + i);
    }
    if (dimension)
        *domain = alternative_box(alternative, dimension);
    if (dimension && dimension < inputs)
        fix_inputs(*domain, alternative, dimension);
}

// ---- The only box ----

static crease_status box_check(const input_box *box, size_t i, crease_error *error)
{
    const fmpq *lower = box->bound[LOWER] + i, *upper = box->bound[UPPER] + i;
    if (!box->known[LOWER][i] || !box->known[UPPER][i])
        return error_set(error, "X_%zu: this input has no %s bound", i,
                         box->known[LOWER][i] ? "upper" : "lower");
    if (fmpq_cmp(lower, upper) <= 0)
        return CREASE_OK;
    char *text[] = {rational_text(lower), rational_text(upper)};
    error_set(error, "X_%zu: the lower bound of this input, %.60s, is above the upper one, %.60s",
              i, text[LOWER], text[UPPER]);
    flint_free(text[LOWER]);
    flint_free(text[UPPER]);
    return CREASE_ERROR;
}

crease_status property_box(crease_domain **domain, const crease_property *property,
                           crease_error *error)
{
    const size_t inputs = property->inputs;
    alternative_search search = {.group.property = property};
    crease_status status = property_has_box(property, error);
    fmpq *x = _fmpq_vec_init((slong)inputs);
    box_init(&search.box, inputs);
    for (size_t n = 0; n < property->nodes && status == CREASE_OK; n++)
        take_node(&search, n);
    for (size_t i = 0; i < inputs && status == CREASE_OK; i++)
        status = box_check(&search.box, i, error);
    if (status == CREASE_OK) {
        search.group.box = search.box;
        alternative_domain(domain, x, &search.group);
        if (!*domain)
            status = error_set(error, "every input has a lower bound equal to its upper one");
    }
    _fmpq_vec_clear(x, (slong)inputs);
    search_clear(&search);
    return status;
}
