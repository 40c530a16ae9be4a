// A walk that processes share, without any: ranks are threads, and messages come late.
//
// As by MPI, messages from one rank to another come in order, and else in any: each is held back
// for as many looks as a seeded generator says. Rank 0 may be looked at when its record is read, at
// any moment; a rank may fall silent. CREASE_SEED is the seed, CREASE_CASES how many walks of each
// kind.
#include "unit.h"
#include "walk_threads.h"

#include "base/parallel.h"
#include "walk/manner.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_RANKS = 9, MOST_KEPT = 12, MOST_LOOKS = 40 };

// ---- Messages ----

typedef struct letter {
    struct letter *next;
    char *text;
    size_t size;
    uint64_t looks; // of the receiver until it is there
} letter;

typedef struct {
    letter *first, **end;
} queue;

// What all ranks share.
typedef struct {
    pthread_mutex_t lock; // of all that follows
    random_state random;
    queue queue[MOST_RANKS][MOST_RANKS]; // from, to
    pthread_cond_t moved;                // a rank is woken
    int woken[MOST_RANKS];
    uint64_t late;       // one message in so many is held back
    size_t ranks, given; // messages that give
    int fan;
    // The record of rank 0 is copied at some of its looks, one in so many; 0: at none.
    const char *record;
    uint64_t copy_one_in;
    size_t copies;
    uint64_t copy_at; // a look, soon after something was told of as late
    // A rank that falls silent after so many looks of its own, and what ends the walk so many looks
    // of rank 0 later.
    size_t silent;
    uint64_t looks[MOST_RANKS], silent_after, rest;
    volatile sig_atomic_t interrupt;
    int over; // a rank is silent, and rank 0 has ended
} post;

typedef struct {
    post *office;
    size_t rank;
} desk;

static int is_silent(const post *p, size_t rank)
{
    return rank == p->silent && rank < p->ranks && p->looks[rank] >= p->silent_after;
}

static void send(void *data, int to, char *text, size_t size)
{
    const desk *from = data;
    post *p = from->office;
    letter *fresh = memory_new(1, sizeof *fresh);
    *fresh = (letter){NULL, text, size, 0};
    pthread_mutex_lock(&p->lock);
    p->given += !strncmp(text, "give", 4);
    if (!strncmp(text, "late", 4))
        p->copy_at = p->looks[0] + 1 + random_below(&p->random, MOST_LOOKS);
    if (!random_below(&p->random, p->late))
        fresh->looks = random_below(&p->random, MOST_LOOKS);
    queue *q = &p->queue[from->rank][to];
    if (is_silent(p, from->rank)) {
        free(text);
        free(fresh);
    } else {
        *q->end = fresh;
        q->end = &fresh->next;
    }
    pthread_mutex_unlock(&p->lock);
}

static letter *take_first(queue *q)
{
    letter *first = q->first;
    q->first = first->next;
    if (!q->first)
        q->end = &q->first;
    return first;
}

// One of those that are there, the lock being held.
static letter *take_any(post *p, size_t rank, int *from)
{
    size_t there[MOST_RANKS], count = 0;
    for (size_t i = 0; i < p->ranks; i++) {
        letter *first = p->queue[i][rank].first;
        if (first && !first->looks--) {
            first->looks = 0;
            there[count++] = i;
        }
    }
    if (!count)
        return NULL;
    *from = (int)there[random_below(&p->random, count)];
    return take_first(&p->queue[*from][rank]);
}

static void copy_name(char *name, size_t size, const post *p, size_t number)
{
    snprintf(name, size, "%s.%zu", p->record, number);
}

// A record is replaced as a whole, so that a second name keeps the present one.
static void copy_record(post *p)
{
    char name[100];
    copy_name(name, sizeof name, p, p->copies);
    p->copies += p->copies < MOST_KEPT && !link(p->record, name);
}

// Who is silent is as good as not there, and so are all with whom rank 0 has ended: they are sent
// home, so that their threads end.
static char *farewell(const post *p, size_t rank, int *from, size_t *size)
{
    char *text = memory_copy_text("end\n");
    *from = (int)((rank - 1) / (size_t)p->fan);
    *size = strlen(text);
    return text;
}

// The lock is held.
static char *look(const desk *d, int *from, size_t *size)
{
    post *p = d->office;
    p->looks[d->rank]++;
    if (!d->rank && p->copy_one_in &&
        (!random_below(&p->random, p->copy_one_in) || p->looks[0] == p->copy_at))
        copy_record(p);
    if (!d->rank && is_silent(p, p->silent) && !p->rest--)
        __atomic_store_n(&p->interrupt, 1, __ATOMIC_RELAXED); // it is read by threads
    if (d->rank && (p->over || is_silent(p, d->rank)))
        return farewell(p, d->rank, from, size);
    letter *taken = take_any(p, d->rank, from);
    if (!taken)
        return NULL;
    char *text = taken->text;
    *size = taken->size;
    free(taken);
    return text;
}

