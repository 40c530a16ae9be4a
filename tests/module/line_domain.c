// The part of a line that lies in a domain, and points that do not.
#include "lines.h"
#include "path/line_cross.h"
#include "unit.h"

static crease_net *net_of_two(void)
{
    return net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," LINEAR("[[1, 1]]", "[0]"));
}

static void check_refused(const crease_domain *domain, const char *text, const char *where,
                          const char *message)
{
    crease_net *net = net_of_two();
    crease_error error = {0};
    crease_domain *part;
    fmpq *points = points_of(text, 2, 2);
    CU_ASSERT_EQUAL(line_domain(&part, net, domain, points, points + 2, 0, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    _fmpq_vec_clear(points, 4);
    crease_net_free(net);
}

static crease_domain *triangle(void)
{
    crease_domain *domain;
    crease_error error;
    fmpq *rows = points_of("1,0,0;0,1,0;-1,-1,1", 3, 3);
    if (crease_domain_new_polytope(&domain, rows, 3, 2, &error))
        abort();
    _fmpq_vec_clear(rows, 9);
    return domain;
}

static void refused(void)
{
    crease_domain *box = domain_of("-1,1,0,2"), *three = crease_domain_new_space(3);
    crease_domain *generator = triangle();
    check_refused(NULL, "1,2;1,2", "to", "expected two different points, found the same one twice");
    check_refused(box, "0,0;3/2,1", "to", "expected coordinate 1 in [-1, 1], found 3/2");
    check_refused(box, "0,-1/3;3/2,1", "from", "expected coordinate 2 in [0, 2], found -1/3");
    check_refused(generator, "1/2,1/2;1/2,2/3", "to",
                  "expected a point of the domain, polytope of 3 inequalities in R^2");
    check_refused(three, "0,0;1,1", "",
                  "expected a domain in R^2, the network's inputs, found R^3");
    crease_domain_free(generator);
    crease_domain_free(three);
    crease_domain_free(box);
}

static void check_breakpoints(const crease_domain *domain, const char *points, int whole,
                              const char *expected)
{
    const crease_line_wanted wanted = {.whole_line = whole};
    crease_net *net = net_of_two();
    crease_line *line = line_of(net, domain, points, &wanted, NULL);
    char *text = line_text_of(line);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
    crease_line_free(line);
    crease_net_free(net);
}

static void check_text(const crease_domain *domain, const char *points, const char *expected)
{
    const crease_line_wanted wanted = {.whole_line = 1};
    crease_net *net = net_of_two();
    crease_line *line = line_of(net, domain, points, &wanted, NULL);
    CU_ASSERT_STRING_EQUAL(crease_line_text(line), expected);
    crease_line_free(line);
    crease_net_free(net);
}

// Creases x = 0 and y = 0. Points on the border are of the domain.
static void parts(void)
{
    crease_domain *box = domain_of("-1,1,-2,1"), *generator = triangle();
    const char *line = "-1/2,1;1/2,0"; // x = t - 1/2, y = 1 - t
    check_breakpoints(NULL, line, 0, "1/2 0.0:0>1");
    check_breakpoints(NULL, line, 1, "1/2 0.0:0>1 1 0.1:1>0");
    check_breakpoints(box, line, 0, "1/2 0.0:0>1");
    check_breakpoints(box, line, 1, "1/2 0.0:0>1 1 0.1:1>0");
    check_breakpoints(box, "-1,-1;1,-1/2", 1, "1/2 0.0:0>1"); // y = 0 would be at t = 2
    check_breakpoints(generator, "0,1;1,0", 1, "");
    check_breakpoints(generator, "1/4,1/4;1/2,1/4", 1, "");
    check_text(box, "-1,-1;1,-1/2", "[0, 1] on a line in R^2");
    check_text(box, "-1/3,0;1/3,1/2", "[-1, 2] on a line in R^2");
    check_text(generator, "1/4,1/4;1/2,1/4", "[-1, 2] on a line in R^2");
    crease_domain_free(generator);
    crease_domain_free(box);
}

static void rays(void)
{
    crease_domain *half;
    crease_error error;
    fmpq *row = points_of("1,0,1", 3, 1); // x >= -1
    if (crease_domain_new_polytope(&half, row, 1, 2, &error))
        abort();
    check_text(NULL, "1,1;0,0", "R^1 on a line in R^2");
    check_text(half, "0,1;0,2", "R^1 on a line in R^2");
    check_breakpoints(half, "1,1;2,2", 1, "-1 0.0:0>1 0.1:0>1");
    check_breakpoints(half, "2,1;4,3", 1, "-1 0.0:0>1 -1/2 0.1:0>1");
    check_breakpoints(half, "4,3;2,1", 1, "3/2 0.1:1>0 2 0.0:1>0");
    check_breakpoints(half, "2,-2;3,-1", 1, "-2 0.0:0>1 2 0.1:0>1");
    check_breakpoints(half, "2,4;3,5", 1, "-2 0.0:0>1");
    check_breakpoints(half, "3,5;2,4", 1, "3 0.0:1>0");
    _fmpq_vec_clear(row, 3);
    crease_domain_free(half);
}

// With a slice points are in its coordinates: (u, v) -> (v, u) + (1, 0).
static void slices(void)
{
    crease_error error;
    crease_domain *slice = domain_of("-5,5");
    fmpq *points = points_of("1,0;1,1;2,0", 2, 3);
    if (crease_domain_set_slice(slice, points, 3, 2, &error))
        abort();
    check_breakpoints(slice, "-1,-3;1,1", 0, "1/2 0.0:0>1 0.1:0>1");
    check_breakpoints(slice, "-1,-4;1,1", 0, "1/2 0.1:0>1 3/5 0.0:0>1");
    _fmpq_vec_clear(points, 6);
    crease_domain_free(slice);
}

UNIT_MAIN("line_domain", {"refused", refused}, {"parts", parts}, {"rays", rays}, {"slices", slices})
