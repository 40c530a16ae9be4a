// The checks of a checked build: silent if integers agree, and fatal if they do not.
#include "tree/check.h"
#include "position.h"
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- Aborting, in a process of its own, without output. ----

typedef struct {
    walk_position *pos;
    size_t l;
    walk_predicate predicate;
    uint32_t point;
    int found;
} claim;

static int dies(void (*check)(const claim *), const claim *of)
{
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        check(of);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CU_ASSERT(WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

static void same(const claim *of)
{
    CHECK_SAME("test", of->found, 1);
}

static void generator(const claim *of)
{
    check_generator(of->pos, of->l, of->predicate, of->point, of->found);
}

static void origin(const claim *of)
{
    check_origin(of->pos, of->l, of->predicate, of->found);
}

static void anything(void)
{
    for (int found = -1; found <= 1; found++)
        CU_ASSERT_EQUAL(dies(same, &(claim){.found = found}), found != 1);
}

// x + y - 1 on the unit square: its signs at (0, 0), (1, 0), (1, 1), (0, 1) are -, 0, +, 0.
static void generators(void)
{
    static const int sign[] = {-1, 0, 1, 0};
    for (int arith = CREASE_FILTERED; arith <= CREASE_FLOAT; arith++) {
        test_position t;
        test_position_init(&t, arith, net_of(RELU("[[1, 1]]", "[-1]")), domain_of("0,1"));
        walk_maps_sync(&t.pos.maps, 1);
        for (uint32_t point = 0; point < 4; point++)
            for (int found = -1; found <= SIGN_UNKNOWN; found++) {
                bool wrong = arith != CREASE_FLOAT && found != SIGN_UNKNOWN && found != sign[point];
                CU_ASSERT_EQUAL(dies(generator, &(claim){&t.pos, 1, {0, 0}, point, found}), wrong);
            }
        for (int found = -1; found <= SIGN_UNKNOWN; found++) {
            bool wrong = arith != CREASE_FLOAT && found != SIGN_UNKNOWN && found != -1;
            CU_ASSERT_EQUAL(dies(origin, &(claim){&t.pos, 1, {0, 0}, 0, found}), wrong);
        }
        test_position_clear(&t);
    }
}

// Every unit and breakpoint at every generator: hard-tanh of x is -, of x + 5 is + on the square.
static void whole_cell(const claim *of)
{
    check_whole_cell(of->pos, of->l, &of->pos->whole);
}

static void whole_cells(void)
{
    test_position t;
    test_position_init(&t, CREASE_FILTERED,
                       net_of(LAYER("hardtanh", "[[1, 0], [1, 0]]", "[\"1/2\", 5]")),
                       domain_of("0,1/4"));
    walk_maps_sync(&t.pos.maps, 1);
    insertion *in = t.pos.inserts + 1;
    size_t stride = t.pos.maps.layer[1].rounded->stride;
    // Signs of z + 1 and z - 1, for both units.
    double right[2][2] = {{1, 1}, {-1, 1}};
    for (size_t wrong = 0; wrong < 5; wrong++) {
        for (size_t b = 0; b < 2; b++)
            for (size_t unit = 0; unit < 2; unit++) {
                double side = right[b][unit] * (2 * b + unit == wrong ? -1 : 1);
                in->low[b * stride + unit] = side - 0.5;
                in->high[b * stride + unit] = side + 0.5;
            }
        CU_ASSERT_EQUAL(dies(whole_cell, &(claim){.pos = &t.pos, .l = 1}), wrong < 4);
    }
    test_position_clear(&t);
}

UNIT_MAIN("check", {"anything", anything}, {"generators", generators}, {"whole_cells", whole_cells})
