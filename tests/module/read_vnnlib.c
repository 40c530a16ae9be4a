// VNN-LIB files: bounds in every spelling; tests/bad/vnnlib.txt has what is refused.
#include "domain/domain.h"
#include "function/alternatives.h"
#include "nets.h"
#include "unit.h"

#include <unistd.h>

static crease_domain *domain_from(const char *text)
{
    crease_domain *domain = NULL;
    crease_error error;
    char line[300];
    crease_status status = crease_domain_parse_vnnlib(&domain, text, strlen(text), "test", &error);
    if (status != CREASE_OK)
        printf("\n  %s\n", crease_error_text(line, sizeof line, &error));
    CU_ASSERT_EQUAL_FATAL(status, CREASE_OK);
    return domain;
}

#define DECLARED "(declare-const X_0 Real) (declare-const Y_0 Real) (declare-const X_1 Real)"

// All of them say 0 <= X_0 <= 1/2 and -1 <= X_1 <= 3.
static void spellings(void)
{
    static const char *const texts[] = {
        "(assert (<= X_0 0.5)) (assert (>= X_0 0)) (assert (<= X_1 3)) (assert (>= X_1 -1))",
        "(assert (>= 0.5 X_0)) (assert (<= 0 X_0)) (assert (>= 3.0 X_1)) (assert (<= -1.0 X_1))",
        "(assert(and(<= X_0 5e-1)(>= X_0 0)(and (<= X_1 3) (and (>= X_1 -1)))))",
        ("(assert (and (<= X_0 0.5) (<= X_0 0.75) (>= X_0 0) (>= X_0 -7)))"
         "(assert (<= X_1 30)) (assert (<= X_1 3)) (assert (>= X_1 (- 1))) (assert (>= X_1 (- "
         "1.5)))"),
        ("; bounds\n(assert (<= X_0 0.5)) ; upper )\n(assert (>= X_0 0))\n"
         "(assert (and (<= X_1 3) (>= X_1 -1) (<= Y_0 3)))\n"
         "(assert (or (and (>= Y_0 1) (<= Y_0 2)) (<= Y_0 -5)))\n(assert (>= (* 2 Y_0) (+ 1 "
         "Y_0)))\n"),
        ("(set-logic QF_LRA) (set-info :source |x) ;|) (set-info :note \"(\")\n(assert (<= X_0 "
         "1/2)) (assert (>= X_0 0))"
         "(assert (<= X_1 3)) (assert (>= X_1 -1)) (assert (<= Y_0 Y_0))"),
    };
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        char *text = NULL;
        CU_ASSERT_FATAL(asprintf(&text, "%s\n%s", DECLARED, texts[t]) > 0);
        crease_domain *domain = domain_from(text);
        CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "[0, 1/2] x [-1, 3]");
        CU_ASSERT(domain->inputs == 2 && !domain->parametrization);
        crease_domain_free(domain);
        free(text);
    }
}

static void fixed(void)
{
    static const slong map[] = {0, 0, 4, 1, 0, 0, 0, 1, 0};
    crease_domain *domain =
        domain_from("(declare-const X_0 Real)(declare-const X_1 Real)"
                    "(declare-const X_2 Real)(assert (and (<= X_0 4.0) (>= X_0 4)"
                    "(<= X_1 1) (>= X_1 0) (<= X_2 1e-3) (>= X_2 0)))");
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "[0, 1] x [0, 1/1000] on a plane in R^3");
    for (size_t i = 0; i < 9; i++)
        CU_ASSERT(fmpq_equal_si(domain->parametrization + i, map[i]));
    crease_domain_free(domain);
}

// ---- Random boxes, with looser bounds in between, in random order and spelling. ----

enum { MOST = 5, BOUNDS = 30 };

static void put_bound(FILE *file, random_state *random, size_t input, int upper, slong value)
{
    uint64_t form = random_below(random, 4);
    const char *relation = (form & 1) == (uint64_t)upper ? ">=" : "<=";
    if (form & 1) // the number first
        fprintf(file, "(%s %ld X_%zu)", relation, value, input);
    else
        fprintf(file, "(%s X_%zu %ld.0)", relation, input, value);
}

static void random_boxes(void)
{
    random_state random = unit_random(151);
    CASES(k, 300) {
        size_t inputs = 1 + random_below(&random, MOST), dimension = 0;
        slong bound[MOST][2];
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        for (size_t i = 0; i < inputs; i++) {
            fprintf(file, "(declare-const X_%zu Real)\n", i);
            bound[i][0] = (slong)random_between(&random, -5, 5);
            bound[i][1] = bound[i][0] + (i ? (slong)random_below(&random, 3) : 2);
            dimension += bound[i][0] < bound[i][1];
        }
        for (int b = 0; b < BOUNDS; b++) {
            size_t input = random_below(&random, inputs);
            int upper = (int)random_below(&random, 2);
            slong looser = (slong)random_below(&random, 4);
            int both = (int)random_below(&random, 2);
            fprintf(file, both ? "(assert (and " : "(assert ");
            put_bound(file, &random, input, upper,
                      bound[input][upper] + (upper ? looser : -looser));
            fprintf(file, both ? "))\n" : ")\n");
        }
        for (size_t i = 0; i < 2 * inputs; i++) {
            fprintf(file, "(assert ");
            put_bound(file, &random, i / 2, i % 2, bound[i / 2][i % 2]);
            fprintf(file, ")");
        }
        fclose(file);
        crease_domain *domain = domain_from(text);
        CU_ASSERT(domain->inputs == inputs && domain->dimension == dimension);
        CU_ASSERT((domain->parametrization != NULL) == (dimension < inputs));
        for (size_t i = 0, at = 0; i < inputs; i++) {
            if (bound[i][0] == bound[i][1]) {
                CU_ASSERT(fmpq_equal_si(domain->parametrization + (i + 1) * (dimension + 1) - 1,
                                        bound[i][0]));
                continue;
            }
            CU_ASSERT(fmpq_equal_si(domain->lo + at, bound[i][0]));
            CU_ASSERT(fmpq_equal_si(domain->hi + at, bound[i][1]));
            CU_ASSERT(!domain->parametrization ||
                      fmpq_is_one(domain->parametrization + i * (dimension + 1) + at));
            at++;
        }
        crease_domain_free(domain);
        free(text);
    }
}

UNIT_MAIN("read_vnnlib", {"spellings", spellings}, {"fixed", fixed}, {"random_boxes", random_boxes})
