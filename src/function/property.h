// A property in memory: a formula over inequalities of inputs and outputs.
#ifndef FUNCTION_PROPERTY_H
#define FUNCTION_PROPERTY_H

#include <crease/function.h>

// coefficient times a variable: inputs come first, then outputs.
typedef struct {
    size_t variable;
    fmpq_t coefficient;
} property_term;

// sum of its terms + constant >= 0; no coefficient is zero, no variable comes twice.
typedef struct {
    size_t first, count;
    fmpq_t constant;
} property_atom;

typedef enum { PROPERTY_ATOM, PROPERTY_AND, PROPERTY_OR } property_kind;

// Nodes come in pre-order: node 0 is the conjunction of all assertions, the children of a node
// follow it, and its subtree ends before node `end`.
typedef struct {
    property_kind kind;
    size_t parent, end;
    size_t atom; // of PROPERTY_ATOM
} property_node;

struct crease_property {
    size_t inputs, outputs;
    property_term *term;
    size_t terms, term_capacity;
    property_atom *atom;
    size_t atoms, atom_capacity;
    property_node *node;
    size_t nodes, node_capacity;
};

// What is known of an inequality or a formula on a set of points.
typedef enum { TRUTH_NEVER = -1, TRUTH_OPEN = 0, TRUTH_ALWAYS = 1 } truth;

// Sets the truth of all nodes from that of the atoms, and returns that of the formula. Parts of
// disjunctions that are not chosen (as in property_choice; NULL: all are open) never hold.
truth property_judge(truth *of_node, const crease_property *property, const truth *of_atom,
                     const size_t *chosen);

// One part of every open disjunction, and the open inequalities that then have to hold together.
typedef struct {
    const crease_property *property;
    size_t *chosen;          // by node: the part of a disjunction, else 0
    size_t *choice, choices; // the disjunctions with a chosen part, in pre-order
    size_t *atom, atoms;
} property_choice;

void property_choice_init(property_choice *of, const crease_property *property);
void property_choice_clear(property_choice *of);
// The first choice, for a formula that may hold, and the next: the last disjunction that has
// another part changes first. 0: there is none.
void property_choose(property_choice *of, const truth *of_node);
int property_choose_next(property_choice *of, const truth *of_node);

// The value of an atom's left side.
void property_value(fmpq_t value, const crease_property *property, size_t atom, const fmpq *x,
                    const fmpq *y);

// Whether the formula is true of inputs x and outputs y.
int property_is_met(const crease_property *property, const fmpq *x, const fmpq *y);

#endif
