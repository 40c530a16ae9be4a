// Arrangements: points of finite fields off them, and counts.
#include "built.h"
#include "finite_field.h"
#include "unit.h"

#include <flint/fmpq_mat.h>

// ---- General position, coordinate hyperplanes and grids ----

// Whether the chosen units, all their columns or the weights only, are independent.
static bool are_independent(const crease_net *net, unsigned chosen, size_t columns)
{
    const net_layer *layer = net->layer;
    fmpq_mat_t rows;
    fmpq_mat_init(rows, (slong)layer->units, (slong)columns);
    slong count = 0;
    for (size_t i = 0; i < layer->units; i++) {
        if (!(chosen >> i & 1))
            continue;
        for (size_t j = 0; j < columns; j++)
            fmpq_set(fmpq_mat_entry(rows, count, (slong)j),
                     j < layer->inputs ? layer->weight + i * layer->inputs + j : layer->bias + i);
        count++;
    }
    slong rank = fmpq_mat_rref(rows, rows);
    fmpq_mat_clear(rows);
    return rank == count;
}

// Any p <= d normals are independent, and no d + 1 hyperplanes have a common point.
static void general_position(void)
{
    for (int d = 1; d <= 5; d++) {
        crease_net *net = built_net("arrangement:generic", 8, d);
        built_shape(net, (size_t)d, 8);
        for (unsigned chosen = 1; chosen < 1u << 8; chosen++) {
            int size = __builtin_popcount(chosen);
            if (size <= d)
                CU_ASSERT(are_independent(net, chosen, (size_t)d));
            if (size == d + 1)
                CU_ASSERT(are_independent(net, chosen, (size_t)d + 1));
        }
        crease_net_free(net);
    }
}

// The weights of the least interesting case by hand: t = 1, -1, 2.
static void moments(void)
{
    static const int rows[3][3] = {{1, 1, 1}, {1, -1, 1}, {1, 2, 4}};
    crease_net *net = built_net("arrangement:generic", 3, 2);
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT(fmpq_equal_si(net->layer->weight + 2 * i, rows[i][0]));
        CU_ASSERT(fmpq_equal_si(net->layer->weight + 2 * i + 1, rows[i][1]));
        CU_ASSERT(fmpq_equal_si(net->layer->bias + i, rows[i][2]));
    }
    crease_net_free(net);
}

static void arrangement_product_counts(void)
{
    built_check("arrangement:generic", 6, 2, "22");
    built_check("arrangement:generic", 5, 3, "26");
    built_check("arrangement:generic", 3, 9, "8");
    built_check("arrangement:generic", 1, 1, "2");
    built_check("arrangement:generic", 1000, 2, "500501");
    built_check("arrangement:boolean", 1, 0, "2");
    built_check("arrangement:boolean", 100, 0, "1267650600228229401496703205376");
    built_check("arrangement:grid", 4, 2, "25");
    built_check("arrangement:grid", 9, 30, "1000000000000000000000000000000");
}

static void products(void)
{
    crease_net *net = built_net("arrangement:boolean", 4, 0);
    built_shape(net, 4, 4);
    CU_ASSERT_EQUAL(points_off_all(net, 7), 6 * 6 * 6 * 6);
    crease_net_free(net);
    net = built_net("arrangement:grid", 3, 2);
    built_shape(net, 2, 6);
    CU_ASSERT_EQUAL(points_off_all(net, 11), 8 * 8);
    crease_net_free(net);
}

// ---- Arrangements of root systems: points of finite fields off them, and arrangement_roots_counts
// ----

// (q - a)(q - b)...: the count of points off the arrangement in F_q^n.
static void arrangement_roots_check_points(const char *name, int n, size_t units, slong q,
                                           slong expected)
{
    crease_net *net = built_net(name, n, 0);
    built_shape(net, (size_t)n, units);
    CU_ASSERT_EQUAL(points_off_all(net, q), expected);
    crease_net_free(net);
}

