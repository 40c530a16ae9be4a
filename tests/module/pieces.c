// Pieces of a cell that are counted but not made, against pieces that are made, and formulas.
#include "tree/pieces.h"
#include "arrangement.h"
#include "audit.h"
#include "exact/rational.h"
#include "lined.h"
#include "position.h"
#include "unit.h"

#include <inttypes.h>

// The pieces made by all cuts of the layer.
static uint64_t all_pieces(test_position *t)
{
    size_t cuts = t->pos.inserts[1].count;
    uint32_t *list = memory_new(cuts, sizeof *list);
    for (uint32_t k = 0; k < cuts; k++)
        list[k] = k;
    uint64_t pieces = walk_pieces(&t->pos, 1, &t->pos.whole, list, cuts, NULL).all;
    free(list);
    return pieces;
}

// By a walker of our own: nothing is left over, and a second request has the same answer.
static uint64_t pieces_of(crease_arith arith, crease_net *net, crease_domain *domain)
{
    test_position t;
    test_position_init(&t, arith, net, domain);
    walk_maps_sync(&t.pos.maps, 1);
    insertion_survey(&t.pos, 1, &t.pos.whole);
    space_mark before = space_here(&t.pos.space);
    uint64_t pieces = all_pieces(&t);
    space_mark after = space_here(&t.pos.space);
    CU_ASSERT(before.planes == after.planes && before.points == after.points);
    CU_ASSERT(before.cells.chunk == after.cells.chunk && before.cells.used == after.cells.used);
    CU_ASSERT_EQUAL(all_pieces(&t), pieces);
    test_position_clear(&t);
    return pieces;
}

// Counted in each arithmetic, by one thread and several, and shown: atlas_init compares these.
// Takes two copies of the network.
static bool counts_are(crease_net *net, crease_net *copy, const char *box, uint64_t expected)
{
    crease_domain *domain = domain_of(box);
    atlas a;
    atlas_init(&a, net, domain);
    bool good = a.certain && a.counts.activation_regions == expected;
    if (!good)
        printf("\n    %" PRIu64 " pieces, expected %" PRIu64, a.counts.activation_regions,
               expected);
    atlas_clear(&a);
    good &= pieces_of(CREASE_FILTERED, net, domain) == expected;
    good &= pieces_of(CREASE_EXACT, copy, domain_of(box)) == expected;
    return good;
}

static bool lines_are_counted(const int_line *line, size_t n, const char *name, const char *box,
                              size_t expected)
{
    return counts_are(net_of_lines(line, n, name), net_of_lines(line, n, name), box, expected);
}

// ---- Random lines: parallel, concurrent, twice the same, along borders, through generators. ----

enum { MANY_LINES = 30 };

static void random_lines(size_t n, size_t cases, uint64_t seed)
{
    const int_domain of = {.lo = {-2, -3}, .hi = {2, 1}};
    for (uint64_t k = 0; k < cases; k++) {
        random_state random = unit_random(seed + k);
        int_line line[MANY_LINES];
        for (size_t i = 0; i < n; i++)
            line[i] = next_line(&random, line, i, &of);
        bool good =
            lines_are_counted(line, n, "relu", "-1,1,-3/2,1/2", expected_cells(line, n, &of));
        CU_ASSERT(good);
    }
}

static void few_lines(void)
{
    random_lines(MOST_LINES, 300, 141);
}

static void many_lines(void)
{
    random_lines(MANY_LINES, 20, 142);
}

static void strips(void)
{
    enum { STRIPS = 5 };
    const int_domain of = {.lo = {-2, -3}, .hi = {2, 1}};
    CASES(k, 100) {
        random_state random = unit_random(143 + k);
        int_line line[STRIPS], border[2 * STRIPS];
        for (size_t i = 0; i < STRIPS; i++) {
            line[i] = next_line(&random, line, i, &of);
            border[2 * i] = (int_line){line[i].a, line[i].b, line[i].c + 1};
            border[2 * i + 1] = (int_line){line[i].a, line[i].b, line[i].c - 1};
        }
        CU_ASSERT(lines_are_counted(line, STRIPS, "hardtanh", "-1,1,-3/2,1/2",
                                    expected_cells(border, 2 * STRIPS, &of)));
    }
}

