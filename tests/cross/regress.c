// Networks that were once counted wrongly: engine and reference against the truth.
//
// tests/regress holds NAME.json with NAME.expected, lines of
// "DOMAIN activation linear maps" where DOMAIN is "space" or "--box=...".
#include "../module/unit.h"
#include "../ref/ref.h"
#include "../ref/versus.h"

#include "domain/domain.h"
#include <glob.h>
#include <string.h>

// Says what is wrong with a file; returns the number of failures.
static size_t complain(const char *file, const char *what)
{
    fprintf(stderr, "%s: %s\n", file, what);
    return 1;
}

static crease_domain *read_domain(const char *option, size_t dimension)
{
    static const char prefix[] = "--box=";
    crease_domain *domain = NULL;
    crease_error error;
    if (strcmp(option, "space") == 0)
        return crease_domain_new_space(dimension);
    if (strncmp(option, prefix, strlen(prefix)) == 0)
        crease_domain_parse_box(&domain, option + strlen(prefix), dimension, &error);
    return domain;
}

// Doubles need not be right, but they must end without a memory fault.
static size_t walk_in_doubles(const crease_net *net, const crease_domain *domain)
{
    const crease_options options = {.arith = CREASE_FLOAT};
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_status status = crease_walk(&counts, net, domain, &options, NULL, NULL);
    crease_counts_clear(&counts);
    return status != CREASE_OK;
}

static size_t check_line(const char *file, const char *line, const crease_net *net)
{
    char option[256];
    size_t activation, linear, maps;
    if (line[0] == '#')
        return 0;
    if (sscanf(line, "%255s %zu %zu %zu", option, &activation, &linear, &maps) != 4)
        return complain(file, "expected a domain and three counts");
    crease_domain *domain = read_domain(option, crease_net_inputs(net));
    if (!domain)
        return complain(file, "expected \"space\" or \"--box=...\" as the domain");
    ref_result result;
    ref_count(&result, net, domain->is_box ? domain->lo : NULL, domain->hi);
    size_t failures = 0;
    if (result.activation_regions != activation || result.linear_regions != linear ||
        result.affine_maps != maps) {
        fprintf(stderr, "%s: %s: expected %zu %zu %zu, the reference has %zu %zu %zu\n", file,
                option, activation, linear, maps, result.activation_regions, result.linear_regions,
                result.affine_maps);
        failures++;
    }
    if (versus_reference(&result, net, domain) > 0)
        failures += complain(file, "the engine differs from the reference");
    if (walk_in_doubles(net, domain) > 0)
        failures += complain(file, "a walk in doubles does not end well");
    ref_result_clear(&result);
    crease_domain_free(domain);
    return failures;
}

static size_t check_file(const char *path)
{
    char expected[4096], line[1024];
    crease_net *net;
    crease_error error;
    if (crease_net_read(&net, path, NULL, &error) != CREASE_OK)
        return complain(path, crease_error_text(line, sizeof line, &error));
    size_t stem = strlen(path) - strlen(".json"), failures = 0, lines = 0;
    snprintf(expected, sizeof expected, "%.*s.expected", (int)stem, path);
    FILE *stream = fopen(expected, "r");
    while (stream && fgets(line, sizeof line, stream)) {
        failures += check_line(expected, line, net);
        lines += line[0] != '#';
    }
    if (lines == 0)
        failures += complain(expected, "missing or empty");
    if (stream)
        fclose(stream);
    crease_net_free(net);
    return failures;
}

static void counts_are_true(void)
{
    glob_t files;
    CU_ASSERT_EQUAL(glob("tests/regress/*.json", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        CU_ASSERT_EQUAL(check_file(files.gl_pathv[i]), 0);
    globfree(&files);
}

UNIT_MAIN("regress", {"counts are true", counts_are_true})
