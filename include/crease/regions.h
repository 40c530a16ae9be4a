// Regions together: linear regions, boundaries, neighbours, stable units, classes.
#pragma once

#include <crease/walk.h>
#include <flint/fmpq_mat.h>

CREASE_BEGIN

// ---- Linear regions ----

// Linear regions: maximal unions of activation regions, joined through shared parts of dimension
// d - 1, on which the network is one affine function. Maps: distinct affine functions.
typedef struct {
    uint64_t linear_regions, affine_maps;
} crease_linear_counts;

// If max_regions stopped the walk, linear describes the union of the regions met; after any other
// stop, both are lower bounds on the whole. Memory: the map of each region; facets until both sides
// are known.
crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error);

// The linear regions that are one activation region, and those that are proved not to be convex:
// the network is not affine between two points inside them. may_touch: 0 if no unit is at a
// breakpoint anywhere on a closed cell that it does not split; then every activation pattern is
// that of a region.
typedef struct {
    uint64_t single, bent;
    int may_touch;
} crease_linear_shapes;

// crease_count_linear, and their shapes; on a slice bent is 0. After CREASE_STOPPED shapes mean
// nothing. Not by tasks. Cost: a point inside each region whose map another one may have, and some
// evaluations for it.
crease_status crease_count_shapes(crease_counts *counts, crease_linear_counts *linear,
                                  crease_linear_shapes *shapes, const crease_net *net,
                                  const crease_domain *domain, const crease_options *options,
                                  crease_error *error);

// ---- The size of boundaries ----

// The volume of dimension n - 1 (number of points, length, ..) of a boundary inside a domain, and
// its ratio to the volume of the domain: the density of Hanin and Rolnick's Theorem 2.
typedef struct {
    fmpq_t volume; // of the domain
    crease_enclosure activation, activation_density;
    int has_function;                            // 0: the two below were not requested
    crease_enclosure function, function_density; // where the function bends
    uint64_t regions;
} crease_boundary;

void crease_boundary_init(crease_boundary *boundary);
void crease_boundary_clear(crease_boundary *boundary);

// The domain must be bounded and have no slice. hi - lo <= 10^-digits lo; 0 means 12; rational sums
// are exact, lo == hi. After CREASE_STOPPED only `regions` is filled. Cost: the volumes of all
// facets; with wants_function memory proportional to the number of regions, and from three
// dimensions on an intersection of every two facets of a split whose regions have one map.
crease_status crease_boundary_measure(crease_boundary *boundary, const crease_net *net,
                                      const crease_domain *domain, int wants_function,
                                      unsigned digits, const crease_options *options,
                                      crease_error *error);

// ---- Neighbours: regions that share a part of dimension d - 1 of a facet ----

typedef struct crease_adjacency crease_adjacency;

typedef struct {
    uint64_t region; // its id
    // The crease between them, as in crease_facet; if creases coincide, the first one.
    size_t layer, unit, breakpoint;
    int side; // 1 if the neighbour lies above, else -1
} crease_neighbour;

// After CREASE_STOPPED those among the regions met; if it was not max_regions that stopped the
// walk, without those that only a common part of facets shows. NULL on CREASE_ERROR. Memory: 120
// bytes a pair. Cost: the facets of each region and a hash look-up for each. Where several units
// change across a facet, a second walk, and an intersection of every two such facets on either side
// of a split.
crease_status crease_adjacency_new(crease_adjacency **neighbours, crease_counts *counts,
                                   const crease_net *net, const crease_domain *domain,
                                   const crease_options *options, crease_error *error);
void crease_adjacency_free(crease_adjacency *neighbours);

uint64_t crease_adjacency_regions(const crease_adjacency *neighbours);
// Those of a region, ascending. Borrowed.
const crease_neighbour *crease_adjacency_of(size_t *count, const crease_adjacency *neighbours,
                                            uint64_t region);

// ---- Units that stay on one piece ----

// piece: for the units of the hidden layers, one layer after the other, the piece that the unit is
// on all over the domain. After CREASE_STOPPED nothing is known of the rest of the domain.
crease_status crease_stable_pieces(uint32_t *piece, crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error);

// ---- Ranks ----

// regions[r]: the number of activation regions of the first `layers` layers, of which there is at
// least one, on which the linear part of their map has rank r; its entries are one more than the
// lesser of the domain's dimension and the number of their outputs. After CREASE_STOPPED they are
// of no use. No options->folder. Cost: the integer maps of the layers before, for each region.
crease_status crease_count_ranks(uint64_t *regions, size_t layers, const crease_net *net,
                                 const crease_domain *domain, const crease_options *options,
                                 crease_error *error);

// ---- Classes ----
//
// Forms are those of crease/function.h. CREASE_FLOAT is refused.

