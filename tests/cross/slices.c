// A network on a slice against the same network composed with the parametrization in rationals: the
// same regions, vertices, maps and areas, byte for byte, and the same linear regions.
#include "../module/nets.h"
#include "../module/unit.h"
#include "../module/written.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>

static void copy(fmpq *to, const fmpq *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fmpq_set(to + i, from + i);
}

static fmpq *copy_of(const fmpq *from, size_t count)
{
    fmpq *to = _fmpq_vec_init((slong)count);
    copy(to, from, count);
    return to;
}

// Layer 0 becomes W (sum_k u_k (p_k - p_0) + p_0) + b; the others are copied.
static crease_net *compose(const crease_net *net, const fmpq *points)
{
    size_t n = net->inputs;
    crease_net *composed = net_new(2, net->layers);
    fmpq_t difference;
    fmpq_init(difference);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *from = net->layer + l;
        net_layer *to = composed->layer + l;
        size_t pieces = from->act->pieces;
        activation act = {
            .name = memory_copy_text(from->act->name), .pieces = pieces, .rank = from->act->rank};
        act.breakpoint = copy_of(from->act->breakpoint, pieces - 1);
        act.slope = copy_of(from->act->slope, pieces);
        act.offset = copy_of(from->act->offset, pieces);
        net_layer_init(to, l ? from->inputs : 2, from->units, act);
        copy(to->bias, from->bias, from->units);
        if (l) {
            copy(to->weight, from->weight, from->units * from->inputs);
            continue;
        }
        for (size_t j = 0; j < from->units; j++)
            for (size_t i = 0; i < n; i++) {
                const fmpq *weight = from->weight + j * n + i;
                fmpq_addmul(to->bias + j, weight, points + i);
                for (size_t k = 0; k < 2; k++) {
                    fmpq_sub(difference, points + (k + 1) * n + i, points + i);
                    fmpq_addmul(to->weight + 2 * j + k, weight, difference);
                }
            }
    }
    fmpq_clear(difference);
    net_finish(composed);
    return composed;
}

// Three points, now and then of large or tiny size, far apart or nearly on a line.
static void random_points(fmpq *points, random_state *random, size_t n)
{
    uint64_t kind = random_below(random, 6);
    for (size_t i = 0; i < 3 * n; i++) {
        random_rational(points + i, random, 4);
        if (kind == 1)
            fmpq_mul_2exp(points + i, points + i, 80);
        if (kind == 2)
            fmpq_div_2exp(points + i, points + i, 80);
    }
    if (kind == 3) // p_2 = 2 p_1 - p_0, but for a little
        for (size_t i = 0; i < n; i++) {
            fmpq *x = points + 2 * n + i;
            fmpq_div_2exp(x, x, 90);
            fmpq_add(x, x, x - n);
            fmpq_add(x, x, x - n);
            fmpq_sub(x, x, x - 2 * n);
        }
}

// The records without the last line, which names network and domain; what was counted.
static char *records(const crease_net *net, const crease_domain *domain, crease_arith arith,
                     crease_linear_counts *linear)
{
    written file = written_init();
    const crease_options options = {.arith = arith, .threads = 1};
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_records all = {.format = CREASE_JSONL, .fields = "all"};
    if (crease_regions_write(file.path, &all, &counts, net, domain, &options, &file.error) !=
            CREASE_OK ||
        crease_count_linear(&counts, linear, net, domain, &options, &file.error) != CREASE_OK) {
        fprintf(stderr, "%s\n", file.error.message);
        abort();
    }
    crease_counts_clear(&counts);
    written_read(&file);
    char *text = memory_copy_text(file.text), *end = strstr(text, "{\"end\"");
    if (!end || !written_clear(&file))
        abort();
    *end = '\0';
    return text;
}

static bool same_on(const crease_net *net, const crease_net *composed, const crease_domain *slice,
                    const crease_domain *plane)
{
    bool good = true;
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        crease_linear_counts linear[2];
        char *on_slice = records(net, slice, (crease_arith)arith, &linear[0]);
        char *by_hand = records(composed, plane, CREASE_EXACT, &linear[1]);
        good &= !strcmp(on_slice, by_hand);
        good &= linear[0].linear_regions == linear[1].linear_regions &&
                linear[0].affine_maps == linear[1].affine_maps;
        free(on_slice);
        free(by_hand);
    }
    return good;
}

// Returns 0 if the two differ; points that do not span a plane are skipped.
static bool agree(uint64_t seed, size_t *slices)
{
    random_state random;
    random_seed(&random, seed);
    size_t n = 2 + random_below(&random, 6);
    crease_net *net = random_net(&random, n, 4, 3);
    fmpq *points = _fmpq_vec_init((slong)(3 * n));
    random_points(points, &random, n);
    const char *box = random_below(&random, 2) ? "-3/2,7/3" : NULL;
    crease_domain *slice = domain_of(box), *plane = domain_of(box);
    bool good = true;
    if (crease_domain_set_slice(slice, points, 3, n, NULL) == CREASE_OK) {
        crease_net *composed = compose(net, points);
        good = same_on(net, composed, slice, plane);
        ++*slices;
        if (!good) {
            fprintf(stderr, "seed %" PRIu64 ", %s: different on\n", seed,
                    crease_domain_text(slice));
            crease_net_write(stderr, net);
        }
        crease_net_free(composed);
    }
    crease_domain_free(slice);
    crease_domain_free(plane);
    _fmpq_vec_clear(points, (slong)(3 * n));
    crease_net_free(net);
    return good;
}

static void slices_are_composed_networks(void)
{
    size_t slices = 0;
    SEEDS(seed, 200)
        CU_ASSERT(agree(seed, &slices));
    CU_ASSERT(slices >= cases_count(200) / 2);
}

UNIT_MAIN("slices", {"are composed networks", slices_are_composed_networks})
