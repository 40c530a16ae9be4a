// Hanin and Rolnick, figure 5: regions on lines, counted again by the walk.
#include "figures.h"

#include "exact/sample.h"
#include <flint/fmpq_vec.h>

static uint64_t walked(const crease_net *net, const fmpq *points, size_t inputs, const char *box)
{
    crease_domain *line;
    crease_counts counts;
    if (box)
        CU_ASSERT_FATAL(crease_domain_parse_box(&line, box, 1, NULL) == CREASE_OK)
    else
        line = crease_domain_new_space(1);
    CU_ASSERT_FATAL(crease_domain_set_slice(line, points, 2, inputs, NULL) == CREASE_OK);
    crease_counts_init(&counts, net);
    CU_ASSERT_FATAL(crease_walk(&counts, net, line, NULL, NULL, NULL) == CREASE_OK);
    uint64_t regions = counts.activation_regions;
    crease_counts_clear(&counts);
    crease_domain_free(line);
    return regions;
}

static void training(void)
{
    made m = made_by("hanin-5", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 14);
    crease_net *net;
    fmpq *points;
    size_t count, inputs;
    CU_ASSERT_FATAL(crease_net_read(&net, "data/trained/digits_64-32-32-32-10_epoch05.json",
                                    NULL) == CREASE_OK);
    CU_ASSERT_FATAL(crease_slice_read(&points, &count, &inputs, "data/trained/digits_points.json",
                                      NULL) == CREASE_OK);
    fmpq *ends = _fmpq_vec_init((slong)(2 * inputs));
    double segment = 0, line = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < inputs; j++)
            fmpq_set(ends + inputs + j, points + i * inputs + j);
        segment += (double)walked(net, ends, inputs, "0,1") / 96 / (double)count;
        line += (double)walked(net, ends, inputs, NULL) / 96 / (double)count;
    }
    CU_ASSERT_STRING_EQUAL(made_text(&m, 3, "epoch"), "5");
    CU_ASSERT_DOUBLE_EQUAL(made_number(&m, 3, "mean"), segment, 1e-8);
    CU_ASSERT_STRING_EQUAL(made_text(&m, 10, "epoch"), "5");
    CU_ASSERT_DOUBLE_EQUAL(made_number(&m, 10, "mean"), line, 1e-8);
    _fmpq_vec_clear(ends, (slong)(2 * inputs));
    _fmpq_vec_clear(points, (slong)(count * inputs));
    crease_net_free(net);
    made_clear(&m);
}

// One layer of N units has N breakpoints on a line, and so N + 1 regions.
static void initial(void)
{
    made m = made_by("hanin-5-initial", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 6);
    CU_ASSERT_STRING_EQUAL(made_text(&m, 1, "domain"), "whole line");
    CU_ASSERT_STRING_EQUAL(made_text(&m, 1, "depth"), "1");
    CU_ASSERT_STRING_EQUAL(made_text(&m, 1, "mean"), "1.0625");
    CU_ASSERT_STRING_EQUAL(made_text(&m, 1, "expected"), "1.0625");
    for (size_t row = 1; row < 6; row += 2)
        CU_ASSERT_DOUBLE_EQUAL(made_number(&m, row, "mean"), 1, 0.3);
    made_clear(&m);
    made_check_seed("hanin-5-initial");
}

UNIT_MAIN("hanin_5", {"training", training}, {"initial", initial})
