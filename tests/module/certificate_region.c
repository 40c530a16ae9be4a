// Lines of certificates that are about regions, letter by letter.
#include "out/certificate_region.h"
#include "geom/domain.h"
#include "nets.h"
#include "unit.h"

typedef struct {
    region_lines lines;
    FILE *stream;
} listing;

static crease_visit list(void *data, const crease_region *region)
{
    listing *of = data;
    region_lines_write(of->stream, &of->lines, region);
    return CREASE_GO;
}

static void expect_lines(crease_net *net, crease_domain *domain, const char *expected)
{
    char *text;
    size_t size;
    listing of = {.stream = open_memstream(&text, &size)};
    region_lines_init(&of.lines, net, domain_inequalities(domain));
    crease_visitor visitor = {.data = &of, .region = list};
    crease_counts counts;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    fclose(of.stream);
    if (strcmp(text, expected) != 0)
        printf("\n%s", text);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
    crease_counts_clear(&counts);
    region_lines_clear(&of.lines);
    crease_domain_free(domain);
    crease_net_free(net);
}

// Two lines across the square: creases are 0 and 1, sides 2 to 5.
static void square(void)
{
    expect_lines(net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]")), domain_of("-1,1"),
                 "0 00 4.2 4.0 0.1 1.2\n"
                 "1 1 0.1 0.5 5.2 2.1\n"
                 "0 10 4.0 4.3 3.1 1.0\n"
                 "1 1 3.1 3.5 5.0 0.1\n");
}

// The same in the plane, where infinity is number 2.
static void plane(void)
{
    expect_lines(net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]")), domain_of(NULL),
                 "0 00 1.2 0.2 0.1\n"
                 "1 1 0.2 1.2 1.0\n"
                 "0 10 1.2 1.0 0.2\n"
                 "1 1 1.2 0.2 0.1\n");
}

// Without units, or with such that are all linear or the same everywhere.
static void one_region(void)
{
    expect_lines(net_of(LINEAR("[[1, 0]]", "[0]")), domain_of(NULL), "0 - -\n");
    expect_lines(net_of(LINEAR("[[1, 0], [1, 1]]", "[0, 0]") "," RELU("[[0, 0]]", "[1]")),
                 domain_of(NULL), "0 001 -\n");
    expect_lines(net_of(RELU("[[1, 0]]", "[7]")), domain_of("0,1"), "0 1 3.1 3.2 2.4 4.1\n");
}

// Pieces of two digits. The units change at 0, .., 11 and at 9, .., 20: of the creases that lie on
// one point the one that was met first is named.
static void many_pieces(void)
{
    expect_lines(net_with_inputs(1, LAYER("pwl:0,1,2,3,4,5,6,7,8,9,10,11;"
                                          "0,1,0,1,0,1,0,1,0,1,0,1,0;0",
                                          "[[1], [-1]]", "[0, 20]")),
                 crease_domain_new_space(1),
                 "0 0(12) 24 0\n"
                 "0 1(12) 0 1\n"
                 "0 2(12) 1 2\n"
                 "0 3(12) 2 3\n"
                 "0 4(12) 3 4\n"
                 "0 5(12) 4 5\n"
                 "0 6(12) 5 6\n"
                 "0 7(12) 6 7\n"
                 "0 8(12) 7 8\n"
                 "0 9(12) 8 9\n"
                 "0 (10)(11) 9 10\n"
                 "0 (11)(10) 10 11\n"
                 "0 (12)0 12 24\n"
                 "1 1 13 12\n"
                 "1 2 14 13\n"
                 "1 3 15 14\n"
                 "1 4 16 15\n"
                 "1 5 17 16\n"
                 "1 6 18 17\n"
                 "1 7 19 18\n"
                 "1 8 20 19\n"
                 "1 9 11 20\n");
}

// The three ties of the second layer come behind the two breakpoints of each of two units.
static void layers(void)
{
    expect_lines(net_with_inputs(1, LAYER("hardtanh", "[[1], [2]]", "[0, -20]") "," LAYER(
                                        "maxout:3", "[[1, 0], [-1, 0], [0, 0]]", "[0, 0, -9]")),
                 crease_domain_new_space(1),
                 "0 001 7 0\n"
                 "0 100 4 1\n"
                 "2 1 0 4\n"
                 "0 200 1 2\n"
                 "1 10 2 3\n"
                 "1 20 3 7\n");
}

UNIT_MAIN("certificate_region", {"square", square}, {"plane", plane}, {"one region", one_region},
          {"many pieces", many_pieces}, {"layers", layers})
