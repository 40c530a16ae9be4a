// Tests of geom/polytope.
#include "geom/polytope.h"
#include "geom/domain.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>

static fmpq *rows_of(const slong *numbers, size_t count)
{
    fmpq *rows = _fmpq_vec_init((slong)count);
    for (size_t i = 0; i < count; i++)
        fmpq_set_si(rows + i, numbers[i], 2);
    return rows;
}

static void classifying(void)
{
    static const struct {
        slong row[3];
        half_space_kind kind;
    } cases[] = {
        {{1, 0, 0}, HOLDS_SOMEWHERE}, {{0, -1, 5}, HOLDS_SOMEWHERE}, {{0, 0, 1}, HOLDS_ALWAYS},
        {{0, 0, 0}, HOLDS_ALWAYS},    {{0, 0, -1}, HOLDS_NEVER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fmpq *row = rows_of(cases[i].row, 3);
        CU_ASSERT_EQUAL(half_space_classify(row, 2), cases[i].kind);
        _fmpq_vec_clear(row, 3);
    }
}

// Rows that say nothing are left out, the others are kept as they are, in order.
static void making(void)
{
    static const slong numbers[] = {1, 0, 0, 0, 0, 3, 0, 1, -7, 0, 0, 0, -1, -1, 9};
    fmpq *rows = rows_of(numbers, 15);
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, 5, 2, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(domain->inequalities, 3);
    static const size_t kept[] = {0, 2, 4};
    for (size_t i = 0; i < 9; i++)
        CU_ASSERT(fmpq_equal(domain->inequality + i, rows + 3 * kept[i / 3] + i % 3));
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "polytope of 3 inequalities in R^2");
    CU_ASSERT(crease_domain_dimension(domain) == 2 && crease_domain_inputs(domain) == 2);
    CU_ASSERT(!domain->is_box && !domain->parametrization);
    crease_domain_free(domain);
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, 1, 2, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "polytope of 1 inequality in R^2");
    crease_domain_free(domain);
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, 0, 2, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(domain->inequalities, 0);
    crease_domain_free(domain);
    _fmpq_vec_clear(rows, 15);
}

static void never(void)
{
    static const slong numbers[] = {1, 0, 0, 0, 0, -3};
    fmpq *rows = rows_of(numbers, 6);
    crease_domain *domain;
    crease_error error;
    char text[300];
    CU_ASSERT_EQUAL(crease_domain_new_polytope(&domain, rows, 2, 2, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(text, sizeof text, &error),
                           "row 2: expected an inequality that holds somewhere, found -3/2 >= 0");
    CU_ASSERT_EQUAL(crease_domain_new_polytope(&domain, rows, 2, 2, NULL), CREASE_ERROR);
    _fmpq_vec_clear(rows, 6);
}

// Activation regions of relu(x + at) where the inequalities hold; 0 if the walk refuses.
static uint64_t regions_of(const slong *numbers, size_t count, const char *at, crease_error *error)
{
    fmpq *rows = rows_of(numbers, 3 * count);
    char layer[100];
    snprintf(layer, sizeof layer, RELU("[[1, 0]]", "[%s]"), at);
    crease_net *net = net_of(layer);
    crease_domain *domain;
    crease_counts counts;
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, count, 2, NULL), CREASE_OK);
    crease_counts_init(&counts, net);
    crease_status status = crease_walk(&counts, net, domain, NULL, NULL, error);
    uint64_t regions = counts.activation_regions;
    CU_ASSERT_EQUAL(status, regions ? CREASE_OK : CREASE_ERROR);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    _fmpq_vec_clear(rows, (slong)(3 * count));
    return regions;
}

static void walked(void)
{
    static const slong half_plane[] = {1, 0, 0}, line[] = {1, 1, 0, -1, -1, 0},
                       strip[] = {1, 1, 0, -1, -1, 1};
    crease_error error;
    CU_ASSERT_EQUAL(regions_of(half_plane, 1, "0", &error), 1);
    CU_ASSERT_EQUAL(regions_of(half_plane, 1, "1", &error), 1);
    CU_ASSERT_EQUAL(regions_of(half_plane, 1, "-1", &error), 2);
    CU_ASSERT_EQUAL(regions_of(strip, 2, "0", &error), 2);
    CU_ASSERT_EQUAL(regions_of(line, 2, "0", &error), 0);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a domain with interior points, found a "
                                          "polytope of 2 inequalities in R^2 without");
}

UNIT_MAIN("polytope", {"classifying", classifying}, {"making", making}, {"never", never},
          {"walked", walked})
