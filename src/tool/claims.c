// Claims of the user: a JSON file of networks and of claims about them.
//
// An error in a file that it names has the place of the name.
#include "tool/claims.h"

#include "base/error.h"
#include "base/json_tree.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "exact/rational.h"
#include "make/catalogue.h"
#include "net/net.h"
#include "tool/commands.h"
#include "tool/names.h"
#include "tool/report.h"
#include <crease/theory.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_IN_RANGE = 1000 };

enum {
    ROOT,
    ABOUT,
    NETWORKS,
    NETWORK,
    NET_FILE,
    CONSTRUCTION,
    BOX,
    SLICE,
    POLYTOPE,
    VNNLIB,
    CLAIMS,
    CLAIM,
    QUANTITY,
    RELATION,
    VALUE,
    BOUND,
    LAYERS,
    SOURCE,
    REFUTED,
    PLACES
};

#define STRING JSON_IS(JSON_STRING)

static const json_place places[] = {
    [ROOT] = {0, NULL, JSON_IS(JSON_OBJECT), 1, "an object"},
    [ABOUT] = {ROOT, "about", STRING, 0, "a string"},
    [NETWORKS] = {ROOT, "networks", JSON_IS(JSON_ARRAY), 1, "an array of networks"},
    [NETWORK] = {NETWORKS, NULL, JSON_IS(JSON_OBJECT), 0, "an object"},
    [NET_FILE] = {NETWORK, "file", STRING, 0, "the name of a file"},
    [CONSTRUCTION] = {NETWORK, "construction", STRING, 0,
                      "a string such as \"serra:space d=2 widths=6,4\""},
    [BOX] = {NETWORK, "box", STRING, 0, "a string such as \"-1,1\""},
    [SLICE] = {NETWORK, "slice", STRING, 0, "the name of a file"},
    [POLYTOPE] = {NETWORK, "polytope", STRING, 0, "the name of a file"},
    [VNNLIB] = {NETWORK, "vnnlib", STRING, 0, "the name of a file"},
    [CLAIMS] = {NETWORK, "claims", JSON_IS(JSON_ARRAY), 1, "an array of claims"},
    [CLAIM] = {CLAIMS, NULL, JSON_IS(JSON_OBJECT), 0, "an object"},
    [QUANTITY] = {CLAIM, "quantity", STRING, 0,
                  "activation_regions, bounded_regions, linear_regions or affine_maps"},
    [RELATION] = {CLAIM, "relation", STRING, 0, "=, >= or <="},
    [VALUE] = {CLAIM, "value", JSON_IS_NUMERAL, 0,
               "an integer, or a formula such as \"2^4*11\" or \"2^layers\""},
    [BOUND] = {CLAIM, "bound", STRING, 0, "a name of 'crease bounds', such as serra"},
    [LAYERS] = {CLAIM, "layers", JSON_IS(JSON_NUMBER), 0, "a number of layers, from 1 on"},
    [SOURCE] = {CLAIM, "source", STRING, 0, "a string"},
    [REFUTED] = {CLAIM, "false_as_printed", JSON_IS(JSON_BOOLEAN), 0, "true or false"},
};

static const json_schema schema = {places, PLACES, NULL};

typedef struct {
    job *work;
    const char *path;
    json_tree tree; // strings of claims are borrowed from it
    verify_subject *subject;
    size_t subjects, capacity;
} claims_file;

// The text of a member, or NULL.
static const char *claims_text(const claims_file *f, const json_value *object, int place)
{
    const json_value *value = json_member(&f->tree, object, place);
    return value ? json_text_of(&f->tree, value).text : NULL;
}

// An error that has no line of its own is one of the value in this file.
static crease_status claims_refuse(const claims_file *f, const json_value *at, crease_error *error)
{
    crease_error inner = *error;
    char text[sizeof(crease_error) + 64];
    if (inner.line)
        return CREASE_ERROR;
    if (!strncmp(inner.file, "--", 2))
        inner.file[0] = '\0';
    return json_fail(error, &f->tree, at, "%s", crease_error_text(text, sizeof text, &inner));
}

