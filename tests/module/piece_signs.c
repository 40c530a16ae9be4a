// Pieces by the signs of their cuts: the regions, and the keys of their maps, that a visitor meets.
#include "tree/piece_signs.h"
#include "nets.h"
#include "tree/region.h"
#include "unit.h"
#include "walk/manner.h"

#include <inttypes.h>

typedef struct {
    uint64_t *key;
    size_t count, capacity, gathered;
} key_list;

// ---- By a visitor, which every region is made for ----

static crease_visit note_region(void *data, const crease_region *region)
{
    key_list *list = data;
    MEMORY_RESERVE(list->key, list->capacity, list->count + 1);
    list->key[list->count++] = region_map_key(region);
    return CREASE_GO;
}

// ---- Gathered ----

static crease_visit note_pieces(void *data, walk_position *pos, size_t l, hyperplane_list list,
                                const piece_signs *pieces)
{
    key_list *to = data;
    MEMORY_RESERVE(to->key, to->capacity, to->count + MOST_PIECES);
    piece_signs_keys(to->key + to->count, pos, l, list, pieces);
    to->count += pieces->count;
    to->gathered += pieces->count;
    return CREASE_GO;
}

static void *portion_new(void *data)
{
    (void)data;
    return memory_new(1, sizeof(key_list));
}

static void portion_free(void *data, void *portion)
{
    (void)data;
    free(((key_list *)portion)->key);
    free(portion);
}

static size_t portion_size(const void *portion)
{
    return ((const key_list *)portion)->count * sizeof(uint64_t);
}

static crease_visit tell(void *data, void *portion, uint64_t first, uint64_t regions)
{
    key_list *all = data, *part = portion;
    CU_ASSERT(first == all->count && regions == part->count);
    MEMORY_RESERVE(all->key, all->capacity, all->count + part->count);
    for (size_t i = 0; i < part->count; i++)
        all->key[all->count++] = part->key[i];
    all->gathered += part->gathered;
    part->count = part->gathered = 0;
    return CREASE_GO;
}

// ---- Both ----

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int same_keys(key_list *a, key_list *b)
{
    if (a->count != b->count)
        return 0;
    if (a->count) {
        qsort(a->key, a->count, sizeof *a->key, by_size);
        qsort(b->key, b->count, sizeof *b->key, by_size);
    }
    return !a->count || !memcmp(a->key, b->key, a->count * sizeof *a->key);
}

static int same_counts(const crease_counts *a, const crease_counts *b)
{
    return a->complete == b->complete && a->activation_regions == b->activation_regions &&
           a->bounded_regions == b->bounded_regions && a->splits == b->splits &&
           !memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer) &&
           !memcmp(a->per_neuron, b->per_neuron, a->neurons * sizeof *a->per_neuron);
}

// Adds how many were gathered to *gathered.
static int agree(const crease_net *net, const char *box, const crease_options *options,
                 size_t *gathered)
{
    key_list made = {0}, told = {0};
    crease_counts counts[2];
    crease_domain *domain = NULL;
    if (!box)
        domain = crease_domain_new_space(net->inputs);
    else
        CU_ASSERT_FATAL(!crease_domain_parse_box(&domain, box, net->inputs, NULL));
    for (int i = 0; i < 2; i++) {
        crease_counts_init(counts + i, net);
        crease_counts_by_neuron(counts + i, net);
    }
    const crease_visitor visitor = {.data = &made, .region = note_region};
    crease_walk(counts, net, domain, options, &visitor, NULL);
    const crease_listener listener = {.data = &told,
                                      .visitor = {.region = note_region},
                                      .open = portion_new,
                                      .close = portion_free,
                                      .size = portion_size,
                                      .tell = tell};
    const walk_manner manner = {.listener = &listener, .gatherer = {.gather = note_pieces}};
    walk_in_manner(counts + 1, net, domain, &manner, options, NULL, NULL);
    const int good = made.count && same_counts(counts, counts + 1) && same_keys(&made, &told);
    *gathered += told.gathered;
    for (int i = 0; i < 2; i++)
        crease_counts_clear(counts + i);
    crease_domain_free(domain);
    free(made.key);
    free(told.key);
    return good;
}

static crease_net *some_net(random_state *random, size_t inputs)
{
    switch (random_below(random, 4)) {
    case 0:
        return random_maxout_net(random, inputs, 5, 3);
    case 1: // ties
        return random_net(random, inputs, 7, 2);
    default:
        return random_net(random, inputs, inputs == 2 ? 14 : 6, 1000);
    }
}

static void random_nets(void)
{
    enum { SEED = 191, CASES = 300 };
    static const char *const box[] = {"-1,1", "-3,2", NULL};
    random_state random;
    random_seed(&random, SEED);
    printf("seed %d ", SEED);
    size_t gathered = 0;
    for (int k = 0; k < CASES; k++) {
        const crease_options options = {
            .threads = 1 + random_below(&random, 3),
            .arith = (crease_arith)(random_below(&random, 8) == 0),
            .max_regions = random_below(&random, 3) == 0 ? 1 + random_below(&random, 200) : 0};
        const size_t inputs = random_below(&random, 5) ? 2 : 1 + random_below(&random, 3);
        crease_net *net = some_net(&random, inputs);
        const int good = agree(net, box[random_below(&random, 3)], &options, &gathered);
        CU_ASSERT(good);
        if (!good)
            printf("case %d ", k);
        crease_net_free(net);
    }
    CU_ASSERT(gathered > 1000);
}

// A triangle of three cuts inside a square, and three cuts through one point.
static void by_hand(void)
{
    const crease_options options = {.threads = 1};
    size_t gathered = 0;
    crease_net *triangle =
        net_of(RELU("[[0, 1], [2, -1], [-2, -1]]", "[1, 1, 1]") "," LINEAR("[[1, 1, 1]]", "[0]"));
    CU_ASSERT(agree(triangle, "-4,4", &options, &gathered));
    CU_ASSERT_EQUAL(gathered, 7);
    crease_net_free(triangle);
    gathered = 0;
    crease_net *star =
        net_of(RELU("[[0, 1], [2, -1], [-2, -1]]", "[0, 0, 0]") "," LINEAR("[[1, 1, 1]]", "[0]"));
    CU_ASSERT(agree(star, "-4,4", &options, &gathered));
    CU_ASSERT_EQUAL(gathered, 6); // of cells with one cut each
    crease_net_free(star);
}

UNIT_MAIN("piece_signs", {"by_hand", by_hand}, {"random_nets", random_nets})
