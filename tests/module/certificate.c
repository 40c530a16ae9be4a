// Certificates: the lines for domain, regions and totals, and runs without a certificate.
#include "domain/domain.h"
#include "text_file.h"
#include "unit.h"
#include "written.h"

#include <fcntl.h>
#include <signal.h>

#define FOLD LAYER("abs", "[[2, 0], [0, 2]]", "[-1, -1]")

static crease_status write_one(written *file, const crease_net *net, const crease_domain *domain,
                               crease_linear_counts *linear, const crease_options *options)
{
    crease_counts_init(&file->counts, net);
    crease_status status = crease_certificate_write(file->path, &file->counts, linear, net, domain,
                                                    options, &file->error);
    crease_counts_clear(&file->counts);
    written_read(file);
    return status;
}

// The line of the network's hash is left out of `expected`. Frees net and domain.
static void expect_file(crease_net *net, crease_domain *domain, bool with_linear,
                        const char *expected)
{
    written file = written_init();
    crease_linear_counts linear;
    CU_ASSERT_EQUAL(write_one(&file, net, domain, with_linear ? &linear : NULL, NULL), CREASE_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    char head[120];
    int length =
        snprintf(head, sizeof head, "crease-certificate 5\nnetwork %s\n", crease_net_sha256(net));
    CU_ASSERT_FATAL(!strncmp(file.text, head, (size_t)length));
    if (strcmp(file.text + length, expected) != 0)
        printf("\n%s", file.text + length);
    CU_ASSERT_STRING_EQUAL(file.text + length, expected);
    CU_ASSERT(written_clear(&file));
    crease_domain_free(domain);
    crease_net_free(net);
}

static crease_domain *quadrant(void)
{
    crease_domain *domain;
    const char *text = "begin\n3 3 rational\n1/3 0 -2/7\n1 0 0\n0 1 0\nend\n";
    if (FROM_TEXT(text, strlen(text), crease_domain_read_ine(&domain, path, NULL)) != CREASE_OK)
        abort();
    return domain;
}

static crease_domain *on_slice(crease_domain *domain)
{
    size_t d = crease_domain_dimension(domain);
    fmpq *points = _fmpq_vec_init((slong)(2 * d + 2));
    for (size_t i = 0; i < 2 * d + 2; i++)
        fmpq_set_si(points + i, (slong)(i * i), 2);
    if (crease_domain_set_slice(domain, points, d + 1, 2, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(points, (slong)(2 * d + 2));
    return domain;
}

#define HALVES RELU("[[1, 0]]", "[0]") "," LINEAR("[[1]]", "[0]")

static void domains(void)
{
    expect_file(net_of(HALVES), domain_of("-1/2,3"), 0,
                "domain box -1/2 3 -1/2 3\ntree\n"
                "0.2 b1.3\n: -1/5 6/5\n: 2 1\n"
                "end 2 activation_regions 2 bounded_regions 2 regions_per_layer\n");
    // The second row has no coefficients.
    expect_file(
        net_of(HALVES), quadrant(), 0,
        "domain polytope 2\n0 -2/7 1/3\n1 0 0\ntree\n"
        "0.1 : 1 0 / 0 -1\nend 1 activation_regions 0 bounded_regions 1 regions_per_layer\n");
    // Half-planes: on the axis across them, rays.
    expect_file(net_of(HALVES), domain_of(NULL), 0,
                "domain space\ntree\n\n: -1 0 / 0 1\n: 1 0 / 0 -1\nend "
                "2 activation_regions 0 bounded_regions 2 regions_per_layer\n");
    expect_file(net_of(HALVES), on_slice(crease_domain_new_space(1)), 0,
                "chart 1\n2 0\n4 1/2\ndomain space\ntree\n"
                "\n: -1 / -1\n: 1 / 1\nend 2 activation_regions 0 bounded_regions 2 "
                "regions_per_layer\n");
    crease_domain *box;
    CU_ASSERT_FATAL(crease_domain_parse_box(&box, "1,2", 1, NULL) == CREASE_OK);
    expect_file(net_of(HALVES), on_slice(box), 0,
                "chart 1\n2 0\n4 1/2\ndomain box 1 2\ntree\n1 0 b1 : 3/2\nend "
                "1 activation_regions 1 bounded_regions 1 regions_per_layer\n");
}

static void totals(void)
{
    expect_file(
        net_of(LINEAR("[[1, 0]]", "[0]")), domain_of(NULL), 1,
        "domain space\ntree linear\n: 0 0 / 1 0\nend 1 activation_regions 0 bounded_regions "
        "1 linear_regions 1 affine_maps regions_per_layer\n");
    // |x|, then - |x| again - of two pieces on either side: four regions, two maps.
    const char *again = LAYER("abs", "[[1]]", "[0]") "," RELU("[[1], [-1]]", "[-1, 1]") "," LINEAR(
        "[[1, -1]]", "[1]");
    expect_file(net_with_inputs(1, again), crease_domain_new_space(1), 1,
                "domain space\ntree linear\n\n\n0 1 b0 : -1/2 = : 0 : -1\n"
                "0 : -2 / -1 = : -1\n\n0 b1 : 1/2 = : 0 : 1\n0 : 2 / 1 = : 1\nend "
                "4 activation_regions 2 bounded_regions 2 linear_regions 2 affine_maps 2,4 "
                "regions_per_layer\n");
}

// ---- the lines of the tree, letter by letter ----

// ---- when there is none ----

static void expect_none(const crease_net *net, const char *box, int with_linear,
                        const crease_options *options, crease_status status)
{
    written file = written_init();
    crease_linear_counts linear;
    crease_domain *domain = domain_of(box);
    CU_ASSERT_EQUAL(write_one(&file, net, domain, with_linear ? &linear : NULL, options), status);
    CU_ASSERT_PTR_NULL(file.text);
    CU_ASSERT(written_clear(&file));
    crease_domain_free(domain);
}

static void stopped(void)
{
    volatile sig_atomic_t interrupted = 1;
    crease_options few = {.max_regions = 5}, now = {.interrupt = &interrupted};
    crease_net *net = net_of(FOLD "," FOLD),
               *misfit = net_with_inputs(3, RELU("[[1, 2, 3]]", "[0]"));
    for (int linear = 0; linear < 2; linear++) {
        expect_none(net, "0,1", linear, &few, CREASE_STOPPED);
        expect_none(net, "0,1", linear, &now, CREASE_STOPPED);
        expect_none(net, NULL, linear, &few, CREASE_STOPPED);
        expect_none(misfit, "0,1", linear, NULL, CREASE_ERROR);
        expect_none(misfit, NULL, linear, NULL, CREASE_ERROR);
    }
    crease_net_free(net);
    crease_net_free(misfit);
}

static void float_arithmetic(void)
{
    crease_options options = {.arith = CREASE_FLOAT};
    crease_net *net = net_of(FOLD);
    expect_none(net, "0,1", 0, &options, CREASE_ERROR);
    crease_net_free(net);
}

static void full_disk(void)
{
    if (access("/dev/full", W_OK) != 0)
        return;
    crease_net *net = net_of(FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD);
    crease_domain *domain = domain_of("0,1");
    crease_counts counts;
    crease_linear_counts linear;
    crease_error error = {0};
    for (int with_linear = 0; with_linear < 2; with_linear++) {
        crease_counts_init(&counts, net);
        CU_ASSERT_EQUAL(crease_certificate_write("/dev/full", &counts, with_linear ? &linear : NULL,
                                                 net, domain, NULL, &error),
                        CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");
        CU_ASSERT(counts.activation_regions < 6000); // of 65536: not on to the end in vain
        crease_counts_clear(&counts);
    }
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("certificate", {"domains", domains}, {"totals", totals}, {"stopped", stopped},
          {"float arithmetic", float_arithmetic}, {"full disk", full_disk})
