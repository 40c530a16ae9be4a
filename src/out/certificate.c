// Certificates: the regions of a walk by their patterns, and by the constraints that meet in
// corners.
//
// No coordinate is written, and none computed: which creases bound a region, and which of
// these meet in each corner, a walk knows from its splits. docs/certificate.md says what the
// lines mean and why they prove the counts.
#include "base/error.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "out/certificate_region.h"
#include "out/file.h"
#include "regions/merge.h"
#include "walk/lineality.h"

#include <crease/out.h>
#include <inttypes.h>

// ---- what is certified ----

static void write_number(FILE *stream, const fmpq *x)
{
    char *text = rational_text(x);
    fputs(text, stream);
    flint_free(text);
}

static void write_numbers(FILE *stream, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            putc(' ', stream);
        write_number(stream, x + i);
    }
    putc('\n', stream);
}

static void write_rows(FILE *stream, const fmpq *x, size_t count, size_t columns)
{
    for (size_t i = 0; i < count; i++)
        write_numbers(stream, x + i * columns, columns);
}

static void write_domain(FILE *stream, const crease_domain *domain)
{
    size_t columns = domain->dimension + 1;
    if (domain->chart) {
        fprintf(stream, "chart %zu\n", domain->dimension);
        write_rows(stream, domain->chart, domain->inputs, columns);
    }
    if (domain->is_box) {
        fputs("domain box", stream);
        for (size_t i = 0; i < 2 * domain->dimension; i++) {
            putc(' ', stream);
            write_number(stream, (i % 2 ? domain->hi : domain->lo) + i / 2);
        }
        putc('\n', stream);
    } else if (domain->inequalities) {
        fprintf(stream, "domain polytope %zu\n", domain->inequalities);
        write_rows(stream, domain->inequality, domain->inequalities, columns);
    } else {
        fputs("domain space\n", stream);
    }
}

// ---- the walk ----

typedef struct {
    out_file out;
    const crease_net *net;
    const crease_domain *domain;
    region_lines lines;
    crease_linear_counts *linear; // NULL: not asked for
    int begun;
    crease_status status; // not CREASE_OK: a write failed
    crease_error *error;
} certificate;

// Not before the walk has accepted the network and the domain.
static void begin_once(certificate *cert)
{
    if (cert->begun)
        return;
    FILE *stream = cert->out.stream;
    fprintf(stream, "crease-certificate 1\nnetwork %s\n", crease_net_sha256(cert->net));
    write_domain(stream, cert->domain);
    fputs(cert->linear ? "regions linear\n" : "regions\n", stream);
    cert->begun = 1;
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    certificate *cert = data;
    begin_once(cert);
    region_lines_write(cert->out.stream, &cert->lines, region);
    cert->status = out_file_check(&cert->out, cert->error);
    return cert->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

static void write_totals(FILE *stream, const crease_counts *counts,
                         const crease_linear_counts *linear)
{
    fprintf(stream, "end\nactivation_regions %" PRIu64 "\n", counts->activation_regions);
    fprintf(stream, "bounded_regions %" PRIu64 "\nregions_per_layer", counts->bounded_regions);
    for (size_t l = 0; l < counts->layers; l++)
        fprintf(stream, " %" PRIu64, counts->per_layer[l]);
    putc('\n', stream);
    if (linear)
        fprintf(stream, "linear_regions %" PRIu64 "\naffine_maps %" PRIu64 "\n",
                linear->linear_regions, linear->affine_maps);
}

// Where every region contains the same lines, what is walked is a section across these: its
// regions are as many, with the same patterns and facets, and they have corners.
static crease_status write_walk(certificate *cert, crease_counts *counts,
                                const crease_options *options)
{
    crease_visitor visitor = {.data = cert, .region = visit_region};
    crease_domain *section;
    walk_section(&section, cert->net, cert->domain);
    const crease_domain *walked = section ? section : cert->domain;
    crease_status status;
    if (cert->linear)
        status =
            merge_count(counts, cert->linear, cert->net, walked, options, &visitor, cert->error);
    else
        status = crease_walk(counts, cert->net, walked, options, &visitor, cert->error);
    if (section)
        counts->bounded_regions = 0;
    crease_domain_free(section);
    if (cert->status != CREASE_OK)
        return CREASE_ERROR;
    if (status == CREASE_OK)
        write_totals(cert->out.stream, counts, cert->linear);
    return status;
}

crease_status crease_write_certificate(const char *path, crease_counts *counts,
                                       crease_linear_counts *linear, const crease_net *net,
                                       const crease_domain *domain, const crease_options *options,
                                       crease_error *error)
{
    certificate cert = {.net = net, .domain = domain, .linear = linear, .error = error};
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "expected exact or filtered arithmetic, found float");
    if (out_file_open(&cert.out, path, error) != CREASE_OK)
        return CREASE_ERROR;
    region_lines_init(&cert.lines, net, domain_inequalities(domain));
    crease_status status = write_walk(&cert, counts, options);
    region_lines_clear(&cert.lines);
    if (status != CREASE_OK)
        out_file_abort(&cert.out);
    else
        status = out_file_commit(&cert.out, error);
    return status;
}
