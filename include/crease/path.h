// Along lines and paths: which regions they cross, what changes there, how long their images are.
//
// crease_line_cross and crease_lines_cross find regions, breakpoints and transitions on one line,
// or on many; crease_path_polyline, crease_path_arc and crease_path_circle make paths, polygons of
// rational points; crease_trajectory_measure measures the lengths of their images, transitions and
// patterns; crease_dichotomies_sweep labels points while the weights of a layer turn.
//
// Points are rows of rationals. Neurons are named as everywhere: layer and unit from 0, layer <
// crease_net_hidden(net). Arrays of a trajectory have an entry more: entry 0 speaks of the path
// itself, entry l of its image after l layers. How: docs/paths.md
#ifndef CREASE_PATH_H
#define CREASE_PATH_H

#include <crease/walk.h>

CREASE_BEGIN

// ---- Lines ----
//
// A network on the segment x(t) = P + t (Q - P), 0 <= t <= 1, or on the whole line. The activation
// regions on it are its pieces, in the order of t; two neighbours meet in a breakpoint, where at
// least one neuron changes its piece. All of it is exact: the pieces, which neurons change where,
// and the breakpoints themselves, which are rational. Pieces along random lines are what Hanin and
// Rolnick count (Deep ReLU networks have surprisingly few activation patterns, 2019), transitions
// what Raghu et al. count (On the expressive power of deep neural networks, ICLR submission 2017).

// What is kept of the places of breakpoints.
typedef enum {
    CREASE_LINE_EXACT,    // t as a rational
    CREASE_LINE_ENCLOSED, // two doubles that t lies between: proved, and much cheaper in a large
                          // network, where rationals have thousands of digits
    CREASE_LINE_COUNTED,  // nothing: only how many there are and what changes there
} crease_line_places;

// What is wanted of a line. Zero-initialised, or NULL: the defaults.
typedef struct {
    crease_line_places places;
    int whole_line; // not only 0 <= t <= 1, but the whole line, as far as it lies in the domain
    int linear;     // count linear regions too
} crease_line_wanted;

// A neuron that changes from one piece of its activation to another, in the direction of growing t;
// for maxout, the row that is largest. Pieces, from 0, are neighbours, but for maxout: the
// breakpoint that is crossed is number min(before, after).
typedef struct {
    size_t layer, unit;
    uint32_t before, after;
} crease_transition;

// What is known of a line; read-only.
typedef struct {
    crease_counts counts; // of the walk: regions_per_layer, decisions, whether it is complete
    char *text;           // "[0, 1] on a line in R^3"
    size_t dimension;
    fmpq *from, *to; // dimension entries
    size_t layers;   // crease_net_hidden(net)
    // One less than regions: number k lies between regions k and k + 1.
    size_t breakpoints;
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

// Crosses one line. from and to are points of the domain, in its coordinates (dimension
// entries); domain may be NULL: the whole space of the net's inputs. CREASE_ERROR, with
// where = "from" or "to", if a point lies outside the domain or both are equal. After
// CREASE_STOPPED the line is known up to its last region so far. Unless CREASE_ERROR is
// returned, *line is the caller's.
// Cost: for each region the layers from that of its breakpoint on, see docs/paths.md.
crease_status crease_line_cross(crease_line **line, const crease_net *net,
                                const crease_domain *domain, const fmpq *from, const fmpq *to,
                                const crease_line_wanted *wanted, const crease_options *options,
                                crease_error *error);
void crease_line_free(crease_line *line);

// Told of one line after the other, in their order, from any thread but never from two at
// once. The line is borrowed.
typedef crease_visit (*crease_line_visit)(void *data, size_t index, const crease_line *line);

// Over the lines that are complete, one value for each: docs/paths.md.
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

// Crosses count lines: points has a row for `from` and a row for `to` of each, 2 count rows in
// all. All points are checked before the first line is crossed; where = "lines[3].to" names
// a bad one. visit may be NULL. A limit, the interrupt flag or the visitor end it with
// CREASE_STOPPED; the visitor gets the lines before and the unfinished one.
// All but the seconds is the same for any number of threads.
crease_status crease_lines_cross(crease_line_averages *averages, const crease_net *net,
                                 const crease_domain *domain, const fmpq *points, size_t count,
                                 const crease_line_wanted *wanted, const crease_options *options,
                                 crease_line_visit visit, void *data, crease_error *error);

// Reads lines from a file, 2 * dimension numbers on each: docs/formats.md. path "-" is standard
// input. On success *points are 2 * *count rows as above, to be freed with
// _fmpq_vec_clear(points, 2 * count * dimension). The second reads size bytes of text; name stands
// for the file in messages.
crease_status crease_lines_read(fmpq **points, size_t *count, size_t dimension, const char *path,
                                crease_error *error);
crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error);

