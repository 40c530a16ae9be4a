// Price and Tanner: lengths and growth between their bounds, norms against sums over all subsets.
#include "figures.h"

#include <math.h>

static void lengths(void)
{
    made m = made_by("sparse-2", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 25); // five shares, layers 0 to 4
    for (size_t row = 0; row < 25; row++) {
        double alpha = made_number(&m, row, "alpha"), layer = (double)(row % 5);
        double start = made_number(&m, row - row % 5, "mean");
        CU_ASSERT_DOUBLE_EQUAL(alpha, 0.1 + 0.2 * (double)(row / 5), 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "lower") / start,
                               pow(alpha * 6 / sqrt(2 * M_PI), layer), 1e-6);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper") / start,
                               pow(alpha * 36 / 2, layer / 2), 1e-5);
        CU_ASSERT(made_number(&m, row, "mean") >= made_number(&m, row, "lower"));
        CU_ASSERT(made_number(&m, row, "mean") <= 1.5 * made_number(&m, row, "upper"));
    }
    made_clear(&m);
    made_check_seed("sparse-2");
}

// Rows come by three: gaussian, uniform, discrete.
static void check_growth(const char *name, size_t rows)
{
    made m = made_by(name, (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), rows);
    for (size_t row = 0; row < rows; row++) {
        double deviation = made_number(&m, row, "deviation"), alpha = made_number(&m, row, "alpha");
        double gaussian = made_number(&m, row / 3 * 3, "mean"), mean = made_number(&m, row, "mean");
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper"), deviation * sqrt(alpha / 2), 1e-8);
        CU_ASSERT(mean > made_number(&m, row, "lower"));
        CU_ASSERT(mean < 1.2 * made_number(&m, row, "upper"));
        CU_ASSERT_DOUBLE_EQUAL(mean / gaussian, 1, 0.15);
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "vanished"), "0");
    }
    CU_ASSERT_DOUBLE_EQUAL(
        made_number(&m, 0, "lower"),
        made_number(&m, 0, "alpha") * made_number(&m, 0, "deviation") / sqrt(2 * M_PI), 1e-8);
    made_clear(&m);
}

static void by_deviation(void)
{
    check_growth("sparse-3a", 6);
}

static void by_share(void)
{
    check_growth("sparse-3b", 6);
}

static void by_path(void)
{
    check_growth("sparse-5", 6);
}

// E sqrt(|J|/k), over all J.
static double flat(int k, double alpha)
{
    double sum = 0;
    for (int subset = 0; subset < 1 << k; subset++) {
        int size = __builtin_popcount((unsigned)subset);
        sum += pow(alpha, size) * pow(1 - alpha, k - size) * sqrt((double)size / k);
    }
    return sum;
}

static void norms(void)
{
    made m = made_by("sparse-4", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 22);
    for (size_t row = 0; row < 22; row++) {
        double alpha = made_number(&m, row, "alpha");
        CU_ASSERT_DOUBLE_EQUAL(alpha, (double)(row % 11) / 10, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "upper"), sqrt(alpha), 1e-8);
        CU_ASSERT(made_number(&m, row, "mean") >= alpha - 1e-8);
        CU_ASSERT(made_number(&m, row, "mean") <= sqrt(alpha) + 1e-8);
        CU_ASSERT(made_number(&m, row, "low") - 1e-8 <= made_number(&m, row, "sphere"));
        if (row < 11)
            CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "flat"), flat(10, alpha), 1e-8);
    }
    made_clear(&m);
}

UNIT_MAIN("figure_price", {"lengths", lengths}, {"by_deviation", by_deviation},
          {"by_share", by_share}, {"by_path", by_path}, {"norms", norms})
