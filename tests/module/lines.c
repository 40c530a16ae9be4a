// Many lines: in their order, the same for any number of threads, and their totals.
#include "lines.h"
#include "base/memory.h"
#include "path/line.h"
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

static void order(void)
{
    crease_net *net = net_from_file("data/trained/moons_q4_2-16-16-16-2.json");
    fmpq *points = random_lines(2);
    heard first = {.in_order = 1};
    crease_line_totals a, b;
    crease_error error;
    for (size_t threads = 1; threads <= 5; threads += 2) {
        heard h = {.in_order = 1};
        static const crease_line_wanted wanted = {.linear = 1};
        const crease_options options = {.threads = threads};
        crease_line_totals *to = threads == 1 ? &a : &b;
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
        CU_ASSERT(a.decided_float == b.decided_float && a.decided_exact == b.decided_exact);
    }
    _fmpq_vec_clear(points, 4 * LINES);
    crease_net_free(net);
}

static void stops(void)
{
    crease_net *net = net_from_file("data/trained/moons_q4_2-16-16-16-2.json");
    fmpq *points = random_lines(2);
    crease_line_totals totals;
    crease_error error;
    for (size_t threads = 1; threads <= 3; threads++) {
        heard h = {.in_order = 1, .stop_after = 7};
        const crease_options options = {.threads = threads};
        CU_ASSERT_EQUAL(
            crease_lines_cross(&totals, net, NULL, points, LINES, NULL, &options, hear, &h, &error),
            CREASE_STOPPED);
        CU_ASSERT(h.next == 7 && totals.lines == 7 && !totals.complete);

        // Line 0 is reported as far as it goes, and is not part of the totals.
        heard g = {.in_order = 1};
        const crease_options limited = {.threads = threads, .max_regions = 2};
        CU_ASSERT_EQUAL(
            crease_lines_cross(&totals, net, NULL, points, LINES, NULL, &limited, hear, &g, &error),
            CREASE_STOPPED);
        CU_ASSERT(g.next == 1 && g.regions[0] == 2 && totals.lines == 0);
    }
    _fmpq_vec_clear(points, 4 * LINES);
    crease_net_free(net);
}

static void refused(void)
{
    crease_net *net = net_with_inputs(1, RELU("[[1]]", "[0]") "," LINEAR("[[1]]", "[0]"));
    crease_line_totals totals;
    crease_error error = {0};
    fmpq *points = points_of("0;1;2;3;5;5;7;8", 1, 8);
    heard h = {.in_order = 1};
    CU_ASSERT_EQUAL(crease_lines_cross(&totals, net, NULL, points, 4, NULL, NULL, hear, &h, &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "lines[2].to");
    CU_ASSERT_EQUAL(h.next, 0);
    CU_ASSERT_EQUAL(
        crease_lines_cross(&totals, net, NULL, points, 2, NULL, NULL, NULL, NULL, &error),
        CREASE_OK);
    CU_ASSERT(totals.lines == 2);
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
