// Domains: the whole space, boxes, and boxes spelled on the command line.
#include "geom/domain.h"
#include "unit.h"

#include <crease/domain.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

static void space(void)
{
    static const char *const texts[] = {"R^1", "R^2", "R^3", "R^784"};
    static const size_t dimensions[] = {1, 2, 3, 784};
    for (size_t i = 0; i < 4; i++) {
        crease_domain *domain = crease_domain_new_space(dimensions[i]);
        CU_ASSERT_EQUAL(crease_domain_dimension(domain), dimensions[i]);
        CU_ASSERT_EQUAL(crease_domain_inputs(domain), dimensions[i]);
        CU_ASSERT(!domain->is_box && !domain->inequalities && !domain->parametrization);
        CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), texts[i]);
        crease_domain_free(domain);
    }
    crease_domain_free(NULL);
}

static void box(void)
{
    fmpq *bounds = _fmpq_vec_init(6);
    for (int i = 0; i < 3; i++) {
        fmpq_set_si(bounds + i, -i - 1, 2); // -1/2, -1, -3/2
        fmpq_set_si(bounds + 3 + i, i, 3);  // 0, 1/3, 2/3
    }
    crease_domain *domain = NULL;
    CU_ASSERT_EQUAL(crease_domain_new_box(&domain, bounds, bounds + 3, 3, NULL), CREASE_OK);
    _fmpq_vec_clear(bounds, 6); // the domain has copies
    CU_ASSERT_EQUAL(crease_domain_dimension(domain), 3);
    CU_ASSERT(domain->is_box && crease_domain_inputs(domain) == 3);
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "[-1/2, 0] x [-1, 1/3] x [-3/2, 2/3]");
    CU_ASSERT(fmpq_equal_si(domain->lo + 1, -1));
    CU_ASSERT(fmpq_is_zero(domain->hi));
    crease_domain_free(domain);
}

// A box without interior names the coordinate and both numbers.
static void empty_box(void)
{
    static const struct {
        slong lo[2], hi[2];
        const char *message;
    } cases[] = {
        {{0, 0}, {0, 1}, "expected LO < HI for coordinate 1, found 0 and 0"},
        {{1, 0}, {-1, 1}, "expected LO < HI for coordinate 1, found 1 and -1"},
        {{0, 7}, {1, 5}, "expected LO < HI for coordinate 2, found 7 and 5"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fmpq *lo = _fmpq_vec_init(2), *hi = _fmpq_vec_init(2);
        for (int i = 0; i < 2; i++) {
            fmpq_set_si(lo + i, cases[k].lo[i], 1);
            fmpq_set_si(hi + i, cases[k].hi[i], 1);
        }
        crease_domain *domain = NULL;
        crease_error error;
        CU_ASSERT_EQUAL(crease_domain_new_box(&domain, lo, hi, 2, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, cases[k].message);
        CU_ASSERT_EQUAL(crease_domain_new_box(&domain, lo, hi, 2, NULL), CREASE_ERROR);
        _fmpq_vec_clear(lo, 2);
        _fmpq_vec_clear(hi, 2);
    }
}

static void spelled(void)
{
    static const struct {
        size_t dimension;
        const char *spelled, *text;
    } cases[] = {
        {1, "0,1", "[0, 1]"},
        {2, "-1,1", "[-1, 1] x [-1, 1]"},
        {3, "0,1/3", "[0, 1/3] x [0, 1/3] x [0, 1/3]"},
        {2, "0,1,-2,3", "[0, 1] x [-2, 3]"},
        {2, "-2/4,1e-1,0x1.8p0,2.50", "[-1/2, 1/10] x [3/2, 5/2]"},
        {2, "+1,2", "[1, 2] x [1, 2]"},
        {3, "0,1,2,3,4,5", "[0, 1] x [2, 3] x [4, 5]"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        crease_domain *domain = NULL;
        crease_error error;
        CU_ASSERT_EQUAL_FATAL(
            crease_domain_parse_box(&domain, cases[k].spelled, cases[k].dimension, &error),
            CREASE_OK);
        CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), cases[k].text);
        CU_ASSERT_EQUAL(crease_domain_dimension(domain), cases[k].dimension);
        CU_ASSERT(domain->is_box);
        crease_domain_free(domain);
    }
}

// Wrong spellings: the count, the place of a wrong number, an empty box.
static void misspelled(void)
{
    static const struct {
        size_t dimension;
        const char *spelled, *where, *message; // message: its beginning
    } cases[] = {
        {2, "1", "", "expected LO,HI or 4 numbers (LO,HI for each of 2 coordinates), found 1"},
        {2, "0,1,2", "", "expected LO,HI or 4 numbers (LO,HI for each of 2 coordinates), found 3"},
        {2, "0,1,0,1,0,1", "", "expected LO,HI or 4 numbers"},
        {3, "0,1,0,1", "", "expected LO,HI or 6 numbers"},
        {2, "0,1,0,1,", "", "expected LO,HI or 4 numbers"},
        {2, "", "", "expected LO,HI or 4 numbers"},
        {2, ",", "number 1", ""},
        {2, "0,", "number 2", ""},
        {2, "0,x", "number 2", ""},
        {2, "0,1,2,1/0", "number 4", ""},
        {2, "0, 1", "number 2", ""},
        {2, "0,inf", "number 2", ""},
        {2, "nan,1", "number 1", ""},
        {2, "1,0", "", "expected LO < HI for coordinate 1, found 1 and 0"},
        {2, "0,1,1/3,2/6", "", "expected LO < HI for coordinate 2, found 1/3 and 1/3"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        crease_domain *domain = NULL;
        crease_error error;
        CU_ASSERT_EQUAL(
            crease_domain_parse_box(&domain, cases[k].spelled, cases[k].dimension, &error),
            CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.where, cases[k].where);
        CU_ASSERT_EQUAL(strncmp(error.message, cases[k].message, strlen(cases[k].message)), 0);
        CU_ASSERT(strlen(error.message) > 10);
        CU_ASSERT_EQUAL(
            crease_domain_parse_box(&domain, cases[k].spelled, cases[k].dimension, NULL),
            CREASE_ERROR);
    }
}

// Numbers of hundreds of digits are kept, and shortened in messages only.
static void long_numbers(void)
{
    crease_domain *domain = NULL;
    crease_error error;
    CU_ASSERT_EQUAL(crease_domain_parse_box(&domain, "-1e-300,1e-300", 2, &error), CREASE_OK);
    CU_ASSERT_EQUAL(strlen(crease_domain_text(domain)), 2 * (2 * 303 + 2 + 3) + 3);
    crease_domain_free(domain);
    CU_ASSERT_EQUAL(crease_domain_parse_box(&domain, "1e300,-1e300", 2, &error), CREASE_ERROR);
    CU_ASSERT(strlen(error.message) < 200);
}

UNIT_MAIN("domain", {"space", space}, {"box", box}, {"empty_box", empty_box}, {"spelled", spelled},
          {"misspelled", misspelled}, {"long_numbers", long_numbers})
