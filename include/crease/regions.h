// What regions are together: linear regions, their boundary, neighbours, the region tree kept.
#ifndef CREASE_REGIONS_H
#define CREASE_REGIONS_H

#include <crease/walk.h>

CREASE_BEGIN

// ---- Linear regions ----

// linear: maximal unions of activation regions, joined through shared facets of
// full (d-1) dimension, on which the network is one and the same affine function.
// maps: distinct affine functions among the regions.
typedef struct {
    uint64_t linear_regions;
    uint64_t affine_maps;
} crease_linear_counts;

// Counts as crease_walk does, and the linear regions and affine maps besides.
// After CREASE_STOPPED by max_regions, linear speaks of the regions met: linear regions of their
// union, which may be more than those of all, for regions not met may join them. Stopped by a time
// limit, a memory limit or the interrupt flag, both are the number of different maps among the
// regions met, told apart by residues: lower bounds on what a whole count would have found.
// Memory is proportional to the number of regions (the maps are kept, and
// compared exactly); facets only while one of their sides is still unknown.
crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error);

// ---- How much boundary there is ----

// How much boundary there is inside a domain: its volume of dimension n - 1, that is the number
// of points on a line, the length in the plane, and so on; the volume of the domain, exactly;
// and their ratio, the density of Hanin and Rolnick's Theorem 2 (E of it is at most about N).
typedef struct {
    fmpq_t volume;               // of the domain, of dimension n
    crease_enclosure activation; // volume of the activation boundary, of dimension n - 1
    crease_enclosure activation_density;
    int has_function; // 0: not asked for
    crease_enclosure function, function_density;
    uint64_t regions;
} crease_boundary;

void crease_boundary_init(crease_boundary *boundary);
void crease_boundary_clear(crease_boundary *boundary);

// The domain must be bounded and have no slice. digits: hi - lo is at most
// 10^-digits of lo; 0 means 12. Sums of rational numbers are exact, lo == hi. After
// CREASE_STOPPED only `regions` is filled. Cost: that of a walk of all regions, and
// of the volumes of all their facets; with wants_function memory in proportion to the number of
// regions, and in three and more dimensions every two facets of a split whose regions have one map
// are met with each other.
crease_status crease_boundary_measure(crease_boundary *boundary, const crease_net *net,
                                      const crease_domain *domain, int wants_function,
                                      unsigned digits, const crease_options *options,
                                      crease_error *error);

// ---- Which regions are neighbours ----
//
// Two regions are neighbours if they have a part of dimension d - 1 of their borders in common: on
// the line a point, in the plane a piece of an edge. A facet may have several regions across it,
// where a crease of a deeper layer ends on it from one side only. Two regions share a part of
// one facet at most, for they are convex.

typedef struct crease_neighbours crease_neighbours;

typedef struct {
    uint64_t region; // its id
    // The crease between them, as in crease_facet; where creases coincide, the first in the order
    // of the walk.
    size_t layer, unit, breakpoint;
    int side; // 1 if the neighbour lies above, else -1
} crease_neighbour;

// Counts as crease_walk does and notes which regions are neighbours. On CREASE_OK,
// and on CREASE_STOPPED, *neighbours is the caller's, to be freed with crease_neighbours_free; it
// speaks of the regions met. After CREASE_ERROR it is NULL. Memory: 120 bytes for each two
// neighbours; facets only while one of their sides is still unknown. Cost: in two
// dimensions a sort of the edges on each split; in three and more every two facets on both sides of
// a split are met with each other.
crease_status crease_neighbours_new(crease_neighbours **neighbours, crease_counts *counts,
                                    const crease_net *net, const crease_domain *domain,
                                    const crease_options *options, crease_error *error);
void crease_neighbours_free(crease_neighbours *neighbours);

uint64_t crease_neighbours_regions(const crease_neighbours *neighbours);
// Those of a region, ascending; region < crease_neighbours_regions. Borrowed.
const crease_neighbour *crease_neighbours_of(size_t *count, const crease_neighbours *neighbours,
                                             uint64_t region);

