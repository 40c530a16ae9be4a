// Layers stored by the weights that are not zero against the same layers with all stored.
//
// Random networks biased to degeneracy, each stored in both ways whatever pays: everything reported
// about every region must be the same, in filtered and in exact arithmetic; and so must linear
// regions, the written file and the identity. Then networks of convolutions and max pooling, on a
// plane through their inputs.
#include "../module/unit.h"
#include "../ref/filter_nets.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "base/memory.h"
#include "base/random.h"
#include "domain/domain.h"
#include "net/net.h"
#include <crease/walk.h>

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void fail(const char *what, const crease_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(EXIT_FAILURE);
}

static crease_net *copy_of(const crease_net *net, net_storage storage)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    crease_net_write(stream, net);
    fclose(stream);
    crease_net *copy;
    crease_error error;
    if (crease_net_parse(&copy, text, size, "copy", NULL, &error))
        fail("copy", &error);
    free(text);
    net_store(copy, storage);
    return copy;
}

// Sums are in another order, so only the signs left undecided by doubles may differ.
static const char *difference(const crease_net *net, const crease_domain *domain, uint64_t *regions)
{
    crease_net *few = copy_of(net, STORE_NONZERO), *all = copy_of(net, STORE_ALL);
    crease_net *again = copy_of(few, STORE_ALL);
    const char *what = NULL;
    if (strcmp(few->sha256, all->sha256) || strcmp(again->sha256, all->sha256))
        what = "identities differ";
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT && !what; arith++) {
        portrait a, b;
        portrait_init(&a, few, domain, (crease_arith)arith);
        portrait_init(&b, all, domain, (crease_arith)arith);
        *regions += a.regions;
        what = !a.counts_agree ? "ways to count differ" : portrait_difference(&a, &b, 1);
        portrait_clear(&a);
        portrait_clear(&b);
    }
    crease_net_free(few);
    crease_net_free(all);
    crease_net_free(again);
    return what;
}

static bool check(const char *kind, uint64_t seed, const crease_net *net,
                  const crease_domain *domain, uint64_t *regions)
{
    const char *what = difference(net, domain, regions);
    if (what) {
        fprintf(stderr, "%s, seed %" PRIu64 ", %s: %s\n", kind, seed, crease_domain_text(domain),
                what);
        crease_net_write(stderr, net);
    }
    return !what;
}

static bool check_random(uint64_t seed, uint64_t *regions)
{
    random_case of;
    if (seed % 3 == 2)
        filter_case_init(&of, seed);
    else
        random_case_init_with(&of, seed, 1 + seed % 2, seed % 5 == 0 ? RANDOM_MAXOUT : 0);
    crease_domain *domain = NULL;
    crease_error error;
    if (!of.lo)
        domain = crease_domain_new_space(of.dimension);
    else if (crease_domain_new_box(&domain, of.lo, of.hi, of.dimension, &error))
        fail("box", &error);
    bool good = check("random", seed, of.net, domain, regions);
    crease_domain_free(domain);
    random_case_clear(&of);
    return good;
}

// ---- Convolutions ----

// A layer of `channels` x side x side values.
typedef struct {
    size_t channels, side;
} image;

static size_t pixel(image of, size_t channel, size_t y, size_t x)
{
    return (channel * of.side + y) * of.side + x;
}

static void init_layer(net_layer *layer, weight_rows *rows, size_t inputs, size_t units,
                       const char *name)
{
    activation act;
    if (activation_parse(&act, name, NULL))
        abort();
    net_layer_init_rows(layer, rows, inputs, units, &act, 1, NULL);
}

static fmpq *random_kernel(random_state *random, size_t entries)
{
    fmpq *kernel = _fmpq_vec_init((slong)entries);
    for (size_t k = 0; k < entries; k++)
        fmpq_set_si(kernel + k, (slong)random_between(random, -60, 60), 64);
    return kernel;
}

// Size x size weights for each pair of channels.
static image convolve(net_layer *layer, image from, size_t channels, size_t size,
                      random_state *random)
{
    image to = {channels, from.side - size + 1};
    weight_rows rows = {0};
    for (size_t c = 0; c < channels; c++) {
        size_t entries = from.channels * size * size;
        fmpq *kernel = random_kernel(random, entries);
        for (size_t place = 0; place < to.side * to.side; place++) {
            size_t y = place / to.side, x = place % to.side;
            for (size_t k = 0; k < entries; k++)
                fmpq_set(weight_rows_add(&rows, pixel(from, k / (size * size), y + k / size % size,
                                                      x + k % size)),
                         kernel + k);
            weight_rows_end(&rows);
        }
        _fmpq_vec_clear(kernel, (slong)entries);
    }
    size_t units = channels * to.side * to.side;
    init_layer(layer, &rows, from.channels * from.side * from.side, units, "relu");
    for (size_t u = 0; u < units; u++)
        fmpq_set_si(layer->bias + u, (slong)random_between(random, -9, 9), 32);
    return to;
}

// The largest of each 2 x 2.
static image pool(net_layer *layer, image from)
{
    image to = {from.channels, from.side / 2};
    weight_rows rows = {0};
    for (size_t c = 0; c < to.channels; c++)
        for (size_t y = 0; y < to.side; y++)
            for (size_t x = 0; x < to.side; x++)
                for (size_t k = 0; k < 4; k++) {
                    size_t at = pixel(from, c, 2 * y + k / 2, 2 * x + k % 2);
                    fmpq_one(weight_rows_add(&rows, at));
                    weight_rows_end(&rows);
                }
    init_layer(layer, &rows, from.channels * from.side * from.side, to.channels * to.side * to.side,
               "maxout:4");
    return to;
}

