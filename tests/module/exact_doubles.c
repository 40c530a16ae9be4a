// Exact doubles: signs against integers, and maps against the truth.
#include "exact/exact_doubles.h"
#include "exact/rational.h"
#include "paths.h"
#include "tree/maps.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdlib.h>

static random_state seeded(uint64_t usual)
{
    const char *text = getenv("CREASE_SEED");
    const uint64_t seed = text ? strtoull(text, NULL, 10) : usual;
    random_state random = unit_random(seed);
    return random;
}

// ---- Lines and points, against integers of any length. ----

// Three integers of up to `bits` bits, some of them 0, and the doubles that are 2^power times
// these.
static void random_row(fmpz *row, double *a, random_state *random, unsigned bits, int power)
{
    const int64_t most = ((int64_t)1 << bits) - 1;
    for (int i = 0; i < 3; i++) {
        const int64_t entry = random_below(random, 4) ? random_between(random, -most, most) : 0;
        fmpz_set_si(row + i, random_below(random, 8) ? entry : most);
        a[i] = ldexp(fmpz_get_d(row + i), power);
    }
}

static void cross_integers(fmpz *to, const fmpz *p, const fmpz *q)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpz_mul(to + i, p + j, q + k);
        fmpz_submul(to + i, p + k, q + j);
    }
}

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

// p x q . r and p_0 q_2 - q_0 p_2; r often passes through p x q. Returns how many were taken.
static int check_rows(random_state *random, unsigned bits)
{
    fmpz *row = _fmpz_vec_init(12), *meet = row + 9;
    const int power = (int)random_below(random, 80) - 40;
    double a[9], value;
    exact_doubles p, q, r, at;
    fmpz_t sum;
    int taken = 0;
    fmpz_init(sum);
    for (int i = 0; i < 3; i++)
        random_row(row + 3 * i, a + 3 * i, random, bits, power);
    if (random_below(random, 2)) // r = p + q, or p - q: all three meet
        for (int i = 0, sign = random_below(random, 2) ? 1 : -1; i < 3; i++) {
            fmpz_set_si(row + 6 + i, fmpz_get_si(row + i) + sign * fmpz_get_si(row + 3 + i));
            a[6 + i] = a[i] + sign * a[3 + i];
        }
    const double grain = ldexp(1, power);
    if (exact_doubles_set(&p, a, grain) && exact_doubles_set(&q, a + 3, grain) &&
        exact_doubles_set(&r, a + 6, grain)) {
        cross_integers(meet, row, row + 3);
        _fmpz_vec_dot(sum, meet, row + 6, 3);
        if (exact_doubles_cross(&at, &p, &q) && exact_doubles_dot(&value, &at, &r)) {
            taken++;
            CU_ASSERT_EQUAL(sign_of(value), fmpz_sgn(sum));
            for (int i = 0; i < 3; i++)
                CU_ASSERT_EQUAL(at.a[i], ldexp(fmpz_get_d(meet + i), 2 * power));
        }
    }
    fmpz_clear(sum);
    _fmpz_vec_clear(row, 12);
    return taken;
}

static void signs(void)
{
    random_state random = seeded(5);
    int taken[2] = {0, 0};
    CASES(k, 20000)
        taken[k % 2] += check_rows(&random, k % 2 ? 1 + (unsigned)random_below(&random, 16)
                                                  : 14 + (unsigned)random_below(&random, 39));
    // All of three short rows, and some of longer ones, but not those of three long ones.
    CU_ASSERT(taken[1] > 9500 && taken[0] > 500 && taken[0] < 5000);
}

static void limits(void)
{
    const double most[3] = {0x1p52, 0, 1}, more[3] = {0x1p52 + 1, 0, 1}, one[3] = {1, 1, 1};
    fmpz row[3] = {(slong)1 << 52, -((slong)1 << 52), 0};
    exact_doubles p, q, at;
    double value;
    CU_ASSERT(exact_doubles_set(&p, most, 1) && !exact_doubles_set(&q, more, 1));
    CU_ASSERT(!exact_doubles_set(&p, one, 0x1p-129) && !exact_doubles_set(&p, one, 0x1p129));
    CU_ASSERT(exact_doubles_set_integers(&p, row));
    row[0]++;
    CU_ASSERT_FALSE(exact_doubles_set_integers(&p, row));
    row[0] = -row[0];
    CU_ASSERT_FALSE(exact_doubles_set_integers(&p, row));
    fmpz_one(row);
    fmpz_mul_2exp(row, row, 70);
    CU_ASSERT_FALSE(exact_doubles_set_integers(&p, row));
    fmpz_clear(row);
    CU_ASSERT(exact_doubles_set(&p, most, 1) && exact_doubles_set(&q, one, 1));
    CU_ASSERT(!exact_doubles_cross(&at, &p, &q) && !exact_doubles_dot(&value, &p, &q));
}

// ---- Maps on random paths. ----

// Weights that are multiples of a power of two, few bits long.
static void make_dyadic(net_layer *layer, random_state *random)
{
    const uint64_t places = random_below(random, 4), most = (uint64_t)2 << random_below(random, 10);
    for (size_t i = 0; i < layer->rows * layer->inputs + layer->rows; i++) {
        fmpq *x = i < layer->rows ? layer->bias + i : layer->weight + i - layer->rows;
        fmpq_set_si(x, random_between(random, -(int64_t)most, (int64_t)most), 1);
        fmpq_div_2exp(x, x, places);
    }
}

