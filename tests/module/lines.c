// Many lines: in their order, the same for any number of threads, and their averages.
#include "lines.h"
#include "base/memory.h"
#include "unit.h"

#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <string.h>

enum { LINES = 40 };

typedef struct {
    size_t next, stop_after;
    uint64_t regions[LINES], transitions[LINES], linear[LINES];
    int in_order;
} heard;

static crease_visit hear(void *data, size_t index, const crease_line *line)
{
    heard *h = data;
    h->in_order &= index == h->next;
    h->regions[index] = line->counts.activation_regions;
    h->transitions[index] = line->transitions;
    h->linear[index] = crease_line_linear_regions(line);
    h->next = index + 1;
    return h->next == h->stop_after ? CREASE_STOP : CREASE_GO;
}

static fmpq *random_lines(size_t dimension)
{
    random_state random = unit_random(71);
    fmpq *points = _fmpq_vec_init(2 * LINES * (slong)dimension);
    for (size_t i = 0; i < 2 * LINES * dimension; i++)
        random_rational(points + i, &random, 4);
    return points;
}

static double mean_of(const uint64_t *value)
{
    double sum = 0;
    for (size_t i = 0; i < LINES; i++)
        sum += (double)value[i];
    return sum / LINES;
}

static int same_estimate(crease_estimate a, crease_estimate b)
{
    return a.count == b.count && a.mean == b.mean && a.error == b.error && a.low == b.low &&
           a.high == b.high;
}

static void order(void)
{
    crease_net *net = net_from_file("data/trained/moons_q4_2-16-16-16-2.json");
    fmpq *points = random_lines(2);
    heard first = {.in_order = 1};
    crease_line_averages a, b;
    crease_error error;
    crease_line_averages_init(&a, net);
    crease_line_averages_init(&b, net);
    for (size_t threads = 1; threads <= 5; threads += 2) {
        heard h = {.in_order = 1};
        static const crease_line_wanted wanted = {.linear = 1};
        const crease_options options = {.threads = threads};
        crease_line_averages *to = threads == 1 ? &a : &b;
        CU_ASSERT_EQUAL(
            crease_lines_cross(to, net, NULL, points, LINES, &wanted, &options, hear, &h, &error),
            CREASE_OK);
        CU_ASSERT(h.in_order && h.next == LINES && to->complete && to->lines == LINES);
        CU_ASSERT_EQUAL(to->threads, threads);
        if (threads == 1)
            first = h;
        CU_ASSERT(!memcmp(&first, &h, sizeof h));
        if (threads == 1)
            continue;
        CU_ASSERT(same_estimate(a.regions, b.regions));
        CU_ASSERT(same_estimate(a.transitions, b.transitions));
        CU_ASSERT(a.decided_float == b.decided_float && a.decided_exact == b.decided_exact);
    }
    CU_ASSERT_DOUBLE_EQUAL(a.regions.mean, mean_of(first.regions), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(a.regions_per_neuron.mean, mean_of(first.regions) / 48, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(a.transitions.mean, mean_of(first.transitions), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(a.linear_regions.mean, mean_of(first.linear), 1e-12);
    double in_layers = 0;
    for (size_t l = 0; l < a.layers; l++)
        in_layers += a.transitions_in_layer[l].mean;
    CU_ASSERT_DOUBLE_EQUAL(in_layers, a.transitions.mean, 1e-12);
    crease_line_averages_clear(&a);
    crease_line_averages_clear(&b);
    _fmpq_vec_clear(points, 4 * LINES);
    crease_net_free(net);
}

static void stops(void)
{
    crease_net *net = net_from_file("data/trained/moons_q4_2-16-16-16-2.json");
    fmpq *points = random_lines(2);
    crease_line_averages averages;
    crease_error error;
    crease_line_averages_init(&averages, net);
    for (size_t threads = 1; threads <= 3; threads++) {
        heard h = {.in_order = 1, .stop_after = 7};
        const crease_options options = {.threads = threads};
        CU_ASSERT_EQUAL(crease_lines_cross(&averages, net, NULL, points, LINES, NULL, &options,
                                           hear, &h, &error),
                        CREASE_STOPPED);
        CU_ASSERT(h.next == 7 && averages.lines == 7 && !averages.complete);

        // Line 0 is reported as far as it goes, and is not part of the averages.
        heard g = {.in_order = 1};
        const crease_options limited = {.threads = threads, .max_regions = 2};
        CU_ASSERT_EQUAL(crease_lines_cross(&averages, net, NULL, points, LINES, NULL, &limited,
                                           hear, &g, &error),
                        CREASE_STOPPED);
        CU_ASSERT(g.next == 1 && g.regions[0] == 2 && averages.lines == 0);
        CU_ASSERT(isnan(averages.regions.mean));
    }
    crease_line_averages_clear(&averages);
    _fmpq_vec_clear(points, 4 * LINES);
    crease_net_free(net);
}

static void refused(void)
{
    crease_net *net = net_with_inputs(1, RELU("[[1]]", "[0]") "," LINEAR("[[1]]", "[0]"));
    crease_line_averages averages;
    crease_error error = {0};
    fmpq *points = points_of("0;1;2;3;5;5;7;8", 1, 8);
    heard h = {.in_order = 1};
    crease_line_averages_init(&averages, net);
    CU_ASSERT_EQUAL(
        crease_lines_cross(&averages, net, NULL, points, 4, NULL, NULL, hear, &h, &error),
        CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "lines[2].to");
    CU_ASSERT_EQUAL(h.next, 0);
    CU_ASSERT_EQUAL(
        crease_lines_cross(&averages, net, NULL, points, 2, NULL, NULL, NULL, NULL, &error),
        CREASE_OK);
    CU_ASSERT(averages.lines == 2 && averages.regions.mean == 1);
    crease_line_averages_clear(&averages);
    _fmpq_vec_clear(points, 8);
    crease_net_free(net);
}

// ---- Files of lines ----

static void accepted(const char *text, size_t dimension, size_t lines, const char *last)
{
    fmpq *points;
    size_t count;
    crease_error error;
    crease_status status =
        crease_lines_parse(&points, &count, dimension, text, strlen(text), "t", &error);
    CU_ASSERT_EQUAL(status, CREASE_OK);
    if (status)
        return;
    slong numbers = 2 * (slong)(count * dimension);
    char *found = fmpq_get_str(NULL, 10, points + numbers - 1);
    CU_ASSERT_EQUAL(count, lines);
    CU_ASSERT_STRING_EQUAL(found, last);
    flint_free(found);
    _fmpq_vec_clear(points, numbers);
}

static void good_files(void)
{
    accepted("0 1", 1, 1, "1");
    accepted("0, 1\n", 1, 1, "1");
    accepted("0,1\n# three\n\n   \n 2/3\t-0.25 \r\n", 1, 2, "-1/4");
    accepted("1 2 3 4\n5,6,7,0x1p-3\n", 2, 2, "1/8");
    accepted("#\n1e3 1", 1, 1, "1");
    char many[4000] = "";
    CASES(i, 100)
        strcat(many, "1 2 3 4 5 6\n");
    accepted(many, 3, 100, "6");
}

static void files(void)
{
    fmpq *points;
    size_t count;
    crease_error error;
    CU_ASSERT_EQUAL(crease_lines_read(&points, &count, 1, "no/such", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "no/such");
}

UNIT_MAIN("lines", {"order", order}, {"stops", stops}, {"refused", refused},
          {"good files", good_files}, {"files", files})