static char *take(void *data, int *from, size_t *size, double seconds)
{
    const desk *d = data;
    post *p = d->office;
    struct timespec until;
    pthread_mutex_lock(&p->lock);
    char *text = look(d, from, size);
    clock_gettime(CLOCK_REALTIME, &until);
    const double end = 1e-9 * (double)until.tv_nsec + seconds;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)(1e9 * (end - (double)(time_t)end));
    while (!text && seconds > 0 && !p->woken[d->rank] &&
           !pthread_cond_timedwait(&p->moved, &p->lock, &until))
        continue;
    p->woken[d->rank] = 0;
    pthread_mutex_unlock(&p->lock);
    return text;
}

static void wake(void *data)
{
    const desk *d = data;
    pthread_mutex_lock(&d->office->lock);
    d->office->woken[d->rank] = 1;
    pthread_cond_broadcast(&d->office->moved);
    pthread_mutex_unlock(&d->office->lock);
}

static void look_for(void *data)
{
    const desk *d = data;
    const post *p = d->office;
    int there = 0;
    pthread_mutex_lock(&d->office->lock);
    for (size_t i = 0; i < p->ranks; i++)
        there |= p->queue[i][d->rank].first != NULL;
    pthread_mutex_unlock(&d->office->lock);
    if (there)
        wake(data);
}

static int why(void)
{
    return 0;
}

static void told(int reason)
{
    (void)reason;
}

static void post_init(post *p, uint64_t seed, size_t ranks)
{
    *p = (post){.ranks = ranks, .late = 1, .fan = 1, .silent = SIZE_MAX};
    random_seed(&p->random, seed);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->moved, NULL);
    for (size_t i = 0; i < ranks; i++)
        for (size_t j = 0; j < ranks; j++)
            p->queue[i][j].end = &p->queue[i][j].first;
}

static void post_clear(post *p)
{
    for (size_t i = 0; i < p->ranks; i++)
        for (size_t j = 0; j < p->ranks; j++)
            while (p->queue[i][j].first) {
                letter *left = take_first(&p->queue[i][j]);
                free(left->text);
                free(left);
            }
    pthread_cond_destroy(&p->moved);
    pthread_mutex_destroy(&p->lock);
}

// ---- A walk ----

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    crease_options options;
    int by_neuron;
    post *office;
    crease_counts counts; // of rank 0
    crease_status status;
} shared_walk;

static void counts_new(crease_counts *counts, const shared_walk *s)
{
    crease_counts_init(counts, s->net);
    if (s->by_neuron)
        crease_counts_by_neuron(counts, s->net);
}

static crease_status be_rank(void *data, void *state, size_t index, crease_error *error)
{
    shared_walk *s = data;
    post *p = s->office;
    desk own = {p, index};
    const walk_link link = {.data = &own,
                            .rank = (int)index,
                            .ranks = (int)p->ranks,
                            .fan = p->fan,
                            .send = send,
                            .take = take,
                            .look = look_for,
                            .wake = wake,
                            .why = why,
                            .told = told};
    const walk_manner manner = {.link = &link};
    crease_counts counts;
    (void)state, (void)error;
    counts_new(&counts, s);
    crease_status status =
        walk_in_manner(&counts, s->net, s->domain, &manner, &s->options, NULL, error);
    if (index) {
        crease_counts_clear(&counts);
        return CREASE_OK;
    }
    s->counts = counts;
    s->status = status;
    pthread_mutex_lock(&p->lock);
    p->over = p->silent < p->ranks;
    pthread_mutex_unlock(&p->lock);
    return CREASE_OK;
}

static void walk_by_post(shared_walk *s)
{
    const parallel crew = {
        .jobs = s->office->ranks, .threads = s->office->ranks, .data = s, .run = be_rank};
    CU_ASSERT_EQUAL(parallel_run(&crew, NULL), CREASE_OK);
}

static int same_all(const crease_counts *a, const crease_counts *b)
{
    return same_counts(a, b) && a->decided_float == b->decided_float &&
           a->decided_exact == b->decided_exact && a->neurons == b->neurons &&
           (!a->neurons ||
            !memcmp(a->per_neuron, b->per_neuron, a->neurons * sizeof *a->per_neuron));
}

// By one process.
static void count_alone(crease_counts *counts, const shared_walk *s, const char *resume)
{
    const crease_options options = {.threads = 1, .resume = resume};
    counts_new(counts, s);
    CU_ASSERT_EQUAL(crease_walk(counts, s->net, s->domain, &options, NULL, NULL), CREASE_OK);
}

static crease_net *drawn_net(random_state *random)
{
    const uint64_t seed = 1 + random_below(random, 1000);
    switch (random_below(random, 6)) {
    case 0:
        return he_net("5-12-12-1", "relu", seed);
    case 1:
        return he_net("2-64-64-64-64-1", "relu", seed);
    case 2:
        return he_net("2-20-20-20-20-20-20", "hardtanh", seed);
    case 3:
        return integer_net("abs", 4, 28, 1, seed);
    case 4:
        return he_net("3-80-1", "relu", seed); // has large cells
    default:
        return net_of(RELU("[[1, 2]]", "[0]"));
    }
}