// Whether all entries of the forms of layer l are exact, and multiples of the grain. filtered.
static bool forms_are_exact(const path *p, const path_forms *truth, size_t l)
{
    const walk_layer *layer = p->maps.layer + l;
    const net_layer *net = p->net->layer + l - 1;
    fmpq *form = _fmpq_vec_init(PATH_COLUMNS);
    fmpq_t value;
    double doubles[2 * PATH_COLUMNS];
    bool good = true;
    fmpq_init(value);
    for (size_t j = 0; j < net->units; j++)
        for (size_t b = 0; b < activation_predicates(net_layer_act(net, j)); b++) {
            path_predicate(form, truth + l, net_layer_act(net, j), j, b);
            walk_layer_approx(doubles, layer, j, b);
            for (size_t c = 0; c < PATH_COLUMNS; c++) {
                rational_set_double(value, doubles[c]);
                good &= fmpq_equal(value, form + c) && fmod(doubles[c], p->rounded.grain[l]) == 0;
            }
        }
    fmpq_clear(value);
    _fmpq_vec_clear(form, PATH_COLUMNS);
    return good;
}

static void maps(void)
{
    random_state random = seeded(8);
    int exact = 0, all = 0;
    CASES(k, 200) {
        path p;
        crease_net *net = (k % 2 ? random_net : random_maxout_net)(&random, PATH_INPUTS, 6, 3);
        for (size_t l = 0; l < net->layers; l++)
            make_dyadic(net->layer + l, &random);
        path_init(&p, net, CREASE_FILTERED);
        for (int step = 0; step < 8; step++) {
            path_step(&p, &random);
            for (size_t l = 1; l < p.maps.layers; l++)
                walk_maps_sync(&p.maps, l);
            path_forms *truth = path_truth(&p);
            for (size_t l = 1; l < p.maps.layers; l++, all++)
                if (p.rounded.grain[l] > 0) {
                    exact++;
                    CU_ASSERT(forms_are_exact(&p, truth, l));
                }
            path_truth_free(truth, &p);
        }
        path_clear(&p);
    }
    CU_ASSERT(exact > all / 3 && exact < all); // some have activations that are not dyadic
}

// Thirds, numbers of 53 bits, and numbers far apart are not exact; neither are layers after such a
// layer.
static void others(void)
{
    static const struct {
        const char *layers;
        double grain[3];
    } of[] = {
        {RELU("[[1, 2], [\"3/4\", 5]]", "[0, \"1/8\"]") "," RELU("[[1, 0.5]]", "[7]"),
         {1, 0.125, 0.0625}},
        {RELU("[[1, 2], [\"1/3\", 5]]", "[0, 1]") "," RELU("[[1, 1]]", "[7]"), {1, 0, 0}},
        {RELU("[[1, 2], [3, 5]]", "[0, 1]") "," RELU("[[1, \"0x1.123456789abcdp0\"]]", "[7]"),
         {1, 1, 0}},
        {RELU("[[1, \"0x1p-30\"], [3, 5]]", "[0, 1]") "," RELU("[[1, 1]]", "[7]"), {1, 0, 0}},
        {LAYER("leaky:1/10", "[[1, 2], [3, 5]]", "[0, 1]") "," RELU("[[1, 1]]", "[7]"), {1, 0, 0}},
        {LAYER("leaky:1/4", "[[1, 2], [3, 5]]", "[0, 1]") "," RELU("[[1, 1]]", "[7]"),
         {1, 1, 0.25}},
        {LAYER("pwl:-0.5,1;0,1,0", "[[1, 2], [3, 5]]", "[0, 1]") "," RELU("[[1, 1]]", "[7]"),
         {1, 0.5, 0.5}},
    };
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        crease_net *net = net_of(of[k].layers);
        rounded_net rounded;
        rounded_net_init(&rounded, net, NULL, 2);
        for (size_t l = 0; l < 3; l++)
            CU_ASSERT_EQUAL(rounded.grain[l], of[k].grain[l]);
        rounded_net_clear(&rounded);
        crease_net_free(net);
    }
}

// Sizes grow with depth until doubles do not hold them any more.
static void deep(void)
{
    enum { LAYERS = 12 };
    crease_net *net = net_new(2, LAYERS);
    rounded_net rounded;
    size_t exact = 0;
    for (size_t l = 0; l < LAYERS; l++) {
        activation act;
        CU_ASSERT(activation_parse(&act, "relu", NULL) == CREASE_OK);
        net_layer_init(net->layer + l, 2, 2, act);
        for (int i = 0; i < 4; i++)
            fmpq_set_si(net->layer[l].weight + i, 64, 1);
    }
    net_finish(net);
    rounded_net_init(&rounded, net, NULL, 2);
    while (exact <= LAYERS && rounded.grain[exact] > 0)
        exact++;
    // After l layers 128^l, at most 2^50.
    CU_ASSERT_EQUAL(exact, 1 + 7);
    for (size_t l = exact; l <= LAYERS; l++)
        CU_ASSERT_EQUAL(rounded.grain[l], 0);
    rounded_net_clear(&rounded);
    crease_net_free(net);
}

UNIT_MAIN("exact_doubles", {"signs", signs}, {"limits", limits}, {"maps", maps}, {"others", others},
          {"deep", deep})
