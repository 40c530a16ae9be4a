// Trajectories against the walk and against plain evaluation.
//
// Every edge of a path is walked in integers by crease_walk, its regions sorted by their vertices;
// the network is evaluated layer by layer at these, in rationals, and the lengths of all pieces are
// added up by MPFR with 200 digits. Transitions and patterns must be the same, changes of sign
// those of pre-activations at the vertices in rationals, and the enclosures hold these lengths and
// be as narrow as requested, in both arithmetics.
#include "../module/unit.h"
#include <mpfr.h> // first, for FLINT's conversions to it

#include "../module/nets.h"
#include "../ref/random_nets.h"

#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <inttypes.h>

enum { DIGITS_200 = 700, BOUND_BITS = 600 };

// ---- the path, in pieces ----

typedef struct {
    fmpq lo, hi; // t on its edge
    uint32_t *pattern;
} stretch;

typedef struct {
    const crease_net *net;
    size_t units; // of all hidden layers
    stretch *at;  // of one edge
    size_t count, capacity;
    // Along the whole path.
    uint32_t **pattern;
    fmpq **point; // inputs entries; pattern i lies between points i and i + 1
    size_t patterns, points, pattern_capacity, point_capacity;
} pieces;

static uint32_t *pattern_of(const crease_region *region, const pieces *p)
{
    uint32_t *pattern = memory_new(p->units + 1, sizeof *pattern), *to = pattern;
    for (size_t l = 0; l < crease_net_hidden(p->net); l++) {
        size_t width = crease_net_width(p->net, l);
        memcpy(to, crease_region_pattern(region, l), width * sizeof *to);
        to += width;
    }
    return pattern;
}

static crease_visit take(void *data, const crease_region *region)
{
    pieces *p = data;
    fmpq a = {0, 1}, b = {0, 1};
    crease_region_vertex(&a, region, 0);
    crease_region_vertex(&b, region, 1);
    if (fmpq_cmp(&a, &b) > 0)
        fmpq_swap(&a, &b);
    MEMORY_RESERVE(p->at, p->capacity, p->count + 1);
    p->at[p->count++] = (stretch){a, b, pattern_of(region, p)};
    return CREASE_GO;
}

static int by_place(const void *a, const void *b)
{
    return fmpq_cmp(&((const stretch *)a)->lo, &((const stretch *)b)->lo);
}

static void add_point(pieces *p, const fmpq *from, const fmpq *to, const fmpq *t)
{
    size_t n = p->net->inputs;
    fmpq *x = _fmpq_vec_init((slong)n);
    for (size_t i = 0; i < n; i++) {
        fmpq_sub(x + i, to + i, from + i);
        fmpq_mul(x + i, x + i, t);
        fmpq_add(x + i, x + i, from + i);
    }
    MEMORY_RESERVE(p->point, p->point_capacity, p->points + 1);
    p->point[p->points++] = x;
}

static void add_edge(pieces *p, const fmpq *from, const fmpq *to)
{
    size_t n = p->net->inputs;
    fmpq *ends = _fmpq_vec_init(2 * (slong)n);
    for (size_t i = 0; i < n; i++) {
        fmpq_set(ends + i, from + i);
        fmpq_set(ends + n + i, to + i);
    }
    crease_domain *segment;
    crease_counts counts;
    crease_error error;
    crease_options options = {.arith = CREASE_EXACT};
    crease_visitor visitor = {.data = p, .region = take};
    crease_counts_init(&counts, p->net);
    p->count = 0;
    if (crease_domain_parse_box(&segment, "0,1", 1, &error) ||
        crease_domain_set_slice(segment, ends, 2, n, &error) ||
        crease_walk(&counts, p->net, segment, &options, &visitor, &error))
        abort();
    qsort(p->at, p->count, sizeof *p->at, by_place);
    for (size_t i = 0; i < p->count; i++) {
        if (!p->points)
            add_point(p, from, to, &p->at[i].lo);
        add_point(p, from, to, &p->at[i].hi);
        MEMORY_RESERVE(p->pattern, p->pattern_capacity, p->patterns + 1);
        p->pattern[p->patterns++] = p->at[i].pattern;
        fmpq_clear(&p->at[i].lo);
        fmpq_clear(&p->at[i].hi);
    }
    crease_counts_clear(&counts);
    crease_domain_free(segment);
    _fmpq_vec_clear(ends, 2 * (slong)n);
}

