// Dichotomies: how a network labels points while the weights of one layer turn.
//
// The weights of layer l are W cos s + W' sin s, 0 <= s < 2 pi; all else stays as it is, biases
// included. A point v is labelled 1 where output j of the network is > 0, else 0; a dichotomy
// is what labels s points have at once (Raghu, Poole, Kleinberg, Ganguli and Sohl-Dickstein
// 2017, section 2.4). With h the input of layer l at v, its pre-activation is
//   x W h + y W' h + b,   (x, y) = (cos s, sin s),
// so each point has a network of two inputs and a path through it.
//
// The path is a polygon of N rational points on the circle, walked once round: vertex i is
// 4 i/N quarters round, and in a quarter
//   (x, y) = ((1 - u^2)/(1 + u^2), 2 u/(1 + u^2)),   u the fraction of it.
// Place t, 0 <= t < N, is the point a fraction t - i along the edge from vertex i = floor t.
// From layer l on without biases and with activations for which f(c z) = c f(z), c > 0, labels
// are constant on rays from the origin: then those on the polygon are those on the circle, for
// any N. Else the polygon is what is swept, exactly.
//
// With `reach` R > 0 the path is not the circle but the segment x = 1, -R <= y <= R, walked there
// and back: the weights are W + y W'. Where W' is 0 but for one weight, that one is swept. t is 0
// at y = -R, 1 at R and 2 at -R again; what is counted as a transition or flip there is counted
// twice.
//
// Counted are labels that hold on an arc. A stretch on which the output is 0 throughout has
// label 0; a point where it is 0 without changing its sign is not seen, nor are labels that hold
// at a single place.
#ifndef PATH_DICHOTOMIES_H
#define PATH_DICHOTOMIES_H

#include "path/turning.h"
#include <crease/walk.h>

typedef struct {
    size_t points, vertices; // s, N
    int on_circle;           // the counts are those of the circle itself
    uint64_t transitions;    // places where labels change
    uint64_t flips;          // the same, each as often as there are labels that change
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

// Sweeps from the weights of net to those of other, whose layer l must have the same shape,
// and of which nothing else is used. points: count >= 1 rows of as many entries as net has
// inputs. The result is to be cleared, in any case. CREASE_FLOAT is refused. CREASE_ERROR, with
// error->where the name of a field of wanted, "arith", or "with" for the other network.
// CREASE_STOPPED: a limit or signal. Cost: for each point a walk of the network along N edges, of
// one layer more.
crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *wanted, const crease_options *options,
                                       crease_error *error);
void crease_dichotomies_clear(crease_dichotomies *result);

// Writes the places and labels as comma-separated values (docs/paths.md), to a file as
// in out.h. The result must be complete.
crease_status crease_write_dichotomies(const char *path, const crease_dichotomies *result,
                                       crease_error *error);

// ---- the flips of several points on one path, merged ----

// Marks those points whose flips doubles do not tell apart from another point's, or do not
// place: needed[p].
void labels_need_exact(char *needed, const flip_list *flips, size_t points);

// Fills in what crease_dichotomies has on transitions, flips, labels and places. Points with a
// mark must have been refined; exact: all of them have, and places are wanted.
void labels_merge(crease_dichotomies *result, const flip_list *flips, size_t points, int exact);

#endif
