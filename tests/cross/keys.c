// Keys of the output maps of regions, by two routes: from the pattern of each region that is made,
// and from the cuts of the last layer, of which the regions are not made.
#include "../module/unit.h"
#include "../ref/random_nets.h"
#include "base/memory.h"
#include "net/net.h"
#include "tree/region.h"
#include "walk/observer.h"
#include <crease/make.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A buffer, and all that was delivered.
typedef struct {
    uint64_t *key;
    size_t keys, capacity, together; // together: of pieces
} key_list;

static void list_append(key_list *list, const uint64_t *key, size_t keys)
{
    MEMORY_RESERVE(list->key, list->capacity, list->keys + keys + 1);
    memcpy(list->key + list->keys, key, keys * sizeof *key);
    list->keys += keys;
}

static void *list_open(void *data)
{
    (void)data;
    return memory_new(1, sizeof(key_list));
}

static void list_close(void *data, void *buffer)
{
    (void)data;
    free(((key_list *)buffer)->key);
    free(buffer);
}

static size_t list_size(const void *buffer)
{
    return ((const key_list *)buffer)->capacity * sizeof(uint64_t);
}

static crease_visit on_region(void *buffer, const crease_region *region)
{
    const uint64_t key = region_map_key(region);
    list_append(buffer, &key, 1);
    return CREASE_GO;
}

static crease_visit on_keys(void *buffer, const walk_position *pos, const uint64_t *key,
                            size_t keys)
{
    (void)pos;
    list_append(buffer, key, keys);
    ((key_list *)buffer)->together += keys;
    return CREASE_GO;
}

static crease_visit on_delivery(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    key_list *all = data, *list = buffer;
    (void)first;
    if (list->keys != regions)
        return CREASE_STOP;
    list_append(all, list->key, list->keys);
    all->together += list->together;
    list->keys = list->together = 0;
    return CREASE_GO;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool list_keys(key_list *all, crease_counts *counts, const crease_net *net,
                      const crease_domain *domain, crease_arith arith, bool by_pieces)
{
    crease_error error;
    const crease_options options = {.arith = arith, .threads = by_pieces ? 2 : 1};
    const walk_observer observer = {.data = all,
                                    .any_cells = true,
                                    .visitor = {.region = on_region},
                                    .keys = by_pieces ? on_keys : NULL,
                                    .open = list_open,
                                    .close = list_close,
                                    .size = list_size,
                                    .deliver = on_delivery};
    *all = (key_list){0};
    crease_counts_init(counts, net);
    const bool good = walk_observe(counts, net, domain, &options, &observer, &error) == CREASE_OK;
    if (all->keys)
        qsort(all->key, all->keys, sizeof *all->key, compare_keys);
    return good && all->keys == counts->activation_regions;
}

static bool same_counts(const crease_counts *a, const crease_counts *b)
{
    bool same =
        a->activation_regions == b->activation_regions && a->bounded_regions == b->bounded_regions;
    for (size_t l = 0; l < a->layers; l++)
        same &= a->per_layer[l] == b->per_layer[l];
    return same;
}

// together: the regions that were not made, of all cases.
static bool routes_agree(uint64_t *together, const crease_net *net, const crease_domain *domain)
{
    bool same = true;
    key_list made, pieces;
    crease_counts counts, of_pieces;
    same &= list_keys(&made, &counts, net, domain, CREASE_FILTERED, false);
    for (int k = 0; k < 2 && same; k++) {
        same &=
            list_keys(&pieces, &of_pieces, net, domain, k ? CREASE_EXACT : CREASE_FILTERED, true);
        same &= same_counts(&counts, &of_pieces) &&
                memcmp(made.key, pieces.key, made.keys * sizeof *made.key) == 0;
        *together += pieces.together;
        free(pieces.key);
        crease_counts_clear(&of_pieces);
    }
    free(made.key);
    crease_counts_clear(&counts);
    return same;
}

static bool agree(uint64_t *together, uint64_t seed, size_t dimension, unsigned kinds)
{
    random_case of;
    random_case_init_with(&of, seed, dimension, kinds);
    crease_domain *domain = random_case_domain(&of);
    const bool same = routes_agree(together, of.net, domain);
    if (!same) {
        fprintf(stderr, "seed %" PRIu64 ", %s: keys differ on\n", seed, crease_domain_text(domain));
        crease_net_write(stderr, of.net);
    }
    crease_domain_free(domain);
    random_case_clear(&of);
    return same;
}

// Many cuts of one cell, and work that other threads take.
static bool large_agree(uint64_t *together, uint64_t seed)
{
    static const size_t shape[][4] = {{2, 200, 1}, {2, 40, 40, 1}, {3, 12, 12, 1}};
    bool same = true;
    for (size_t i = 0; i < sizeof shape / sizeof *shape && same; i++) {
        crease_net *net;
        crease_domain *domain;
        crease_error error;
        crease_random how = {.seed = seed, .bias_std = "1/4"};
        if (crease_net_random(&net, shape[i], shape[i][3] ? 4 : 3, &how, &error) ||
            crease_domain_parse_box(&domain, "-1,1", shape[i][0], &error))
            abort();
        same = routes_agree(together, net, domain);
        if (!same)
            fprintf(stderr, "seed %" PRIu64 ": keys differ on large network %zu\n", seed, i);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    return same;
}

static void large_networks(void)
{
    uint64_t together = 0;
    CU_ASSERT(large_agree(&together, cases_seed()));
    CU_ASSERT(together > 0);
}

static void random_networks(void)
{
    uint64_t together = 0;
    SEEDS(seed, 1000) {
        static const unsigned kinds[] = {0, RANDOM_MIXED, RANDOM_PWL, RANDOM_MAXOUT};
        static const size_t dimension[] = {2, 1, 2, 3, 2, 4};
        CU_ASSERT(agree(&together, seed, dimension[seed % 6], kinds[seed / 6 % 4]));
    }
}

UNIT_MAIN("keys", {"large networks", large_networks}, {"random networks", random_networks})
