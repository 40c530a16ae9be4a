// Lines and paths: the regions they cross, transitions there, lengths of their images; labels of
// points while weights turn. docs/paths.md
//
// Points are rows of rationals. Layers and units are numbered from 0, layers below
// crease_net_hidden(net).
#ifndef CREASE_PATH_H
#define CREASE_PATH_H

#include <crease/walk.h>

CREASE_BEGIN

// ---- Lines ----
//
// The regions of a network on the segment x(t) = P + t (Q - P), 0 <= t <= 1, or on the whole line,
// in the order of t. Two of them meet in a breakpoint, where at least one neuron changes its piece.
// Hanin and Rolnick (2019) count regions on random lines, Raghu et al. (2017) transitions.

// The places of breakpoints that are kept.
typedef enum {
    CREASE_LINE_EXACT,    // t as a rational
    CREASE_LINE_ENCLOSED, // between two doubles: proved, and cheaper in a large network
    CREASE_LINE_COUNTED,  // none
} crease_line_places;

// Zeros, or NULL: the defaults.
typedef struct {
    crease_line_places places;
    int whole_line; // not only 0 <= t <= 1
    int linear;     // count linear regions too
} crease_line_wanted;

// A neuron changes its piece as t grows; for maxout, the row that attains the maximum. Pieces
// differ by one, but for maxout; they meet at breakpoint min(before, after).
typedef struct {
    size_t layer, unit;
    uint32_t before, after;
} crease_transition;

// Read-only.
typedef struct {
    crease_counts counts;
    char *text; // "[0, 1] on a line in R^3"
    size_t dimension;
    fmpq *from, *to;    // dimension entries
    size_t layers;      // crease_net_hidden(net)
    size_t breakpoints; // number k lies between regions k and k + 1
    crease_line_places places;
    fmpq *at;                   // the parameter of each breakpoint; CREASE_LINE_EXACT
    double *low, *high;         // low[k] <= t <= high[k]; CREASE_LINE_ENCLOSED
    signed char *bends;         // if linear: whether the affine function changes at a breakpoint
    size_t transitions;         // of the whole line
    uint64_t *sign_transitions; // of each layer: changes of sign, as in crease_trajectory
    // Private.
    size_t *start;   // of each layer in the arrays by neuron; layers + 1
    uint32_t *first; // the pattern of the first region
    uint64_t *turns; // transitions of each neuron
    size_t *list;    // where the transitions of a breakpoint begin; breakpoints + 1
    crease_transition *transition;
    size_t capacity, transition_capacity;
    int linear;
} crease_line;

// ---- Crossing ----

// from and to are points of the domain (dimension entries); domain NULL: the space of inputs.
// CREASE_ERROR, with where = "from" or "to", if one lies outside or both are equal. After
// CREASE_STOPPED the line ends with the last region met. Unless CREASE_ERROR is returned, the
// caller frees *line. Cost: for each region the layers from that of its breakpoint on.
crease_status crease_line_cross(crease_line **line, const crease_net *net,
                                const crease_domain *domain, const fmpq *from, const fmpq *to,
                                const crease_line_wanted *wanted, const crease_options *options,
                                crease_error *error);
void crease_line_free(crease_line *line);

// Called for each line in order, from one thread at a time. The line is borrowed.
typedef crease_visit (*crease_line_visit)(void *data, size_t index, const crease_line *line);

// Over complete lines, one value for each.
typedef struct {
    uint64_t lines;
    crease_estimate regions, regions_per_neuron, transitions, linear_regions;
    crease_estimate *transitions_in_layer; // layers
    crease_estimate *sign_transitions_in_layer;
    crease_estimate sign_transitions;
    size_t layers; // crease_net_hidden(net)
    uint64_t decided_float, decided_exact;
    size_t threads;
    int complete;
    double seconds;
} crease_line_averages;

void crease_line_averages_init(crease_line_averages *averages, const crease_net *net);
void crease_line_averages_clear(crease_line_averages *averages);