// ---- Networks and domains ----

// The name of a file as seen from the file of claims, or NULL; "-" is a file like any other.
static char *claims_path(const claims_file *f, const json_value *object, int place)
{
    const char *slash = strrchr(f->path, '/'), *name = claims_text(f, object, place);
    if (!name)
        return NULL;
    char *path = name[0] == '/' ? memory_copy_text(name)
                 : slash        ? memory_format("%.*s/%s", (int)(slash - f->path), f->path, name)
                 : *name == '-' ? memory_format("./%s", name)
                                : memory_copy_text(name);
    job_owns(f->work, path, free);
    return path;
}

// "NAME PARAMETER=VALUE ..", as crease construct takes it.
static crease_status claims_build(job *work, crease_net **net, const char *text,
                                  crease_error *error)
{
    char *copy = memory_copy_text(text), *rest = NULL;
    job_owns(work, copy, free);
    const char *name = strtok_r(copy, " ", &rest);
    crease_argument *argument = job_memory(work, strlen(text) + 1, sizeof *argument);
    size_t count = 0;
    if (!name)
        return error_set(error, "expected a name, found none");
    for (char *word; (word = strtok_r(NULL, " ", &rest));) {
        char *equals = strchr(word, '=');
        if (!equals)
            return error_set(error, "expected PARAMETER=VALUE, found \"%.100s\"", word);
        *equals = '\0';
        argument[count++] = (crease_argument){word, equals + 1};
    }
    const char *near = construction_find(name)
                           ? NULL
                           : nearest_name(name, strlen(name), names_of_constructions, NULL);
    if (near)
        return error_set(error, "unknown construction \"%s\"; did you mean \"%s\"?", name, near);
    return crease_net_construct(net, name, argument, count, error);
}

static void claims_free_net(void *net)
{
    crease_net_free(net);
}

static void claims_free_domain(void *domain)
{
    crease_domain_free(domain);
}

static crease_status claims_net(claims_file *f, const json_value *at, verify_subject *subject,
                                crease_error *error)
{
    const json_value *made = json_member(&f->tree, at, CONSTRUCTION);
    const json_value *file = json_member(&f->tree, at, NET_FILE);
    crease_net *net;
    if (!made)
        subject->name = json_text_of(&f->tree, file).text;
    if (made ? claims_build(f->work, &net, subject->name, error)
             : crease_net_read_with(&net, claims_path(f, at, NET_FILE), &f->work->s->run.reading,
                                    error))
        return claims_refuse(f, made ? made : file, error);
    job_owns(f->work, net, claims_free_net);
    subject->net = net;
    return CREASE_OK;
}

static crease_status claims_domain(claims_file *f, const json_value *at, verify_subject *subject,
                                   crease_error *error)
{
    const domain_settings wanted = {.box = claims_text(f, at, BOX),
                                    .slice = claims_path(f, at, SLICE),
                                    .polytope = claims_path(f, at, POLYTOPE),
                                    .vnnlib = claims_path(f, at, VNNLIB)};
    crease_domain *domain;
    if (job_domain(&domain, &wanted, crease_net_inputs(subject->net), error)) {
        // A box that does not fit a slice is the box's fault.
        const json_value *fault = NULL;
        for (int place = BOX; place <= VNNLIB && !fault; place++)
            fault = json_member(&f->tree, at, place);
        return claims_refuse(f, fault, error);
    }
    job_owns(f->work, domain, claims_free_domain);
    subject->domain = domain;
    return CREASE_OK;
}

// ---- Claims ----

static const char *claims_quantity(size_t i)
{
    return i <= CREASE_AFFINE_MAPS ? crease_quantity_name((crease_quantity)i) : NULL;
}

static const char *claims_relation(size_t i)
{
    return i <= CREASE_AT_MOST ? crease_relation_name((crease_relation)i) : NULL;
}