// What is common to all that is tried; messages and threads are drawn.
static void draw_walk(shared_walk *s, post *p, random_state *random)
{
    post_init(p, random_bits(random), 1 + random_below(random, MOST_RANKS));
    p->fan = 1 + (int)random_below(random, p->ranks);
    p->late = 1 + random_below(random, 5);
    s->office = p;
    s->options.threads = 1 + random_below(random, 2);
    s->options.interrupt = &p->interrupt;
}

static void draw_net(shared_walk *s, random_state *random)
{
    crease_net *net = drawn_net(random);
    crease_domain *box;
    CU_ASSERT_EQUAL(crease_domain_parse_box(&box, "-2,2", crease_net_inputs(net), NULL), CREASE_OK);
    *s = (shared_walk){.net = net, .domain = box};
    s->by_neuron = !random_below(random, 3);
}

static void drop_net(shared_walk *s)
{
    crease_net_free((crease_net *)s->net);
    crease_domain_free((crease_domain *)s->domain);
}

static int cases(random_state *random, int usual)
{
    const char *text = getenv("CREASE_SEED"), *wanted = getenv("CREASE_CASES");
    const uint64_t seed = text ? strtoull(text, NULL, 10) : 1;
    int count = usual;
    if (wanted)
        count = strchr(wanted, '%') ? (usual * atoi(wanted) + 99) / 100 : atoi(wanted);
    printf("seed %lu, %d walks ", (unsigned long)seed, count);
    random_seed(random, seed);
    return count;
}

// ---- What is tried ----

static void same_counts_by_any(void)
{
    random_state random;
    size_t given = 0;
    // Some give nothing: few cases are followed by more until one does.
    for (int left = cases(&random, 16); left > 0 || (!given && left > -100); left--) {
        shared_walk s;
        post p;
        crease_counts alone;
        draw_net(&s, &random);
        draw_walk(&s, &p, &random);
        count_alone(&alone, &s, NULL);
        walk_by_post(&s);
        CU_ASSERT_EQUAL(s.status, CREASE_OK);
        CU_ASSERT(same_all(&alone, &s.counts));
        if (s.status || !same_all(&alone, &s.counts))
            printf("%zu ranks, fan %d, %d to go ", p.ranks, p.fan, left);
        given += p.given;
        post_clear(&p);
        crease_counts_clear(&alone);
        crease_counts_clear(&s.counts);
        drop_net(&s);
    }
    printf("%zu messages that give ", given);
    CU_ASSERT(given > 0);
}

// One process, or as many as it may be, go on from each copy to the same end.
static void go_on_from(shared_walk *s, const post *p, const crease_counts *alone,
                       random_state *random)
{
    for (size_t i = 0; i < p->copies; i++) {
        char name[100];
        shared_walk other = *s;
        post q;
        copy_name(name, sizeof name, p, i);
        if (i % 2) {
            count_alone(&other.counts, s, name);
        } else {
            draw_walk(&other, &q, random);
            other.options.checkpoint = NULL;
            other.options.resume = name;
            walk_by_post(&other);
            post_clear(&q);
        }
        CU_ASSERT(same_all(alone, &other.counts));
        crease_counts_clear(&other.counts);
        remove(name);
    }
}

// silent: whether a rank falls so.
static void try_records(random_state *random, const char *record, int silent)
{
    shared_walk s;
    post p;
    crease_counts alone;
    char last[100];
    draw_net(&s, random);
    count_alone(&alone, &s, NULL);
    draw_walk(&s, &p, random);
    p.record = s.options.checkpoint = record;
    p.copy_one_in = 1 + random_below(random, 60);
    s.options.every = 1e-3;
    if (silent && p.ranks > 1) {
        p.silent = 1 + random_below(random, p.ranks - 1);
        p.silent_after = random_below(random, 300);
        p.rest = 200 + random_below(random, 400);
    }
    walk_by_post(&s);
    CU_ASSERT(s.status == CREASE_OK || (s.status == CREASE_STOPPED && silent));
    if (s.status == CREASE_OK)
        CU_ASSERT(same_all(&alone, &s.counts));
    go_on_from(&s, &p, &alone, random);
    p.copies = 1;
    copy_name(last, sizeof last, &p, 0);
    CU_ASSERT_EQUAL(rename(record, last), 0);
    go_on_from(&s, &p, &alone, random);
    post_clear(&p);
    crease_counts_clear(&alone);
    crease_counts_clear(&s.counts);
    drop_net(&s);
}

static void each_in_a_directory(int usual, int silent)
{
    char directory[] = "/tmp/crease-ranks-XXXXXX", record[sizeof directory + 10];
    random_state random;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(directory));
    snprintf(record, sizeof record, "%s/run", directory);
    for (int left = cases(&random, usual); left > 0; left--)
        try_records(&random, record, silent);
    CU_ASSERT_EQUAL(rmdir(directory), 0);
}

static void whole_records(void)
{
    each_in_a_directory(10, 0);
}

static void silent_ranks(void)
{
    each_in_a_directory(4, 1);
}

UNIT_MAIN("ranks", {"same counts by any number", same_counts_by_any},
          {"records of any moment", whole_records}, {"a rank falls silent", silent_ranks})
