// Lines and paths: the regions they cross, the lengths of their images, labels along a sweep.
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
    fmpq *at;                   // t of each breakpoint; CREASE_LINE_EXACT
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

// A polyline x_0 x_1 .. x_m in the space of inputs.
typedef struct {
    fmpq *vertex; // count rows of inputs entries
    size_t count, inputs;
    int closed; // an edge joins the last vertex to the first
} crease_path;

// Through count >= 2 points, of which consecutive ones differ. Arguments are copied.
crease_status crease_path_polyline(crease_path *path, const fmpq *points, size_t count,
                                   size_t inputs, crease_error *error);
// The ellipse p cos(s) + q sin(s), closed, by count >= 3 rational vertices. Number i is 4i/count
// quarters round; the fraction is u, and in the first quarter the vertex is
//   p (1-u^2)/(1+u^2) + q 2u/(1+u^2),   u = tan(s/2).
// p and q must be linearly independent. The origin lies inside.
crease_status crease_path_circle(crease_path *path, const fmpq *p, const fmpq *q, size_t inputs,
                                 size_t count, crease_error *error);
void crease_path_clear(crease_path *path);

// count rows of independent coordinates, each the sum of twelve fractions of 21 random bits less
// its mean: multiples of 2^-21, nearly normal, mean 0, variance 1 - 2^-42. The same on every
// machine; a longer list begins like a shorter one.
void crease_points_random(fmpq *points, size_t count, size_t inputs, uint64_t seed);

// ---- Trajectories ----
//
// The image y^l of a path after l layers is a polyline (Raghu et al. 2017). Arrays have layers + 1
// entries, layers = crease_net_layers(net); entry 0 is of the path itself.
typedef struct {
    size_t layers;
    crease_enclosure *length;
    crease_enclosure *growth; // length[l] / length[l-1]; empty for l = 0 and where length[l-1] is 0
    // How often units of layer l, from 1, change their piece; not where a breakpoint is only
    // touched. A closed path is followed once round.
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
// CREASE_FLOAT is refused; where: "rel_error" or "arith". Cost: per piece of layer l two products
// of its matrix with a vector, in double-doubles; in integers for widths below about 1e-22 and with
// CREASE_EXACT.
crease_status crease_trajectory_measure(crease_trajectory *trajectory, const crease_net *net,
                                        const crease_path *path, const char *rel_error,
                                        const crease_options *options, crease_error *error);

// ---- Dichotomies ----
//
// Labels of points while the weights of layer l are W cos s + W' sin s, 0 <= s < 2 pi, and all else
// stays. A point has label 1 where output j is > 0, else 0; a dichotomy is the labels of all points
// at one s, if they hold on an arc (Raghu et al. 2017, section 2.4).
//
// (cos, sin) follow the polygon of crease_path_circle with N vertices. Place t, 0 <= t < N, is a
// fraction t - i along the edge from vertex i = floor t. If the layers from l on are homogeneous,
// labels are those on the circle. With reach R > 0 weights are W + y W', -R <= y <= R, there and
// back: t = 0, 1, 2 at y = -R, R, -R, so transitions and flips count twice.
typedef struct {
    size_t points, vertices; // labelled points; N
    int on_circle;           // the counts are those of the circle itself
    uint64_t transitions;    // places where labels change
    uint64_t flips;          // labels that change, over all places
    uint64_t distinct;       // dichotomies
    uint64_t *flips_of;      // of each point
    // Row i of labels, points characters '0' or '1', holds from place[i] to the next, the last to
    // the first. Without transitions: one row, no place.
    char *labels;
    double *place;   // t, off by 1e-6 at most
    fmpq *exact;     // t; NULL unless requested
    uint64_t *seen;  // seen[i]: dichotomies among rows 0 .. i
    uint64_t pieces; // on which the network is affine, over all points
    size_t refined;  // points whose places were computed as rationals
    int complete;    // 0: stopped, and nothing above is set
    size_t threads;
    double seconds;
} crease_dichotomies;

// Zero-initialised, or NULL: the defaults.
typedef struct {
    size_t layer;    // l
    size_t label;    // j
    size_t vertices; // N, 3 to 10000; 0: 4 if that is the circle itself, else 256
    int exact;       // places as rationals: slow for large networks
    size_t reach;    // R; 0: the circle
} crease_sweep;

// From the weights of net to those of layer l of other, of the same shape. points: count >= 1 rows
// of inputs. result is to be cleared in any case. CREASE_FLOAT is refused; where: a field of
// wanted, "arith", or "with" for other. Cost: for each point N edges through one more layer.
crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *wanted, const crease_options *options,
                                       crease_error *error);
void crease_dichotomies_clear(crease_dichotomies *result);

CREASE_END