// The class of a point is the least k for which form f_k attains the maximum. With one output y the
// forms are 0 and y. A cell is the part of an activation region of one class; it is tied if another
// form attains the maximum on it too.
typedef struct {
    uint64_t regions, bounded_regions; // decision regions
    uint64_t cells, tied_cells;
    int finite; // all cells are bounded, and volumes were asked for
    fmpq_t volume, tied_volume;
    fmpq_t error; // of the volume, at most: 0 unless rounded volumes were asked for
} crease_class;

// A maximal union of cells of one class, joined through shared parts of dimension d - 1.
typedef struct {
    size_t number; // of the class
    uint64_t cells;
    int bounded;
    fmpq_t volume; // if bounded, and volumes and points were asked for
    fmpq *point;   // inside it, d entries; 0 unless points were asked for
} crease_decision_region;

// A part of the decision boundary: in the plane a segment between two classes, left < right, as one
// goes from the first end to the second; on a line a point between the classes below (left) and
// above (right), with equal ends. One end may be at infinity.
typedef struct {
    size_t left, right;
    fmpq *end[2];  // d entries each
    int is_ray[2]; // the end is a direction: primitive integers
} crease_segment;

typedef struct {
    size_t dimension, count;        // d; classes
    crease_class *entry;            // count of them
    crease_decision_region *region; // in the order of the walk
    size_t regions;
    crease_segment *segment; // in one and two dimensions, in the order of the walk
    size_t segments;
    // The volume of dimension d - 1 of the decision boundary; lo > hi: infinite or not measured.
    crease_enclosure boundary;
    int boundary_is_infinite;
    fmpq_t whole; // the sum of all volumes, if those of all classes are known: exact
} crease_classes;

void crease_classes_init(crease_classes *classes, const crease_domain *domain, size_t count);
void crease_classes_clear(crease_classes *classes);

// CREASE_CLASS_POINTS: a point inside each region. CREASE_CLASS_BOUNDARY: segments and boundary;
// from three dimensions on in bounded domains. CREASE_CLASS_ROUNDED: volumes may be rounded, each
// with a bound on its error, where they would be fractions of very many digits; not with points.
enum {
    CREASE_CLASS_VOLUMES = 1,
    CREASE_CLASS_BOUNDARY = 2,
    CREASE_CLASS_POINTS = 4,
    CREASE_CLASS_ROUNDED = 8
};

// The decision regions of 2 to 65536 forms; what: flags above. boundary has a relative width of
// 10^-digits; 0 means 15. counts and max_regions count cells, but per_layer is that of the network.
// After CREASE_STOPPED the result is that of the cells met, without volumes and boundary. Cost: one
// thread; memory proportional to the number of cells.
crease_status crease_classes_find(crease_classes *classes, crease_counts *counts,
                                  const crease_net *net, const crease_domain *domain,
                                  const fmpq *forms, size_t count, unsigned what, unsigned digits,
                                  const crease_options *options, crease_error *error);

// ---- The region tree in memory, into which neurons are inserted one at a time ----

// Matrices have d + 1 columns; rows are functions row . (u, 1) on a domain of dimension d, or
// points (u, 1) and directions (u, 0).
typedef struct {
    size_t parent;                  // of the root: 0
    size_t below, parts;            // the first part and how many follow each other; 0: a leaf
    size_t layer, unit, breakpoint; // of the neuron that splits the node; 0 for maxout
    // The pre-activation minus the breakpoint: the part where it is < 0 comes first. For a maxout
    // unit its rows: there is a part for each row that is the largest somewhere.
    fmpq_mat_t line;
    fmpq_mat_t cell;    // irredundant inequalities, row . (u, 1) >= 0
    fmpq_mat_t corners; // in the plane: vertices and rays, counterclockwise each
    fmpq_mat_t inputs;  // of the layer of the neuron, of a leaf of the last layer
    fmpq_mat_t outputs; // of that layer's neurons so far: of a leaf, its map
    size_t units;       // neurons on a known piece, in the order of insertion
    uint32_t *piece;
    int bounded;
} crease_node;

typedef struct {
    size_t dimension, nodes, leaves;
    crease_node *node;    // nodes keep their numbers when a neuron is inserted
    size_t layers, units; // that are inserted; units of the last layer
} crease_tree;

// A leaf alone: the domain, which is only read now. CREASE_ERROR if it has no interior.
crease_status crease_tree_new(crease_tree **tree, const crease_domain *domain, crease_error *error);
void crease_tree_free(crease_tree *tree);
// Inserts a neuron of a network: the next one of the last layer, or the first one of a layer whose
// inputs are all neurons of the last one. It may be linear; nothing else of the network is read.
// After an error or a stop the tree can only be freed. Cost: for each leaf and breakpoint
// a walk that inserts one hyperplane into the leaf, in the plane 30 microseconds.
crease_status crease_tree_insert(crease_tree *tree, const crease_net *net, size_t layer,
                                 size_t unit, const crease_options *options, crease_error *error);

CREASE_END
