// Arrangements of root systems: points of finite fields off them, and counts.
#include "built.h"
#include "finite_field.h"
#include "unit.h"

// (q - a)(q - b)...: the count of points off the arrangement in F_q^n.
static void check_points(const char *name, int n, size_t units, slong q, slong expected)
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
    check_points("arrangement:braid", 2, 1, q, q * (q - 1));
    check_points("arrangement:braid", 4, 6, q, q * (q - 1) * (q - 2) * (q - 3));
    check_points("arrangement:coxeter-b", 1, 1, q, q - 1);
    check_points("arrangement:coxeter-b", 3, 9, q, (q - 1) * (q - 3) * (q - 5));
    check_points("arrangement:coxeter-d", 2, 2, q, (q - 1) * (q - 1));
    check_points("arrangement:coxeter-d", 4, 12, q, (q - 1) * (q - 3) * (q - 5) * (q - 3));
    check_points("arrangement:shi", 3, 6, q, q * (q - 3) * (q - 3));
    check_points("arrangement:shi", 4, 12, q, q * (q - 4) * (q - 4) * (q - 4));
    check_points("arrangement:catalan", 3, 9, q, q * (q - 4) * (q - 5));
    check_points("arrangement:catalan", 4, 18, q, q * (q - 5) * (q - 6) * (q - 7));
    check_points("arrangement:linial", 3, 3, q, q * (q * q - 3 * q + 3));
}

// Postnikov and Stanley 2000: q 2^(-n) sum of C(n, k) (q - k)^(n-1).
static void linial_points(void)
{
    const slong q = 13;
    slong sum = 0, binomial[] = {1, 4, 6, 4, 1};
    for (slong k = 0; k <= 4; k++)
        sum += binomial[k] * (q - k) * (q - k) * (q - k);
    check_points("arrangement:linial", 4, 6, q, q * sum / 16);
}

// The sequences of OEIS from the least n on.
static void check_sequence(const char *name, int least, const char *const *values)
{
    for (int k = 0; values[k]; k++)
        built_check(name, least + k, 0, values[k]);
}

static void counts(void)
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

UNIT_MAIN("arrangement_roots", {"points", points}, {"linial points", linial_points},
          {"counts", counts})
