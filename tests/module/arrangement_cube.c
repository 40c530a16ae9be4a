// Resonance and threshold arrangements: points of finite fields off them, and counts.
#include "built.h"
#include "finite_field.h"
#include "unit.h"

static void check_points(const char *name, int n, size_t inputs, size_t units, slong q,
                         slong expected)
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
    check_points("arrangement:resonance", 1, 1, 1, q, q - 1);
    check_points("arrangement:resonance", 2, 2, 3, q, q * q - 3 * q + 2);
    check_points("arrangement:resonance", 3, 3, 7, q, q * q * q - 7 * q * q + 15 * q - 9);
    check_points("arrangement:resonance", 4, 4, 15, q,
                 q * q * q * q - 15 * q * q * q + 80 * q * q - 170 * q + 104);
}

// n = 2: four planes through a line of which any three are independent, (q - 1)(q^2 - 3q + 3).
static void threshold(void)
{
    const slong q = 11;
    check_points("arrangement:threshold", 0, 1, 1, q, q - 1);
    check_points("arrangement:threshold", 1, 2, 2, q, (q - 1) * (q - 1));
    check_points("arrangement:threshold", 2, 3, 4, q, (q - 1) * (q * q - 3 * q + 3));
}

// The sum of a row of A344494, and 1, is a value of A034997.
static void counts(void)
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

// OEIS A000615 counts the threshold functions that depend on all their variables:
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

UNIT_MAIN("arrangement_cube", {"resonance", resonance}, {"threshold", threshold},
          {"counts", counts}, {"thresholds", thresholds})
