// The counts that --expect names.
#include "tool/expected.h"
#include "tool/commands.h"
#include "tool/report.h"

#include <inttypes.h>
#include <string.h>

static const char *expected_name_at(const void *data, size_t index)
{
    (void)data;
    return index < QUANTITIES ? crease_quantity_name((crease_quantity)index) : NULL;
}

static crease_status expected_refuse(const char *text)
{
    return report_usage("--expect takes a number such as 647, or names and numbers such as "
                        "linear_regions=19,affine_maps=8, not \"%s\"",
                        text);
}

// The name in front of "=", or activation regions if there is none. *text goes on to the number.
static crease_status expected_name(size_t *which, const char **text)
{
    const size_t length = strcspn(*text, "=,");
    const char *name = *text;
    *which = CREASE_ACTIVATION_REGIONS;
    if (name[length] != '=')
        return CREASE_OK;
    *text += length + 1;
    for (*which = 0; *which < QUANTITIES; ++*which)
        if (strlen(expected_name_at(NULL, *which)) == length &&
            !memcmp(expected_name_at(NULL, *which), name, length))
            return CREASE_OK;
    const char *near = nearest_name(name, length, expected_name_at, NULL);
    return report_usage("--expect: unknown quantity '%.*s'%s%s%s", (int)length, name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

crease_status expected_read(expected *e, const char *text)
{
    *e = (expected){.number = {0}};
    for (const char *at = text, *end = ","; text && *end; at = end + 1) {
        size_t which;
        if (expected_name(&which, &at))
            return CREASE_ERROR;
        end = arguments_natural(&e->number[which], at);
        if (end == at || (*end && *end != ','))
            return expected_refuse(text);
        if (e->given[which]++)
            return report_usage("--expect has two numbers of %s", expected_name_at(NULL, which));
    }
    return CREASE_OK;
}

static int expected_is_given(const expected *e)
{
    int given = 0;
    for (size_t q = 0; q < QUANTITIES; q++)
        given |= e->given[q];
    return given;
}

int expected_needs_linear(const expected *e)
{
    return e->given[CREASE_LINEAR_REGIONS] || e->given[CREASE_AFFINE_MAPS];
}

// A stopped enumeration has found some of the activation regions, so its count is a lower bound.
static int expected_differs(const expected *e, size_t which, uint64_t found, int complete)
{
    if (!e->given[which])
        return 0;
    if (complete)
        return found != e->number[which];
    return found > e->number[which] &&
           (which == CREASE_ACTIVATION_REGIONS || which == CREASE_BOUNDED_REGIONS);
}

crease_status expected_compare(const expected *e, results *r, const char *net,
                               const uint64_t found[QUANTITIES], int complete, crease_status status)
{
    if (!expected_is_given(e))
        return status;
    int differ = 0;
    for (size_t q = 0; q < QUANTITIES; q++) {
        char key[64];
        snprintf(key, sizeof key, "expected_%s", expected_name_at(NULL, q));
        if (e->given[q])
            put_count(r, key, NULL, e->number[q]);
        if (!expected_differs(e, q, found[q], complete))
            continue;
        differ = 1;
        report_note("%s has %s%" PRIu64 " %s, not %" PRIu64, source_name(net),
                    complete ? "" : "at least ", found[q], expected_name_at(NULL, q), e->number[q]);
    }
    if (differ || complete)
        put_truth(r, "as_expected", "as expected", !differ);
    else
        put_unknown(r, "as_expected", "as expected");
    return differ ? CREASE_NEGATIVE : status;
}
