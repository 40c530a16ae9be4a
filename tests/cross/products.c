// Volumes, means and variances in six to eight inputs, of the sum of two networks that read
// different inputs, against those of its parts.
//
// Its regions are products P x Q, so for h(x, y) = f(x) + g(y)
//   integral of h   = F1 |Q| + |P| G1,
//   integral of h^2 = F2 |Q| + 2 F1 G1 + |P| G2,
// where F1 and F2 are the integrals of f and f^2 over P. Those of parts are sums over simplices,
// those of the whole are not. An affine change of the inputs hides the product from the engine.
#include "../module/ball_holds.h"
#include "../module/nets.h"
#include "../module/unit.h"
#include "../ref/moved_nets.h"
#include "domain/domain.h"
#include "regions/moments.h"
#include "tree/region.h"

#include <crease/function.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

enum { HIDDEN = 2, MOST_UNITS = 8, MOST_REGIONS = 24, MOST_DIMENSION = 8, SUMS = 3, BALLS = 3 };

// ---- A part ----

typedef struct {
    uint32_t pattern[MOST_UNITS]; // layer after layer
    fmpq sum[SUMS];               // its volume, the integrals of f and of f^2
} part_region;

typedef struct {
    crease_net *net;
    size_t dimension, width[HIDDEN], regions;
    part_region region[MOST_REGIONS];
    output_forms forms;
} part;

// A part has few creases, most of them in general position; the last layer is linear.
static void part_init(part *p, random_state *random, size_t dimension)
{
    *p = (part){.dimension = dimension, .net = net_new(dimension, HIDDEN + 1)};
    for (size_t l = 0; l <= HIDDEN; l++) {
        net_layer *layer = p->net->layer + l;
        const size_t units = l < HIDDEN ? 1 + random_below(random, 2) : 1;
        activation act = random_activation(random);
        if (l == HIDDEN) {
            activation_clear(&act);
            activation_parse(&act, "linear", NULL);
        } else {
            p->width[l] = units;
        }
        net_layer_init(layer, l ? p->net->layer[l - 1].units : dimension, units, act);
        random_layer(layer, random, 5);
    }
    net_finish(p->net);
    const fmpq form[] = {{1, 1}, {0, 1}};
    output_forms_init(&p->forms, form, 1, 1, dimension);
    for (size_t i = 0; i < MOST_REGIONS * SUMS; i++)
        fmpq_init(p->region[i / SUMS].sum + i % SUMS);
}

static void part_clear(part *p)
{
    for (size_t i = 0; i < MOST_REGIONS * SUMS; i++)
        fmpq_clear(p->region[i / SUMS].sum + i % SUMS);
    output_forms_clear(&p->forms);
    crease_net_free(p->net);
}

static crease_visit add_region(void *data, const crease_region *region)
{
    part *p = data;
    if (p->regions == MOST_REGIONS)
        return CREASE_STOP;
    part_region *own = p->region + p->regions++;
    uint32_t *pattern = own->pattern;
    for (size_t l = 0; l < HIDDEN; l++) {
        memcpy(pattern, crease_region_pattern(region, l), p->width[l] * sizeof *pattern);
        pattern += p->width[l];
    }
    moments sums;
    moments_init(&sums, 1, p->dimension, 0, 0);
    output_forms_take(&p->forms, region);
    output_forms_need_exact(&p->forms);
    moments_add(&sums, region, &p->forms);
    fmpz_t factorial;
    fmpz_init(factorial);
    for (size_t k = 0; k < SUMS; k++) {
        fmpz_fac_ui(factorial, p->dimension + k);
        fmpq_div_fmpz(own->sum + k, long_sum_total(&sums.total) + k, factorial);
    }
    fmpz_clear(factorial);
    moments_clear(&sums);
    return CREASE_GO;
}

// Returns 0 if there are too many regions.
static bool part_enumerate(part *p, const char *box)
{
    crease_domain *domain;
    crease_counts counts;
    const crease_visitor visitor = {.data = p, .region = add_region};
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, box, p->dimension, NULL), CREASE_OK);
    crease_counts_init(&counts, p->net);
    const crease_status status = crease_walk(&counts, p->net, domain, NULL, &visitor, NULL);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    return status == CREASE_OK;
}

// ---- The whole ----

static void put_block(net_layer *layer, const net_layer *from, size_t row, size_t column)
{
    for (size_t j = 0; j < from->rows; j++) {
        for (size_t i = 0; i < from->inputs; i++)
            net_layer_weight(layer->weight + (row + j) * layer->inputs + column + i, from, j, i);
        fmpq_add(layer->bias + row + j, layer->bias + row + j, from->bias + j);
    }
}

