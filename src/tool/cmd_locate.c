// crease locate: the regions that touch a point.
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    job work;
    size_t dimension;
    fmpq *point, *row;       // dimension, dimension + 1
    const uint32_t **pieces; // of the present region, by layer
    results r;
} finder;

static crease_visit put_region(void *data, const crease_region *region)
{
    finder *f = data;
    const crease_net *net = f->work.net;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        f->pieces[l] = crease_region_pattern(region, l);
    text_line(&f->r, "region %" PRIu64 "\n", crease_region_id(region));
    results_object(&f->r, NULL);
    put_pattern(&f->r, "pattern", "  pattern ", net, f->pieces);
    results_list(&f->r, "map");
    for (size_t i = 0; i < crease_net_outputs(net); i++) {
        crease_region_map(f->row, region, i);
        put_rationals(&f->r, NULL, f->row, f->dimension + 1);
        text_line(&f->r, i ? "          " : "  map     ");
        for (size_t c = 0; c <= f->dimension; c++)
            text_rational(&f->r, " ", f->row + c);
        text_line(&f->r, "\n");
    }
    results_end(&f->r);
    results_end(&f->r);
    return CREASE_GO;
}

static crease_status find(finder *f, const settings *s)
{
    job *work = &f->work;
    crease_error error;
    if (crease_point_parse(f->point, s->at.point, f->dimension, &error))
        return report_error(&error, "--point");
    crease_visitor visitor = {.data = f, .wants_maps = 1, .region = put_region};
    results_open(&f->r, s);
    put_text(&f->r, "network_sha256", NULL, crease_net_sha256(work->net));
    put_count(&f->r, "inputs", NULL, crease_net_inputs(work->net));
    put_count(&f->r, "dimension", NULL, f->dimension);
    put_text(&f->r, "domain", NULL, crease_domain_text(work->domain));
    put_rationals(&f->r, "point", f->point, f->dimension);
    results_list(&f->r, "regions");
    crease_status status = crease_locate(&work->counts, work->net, work->domain, f->point,
                                         &work->options, &visitor, &error);
    work->name = "--point";
    if (job_end(work, status, &error) == CREASE_ERROR) {
        results_drop(&f->r);
        return status;
    }
    results_end(&f->r);
    put_count(&f->r, "activation_regions", NULL, work->counts.activation_regions);
    put_text(&f->r, "arithmetic", NULL, crease_arith_name(work->options.arith));
    put_truth(&f->r, "certified", NULL, work->options.arith != CREASE_FLOAT);
    put_truth(&f->r, "complete", NULL, work->counts.complete);
    results_close(&f->r);
    return status;
}

crease_status cmd_locate(const settings *s)
{
    finder f;
    if (job_open(&f.work, s->operand, &s->domain, &s->run, 1))
        return CREASE_ERROR;
    f.dimension = crease_domain_dimension(f.work.domain);
    f.point = _fmpq_vec_init((slong)f.dimension);
    f.row = _fmpq_vec_init((slong)f.dimension + 1);
    f.pieces = memory_new(crease_net_hidden(f.work.net) + 1, sizeof *f.pieces);
    crease_status status = find(&f, s);
    _fmpq_vec_clear(f.point, (slong)f.dimension);
    _fmpq_vec_clear(f.row, (slong)f.dimension + 1);
    free(f.pieces);
    job_close(&f.work);
    return status;
}
