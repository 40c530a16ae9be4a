// The domain that the options ask for.
#include "tool/domain.h"
#include "tool/report.h"

#include <flint/fmpq_vec.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *source_name(const char *path)
{
    return strcmp(path, "-") ? path : "<stdin>";
}

// ---- Options that go together. ----

static int is_standard_input(const char *path)
{
    return path && !strcmp(path, "-");
}

crease_status domain_check_options(const cli_settings *settings)
{
    const char *later = settings->vnnlib ? "vnnlib" : "polytope";
    const char *earlier = settings->box ? "box" : "polytope";
    if (!!settings->box + !!settings->polytope + !!settings->vnnlib > 1)
        return report_usage("--%s: expected one of --box, --polytope and --vnnlib, found --%s too",
                            later, earlier);
    if (settings->vnnlib && settings->slice)
        return report_usage("--vnnlib: expected no --slice, for the file speaks of inputs, "
                            "found --slice");
    if (is_standard_input(settings->operand) + is_standard_input(settings->slice) +
            is_standard_input(settings->polytope) + is_standard_input(settings->vnnlib) >
        1)
        return report_usage("expected one file from standard input, found several called -");
    return CREASE_OK;
}

// ---- Errors that only the tool can find: files that do not fit each other. ----

static crease_status misfit(crease_error *error, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static crease_status misfit(crease_error *error, const char *path, const char *format, ...)
{
    *error = (crease_error){0};
    snprintf(error->file, sizeof error->file, "%s", source_name(path));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

// The library does not know where its arguments came from.
static crease_status name_source(crease_error *error, const char *source)
{
    if (!error->file[0])
        snprintf(error->file, sizeof error->file, "%s", source);
    return CREASE_ERROR;
}

// ---- The set, in coordinates of some dimension. ----

static crease_status make_polytope(crease_domain **domain, const cli_settings *settings,
                                   size_t dimension, crease_error *error)
{
    if (crease_domain_read_ine(domain, settings->polytope, error))
        return CREASE_ERROR;
    size_t found = crease_domain_dimension(*domain);
    if (found == dimension)
        return CREASE_OK;
    crease_domain_free(*domain);
    return misfit(error, settings->polytope, "expected a polytope in R^%zu, %s, found R^%zu",
                  dimension, settings->slice ? "as the slice is" : "the network's inputs", found);
}

static crease_status make_vnnlib(crease_domain **domain, const cli_settings *settings,
                                 size_t inputs, crease_error *error)
{
    if (crease_domain_read_vnnlib(domain, settings->vnnlib, error))
        return CREASE_ERROR;
    size_t found = crease_domain_inputs(*domain);
    if (found == inputs)
        return CREASE_OK;
    crease_domain_free(*domain);
    return misfit(error, settings->vnnlib, "expected %zu input%s, as the network has, found %zu",
                  inputs, inputs == 1 ? "" : "s", found);
}

static crease_status make_set(crease_domain **domain, const cli_settings *settings,
                              size_t dimension, crease_error *error)
{
    if (settings->polytope)
        return make_polytope(domain, settings, dimension, error);
    if (settings->vnnlib)
        return make_vnnlib(domain, settings, dimension, error);
    if (!settings->box) {
        *domain = crease_domain_new_space(dimension);
        return CREASE_OK;
    }
    if (crease_domain_parse_box(domain, settings->box, dimension, error))
        return name_source(error, "--box");
    return CREASE_OK;
}

// ---- The slice. ----

static crease_status make_on_slice(crease_domain **domain, const cli_settings *settings,
                                   const fmpq *points, size_t count, size_t inputs,
                                   crease_error *error)
{
    if (make_set(domain, settings, count - 1, error))
        return CREASE_ERROR;
    if (crease_domain_set_slice(*domain, points, count, inputs, error) == CREASE_OK)
        return CREASE_OK;
    crease_domain_free(*domain);
    return name_source(error, source_name(settings->slice));
}

crease_status domain_make(crease_domain **domain, const cli_settings *settings,
                          const crease_net *net, crease_error *error)
{
    size_t wanted = crease_net_inputs(net), count, inputs;
    if (!settings->slice)
        return make_set(domain, settings, wanted, error);
    fmpq *points;
    if (crease_slice_read(&points, &count, &inputs, settings->slice, error))
        return CREASE_ERROR;
    crease_status status;
    if (inputs == wanted)
        status = make_on_slice(domain, settings, points, count, inputs, error);
    else
        status = misfit(error, settings->slice,
                        "expected points of %zu number%s, as many as the network has inputs, "
                        "found %zu",
                        wanted, wanted == 1 ? "" : "s", inputs);
    _fmpq_vec_clear(points, (slong)(count * inputs));
    return status;
}
