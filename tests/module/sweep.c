// Sweeps: stretches in order, without gaps, the same in all arithmetics.
#include "path/sweep.h"
#include "swept.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 100000 };

// All callbacks as text, and the position of each layer.
typedef struct {
    test_sweep *t;
    char text[ROOM];
    size_t length, points;
    fmpq at[16];
} record;

static void place(fmpq_t t, test_sweep *of, uint32_t point)
{
    const fmpz *row = space_point_row(&of->sweep.space, point);
    fmpq_set_fmpz_frac(t, row, row + 1);
}

static void hear_point(void *data, uint32_t point, const plane_origin *origin, uint32_t lo,
                       uint32_t hi)
{
    record *r = data;
    fmpq_t t, end;
    fmpq_init(t);
    fmpq_init(end);
    place(t, r->t, point);
    place(end, r->t, lo);
    CU_ASSERT(fmpq_cmp(end, t) < 0);
    place(end, r->t, hi);
    CU_ASSERT(fmpq_cmp(t, end) < 0);
    CU_ASSERT(origin->layer >= 1 && origin->layer <= r->t->net->layers);
    r->points++;
    fmpq_clear(t);
    fmpq_clear(end);
}

static void hear_piece(void *data, size_t l, uint32_t lo, uint32_t hi, int differs)
{
    record *r = data;
    const walk_layer *map = r->t->sweep.maps.layer + l;
    fmpq_t t;
    fmpq_init(t);
    place(t, r->t, lo);
    CU_ASSERT(fmpq_equal(t, r->at + l));                         // no gap
    CU_ASSERT(l == 1 || fmpq_cmp(r->at + l, r->at + l - 1) < 0); // the layer before is ahead
    place(r->at + l, r->t, hi);
    CU_ASSERT(fmpq_cmp(t, r->at + l) < 0);
    char *end = fmpq_get_str(NULL, 10, r->at + l);
    r->length += (size_t)snprintf(r->text + r->length, ROOM - r->length, "%zu:%s%s ", l, end,
                                  differs ? "" : "=");
    for (size_t i = 0; i < map->rounded->units; i++)
        r->length +=
            (size_t)snprintf(r->text + r->length, ROOM - r->length, "%u%s",
                             (unsigned)map->pattern[i], i + 1 < map->rounded->units ? "," : "; ");
    CU_ASSERT_FATAL(r->length < ROOM);
    flint_free(end);
    fmpq_clear(t);
}

// The text is the caller's.
static char *swept(crease_net *net, const char *p, const char *q, crease_arith arith, int pairs)
{
    test_sweep t;
    record *r = memory_new(1, sizeof *r);
    sweep_observer observer = {.data = r, .point = hear_point, .piece = hear_piece};
    for (size_t l = 0; l < 16; l++)
        fmpq_init(r->at + l);
    r->t = &t;
    test_sweep_init(&t, net, p, q, arith, pairs, observer);
    CU_ASSERT(sweep_segment(&t.sweep, &t.rounded));
    for (size_t l = 1; l <= net->layers; l++)
        CU_ASSERT(fmpq_is_one(r->at + l));
    CU_ASSERT(arith != CREASE_EXACT || t.sweep.judge.decided_float == 0);
    test_sweep_clear(&t);
    for (size_t l = 0; l < 16; l++)
        fmpq_clear(r->at + l);
    char *text = memory_copy_text(r->text);
    free(r);
    return text;
}

static void all_arithmetics(crease_net *(*make)(void), const char *p, const char *q,
                            const char *expected)
{
    static const struct {
        crease_arith arith;
        int pairs;
    } ways[] = {{CREASE_EXACT, 0}, {CREASE_FILTERED, 0}, {CREASE_FILTERED, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char *text = swept(make(), p, q, ways[i].arith, ways[i].pairs);
        CU_ASSERT_STRING_EQUAL(text, expected);
        free(text);
    }
}

static crease_net *folds(void)
{
    return net_with_inputs(1, LAYER("abs", "[[1]]", "[0]") "," LAYER("hardtanh", "[[2]]", "[-1]"));
}

// The second unit only touches 0; the third and the fourth change in one point.
static crease_net *ties(void)
{
    return net_with_inputs(
        1, LAYER("abs", "[[1]]", "[-1]") "," RELU("[[1], [0], [-1], [1]]", "[0, 0, 1, -1]"));
}

// Three rows of which the middle one attains the maximum on a stretch, and two that tie there.
static crease_net *winners(void)
{
    return net_with_inputs(
        1, LAYER("maxout:3", "[[-1], [0], [1], [2], [2], [0]]", "[0, 1, 0, 0, 0, 0]"));
}

static void by_hand(void)
{
    all_arithmetics(folds, "-2", "2", "1:1/2 0; 2:1/4 2; 2:1/2 1; 1:1 1; 2:3/4 1; 2:1 2; ");
    all_arithmetics(ties, "0", "4", "1:1/4 0; 2:1/4 1,0,1,0; 1:1 1; 2:1/2 1,0,1,0; 2:1 1,0,0,1; ");
    all_arithmetics(winners, "-2", "2", "1:1/4 0,2; 1:1/2 1,2; 1:3/4 1,0; 1:1 2,0; ");
}

static void random_nets(void)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        const size_t widths[] = {4, 7, 7, 7, 2};
        const char *names[] = {"relu", "hardtanh", "maxout:3", "pwl:-1,0,1;0,2,-1,1;1"};
        crease_random how = {.activation = names[seed % 4], .init = "gaussian:4,1", .seed = seed};
        char *text[3];
        for (int way = 0; way < 3; way++) {
            crease_net *net;
            CU_ASSERT_FATAL(!crease_net_random(&net, widths, 5, &how, NULL));
            text[way] = swept(net, "-3,1,1/3,0", "2,2,-1,1", way ? CREASE_FILTERED : CREASE_EXACT,
                              way == 2);
        }
        CU_ASSERT_STRING_EQUAL(text[0], text[1]);
        CU_ASSERT_STRING_EQUAL(text[0], text[2]);
        for (int way = 0; way < 3; way++)
            free(text[way]);
    }
}

UNIT_MAIN("sweep", {"by hand", by_hand}, {"random networks", random_nets})
