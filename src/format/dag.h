// A piecewise-linear function as a graph of single numbers.
//
// A number is a constant or a node: an input, an affine combination of earlier nodes, or a unit, an
// activation of one earlier node or the largest of several. Readers build the graph, and lower.h
// makes layers of it. Affine nodes are not multiplied out, so that the graph has the size of its
// description: a convolution has an entry for each weight that a place sees.
#pragma once

#include "base/fatal.h"
#include "exact/row_table.h"
#include "net/activation.h"
#include <stdbool.h>

// The number of a node, or DAG_CONSTANT plus the number of a constant.
typedef uint32_t dag_id;

enum { DAG_MOST = 1 << 24 }; // nodes and terms
#define DAG_CONSTANT ((dag_id)1 << 31)
#define DAG_ZERO DAG_CONSTANT
#define DAG_ONE (DAG_CONSTANT + 1)
#define DAG_MINUS_ONE (DAG_CONSTANT + 2)
#define DAG_NONE UINT32_MAX

typedef enum { DAG_INPUT, DAG_AFFINE, DAG_UNIT } dag_kind;

typedef struct {
    dag_kind kind;
    uint32_t activation; // index in dag.activation, for a unit
    uint32_t group;      // the part of the description that made it
    uint32_t depth;      // most units on a path that ends here, this one included
    size_t first, count; // its terms; the rows of a unit
} dag_node;

typedef struct {
    dag_id node;
    fmpq coefficient;
} dag_term;

// A node refers to earlier nodes only; inputs come first. A term of a sum is neither a constant nor
// an affine node with one term: these are substituted.
typedef struct {
    dag_node *node;
    fmpq *constant; // of each affine node
    size_t nodes, node_capacity, constant_capacity, inputs;
    fmpq *value; // of each constant
    size_t values, value_capacity;
    dag_term *term; // of all affine nodes: distinct nodes in increasing order, none times zero
    size_t terms, term_capacity;
    dag_id *row; // of all units: their pre-activations
    size_t rows, row_capacity;
    activation *activation;
    size_t activations, activation_capacity;
    row_table names, units; // of activations; of units: activation and rows
    dag_id *unit;           // the node of each row of units
    size_t unit_capacity;
    uint32_t group; // of the nodes to come
    // Units that are equal or constant are nodes of their own, above nodes of depth `floor` at
    // least.
    bool keeps;
    uint32_t floor;
    // The sum being made.
    dag_term *sum;
    size_t sum_terms, sum_capacity;
    fmpq_t sum_constant;
    bool full; // a limit was reached: the numbers made since are meaningless
} dag;

void dag_init(dag *g);
void dag_clear(dag *g);
// The inputs, nodes 0 .. inputs - 1, before any other node.
void dag_add_inputs(dag *g, size_t inputs);

dag_id dag_constant(dag *g, const fmpq_t value);
// A finite double.
dag_id dag_double(dag *g, double value);
static inline bool dag_is_constant(dag_id x)
{
    return x >= DAG_CONSTANT;
}
// The value of a constant; it moves when another one is made.
static inline const fmpq *dag_value(const dag *g, dag_id constant)
{
    ASSERT(dag_is_constant(constant) && constant - DAG_CONSTANT < g->values);
    return g->value + (constant - DAG_CONSTANT);
}

// Sums are made one at a time: begin, add in any order, end. The result is an existing number if
// the sum has nothing else.
void dag_begin(dag *g);
void dag_add(dag *g, const fmpq_t coefficient, dag_id x);
// Returns 0 if neither factor is constant.
bool dag_add_product(dag *g, dag_id x, dag_id y);
dag_id dag_end(dag *g);
// factor x + shift, or DAG_NONE if neither the factor nor x is constant.
dag_id dag_affine(dag *g, dag_id factor, dag_id x, dag_id shift);
// A node with the value of x, which may be a constant.
dag_id dag_node_of(dag *g, dag_id x);

// The index of an activation, by its name, which is well-formed.
uint32_t dag_activation(dag *g, const char *name);
// The unit with these pre-activations, as many as the activation has rows. Unless g->keeps, equal
// units are one, and one of constants is a constant.
dag_id dag_unit(dag *g, uint32_t activation, const dag_id *row);