static const char *claims_bound(size_t i)
{
    return i < crease_bound_count() ? crease_bound_describe(i)->name : NULL;
}

// The number of the name that a member is, from 1 on; 0: it is not there, or not one of them, which
// is an error.
static size_t claims_choice(const claims_file *f, const json_value *claim, int place,
                            const char *name(size_t), crease_error *error)
{
    const json_value *value = json_member(&f->tree, claim, place);
    for (size_t i = 0; value && name(i); i++)
        if (json_text_is(&f->tree, value, name(i)))
            return i + 1;
    if (value)
        json_unexpected(error, &f->tree, value, NULL);
    return 0;
}

// An integer, or a parameter of the construction, such as layers in "telgarsky:sawtooth layers=3".
static int claims_factor(fmpq_t x, const char *text, size_t length, const char *made)
{
    for (const char *at = made; (at = strchr(at, ' ')); at++)
        if (!strncmp(at + 1, text, length) && at[1 + length] == '=') {
            text = at + length + 2;
            length = strcspn(text, " ");
            break;
        }
    return !rational_parse(x, text, length, NULL) && fmpz_is_one(fmpq_denref(x));
}

// "8", "2^8", "2^layers"
static int claims_power(fmpq_t x, const char *text, size_t length, const char *made)
{
    enum { MOST_BITS = 1000000 };
    const char *power = memchr(text, '^', length);
    const size_t base = power ? (size_t)(power - text) : length;
    fmpq_t exponent;
    const fmpz *e = fmpq_numref(exponent);
    int good = claims_factor(x, text, base, made);
    fmpq_init(exponent);
    if (power && good) {
        good = claims_factor(exponent, power + 1, length - base - 1, made) && fmpz_sgn(e) >= 0 &&
               fmpz_cmp_ui(e, MOST_BITS) <= 0 &&
               fmpz_bits(fmpq_numref(x)) * fmpz_get_ui(e) <= MOST_BITS;
        if (good)
            fmpz_pow_ui(fmpq_numref(x), fmpq_numref(x), fmpz_get_ui(e));
    }
    fmpq_clear(exponent);
    return good;
}

// "2^4*11"
static int claims_formula(fmpq_t x, document_text text, const char *made)
{
    const char *at = text.text, *end = at + text.size, *times;
    fmpq_t power;
    int good = 1;
    fmpq_init(power);
    fmpq_one(x);
    do {
        times = memchr(at, '*', (size_t)(end - at));
        good = good && claims_power(power, at, (size_t)((times ? times : end) - at), made);
        fmpq_mul(x, x, power);
        at = times ? times + 1 : end;
    } while (times && good);
    fmpq_clear(power);
    return good;
}

static crease_status claims_integer(fmpq *x, const claims_file *f, const json_value *value,
                                    crease_error *error)
{
    const document_text text = json_text_of(&f->tree, value);
    if (rational_parse(x, text.text, text.size, NULL) || !fmpz_is_one(fmpq_denref(x)))
        return json_unexpected(error, &f->tree, value, NULL);
    return CREASE_OK;
}

static crease_status claims_layers(size_t *layers, const claims_file *f, const json_value *claim,
                                   const verify_subject *of, crease_error *error)
{
    const json_value *value = json_member(&f->tree, claim, LAYERS);
    const size_t most = crease_net_hidden(of->net);
    fmpq *x = job_vector(f->work, 1);
    if (!value)
        return CREASE_OK;
    if (claims_integer(x, f, value, error))
        return CREASE_ERROR;
    if (fmpq_sgn(x) <= 0 || !fmpz_fits_si(fmpq_numref(x)))
        return json_unexpected(error, &f->tree, value, NULL);
    *layers = fmpz_get_ui(fmpq_numref(x));
    if (*layers <= most)
        return CREASE_OK;
    return json_fail(error, &f->tree, claim,
                     "expected at most %zu layer%s, as many as take part in a pattern, found %zu",
                     most, plural(most), *layers);
}