static crease_net *sum_of(const part *two)
{
    crease_net *net = net_new(two[0].dimension + two[1].dimension, HIDDEN + 1);
    for (size_t l = 0; l <= HIDDEN; l++) {
        const net_layer *a = two[0].net->layer + l, *b = two[1].net->layer + l;
        const size_t units = l < HIDDEN ? a->units + b->units : 1;
        uint32_t kind[MOST_UNITS];
        activation *act = memory_new(2, sizeof *act);
        activation_init_copy(act, a->act);
        activation_init_copy(act + 1, b->act);
        // Functions of one name are one: random ones share theirs.
        free(act[1].name);
        act[1].name = memory_copy_text("of the second part");
        for (size_t u = 0; u < units; u++)
            kind[u] = u >= a->units;
        net_layer_init_mixed(net->layer + l, a->inputs + b->inputs, units, act, 2, kind);
        free(act);
        put_block(net->layer + l, a, 0, 0);
        put_block(net->layer + l, b, l < HIDDEN ? a->units : 0, a->inputs);
    }
    net_finish(net);
    return net;
}

// The box in the coordinates u: its inequalities, pulled back.
static crease_domain *moved_box(const moving *move, const char *box)
{
    const size_t d = move->outer, columns = d + 1;
    crease_domain *domain, *given;
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&given, box, d, NULL), CREASE_OK);
    fmpq *row = _fmpq_vec_init((slong)columns), *system = _fmpq_vec_init((slong)(2 * d * columns));
    for (size_t i = 0; i < 2 * d; i++) {
        domain_inequality(row, given, i);
        moving_row(system + i * columns, move, row);
    }
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, system, 2 * d, d, NULL), CREASE_OK);
    _fmpq_vec_clear(row, (slong)columns);
    _fmpq_vec_clear(system, (slong)(2 * d * columns));
    crease_domain_free(given);
    return domain;
}

typedef struct {
    const part *two;
    size_t dimension, regions, volumes, moments;
    fmpq sum[SUMS], total[SUMS]; // of a region; of all
    fmpq_t stretch;              // the volume of the parts' product is that of the whole times this
} whole;

// The numbers of the product of two regions.
static void multiply(whole *w, const part_region *p, const part_region *q)
{
    fmpq_mul(w->sum, p->sum, q->sum);
    fmpq_mul(w->sum + 1, p->sum + 1, q->sum);
    fmpq_addmul(w->sum + 1, p->sum, q->sum + 1);
    fmpq_mul(w->sum + 2, p->sum + 1, q->sum + 1);
    fmpq_add(w->sum + 2, w->sum + 2, w->sum + 2);
    fmpq_addmul(w->sum + 2, p->sum + 2, q->sum);
    fmpq_addmul(w->sum + 2, p->sum, q->sum + 2);
    for (size_t k = 0; k < SUMS; k++) {
        fmpq_div(w->sum + k, w->sum + k, w->stretch);
        fmpq_add(w->total + k, w->total + k, w->sum + k);
    }
}

// The region of a part that a region of the whole lies over.
static const part_region *find_region(const part *p, const crease_region *region, bool second,
                                      const part *first)
{
    for (size_t r = 0; r < p->regions; r++) {
        const uint32_t *own = p->region[r].pattern;
        bool equal = true;
        for (size_t l = 0; l < HIDDEN; own += p->width[l++]) {
            const uint32_t *pattern = crease_region_pattern(region, l);
            equal = equal && memcmp(own, pattern + (second ? first->width[l] : 0),
                                    p->width[l] * sizeof *own) == 0;
        }
        if (equal)
            return p->region + r;
    }
    return NULL;
}

static void compare_volumes(whole *w, const crease_region *region)
{
    fmpq_t volume;
    ball in_balls;
    fmpq_init(volume);
    crease_region_volume(volume, region);
    CU_ASSERT(fmpq_equal(volume, w->sum));
    CU_ASSERT(crease_region_volume_double(region) == rational_double(volume));
    if (region_volume_ball(&in_balls, region)) {
        CU_ASSERT(ball_holds(&in_balls, volume));
        w->volumes++;
    }
    fmpq_clear(volume);
}

