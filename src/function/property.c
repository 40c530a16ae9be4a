// A property in memory: a formula over inequalities of inputs and outputs.
#include "function/property.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include "lp/polyhedron.h"
#include <math.h>
#include <stdlib.h>

void crease_property_free(crease_property *property)
{
    if (!property)
        return;
    for (size_t i = 0; i < property->terms; i++)
        fmpq_clear(property->term[i].coefficient);
    for (size_t i = 0; i < property->atoms; i++)
        fmpq_clear(property->atom[i].constant);
    free(property->term);
    free(property->atom);
    free(property->node);
    free(property);
}

// Children come after their parents, so one pass from the last node to the first is enough.
truth property_judge(truth *node_truth, const crease_property *property, const truth *atom_truth)
{
    ASSERT(property->nodes > 0);
    for (size_t n = 0; n < property->nodes; n++) {
        const property_node *node = property->node + n;
        node_truth[n] = node->kind == PROPERTY_ATOM  ? atom_truth[node->atom]
                        : node->kind == PROPERTY_AND ? TRUTH_ALWAYS
                                                     : TRUTH_NEVER;
    }
    for (size_t n = property->nodes; n-- > 1;) {
        const size_t parent = property->node[n].parent;
        const bool is_or = property->node[parent].kind == PROPERTY_OR;
        if (is_or ? node_truth[n] > node_truth[parent] : node_truth[n] < node_truth[parent])
            node_truth[parent] = node_truth[n];
    }
    return node_truth[0];
}

crease_status property_fits(const crease_property *property, const crease_net *net,
                            crease_error *error)
{
    const size_t inputs = crease_net_inputs(net), outputs = crease_net_outputs(net);
    if (property->inputs == inputs && property->outputs == outputs)
        return CREASE_OK;
    return error_set(error,
                     "the network has %zu input%s and %zu output%s, and the property declares %zu "
                     "and %zu",
                     inputs, plural(inputs), outputs, plural(outputs), property->inputs,
                     property->outputs);
}

// Nodes come in pre-order, so those inside a disjunction end before it does.
crease_status property_has_box(const crease_property *property, crease_error *error)
{
    size_t or_end = 0;
    for (size_t n = 0; n < property->nodes; n++) {
        const property_node *node = property->node + n;
        if (node->kind == PROPERTY_OR && node->end > or_end)
            or_end = node->end;
        if (node->kind != PROPERTY_ATOM)
            continue;
        const property_atom *atom = property->atom + node->atom;
        for (size_t t = atom->first; t < atom->first + atom->count; t++)
            if (property->term[t].variable < property->inputs && (n < or_end || atom->count > 1))
                return error_set(error,
                                 "expected bounds of single inputs, such as (<= X_0 0.5), found "
                                 "X_%zu in a disjunction or beside another variable",
                                 property->term[t].variable);
    }
    return CREASE_OK;
}

// ---- Signs on a cell ----

truth truth_on_cell(geom_space *space, const geom_cell *cell, double *form, const fmpz *row)
{
    return (truth)cell_holds(cell, space, form, row);
}

// ---- Choices ----

void property_choices_init(property_choices *choices)
{
    ASSERT(choices->property && choices->node_truth && choices->visit);
    const size_t nodes = choices->property->nodes;
    size_t **lists[] = {&choices->taken, &choices->open, &choices->before, &choices->chosen};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = memory_new(nodes, sizeof **lists[i]);
}

void property_choices_clear(property_choices *choices)
{
    free(choices->taken);
    free(choices->open);
    free(choices->before);
    free(choices->chosen);
}

// The next part of the last open disjunction that may hold; where all have been tried, of the one
// before. Returns that part, or 0.
static size_t choices_advance(property_choices *c)
{
    const property_node *node = c->property->node;
    for (; c->opened; c->opened--) {
        const size_t or = c->open[c->opened - 1];
        size_t part = c->chosen[or] ? node[c->chosen[or]].end : or +1;
        while (c->count > c->before[c->opened - 1]) {
            c->count--;
            if (c->drop)
                c->drop(c->data, c->taken[c->count]);
        }
        while (part < node[or].end && c->node_truth[part] == TRUTH_NEVER)
            part = node[part].end;
        c->chosen[or] = part;
        if (part < node[or].end)
            return part;
    }
    return 0;
}

// Behind the chosen part of a disjunction comes what follows the disjunction.
static size_t choices_skip(const property_choices *c, size_t n)
{
    const property_node *node = c->property->node;
    while (n < c->property->nodes && node[node[n].parent].kind == PROPERTY_OR &&
           c->chosen[node[n].parent] != n)
        n = node[node[n].parent].end;
    return n;
}

bool property_choose(property_choices *c)
{
    ASSERT(c->property && c->visit);
    const property_node *node = c->property->node;
    c->count = c->opened = 0;
    for (size_t n = 0;;) {
        n = choices_skip(c, n);
        if (n < c->property->nodes && node[n].kind == PROPERTY_AND &&
            c->node_truth[n] == TRUTH_OPEN) {
            n++;
            continue;
        }
        bool contradicted = false;
        if (n == c->property->nodes) {
            if (c->visit(c->data))
                return true;
            contradicted = true; // go on with the next choice
        } else if (node[n].kind == PROPERTY_OR && c->node_truth[n] == TRUTH_OPEN) {
            c->chosen[n] = 0;
            c->open[c->opened] = n;
            c->before[c->opened++] = c->count;
            contradicted = true; // its first part
        } else {
            c->taken[c->count++] = n;
            contradicted = c->take && !c->take(c->data, n);
            n = node[n].end;
        }
        if (contradicted && !(n = choices_advance(c)))
            return false;
    }
}

// ---- Values ----

void property_value(fmpq_t value, const crease_property *property, const property_atom *atom,
                    const fmpq *x, const fmpq *y, bool rounded)
{
    if (rounded && isfinite(rational_double(atom->constant)))
        rational_set_double(value, rational_double(atom->constant));
    else
        fmpq_set(value, atom->constant);
    for (size_t t = atom->first; t < atom->first + atom->count; t++) {
        const property_term *term = property->term + t;
        const bool is_input = term->variable < property->inputs;
        fmpq_addmul(value, term->coefficient,
                    is_input ? x + term->variable : y + term->variable - property->inputs);
    }
}

bool property_is_met(const crease_property *property, const fmpq *x, const fmpq *y, bool rounded)
{
    truth *atom_truth = memory_new(property->atoms, sizeof *atom_truth);
    truth *node_truth = memory_new(property->nodes, sizeof *node_truth);
    fmpq_t value;
    fmpq_init(value);
    for (size_t a = 0; a < property->atoms; a++) {
        property_value(value, property, property->atom + a, x, y, rounded);
        atom_truth[a] = fmpq_sgn(value) >= 0 ? TRUTH_ALWAYS : TRUTH_NEVER;
    }
    const bool is_met = property_judge(node_truth, property, atom_truth) == TRUTH_ALWAYS;
    fmpq_clear(value);
    free(atom_truth);
    free(node_truth);
    return is_met;
}
