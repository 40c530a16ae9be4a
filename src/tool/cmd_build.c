// crease build: a construction from the literature as a network file.
#include "tool/commands.h"
#include "tool/constructions.h"
#include "tool/nearest.h"
#include "tool/report.h"

#include <stdlib.h>
#include <string.h>

// The construction whose name, or the part of it after the colon, is nearest to word.
static const char *suggest(const char *word)
{
    nearest search;
    nearest_start(&search, word, strlen(word));
    const char *name = NULL;
    for (size_t i = 0; i < crease_build_count(); i++) {
        const char *full = crease_build_describe(i)->name, *colon = strchr(full, ':');
        size_t before = search.distance;
        nearest_offer(&search, full);
        if (colon)
            nearest_offer(&search, colon + 1);
        if (search.distance < before)
            name = full;
    }
    return name;
}

static crease_status report_unknown(const char *word)
{
    const char *name = suggest(word);
    if (name)
        return report_usage("unknown construction '%s'; did you mean '%s'?", word, name);
    return report_usage("unknown construction '%s'; 'crease build --list' lists them", word);
}

// Takes "name=value" apart, in place.
static crease_status split(crease_argument *argument, char *word, const char *construction)
{
    char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return report_usage("%s: expected PARAMETER=VALUE, found \"%s\"", construction, word);
    *equals = '\0';
    *argument = (crease_argument){.name = word, .value = equals + 1};
    return CREASE_OK;
}

static crease_status make_net(crease_net **net, const cli_settings *settings)
{
    const char *name = settings->operand;
    if (!crease_build_find(name))
        return report_unknown(name);
    // One more than needed: there may be none.
    crease_argument *arguments = calloc(settings->more_count + 1, sizeof *arguments);
    if (!arguments)
        abort();
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < settings->more_count && status == CREASE_OK; i++)
        status = split(&arguments[i], settings->more[i], name);
    if (status == CREASE_OK) {
        crease_error error;
        status = crease_build(net, name, arguments, settings->more_count, &error);
        if (status)
            report_error(&error);
    }
    free(arguments);
    return status;
}

// --list goes to standard output, and alone.
static crease_status list(const cli_settings *settings)
{
    if (settings->operand)
        return report_usage("build: expected no NAME with --list, found \"%s\"", settings->operand);
    if (settings->output)
        return report_usage("build: expected no --output with --list, found \"%s\"",
                            settings->output);
    if (settings->json)
        constructions_print_json(stdout);
    else
        constructions_print(stdout);
    return CREASE_OK;
}

crease_status cmd_build(const cli_settings *settings)
{
    if (settings->list)
        return list(settings);
    if (settings->json)
        return report_usage("--json: expected --list with it, found none");
    if (!settings->operand)
        return report_usage("build: expected NAME, found nothing; 'crease build --list' lists the "
                            "constructions");
    crease_net *net;
    if (make_net(&net, settings))
        return CREASE_ERROR;
    crease_error error;
    crease_status status = crease_write_net(settings->output ? settings->output : "-", net, &error);
    if (status)
        report_error(&error);
    crease_net_free(net);
    return status;
}