// Sums over vertices if 66 bits are left, whatever is left, and sums over faces.
static void compare_moments(whole *w, const crease_region *region)
{
    static const double error[BALLS] = {0, 1e9, -1};
    const size_t d = w->dimension;
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    ball form[MOST_DIMENSION + 1], sums[SUMS];
    fmpq_t wanted;
    fmpq_init(wanted);
    crease_region_map(row, region, 0);
    for (size_t c = 0; c <= d; c++)
        form[c] = ball_of_rational(row + c);
    for (int by = 0; by < BALLS; by++) {
        if (!region_moment_balls(sums, region, form, 1, error[by]))
            continue;
        slong factor = 1;
        for (size_t k = 0; k < SUMS; k++, factor *= (slong)(d + k)) {
            fmpq_mul_si(wanted, w->sum + k, factor);
            CU_ASSERT(ball_holds(sums + k, wanted));
        }
        w->moments++;
    }
    fmpq_clear(wanted);
    _fmpq_vec_clear(row, (slong)d + 1);
}

static crease_visit compare(void *data, const crease_region *region)
{
    whole *w = data;
    const part_region *p = find_region(w->two, region, false, w->two);
    const part_region *q = find_region(w->two + 1, region, true, w->two);
    CU_ASSERT_FATAL(p && q);
    multiply(w, p, q);
    compare_volumes(w, region);
    compare_moments(w, region);
    w->regions++;
    return CREASE_GO;
}

// The mean and the variance in doubles are the nearest ones.
static void compare_means(const whole *w, const crease_net *net, const crease_domain *domain)
{
    const fmpq form[] = {{1, 1}, {0, 1}};
    crease_range range;
    crease_counts counts;
    fmpq_t mean, variance;
    fmpq_init(mean);
    fmpq_init(variance);
    fmpq_div(mean, w->total + 1, w->total);
    fmpq_div(variance, w->total + 2, w->total);
    fmpq_submul(variance, mean, mean);
    crease_counts_init(&counts, net);
    crease_range_init(&range, domain);
    CU_ASSERT_EQUAL(
        crease_ranges(&range, &counts, net, domain, form, 1, CREASE_MOMENTS_ROUNDED, NULL, NULL),
        CREASE_OK);
    CU_ASSERT(range.has_moments);
    CU_ASSERT(rational_double(range.mean) == rational_double(mean));
    CU_ASSERT(rational_double(range.variance) == rational_double(variance));
    crease_range_clear(&range);
    crease_counts_clear(&counts);
    fmpq_clear(mean);
    fmpq_clear(variance);
}

static void compare_product(whole *w, const moving *move, const char *box)
{
    crease_net *given = sum_of(w->two), *net = moving_net(move, given);
    crease_domain *domain = moved_box(move, box);
    crease_counts counts;
    const crease_visitor visitor = {.data = w, .region = compare};
    fmpq_set(w->stretch, move->stretch);
    test_shows_net(net);
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(w->regions, w->two[0].regions * w->two[1].regions);
    if (w->moments == BALLS * w->regions) // or many simplices are summed
        compare_means(w, net, domain);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    test_shows_net(NULL);
    crease_net_free(net);
    crease_net_free(given);
}

// Returns how many regions were measured in balls.
static size_t check(uint64_t seed)
{
    static const char *const box[] = {"-3,2", "0,1", "-1/3,5"};
    random_state random = unit_random(seed);
    const size_t d = 6 + seed % 3, first = 2 + random_below(&random, 2);
    part two[2];
    moving move;
    whole w = {.two = two, .dimension = d};
    for (size_t k = 0; k < SUMS; k++) {
        fmpq_init(w.sum + k);
        fmpq_init(w.total + k);
    }
    fmpq_init(w.stretch);
    part_init(two, &random, d - first < 5 ? first : d - 4);
    part_init(two + 1, &random, d - two->dimension);
    moving_choose_affine(&move, seed, d);
    if (part_enumerate(two, box[seed % 3]) && part_enumerate(two + 1, box[seed % 3]))
        compare_product(&w, &move, box[seed % 3]);
    moving_clear(&move);
    for (size_t k = 0; k < SUMS; k++) {
        fmpq_clear(w.sum + k);
        fmpq_clear(w.total + k);
    }
    fmpq_clear(w.stretch);
    part_clear(two);
    part_clear(two + 1);
    return w.volumes < w.moments ? w.volumes : w.moments;
}

static void sums_of_networks(void)
{
    size_t measured = 0;
    SEEDS(seed, 40)
        measured += check(seed);
    CU_ASSERT(measured > 0);
}

UNIT_MAIN("products", {"sums of networks", sums_of_networks})
