// Cells of any dimension by routes that must agree, on random networks biased to degeneracy.
//
//   special    d = 1, 2: the cells of these dimensions against the general ones;
//   arithmetic filtered against exact, bit for bit;
//   idle       inputs that nothing depends on change no count of the whole space;
//   affine     nor does an invertible affine change of the inputs.
// In all of them: walks by 1, 2 and 3 threads and the count of linear regions give the same
// totals, the data of every region are consistent (tests/ref/geometry.h), and the regions
// of a box fill it.
#include "../module/unit.h"
#include "../ref/geometry.h"
#include "../ref/moved_nets.h"
#include "../ref/random_nets.h"
#include "domain/domain.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct {
    random_case of;
    crease_domain *domain;
    uint64_t seed, regions, bounded;
} trial;

// ---- conditions on every walk ----

static bool fills_box(const portrait *of, const crease_domain *domain)
{
    fmpq_t box, side;
    fmpq_init(box);
    fmpq_init(side);
    fmpq_one(box);
    for (size_t i = 0; i < of->dimension; i++) {
        fmpq_sub(side, domain->hi + i, domain->lo + i);
        fmpq_mul(box, box, side);
    }
    for (size_t i = 0; i < of->regions; i++)
        fmpq_sub(box, box, of->region[i].volume);
    bool fills = fmpq_is_zero(box);
    fmpq_clear(box);
    fmpq_clear(side);
    return fills;
}

static const char *fault(const portrait *of, const crease_domain *domain)
{
    const char *what = NULL;
    for (size_t i = 0; i < of->regions && !what; i++)
        what = geometry_fault(of, of->region + i);
    if (!what && domain->is_box && !fills_box(of, domain))
        what = "the regions do not fill the box";
    return what;
}

static void take(portrait *of, trial *t, const crease_net *net, const crease_domain *domain,
                 crease_arith arith)
{
    portrait_init(of, net, domain, arith);
    t->regions += of->regions;
    t->bounded += of->counts.bounded_regions;
}

// ---- routes ----

static const char *special(trial *t)
{
    portrait a, b;
    take(&a, t, t->of.net, t->domain, t->seed % 2 ? CREASE_FILTERED : CREASE_EXACT);
    t->domain->general = 1;
    take(&b, t, t->of.net, t->domain, CREASE_FILTERED);
    const char *what = fault(&a, t->domain);
    what = what ? what : fault(&b, t->domain);
    portrait_sort(&a);
    portrait_sort(&b);
    what = what ? what : portrait_difference(&a, &b, 0);
    portrait_clear(&a);
    portrait_clear(&b);
    return what;
}

static const char *arithmetic(trial *t)
{
    portrait a, b;
    take(&a, t, t->of.net, t->domain, CREASE_FILTERED);
    take(&b, t, t->of.net, t->domain, CREASE_EXACT);
    const char *what = portrait_difference(&a, &b, 1);
    what = what ? what : fault(&a, t->domain);
    portrait_clear(&a);
    portrait_clear(&b);
    return what;
}

static const char *moved(trial *t, void (*choose)(moving *to, uint64_t seed, size_t dimension))
{
    moving to;
    portrait a, b;
    choose(&to, t->seed, t->of.dimension);
    crease_net *net = moving_net(&to, t->of.net);
    crease_domain *before = crease_domain_new_space(to.outer);
    crease_domain *after = crease_domain_new_space(to.inner);
    take(&a, t, t->of.net, before, CREASE_FILTERED);
    take(&b, t, net, after, CREASE_FILTERED);
    const char *what = fault(&a, before);
    what = what ? what : fault(&b, after);
    what = what ? what : moving_difference(&to, &a, &b);
    portrait_clear(&a);
    portrait_clear(&b);
    crease_domain_free(before);
    crease_domain_free(after);
    crease_net_free(net);
    moving_clear(&to);
    return what;
}

static const char *idle(trial *t)
{
    return moved(t, moving_choose_idle);
}

static const char *affine(trial *t)
{
    return moved(t, moving_choose_affine);
}

static const struct {
    const char *name;
    const char *(*run)(trial *t);
    size_t dimension;
} routes[] = {
    {"special", special, 1},
    {"special", special, 2},
    {"arithmetic", arithmetic, 3},
    {"arithmetic", arithmetic, 4},
    {"idle", idle, 1},
    {"affine", affine, 2},
    {"special", special, 2},
    {"arithmetic", arithmetic, 3},
    {"affine", affine, 3},
    {"idle", idle, 2},
    {"affine", affine, 4},
    {"idle", idle, 3},
    {"arithmetic", arithmetic, 5},
};
enum { ROUTES = sizeof routes / sizeof *routes };

// ---- cases ----

static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MIXED, RANDOM_MAXOUT,
                                 RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool agree(uint64_t seed, uint64_t *regions, uint64_t *bounded)
{
    trial t = {.seed = seed};
    size_t route = seed % ROUTES;
    random_case_init_with(&t.of, seed, routes[route].dimension, kinds[seed % KINDS]);
    t.domain = random_case_domain(&t.of);
    const char *what = routes[route].run(&t);
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s, %s: %s\n", seed, routes[route].name,
                crease_domain_text(t.domain), what);
        crease_net_write(stderr, t.of.net);
    }
    *regions += t.regions;
    *bounded += t.bounded;
    crease_domain_free(t.domain);
    random_case_clear(&t.of);
    return !what;
}

static void dimensions_do_not_matter(void)
{
    uint64_t regions = 0, bounded = 0;
    SEEDS(seed, 500)
        CU_ASSERT(agree(seed, &regions, &bounded));
    CU_ASSERT((bounded > 0 && bounded < regions) || cases_count(500) < 25);
}

UNIT_MAIN("dimensions", {"do not matter", dimensions_do_not_matter})
