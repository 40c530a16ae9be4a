// crease bounds: what theorems say of an architecture, beside what a network has.
#include "tool/bounds.h"
#include "tool/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void show(const cli_settings *settings, const bounds_view *view)
{
    if (settings->per_parameter && settings->json)
        per_parameter_print_json(stdout, view->architecture);
    else if (settings->per_parameter)
        per_parameter_print(stdout, view->architecture);
    else if (settings->json)
        bounds_print_json(stdout, view);
    else
        bounds_print(stdout, view);
}

// ---- A network ----

static crease_status count(bounds_view *view, job *work)
{
    crease_error error;
    crease_status status = crease_count_linear(&work->counts, &view->linear, work->net,
                                               work->domain, &work->options, &error);
    return job_end(work, status, &error);
}

static crease_status study_net(const cli_settings *settings)
{
    cli_settings of_net = *settings;
    of_net.operand = settings->net;
    job work;
    if (job_open(&work, &of_net, 0))
        return CREASE_ERROR;
    crease_architecture *architecture;
    crease_error error;
    if (crease_architecture_of_net(&architecture, work.net, crease_domain_dimension(work.domain),
                                   &error)) {
        crease_status status = job_end(&work, CREASE_ERROR, &error);
        job_close(&work);
        return status;
    }
    bounds_view view = {.architecture = architecture, .work = &work};
    view.on_space = !settings->box && !settings->polytope && !settings->vnnlib;
    crease_status status = count(&view, &work);
    if (status != CREASE_ERROR) {
        show(settings, &view);
        if (bounds_are_violated(&view))
            status = CREASE_NEGATIVE;
    }
    crease_architecture_free(architecture);
    job_close(&work);
    return status;
}

// ---- An architecture ----

// The place in error->where becomes the option at fault.
static crease_status report_architecture(crease_error *error)
{
    int is_activation = !strcmp(error->where, "activation");
    snprintf(error->file, sizeof error->file, is_activation ? "--activation" : "bounds");
    error->where[0] = '\0';
    return report_error(error);
}

static crease_status study_widths(const cli_settings *settings)
{
    size_t *widths, size;
    crease_architecture *architecture;
    crease_error error;
    if (crease_widths_parse(&widths, &size, settings->operand, &error))
        return report_architecture(&error);
    const char *activation = settings->activation ? settings->activation : "relu";
    crease_status status = crease_architecture_new(&architecture, widths, size, activation, &error);
    free(widths);
    if (status)
        return report_architecture(&error);
    show(settings, &(bounds_view){.architecture = architecture});
    crease_architecture_free(architecture);
    return CREASE_OK;
}

// "LENGTH,KERNEL,FILTERS", and perhaps ",STRIDE" and ",CHANNELS".
static int read_shape(crease_convolution *shape, const char *text)
{
    size_t *const fields[] = {&shape->length, &shape->kernel, &shape->filters, &shape->stride,
                              &shape->channels};
    enum { FIELDS = sizeof fields / sizeof *fields, LEAST = 3, DIGITS = 9 };
    *shape = (crease_convolution){.stride = 1, .channels = 1};
    for (size_t i = 0; i < FIELDS; i++) {
        size_t digits = strspn(text, "0123456789");
        if (digits < 1 || digits > DIGITS)
            return 0;
        *fields[i] = strtoul(text, NULL, 10);
        text += digits;
        if (!*text)
            return i + 1 >= LEAST;
        if (*text++ != ',')
            return 0;
    }
    return 0;
}

static crease_status study_convolution(const cli_settings *settings)
{
    crease_convolution shape;
    crease_architecture *architecture;
    crease_error error;
    if (!read_shape(&shape, settings->convolution))
        return report_usage("--convolution: expected LENGTH,KERNEL,FILTERS[,STRIDE[,CHANNELS]], "
                            "integers of at most nine digits, found \"%s\"",
                            settings->convolution);
    if (crease_architecture_new_convolution(&architecture, &shape, &error)) {
        snprintf(error.file, sizeof error.file, "--convolution");
        return report_error(&error);
    }
    show(settings, &(bounds_view){.architecture = architecture});
    crease_architecture_free(architecture);
    return CREASE_OK;
}

// ---- Which of the three ----

// The first option that speaks of a network's domain, or NULL.
static const char *domain_option(const cli_settings *settings)
{
    return settings->box        ? "box"
           : settings->slice    ? "slice"
           : settings->polytope ? "polytope"
           : settings->vnnlib   ? "vnnlib"
                                : NULL;
}

crease_status cmd_bounds(const cli_settings *settings)
{
    int given = !!settings->operand + !!settings->net + !!settings->convolution;
    if (given != 1)
        return report_usage("bounds: expected one of WIDTHS, --net and --convolution, found %s",
                            given ? "several" : "none");
    if (settings->activation && !settings->operand)
        return report_usage("--activation: expected WIDTHS with it, found none");
    if (!settings->net && domain_option(settings))
        return report_usage("--%s: expected --net with it, found none", domain_option(settings));
    if (settings->per_parameter && settings->convolution)
        return report_usage("--per-parameter: expected WIDTHS or --net with it, found "
                            "--convolution");
    if (settings->net)
        return study_net(settings);
    return settings->convolution ? study_convolution(settings) : study_widths(settings);
}
