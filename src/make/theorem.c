// Parts shared by the theorems on deep relu networks.
#include "make/theorem.h"

#include "base/error.h"
#include "base/fatal.h"
#include "exact/words64.h"
#include "make/general_position.h"
#include "make/widths.h"

bool theorem_is_literal(const parameters *given)
{
    return parameters_integer(given, "form") == 1;
}

slong theorem_layers(const parameters *given)
{
    return (slong)parameters_get(given, "widths")->count;
}

slong theorem_width(const parameters *given, slong layer)
{
    return parameters_item(given, "widths", (size_t)layer);
}

slong theorem_last_width(const parameters *given)
{
    return theorem_width(given, theorem_layers(given) - 1);
}

static crease_status check_width(slong width, slong least, slong factor, bool is_last,
                                 crease_error *error)
{
    const char *which = is_last ? "for the last one" : "below the last one";
    if (width < least)
        return error_at(error, "widths", "expected a width >= %ld %s, found %ld", (long)least,
                        which, (long)width);
    if (width % factor)
        return error_at(error, "widths", "expected a multiple of %ld %s, found %ld", (long)factor,
                        which, (long)width);
    return CREASE_OK;
}

crease_status theorem_check(const parameters *given, slong least, slong factor, slong last,
                            crease_error *error)
{
    slong layers = theorem_layers(given), inputs = 1, count = 0;
    for (slong l = 0; l < layers; l++) {
        slong width = theorem_width(given, l);
        bool is_last = l + 1 == layers;
        if (check_width(width, is_last ? last : least, is_last ? 1 : factor, is_last, error))
            return CREASE_ERROR;
        count += (inputs + 1) * width;
        inputs = width;
        if (count > WIDTHS_MAX_PARAMETERS)
            return error_at(error, "widths", "expected at most %d weights and biases, found more",
                            WIDTHS_MAX_PARAMETERS);
    }
    return CREASE_OK;
}

crease_status theorem_check_vertices(slong n, slong d, const char *parameter, crease_error *error)
{
    if (cube_is_small(n, d))
        return CREASE_OK;
    return error_at(error, parameter, "expected n hyperplanes with C(n, %ld) <= %d, found n = %ld",
                    (long)d, CUBE_MOST_VERTICES, (long)n);
}

crease_status theorem_check_cube(const parameters *given, slong least, slong last,
                                 crease_error *error)
{
    if (theorem_check(given, least, 1, last, error))
        return CREASE_ERROR;
    return theorem_check_vertices(theorem_last_width(given), parameters_integer(given, "d"),
                                  "widths", error);
}

void theorem_last_layer(stack *network, slong n, bool literal)
{
    ASSERT(n > 0);
    fmpq_mat_t forms;
    fmpq_mat_init(forms, n, stack_coordinates(network) + 1);
    cube_forms(forms, literal);
    stack_integers(network, forms, "relu");
    fmpq_mat_clear(forms);
}

void theorem_product(fmpz_t product, const parameters *given, slong layers, slong divisor,
                     slong slope, slong extra)
{
    ASSERT(divisor > 0);
    fmpz_one(product);
    for (slong l = 0; l < layers; l++)
        fmpz_mul_si(product, product, theorem_width(given, l) / divisor * slope + extra);
}

void theorem_copies(fmpz_t copies, const parameters *given, slong slope, slong extra)
{
    slong d = parameters_integer(given, "d");
    theorem_product(copies, given, theorem_layers(given) - 1, d, slope, extra);
    fmpz_pow_ui(copies, copies, (ulong)d);
}

void theorem_claims(claims *list, const parameters *given, const fmpz_t copies, slong n,
                    const char *domain, const char *literally)
{
    slong d = parameters_integer(given, "d");
    bool literal = theorem_is_literal(given);
    fmpz_t regions;
    fmpz_init(regions);
    binomials_sum(regions, n, d, 1);
    fmpz_mul(regions, regions, copies);
    if (fmpz_is_one(copies)) {
        claims_arrangement(list, regions, domain);
    } else {
        claims_regions(list, regions, literal ? literally != NULL : n > d, domain);
        if (literal && literally)
            claims_refute(list, literally);
    }
    fmpz_clear(regions);
}

// C(n, j) (n - j) = C(n, j + 1) (j + 1), so that the division leaves no remainder.
void binomials_sum(fmpz_t sum, uint64_t n, ulong d, ulong c)
{
    fmpz_t term, left;
    fmpz_init(left);
    fmpz_init_set_ui(term, 1);
    fmpz_one(sum);
    for (ulong j = 0; j < n && j < d; j++) {
        fmpz_set_u64(left, n - j);
        fmpz_mul(term, term, left);
        fmpz_divexact_ui(term, term, j + 1);
        fmpz_mul_ui(term, term, c);
        fmpz_add(sum, sum, term);
    }
    fmpz_clear(term);
    fmpz_clear(left);
}

// A central arrangement has twice the regions that a hyperplane at distance 1 from the
// origin, parallel to one of it, meets: those of m - 1 hyperplanes in general position in R^(d-1).
void theorem_cones(fmpz_t cones, const parameters *given)
{
    binomials_sum(cones, parameters_integer(given, "m") - 1, parameters_integer(given, "d") - 1, 1);
    fmpz_mul_2exp(cones, cones, 1);
}