// points: a row for `from` and a row for `to` of each of count lines, all checked before the first
// is crossed; where = "lines[3].to" names a bad one. visit may be NULL; before CREASE_STOPPED it
// gets the unfinished line too.
crease_status crease_lines_cross(crease_line_averages *averages, const crease_net *net,
                                 const crease_domain *domain, const fmpq *points, size_t count,
                                 const crease_line_wanted *wanted, const crease_options *options,
                                 crease_line_visit visit, void *data, crease_error *error);

// From a file with 2 * dimension numbers for each line (docs/formats.md): 2 * *count rows, which
// the caller frees with _fmpq_vec_clear(points, 2 * count * dimension).
crease_status crease_lines_read(fmpq **points, size_t *count, size_t dimension, const char *path,
                                crease_error *error);
crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error);

// The pattern of the first region in one layer; transitions lead to the others. Borrowed.
const uint32_t *crease_line_pattern(const crease_line *line, size_t layer);
// The transitions at a breakpoint, ordered by layer and unit: at least one. Borrowed.
size_t crease_line_transitions(const crease_transition **list, const crease_line *line, size_t k);
uint64_t crease_line_layer_transitions(const crease_line *line, size_t layer);
uint64_t crease_line_neuron_transitions(const crease_line *line, size_t layer, size_t unit);
uint64_t crease_line_linear_regions(const crease_line *line);

// CREASE_LINE_EXACT: from + t (to - from), dimension entries.
void crease_line_point(fmpq *x, const crease_line *line, size_t k);
// low <= t <= high; not for CREASE_LINE_COUNTED.
void crease_line_enclosure(double *low, double *high, const crease_line *line, size_t k);

// ---- Paths ----

// A polyline x_0 x_1 .. x_m in the space of a network's inputs.
typedef struct {
    fmpq *vertex; // count rows of inputs entries
    size_t count, inputs;
    int closed; // an edge leads from the last vertex back to the first
} crease_path;

// Arguments are copied. On CREASE_OK the caller clears the path.

// Through count >= 2 points (rows of inputs entries); CREASE_ERROR if two consecutive are equal.
crease_status crease_path_polyline(crease_path *path, const fmpq *points, size_t count,
                                   size_t inputs, crease_error *error);

// A quarter of the ellipse p cos(s) + q sin(s), as the polygon of its count >= 3 rational points
//   p (1-u^2)/(1+u^2) + q 2u/(1+u^2),   u = 0, 1/(count-1), .., 1 = tan(s/2).
// CREASE_ERROR if p and q are linearly dependent.
crease_status crease_path_arc(crease_path *path, const fmpq *p, const fmpq *q, size_t inputs,
                              size_t count, crease_error *error);

// The whole ellipse as a closed polygon of count >= 3 vertices: number i is 4i/count quarters
// round.
crease_status crease_path_circle(crease_path *path, const fmpq *p, const fmpq *q, size_t inputs,
                                 size_t count, crease_error *error);

void crease_path_clear(crease_path *path);

// count rows of independent, nearly normal coordinates of mean 0 and variance 1, multiples of
// 2^-21: the same on every machine. A longer list begins like a shorter one.
void crease_points_random(fmpq *points, size_t count, size_t inputs, uint64_t seed);

// ---- Trajectories ----
//
// The length of the image of a path after every layer, and transitions along it (Raghu et al.
// 2017):
//   length_l = sum over pieces p of |A_p| (t_(p+1) - t_p),  y^l = A_p t + B_p on piece p.
// Transitions and patterns are exact, lengths and growth factors proved enclosures. Arrays have an
// entry for the path and one for each of layers = crease_net_layers(net) layers.
typedef struct {
    size_t layers;
    crease_enclosure *length; // of the image
    // length[l] / length[l-1]; empty for l = 0 and where length[l-1] is 0.
    crease_enclosure *growth;
    // Changes of piece, summed over the units of a layer; a breakpoint that is only touched does
    // not count. A closed path is followed once round.
    uint64_t *transitions;
    // Changes between z > 0 and z <= 0 of units that have breakpoints, as Raghu et al. count them.
    uint64_t *sign_transitions;
    uint64_t *patterns; // maximal parts of the path without a change in the first l layers
    uint64_t decided_float, decided_exact; // signs, by the arithmetic that decided them
    int complete;                          // 0: stopped before it was measured, all else is 0
} crease_trajectory;

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net);
void crease_trajectory_clear(crease_trajectory *trajectory);

