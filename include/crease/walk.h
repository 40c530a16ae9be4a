// The region tree, walked depth first; visitors listen to it.
//
// The neurons of the network are inserted one at a time, in layer order. Every
// node of the tree is a convex cell of the domain; a neuron whose pre-activation
// takes both signs of "z - breakpoint" inside the cell splits it in two. The
// leaves are the activation regions: patterns whose inputs have non-empty
// interior. They are met in lexicographic order of their patterns, so ids,
// orders and bytes do not depend on how the work is done. A pre-activation that
// is identically at a breakpoint on a cell belongs to the lower piece there.
//
// Memory is proportional to the depth of the tree, not to the number of regions.
#ifndef CREASE_WALK_H
#define CREASE_WALK_H

#include <crease/domain.h>
#include <crease/net.h>
#include <stdio.h>

CREASE_BEGIN

// What a walk counted. per_layer[l] is the number of activation regions of the
// first l+1 layers, l < layers = crease_net_hidden(net).
typedef struct {
    uint64_t activation_regions;
    uint64_t bounded_regions;
    uint64_t splits;
    uint64_t *per_layer;
    size_t layers;
    // NULL unless crease_counts_by_neuron was called.
    uint64_t *per_neuron;
    size_t neurons;
    uint64_t decided_float, decided_exact; // signs, by the arithmetic that decided them
    size_t threads;                        // that took part
    int complete;                          // 0 if a limit or signal stopped the walk
    double seconds;
} crease_counts;

void crease_counts_init(crease_counts *counts, const crease_net *net);
// Has walks count by neuron too. The neurons are all units of the first crease_net_hidden(net)
// layers, layer after layer; per_neuron[k] is the number of activation regions of the network that
// ends with neuron k:
//   per_neuron[k] = 1 + sum over the splits by the neurons 0 .. k of (parts - 1),
// so that the last neuron of layer l has per_layer[l]. If the walk was stopped it is what is known
// so far, a lower bound. Cost: 8 bytes for each neuron and thread, and that of a walk; where only
// numbers are wanted, cells with more than 256 creases of the last layer, and those of more than
// two dimensions there, are not divided in the most favourable order.
void crease_counts_by_neuron(crease_counts *counts, const crease_net *net);
void crease_counts_clear(crease_counts *counts);

// ---- What a visitor sees: borrowed, valid until the callback returns. ----

typedef struct crease_region crease_region;

uint64_t crease_region_id(const crease_region *region); // 0, 1, 2, ...
// pattern[unit] is the index, counted from the lowest, of the activation's piece
// in force; crease_net_width(net, layer) entries; layer < crease_net_hidden(net).
const uint32_t *crease_region_pattern(const crease_region *region, size_t layer);
int crease_region_is_bounded(const crease_region *region);

// The region is conv(vertices) + cone(rays). In two dimensions vertices come
// counterclockwise, a bounded region from its lexicographically least vertex, an
// unbounded one along its border from infinity to infinity. A region that
// contains a line has no vertices of its own; it shows a point on each of its
// bounding lines instead (the plane: the origin).
size_t crease_region_vertices(const crease_region *region);
size_t crease_region_rays(const crease_region *region); // a line is two opposite ones
// x: crease_domain_dimension entries, initialised by the caller.
void crease_region_vertex(fmpq *x, const crease_region *region, size_t index);
// A primitive integer direction, as rationals with denominator 1.
void crease_region_ray(fmpq *x, const crease_region *region, size_t index);
// A point inside: the mean of the vertices plus all rays.
void crease_region_interior(fmpq *x, const crease_region *region);
// Length, area, volume, ... by dimension. Must be bounded.
void crease_region_volume(fmpq_t volume, const crease_region *region);
// Whose a facet is.
typedef struct {
    // On the border of the domain, of which one inequality is an equation there: of a polytope as
    // they were given, without rows that have no coefficients; of a box u_i >= lo_i is number 2 i,
    // and u_i <= hi_i the next.
    int on_border;
    size_t inequality;
    // Else it lies on a crease, z - breakpoint = 0, of a unit:
    size_t layer, unit, breakpoint; // maxout: the number of the pair of rows
    int side;                       // 1 if the region lies above, else -1
} crease_facet;
// Exactly the irredundant inequalities.
size_t crease_region_facets(const crease_region *region);
void crease_region_facet_owner(crease_facet *facet, const crease_region *region, size_t index);
// And the inequality, row . (x, 1) >= 0 on the region, in integers without common factor.
// row: dimension + 1 entries, the constant last.
void crease_region_facet(fmpq *row, crease_facet *facet, const crease_region *region, size_t index);

