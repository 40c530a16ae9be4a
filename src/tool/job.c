// What a command works on and how: a network, a domain, options, progress, and how it ended.
#include "tool/job.h"
#include "base/error.h"
#include "base/text.h"
#include "tool/commands.h"
#include "tool/stop.h"

#include <errno.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- The domain ----

// Files that do not fit each other; only the tool can find that.
static crease_status misfit(crease_error *error, const char *path, size_t wanted, size_t found)
{
    error_set(error,
              "expected points of %zu number%s, as many as the network has inputs, found %zu",
              wanted, wanted == 1 ? "" : "s", found);
    return error_file(error, strcmp(path, "-") ? path : "<stdin>");
}

// In the coordinates of a slice of some dimension, or of the inputs.
static crease_status make_set(crease_domain **domain, const domain_settings *wanted,
                              size_t dimension, crease_error *error)
{
    crease_status status = CREASE_OK;
    const char *source = "--box";
    size_t found = dimension;
    if (wanted->polytope) {
        source = wanted->polytope;
        status = crease_domain_read_ine(domain, source, error);
        if (status == CREASE_OK)
            found = crease_domain_dimension(*domain);
    } else if (wanted->vnnlib) {
        source = wanted->vnnlib;
        status = crease_domain_read_vnnlib(domain, source, error);
        if (status == CREASE_OK)
            found = crease_domain_inputs(*domain);
    } else if (wanted->box) {
        status = crease_domain_parse_box(domain, wanted->box, dimension, error);
    } else {
        *domain = crease_domain_new_space(dimension);
    }
    if (status == CREASE_OK && found != dimension) {
        crease_domain_free(*domain);
        if (wanted->polytope)
            status = error_set(error, "expected a polytope in R^%zu, %s, found R^%zu", dimension,
                               wanted->slice ? "as the slice is" : "the network's inputs", found);
        else
            status = error_set(error, "expected %zu input%s, as the network has, found %zu",
                               dimension, dimension == 1 ? "" : "s", found);
    }
    if (status && !error->file[0])
        error_file(error, strcmp(source, "-") ? source : "<stdin>");
    return status;
}

crease_status job_points(fmpq **points, size_t *count, size_t inputs, const char *path,
                         crease_error *error)
{
    size_t found;
    if (crease_slice_read(points, count, &found, path, error))
        return CREASE_ERROR;
    if (found == inputs)
        return CREASE_OK;
    _fmpq_vec_clear(*points, (slong)(*count * found));
    *points = NULL;
    return misfit(error, path, inputs, found);
}

crease_status job_pairs(fmpq **points, size_t *count, size_t inputs, const point_settings *at,
                        crease_error *error)
{
    if (at->lines)
        return crease_lines_read(points, count, inputs, at->lines, error);
    const char *const text[] = {at->from, at->to}, *const name[] = {"--from", "--to"};
    fmpq *pair = _fmpq_vec_init(2 * (slong)inputs);
    for (size_t i = 0; i < 2; i++)
        if (crease_point_parse(pair + i * inputs, text[i], inputs, error)) {
            error_file(error, name[i]);
            _fmpq_vec_clear(pair, 2 * (slong)inputs);
            return CREASE_ERROR;
        }
    *points = pair;
    *count = 1;
    return CREASE_OK;
}

crease_status job_domain(crease_domain **domain, const domain_settings *wanted, size_t inputs,
                         crease_error *error)
{
    if (!wanted->slice)
        return make_set(domain, wanted, inputs, error);
    fmpq *points;
    size_t count;
    if (job_points(&points, &count, inputs, wanted->slice, error))
        return CREASE_ERROR;
    crease_status status = make_set(domain, wanted, count - 1, error);
    if (status == CREASE_OK) {
        status = crease_domain_set_slice(*domain, points, count, inputs, error);
        if (status) {
            crease_domain_free(*domain);
            error_file(error, strcmp(wanted->slice, "-") ? wanted->slice : "<stdin>");
        }
    }
    _fmpq_vec_clear(points, (slong)(count * inputs));
    return status;
}