// Characteristic polynomials as in Stanley 2004, at a prime.
static void points(void)
{
    const slong q = 11;
    arrangement_roots_check_points("arrangement:braid", 2, 1, q, q * (q - 1));
    arrangement_roots_check_points("arrangement:braid", 4, 6, q, q * (q - 1) * (q - 2) * (q - 3));
    arrangement_roots_check_points("arrangement:coxeter-b", 1, 1, q, q - 1);
    arrangement_roots_check_points("arrangement:coxeter-b", 3, 9, q, (q - 1) * (q - 3) * (q - 5));
    arrangement_roots_check_points("arrangement:coxeter-d", 2, 2, q, (q - 1) * (q - 1));
    arrangement_roots_check_points("arrangement:coxeter-d", 4, 12, q,
                                   (q - 1) * (q - 3) * (q - 5) * (q - 3));
    arrangement_roots_check_points("arrangement:shi", 3, 6, q, q * (q - 3) * (q - 3));
    arrangement_roots_check_points("arrangement:shi", 4, 12, q, q * (q - 4) * (q - 4) * (q - 4));
    arrangement_roots_check_points("arrangement:catalan", 3, 9, q, q * (q - 4) * (q - 5));
    arrangement_roots_check_points("arrangement:catalan", 4, 18, q,
                                   q * (q - 5) * (q - 6) * (q - 7));
    arrangement_roots_check_points("arrangement:linial", 3, 3, q, q * (q * q - 3 * q + 3));
}

// Postnikov and Stanley 2000: q 2^(-n) sum of C(n, k) (q - k)^(n-1).
static void linial_points(void)
{
    const slong q = 13;
    slong sum = 0, binomial[] = {1, 4, 6, 4, 1};
    for (slong k = 0; k <= 4; k++)
        sum += binomial[k] * (q - k) * (q - k) * (q - k);
    arrangement_roots_check_points("arrangement:linial", 4, 6, q, q * sum / 16);
}

// The sequences of OEIS from the least n on.
static void check_sequence(const char *name, int least, const char *const *values)
{
    for (int k = 0; values[k]; k++)
        built_check(name, least + k, 0, values[k]);
}

static void arrangement_roots_counts(void)
{
    check_sequence("arrangement:braid", 2,
                   (const char *[]){"2", "6", "24", "120", "720", "5040", NULL});
    check_sequence("arrangement:coxeter-b", 1,
                   (const char *[]){"2", "8", "48", "384", "3840", "46080", NULL});
    check_sequence("arrangement:coxeter-d", 2,
                   (const char *[]){"4", "24", "192", "1920", "23040", NULL});
    check_sequence("arrangement:shi", 2, (const char *[]){"3", "16", "125", "1296", "16807", NULL});
    check_sequence("arrangement:catalan", 2,
                   (const char *[]){"4", "30", "336", "5040", "95040", NULL});
    check_sequence("arrangement:linial", 2,
                   (const char *[]){"2", "7", "36", "246", "2104", "21652", NULL});
    built_check("arrangement:braid", 25, 0, "15511210043330985984000000");
}

// ---- Resonance and threshold arrangements: points of finite fields off them, and
// arrangement_cube_counts ----

static void arrangement_cube_check_points(const char *name, int n, size_t inputs, size_t units,
                                          slong q, slong expected)
{
    crease_net *net = built_net(name, n, 0);
    built_shape(net, inputs, units);
    CU_ASSERT_EQUAL(points_off_all(net, q), expected);
    crease_net_free(net);
}

// The coefficients are the rows of OEIS A344494.
static void resonance(void)
{
    const slong q = 13;
    arrangement_cube_check_points("arrangement:resonance", 1, 1, 1, q, q - 1);
    arrangement_cube_check_points("arrangement:resonance", 2, 2, 3, q, q * q - 3 * q + 2);
    arrangement_cube_check_points("arrangement:resonance", 3, 3, 7, q,
                                  q * q * q - 7 * q * q + 15 * q - 9);
    arrangement_cube_check_points("arrangement:resonance", 4, 4, 15, q,
                                  q * q * q * q - 15 * q * q * q + 80 * q * q - 170 * q + 104);
}

// n = 2: four planes through a line of which any three are independent, (q - 1)(q^2 - 3q + 3).
static void threshold(void)
{
    const slong q = 11;
    arrangement_cube_check_points("arrangement:threshold", 0, 1, 1, q, q - 1);
    arrangement_cube_check_points("arrangement:threshold", 1, 2, 2, q, (q - 1) * (q - 1));
    arrangement_cube_check_points("arrangement:threshold", 2, 3, 4, q,
                                  (q - 1) * (q * q - 3 * q + 3));
}

