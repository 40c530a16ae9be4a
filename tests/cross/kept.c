// Walks that are taken up again, and walks in shares, against walks in one go: the same numbers,
// those of decisions included, whenever and however often they are interrupted. Every other walk is
// listened to: what is heard is the same, in its order; the way to where it goes on is made anew
// then, with fewer decisions.
//
// The seed of the first case is argv[1], or CREASE_SEED, or 1; case k has the seed of the first
// plus k. CREASE_CASES says how many cases there are. When a walk is stopped is a matter of time,
// so that a failure may need several runs to show again.
#include "../ref/cases.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include <crease/make.h>
#include <crease/walk.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Large enough that work is handed back, in every kind of cell and of unit; values:-1,0,1 makes
// ties.
static const struct {
    const char *widths, *activation, *init, *box;
} kinds[] = {
    {"1-60-60-60-1", "relu", NULL, "-2,2"},
    {"2-32-32-32-32-32-32-32-32-1", "relu", NULL, "-1,1"},
    {"2-12-12-12-12-12-12-12-12-12-12-12-12-12-12-1", "relu", NULL, "-1,1"},
    {"2-24-24-24-24-1", "maxout:3", NULL, "-1,1"},
    {"2-20-20-20-20-1", "hardtanh", NULL, NULL},
    {"2-24-24-24-24-1", "abs", "values:-1,0,1", "-1,1"},
    {"3-14-14-14-1", "relu", "values:-1,0,1", "-1,1"},
    {"3-9-9-1", "maxout:2", NULL, NULL},
    {"4-11-11-1", "leaky:1/10", NULL, "-1,1"},
};
enum { KINDS = sizeof kinds / sizeof *kinds, SHOWN = 3 };

// What was heard: of all words in their order, and of regions in whatever order.
typedef struct {
    uint64_t story, sum, regions;
} heard;

typedef struct {
    crease_net *net;
    crease_domain *domain;
    crease_counts whole;
    int listens;
    heard now, all; // all: of the walk in one go
    crease_arith arith;
    int by_neuron;
    char path[64];
    random_state random;
    size_t stops, shares; // shares: that have work
} work;

static void work_init(work *w, uint64_t seed)
{
    size_t *widths, count, kind = seed % KINDS;
    crease_error error;
    const crease_random how = {.seed = seed,
                               .activation = kinds[kind].activation,
                               .init = kinds[kind].init,
                               .bias_std = kinds[kind].init ? NULL : "1/2"};
    *w = (work){.arith = seed / KINDS % 4 == 3 ? CREASE_EXACT : CREASE_FILTERED,
                .by_neuron = seed / KINDS % 3 == 2,
                .listens = seed % 2 == 1};
    if (crease_widths_parse(&widths, &count, kinds[kind].widths, &error) ||
        crease_net_random(&w->net, widths, count, &how, &error))
        abort();
    free(widths);
    size_t inputs = crease_net_inputs(w->net);
    w->domain = crease_domain_new_space(inputs);
    if (kinds[kind].box) {
        crease_domain_free(w->domain);
        if (crease_domain_parse_box(&w->domain, kinds[kind].box, inputs, &error))
            abort();
    }
    snprintf(w->path, sizeof w->path, "/tmp/crease-kept-%ld", (long)getpid());
    random_seed(&w->random, seed);
}

static void work_clear(work *w)
{
    crease_counts_clear(&w->whole);
    crease_domain_free(w->domain);
    crease_net_free(w->net);
    unlink(w->path);
}

// ---- Listening ----

typedef struct {
    const crease_net *net;
    uint64_t *word;
    size_t words, capacity;
    uint64_t sum, regions;
} portion;

static uint64_t mixed(uint64_t a, uint64_t b)
{
    return parallel_seed(a, b);
}

static void say(portion *p, uint64_t word)
{
    MEMORY_RESERVE(p->word, p->capacity, p->words + 1);
    p->word[p->words++] = word;
}

static crease_visit hear_split(void *data, const crease_split *split)
{
    say(data, mixed(mixed(split->depth, split->layer), mixed(split->unit, split->breakpoint)));
    return CREASE_GO;
}

static void hear_leave(void *data, const crease_split *split)
{
    say(data, mixed(1, mixed(split->layer, split->unit)));
}

static crease_visit hear_region(void *data, const crease_region *region)
{
    portion *p = data;
    uint64_t pattern = 0;
    for (size_t l = 0; l < crease_net_hidden(p->net); l++)
        for (size_t unit = 0; unit < crease_net_width(p->net, l); unit++)
            pattern = mixed(pattern, crease_region_pattern(region, l)[unit]);
    say(p, pattern);
    p->sum += pattern;
    p->regions++;
    return CREASE_GO;
}

static void *portion_new(void *data)
{
    const work *w = data;
    portion *p = memory_new(1, sizeof *p);
    p->net = w->net;
    return p;
}

static void portion_free(void *data, void *of)
{
    (void)data;
    free(((portion *)of)->word);
    free(of);
}

static size_t portion_size(const void *of)
{
    return ((const portion *)of)->words * sizeof(uint64_t);
}

static crease_visit tell(void *data, void *of, uint64_t first, uint64_t regions)
{
    work *w = data;
    portion *p = of;
    if (first != w->now.regions || regions != p->regions)
        abort();
    for (size_t i = 0; i < p->words; i++)
        w->now.story = mixed(w->now.story, p->word[i]);
    w->now.sum += p->sum;
    w->now.regions += p->regions;
    p->words = p->sum = p->regions = 0;
    return CREASE_GO;
}

