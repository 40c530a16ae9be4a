// A property in memory: a formula over inequalities of inputs and outputs.
#include "function/property.h"

#include "base/memory.h"
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

// Children come after their parents: from the last to the first, each tells its own.
truth property_judge(truth *of_node, const crease_property *property, const truth *of_atom,
                     const unsigned char *left_out)
{
    for (size_t n = 0; n < property->nodes; n++) {
        const property_node *node = property->node + n;
        of_node[n] = node->kind == PROPERTY_ATOM  ? of_atom[node->atom]
                     : node->kind == PROPERTY_AND ? TRUTH_ALWAYS
                                                  : TRUTH_NEVER;
    }
    for (size_t n = property->nodes; n-- > 1;) {
        const size_t parent = property->node[n].parent;
        const int is_or = property->node[parent].kind == PROPERTY_OR;
        if (left_out && left_out[n])
            of_node[n] = TRUTH_NEVER;
        if (is_or ? of_node[n] > of_node[parent] : of_node[n] < of_node[parent])
            of_node[parent] = of_node[n];
    }
    return of_node[0];
}

void property_value(fmpq_t value, const crease_property *property, size_t atom, const fmpq *x,
                    const fmpq *y)
{
    const property_atom *of = property->atom + atom;
    fmpq_set(value, of->constant);
    for (size_t t = of->first; t < of->first + of->count; t++) {
        const property_term *term = property->term + t;
        const int is_input = term->variable < property->inputs;
        fmpq_addmul(value, term->coefficient,
                    is_input ? x + term->variable : y + term->variable - property->inputs);
    }
}

int property_is_met(const crease_property *property, const fmpq *x, const fmpq *y)
{
    truth *of_atom = memory_new(property->atoms, sizeof *of_atom);
    truth *of_node = memory_new(property->nodes, sizeof *of_node);
    fmpq_t value;
    fmpq_init(value);
    for (size_t a = 0; a < property->atoms; a++) {
        property_value(value, property, a, x, y);
        of_atom[a] = fmpq_sgn(value) >= 0 ? TRUTH_ALWAYS : TRUTH_NEVER;
    }
    const int met = property_judge(of_node, property, of_atom, NULL) == TRUTH_ALWAYS;
    fmpq_clear(value);
    free(of_atom);
    free(of_node);
    return met;
}
