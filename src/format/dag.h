// A piecewise-linear function as a graph of single numbers.
//
// A node is an input, an affine combination of nodes before it, or a unit: an activation of one
// node before it, or the largest of several. Readers of graphs build it, and lower.h makes layers
// of it. Affine nodes are kept as they come, not multiplied out into units, so that the size of a
// graph is that of its description: a convolution has an entry for each weight that a place sees.
#ifndef FORMAT_DAG_H
#define FORMAT_DAG_H

#include "exact/row_table.h"
#include "net/activation.h"

typedef uint32_t dag_id;

typedef enum { DAG_INPUT, DAG_AFFINE, DAG_UNIT } dag_kind;

typedef struct {
    dag_kind kind;
    uint32_t activation; // of a unit: its index in dag.activation
    uint32_t group;      // which part of the description it comes from
    uint32_t depth;      // of units above each other, itself included; 0: none
    size_t first, count; // its terms; of a unit the rows
} dag_node;

typedef struct {
    dag_id node;
    fmpq coefficient;
} dag_term;

// Everything is in the order of making: a node refers to nodes before it only. Inputs come first.
// A term of a sum is never a constant, nor an affine node with one term: these are put in.
typedef struct {
    dag_node *node;
    fmpq *constant; // of each affine node
    size_t nodes, node_capacity, constant_capacity, inputs;
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
    // The sum being made.
    dag_term *sum;
    size_t sum_terms, sum_capacity;
    fmpq_t sum_constant;
    int full; // nodes or terms would be more than DAG_MOST; what was made since is worthless
} dag;

enum { DAG_MOST = 1 << 24 };

// All inputs, nodes 0 .. inputs - 1.
void dag_init(dag *g, size_t inputs);
void dag_clear(dag *g);

// A sum, one at a time: begin, add in any order, end. The node is one that is there already if
// the sum is nothing else.
void dag_begin(dag *g);
void dag_add(dag *g, const fmpq_t coefficient, dag_id node);
void dag_add_constant(dag *g, const fmpq_t coefficient, const fmpq_t constant);
dag_id dag_end(dag *g);
// Instead of dag_end, if the sum has constants only: its value.
void dag_end_constant(fmpq_t value, dag *g);

// An affine node without terms.
dag_id dag_constant(dag *g, const fmpq_t value);
int dag_is_constant(const dag *g, dag_id node);

// The index of an activation, by its name, which is well-formed.
uint32_t dag_activation(dag *g, const char *name);
// The unit with these pre-activations, as many as the activation has rows; one that is there
// already if there is one. Of constants it is a constant.
dag_id dag_unit(dag *g, uint32_t activation, const dag_id *row);

#endif