// ---- The region tree, kept ----
//
// The region tree kept as an object, for those who want to look at it twice.
//
// A walk (walk.h) shows the tree and forgets it. This records one walk. A split is a
// node that carries its neuron, and has one child for each side of it, or for each row that
// wins; a leaf is an
// activation region. Nodes are numbered from 0 in the order in which the walk meets
// them (pre-order): the root first, every child after its parent, the subtree of a
// node without gaps after it.
//
// Memory is proportional to the number of regions, not to the depth as that of a
// walk: 48 bytes a node (a network of R regions has 2R - 1 of them as long as every
// split has two sides), and for each region 8 bytes and its pattern. A unit of a
// pattern takes 0 bits in a layer of 1 piece, 1 in one of 2, 2 in one of 3 or 4, ...;
// a pattern is filled up to a multiple of 8 bytes. While the walk goes on, up to twice
// as much is allocated.

typedef struct crease_tree crease_tree;

#define CREASE_NO_NODE SIZE_MAX

// Records the tree of net inside domain; neither is needed afterwards. options may be
// NULL and are those of crease_walk. On CREASE_OK, and on
// CREASE_STOPPED when a limit or the interrupt flag ended the walk, *tree is the
// caller's, to be freed with crease_tree_free; after CREASE_ERROR it is NULL.
//
// A partial tree ends with the last node that was met. On the path to that place splits
// lack the children that were not reached, and may lack all; if not even one
// node was met, the tree is empty. crease_tree_counts says whether it is complete.
crease_status crease_tree_new(crease_tree **tree, const crease_net *net,
                              const crease_domain *domain, const crease_options *options,
                              crease_error *error);
void crease_tree_free(crease_tree *tree);

// What was walked. Borrowed from the tree.
typedef struct {
    const char *network_sha256;
    const char *domain; // as crease_domain_text spells it
    crease_arith arith;
    size_t layers;       // that take part in a pattern: crease_net_hidden
    const size_t *width; // of each of them
    size_t units;        // in all of them
} crease_tree_source;

crease_tree_source crease_tree_about(const crease_tree *tree);
// What the walk counted; counts->complete is 0 for a partial tree. Borrowed.
const crease_counts *crease_tree_counts(const crease_tree *tree);

size_t crease_tree_nodes(const crease_tree *tree);
size_t crease_tree_root(const crease_tree *tree); // 0, or CREASE_NO_NODE if empty
// The greatest number of splits above a node; 0 for a single region.
size_t crease_tree_depth(const crease_tree *tree);

typedef struct {
    size_t parent; // CREASE_NO_NODE: the root
    // The pieces that the unit of the parent's split may have here: of a split at
    // breakpoint b, 0 .. b in the first child and b + 1 .. breakpoints in the second; of a
    // maxout unit the row that wins, both times. 0 and 0 for the root.
    uint32_t lowest, highest;
    size_t sides;    // of a split: how many cells it makes of its own; 0: a leaf
    size_t children; // how many of these are in the tree: all in a complete one
    size_t end;      // the subtree is the nodes from this one to end - 1
    // Of a split, as in crease_split; breakpoints: how many the unit has. rows is K for a unit
    // of maxout:K, which has no breakpoints and up to K sides, and 1 for all others.
    size_t layer, unit, breakpoint, breakpoints, rows;
    // Of a leaf, as in crease_region.
    uint64_t region;
    int bounded;
} crease_tree_node;

// node < crease_tree_nodes.
crease_tree_node crease_tree_at(const crease_tree *tree, size_t node);
// The children of a split in the order of their pieces; index < children. Cost: O(index).
size_t crease_tree_child(const crease_tree *tree, size_t node, size_t index);
// The leaf of a region; region < counts->activation_regions.
size_t crease_tree_leaf(const crease_tree *tree, uint64_t region);
// The pattern of a region: entries for source.units units, layer after layer.
void crease_tree_pattern(uint32_t *pattern, const crease_tree *tree, uint64_t region);

// The leaf with this pattern (source.units entries, layer after layer), or
// CREASE_NO_NODE if the tree has none. Cost: O(depth + units).
size_t crease_tree_find(const crease_tree *tree, const uint32_t *pattern);

// Callbacks may be NULL. before: a node before its children (pre-order); it may
// stop the walk, and then nothing more is called. after: after them (post-order).
typedef struct {
    void *data;
    crease_visit (*before)(void *data, const crease_tree *tree, size_t node);
    void (*after)(void *data, const crease_tree *tree, size_t node);
} crease_tree_visitor;

// Visits the subtree of a node, children in order. CREASE_STOPPED if the visitor
// stopped it. Cost: O(nodes), no memory.
crease_status crease_tree_walk(const crease_tree *tree, size_t node,
                               const crease_tree_visitor *visitor);

CREASE_END
#endif