// The generators are the vertices and the rays, in an order of their own, as places where facets
// meet: no coordinate is computed. A region that contains a line has none.
size_t crease_region_generators(const crease_region *region);
// The numbers of all facets that meet in a generator, ascending. A ray is a generator at infinity,
// which comes last, as number crease_region_facets.
const size_t *crease_region_generator(size_t *count, const crease_region *region, size_t index);
// Row output of the affine map in force: dimension coefficients, then the
// constant. The visitor must have asked for maps.
void crease_region_map(fmpq *row, const crease_region *region, size_t output);

// A crease that cuts the present cell: {z - breakpoint = 0} for a unit of a layer. A maxout
// unit of K rows divides a cell at once into all parts where one of its rows is the
// largest, in the order of the rows; its borders are ties of two rows, and such a split
// has the numbers id, .., id + creases - 1, one for each of the K (K - 1) / 2 pairs
// (0,1), (0,2), .., (1,2), ..
typedef struct {
    uint64_t id;    // splits are numbered in the order of the walk, from 0
    size_t creases; // 1 but for maxout
    size_t depth;   // splits around it
    size_t layer, unit, breakpoint;
    // How many parts it makes of the cell: two, below and above. Maxout: as many as rows
    // win somewhere, and which these are.
    size_t parts;
    const uint32_t *winner; // NULL but for maxout
} crease_split;

typedef enum { CREASE_GO, CREASE_STOP } crease_visit;

// Callbacks may be NULL. Without region the walk only counts, which is faster.
// split and leave bracket the subtrees of a split, the lower side first.
typedef struct {
    void *data;
    int wants_maps;
    crease_visit (*split)(void *data, const crease_split *split);
    crease_visit (*region)(void *data, const crease_region *region);
    void (*leave)(void *data, const crease_split *split);
} crease_visitor;

// Walks the regions of net inside domain, which must lie in the space of the net's
// inputs and have an interior.
// visitor may be NULL; options may be NULL. counts is filled in any case.
// CREASE_STOPPED: a limit, the interrupt flag or the visitor ended the walk.
// Cost: O(N) sign decisions per region for N units, each on the vertices of a
// cell; see docs/algorithms.md.
crease_status crease_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                          const crease_options *options, const crease_visitor *visitor,
                          crease_error *error);

// ---- Who listens to all threads ----
//
// A visitor hears of one region after the other, from one thread. A listener lets all threads work:
// each takes subtrees, and what it keeps of the regions of one, next to each other in the walk, is
// a portion. Portions are told of in the order of the walk, one at a time, so that what is made of
// them is the same for any number of threads. It must not depend on where one portion ends and the
// next begins; the thread whose subtree comes first tells of each region at once, or of as many as
// the listener would rather have together. Of splits that
// began in earlier portions, a portion hears the end before anything else; all others it hears end
// began in it.
typedef struct {
    void *data;
    // Its callbacks are given a portion as their data, by several threads at once, each its own.
    // The regions of a portion are numbered 0, 1, 2, ..; numbers of splits are of no use.
    crease_visitor visitor;
    void *(*open)(void *data); // an empty portion, by any thread
    void (*close)(void *data, void *portion);
    // Bytes that it holds, about. Threads that are far ahead wait, so that portions take no more
    // than 64 MiB and one region for each thread.
    size_t (*size)(const void *portion);
    size_t together; // from how many bytes on the first portion is told of while it is walked
    // Takes what is in a portion, so many regions, of which number i of the portion is number
    // first + i of the walk, and leaves it empty. Of a region beyond these only a part was heard,
    // as a limit was reached meanwhile: it is none of the walk's.
    crease_visit (*tell)(void *data, void *portion, uint64_t first, uint64_t regions);
} crease_listener;

// Walks as crease_walk does; counts of a walk that was stopped are those of the regions told of.
crease_status crease_listen(crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const crease_options *options,
                            const crease_listener *listener, crease_error *error);

// Walks only the regions whose closure contains a point of the domain (dimension
// entries): one if it lies inside a region, several if it lies on creases. Vertices,
// rays, facets and boundedness of what the visitor sees are those of the cone that
// the region looks like from the point; pattern and map are those of the region.
// CREASE_ERROR if the point lies outside the domain. Cost: one path of the tree for
// each region.
crease_status crease_locate(crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *point,
                            const crease_options *options, const crease_visitor *visitor,
                            crease_error *error);

CREASE_END
#endif
