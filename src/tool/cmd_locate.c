// crease locate: the regions that touch a point.
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>

typedef struct {
    job *work;
    fmpq *row;
    const uint32_t **pieces; // of the present region, by layer
} locate_view;

static crease_visit locate_put(void *data, const crease_region *region)
{
    locate_view *v = data;
    const crease_net *net = v->work->net;
    results *r = v->work->r;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        v->pieces[l] = crease_region_pattern(region, l);
    text_line(r, "region %" PRIu64 "\n", crease_region_id(region));
    results_object(r, NULL);
    put_pattern(r, "pattern", "  pattern ", net, v->pieces);
    results_list(r, "map");
    for (size_t i = 0; i < v->work->outputs; i++) {
        crease_region_map(v->row, region, i);
        put_rationals(r, NULL, v->row, v->work->dimension + 1);
        text_line(r, i ? "          " : "  map     ");
        for (size_t c = 0; c <= v->work->dimension; c++)
            text_rational(r, " ", v->row + c);
        text_line(r, "\n");
    }
    results_end(r);
    results_end(r);
    return CREASE_GO;
}

crease_status cmd_locate(job *work)
{
    results *r = work->r;
    crease_error error;
    fmpq *point;
    locate_view v = {.work = work,
                     .row = job_vector(work, work->dimension + 1),
                     .pieces =
                         job_memory(work, crease_net_hidden(work->net) + 1, sizeof *v.pieces)};
    crease_visitor visitor = {.data = &v, .region = locate_put};
    if (job_point(work, &point, work->dimension))
        return CREASE_ERROR;
    put_text(r, "network", NULL, work->name);
    put_text(r, "network_sha256", NULL, crease_net_sha256(work->net));
    put_count(r, "inputs", NULL, work->inputs);
    put_count(r, "dimension", NULL, work->dimension);
    put_text(r, "domain", NULL, crease_domain_text(work->domain));
    put_rationals(r, "point", point, work->dimension);
    results_list(r, "regions");
    crease_status status = crease_locate(&work->counts, work->net, work->domain, point,
                                         &work->options, &visitor, &error);
    work->name = "--point";
    if (job_end(work, status, &error) == CREASE_ERROR)
        return status;
    results_end(r);
    put_count(r, "activation_regions", NULL, work->counts.activation_regions);
    put_text(r, "arithmetic", NULL, crease_arith_name(work->options.arith));
    put_bool(r, "exact", NULL, work->options.arith != CREASE_FLOAT);
    put_bool(r, "complete", NULL, work->counts.complete);
    return status;
}