// The sum of a row of A344494, and 1, is a value of A034997.
static void arrangement_cube_counts(void)
{
    static const char *const resonances[] = {
        "2", "6", "32", "370", "11292", "1066044", "347326352", "419172756930", "1955230985997140"};
    for (int n = 1; n <= 9; n++)
        built_check("arrangement:resonance", n, 0, resonances[n - 1]);
    built_check("arrangement:resonance", 10, 0, "");
    fmpz_t sum;
    fmpz_init_set_ui(sum, 1 + 511 + 120975 + 17153460);
    fmpz_add_ui(sum, sum, 1582492380);
    fmpz_add_ui(sum, sum, 96834110730);
    fmpz_add_ui(sum, sum, 3829831100340);
    fmpz_add_ui(sum, sum, 89702833260450);
    fmpz_add_ui(sum, sum, 973784079284874);
    fmpz_add_ui(sum, sum, 887815808473419);
    char *text = fmpz_get_str(NULL, 10, sum);
    built_check("arrangement:resonance", 9, 0, text);
    flint_free(text);
    fmpz_clear(sum);
}

// OEIS A000615 arrangement_cube_counts the threshold functions that depend on all their variables:
// A000609(n) is the sum of C(n, k) A000615(k).
static void thresholds(void)
{
    static const char *const exactly[] = {
        "2", "2", "8", "72", "1536", "86080", "14487040", "8274797440", "17494930604032"};
    fmpz_t sum, binomial, term;
    fmpz_init(sum);
    fmpz_init(binomial);
    fmpz_init(term);
    for (ulong n = 0; n <= 8; n++) {
        fmpz_zero(sum);
        for (ulong k = 0; k <= n; k++) {
            fmpz_bin_uiui(binomial, n, k);
            fmpz_set_str(term, exactly[k], 10);
            fmpz_addmul(sum, binomial, term);
        }
        char *text = fmpz_get_str(NULL, 10, sum);
        built_check("arrangement:threshold", (int)n, 0, text);
        flint_free(text);
    }
    built_check("arrangement:threshold", 9, 0, "144130531453121108");
    built_check("arrangement:threshold", 10, 0, "");
    fmpz_clear(term);
    fmpz_clear(binomial);
    fmpz_clear(sum);
}

// ---- One layer: in the cube, of maxout units, of hard-tanh units ----

static void shape(void)
{
    built_widths("arrangement:cube", "n=5 d=3", "5");
    built_widths("maxout:arrangement", "n=5 d=3 k=4", "5");
    built_widths("hardtanh:arrangement", "n=5 d=3", "5");
    built_refused("arrangement:cube", "n=1000 d=3",
                  "arrangement:cube: n: expected n hyperplanes with C(n, 3) <= 1000000, found n = "
                  "1000");
}

static void claimed(void)
{
    built_claims(
        "arrangement:cube", "n=3 d=2 form=literal",
        "activation_regions = 7; linear_regions = 7; affine_maps = 7; activation_regions = "
        "7 on 0,1; linear_regions = 7 on 0,1; affine_maps = 7 on 0,1");
    built_claims("maxout:arrangement", "n=3 d=2 k=4",
                 "activation_regions = 37; linear_regions = 37; affine_maps = 37");
    built_claims("hardtanh:arrangement", "n=4 d=2",
                 "activation_regions = 33; linear_regions = 33; affine_maps = 33");
}

UNIT_MAIN("arrangements", {"arrangement product: general position", general_position},
          {"arrangement product: moments", moments},
          {"arrangement product: counts", arrangement_product_counts},
          {"arrangement product: products", products}, {"arrangement roots: points", points},
          {"arrangement roots: linial points", linial_points},
          {"arrangement roots: counts", arrangement_roots_counts},
          {"arrangement cube: resonance", resonance}, {"arrangement cube: threshold", threshold},
          {"arrangement cube: counts", arrangement_cube_counts},
          {"arrangement cube: thresholds", thresholds}, {"arrangement bundles: shape", shape},
          {"arrangement bundles: claims", claimed})