// Every length and growth factor has hi - lo <= width lo; width is "1e-12" (NULL), "1/1000", .., in
// (0, 1). CREASE_FLOAT is refused; where = "width" or "arith". After CREASE_STOPPED some are not
// complete. Cost: two products of a matrix and a vector for each piece of a layer, in pairs of
// doubles; for widths below 1e-22 or so, and with CREASE_EXACT, in integers.
crease_status crease_trajectory_measure(crease_trajectory *trajectories, const crease_net *net,
                                        const crease_path *paths, size_t count, const char *width,
                                        const crease_options *options, crease_error *error);

// Over complete trajectories; lengths and growth factors are the middles of their enclosures, empty
// ones are left out. Arrays have layers + 1 entries.
typedef struct {
    size_t layers;
    uint64_t count;
    crease_estimate *length, *growth, *transitions, *sign_transitions, *patterns;
} crease_trajectory_averages;

// The caller clears the averages.
void crease_trajectory_average(crease_trajectory_averages *averages,
                               const crease_trajectory *trajectories, size_t count, size_t layers);
void crease_trajectory_averages_clear(crease_trajectory_averages *averages);

// ---- Dichotomies ----
//
// The labels of points while the weights of layer l are W cos s + W' sin s, 0 <= s < 2 pi: 1 where
// output j is > 0, else 0. A dichotomy is the labels of all points on an arc (Raghu et al. 2017).
//
// The sweep follows a polygon of N rational points as of crease_path_circle; place t, 0 <= t < N,
// is a fraction t - i along the edge from vertex i = floor t. If layers from l on have no biases
// and are positively homogeneous, the labels are those on the circle. With reach R > 0 the weights
// are W + y W', -R <= y <= R, there and back: t is 0 at y = -R, 1 at R, 2 at -R again.

typedef struct {
    size_t points, vertices; // how many points are labelled; N
    int on_circle;           // the counts are those of the circle itself
    uint64_t transitions;    // places where labels change
    uint64_t flips;          // labels that change, over all places
    uint64_t distinct;       // dichotomies
    uint64_t *flips_of;      // of each point
    // Row i of labels, points characters '0' or '1', holds from place[i] to the next one, the last
    // to the first. Without transitions there is one row and no place.
    char *labels;
    double *place;   // t, off by 1e-6 at most
    fmpq *exact;     // t; NULL unless asked for
    uint64_t *seen;  // seen[i]: dichotomies among rows 0 .. i
    uint64_t pieces; // on which a network is affine, over all points
    size_t refined;  // points whose places were computed as rationals
    int complete;    // 0: stopped by a limit or a signal, and nothing above is set
    size_t threads;
    double seconds;
} crease_dichotomies;

// Zeros, or NULL: the defaults.
typedef struct {
    size_t layer;    // l, from 0; all layers before it are as in the network
    size_t label;    // j, from 0: the output whose sign is the label
    size_t vertices; // N, 3 to 10000; 0: 4 if that is the circle itself, else 256
    int exact;       // places as rationals: for large networks this takes long
    size_t reach;    // R; 0: the circle
} crease_sweep;

// From the weights of layer l of net to those of other, of the same shape. points: count >= 1 rows
// of inputs. The caller clears the result in any case. CREASE_FLOAT is refused. CREASE_ERROR with
// where a field of wanted, "arith" or "with". Cost: for each point N lines in a network of one more
// layer.
crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *wanted, const crease_options *options,
                                       crease_error *error);
void crease_dichotomies_clear(crease_dichotomies *result);

// A complete result as CSV (docs/paths.md).
crease_status crease_write_dichotomies(const char *path, const crease_dichotomies *result,
                                       crease_error *error);

CREASE_END
#endif
