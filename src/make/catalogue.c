// Constructions by name: the list, what is claimed of them, and what is done for all of them.
#include "make/catalogue.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- What is claimed ----

static const struct {
    const char *name, *noun;
} quantities[] = {
    [CREASE_ACTIVATION_REGIONS] = {"activation_regions", "activation regions"},
    [CREASE_BOUNDED_REGIONS] = {"bounded_regions", "bounded regions"},
    [CREASE_LINEAR_REGIONS] = {"linear_regions", "linear regions"},
    [CREASE_AFFINE_MAPS] = {"affine_maps", "affine maps"},
};

const char *crease_quantity_name(crease_quantity quantity)
{
    return quantities[quantity].name;
}

const char *crease_relation_name(crease_relation relation)
{
    static const char *const name[] = {
        [CREASE_EQUAL] = "=",
        [CREASE_AT_LEAST] = ">=",
        [CREASE_AT_MOST] = "<=",
    };
    return name[relation];
}

void claims_add(claims *list, crease_quantity quantity, crease_relation relation,
                const fmpz_t value, const char *domain)
{
    MEMORY_RESERVE(list->claim, list->capacity, list->count + 1);
    crease_claim *added = &list->claim[list->count++];
    *added = (crease_claim){
        .quantity = quantity, .relation = relation, .domain = domain, .source = list->source};
    fmpz_init_set(added->value, value);
}

void claims_refute(claims *list, const char *source)
{
    ASSERT(list->count > 0);
    list->claim[list->count - 1].refuted = 1;
    list->claim[list->count - 1].source = source;
}

void claims_regions(claims *list, const fmpz_t value, bool all, const char *domain)
{
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, value, domain);
    if (all)
        claims_add(list, CREASE_LINEAR_REGIONS, CREASE_EQUAL, value, domain);
}

void claims_arrangement(claims *list, const fmpz_t value, const char *domain)
{
    claims_regions(list, value, 1, domain);
    claims_add(list, CREASE_AFFINE_MAPS, CREASE_EQUAL, value, domain);
}

void crease_claims_clear(claims *list)
{
    for (size_t i = 0; i < list->count; i++)
        fmpz_clear(list->claim[i].value);
    free(list->claim);
}

// ---- The list ----

static const construction *const families[] = {
    arrangement_family, pascanu_family, montufar_family, telgarsky_family,
    arora_family,       serra_family,   maxout_family,   counterexample_family};

const construction *construction_describe(size_t index)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (const construction *entry = families[i]; entry->name; entry++)
            if (!index--)
                return entry;
    return NULL;
}

size_t construction_count(void)
{
    size_t count = 0;
    while (construction_describe(count))
        count++;
    return count;
}

const construction *construction_find(const char *name)
{
    const construction *entry;
    size_t i = 0;
    while ((entry = construction_describe(i)) && strcmp(entry->name, name))
        i++;
    return entry;
}

// Finds the construction and reads its parameters.
static crease_status open_construction(const construction **entry, parameters *given,
                                       const char *name, const crease_argument *arguments,
                                       size_t count, crease_error *error)
{
    *entry = construction_find(name);
    if (!*entry) {
        char excerpt[EXCERPT_SIZE];
        return error_set(error, "expected the name of a construction, found \"%s\"",
                         excerpt_of(excerpt, name));
    }
    crease_status status =
        parameters_read(given, (*entry)->parameter, (*entry)->parameters, arguments, count, error);
    if (status)
        error_file(error, (*entry)->name);
    given->constant = (*entry)->constant;
    return status;
}

static void construction_list_claims(claims *list, const construction *entry,
                                     const parameters *given)
{
    *list = (claims){.source = entry->source};
    fmpz_t regions;
    fmpz_init(regions);
    if (entry->claims)
        entry->claims(list, given);
    else if (entry->arranged)
        entry->arranged(regions, given);
    if (!fmpz_is_zero(regions))
        claims_arrangement(list, regions, NULL);
    fmpz_clear(regions);
}

// "22 activation regions", "at least 99 activation regions on the box 0,1".
static void put_claim(FILE *text, const crease_claim *claim)
{
    fputs(claim->relation == CREASE_AT_LEAST ? "at least " : "", text);
    fmpz_fprint(text, claim->value);
    fprintf(text, " %s%s%s", quantities[claim->quantity].noun, claim->domain ? " on the box " : "",
            claim->domain ? claim->domain : "");
}

// "arrangement:braid n=3: x_i = x_j for i < j; 6 activation regions: n!"
static void construction_about(crease_net *net, const construction *entry, const parameters *given)
{
    free(net->about);
    size_t size;
    FILE *text = memory_stream(&net->about, &size);
    claims list;
    construction_list_claims(&list, entry, given);
    fputs(entry->name, text);
    parameters_print(text, given);
    fprintf(text, ": %s", entry->text);
    if (list.count) {
        fputs("; ", text);
        put_claim(text, list.claim);
        fprintf(text, ": %s", entry->count);
    }
    crease_claims_clear(&list);
    if (fclose(text))
        FATAL("a description cannot be written");
}

crease_status crease_net_construct(crease_net **net, const char *name,
                                   const crease_argument *arguments, size_t count,
                                   crease_error *error)
{
    const construction *entry;
    parameters given;
    if (open_construction(&entry, &given, name, arguments, count, error))
        return CREASE_ERROR;
    crease_status status = entry->check ? entry->check(&given, error) : CREASE_OK;
    if (status == CREASE_OK) {
        stack layers;
        entry->build(&layers, &given);
        *net = stack_close(&layers);
        construction_about(*net, entry, &given);
        net_store(*net, STORE_WHAT_PAYS);
        net_finish(*net);
    } else {
        error_file(error, entry->name);
    }
    parameters_clear(&given);
    return status;
}

crease_status crease_construction_claims(claims *list, const char *name,
                                         const crease_argument *arguments, size_t count,
                                         crease_error *error)
{
    const construction *entry;
    parameters given;
    if (open_construction(&entry, &given, name, arguments, count, error))
        return CREASE_ERROR;
    construction_list_claims(list, entry, &given);
    parameters_clear(&given);
    return CREASE_OK;
}
