// Constructions by name: the table, and what is done for all of them.
#include "base/error.h"
#include "base/excerpt.h"
#include "make/catalogue.h"
#include "net/net.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW(name) &name,
static const construction *const catalogue[] = {CATALOGUE(ROW)};
enum { CONSTRUCTIONS = sizeof catalogue / sizeof *catalogue };

size_t crease_build_count(void)
{
    return CONSTRUCTIONS;
}

const crease_construction *crease_build_describe(size_t index)
{
    return &catalogue[index]->about;
}

static const construction *find(const char *name)
{
    for (size_t i = 0; i < CONSTRUCTIONS; i++)
        if (!strcmp(catalogue[i]->about.name, name))
            return catalogue[i];
    return NULL;
}

const crease_construction *crease_build_find(const char *name)
{
    const construction *found = find(name);
    return found ? &found->about : NULL;
}

// Finds the construction and reads its parameters.
static crease_status open_construction(const construction **made, parameters *given,
                                       const char *name, const crease_argument *arguments,
                                       size_t count, crease_error *error)
{
    *made = find(name);
    if (!*made) {
        char found[EXCERPT_SIZE];
        return error_set(error, "expected the name of a construction, found \"%s\"",
                         excerpt_text(found, name, strlen(name)));
    }
    const crease_construction *about = &(*made)->about;
    crease_status status =
        parameters_read(given, about->parameter, about->parameters, arguments, count, error);
    if (status)
        error_locate(error, about->name, 0, 0, NULL);
    return status;
}

static void list_claims(claims *list, const construction *made, const parameters *given)
{
    *list = (claims){.source = made->about.source};
    fmpz_t regions;
    fmpz_init(regions);
    if (made->claims)
        made->claims(list, given);
    else if (made->arranged && made->arranged(regions, given))
        claims_arrangement(list, regions, NULL);
    fmpz_clear(regions);
}

// "arrangement:braid n=3: x_i = x_j for i < j; 6 activation regions: n!"
static void describe(crease_net *net, const construction *made, const parameters *given)
{
    char *values = parameters_text(given), *text, *claim = NULL;
    claims list;
    list_claims(&list, made, given);
    if (list.count)
        claim = claims_text(&list, 0);
    int length = asprintf(&text, "%s%s%s: %s%s%s%s%s", made->about.name, *values ? " " : "", values,
                          made->about.text, claim ? "; " : "", claim ? claim : "",
                          claim ? ": " : "", claim ? made->about.count : "");
    if (length < 0)
        abort();
    free(claim);
    claims_clear(&list);
    free(values);
    free(net->about);
    net->about = text;
}

crease_status crease_build(crease_net **net, const char *name, const crease_argument *arguments,
                           size_t count, crease_error *error)
{
    const construction *made;
    parameters given;
    if (open_construction(&made, &given, name, arguments, count, error))
        return CREASE_ERROR;
    crease_net *built = NULL;
    crease_status status = made->build(&built, &given, error);
    if (status == CREASE_OK) {
        describe(built, made, &given);
        net_finish(built);
        *net = built;
    } else {
        error_locate(error, made->about.name, 0, 0, NULL);
    }
    parameters_clear(&given);
    return status;
}

crease_status crease_build_expected(crease_expectation **expected, size_t *count, const char *name,
                                    const crease_argument *arguments, size_t given,
                                    crease_error *error)
{
    const construction *made;
    parameters read;
    if (open_construction(&made, &read, name, arguments, given, error))
        return CREASE_ERROR;
    claims list;
    list_claims(&list, made, &read);
    parameters_clear(&read);
    *expected = list.of;
    *count = list.count;
    return CREASE_OK;
}
