// Certificates: what is certified, the tree that proves it (out/proof.h), and totals.
// docs/certificate.md says what the lines mean and why they prove the counts.
#include "base/error.h"
#include "geom/domain.h"
#include "net/net.h"
#include "out/file.h"
#include "out/proof.h"
#include "regions/merge.h"
#include "walk/manner.h"

#include <crease/out.h>
#include <inttypes.h>

// ---- what is certified ----

static void write_rows(FILE *stream, const fmpq *x, size_t count, size_t columns)
{
    for (size_t i = 0; i < count; i++) {
        out_rationals(stream, x + i * columns, columns);
        putc('\n', stream);
    }
}

static void write_domain(FILE *stream, const crease_domain *domain)
{
    size_t columns = domain->dimension + 1;
    if (domain->parametrization) {
        fprintf(stream, "chart %zu\n", domain->dimension);
        write_rows(stream, domain->parametrization, domain->inputs, columns);
    }
    if (domain->is_box) {
        fputs("domain box", stream);
        for (size_t i = 0; i < 2 * domain->dimension; i++) {
            putc(' ', stream);
            out_rationals(stream, (i % 2 ? domain->hi : domain->lo) + i / 2, 1);
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
    proof *tree;
    crease_linear_counts *linear; // NULL: not asked for
    crease_error *error;
} certificate;

static void write_head(certificate *cert)
{
    FILE *stream = cert->out.stream;
    fprintf(stream, "crease-certificate 2\nnetwork %s\n", crease_net_sha256(cert->net));
    write_domain(stream, cert->domain);
    fputs(cert->linear ? "tree linear\n" : "tree\n", stream);
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    certificate *cert = data;
    proof_region(cert->tree, region);
    return out_file_check(&cert->out, cert->error) == CREASE_OK ? CREASE_GO : CREASE_STOP;
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

static crease_status write_walk(certificate *cert, crease_counts *counts,
                                const crease_options *options)
{
    row_table witnesses;
    crease_status status = CREASE_OK;
    if (cert->linear)
        status = merge_count(counts, cert->linear, cert->net, cert->domain, options, NULL,
                             &witnesses, cert->error);
    if (status != CREASE_OK) {
        row_table_clear(&witnesses);
        return status;
    }
    write_head(cert);
    cert->tree = proof_new(cert->out.stream, cert->net, cert->domain->dimension,
                           domain_inequalities(cert->domain), cert->linear ? &witnesses : NULL);
    crease_visitor visitor = {.data = cert, .region = visit_region};
    walk_follower follower = proof_follower(cert->tree);
    walk_manner manner = {.follower = &follower};
    double before = cert->linear ? counts->seconds : 0;
    status =
        walk_in_manner(counts, cert->net, cert->domain, &manner, options, &visitor, cert->error);
    counts->seconds += before;
    proof_free(cert->tree);
    if (cert->linear)
        row_table_clear(&witnesses);
    if (out_file_check(&cert->out, cert->error) != CREASE_OK)
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
    crease_status status = write_walk(&cert, counts, options);
    if (status != CREASE_OK)
        out_file_abort(&cert.out);
    else
        status = out_file_commit(&cert.out, error);
    return status;
}