// ---- What a line is made of ----

// The pattern of the first region in one layer, as crease_region_pattern; transitions make
// the others of it. Borrowed.
const uint32_t *crease_line_pattern(const crease_line *line, size_t layer);
// The transitions at a breakpoint, ordered by layer and unit: at least one. Borrowed.
size_t crease_line_transitions(const crease_transition **list, const crease_line *line, size_t k);
// The transitions of one layer, and of one neuron.
uint64_t crease_line_layer_transitions(const crease_line *line, size_t layer);
uint64_t crease_line_neuron_transitions(const crease_line *line, size_t layer, size_t unit);
// The number of pieces of the affine function, if linear.
uint64_t crease_line_linear_regions(const crease_line *line);

// The breakpoint as a point of the domain: from + t (to - from), dimension entries.
// CREASE_LINE_EXACT.
void crease_line_point(fmpq *x, const crease_line *line, size_t k);
// low <= t <= high, the nearest such doubles for CREASE_LINE_EXACT; not if only counted.
void crease_line_enclosure(double *low, double *high, const crease_line *line, size_t k);

// ---- Paths ----

// A polyline x_0 x_1 .. x_m in the space of a network's inputs.
typedef struct {
    fmpq *vertex; // count rows of inputs entries
    size_t count, inputs;
    int closed; // an edge leads from the last vertex back to the first
} crease_path;

// All of these copy what they are given. On success the path is the caller's, to be freed
// with crease_path_clear.

// The polyline through count >= 2 points (count rows of inputs entries); CREASE_ERROR if two
// that follow each other are equal. Two points are a segment.
crease_status crease_path_polyline(crease_path *path, const fmpq *points, size_t count,
                                   size_t inputs, crease_error *error);

// A quarter of the ellipse p cos(s) + q sin(s), from p to q, as the polygon of its count >= 3
// rational points
//   p (1-u^2)/(1+u^2) + q 2u/(1+u^2),   u = 0, 1/(count-1), .., 1 = tan(s/2).
// A circular arc if p and q are orthogonal and of one length. CREASE_ERROR if p and q are
// linearly dependent.
crease_status crease_path_arc(crease_path *path, const fmpq *p, const fmpq *q, size_t inputs,
                              size_t count, crease_error *error);

// The whole ellipse as a closed polygon of count >= 3 vertices: number i is 4i/count quarters
// round, and inside a quarter u is the fraction. The origin lies inside.
crease_status crease_path_circle(crease_path *path, const fmpq *p, const fmpq *q, size_t inputs,
                                 size_t count, crease_error *error);

void crease_path_clear(crease_path *path);

// count points whose coordinates are independent, each the sum of twelve fractions of 21 random
// bits less its mean: a multiple of 2^-21, of mean 0 and variance 1 (but for 2^-42), nearly normal.
// points has count * inputs entries, initialised by the caller. The same numbers on every
// machine, and not those that crease_net_random draws; a longer list begins like a shorter one.
void crease_points_random(fmpq *points, size_t count, size_t inputs, uint64_t seed);

// ---- Trajectories ----
//
// How long the image of a path is after every layer, and how often units change their piece along
// it (Raghu et al. 2017). After l layers (and their activations; a final linear layer counts too)
// the image y^l is a polyline again, whose vertices are the images of the x_i and of the points
// where a unit of these layers changes its piece; so its length is a sum of square roots of
// rational numbers,
//   length_l = sum over pieces p of |A_p| (t_(p+1) - t_p),  y^l = A_p t + B_p on piece p.
// Transitions and patterns are exact; lengths and growth factors are intervals that are proved
// to hold the true value and are as narrow as was asked for.

// Arrays have layers + 1 entries, layers = crease_net_layers(net).
typedef struct {
    size_t layers;
    crease_enclosure *length; // of the image
    // length[l] / length[l-1]; empty for l = 0 and where length[l-1] is 0.
    crease_enclosure *growth;
    // How often a unit of layer number l, from 1, changes its piece, summed over the units. Units
    // that change in one point count each; a breakpoint that is only touched does not count. A
    // closed path is walked once round, and its last vertex is its first.
    uint64_t *transitions;
    // How often the pre-activation of a unit of layer l changes between z > 0 and z <= 0, summed
    // over the units that have breakpoints: what Raghu et al. call transitions. The same number for
    // relu; hard-tanh changes its sign inside the middle piece, and its piece at -1 and 1.
    uint64_t *sign_transitions;
    // Maximal stretches of the path on which no unit of the first l layers changes its piece.
    uint64_t *patterns;
    uint64_t decided_float, decided_exact; // signs, by the arithmetic that decided them
    int complete;                          // 0: stopped before it was measured, all else is 0
} crease_trajectory;

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net);
void crease_trajectory_clear(crease_trajectory *trajectory);

