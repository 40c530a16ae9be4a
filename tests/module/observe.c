// An observer of several threads gets the same as a visitor of one thread, in the same order.
#include "base/limits.h"
#include "unit.h"
#include "walk/observer.h"
#include "walk_threads.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <xxhash.h>

static const size_t threads[] = {1, 2, 3, 7};
enum { WAYS = sizeof threads / sizeof *threads };

// ---- Callbacks as a list of words ----

typedef struct {
    uint64_t *word;
    size_t words, capacity, regions;
    size_t regions_end; // in words: after the last region
} story;

static void story_clear(story *s)
{
    free(s->word);
    *s = (story){0};
}

static void note(story *s, uint64_t word)
{
    MEMORY_RESERVE(s->word, s->capacity, s->words + 1);
    s->word[s->words++] = word;
}

static crease_visit note_split(void *data, const crease_split *split)
{
    note(data, 1);
    note(data, split->depth);
    note(data, split->layer << 32 | split->unit << 16 | split->breakpoint);
    note(data, split->parts);
    return CREASE_GO;
}

static void note_leave(void *data, const crease_split *split)
{
    note(data, 2);
    note(data, split->layer << 32 | split->unit << 16 | split->breakpoint);
}

// All data of a region: vertices, rays, facets and the map.
static uint64_t digest(const crease_region *region, const crease_net *net)
{
    char *text;
    size_t size, d = net->inputs;
    FILE *stream = memory_stream(&text, &size);
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        fwrite(crease_region_pattern(region, l), sizeof(uint32_t), crease_net_width(net, l),
               stream);
    for (size_t i = 0; i < crease_region_vertices(region); i++) {
        crease_region_vertex(row, region, i);
        for (size_t k = 0; k < d; k++)
            fmpq_fprint(stream, row + k);
    }
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet(row, &facet, region, i);
        fprintf(stream, "%d %zu %zu ", facet.on_border, facet.layer, facet.unit);
        for (size_t k = 0; k <= d; k++)
            fmpq_fprint(stream, row + k);
    }
    for (size_t i = 0; i < crease_net_outputs(net); i++) {
        crease_region_map(row, region, i);
        for (size_t k = 0; k <= d; k++)
            fmpq_fprint(stream, row + k);
    }
    fclose(stream);
    const uint64_t hash = XXH3_64bits(text, size);
    free(text);
    _fmpq_vec_clear(row, (slong)d + 1);
    return hash;
}

typedef struct {
    story story; // first, so that it is a story
    const crease_net *net;
    size_t numbers; // of regions, as they should be
    bool misnumbered;
    size_t open;   // splits that have begun here
    bool end_late; // of a split of others, after something of its own
} reporter;

static crease_visit portion_split(void *data, const crease_split *split)
{
    ((reporter *)data)->open++;
    return note_split(data, split);
}

static void portion_leave(void *data, const crease_split *split)
{
    reporter *t = data;
    t->end_late |= !t->open && t->story.regions;
    t->open -= t->open > 0;
    note_leave(data, split);
}

static crease_visit note_region(void *data, const crease_region *region)
{
    reporter *t = data;
    const uint64_t hash = digest(region, t->net);
    if (run_is_cancelled()) // while it was read: it is not counted
        return CREASE_STOP;
    t->misnumbered |= crease_region_id(region) != t->numbers++;
    note(&t->story, 3);
    note(&t->story, hash);
    t->story.regions++;
    t->story.regions_end = t->story.words;
    return CREASE_GO;
}

// ---- The same in batches ----

typedef struct {
    reporter whole;
    size_t stops_at; // regions; 0: never
    int open;        // portions
    int slow, busy, crowded;
} audience;

static void *line_buffer_new(void *data)
{
    audience *a = data;
    reporter *buffer = memory_new(1, sizeof *buffer);
    buffer->net = a->whole.net;
    __atomic_fetch_add(&a->open, 1, __ATOMIC_RELAXED);
    return buffer;
}

static void line_buffer_free(void *data, void *buffer)
{
    audience *a = data;
    story_clear(&((reporter *)buffer)->story);
    free(buffer);
    __atomic_fetch_sub(&a->open, 1, __ATOMIC_RELAXED);
}

// Counted as much, so that threads that are ahead wait.
static size_t line_buffer_size(const void *buffer)
{
    return ((const reporter *)buffer)->story.regions << 16;
}

