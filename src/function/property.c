// A property in memory: a formula over inequalities of inputs and outputs.
#include "function/property.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

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
truth property_judge(truth *of_node, const crease_property *property, const truth *of_atom,
                     const size_t *chosen)
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
        if (chosen && chosen[parent] && chosen[parent] != n)
            of_node[n] = TRUTH_NEVER;
        if (is_or ? of_node[n] > of_node[parent] : of_node[n] < of_node[parent])
            of_node[parent] = of_node[n];
    }
    return of_node[0];
}

void property_choice_init(property_choice *of, const crease_property *property)
{
    *of = (property_choice){.property = property};
    of->chosen = memory_new(property->nodes, sizeof *of->chosen);
    of->choice = memory_new(property->nodes, sizeof *of->choice);
    of->atom = memory_new(property->nodes, sizeof *of->atom);
}

void property_choice_clear(property_choice *of)
{
    free(of->chosen);
    free(of->choice);
    free(of->atom);
}

// The first part from `part` on that may hold, or `end`.
static size_t possible_part(const property_choice *of, const truth *of_node, size_t part,
                            size_t end)
{
    while (part < end && of_node[part] == TRUTH_NEVER)
        part = of->property->node[part].end;
    return part;
}

// Keeps the parts that are chosen, and chooses the first part of all other disjunctions.
static void collect_atoms(property_choice *of, const truth *of_node)
{
    const property_node *node = of->property->node;
    of->choices = of->atoms = 0;
    for (size_t n = 0; n < of->property->nodes;) {
        const size_t chosen = of->chosen[node[n].parent];
        if (of_node[n] == TRUTH_ALWAYS || (chosen && chosen != n)) {
            n = node[n].end;
            continue;
        }
        if (node[n].kind == PROPERTY_ATOM)
            of->atom[of->atoms++] = node[n].atom;
        if (node[n].kind == PROPERTY_OR)
            of->choice[of->choices++] = n;
        if (node[n].kind == PROPERTY_OR && !of->chosen[n])
            of->chosen[n] = possible_part(of, of_node, n + 1, node[n].end);
        n++;
    }
}

void property_choose(property_choice *of, const truth *of_node)
{
    memset(of->chosen, 0, of->property->nodes * sizeof *of->chosen);
    collect_atoms(of, of_node);
}

int property_choose_next(property_choice *of, const truth *of_node)
{
    const property_node *node = of->property->node;
    while (of->choices) {
        const size_t n = of->choice[--of->choices], end = node[n].end;
        const size_t part = possible_part(of, of_node, node[of->chosen[n]].end, end);
        of->chosen[n] = part < end ? part : 0;
        if (part < end) {
            collect_atoms(of, of_node);
            return 1;
        }
    }
    return 0;
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