// Measures count trajectories through one network, each initialised by
// crease_trajectory_init. width is relative: every length and every growth factor has
// hi - lo <= width lo. "1e-12", "1/1000", ..; 0 < width < 1; NULL: 1e-12. CREASE_FLOAT is refused.
// CREASE_ERROR, with error->where = "width" or "arith" if that is at fault.
// CREASE_STOPPED: those that are not complete were not measured.
// Cost: per piece of layer l two products of its matrix with a vector, in double-doubles;
// for widths below 1e-22 or so, and with CREASE_EXACT, in integers whose size grows with l.
crease_status crease_trajectory_measure(crease_trajectory *trajectories, const crease_net *net,
                                        const crease_path *paths, size_t count, const char *width,
                                        const crease_options *options, crease_error *error);

// Over trajectories, one value for each that is complete; lengths and growth factors are taken
// as the doubles next to the middles of their enclosures, and those that are empty are left out.
// Arrays have layers + 1 entries; growth[0] has no values.
typedef struct {
    size_t layers;
    uint64_t count;
    crease_estimate *length, *growth, *transitions, *sign_transitions, *patterns;
} crease_trajectory_averages;

// All trajectories are of networks with so many layers. To be cleared by the caller.
void crease_trajectory_average(crease_trajectory_averages *averages,
                               const crease_trajectory *trajectories, size_t count, size_t layers);
void crease_trajectory_averages_clear(crease_trajectory_averages *averages);

// ---- Dichotomies ----
//
// How a network labels points while the weights of layer l turn: they are W cos s + W' sin s,
// 0 <= s < 2 pi; all else stays as it is, biases included. A point is labelled 1 where output j is
// > 0, else 0; a dichotomy is the labels of all points at one s (Raghu et al. 2017, section 2.4).
//
// The sweep follows a polygon of N rational points on the circle, once round: vertex i is 4 i/N
// quarters round, and in a quarter (cos, sin) = ((1 - u^2)/(1 + u^2), 2 u/(1 + u^2)), u the
// fraction of it. Place t, 0 <= t < N, is the point a fraction t - i along the edge from vertex
// i = floor t. If layers from l on have no biases and activations with f(c z) = c f(z), c > 0, the
// labels are those on the circle, for any N; else the polygon is what is swept, exactly.
//
// With reach R > 0 the weights are W + y W', -R <= y <= R, there and back: t is 0 at y = -R, 1 at R
// and 2 at -R again, so that transitions and flips count twice.
//
// Labels count if they hold on an arc. A stretch on which the output is 0 has label 0.

typedef struct {
    size_t points, vertices; // how many points are labelled; N
    int on_circle;           // the counts are those of the circle itself
    uint64_t transitions;    // places where labels change
    uint64_t flips;          // labels that change, over all places
    uint64_t distinct;       // dichotomies
    uint64_t *flips_of;      // of each point
    // In the order of t: row i of labels, points characters '0' or '1', holds from place[i] to
    // the next one, the last to the first. Without transitions there is one row and no place.
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

// What is swept. Zero-initialised, or NULL: the defaults.
typedef struct {
    size_t layer;    // l, from 0; all layers before it are as in the network
    size_t label;    // j, from 0: the output whose sign is the label
    size_t vertices; // N, 3 to 10000; 0: 4 if that is the circle itself, else 256
    int exact;       // places as rationals: for large networks this takes long
    size_t reach;    // R; 0: the circle
} crease_sweep;

// Sweeps from the weights of net to those of other, whose layer l must have the same shape;
// nothing else of other is used. points: count >= 1 rows of as many entries as net has inputs.
// The result is to be cleared, in any case. CREASE_FLOAT is refused. CREASE_ERROR, with
// error->where the name of a field of wanted, "arith", or "with" for the other network.
// Cost: for each point a walk of the network along N edges, of one layer more.
crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *wanted, const crease_options *options,
                                       crease_error *error);
void crease_dichotomies_clear(crease_dichotomies *result);

// Writes the places and labels as comma-separated values (docs/paths.md), to a file as
// in out.h. The result must be complete.
crease_status crease_write_dichotomies(const char *path, const crease_dichotomies *result,
                                       crease_error *error);

CREASE_END
#endif
