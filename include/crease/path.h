// Lines and paths: the regions they cross, and the lengths of their images.
//
// Points are rows of rationals. Layers and units count from 0, layer < crease_net_hidden(net).
// Methods and sources: docs/paths.md.
#pragma once

#include <crease/walk.h>

CREASE_BEGIN

// ---- Lines ----
//
// A network on x(t) = P + t (Q - P), 0 <= t <= 1 or any t. Its activation regions are the pieces of
// the line, in the order of t; two neighbours meet in a breakpoint, where at least one neuron
// changes its piece.

// How the parameters t of breakpoints are returned.
typedef enum {
    CREASE_LINE_EXACT,    // rationals, of thousands of digits in a large network
    CREASE_LINE_ENCLOSED, // proved enclosures by two doubles; much cheaper
    CREASE_LINE_COUNTED,  // not at all
} crease_line_places;

// Zero-initialised, or NULL: the defaults.
typedef struct {
    crease_line_places places;
    int whole_line; // every t for which x(t) is in the domain
    int linear;     // count linear regions too
} crease_line_wanted;

// A neuron that changes its piece as t grows; for maxout, the row that attains the maximum. Pieces
// are neighbours, but for maxout: the breakpoint crossed is number min(before, after).
typedef struct {
    size_t layer, unit;
    uint32_t before, after;
} crease_transition;

// Read-only.
typedef struct {
    crease_counts counts;
    char *text; // "[0, 1] on a line in R^3"
    size_t dimension;
    fmpq *from, *to; // dimension entries
    size_t layers;
    size_t breakpoints; // number k lies between regions k and k + 1
    crease_line_places places;
    fmpq *t;                    // t of each breakpoint; CREASE_LINE_EXACT
    double *low, *high;         // low[k] <= t <= high[k]; CREASE_LINE_ENCLOSED
    signed char *bends;         // if linear: whether the affine function changes at a breakpoint
    size_t transitions;         // of the whole line
    uint64_t *sign_transitions; // of each layer, as in crease_trajectory
    // Private.
    size_t *start;   // of each layer in the arrays by neuron; layers + 1
    uint32_t *first; // the pattern of the first region
    uint64_t *turns; // transitions of each neuron
    size_t *list;    // where the transitions of a breakpoint begin; breakpoints + 1
    crease_transition *transition;
    size_t capacity, transition_capacity;
    int linear;
} crease_line;

// from and to are different points of the domain; domain NULL is the space of inputs. Unless
// CREASE_ERROR is returned (where: "from" or "to") the caller frees *line; after CREASE_STOPPED it
// ends with the last region met. Cost: for each region the layers from that of its breakpoint on.
crease_status crease_line_cross(crease_line **line, const crease_net *net,
                                const crease_domain *domain, const fmpq *from, const fmpq *to,
                                const crease_line_wanted *wanted, const crease_options *options,
                                crease_error *error);
void crease_line_free(crease_line *line);

// Borrowed: the pattern of the first region in a layer, and the transitions at breakpoint k,
// ordered by layer and unit.
const uint32_t *crease_line_pattern(const crease_line *line, size_t layer);
size_t crease_line_transitions(const crease_transition **list, const crease_line *line, size_t k);
uint64_t crease_line_layer_transitions(const crease_line *line, size_t layer);
uint64_t crease_line_neuron_transitions(const crease_line *line, size_t layer, size_t unit);
uint64_t crease_line_linear_regions(const crease_line *line); // if linear
// Breakpoint k as a point of the domain; CREASE_LINE_EXACT.
void crease_line_point(fmpq *x, const crease_line *line, size_t k);
// low <= t <= high, the nearest doubles for CREASE_LINE_EXACT; not if only counted.
void crease_line_enclosure(double *low, double *high, const crease_line *line, size_t k);

// ---- Paths ----

// A polyline x_0 x_1 .. x_m in the space of inputs; consecutive vertices differ.
typedef struct {
    const fmpq *vertex; // count >= 2 rows of inputs
    size_t count;
    int closed; // an edge joins the last vertex to the first
} crease_path;

// ---- Trajectories ----
//
// The image y^l of a path after l layers is a polyline (Raghu et al. 2017). Arrays have layers + 1
// entries, layers = crease_net_layers(net); entry 0 is of the path itself.
typedef struct {
    size_t layers;
    crease_enclosure *length;
    crease_enclosure *growth; // length[l] / length[l-1]; empty for l = 0 and where length[l-1] is 0
    // How often units of layer l - 1 change their piece, 0 for l = 0; not where a breakpoint is
    // only touched. A closed path is followed once round.
    uint64_t *transitions;
    // How often units with breakpoints change between z > 0 and z <= 0: the transitions of Raghu et
    // al.; for relu the same number.
    uint64_t *sign_transitions;
    uint64_t *patterns; // maximal stretches on which no unit of the first l layers changes piece
    uint64_t decided_float, decided_exact;
    int complete; // 0: stopped, all else is 0
} crease_trajectory;

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net);
void crease_trajectory_clear(crease_trajectory *trajectory);

// Lengths and growth factors have hi - lo <= rel_error lo, "1e-12" (NULL), "1/1000", ..
// CREASE_FLOAT is refused; where: "points[1]", "rel_error" or "arith". Cost: per piece of layer l
// two products of its matrix with a vector, in double-doubles; in integers for widths below about
// 1e-22 and with CREASE_EXACT.
crease_status crease_trajectory_measure(crease_trajectory *trajectory, const crease_net *net,
                                        const crease_path *path, const char *rel_error,
                                        const crease_options *options, crease_error *error);

CREASE_END