static void pieces_init(pieces *p, const crease_net *net, const crease_path *path)
{
    *p = (pieces){.net = net};
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        p->units += crease_net_width(net, l);
    for (size_t i = 0; i < path->count - !path->closed; i++)
        add_edge(p, path->vertex + i * net->inputs,
                 path->vertex + (i + 1) % path->count * net->inputs);
}

static void pieces_clear(pieces *p)
{
    for (size_t i = 0; i < p->patterns; i++)
        free(p->pattern[i]);
    for (size_t i = 0; i < p->points; i++)
        _fmpq_vec_clear(p->point[i], (slong)p->net->inputs);
    free(p->pattern);
    free(p->point);
    free(p->at);
}

// ---- what is expected ----

static bool counts_agree(const pieces *p, const crease_path *path, const crease_trajectory *found)
{
    bool good = true;
    size_t first = 0;
    for (size_t l = 1; l <= found->layers; l++) {
        size_t width = l <= crease_net_hidden(p->net) ? crease_net_width(p->net, l - 1) : 0;
        uint64_t transitions = 0, changes = 0;
        for (size_t i = path->closed ? 0 : 1; i < p->patterns; i++) {
            const uint32_t *now = p->pattern[i];
            const uint32_t *before = p->pattern[i ? i - 1 : p->patterns - 1];
            for (size_t u = first; u < first + width; u++)
                transitions += now[u] != before[u];
            changes += memcmp(now, before, (first + width) * sizeof *now) != 0;
        }
        uint64_t runs = path->closed ? changes + !changes : changes + 1;
        good &= transitions == found->transitions[l] && runs == found->patterns[l];
        first += width;
    }
    return good;
}