static crease_visit portion_tell(void *data, void *from, uint64_t first, uint64_t regions)
{
    audience *a = data;
    reporter *buffer = from, *whole = &a->whole;
    a->crowded |= __atomic_exchange_n(&a->busy, 1, __ATOMIC_SEQ_CST);
    whole->misnumbered |=
        buffer->misnumbered || first != whole->story.regions || regions != buffer->story.regions;
    if (buffer->story.regions)
        whole->story.regions_end = whole->story.words + buffer->story.regions_end;
    for (size_t i = 0; i < buffer->story.words; i++)
        note(&whole->story, buffer->story.word[i]);
    whole->story.regions += buffer->story.regions;
    whole->end_late |= buffer->end_late;
    buffer->story.words = buffer->story.regions = buffer->numbers = buffer->open = 0;
    if (a->slow && whole->story.regions % 64 == 0)
        nanosleep(&(struct timespec){.tv_nsec = 100 * 1000}, NULL);
    __atomic_store_n(&a->busy, 0, __ATOMIC_SEQ_CST);
    return a->stops_at && whole->story.regions >= a->stops_at ? CREASE_STOP : CREASE_GO;
}

static crease_status observe(audience *a, crease_counts *counts, const crease_net *net,
                             const crease_domain *domain, const crease_options *options)
{
    a->whole.net = net;
    const walk_observer observer = {
        .data = a,
        .visitor = {.split = portion_split, .region = note_region, .leave = portion_leave},
        .open = line_buffer_new,
        .close = line_buffer_free,
        .size = line_buffer_size,
        .deliver = portion_tell};
    crease_status status = walk_observe(counts, net, domain, options, &observer, NULL);
    CU_ASSERT_FALSE(a->open || a->crowded || a->whole.misnumbered || a->whole.end_late);
    return status;
}

// Up to the last region: a stopped walk leaves the open splits.
static bool begins_with(const story *whole, const story *part)
{
    const size_t words = part->regions_end;
    return words <= whole->words &&
           (!words || !memcmp(part->word, whole->word, words * sizeof *part->word));
}

static bool same_totals(const crease_counts *a, const crease_counts *b)
{
    return a->activation_regions == b->activation_regions &&
           a->bounded_regions == b->bounded_regions && a->splits == b->splits &&
           !memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer) &&
           !memcmp(a->per_neuron, b->per_neuron, a->neurons * sizeof *a->per_neuron);
}

static void counts_new(crease_counts *counts, const crease_net *net)
{
    crease_counts_init(counts, net);
    crease_counts_by_neuron(counts, net);
}

// ---- Walks to the end, and to a number of regions ----

static void same_as_alone(const crease_net *net, const crease_domain *domain, crease_arith arith,
                          uint64_t most)
{
    crease_options options = {.arith = arith, .max_regions = most};
    reporter alone = {.net = net};
    const crease_visitor visitor = {
        .data = &alone, .split = note_split, .region = note_region, .leave = note_leave};
    crease_counts expected, counts;
    counts_new(&expected, net);
    counts_new(&counts, net);
    uint64_t decided = 0;
    crease_status status = crease_walk(&expected, net, domain, &options, &visitor, NULL);
    for (size_t i = 0; i < WAYS; i++) {
        audience a = {.slow = threads[i] == 3};
        options.threads = threads[i];
        CU_ASSERT_EQUAL(observe(&a, &counts, net, domain, &options), status);
        CU_ASSERT_EQUAL(counts.complete, expected.complete);
        CU_ASSERT_EQUAL(counts.threads, threads[i]);
        CU_ASSERT(same_totals(&counts, &expected));
        CU_ASSERT(begins_with(&alone.story, &a.whole.story));
        CU_ASSERT(a.whole.story.words == alone.story.words || status == CREASE_STOPPED);
        CU_ASSERT_EQUAL(a.whole.story.regions, expected.activation_regions);
        CU_ASSERT(!i || decided == counts.decided_float + counts.decided_exact);
        decided = counts.decided_float + counts.decided_exact;
        story_clear(&a.whole.story);
    }
    story_clear(&alone.story);
    crease_counts_clear(&expected);
    crease_counts_clear(&counts);
}

static void all_ways(crease_net *net, const char *box, crease_arith arith)
{
    static const uint64_t most[] = {0, 1, 1023, 1500};
    crease_domain *domain = crease_domain_new_space(net->inputs);
    if (box) {
        crease_domain_free(domain);
        if (crease_domain_parse_box(&domain, box, net->inputs, NULL) != CREASE_OK)
            abort();
    }
    static size_t next; // a share of the cases takes turns
    for (size_t left = cases_count(sizeof most / sizeof *most); left--; next++)
        same_as_alone(net, domain, arith, most[next % (sizeof most / sizeof *most)]);
    crease_domain_free(domain);
    crease_net_free(net);
}

static void plane(void)
{
    all_ways(he_net("2-20-20-20-2", "relu", 1), "-2,2", CREASE_FILTERED);
    all_ways(he_net("2-16-16-16-1", "hardtanh", 2), NULL, CREASE_FILTERED);
}

