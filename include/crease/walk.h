// Enumeration of the regions, by a depth-first walk of the region tree.
//
// Neurons are inserted one at a time, in layer order. A node of the tree is a convex cell of the
// domain; a neuron whose pre-activation takes both signs of z - breakpoint inside it splits it. The
// leaves are the activation regions: patterns whose inputs have interior points. They come in
// lexicographic order of their patterns. A pre-activation that is a breakpoint on all of a cell
// belongs to the lower piece. Memory is proportional to the depth of the tree.
#ifndef CREASE_WALK_H
#define CREASE_WALK_H

#include <crease/domain.h>
#include <crease/net.h>
#include <stdio.h>

CREASE_BEGIN

typedef struct {
    uint64_t activation_regions;
    uint64_t bounded_regions;
    uint64_t splits;
    uint64_t *per_layer;  // per_layer[l]: activation regions of the first l + 1 layers
    size_t layers;        // crease_net_hidden(net)
    uint64_t *per_neuron; // NULL unless crease_counts_by_neuron was called
    size_t neurons;
    uint64_t decided_float, decided_exact; // signs, by the arithmetic that decided them
    size_t threads;                        // that took part
    int complete;                          // 0: stopped
    double seconds;
} crease_counts;

void crease_counts_init(crease_counts *counts, const crease_net *net);
// Walks then count by neuron too: per_neuron[k] is the number of activation regions of the network
// that ends with neuron k, units of hidden layers, layer after layer:
//   per_neuron[k] = 1 + sum over the splits by the neurons 0 .. k of (parts - 1).
// Of a stopped walk a lower bound. Cost: 8 bytes a neuron and thread, and that some large cells are
// not divided in the best order.
void crease_counts_by_neuron(crease_counts *counts, const crease_net *net);
void crease_counts_clear(crease_counts *counts);

// ---- What a visitor sees ----

typedef struct crease_region crease_region;

uint64_t crease_region_id(const crease_region *region);
// pattern[unit]: the piece in force, counted from the lowest; crease_net_width(net, layer) entries.
const uint32_t *crease_region_pattern(const crease_region *region, size_t layer);
int crease_region_is_bounded(const crease_region *region);

// The region is conv(vertices) + cone(rays). In the plane vertices come counterclockwise, of a
// bounded region from its lexicographically least one, else from infinity to infinity. A region
// that contains a line has a point on each of its bounding lines instead (the plane: the origin).
size_t crease_region_vertices(const crease_region *region);
size_t crease_region_rays(const crease_region *region); // a line is two opposite ones
// x has d entries; a ray is a primitive integer direction.
void crease_region_vertex(fmpq *x, const crease_region *region, size_t index);
void crease_region_ray(fmpq *x, const crease_region *region, size_t index);
// A point inside: the mean of the vertices plus all rays.
void crease_region_interior(fmpq *x, const crease_region *region);
// Length, area, volume, .. of a bounded region.
void crease_region_volume(fmpq_t volume, const crease_region *region);

typedef struct {
    // On the border of the domain, where an inequality is an equation: of a polytope as given,
    // without rows that have no coefficients; of a box number 2 i is u_i >= lo_i, 2 i + 1 u_i <=
    // hi_i.
    int on_border;
    size_t inequality;
    // Else on a crease z - breakpoint = 0 of a unit; breakpoint, of maxout: the pair of rows.
    size_t layer, unit, breakpoint;
    int side; // 1 if the region lies above, else -1
} crease_facet;
// Facets are exactly the irredundant inequalities row . (x, 1) >= 0, in integers without common
// factor; row has d + 1 entries, the constant last.
size_t crease_region_facets(const crease_region *region);
void crease_region_facet_owner(crease_facet *facet, const crease_region *region, size_t index);
void crease_region_facet(fmpq *row, crease_facet *facet, const crease_region *region, size_t index);

// Generators are the vertices and rays, in an order of their own, without coordinates: the facets
// that meet there, ascending; of a ray the last is number crease_region_facets. A region that
// contains a line has none.
size_t crease_region_generators(const crease_region *region);
const size_t *crease_region_generator(size_t *count, const crease_region *region, size_t index);

// Row `output` of the affine map in force, d + 1 entries; for visitors with wants_maps.
void crease_region_map(fmpq *row, const crease_region *region, size_t output);

// A split of the present cell by {z - breakpoint = 0}. A maxout unit splits it at once into the
// parts where each row is the largest; its creases are the pairs of rows (0,1), (0,2), .., (1,2),
// ..
typedef struct {
    uint64_t id;    // in the order of the walk; of maxout the first of id, .., id + creases - 1
    size_t creases; // 1; of K maxout rows K (K - 1) / 2
    size_t depth;   // splits around it
    size_t layer, unit, breakpoint;
    size_t parts;           // two, below and above; maxout: rows that attain the maximum
    const uint32_t *winner; // these rows; NULL but for maxout
} crease_split;

typedef enum { CREASE_GO, CREASE_STOP } crease_visit;

// Callbacks may be NULL; without region the walk only counts, which is faster. They are called in
// order, from one thread. split and leave bracket the parts of a split, the lower first.
typedef struct {
    void *data;
    int wants_maps;
    crease_visit (*split)(void *data, const crease_split *split);
    crease_visit (*region)(void *data, const crease_region *region);
    void (*leave)(void *data, const crease_split *split);
} crease_visitor;

// The domain must lie in the space of inputs and have an interior. visitor may be NULL. Cost: O(N)
// sign decisions per region for N units, each on the vertices of a cell (docs/algorithms.md).
crease_status crease_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *visitor,
                          crease_error *error);

// The names of the tasks of a folder (crease_options) that have no result yet, a line for each;
// NULL with an error. The caller frees it.
char *crease_tasks_left(const char *folder, crease_error *error);

// Only the regions whose closure contains a point of the domain (else CREASE_ERROR). Vertices,
// rays, facets and boundedness are those of the cone that the region looks like from the point.
// Cost: one path of the tree for each region.
crease_status crease_locate(crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *point,
                            const crease_options *options, const crease_visitor *visitor,
                            crease_error *error);

CREASE_END
#endif
