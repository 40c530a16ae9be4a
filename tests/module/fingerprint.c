// Fingerprints of the maps on a path: those of the true maps, independent of the path.
#include "tree/fingerprint.h"
#include "paths.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

// ---- Their values for any map ----
//
// Each is a linear combination of the entries of the map, and always the same one. So its factors
// are what linear networks give of which one entry is 1 and the others are 0.

// Both residues, in 0 .. p-1.
enum { POINTS = 2 };
typedef struct {
    uint64_t at[POINTS];
} values;

static values values_here(walk_fingerprint *print)
{
    const uint64_t key = walk_fingerprint_here(print);
    return (values){{key >> FINGERPRINT_BITS, key & ((1U << FINGERPRINT_BITS) - 1)}};
}

static crease_net *net_of_one_entry(size_t outputs, size_t at)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    fputs("{\"weights\": [", to);
    for (size_t j = 0; j < outputs; j++)
        fprintf(to, "%s[%d, %d]", j ? ", " : "", at == j * PATH_COLUMNS,
                at == j * PATH_COLUMNS + 1);
    fputs("], \"bias\": [", to);
    for (size_t j = 0; j < outputs; j++)
        fprintf(to, "%s%d", j ? ", " : "", at == j * PATH_COLUMNS + 2);
    fputs("], \"activation\": \"linear\"}", to);
    fclose(to);
    crease_net *net = net_of(text);
    free(text);
    return net;
}

static values *factors_of(size_t outputs)
{
    values *factor = memory_new(outputs * PATH_COLUMNS, sizeof *factor);
    for (size_t at = 0; at < outputs * PATH_COLUMNS; at++) {
        path p;
        path_init(&p, net_of_one_entry(outputs, at), CREASE_FILTERED);
        walk_fingerprint *print = walk_fingerprint_new(&p.maps);
        factor[at] = values_here(print);
        walk_fingerprint_free(print);
        path_clear(&p);
    }
    return factor;
}

static void add_entry(values *sum, const values *factor, uint64_t entry)
{
    for (size_t c = 0; c < POINTS; c++)
        sum->at[c] = (sum->at[c] + factor->at[c] * entry) % FINGERPRINT_PRIME;
}