static crease_status begin(void *data, const char *kept, size_t size, crease_error *error)
{
    work *w = data;
    heard *now = &w->now;
    (void)error;
    *now = (heard){0};
    char *text = memory_format("%.*s", (int)size, kept ? kept : "");
    if (kept && sscanf(text, "kept heard %" SCNu64 " %" SCNu64 " %" SCNu64, &now->story, &now->sum,
                       &now->regions) != 3)
        abort();
    free(text);
    return CREASE_OK;
}

static crease_status save(void *data, FILE *to, crease_error *error)
{
    const heard *now = &((const work *)data)->now;
    (void)error;
    fprintf(to, "kept heard %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", now->story, now->sum,
            now->regions);
    return CREASE_OK;
}

static crease_status walk(crease_counts *counts, work *w, const crease_options *how,
                          crease_error *error)
{
    const crease_listener listener = {
        .data = w,
        .visitor = {.split = hear_split, .region = hear_region, .leave = hear_leave},
        .open = portion_new,
        .close = portion_free,
        .size = portion_size,
        .tell = tell,
        .work = "heard",
        .begin = begin,
        .save = save};
    w->now = (heard){0};
    return w->listens ? crease_listen(counts, w->net, w->domain, how, &listener, error)
                      : crease_walk(counts, w->net, w->domain, how, NULL, error);
}

// ---- Counting ----

static crease_status count(crease_counts *counts, work *w, crease_options how)
{
    crease_error error;
    how.arith = w->arith;
    crease_counts_init(counts, w->net);
    if (w->by_neuron)
        crease_counts_by_neuron(counts, w->net);
    crease_status status = walk(counts, w, &how, &error);
    if (status == CREASE_ERROR) {
        fprintf(stderr, "%s: %s\n", error.file, error.message);
        abort();
    }
    return status;
}

static int same(const work *w, const crease_counts *a, const crease_counts *b)
{
    int good = a->activation_regions == b->activation_regions &&
               a->bounded_regions == b->bounded_regions && a->splits == b->splits;
    good &= w->listens ||
            (a->decided_float == b->decided_float && a->decided_exact == b->decided_exact);
    good &= !memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer);
    for (size_t k = 0; k < a->neurons; k++)
        good &= a->per_neuron[k] == b->per_neuron[k];
    return good;
}

// Gives it more and more time, so that it gets to its end.
static int taken_up(work *w, crease_options how, const crease_counts *expected, const heard *story)
{
    double time = 1e-6 * (double)(1 + random_below(&w->random, 4000));
    for (;; time *= 1.3) {
        crease_counts counts;
        how.checkpoint = how.resume = w->path;
        how.every = 1e-3 * (double)(1 + random_below(&w->random, 20));
        how.threads = 1 + random_below(&w->random, 3);
        how.time_limit = time;
        crease_status status = count(&counts, w, how);
        int good = status == CREASE_STOPPED ||
                   (same(w, &counts, expected) && !memcmp(&w->now, story, sizeof *story));
        crease_counts_clear(&counts);
        w->stops += status == CREASE_STOPPED;
        if (status != CREASE_STOPPED || !good)
            return good;
    }
}

static void add(crease_counts *sum, const crease_counts *part)
{
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    sum->decided_float += part->decided_float;
    sum->decided_exact += part->decided_exact;
    for (size_t l = 0; l < sum->layers; l++)
        sum->per_layer[l] += part->per_layer[l];
    for (size_t k = 0; k < sum->neurons; k++)
        sum->per_neuron[k] += part->per_neuron[k] - 1; // there is one region before any neuron
}

// Each of them in one go, and taken up again.
static int shared(work *w)
{
    size_t parts = 2 + random_below(&w->random, 3);
    crease_counts sum;
    crease_counts_init(&sum, w->net);
    if (w->by_neuron)
        crease_counts_by_neuron(&sum, w->net);
    for (size_t k = 0; k < sum.neurons; k++)
        sum.per_neuron[k] = 1;
    int good = 1;
    uint64_t heard_of = 0;
    for (size_t i = 0; i < parts; i++) {
        crease_counts part;
        const crease_options how = {.part = i, .parts = parts, .threads = 2};
        good &= count(&part, w, how) == CREASE_OK;
        unlink(w->path);
        const heard story = w->now;
        good &= taken_up(w, how, &part, &story);
        heard_of += story.sum;
        w->shares += i > 0 && part.activation_regions > 0;
        add(&sum, &part);
        crease_counts_clear(&part);
    }
    good &= same(w, &sum, &w->whole) && heard_of == w->all.sum;
    crease_counts_clear(&sum);
    return good;
}

static int agrees(uint64_t seed, size_t *stops, size_t *shares)
{
    work w;
    work_init(&w, seed);
    count(&w.whole, &w, (crease_options){.threads = 1});
    w.all = w.now;
    unlink(w.path);
    int resumed = taken_up(&w, (crease_options){0}, &w.whole, &w.all), parts = shared(&w);
    if (!resumed || !parts)
        fprintf(stderr, "seed %" PRIu64 ": %s differ from the walk in one go\n", seed,
                resumed ? "shares" : "walks that are taken up again");
    *stops += w.stops;
    *shares += w.shares;
    work_clear(&w);
    return resumed && parts;
}

int main(int argc, char **arguments)
{
    uint64_t seed = cases_seed_of(argc, arguments), cases = cases_count(KINDS);
    size_t failures = 0, stops = 0, shares = 0;
    for (uint64_t k = 0; k < cases && failures < SHOWN; k++)
        failures += !agrees(seed + k, &stops, &shares);
    printf("kept: seed %" PRIu64 ", %" PRIu64 " networks, stopped %zu times, %zu shares with work, "
           "%zu failures\n",
           seed, cases, stops, shares, failures);
    flint_cleanup();
    return failures > 0 || (cases >= KINDS && (!stops || !shares)) ? EXIT_FAILURE : EXIT_SUCCESS;
}
