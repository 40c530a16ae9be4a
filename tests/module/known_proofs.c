// Kept proofs hold on the paths that have their half-spaces, and on no other.
#include "lp/known_proofs.h"
#include "base/random.h"
#include "unit.h"

enum { DIMENSION = 2, UNITS = 5, MOST_PATH = 8, MOST_PROOFS = 600 };

typedef struct {
    size_t bound; // of which it is a proof
    size_t count;
    half_space by[DIMENSION];
} slow_proof;

// The plane of a unit, whose form has one of two constants, on a split of that depth.
static half_space random_half(geom_space *space, random_state *random, size_t depth)
{
    const uint32_t unit = (uint32_t)random_below(random, UNITS);
    const double form[2 * (DIMENSION + 1)] = {unit, 1, (double)random_below(random, 2)};
    const plane_origin origin = {.split = space_split(depth, 0), .unit = unit};
    return (half_space){space_add_plane(space, form, origin), random_below(random, 2) ? 1 : -1};
}

static bool is_same(const geom_space *space, half_space one, half_space other)
{
    return one.side == other.side &&
           memcmp(space_form(space, one.plane), space_form(space, other.plane),
                  2 * space->columns * sizeof(double)) == 0;
}

static bool has_half(const geom_space *space, const half_space *path, size_t count, half_space half)
{
    size_t i = 0;
    while (i < count && !is_same(space, path[i], half))
        i++;
    return i < count;
}

// Random paths of half-spaces, one or two of which prove that a bound is redundant: what is known
// is what one of the proofs says. The latest proof is always known on its own path.
static void paths(void)
{
    random_state random = unit_random(7);
    sign_judge judge;
    geom_space space;
    sign_judge_init(&judge, CREASE_FILTERED, 0);
    space_init(&space, DIMENSION, &judge);
    slow_proof proof[MOST_PROOFS];
    size_t proofs = 0, known_again = 0;
    CASES(round, MOST_PROOFS) {
        half_space path[MOST_PATH];
        known_half_space *known[MOST_PATH];
        size_t count = 0;
        while (count < MOST_PATH && random_below(&random, 6)) {
            path[count] = random_half(&space, &random, count);
            count += !has_half(&space, path, count, path[count]);
        }
        for (size_t i = 0; i < count; i++)
            known[i] = known_proofs_enter(&space, path[i]);
        for (size_t i = 0; i < count; i++)
            CU_ASSERT(memcmp(known[i]->form, space_form(&space, path[i].plane),
                             2 * space.columns * sizeof *known[i]->form) == 0);
        known_proofs_begin(&space, known, count);
        const size_t bound = random_below(&random, 2 * DIMENSION);
        bool expected = false;
        for (size_t i = 0; i < proofs; i++) {
            size_t k = 0;
            while (k < proof[i].count && has_half(&space, path, count, proof[i].by[k]))
                k++;
            expected |= proof[i].bound == bound && k == proof[i].count;
        }
        const bool is_known = known_proofs_of_bound(&space, bound);
        CU_ASSERT(!is_known || expected);
        known_again += is_known;
        if (count >= 2) {
            slow_proof *latest = proof + proofs++;
            *latest = (slow_proof){bound, 1 + random_below(&random, 2), {path[0], path[1]}};
            known_proofs_keep_bound(&space, bound, known, latest->count);
            CU_ASSERT(known_proofs_of_bound(&space, bound));
        }
        for (size_t i = count; i-- > 0;)
            known_proofs_leave(&space, known[i]);
        known_proofs_begin(&space, NULL, 0);
        CU_ASSERT(!known_proofs_of_bound(&space, bound)); // all need some half-space
    }
    CU_ASSERT(known_again > 0);
    space_clear(&space);
    sign_judge_clear(&judge);
}

// A half-space with other doubles takes the place of the one before, and its proofs.
static void replaced(void)
{
    sign_judge judge;
    geom_space space;
    sign_judge_init(&judge, CREASE_FILTERED, 0);
    space_init(&space, DIMENSION, &judge);
    const plane_origin origin = {.split = 0, .layer = 1, .unit = 3};
    const double one[2 * (DIMENSION + 1)] = {1, 2, 3}, other[2 * (DIMENSION + 1)] = {1, 2, 4};
    const half_space first = {space_add_plane(&space, one, origin), 1},
                     second = {space_add_plane(&space, other, origin), 1};
    known_half_space *half = known_proofs_enter(&space, first);
    known_proofs_begin(&space, &half, 1);
    known_proofs_keep_half(&space, half, NULL, 0); // the bounds are enough
    CU_ASSERT(known_proofs_of_half(&space, half));
    known_proofs_leave(&space, half);
    CU_ASSERT(!known_proofs_of_half(&space, half));
    CU_ASSERT(known_proofs_enter(&space, first) == half && known_proofs_of_half(&space, half));
    CU_ASSERT(known_proofs_enter(&space, first) == half); // the path has it twice
    known_half_space *later = known_proofs_enter(&space, second);
    CU_ASSERT(later != half && later->serial != half->serial);
    CU_ASSERT(!known_proofs_of_half(&space, later));
    known_proofs_leave(&space, half);
    CU_ASSERT(known_proofs_of_half(&space, half) && memcmp(half->form, one, sizeof one) == 0);
    known_proofs_leave(&space, half);
    CU_ASSERT(known_proofs_enter(&space, first) == half); // in other words, its memory
    CU_ASSERT(!known_proofs_of_half(&space, half) && memcmp(half->form, one, sizeof one) == 0);
    space_clear(&space);
    sign_judge_clear(&judge);
}

UNIT_MAIN("known proofs", {"paths", paths}, {"replaced", replaced})