static void exact(void)
{
    all_ways(he_net("2-20-20-1", "relu", 3), "-2,2", CREASE_EXACT);
}

static void ties(void)
{
    all_ways(integer_net("abs", 4, 20, 1, 7), "-3,3", CREASE_FILTERED);
    all_ways(integer_net("hardtanh", 3, 16, 1, 8), NULL, CREASE_FILTERED);
}

static void space(void)
{
    all_ways(he_net("3-10-10-1", "relu", 4), "-2,2", CREASE_FILTERED);
    all_ways(he_net("4-7-7-1", "relu", 5), NULL, CREASE_FILTERED);
}

static void maxout(void)
{
    all_ways(he_net("2-18-18-18-1", "maxout:3", 6), "-2,2", CREASE_FILTERED);
}

static void line(void)
{
    all_ways(he_net("1-40-40-40-1", "relu", 9), "-2,2", CREASE_FILTERED);
}

static void small(void)
{
    all_ways(net_of(RELU("[[1, 2]]", "[0]")), NULL, CREASE_FILTERED);
    all_ways(net_of(LINEAR("[[1, 2]]", "[0]")), NULL, CREASE_FILTERED);
}

// ---- Runs that are stopped: the regions reported are the first ones ----

// A network that takes much longer than the limits of its walks.
static crease_net *large_net(void)
{
    return he_net("2-60-60-60-60-60-60-60", "relu", 10);
}

static void first_regions(reporter *first, const crease_net *net, const crease_domain *domain,
                          uint64_t regions)
{
    const crease_visitor visitor = {
        .data = first, .split = note_split, .region = note_region, .leave = note_leave};
    const crease_options options = {.max_regions = regions};
    crease_counts counts;
    *first = (reporter){.net = net};
    counts_new(&counts, net);
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, &options, &visitor, NULL), CREASE_STOPPED);
    crease_counts_clear(&counts);
}

static void is_beginning(const audience *a, const crease_counts *counts, const crease_net *net,
                         const crease_domain *domain)
{
    CU_ASSERT_EQUAL(counts->activation_regions, a->whole.story.regions);
    CU_ASSERT_EQUAL(counts->per_layer[counts->layers - 1], counts->activation_regions);
    CU_ASSERT_FALSE(counts->complete);
    reporter first;
    first_regions(&first, net, domain, counts->activation_regions + 1);
    CU_ASSERT(begins_with(&first.story, &a->whole.story));
    story_clear(&first.story);
}

static void ended_by(const crease_net *net, crease_options options, size_t stops_at)
{
    crease_domain *domain = domain_of("-1,1");
    crease_counts counts;
    counts_new(&counts, net);
    for (size_t i = 0; i < WAYS; i++) {
        audience a = {.stops_at = stops_at};
        options.threads = threads[i];
        CU_ASSERT_EQUAL(observe(&a, &counts, net, domain, &options), CREASE_STOPPED);
        is_beginning(&a, &counts, net, domain);
        CU_ASSERT(a.whole.story.regions >= stops_at);
        story_clear(&a.whole.story);
    }
    crease_counts_clear(&counts);
    crease_domain_free(domain);
}

static void by_observer(void)
{
    crease_net *net = he_net("2-40-40-40", "relu", 10);
    ended_by(net, (crease_options){0}, 1);
    ended_by(net, (crease_options){0}, 2000);
    crease_net_free(net);
}

static void by_time(void)
{
    crease_net *net = large_net();
    ended_by(net, (crease_options){.time_limit = 0.2}, 0);
    ended_by(net, (crease_options){.time_limit = 1e-9}, 0);
    ended_by(net, (crease_options){.time_limit = 0.05, .arith = CREASE_EXACT}, 0);
    crease_net_free(net);
}

static volatile sig_atomic_t raised;

static void raise_flag(int number)
{
    (void)number;
    __atomic_store_n(&raised, 1, __ATOMIC_RELAXED); // it is read by threads
}

static void by_interrupt(void)
{
    const struct itimerval soon = {.it_value = {.tv_usec = 100 * 1000}};
    crease_net *net = large_net();
    raised = 0;
    signal(SIGALRM, raise_flag);
    CU_ASSERT_FATAL(setitimer(ITIMER_REAL, &soon, NULL) == 0);
    ended_by(net, (crease_options){.interrupt = &raised}, 0);
    crease_net_free(net);
}

UNIT_MAIN("observe", {"plane", plane}, {"exact", exact}, {"ties", ties}, {"space", space},
          {"maxout", maxout}, {"line", line}, {"small", small}, {"by_observer", by_observer},
          {"by_time", by_time}, {"by_interrupt", by_interrupt})