// ---- The job ----

void job_look_at_clock(job *work)
{
    work->options.time_limit = stop_time_left(work->time_limit);
}

void job_start(job *work, const char *name, const run_settings *run, int streams)
{
    *work = (job){.name = name,
                  .options = run->options,
                  .of_several = run->of_several,
                  .stopped = "the result is partial",
                  .time_limit = run->options.time_limit};
    work->options.interrupt = stop_flag();
    job_look_at_clock(work);
    work->progress.terminal = isatty(STDERR_FILENO);
    int undisturbed = work->progress.terminal && !(streams && isatty(STDOUT_FILENO));
    if (run->progress || (undisturbed && !run->quiet)) {
        work->options.progress = report_progress_show;
        work->options.progress_data = &work->progress;
    }
}

crease_status job_open(job *work, const char *net, const domain_settings *domain,
                       const run_settings *run, int streams)
{
    crease_error error;
    job_start(work, net, run, streams);
    if (crease_net_read_with(&work->net, net, &run->reading, &error))
        return report_error(&error, net);
    if (domain && job_domain(&work->domain, domain, crease_net_inputs(work->net), &error)) {
        crease_net_free(work->net);
        return report_error(&error, net);
    }
    crease_counts_init(&work->counts, work->net);
    job_look_at_clock(work);
    return CREASE_OK;
}

const char *job_stopped_by(const job *work, uint64_t regions)
{
    const int full = work->options.max_regions && regions >= work->options.max_regions;
    return full && !*work->options.interrupt ? "stopped by --max-regions" : stop_reason();
}

crease_status job_end(job *work, crease_status status, crease_error *error)
{
    const uint64_t regions = work->counts.activation_regions;
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        report_error(error, work->name);
    if (status == CREASE_STOPPED)
        report_note("%s%s%s after %" PRIu64 " regions; %s",
                    work->of_several ? source_name(work->name) : "", work->of_several ? ": " : "",
                    job_stopped_by(work, regions), regions, work->stopped);
    return status;
}

work_summary job_summary(const job *work)
{
    return (work_summary){.path = work->name,
                          .sha256 = crease_net_sha256(work->net),
                          .domain = crease_domain_text(work->domain),
                          .dimension = crease_domain_dimension(work->domain),
                          .arith = work->options.arith,
                          .counts = &work->counts};
}

void job_close(job *work)
{
    crease_counts_clear(&work->counts);
    crease_domain_free(work->domain);
    crease_net_free(work->net);
}

// Of two results the one that is to be said of both.
static crease_status graver(crease_status a, crease_status b)
{
    static const int grave[] = {
        [CREASE_OK] = 0, [CREASE_STOPPED] = 1, [CREASE_NEGATIVE] = 2, [CREASE_ERROR] = 3};
    return grave[a] > grave[b] ? a : b;
}

crease_status job_each(const settings *s, job_of_network *does, const void *data)
{
    results r;
    crease_status status = CREASE_OK;
    results_begin(&r, s);
    for (size_t i = 0; i < s->operand_count && !stop_is_final(); i++) {
        if (i)
            stop_watch_anew(&s->run);
        status = graver(status, does(s, s->operands[i], data, &r));
        // The next may take long.
        if (i + 1 < s->operand_count && fflush(stdout))
            return report_usage("standard output: %s", strerror(errno));
    }
    return status;
}

crease_status report_field_error(crease_error *error, const settings *s)
{
    char *where = error->where;
    for (char *c = where; *c; c++)
        if (*c == '_')
            *c = '-';
    const option *o = option_find(where, strlen(where), s->command->bit);
    where[0] = '\0';
    snprintf(error->file, sizeof error->file, "%s%s", o ? "--" : "",
             o ? o->name : s->command->name);
    return report_error(error, NULL);
}