// ---- Known arrangements. ----

// n lines through one point make 2 n pieces.
#define PENCIL "[1, 0], [0, 1], [1, 1], [1, -1], [2, 1], [\"1/3\", -1]"
#define PENCIL_BIAS "\"-1/3\", \"-1/7\", \"-10/21\", \"-4/21\", \"-17/21\", \"2/63\""

// The seventh line would be 3 x + y = 8/7.
static crease_net *pencil(const char *moved_by)
{
    crease_net *net = net_of(RELU("[" PENCIL ", [3, 1]]", "[" PENCIL_BIAS ", \"-8/7\"]"));
    fmpq_t shift;
    fmpq_init(shift);
    if (rational_parse(shift, moved_by, strlen(moved_by), NULL) != CREASE_OK)
        abort();
    fmpq_add(net->layer->bias + 6, net->layer->bias + 6, shift);
    fmpq_clear(shift);
    net_finish(net);
    return net;
}

// A line that misses the point by a sliver meets the six apart and adds seven pieces.
static void slivers(void)
{
    static const char *const by[] = {"1e-3", "1e-12", "-1e-16", "1e-30", "-1e-200", "1e-330"};
    CU_ASSERT(counts_are(pencil("0"), pencil("0"), "-1,1", 14));
    for (size_t i = 0; i < sizeof by / sizeof *by; i++)
        CU_ASSERT(counts_are(pencil(by[i]), pencil(by[i]), "-1,1", 12 + 7));
    // The point is a generator of the box: two lines cut, and a third one close to the generator.
    CU_ASSERT(counts_are(pencil("0"), pencil("0"), "1/3,1,1/7,1", 3));
    CU_ASSERT(counts_are(pencil("-1e-200"), pencil("-1e-200"), "1/3,1,1/7,1", 6));
}

// A grid whose lines come closer and closer to the axes.
static void uneven_grid(void)
{
    enum { LINES = 50 };
    int_line line[2 * LINES];
    for (int i = 0; i < LINES; i++) {
        line[2 * i] = (int_line){(slong)1 << (i + 1), 0, -1};
        line[2 * i + 1] = (int_line){0, (slong)1 << (i + 1), -1};
    }
    CU_ASSERT(lines_are_counted(line, 2 * LINES, "relu", "0,1", (LINES + 1) * (LINES + 1)));
}

// ---- More cuts than are counted in one go, in the order of a grid. ----

static uint64_t count_strips(const int_line *line, size_t n, bool by_neuron)
{
    crease_net *net = net_of_lines(line, n, "hardtanh");
    crease_domain *domain = domain_of("-4000,4000");
    crease_counts counts;
    crease_counts_init(&counts, net);
    if (by_neuron) // in the order of the neurons
        crease_counts_by_neuron(&counts, net);
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, NULL, NULL), CREASE_OK);
    const uint64_t pieces = counts.activation_regions;
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    return pieces;
}

// Each strip has two borders; lines of one direction are distinct.
static void grid(void)
{
    enum { EACH = 300, LINES = 2 * EACH + 1 };
    static int_line line[2 * EACH];
    for (int i = 0; i < 2 * EACH; i++)
        line[i] = i < EACH ? (int_line){1, 0, 4 * i} : (int_line){0, 1, 4 * (i - EACH)};
    CU_ASSERT_EQUAL(count_strips(line, (size_t)2 * EACH, 0), (uint64_t)LINES * LINES);
    CU_ASSERT_EQUAL(count_strips(line, (size_t)2 * EACH, 1), (uint64_t)LINES * LINES);
}

UNIT_MAIN("pieces", {"few_lines", few_lines}, {"many_lines", many_lines}, {"strips", strips},
          {"slivers", slivers}, {"uneven_grid", uneven_grid}, {"grid", grid})
