// Enumeration of the regions, by a depth-first walk of the region tree.
//
// Neurons are inserted one at a time, in layer order. A node of the tree is a convex cell of the
// domain. A neuron splits the cell if z - breakpoint takes both signs inside it, where z is its
// pre-activation. The leaves are the activation regions, in the lexicographic order of their
// patterns. If z equals a breakpoint on a whole cell, the lower piece is in force. Memory is
// proportional to the depth of the tree.
//
// crease_walk only counts without a visitor, which is much faster. With one it calls the visitor
// for each region, which is a view that is valid during the call.
#pragma once

#include <crease/domain.h>
#include <crease/net.h>

CREASE_BEGIN

typedef struct {
    uint64_t activation_regions, bounded_regions, splits;
    uint64_t *per_layer;  // per_layer[l]: activation regions of the first l + 1 layers
    size_t layers;        // crease_net_hidden(net)
    uint64_t *per_neuron; // NULL unless crease_counts_by_neuron was called
    size_t neurons;
    uint64_t decided_float, decided_exact; // signs, by the arithmetic that decided them
    size_t threads;                        // in use
    int complete;                          // 0: stopped
    double seconds;
} crease_counts;

void crease_counts_init(crease_counts *counts, const crease_net *net);
// To be called before a walk that also counts by neuron: per_neuron[k] is the number of activation
// regions of the network that ends with neuron k, where hidden units are numbered layer by layer:
//   per_neuron[k] = 1 + sum over the splits by the neurons 0 .. k of (parts - 1).
// After a stopped walk it is a lower bound. Cost: 8 bytes a neuron and thread, slower large cells.
void crease_counts_by_neuron(crease_counts *counts, const crease_net *net);
void crease_counts_clear(crease_counts *counts);

// ---- Regions, for visitors ----

typedef struct crease_region crease_region;

uint64_t crease_region_id(const crease_region *region);
// pattern[unit]: the piece in force, counted from the lowest; crease_net_width(net, layer) entries.
const uint32_t *crease_region_pattern(const crease_region *region, size_t layer);
int crease_region_is_bounded(const crease_region *region);
// Whether the walk was stopped meanwhile: then what was read of the region may be wrong.
int crease_region_is_cut(const crease_region *region);

// The region is conv(vertices) + cone(rays). In the plane, vertices are in counterclockwise order:
// those of a bounded region start with the lexicographically least one, others go from infinity to
// infinity. A region that contains a line has a point on each of its bounding lines instead (the
// plane: the origin).
size_t crease_region_vertices(const crease_region *region);
size_t crease_region_rays(const crease_region *region); // a line is two opposite rays
// x has d entries; a ray is a primitive integer direction.
void crease_region_vertex(fmpq *x, const crease_region *region, size_t index);
// The same as d + 1 integers: numerators, and their denominator last, which is positive. They may
// have a common factor. Each has as many words, as returned, in two's complement, the lowest first;
// they are borrowed until the region is left.
size_t crease_region_vertex_words(const mp_limb_t **word, const crease_region *region,
                                  size_t index);
void crease_region_ray(fmpq *x, const crease_region *region, size_t index);
// The doubles nearest to its coordinates, much faster.
void crease_region_vertex_doubles(double *x, const crease_region *region, size_t index);
// The number of each vertex, from 1 on: in all regions of the walk one point has one number, and no
// other point has it. Needs `numbers_vertices` of the visitor.
void crease_region_vertex_numbers(uint64_t *number, const crease_region *region);
// A point inside, in few digits: the mean of the vertices plus all rays, rounded.
void crease_region_interior(fmpq *x, const crease_region *region);
// Length, area, volume, .. of a bounded region.
void crease_region_volume(fmpq_t volume, const crease_region *region);
// The nearest double, much faster.
double crease_region_volume_double(const crease_region *region);

typedef struct {
    // On the border of the domain: the inequality that is tight there. Those of a polytope are
    // numbered as given, without rows that have no coefficients; those of a box are 2 i for
    // u_i >= lo_i and 2 i + 1 for u_i <= hi_i.
    int on_border;
    size_t inequality;
    // Otherwise on the crease z = breakpoint of a unit; for maxout, the number of a pair of rows.
    size_t layer, unit, breakpoint;
    int side; // 1 if the region lies above, else -1
} crease_facet;
// The facets are the irredundant inequalities row . (x, 1) >= 0, in integers without a common
// factor. A row has d + 1 entries, the constant last.
size_t crease_region_facets(const crease_region *region);
void crease_region_facet_owner(crease_facet *facet, const crease_region *region, size_t index);
void crease_region_facet(fmpq *row, crease_facet *facet, const crease_region *region, size_t index);

// Row `output` of the affine map in force, d + 1 entries.
void crease_region_map(fmpq *row, const crease_region *region, size_t output);
// The doubles nearest to its entries, much faster.
void crease_region_map_doubles(double *row, const crease_region *region, size_t output);

// A split of a cell by the hyperplane z = breakpoint. A maxout unit splits a cell at once into the
// parts where each row is the largest; its creases are the pairs of rows (0,1), (0,2), ..
typedef struct {
    uint64_t id;    // in the order of the walk; for maxout the first of id, .., id + creases - 1
    size_t creases; // 1; for K maxout rows K (K - 1) / 2
    size_t depth;   // enclosing splits
    size_t layer, unit, breakpoint;
    size_t parts;           // 2, below and above; for maxout the rows that attain the maximum
    const uint32_t *winner; // these rows; NULL except for maxout
} crease_split;

typedef enum { CREASE_GO, CREASE_STOP } crease_visit;

// Callbacks may be NULL. They are called in the order of the walk, by one thread at a time. The
// parts of a split, the lower first, come between split and leave.
typedef struct {
    void *data;
    crease_visit (*split)(void *data, const crease_split *split);
    crease_visit (*region)(void *data, const crease_region *region);
    void (*leave)(void *data, const crease_split *split);
    // Not 0: crease_region_vertex_numbers is asked, and the walk, by one thread, keeps all
    // vertices.
    int numbers_vertices;
} crease_visitor;

// The domain must lie in the space of inputs and have an interior. visitor may be NULL. Cost: O(N)
// sign decisions per region for N units, each on the vertices of a cell (docs/algorithms.md).
crease_status crease_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *visitor,
                          crease_error *error);

// The names of the tasks of a folder (crease_options) that have no result yet, a line for each;
// NULL with an error. The caller frees it.
char *crease_tasks_left(const char *folder, crease_error *error);

// Visits only the regions whose closure contains a point, which must lie in the domain. Vertices,
// rays, facets and boundedness are those of its tangent cone there. Cost: a path of the tree each.
crease_status crease_locate(crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *point,
                            const crease_options *options, const crease_visitor *visitor,
                            crease_error *error);

CREASE_END
