// Regions per parameter: a deep network beside shallow ones.
#include "base/json_writer.h"
#include "tool/bounds.h"
#include "tool/text.h"

#include <flint/fmpq.h>
#include <stdlib.h>

// One bound on the activation regions of one network.
typedef struct {
    const crease_bound *about;
    char *units, *parameters, *regions, *ratio, *decimal;
} row;

// ratio, rounded down to two decimals: "1.18".
static char *decimal_text(const fmpq_t ratio)
{
    fmpz_t hundredths;
    fmpz_init(hundredths);
    fmpz_mul_ui(hundredths, fmpq_numref(ratio), 100);
    fmpz_fdiv_q(hundredths, hundredths, fmpq_denref(ratio));
    ulong cents = fmpz_fdiv_ui(hundredths, 100);
    fmpz_fdiv_q_ui(hundredths, hundredths, 100);
    char *whole = fmpz_get_str(NULL, 10, hundredths), *text;
    if (asprintf(&text, "%s.%02lu", whole, cents) < 0)
        abort();
    flint_free(whole);
    fmpz_clear(hundredths);
    return text;
}

// 0 if the bound does not apply, is no theorem here, or speaks of something else.
static int row_init(row *r, size_t index, const crease_architecture *of)
{
    r->about = crease_bound_describe(index);
    if (r->about->quantity != CREASE_ACTIVATION_REGIONS)
        return 0;
    fmpz_t value, parameters;
    fmpz_init(value);
    fmpz_init(parameters);
    crease_standing standing = crease_bound_compute(value, index, of);
    int applies = !standing.needs && !standing.flaw;
    if (applies) {
        crease_architecture_parameters(parameters, of);
        fmpq_t ratio;
        fmpq_init(ratio);
        fmpq_set_fmpz_frac(ratio, value, parameters);
        r->parameters = fmpz_get_str(NULL, 10, parameters);
        r->regions = fmpz_get_str(NULL, 10, value);
        r->ratio = fmpq_get_str(NULL, 10, ratio);
        r->decimal = decimal_text(ratio);
        fmpq_clear(ratio);
    }
    fmpz_clear(value);
    fmpz_clear(parameters);
    return applies;
}

static void row_clear(row *r)
{
    flint_free(r->parameters);
    flint_free(r->regions);
    flint_free(r->ratio);
    free(r->decimal);
}

// The three networks: "deep", and two that are shallow. made[i] may be NULL.
enum { NETWORKS = 3 };
static const char *const labels[NETWORKS] = {"as given", "shallow, as many units",
                                             "shallow, as many parameters"};
static const char *const keys[NETWORKS] = {"given", "shallow_same_units",
                                           "shallow_same_parameters"};

static void make_networks(const crease_architecture *made[NETWORKS],
                          const crease_architecture *deep)
{
    made[0] = deep;
    made[1] = crease_architecture_new_shallow(deep, CREASE_SAME_UNITS);
    made[2] = crease_architecture_new_shallow(deep, CREASE_SAME_PARAMETERS);
}

static void free_networks(const crease_architecture *made[NETWORKS])
{
    for (int i = 1; i < NETWORKS; i++)
        crease_architecture_free((crease_architecture *)made[i]);
}

void per_parameter_print(FILE *stream, const crease_architecture *deep)
{
    const crease_architecture *made[NETWORKS];
    make_networks(made, deep);
    for (int i = 0; i < NETWORKS; i++) {
        if (!made[i])
            continue;
        fprintf(stream, "%s%s: %s\n", i ? "\n" : "", labels[i], crease_architecture_text(made[i]));
        fprintf(stream, "%-20s%6s %12s  %-18s  %s\n", "bound", "units", "parameters",
                "activation regions", "per parameter");
        for (size_t b = 0; b < crease_bound_count(); b++) {
            row r;
            if (!row_init(&r, b, made[i]))
                continue;
            fprintf(stream, "%-20s%6zu %12s  %2s %-15s  %s = %s..\n", r.about->name,
                    crease_architecture_units(made[i]), r.parameters,
                    crease_relation_name(r.about->relation), r.regions, r.ratio, r.decimal);
            row_clear(&r);
        }
    }
    free_networks(made);
}

static void put_network(json *out, const char *key, const crease_architecture *of)
{
    json_object_open(out, NULL);
    json_text(out, "network", key);
    json_text(out, "architecture", crease_architecture_text(of));
    json_count(out, "hidden_units", crease_architecture_units(of));
    fmpz_t parameters;
    fmpz_init(parameters);
    crease_architecture_parameters(parameters, of);
    char *text = fmpz_get_str(NULL, 10, parameters);
    json_text(out, "parameters", text);
    flint_free(text);
    fmpz_clear(parameters);
    json_array_open(out, "bounds");
    for (size_t b = 0; b < crease_bound_count(); b++) {
        row r;
        if (!row_init(&r, b, of))
            continue;
        json_object_open(out, NULL);
        json_text(out, "name", r.about->name);
        json_text(out, "source", r.about->source);
        json_text(out, "quantity", crease_quantity_name(r.about->quantity));
        json_text(out, "relation", crease_relation_name(r.about->relation));
        json_text(out, "value", r.regions);
        json_text(out, "per_parameter", r.ratio);
        json_object_close(out);
        row_clear(&r);
    }
    json_array_close(out);
    json_object_close(out);
}

void per_parameter_print_json(FILE *stream, const crease_architecture *deep)
{
    const crease_architecture *made[NETWORKS];
    make_networks(made, deep);
    json out;
    json_open(&out);
    json_array_open(&out, "networks");
    for (int i = 0; i < NETWORKS; i++)
        if (made[i])
            put_network(&out, keys[i], made[i]);
    json_array_close(&out);
    json_print(&out, stream);
    free_networks(made);
}