static bool are_equal(const values *a, const values *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// ---- The true map scaled by sigma. ----

static bool agrees_with_truth(const values *found, const values *factor, path *p)
{
    path_forms *truth = path_truth(p);
    const path_forms *outputs = truth + p->maps.layers - 1;
    walk_maps_need_unit(&p->maps, 1, 0);
    const scaled_layer *scaled = p->maps.scaled->layer + p->maps.layers - 1;
    fmpz_t prime, residue;
    fmpq_t value;
    fmpz_init_set_ui(prime, FINGERPRINT_PRIME);
    fmpz_init(residue);
    fmpq_init(value);
    int good = 1;
    values sum = {{0}};
    for (size_t at = 0; at < outputs->units * PATH_COLUMNS; at++) {
        fmpq_mul(value, outputs->y + at, scaled->sigma + at / PATH_COLUMNS);
        good &= fmpq_mod_fmpz(residue, value, prime);
        add_entry(&sum, factor + at, fmpz_get_ui(residue));
    }
    fmpq_clear(value);
    fmpz_clear(residue);
    fmpz_clear(prime);
    path_truth_free(truth, p);
    return good && are_equal(found, &sum);
}

// Fingerprints are requested after about every third step; in between, layers change back and
// forth. Integers are requested less often, and first or last.
static void follow_path(path *p, random_state *random, int steps)
{
    walk_fingerprint *print = walk_fingerprint_new(&p->maps);
    values *factor = factors_of(crease_net_outputs(p->net));
    bool good = true;
    for (int step = 0; step < steps; step++) {
        path_step(p, random);
        if (random_below(random, 3))
            continue;
        if (random_below(random, 3) == 0)
            path_need_integers(&p->maps, p->net->layers);
        const values found = values_here(print);
        good &= agrees_with_truth(&found, factor, p);
    }
    CU_ASSERT(good);
    free(factor);
    walk_fingerprint_free(print);
}

static void follow(crease_net *net, crease_arith arith, random_state *random, int steps)
{
    path p;
    path_init(&p, net, arith);
    follow_path(&p, random, steps);
    path_clear(&p);
}

static void planes(void)
{
    random_state random = unit_random(53);
    CASES(k, 120) {
        path p;
        path_init_plane(&p, &random, (crease_arith)(k % 3));
        follow_path(&p, &random, 30);
        path_clear(&p);
    }
}

static void maxout_nets(void)
{
    random_state random = unit_random(54);
    CASES(k, 120)
        follow(random_maxout_net(&random, PATH_INPUTS, 5, 3), (crease_arith)(k % 3), &random, 30);
}

// Integers of many words, and multiples of the prime among weights.
static void large_numbers(void)
{
    enum { LAYERS = 6, WIDTH = 7 };
    random_state random = unit_random(52);
    for (int k = 0; k < 12; k++) {
        crease_net *net = net_new(PATH_INPUTS, LAYERS);
        for (size_t l = 0; l < LAYERS; l++) {
            size_t inputs = l ? WIDTH : PATH_INPUTS;
            net_layer *layer = net->layer + l;
            net_layer_init(layer, inputs, WIDTH, random_activation(&random));
            for (size_t i = 0; i < WIDTH * inputs; i++) {
                fmpq *x = layer->weight + i;
                fmpq_set_si(x, (slong)random_between(&random, INT64_MIN / 4, INT64_MAX / 4), 1);
                if (random_below(&random, 4) == 0)
                    fmpq_set_si(x, (slong)(FINGERPRINT_PRIME * (1 + random_below(&random, 5))), 1);
                if (random_below(&random, 4) == 0)
                    fmpq_div_2exp(x, x, 60);
            }
            for (size_t j = 0; j < WIDTH; j++)
                random_rational(layer->bias + j, &random, 1000000);
        }
        net_finish(net);
        follow(net, CREASE_FILTERED, &random, 30);
    }
}

static activation random_plain(random_state *random)
{
    static const char *const names[] = {"relu", "hardtanh", "leaky:1/10"};
    activation act;
    CU_ASSERT_FATAL(!activation_parse(&act, names[random_below(random, 3)], NULL));
    return act;
}

// Convolutions and the like, whose weights are stored by entries.
static void sparse_nets(void)
{
    enum { INPUTS = 64, UNITS = 64 };
    random_state random = unit_random(55);
    for (int k = 0; k < 4; k++) {
        crease_net *net = net_new(PATH_INPUTS, 3);
        for (size_t l = 0; l < 3; l++)
            net_layer_init(net->layer + l, l ? INPUTS : PATH_INPUTS, l < 2 ? UNITS : 2,
                           random_plain(&random));
        for (size_t l = 0; l < 3; l++)
            for (size_t i = 0; i < net->layer[l].rows * net->layer[l].inputs; i++)
                if (l != 1 || random_below(&random, 16) == 0)
                    random_rational(net->layer[l].weight + i, &random, 9);
        net_finish(net);
        char *text = net_to_text(net); // what is read is stored by entries
        crease_net *read = NULL;
        CU_ASSERT_FATAL(!crease_net_parse(&read, text, strlen(text), "sparse", NULL, NULL));
        CU_ASSERT(read->layer[1].support.start != NULL);
        follow(read, (crease_arith)(k % 3), &random, 20);
        free(text);
        crease_net_free(net);
    }
}

// ---- They distinguish maps, and returning restores them. ----

static void sync_all(path *p)
{
    for (size_t l = 1; l < p->maps.layers; l++)
        walk_maps_sync(&p->maps, l);
}

static uint64_t key_of(path *p, walk_fingerprint *print)
{
    sync_all(p);
    return walk_fingerprint_here(print);
}

// p relu(x) + relu(y): with p or without, it is the same modulo p.
static void equal_modulo_the_prime(void)
{
    path p;
    path_init(&p, net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," LINEAR("[[33554393, 1]]", "[0]")),
              CREASE_FILTERED);
    CU_ASSERT_EQUAL(FINGERPRINT_PRIME, 33554393);
    walk_fingerprint *print = walk_fingerprint_new(&p.maps);
    uint64_t key[4];
    for (uint32_t code = 0; code < 4; code++) {
        p.maps.layer[1].pattern[0] = code & 1;
        p.maps.layer[1].pattern[1] = code >> 1;
        walk_layer_settle_all(p.maps.layer + 1);
        key[code] = key_of(&p, print);
    }
    CU_ASSERT(key[0] == 0 && key[1] == 0 && key[2] != 0 && key[3] == key[2]);
    walk_fingerprint_free(print);
    path_clear(&p);
}

UNIT_MAIN("fingerprint", {"planes", planes}, {"large_numbers", large_numbers},
          {"sparse_nets", sparse_nets}, {"maxout_nets", maxout_nets},
          {"equal_modulo_the_prime", equal_modulo_the_prime})
