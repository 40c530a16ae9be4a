// Bounds on inputs: the tightest count, and equal ones fix an input.
#include "geom/input_box.h"
#include "geom/domain.h"
#include "nets.h"
#include "unit.h"

static const document_text document = {"a\nb\nc", 5};

static void bound(input_box *box, size_t input, int side, slong value)
{
    fmpq_t x;
    fmpq_init(x);
    fmpq_set_si(x, value, 1);
    input_box_bound(box, input, side, x);
    fmpq_clear(x);
}

// Three inputs with the bounds of lo and hi, each given after looser ones or before.
static input_box box_of(const slong lo[3], const slong hi[3])
{
    input_box box = {0};
    for (size_t i = 0; i < 3; i++)
        input_box_add(&box, 2 * i);
    for (size_t i = 0; i < 3; i++) {
        bound(&box, i, LOWER, lo[i] - (i == 1));
        bound(&box, i, UPPER, hi[i]);
        bound(&box, i, LOWER, lo[i] - (i == 2));
        bound(&box, i, UPPER, hi[i] + 1);
        bound(&box, i, LOWER, lo[i]);
    }
    return box;
}

static void free_inputs(void)
{
    input_box box = box_of((slong[]){-1, 0, 2}, (slong[]){1, 5, 3});
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(input_box_domain(&domain, &box, document, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "[-1, 1] x [0, 5] x [2, 3]");
    CU_ASSERT(domain->inputs == 3 && domain->dimension == 3 && !domain->parametrization);
    crease_domain_free(domain);
    input_box_clear(&box);
}

static void fixed_inputs(void)
{
    static const slong rows[] = {1, 0, 0, 0, 0, 7, 0, 1, 0};
    input_box box = box_of((slong[]){-1, 7, 2}, (slong[]){1, 7, 3});
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(input_box_domain(&domain, &box, document, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "[-1, 1] x [2, 3] on a plane in R^3");
    CU_ASSERT(domain->inputs == 3 && domain->dimension == 2);
    for (size_t i = 0; i < 9; i++)
        CU_ASSERT(fmpq_equal_si(domain->parametrization + i, rows[i]));
    crease_domain_free(domain);
    input_box_clear(&box);
}

static void check_error(input_box *box, const char *expected)
{
    crease_domain *domain;
    crease_error error;
    char line[300];
    CU_ASSERT_EQUAL(input_box_domain(&domain, box, document, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), expected);
    CU_ASSERT_EQUAL(input_box_domain(&domain, box, document, NULL), CREASE_ERROR);
    input_box_clear(box);
}

static void errors(void)
{
    input_box box = {0};
    check_error(&box, "expected declarations of inputs, found none");
    input_box_add(&box, 0);
    input_box_add(&box, 2);
    bound(&box, 0, LOWER, 0);
    bound(&box, 0, UPPER, 1);
    bound(&box, 1, LOWER, 0);
    check_error(&box, "2:1: X_1: expected an upper bound, found none");
    box = box_of((slong[]){0, 0, 4}, (slong[]){1, 1, 3});
    check_error(&box, "3:1: X_2: expected a lower bound that is at most the upper one, "
                      "found 4 and 3");
    box = box_of((slong[]){1, 2, 3}, (slong[]){1, 2, 3});
    check_error(&box, "expected an input with bounds that differ, found none");
}

UNIT_MAIN("input_box", {"free_inputs", free_inputs}, {"fixed_inputs", fixed_inputs},
          {"errors", errors})
