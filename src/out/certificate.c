// Certificates: what is certified, the tree that proves it (proof/write.h), and totals.
// docs/certificate.md says what the lines mean and why they prove the counts.
#include "base/error.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "net/net.h"
#include "proof/write.h"
#include "regions/merge.h"
#include "walk/kept_file.h"
#include "walk/manner.h"
#include "walk/record.h"

#include <crease/out.h>
#include <inttypes.h>
#include <stdlib.h>

// ---- what is certified ----

static void write_rows(FILE *stream, const fmpq *x, size_t count, size_t columns)
{
    for (size_t i = 0; i < count; i++) {
        rational_print_row(stream, x + i * columns, columns);
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
            rational_print_row(stream, (i % 2 ? domain->hi : domain->lo) + i / 2, 1);
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
    const char *path;
    const crease_options *options;
    out_file out;
    int opened, begun;
    const crease_net *net;
    const crease_domain *domain;
    crease_linear_counts *linear; // NULL: not asked for; then what the walks before this one found
    crease_counts before;
    map_witnesses witnesses;
    crease_error *error;
    crease_status status; // not CREASE_OK: a write failed
} certificate;

// Not before the walk has accepted the network and the domain.
static void head_once(certificate *cert)
{
    FILE *stream = cert->out.stream;
    if (cert->begun)
        return;
    cert->begun = 1;
    fprintf(stream, "crease-certificate 3\nnetwork %s\n", crease_net_sha256(cert->net));
    write_domain(stream, cert->domain);
    if (cert->options && cert->options->parts)
        fprintf(stream, "part %zu %zu order %d\n", cert->options->part, cert->options->parts,
                WALK_ORDER);
    fputs(cert->linear ? "tree linear\n" : "tree\n", stream);
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

// ---- lines of some parts that follow one another ----

typedef struct {
    FILE *lines; // in memory
    char *text;
    size_t size;
    proof *tree; // of the thread whose portion it is
} line_portion;

static void *portion_new(void *data)
{
    (void)data;
    line_portion *portion = memory_new(1, sizeof *portion);
    portion->lines = memory_stream(&portion->text, &portion->size);
    return portion;
}

static void portion_free(void *data, void *from)
{
    line_portion *portion = from;
    (void)data;
    fclose(portion->lines);
    free(portion->text);
    free(portion);
}

static size_t portion_size(const void *from)
{
    const line_portion *portion = from;
    return (size_t)ftello(portion->lines);
}

static crease_visit visit_region(void *to, const crease_region *region)
{
    line_portion *portion = to;
    proof_region(portion->tree, region);
    return CREASE_GO;
}

static crease_visit tell(void *data, void *from, uint64_t first, uint64_t regions)
{
    certificate *cert = data;
    line_portion *portion = from;
    (void)first;
    (void)regions;
    head_once(cert);
    fflush(portion->lines);
    fwrite(portion->text, 1, (size_t)ftello(portion->lines), cert->out.stream);
    rewind(portion->lines);
    cert->status = out_file_check(&cert->out, cert->error);
    return cert->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

// Each thread has a proof of its own.
static walk_follower follower_new(void *data)
{
    certificate *cert = data;
    return proof_follower(proof_new(cert->net, cert->domain->dimension,
                                    domain_inequalities(cert->domain),
                                    cert->linear ? &cert->witnesses.table : NULL));
}

static void follower_free(void *follower)
{
    proof_free(follower);
}

static void follow_to(void *follower, void *to)
{
    line_portion *portion = to;
    portion->tree = follower;
    proof_write_to(follower, portion->lines);
}

// ---- the file ----

// What the walks before this one have found: how many regions have witnesses, and totals.
static crease_status take_linear(certificate *cert, word_scanner *scan, crease_error *error)
{
    uint64_t found[2];
    if (record_take_totals(&cert->before, scan, "kept", error) ||
        kept_take_counts(found, 2, scan, "linear", error))
        return CREASE_ERROR;
    *cert->linear = (crease_linear_counts){found[0], found[1]};
    return map_witnesses_take(&cert->witnesses, cert->before.activation_regions, cert->options,
                              scan, error);
}

static crease_status save_linear(certificate *cert, FILE *to, crease_error *error)
{
    const crease_linear_counts *linear = cert->linear;
    record_put_totals(to, "kept", &cert->before);
    kept_put_counts(to, "linear", (const uint64_t[]){linear->linear_regions, linear->affine_maps},
                    2);
    return map_witnesses_save(to, &cert->witnesses, error);
}

static crease_status begin(void *data, const char *kept, size_t size, crease_error *error)
{
    certificate *cert = data;
    word_scanner scan = kept_scanner(kept, size);
    if (cert->opened) // before the walks that count
        return CREASE_OK;
    crease_status status = kept ? kept_file_reopen(&cert->out, cert->path, &scan, error)
                                : kept_file_open(&cert->out, cert->path, cert->options, error);
    cert->opened = status == CREASE_OK;
    cert->begun = kept && cert->opened && ftello(cert->out.stream) > 0;
    if (status == CREASE_OK && kept && cert->linear)
        status = take_linear(cert, &scan, error);
    return status;
}

static crease_status save(void *data, FILE *to, crease_error *error)
{
    certificate *cert = data;
    if (kept_file_save(to, &cert->out, error))
        return CREASE_ERROR;
    return cert->linear ? save_linear(cert, to, error) : CREASE_OK;
}

static const char linear_work[] = "certificate-linear-3";

// replaces: the record that is there is of the walks before this one.
static crease_status write_walk(certificate *cert, crease_counts *counts, int replaces)
{
    static const walk_followers followers = {follower_new, follower_free, follow_to};
    const crease_listener listener = {.data = cert,
                                      .visitor = {.region = visit_region},
                                      .open = portion_new,
                                      .close = portion_free,
                                      .size = portion_size,
                                      .tell = tell,
                                      .work = cert->linear ? linear_work : "certificate",
                                      .begin = begin,
                                      .save = save};
    const walk_manner manner = {
        .listener = &listener, .followers = &followers, .replaces = replaces};
    crease_options options = cert->options ? *cert->options : (crease_options){0};
    if (replaces)
        options.resume = NULL;
    crease_status status =
        walk_in_manner(counts, cert->net, cert->domain, &manner, &options, NULL, cert->error);
    counts->seconds += cert->before.seconds;
    if (cert->status != CREASE_OK)
        return CREASE_ERROR;
    if (status == CREASE_OK)
        head_once(cert);
    if (status == CREASE_OK)
        write_totals(cert->out.stream, counts, cert->linear);
    return status;
}

// Of linear regions the maps are looked at first: those of all regions, in each share too, for any
// other region may have the map of one of the share.
static crease_status count_linear(certificate *cert, crease_counts *counts)
{
    crease_options options = cert->options ? *cert->options : (crease_options){0};
    options.part = options.parts = 0;
    const crease_status status = merge_count(counts, cert->linear, cert->net, cert->domain,
                                             &options, &cert->witnesses, cert->error);
    walk_counts_reset(&cert->before);
    walk_counts_add(&cert->before, counts);
    cert->before.seconds = counts->seconds;
    return status;
}

static crease_status write_all(certificate *cert, crease_counts *counts)
{
    const crease_options *options = cert->options;
    const int kept = options && (options->checkpoint || options->resume || options->parts);
    const int counts_first = cert->linear && !(kept && options->resume &&
                                               walk_record_is_of(options->resume, linear_work));
    crease_status status = CREASE_OK;
    // Whether it can be written is known before the work begins. What is there already may belong
    // to a record that the work is going to refuse.
    if (counts_first && options && options->checkpoint)
        status = out_file_try_kept(cert->path, cert->error);
    else if (!kept || counts_first)
        status = begin(cert, NULL, 0, cert->error);
    if (status == CREASE_OK && counts_first)
        status = count_linear(cert, counts);
    if (status == CREASE_OK)
        status = write_walk(cert, counts, counts_first);
    return status;
}

crease_status crease_write_certificate(const char *path, crease_counts *counts,
                                       crease_linear_counts *linear, const crease_net *net,
                                       const crease_domain *domain, const crease_options *options,
                                       crease_error *error)
{
    certificate cert = {.path = path,
                        .options = options,
                        .net = net,
                        .domain = domain,
                        .linear = linear,
                        .error = error};
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "expected exact or filtered arithmetic, found float");
    crease_counts_init(&cert.before, net);
    map_witnesses_init(&cert.witnesses);
    crease_status status = write_all(&cert, counts);
    status = map_witnesses_end(&cert.witnesses, status, error);
    crease_counts_clear(&cert.before);
    if (!cert.opened)
        return status;
    if (status != CREASE_OK)
        out_file_abort(&cert.out);
    else
        status = out_file_commit(&cert.out, error);
    return status;
}
