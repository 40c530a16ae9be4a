// Many trajectories: threads change nothing, what stops them, and what is refused.
#include "measured.h"

#include <string.h>

typedef struct {
    crease_net *net;
    crease_path *path;
    size_t count;
} batch;

static batch batch_of(const char *activation_name, size_t count)
{
    const size_t widths[] = {3, 8, 8, 8, 2};
    crease_random how = {.activation = activation_name, .init = "gaussian:4,1", .seed = 11};
    batch b = {.count = count, .path = memory_new(count, sizeof *b.path)};
    CU_ASSERT_FATAL(!crease_net_random(&b.net, widths, 5, &how, NULL));
    fmpq *points = _fmpq_vec_init((slong)(6 * count));
    crease_points_random(points, 2 * count, 3, 1);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_FATAL(
            !crease_path_arc(b.path + i, points + 6 * i, points + 6 * i + 3, 3, 4, NULL));
    _fmpq_vec_clear(points, (slong)(6 * count));
    return b;
}

static void batch_clear(batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        crease_path_clear(b->path + i);
    free(b->path);
    crease_net_free(b->net);
}

static crease_trajectory *measure(const batch *b, const crease_options *how, crease_status status)
{
    crease_error error;
    crease_trajectory *t = memory_new(b->count, sizeof *t);
    for (size_t i = 0; i < b->count; i++)
        crease_trajectory_init(t + i, b->net);
    CU_ASSERT_EQUAL(crease_trajectory_measure(t, b->net, b->path, b->count, NULL, how, &error),
                    status);
    return t;
}

static void free_all(crease_trajectory *t, size_t count)
{
    for (size_t i = 0; i < count; i++)
        crease_trajectory_clear(t + i);
    free(t);
}

static int are_same(const crease_trajectory *a, const crease_trajectory *b)
{
    int same = a->complete == b->complete && a->decided_float == b->decided_float &&
               a->decided_exact == b->decided_exact;
    for (size_t l = 0; l <= a->layers; l++) {
        same &= a->transitions[l] == b->transitions[l] && a->patterns[l] == b->patterns[l];
        same &= fmpq_equal(a->length[l].lo, b->length[l].lo);
        same &= fmpq_equal(a->length[l].hi, b->length[l].hi);
        same &= fmpq_equal(a->growth[l].lo, b->growth[l].lo);
        same &= fmpq_equal(a->growth[l].hi, b->growth[l].hi);
    }
    return same;
}

static void threads(void)
{
    batch b = batch_of("hardtanh", 40);
    crease_options how = {.threads = 1};
    crease_trajectory *one = measure(&b, &how, CREASE_OK);
    how.threads = 5;
    crease_trajectory *five = measure(&b, &how, CREASE_OK);
    for (size_t i = 0; i < b.count; i++)
        CU_ASSERT(one[i].complete && are_same(one + i, five + i));
    CU_ASSERT(!are_same(one, one + 1));
    free_all(one, b.count);
    free_all(five, b.count);
    batch_clear(&b);
}

static void interrupted(void)
{
    static const volatile sig_atomic_t flag = 1;
    batch b = batch_of("relu", 3);
    crease_options how = {.interrupt = &flag};
    crease_trajectory *t = measure(&b, &how, CREASE_STOPPED);
    for (size_t i = 0; i < b.count; i++)
        CU_ASSERT(!t[i].complete && t[i].patterns[1] == 0 && fmpq_is_zero(t[i].length->hi));
    free_all(t, b.count);
    batch_clear(&b);
}

static void out_of_time(void)
{
    batch b = batch_of("maxout:3", 2000);
    crease_options how = {.time_limit = 1e-9, .threads = 2};
    crease_trajectory *t = measure(&b, &how, CREASE_STOPPED);
    size_t complete = 0;
    for (size_t i = 0; i < b.count; i++)
        complete += t[i].complete != 0;
    CU_ASSERT(complete < b.count);
    free_all(t, b.count);
    batch_clear(&b);
}

static void refused(void)
{
    static const struct {
        const char *width;
        crease_options how;
        const char *where, *message;
    } cases[] = {
        {"0", {0}, "width", "expected a number between 0 and 1, both excluded, found \"0\""},
        {"1", {0}, "width", "expected a number between 0 and 1, both excluded, found \"1\""},
        {"x", {0}, "width", NULL},
        {NULL, {.arith = CREASE_FLOAT}, "arith", NULL},
    };
    batch b = batch_of("relu", 1);
    crease_trajectory t;
    crease_error error;
    crease_trajectory_init(&t, b.net);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CU_ASSERT_EQUAL(
            crease_trajectory_measure(&t, b.net, b.path, 1, cases[i].width, &cases[i].how, &error),
            CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.where, cases[i].where);
        CU_ASSERT(!cases[i].message || !strcmp(error.message, cases[i].message));
    }
    crease_net *plane = net_of(LINEAR("[[1, 1]]", "[0]"));
    CU_ASSERT_EQUAL(crease_trajectory_measure(&t, plane, b.path, 1, NULL, NULL, &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a path in R^2, the space of the network's "
                                          "inputs, found one in R^3");
    crease_net_free(plane);
    crease_trajectory_clear(&t);
    batch_clear(&b);
}

UNIT_MAIN("trajectory", {"threads", threads}, {"interrupted", interrupted},
          {"out of time", out_of_time}, {"refused", refused})