static crease_status claims_compute(fmpz_t value, const claims_file *f, const json_value *claim,
                                    size_t index, const verify_subject *of, size_t layers,
                                    crease_error *error)
{
    crease_architecture *architecture;
    crease_net *part = layers ? net_first_layers(of->net, layers) : NULL;
    crease_status status = crease_architecture_of_net(&architecture, part ? part : of->net,
                                                      crease_domain_dimension(of->domain), error);
    if (status == CREASE_OK) {
        crease_bound_validity standing = crease_bound_compute(value, index, architecture);
        if (standing.needs)
            status =
                error_set(error, "the bound \"%s\" needs %s", claims_bound(index), standing.needs);
        crease_architecture_free(architecture);
    }
    crease_net_free(part);
    return status ? claims_refuse(f, claim, error) : CREASE_OK;
}

// The name of a claim that has no source: the theorem, or its place in the file.
static const char *claims_source(const claims_file *f, const json_value *claim,
                                 const crease_bound *bound)
{
    crease_error place = {.line = 0};
    document_locate(&place, f->tree.document, claim->offset);
    char *text = bound ? memory_format("%s, %s", bound->source, bound->theorem)
                       : memory_format("%s:%zu", source_name(f->path), place.line);
    job_owns(f->work, text, free);
    return text;
}

// A claim about a bound takes its quantity and relation from the bound.
static crease_status claims_claim(claims_file *f, const json_value *at, const verify_subject *of,
                                  verify_claim *claim, crease_error *error)
{
    const json_tree *tree = &f->tree;
    fmpq *value = job_vector(f->work, 1);
    error->message[0] = '\0';
    const size_t quantity = claims_choice(f, at, QUANTITY, claims_quantity, error);
    const size_t relation = claims_choice(f, at, RELATION, claims_relation, error);
    const size_t index = claims_choice(f, at, BOUND, claims_bound, error);
    const crease_bound *bound = index ? crease_bound_describe(index - 1) : NULL;
    const json_value *number = json_member(tree, at, VALUE);
    const json_value *refuted = json_member(tree, at, REFUTED);
    if (error->message[0])
        return CREASE_ERROR;
    if (number && bound)
        return json_fail(error, tree, at, "the keys \"value\" and \"bound\" exclude each other");
    if (!number && !bound)
        return json_fail(error, tree, at, "one of the keys \"value\" and \"bound\" is needed");
    if (!bound && !quantity)
        return json_fail(error, tree, at, "the key \"quantity\" is missing");
    if (bound && quantity && quantity - 1 != bound->quantity)
        return json_fail(error, tree, at, "the bound \"%s\" is about %s", bound->name,
                         crease_quantity_name(bound->quantity));
    *claim =
        (verify_claim){.quantity = quantity ? (crease_quantity)(quantity - 1) : bound->quantity,
                       .relation = relation ? (crease_relation)(relation - 1)
                                   : bound  ? bound->relation
                                            : 0,
                       .value = fmpq_numref(value),
                       .refuted = refuted && tree->document.text[refuted->offset] == 't',
                       .theorem = claims_text(f, at, SOURCE)};
    if (!claim->theorem)
        claim->theorem = claims_source(f, at, bound);
    if (claims_layers(&claim->layers, f, at, of, error))
        return CREASE_ERROR;
    return bound ? claims_compute(fmpq_numref(value), f, at, index - 1, of, claim->layers, error)
           : claims_formula(value, json_text_of(tree, number), of->name)
               ? CREASE_OK
               : json_unexpected(error, tree, number, NULL);
}

// ---- All of it ----

