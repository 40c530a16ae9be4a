// Lines: a network on the segment from P to Q, or on the whole line through them.
//
// The line is x(t) = P + t (Q - P). The activation regions on it are its pieces, in the order of
// t; two neighbours meet in a breakpoint, where at least one neuron changes its piece. All of it
// is exact: the pieces, which neurons change where, and the breakpoints themselves, which are
// rational. Pieces along random lines are what Hanin and Rolnick count (Deep ReLU networks have
// surprisingly few activation patterns, 2019), transitions what Raghu et al. count (On the
// expressive power of deep neural networks, 2017).
#ifndef CREASE_LINE_H
#define CREASE_LINE_H

#include <crease/sample.h>
#include <crease/walk.h>

#pragma GCC visibility push(default)

// What is kept of the places of breakpoints.
typedef enum {
    CREASE_LINE_EXACT,    // t as a rational
    CREASE_LINE_ENCLOSED, // two doubles that t lies between: proved, and much cheaper in a large
                          // network, where rationals have thousands of digits
    CREASE_LINE_COUNTED,  // nothing: only how many there are and what changes there
} crease_line_places;

typedef struct {
    uint64_t line, lines; // complete so far, of how many
    uint64_t regions;     // so far, of all lines
    double share;         // of the length of a single segment, if it is known, else 0
    double seconds;
} crease_line_progress;

// Zero-initialised options are the defaults.
typedef struct {
    crease_arith arith;
    double tolerance; // CREASE_FLOAT: as in crease_options
    crease_line_places places;
    int whole_line;    // not only 0 <= t <= 1, but the whole line, as far as it lies in the domain
    int linear;        // count linear regions too
    double time_limit; // seconds of wall time, for all lines; 0 means none
    uint64_t max_regions; // of each line: stop before region number max_regions + 1; 0 means none
    size_t threads;       // one line each, at most 1024; 0 means one per processor
    const volatile sig_atomic_t *interrupt; // stop when it becomes non-zero; may be NULL
    void (*progress)(void *data, const crease_line_progress *now); // about once a second, from any
                                                                   // thread, one at a time
    void *progress_data;
} crease_line_options;

// A neuron that changes from one piece of its activation to another; for maxout, the row
// that is largest. layer < crease_net_hidden(net). Pieces are neighbours, but for maxout: the
// breakpoint that is crossed is number min(before, after).
typedef struct {
    size_t layer, unit;
    uint32_t before, after;
} crease_transition;

typedef struct crease_line crease_line;

// ---- Crossing ----

// Crosses one line. from and to are points of the domain, in its coordinates (dimension
// entries); domain may be NULL: the whole space of the net's inputs. CREASE_ERROR, with
// where = "from" or "to", if a point lies outside the domain or both are equal. After
// CREASE_STOPPED the line is known up to its last region so far. Unless CREASE_ERROR is
// returned, *line is the caller's.
// Cost: for each region the layers from that of its breakpoint on, see docs/lines.md.
crease_status crease_line_cross(crease_line **line, const crease_net *net,
                                const crease_domain *domain, const fmpq *from, const fmpq *to,
                                const crease_line_options *options, crease_error *error);
void crease_line_free(crease_line *line);

// Told of one line after the other, in their order, from any thread but never from two at
// once. The line is borrowed.
typedef crease_visit (*crease_line_visit)(void *data, size_t index, const crease_line *line);

// Over the lines that are complete, one value for each: docs/lines.md.
typedef struct {
    uint64_t lines;
    crease_estimate regions, regions_per_neuron, transitions, linear_regions;
    crease_estimate *transitions_in_layer; // layers
    size_t layers;                         // crease_net_hidden(net)
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
// CREASE_STOPPED; the visitor hears of the lines before and of the one that was not finished.
// All but the seconds is the same for any number of threads.
crease_status crease_lines_cross(crease_line_averages *averages, const crease_net *net,
                                 const crease_domain *domain, const fmpq *points, size_t count,
                                 const crease_line_options *options, crease_line_visit visit,
                                 void *data, crease_error *error);

// Reads lines from a file, 2 * dimension numbers on each: docs/formats.md. path "-" is standard
// input. On success *points are 2 * *count rows as above, to be freed with
// _fmpq_vec_clear(points, 2 * count * dimension). The second reads size bytes of text; name stands
// for the file in messages.
crease_status crease_lines_read(fmpq **points, size_t *count, size_t dimension, const char *path,
                                crease_error *error);
crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error);

// ---- What a line is made of ----

// Of the walk: regions_per_layer, decisions, whether it is complete. Borrowed.
const crease_counts *crease_line_counts(const crease_line *line);
// "[0, 1] on a line in R^3". Borrowed.
const char *crease_line_text(const crease_line *line);

size_t crease_line_regions(const crease_line *line);
// One less than regions, and numbered from 0: number k lies between regions k and k + 1.
size_t crease_line_breakpoints(const crease_line *line);
// The pattern of the first region in one layer, as crease_region_pattern; transitions make
// the others of it. Borrowed.
const uint32_t *crease_line_pattern(const crease_line *line, size_t layer);
// The transitions at a breakpoint, ordered by layer and unit: at least one. Borrowed.
size_t crease_line_transitions(const crease_transition **list, const crease_line *line, size_t k);
// All transitions of the line, of one layer, and of one neuron.
uint64_t crease_line_all_transitions(const crease_line *line);
uint64_t crease_line_layer_transitions(const crease_line *line, size_t layer);
uint64_t crease_line_neuron_transitions(const crease_line *line, size_t layer, size_t unit);

// If linear was asked for: whether the affine function changes at a breakpoint, and the number
// of its pieces, linear regions on the line.
int crease_line_bends(const crease_line *line, size_t k);
uint64_t crease_line_linear_regions(const crease_line *line);

// The parameter of a breakpoint; CREASE_LINE_EXACT. Borrowed.
const fmpq *crease_line_at(const crease_line *line, size_t k);
// The breakpoint as a point of the domain: from + t (to - from), dimension entries.
// CREASE_LINE_EXACT.
void crease_line_point(fmpq *x, const crease_line *line, size_t k);
// low <= t <= high, the nearest such doubles for CREASE_LINE_EXACT; not if only counted.
void crease_line_enclosure(double *low, double *high, const crease_line *line, size_t k);

#pragma GCC visibility pop
#endif