static void connect(net_layer *layer, size_t inputs, size_t units, const char *name,
                    random_state *random)
{
    activation act;
    if (activation_parse(&act, name, NULL))
        abort();
    net_layer_init(layer, inputs, units, act);
    for (size_t k = 0; k < units * inputs; k++)
        fmpq_set_si(layer->weight + k, (slong)random_between(random, -60, 60), 100);
}

// A square of side 1 / parts in the plane through three random points.
static crease_domain *random_plane(size_t inputs, random_state *random, ulong parts)
{
    fmpq *point = _fmpq_vec_init((slong)(3 * inputs));
    for (size_t k = 0; k < 3 * inputs; k++)
        fmpq_set_si(point + k, (slong)random_below(random, 256), 256);
    fmpq lo[2], hi[2];
    for (size_t k = 0; k < 2; k++) {
        fmpq_init(lo + k);
        fmpq_init(hi + k);
        fmpq_set_si(hi + k, 1, parts);
    }
    crease_domain *plane = NULL;
    crease_error error;
    if (crease_domain_new_box(&plane, lo, hi, 2, &error) ||
        crease_domain_set_slice(plane, point, 3, inputs, &error))
        fail("plane", &error);
    _fmpq_vec_clear(point, (slong)(3 * inputs));
    return plane;
}

static crease_net *random_convolutions(random_state *random)
{
    crease_net *net = net_new(64, 6);
    image at = convolve(net->layer, (image){1, 8}, 2, 3, random);
    at = pool(net->layer + 1, at);
    at = convolve(net->layer + 2, at, 3, 2, random);
    at = pool(net->layer + 3, at);
    connect(net->layer + 4, at.channels, 4, "leaky:1/10", random);
    connect(net->layer + 5, 4, 2, "linear", random);
    net_finish(net);
    return net;
}

// As large as a classifier of images of 28 x 28: 784 inputs, convolutions to 6 and to 16 channels,
// each with pooling, and three dense layers. Its largest layer has 3456 rows of 3456 weights, of
// which one in each is not zero.
static crease_net *large_network(random_state *random)
{
    crease_net *net = net_new(784, 7);
    image at = convolve(net->layer, (image){1, 28}, 6, 5, random);
    at = pool(net->layer + 1, at);
    at = convolve(net->layer + 2, at, 16, 5, random);
    at = pool(net->layer + 3, at);
    connect(net->layer + 4, at.channels * at.side * at.side, 120, "relu", random);
    connect(net->layer + 5, 120, 84, "relu", random);
    connect(net->layer + 6, 84, 10, "linear", random);
    net_finish(net);
    return net;
}

static uint64_t count_regions(const crease_net *net, const crease_domain *domain,
                              crease_arith arith)
{
    crease_counts counts;
    crease_error error;
    crease_counts_init(&counts, net);
    crease_options options = {.arith = arith, .threads = 1};
    if (crease_walk(&counts, net, domain, &options, NULL, &error))
        fail("large", &error);
    uint64_t regions = counts.activation_regions;
    crease_counts_clear(&counts);
    return regions;
}

// Stored densely its weights would take 400 MB.
static bool check_large(uint64_t seed)
{
    enum { MOST_KILOBYTES = 300000 };
    random_state random;
    random_seed(&random, seed);
    crease_net *net = large_network(&random);
    crease_domain *plane = random_plane(784, &random, 400);
    const uint64_t regions = count_regions(net, plane, CREASE_FILTERED);
    const uint64_t exact = count_regions(net, plane, CREASE_EXACT);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    bool good = regions == exact && regions > 10;
    good = good && (TEST_SANITIZED || usage.ru_maxrss < MOST_KILOBYTES);
    if (!good)
        fprintf(stderr,
                "large, seed %" PRIu64 ": %" PRIu64 " regions, %" PRIu64 " in exact arithmetic, %ld"
                " kB\n",
                seed, regions, exact, usage.ru_maxrss);
    crease_domain_free(plane);
    crease_net_free(net);
    return good;
}

static bool check_convolutions(uint64_t seed, uint64_t *regions)
{
    random_state random;
    random_seed(&random, seed);
    crease_net *net = random_convolutions(&random);
    crease_domain *plane = random_plane(64, &random, 2);
    bool good = check("convolutions", seed, net, plane, regions);
    crease_domain_free(plane);
    crease_net_free(net);
    return good;
}

static void large_network_agrees(void)
{
    CU_ASSERT(check_large(cases_seed()));
}

static void random_networks(void)
{
    uint64_t regions = 0;
    SEEDS(seed, 100)
        CU_ASSERT(check_random(seed, &regions));
}

static void networks_of_convolutions(void)
{
    uint64_t regions = 0;
    SEEDS(seed, 3)
        CU_ASSERT(check_convolutions(seed, &regions));
    CU_ASSERT(regions >= 100); // the planes are cut
}

UNIT_MAIN("sparse", {"a large network", large_network_agrees}, {"random networks", random_networks},
          {"convolutions", networks_of_convolutions})
