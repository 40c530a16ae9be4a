// A property in memory: a formula over inequalities of inputs and outputs.
#pragma once

#include "base/sha256.h"
#include "cell/cell.h"
#include <crease/function.h>
#include <stdbool.h>

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
    char sha256[SHA256_TEXT]; // of the text that was read
    property_term *term;
    size_t terms, term_capacity;
    property_atom *atom;
    size_t atoms, atom_capacity;
    property_node *node;
    size_t nodes, node_capacity;
};

// The truth of an inequality or a formula on a set of points, as far as it is known.
typedef enum { TRUTH_NEVER = -1, TRUTH_OPEN = 0, TRUTH_ALWAYS = 1 } truth;

// Sets the truth of all nodes from that of the atoms, and returns that of the formula.
truth property_judge(truth *node_truth, const crease_property *property, const truth *atom_truth);

// The truth of the inequality form >= 0 on a cell, by doubles; without a form by integers, for
// cells with vertices.
truth truth_on_cell(geom_space *space, const geom_cell *cell, double *form, const fmpz *row);

// Enumerates the ways to satisfy a formula: one part of every open disjunction, of those that may
// hold, and then all nodes that must hold together. Nodes that are not open are not opened.
typedef struct {
    const crease_property *property;
    const truth *node_truth;
    void *data;
    // A node is added to the list, or removed from its end. take returns 0 if it contradicts the
    // others: it is removed at once. Both may be NULL.
    bool (*take)(void *data, size_t node);
    void (*drop)(void *data, size_t node);
    // The list is complete. Returns 1 to end the enumeration.
    bool (*visit)(void *data);
    size_t *taken, count; // the list
    // Private: the disjunctions that are open, how long the list was before each, and by node the
    // part that is chosen.
    size_t *open, *before, opened, *chosen;
} property_choices;

// The first five fields are set by the caller.
void property_choices_init(property_choices *choices);
void property_choices_clear(property_choices *choices);
// Returns 1 if `visit` did.
bool property_choose(property_choices *choices);

// CREASE_ERROR if the declared inputs or outputs are not those of the network.
crease_status property_fits(const crease_property *property, const crease_net *net,
                            crease_error *error);
// CREASE_ERROR if an inequality with inputs is not a bound of one, or is in a disjunction.
crease_status property_has_box(const crease_property *property, crease_error *error);

// The left side of an inequality.
void property_value(fmpq_t value, const crease_property *property, const property_atom *atom,
                    const fmpq *x, const fmpq *y, bool rounded);
// Whether the formula is true of inputs x and outputs y. rounded: constants are
// rounded to doubles, as by a program that reads them so.
bool property_is_met(const crease_property *property, const fmpq *x, const fmpq *y, bool rounded);