static crease_status claims_check_keys(const claims_file *f, const json_value *at,
                                       crease_error *error)
{
    static const int exclusive[][2] = {{NET_FILE, CONSTRUCTION},
                                       {BOX, POLYTOPE},
                                       {BOX, VNNLIB},
                                       {POLYTOPE, VNNLIB},
                                       {SLICE, VNNLIB}};
    const json_tree *tree = &f->tree;
    for (int place = NET_FILE; place <= VNNLIB; place++) {
        const json_value *word = json_member(tree, at, place);
        if (word && !word->length)
            return json_unexpected(error, tree, word, NULL);
    }
    if (!json_member(tree, at, NET_FILE) && !json_member(tree, at, CONSTRUCTION))
        return json_fail(error, tree, at,
                         "one of the keys \"file\" and \"construction\" is needed");
    for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++)
        if (json_member(tree, at, exclusive[i][0]) && json_member(tree, at, exclusive[i][1]))
            return json_fail(error, tree, at, "the keys \"%s\" and \"%s\" exclude each other",
                             places[exclusive[i][0]].key, places[exclusive[i][1]].key);
    return CREASE_OK;
}

// A range "layers=1..6" means *count networks; 1 without a range. Returns the text with number k of
// the range in its place.
static char *claims_in_range(size_t *count, const char *text, size_t k)
{
    const char *dots = strstr(text, ".."), *first = dots;
    uint64_t low, high;
    *count = 1;
    while (dots && first > text && first[-1] >= '0' && first[-1] <= '9')
        first--;
    const char *end = dots ? arguments_natural(&high, dots + 2) : text;
    if (!dots || arguments_natural(&low, first) != dots || end == dots + 2 || low > high ||
        high - low >= MOST_IN_RANGE)
        return memory_copy_text(text);
    *count = high - low + 1;
    return memory_format("%.*s%" PRIu64 "%s", (int)(first - text), text, low + k, end);
}

static crease_status claims_subject(claims_file *f, const json_value *at, verify_subject *subject,
                                    crease_error *error)
{
    const json_value *list = json_member(&f->tree, at, CLAIMS), *next = json_first(list);
    if (list->length == 0)
        return json_fail(error, &f->tree, list, "expected a claim, found an empty list");
    verify_claim *claim = job_memory(f->work, list->length, sizeof *claim);
    subject->claim = claim;
    if (claims_check_keys(f, at, error) || claims_net(f, at, subject, error) ||
        claims_domain(f, at, subject, error))
        return CREASE_ERROR;
    for (; subject->claims < list->length; next = json_next(&f->tree, next))
        if (claims_claim(f, next, subject, claim + subject->claims++, error))
            return CREASE_ERROR;
    return CREASE_OK;
}

static crease_status claims_parse(void *target, document_text document, crease_error *error)
{
    claims_file *f = target;
    if (json_tree_read(&f->tree, &schema, document, error))
        return CREASE_ERROR;
    const json_value *nets = json_member(&f->tree, f->tree.value, NETWORKS);
    const json_value *net = json_first(nets);
    if (nets->length == 0)
        return json_fail(error, &f->tree, nets, "expected a network, found an empty list");
    for (size_t i = 0; i < nets->length; i++, net = json_next(&f->tree, net))
        for (size_t k = 0, count = 1; k < count; k++) {
            MEMORY_RESERVE(f->subject, f->capacity, f->subjects + 1);
            verify_subject *subject = f->subject + f->subjects++;
            *subject = (verify_subject){.name = NULL};
            const char *made = claims_text(f, net, CONSTRUCTION);
            if (made) {
                char *name = claims_in_range(&count, made, k);
                job_owns(f->work, name, free);
                subject->name = name;
            }
            if (claims_subject(f, net, subject, error))
                return CREASE_ERROR;
        }
    return CREASE_OK;
}

static void claims_clear_tree(void *file)
{
    json_tree_clear(&((claims_file *)file)->tree);
    free(((claims_file *)file)->subject);
}

crease_status claims_read(const verify_subject **subjects, size_t *count, job *work,
                          const char *path)
{
    crease_error error;
    claims_file *f = job_memory(work, 1, sizeof *f);
    *f = (claims_file){.work = work, .path = path};
    job_owns(work, f, claims_clear_tree);
    if (read_file(f, path, claims_parse, &error))
        return report_error(&error, path);
    *subjects = f->subject;
    *count = f->subjects;
    return CREASE_OK;
}