// The sum of |y(i+1) - y(i)|, to 200 digits.
static void add_distance(mpfr_t sum, const fmpq *y, const fmpq *before, size_t width)
{
    fmpq_t square, difference;
    mpfr_t root;
    mpfr_init2(root, DIGITS_200);
    fmpq_init(square);
    fmpq_init(difference);
    for (size_t i = 0; i < width; i++) {
        fmpq_sub(difference, y + i, before + i);
        fmpq_addmul(square, difference, difference);
    }
    fmpq_get_mpfr(root, square, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_add(sum, sum, root, MPFR_RNDN);
    fmpq_clear(square);
    fmpq_clear(difference);
    mpfr_clear(root);
}

// Changes of sign of one row, from its values at the points, between which it is affine; they count
// as if 0 belonged to what is below.
static uint64_t signs_of_row(const int *sign, size_t points, int closed)
{
    uint64_t changes = 0;
    int first = -1, before = -1; // is it > 0?
    for (size_t i = 0; i + 1 < points; i++) {
        bool start = (sign[i] ? sign[i] : sign[i + 1]) > 0;
        bool end = (sign[i + 1] ? sign[i + 1] : sign[i]) > 0;
        changes += (before >= 0 && before != start) + (uint64_t)(start != end);
        first = first < 0 ? start : first;
        before = end;
    }
    return changes + (uint64_t)(closed && first != before);
}

// sum += the row times x, one fraction after another.
static void add_dot(fmpq_t sum, const net_layer *layer, size_t row, const fmpq *x)
{
    fmpq_t weight;
    fmpq_init(weight);
    for (size_t i = 0; i < layer->inputs; i++) {
        net_layer_weight(weight, layer, row, i);
        fmpq_addmul(sum, weight, x + i);
    }
    fmpq_clear(weight);
}

// Sign changes of all rows of a layer with the inputs p->point.
static uint64_t signs_of_layer(const pieces *p, const net_layer *layer, int closed)
{
    uint64_t changes = 0;
    int *sign = memory_new(p->points, sizeof *sign);
    fmpq_t z;
    fmpq_init(z);
    for (size_t unit = 0; unit < layer->units; unit++) {
        const activation *act = net_layer_act(layer, unit);
        size_t row = layer->unit.row[unit];
        for (size_t i = 0; i < p->points; i++) {
            fmpq_set(z, layer->bias + row);
            add_dot(z, layer, row, p->point[i]);
            sign[i] = fmpq_sgn(z);
        }
        if (act->rank == 1 && act->pieces > 1)
            changes += signs_of_row(sign, p->points, closed);
    }
    fmpq_clear(z);
    free(sign);
    return changes;
}

static void move_through(fmpq **y, const net_layer *layer)
{
    fmpq *z = _fmpq_vec_init((slong)layer->units);
    net_layer_evaluate(z, layer, *y);
    _fmpq_vec_clear(*y, (slong)layer->inputs);
    *y = z;
}

// The images of all points are taken from layer to layer.
static void lengths(mpfr_t *length, uint64_t *signs, const pieces *p, int closed)
{
    for (size_t l = 0; l <= p->net->layers; l++) {
        size_t width = l ? p->net->layer[l - 1].units : p->net->inputs;
        mpfr_init2(length[l], DIGITS_200);
        mpfr_set_zero(length[l], 1);
        signs[l] = l ? signs_of_layer(p, p->net->layer + l - 1, closed) : 0;
        for (size_t i = 0; i < p->points; i++)
            if (l)
                move_through(p->point + i, p->net->layer + l - 1);
        for (size_t i = 1; i < p->points; i++)
            add_distance(length[l], p->point[i], p->point[i - 1], width);
    }
}

// The sum is off by less than 2^-600 of its size.
static bool holds(const crease_enclosure *x, const mpfr_t value, const fmpq_t width)
{
    fmpq_t v, bound, wide, room;
    fmpq *all[] = {v, bound, wide, room};
    for (size_t i = 0; i < 4; i++)
        fmpq_init(all[i]);
    mpq_t q;
    mpq_init(q);
    mpfr_get_q(q, value);
    fmpq_set_mpq(v, q);
    mpq_clear(q);
    fmpq_div_2exp(bound, v, BOUND_BITS);
    fmpq_sub(wide, v, bound);
    bool good = fmpq_cmp(wide, x->hi) <= 0;
    fmpq_add(wide, v, bound);
    good &= fmpq_cmp(x->lo, wide) <= 0;
    fmpq_sub(wide, x->hi, x->lo);
    fmpq_mul(room, x->lo, width);
    good &= fmpq_cmp(wide, room) <= 0 && fmpq_sgn(wide) >= 0;
    for (size_t i = 0; i < 4; i++)
        fmpq_clear(all[i]);
    return good;
}

static bool lengths_agree(mpfr_t *length, const crease_trajectory *found, const char *width_text)
{
    fmpq_t width;
    mpfr_t ratio;
    fmpq_init(width);
    mpfr_init2(ratio, DIGITS_200);
    crease_point_parse(width, width_text, 1, NULL);
    bool good = true;
    for (size_t l = 0; l <= found->layers; l++) {
        const crease_enclosure *growth = found->growth + l;
        good &= holds(found->length + l, length[l], width);
        if (!l || mpfr_zero_p(length[l - 1])) {
            good &= fmpq_cmp(growth->lo, growth->hi) > 0;
            continue;
        }
        mpfr_div(ratio, length[l], length[l - 1], MPFR_RNDN);
        good &= holds(growth, ratio, width);
    }
    fmpq_clear(width);
    mpfr_clear(ratio);
    return good;
}

// ---- cases ----

enum { MOST_VERTICES = 6 };

static bool same_point(const fmpq *a, const fmpq *b, size_t n)
{
    return _fmpz_vec_equal(&a->num, &b->num, 2 * (slong)n);
}

// Consecutive vertices differ; if it is closed, so do the last and the first.
static crease_path random_path(fmpq *vertex, random_state *random, size_t n)
{
    const size_t count = 2 + random_below(random, MOST_VERTICES - 1);
    crease_path path = {vertex, count, count > 2 && random_below(random, 2)};
    for (size_t i = 0; i < count; i++)
        do
            for (size_t k = 0; k < n; k++)
                random_rational(vertex + i * n + k, random, 4);
        while ((i && same_point(vertex + i * n, vertex + (i - 1) * n, n)) ||
               (i + 1 == count && path.closed && same_point(vertex + i * n, vertex, n)));
    return path;
}

static bool check_case(uint64_t seed, uint64_t *decided_exact)
{
    static const char *const widths[] = {"1e-6", "1e-12", "1/3", "1e-21", "1e-30", "1e-60"};
    random_state random;
    random_case of;
    pieces p;
    random_seed(&random, seed);
    random_case_init_with(&of, seed, 1 + seed % 3, seed % 8);
    const size_t n = of.net->inputs;
    fmpq *vertex = _fmpq_vec_init((slong)(MOST_VERTICES * n));
    const crease_path path = random_path(vertex, &random, n);
    pieces_init(&p, of.net, &path);
    crease_trajectory found[2];
    mpfr_t *length = memory_new(of.net->layers + 1, sizeof *length);
    const char *width = widths[random_below(&random, sizeof widths / sizeof *widths)];
    bool good = true;
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        crease_options options = {.arith = (crease_arith)arith, .threads = 1};
        crease_trajectory_init(found + arith, of.net);
        good &= !crease_trajectory_measure(found + arith, of.net, &path, width, &options, NULL);
        good &= found[arith].complete && counts_agree(&p, &path, found + arith);
    }
    *decided_exact += found[CREASE_FILTERED].decided_exact;
    uint64_t *signs = memory_new(of.net->layers + 1, sizeof *signs);
    lengths(length, signs, &p, path.closed);
    for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++) {
        good &= lengths_agree(length, found + arith, width);
        good &= !memcmp(signs, found[arith].sign_transitions, (of.net->layers + 1) * sizeof *signs);
        crease_trajectory_clear(found + arith);
    }
    if (!good) {
        printf("seed %" PRIu64 ", width %s, %zu vertices%s:", seed, width, path.count,
               path.closed ? ", closed" : "");
        for (size_t i = 0; i < path.count * n; i++) {
            putchar(' ');
            fmpq_print(path.vertex + i);
        }
        putchar('\n');
        crease_net_write(stdout, of.net);
    }
    for (size_t l = 0; l <= of.net->layers; l++)
        mpfr_clear(length[l]);
    free(length);
    free(signs);
    for (size_t i = 0; i < p.points; i++) // they have become outputs
        _fmpq_vec_clear(p.point[i], (slong)crease_net_outputs(of.net));
    p.points = 0;
    pieces_clear(&p);
    _fmpq_vec_clear(vertex, (slong)(MOST_VERTICES * n));
    random_case_clear(&of);
    return good;
}

static void trajectories_are_sums_over_edges(void)
{
    uint64_t decided_exact = 0;
    SEEDS(seed, 1000)
        CU_ASSERT(check_case(seed, &decided_exact));
    CU_ASSERT(decided_exact > 0 || cases_count(1000) < 100);
    mpfr_free_cache();
}

UNIT_MAIN("trajectories", {"are sums over edges", trajectories_are_sums_over_edges})
