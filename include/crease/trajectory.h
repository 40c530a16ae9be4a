// Trajectories: how long the image of a path is behind every layer, and how often units change
// their piece along it.
//
// The path is a polyline x_0 x_1 .. x_m of rational points in the space of the inputs. Behind
// layer l (after its activation; a final linear layer counts too) its image y^l is a polyline
// again, whose corners are the images of the x_i and of the points where a unit of the layers
// 1 .. l changes its piece; so its length is a sum of square roots of rational numbers,
//   length_l = sum over pieces p of |A_p| (t_(p+1) - t_p),  y^l = A_p t + B_p on piece p.
// Transitions and patterns are exact; lengths and growth factors are intervals that are proved
// to hold the true value and are as narrow as was asked for. docs/trajectory.md
#ifndef CREASE_TRAJECTORY_H
#define CREASE_TRAJECTORY_H

#include <crease/net.h>
#include <crease/sample.h>
#include <crease/walk.h>

#pragma GCC visibility push(default)

// ---- Paths ----

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

// ---- Measuring ----

// A closed interval that contains a number; empty (lo > hi) where there is no such number.
typedef struct {
    fmpq_t lo, hi;
} crease_enclosure;

// Arrays have layers + 1 entries, layers = crease_net_layers(net); entry 0 speaks of the path
// itself, entry l of its image behind layer l.
typedef struct {
    size_t layers;
    crease_enclosure *length; // of the image
    // length[l] / length[l-1]; empty for l = 0 and where length[l-1] is 0.
    crease_enclosure *growth;
    // How often a unit of layer l changes its piece, summed over the units. Units that change
    // in one point count each; a breakpoint that is only touched does not count. A closed
    // path is walked once round, and its last vertex is its first.
    uint64_t *transitions;
    // Maximal stretches of the path on which no unit of the layers 1 .. l changes its piece.
    uint64_t *patterns;
    uint64_t decided_float, decided_exact; // signs, by the arithmetic that decided them
    int complete;                          // 0: stopped before it was measured, all else is 0
} crease_trajectory;

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net);
void crease_trajectory_clear(crease_trajectory *trajectory);

typedef struct {
    size_t done, count; // trajectories
    double seconds;
} crease_trajectory_progress;

// Zero-initialised are the defaults.
typedef struct {
    // Relative width: every length and every growth factor has hi - lo <= width lo. "1e-12",
    // "1/1000", ..; 0 < width < 1; NULL: 1e-12.
    const char *width;
    crease_arith arith; // CREASE_EXACT: integers alone; CREASE_FLOAT is refused
    double time_limit;  // seconds of wall time, 0 means none
    size_t threads;     // at most 1024; 0 means one per processor; a trajectory is never shared
    const volatile sig_atomic_t *interrupt; // stop when it becomes non-zero; may be NULL
    // About once a second, one at a time; may be NULL.
    void (*progress)(void *data, const crease_trajectory_progress *now);
    void *progress_data;
} crease_measure;

// Measures count trajectories through one network, each initialised by
// crease_trajectory_init; results do not depend on the number of threads. how may be NULL.
// CREASE_ERROR, with error->where = "width" or such if a field of how is at fault.
// CREASE_STOPPED: those that are not complete were not measured.
// Cost: per piece of layer l two products of its matrix with a vector, in pairs of doubles;
// for widths below 1e-22 or so, and with CREASE_EXACT, in integers whose size grows with l.
crease_status crease_trajectory_measure(crease_trajectory *trajectories, const crease_net *net,
                                        const crease_path *paths, size_t count,
                                        const crease_measure *how, crease_error *error);

// Over trajectories, one value for each that is complete; lengths and growth factors are taken
// as the doubles next to the middles of their enclosures, and those that are empty are left out.
// Arrays have layers + 1 entries; growth[0] has no values.
typedef struct {
    size_t layers;
    uint64_t count;
    crease_estimate *length, *growth, *transitions, *patterns;
} crease_trajectory_averages;

// All trajectories are of networks with so many layers. To be cleared by the caller.
void crease_trajectory_average(crease_trajectory_averages *averages,
                               const crease_trajectory *trajectories, size_t count, size_t layers);
void crease_trajectory_averages_clear(crease_trajectory_averages *averages);

// Whether F(c x) = c F(x) for all c > 0, layer by layer: no biases, and all activations
// positively homogeneous (relu, leaky, abs, linear, maxout). Then pattern and transitions are
// constant on rays from the origin, so those along crease_path_circle are those along the
// true circle, for any number of vertices; lengths are not.
int crease_net_is_homogeneous(const crease_net *net);

// ---- Text ----

// The double next to the middle of an enclosure that is not empty.
double crease_enclosure_middle(const crease_enclosure *enclosure);

// The number to as many decimals as the enclosure tells apart, rounded down (lo) or up (hi): the
// decimals are an enclosure too. The caller frees both with free.
void crease_enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure);

#pragma GCC visibility pop
#endif
