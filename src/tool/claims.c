// Claims of somebody's own: a JSON file of networks and of what is claimed of them.
//
// Networks and domains are made after the whole file has been read; an error in a file that it
// names has the place of the name.
#include "tool/claims.h"

#include "base/error.h"
#include "base/json_tree.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "exact/rational.h"
#include "net/net.h"
#include "tool/job.h"
#include "tool/report.h"
#include <crease/theory.h>
#include <stdlib.h>
#include <string.h>

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
    PLACES,
    NET_WORDS = VNNLIB - NET_FILE + 1 // what names a network and its domain
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
    [VALUE] = {CLAIM, "value", JSON_IS_NUMERAL, 0, "an integer"},
    [BOUND] = {CLAIM, "bound", STRING, 0, "a name of 'crease bounds', such as serra"},
    [LAYERS] = {CLAIM, "layers", JSON_IS(JSON_NUMBER), 0, "a number of layers, from 1 on"},
    [SOURCE] = {CLAIM, "source", STRING, 0, "a string"},
    [REFUTED] = {CLAIM, "false_as_printed", JSON_IS(JSON_BOOLEAN), 0, "true or false"},
};

static const json_schema schema = {places, PLACES, NULL};

// ---- What is read ----

typedef struct {
    verify_claim says; // value and theorem are filled in when the network is there
    const char *bound; // its name; NULL: a value was given
    fmpz_t value;
    char *source; // NULL: the place in the file
    const json_value *at;
} claim_read;

typedef struct {
    char *word[NET_WORDS]; // NULL: not given
    const json_value *word_at[NET_WORDS];
    claim_read *claim;
    size_t claims;
    crease_net *net;
    crease_domain *domain;
    verify_claim *says; // of all claims
} net_read;

struct claims_file {
    const char *path;
    const crease_net_options *reading;
    json_tree tree; // only while the file is read
    net_read *net;
    size_t nets;
    verify_subject *subject;
};

// The index of the name that a string is, or count.
static int name_index(const json_tree *tree, const json_value *value, int count,
                      const char *(*name)(int))
{
    int i = 0;
    while (i < count && !json_text_is(tree, value, name(i)))
        i++;
    return i;
}

static const char *quantity_name(int i)
{
    return crease_quantity_name((crease_quantity)i);
}

static const char *relation_name(int i)
{
    return crease_relation_name((crease_relation)i);
}

static const char *bound_name(int i)
{
    return crease_bound_describe((size_t)i)->name;
}

static crease_status claims_integer(fmpz_t number, const json_tree *tree, const json_value *value,
                                    crease_error *error)
{
    fmpq_t x;
    fmpq_init(x);
    const document_text text = json_text_of(tree, value);
    const int is_integer =
        !rational_parse(x, text.text, text.size, NULL) && fmpz_is_one(fmpq_denref(x));
    fmpz_set(number, fmpq_numref(x));
    fmpq_clear(x);
    return is_integer ? CREASE_OK : json_unexpected(error, tree, value, NULL);
}

static crease_status claims_values(claim_read *c, const json_tree *tree, crease_error *error)
{
    const json_value *quantity = json_member(tree, c->at, QUANTITY),
                     *relation = json_member(tree, c->at, RELATION),
                     *bound = json_member(tree, c->at, BOUND),
                     *layers = json_member(tree, c->at, LAYERS),
                     *value = json_member(tree, c->at, VALUE);
    if (quantity) {
        const int q = name_index(tree, quantity, CREASE_AFFINE_MAPS + 1, quantity_name);
        if (q > CREASE_AFFINE_MAPS)
            return json_unexpected(error, tree, quantity, NULL);
        c->says.quantity = (crease_quantity)q;
    }
    if (relation) {
        const int r = name_index(tree, relation, CREASE_AT_MOST + 1, relation_name);
        if (r > CREASE_AT_MOST)
            return json_unexpected(error, tree, relation, NULL);
        c->says.relation = (crease_relation)r;
    }
    if (bound) {
        const int b = name_index(tree, bound, (int)crease_bound_count(), bound_name);
        if (b == (int)crease_bound_count())
            return json_unexpected(error, tree, bound, NULL);
        c->bound = bound_name(b);
    }
    if (layers) {
        if (claims_integer(c->value, tree, layers, error))
            return CREASE_ERROR;
        if (fmpz_sgn(c->value) <= 0 || !fmpz_fits_si(c->value))
            return json_unexpected(error, tree, layers, NULL);
        c->says.layers = fmpz_get_ui(c->value);
    }
    return value ? claims_integer(c->value, tree, value, error) : CREASE_OK;
}

// What a claim says of a bound, the bound need not say again.
static crease_status claims_claim(claim_read *c, const json_tree *tree, const json_value *at,
                                  crease_error *error)
{
    *c = (claim_read){.at = at};
    fmpz_init(c->value);
    c->source = json_copy_text(tree, json_member(tree, at, SOURCE));
    const json_value *refuted = json_member(tree, at, REFUTED);
    c->says.refuted = refuted && tree->document.text[refuted->offset] == 't';
    if (claims_values(c, tree, error))
        return CREASE_ERROR;
    const int has_value = json_member(tree, at, VALUE) != NULL;
    const int has_quantity = json_member(tree, at, QUANTITY) != NULL;
    if (has_value && c->bound)
        return json_fail(error, tree, at, "the keys \"value\" and \"bound\" exclude each other");
    if (!has_value && !c->bound)
        return json_fail(error, tree, at, "one of the keys \"value\" and \"bound\" is needed");
    if (!c->bound)
        return has_quantity ? CREASE_OK
                            : json_fail(error, tree, at, "the key \"quantity\" is missing");
    const crease_bound *bound = crease_bound_describe(crease_bound_find(c->bound));
    if (has_quantity && c->says.quantity != bound->quantity)
        return json_fail(error, tree, at, "the bound \"%s\" is about %s", bound->name,
                         crease_quantity_name(bound->quantity));
    c->says.quantity = bound->quantity;
    if (!json_member(tree, at, RELATION))
        c->says.relation = bound->relation;
    return CREASE_OK;
}

static char *net_word(const net_read *n, int place)
{
    return n->word[place - NET_FILE];
}

static crease_status claims_net(net_read *n, const json_tree *tree, const json_value *at,
                                crease_error *error)
{
    static const int exclusive[][2] = {{NET_FILE, CONSTRUCTION},
                                       {BOX, POLYTOPE},
                                       {BOX, VNNLIB},
                                       {POLYTOPE, VNNLIB},
                                       {SLICE, VNNLIB}};
    for (size_t i = 0; i < NET_WORDS; i++) {
        n->word_at[i] = json_member(tree, at, NET_FILE + (int)i);
        n->word[i] = json_copy_text(tree, n->word_at[i]);
        if (n->word[i] && !*n->word[i])
            return json_unexpected(error, tree, n->word_at[i], NULL);
    }
    if (!net_word(n, NET_FILE) && !net_word(n, CONSTRUCTION))
        return json_fail(error, tree, at,
                         "one of the keys \"file\" and \"construction\" is needed");
    for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++)
        if (net_word(n, exclusive[i][0]) && net_word(n, exclusive[i][1]))
            return json_fail(error, tree, at, "the keys \"%s\" and \"%s\" exclude each other",
                             places[exclusive[i][0]].key, places[exclusive[i][1]].key);
    const json_value *claims = json_member(tree, at, CLAIMS), *claim = json_first(claims);
    if (claims->length == 0)
        return json_fail(error, tree, claims, "there is no claim in the list");
    n->claim = memory_new(claims->length, sizeof *n->claim);
    for (; n->claims < claims->length; claim = json_next(tree, claim))
        if (claims_claim(n->claim + n->claims++, tree, claim, error))
            return CREASE_ERROR;
    return CREASE_OK;
}

static crease_status claims_nets(claims_file *f, crease_error *error)
{
    const json_value *nets = json_member(&f->tree, f->tree.value, NETWORKS);
    const json_value *net = json_first(nets);
    if (nets->length == 0)
        return json_fail(error, &f->tree, nets, "there is no network in the list");
    f->net = memory_new(nets->length, sizeof *f->net);
    for (; f->nets < nets->length; net = json_next(&f->tree, net))
        if (claims_net(f->net + f->nets++, &f->tree, net, error))
            return CREASE_ERROR;
    return CREASE_OK;
}

// ---- What the file names ----

typedef struct {
    const claims_file *file;
    crease_error *error;
} opener;

// An error that has no line of its own is one of the place in this file.
static crease_status claims_refuse_at(const opener *o, const json_value *at)
{
    crease_error inner = *o->error;
    char text[sizeof(crease_error) + 64];
    if (inner.line)
        return CREASE_ERROR;
    if (!strncmp(inner.file, "--", 2))
        inner.file[0] = '\0';
    return json_fail(o->error, &o->file->tree, at, "%s",
                     crease_error_text(text, sizeof text, &inner));
}

// From where the file of claims lies; "-" is a file like any other.
static char *path_of(const claims_file *f, const char *name)
{
    const char *slash = strrchr(f->path, '/');
    if (!name)
        return NULL;
    return name[0] == '/' ? memory_copy_text(name)
           : slash        ? memory_format("%.*s/%s", (int)(slash - f->path), f->path, name)
           : *name == '-' ? memory_format("./%s", name)
                          : memory_copy_text(name);
}

// "NAME PARAMETER=VALUE ..", as crease build takes it.
static crease_status build(crease_net **net, const char *text, crease_error *error)
{
    char *copy = memory_copy_text(text), *rest = NULL;
    const char *name = strtok_r(copy, " ", &rest);
    crease_argument *argument = NULL;
    size_t count = 0, capacity = 0;
    crease_status status = name ? CREASE_OK : error_set(error, "expected a name, found none");
    for (char *word; status == CREASE_OK && (word = strtok_r(NULL, " ", &rest));) {
        char *equals = strchr(word, '=');
        if (!equals) {
            status = error_set(error, "expected PARAMETER=VALUE, found \"%.100s\"", word);
            break;
        }
        *equals = '\0';
        MEMORY_RESERVE(argument, capacity, count + 1);
        argument[count++] = (crease_argument){word, equals + 1};
    }
    if (status == CREASE_OK)
        status = crease_build(net, name, argument, count, error);
    free(argument);
    free(copy);
    return status;
}

static crease_status open_net(const opener *o, net_read *n)
{
    if (net_word(n, CONSTRUCTION)) {
        if (build(&n->net, net_word(n, CONSTRUCTION), o->error))
            return claims_refuse_at(o, n->word_at[CONSTRUCTION - NET_FILE]);
        return CREASE_OK;
    }
    char *path = path_of(o->file, net_word(n, NET_FILE));
    crease_status status = crease_net_read_with(&n->net, path, o->file->reading, o->error);
    free(path);
    return status ? claims_refuse_at(o, n->word_at[0]) : CREASE_OK;
}

static crease_status open_domain(const opener *o, net_read *n)
{
    char *slice = path_of(o->file, net_word(n, SLICE));
    char *polytope = path_of(o->file, net_word(n, POLYTOPE));
    char *vnnlib = path_of(o->file, net_word(n, VNNLIB));
    const domain_settings wanted = {net_word(n, BOX), slice, polytope, vnnlib};
    crease_status status = job_domain(&n->domain, &wanted, crease_net_inputs(n->net), o->error);
    size_t at = BOX - NET_FILE;
    while (at + 1 < NET_WORDS && !n->word[at])
        at++;
    // A box that does not fit a slice is the box's fault.
    if (status)
        claims_refuse_at(o, n->word_at[at]);
    free(slice);
    free(polytope);
    free(vnnlib);
    return status;
}

static crease_status compute_bound(const opener *o, const net_read *n, claim_read *c)
{
    crease_architecture *architecture;
    crease_net *part = c->says.layers ? net_first_layers(n->net, c->says.layers) : NULL;
    crease_status status = crease_architecture_of_net(&architecture, part ? part : n->net,
                                                      crease_domain_dimension(n->domain), o->error);
    if (status == CREASE_OK) {
        crease_standing standing =
            crease_bound_compute(c->value, crease_bound_find(c->bound), architecture);
        if (standing.needs)
            status = error_set(o->error, "the bound \"%s\" needs %s", c->bound, standing.needs);
        crease_architecture_free(architecture);
    }
    crease_net_free(part);
    return status;
}

static char *name_source(const opener *o, const claim_read *c)
{
    if (c->bound) {
        const crease_bound *bound = crease_bound_describe(crease_bound_find(c->bound));
        return memory_format("%s, %s", bound->source, bound->theorem);
    }
    crease_error place = {.line = 0};
    document_locate(&place, o->file->tree.document, c->at->offset);
    return memory_format("%s:%zu", source_name(o->file->path), place.line);
}

static crease_status open_claim(const opener *o, const net_read *n, size_t index)
{
    claim_read *c = n->claim + index;
    crease_status status = CREASE_OK;
    const size_t layers = crease_net_hidden(n->net);
    if (c->says.layers > layers)
        status = error_set(o->error,
                           "expected at most %zu layer%s, as many as take part in a "
                           "pattern, found %zu",
                           layers, plural(layers), c->says.layers);
    else if (c->bound)
        status = compute_bound(o, n, c);
    if (status)
        return claims_refuse_at(o, c->at);
    if (!c->source)
        c->source = name_source(o, c);
    c->says.theorem = c->source;
    c->says.value = c->value;
    n->says[index] = c->says;
    return CREASE_OK;
}

static crease_status open_all(claims_file *f, crease_error *error)
{
    f->subject = memory_new(f->nets, sizeof *f->subject);
    for (size_t i = 0; i < f->nets; i++) {
        net_read *n = f->net + i;
        const opener o = {f, error};
        if (open_net(&o, n) || open_domain(&o, n))
            return CREASE_ERROR;
        n->says = memory_new(n->claims, sizeof *n->says);
        for (size_t k = 0; k < n->claims; k++)
            if (open_claim(&o, n, k))
                return CREASE_ERROR;
        const char *name = net_word(n, CONSTRUCTION);
        f->subject[i] = (verify_subject){name ? name : net_word(n, NET_FILE), n->net, n->domain,
                                         n->says, n->claims};
    }
    return CREASE_OK;
}

// ---- All of it ----

static crease_status claims_parse(void *target, document_text document, crease_error *error)
{
    claims_file *f = target;
    crease_status status = json_tree_read(&f->tree, &schema, document, error);
    if (status == CREASE_OK)
        status = claims_nets(f, error);
    if (status == CREASE_OK)
        status = open_all(f, error);
    json_tree_clear(&f->tree);
    return status;
}

crease_status claims_read(claims_file **read, const char *path, const crease_net_options *reading)
{
    crease_error error;
    claims_file *f = memory_new(1, sizeof *f);
    *f = (claims_file){.path = path, .reading = reading};
    *read = f;
    if (read_file(f, path, claims_parse, &error) == CREASE_OK)
        return CREASE_OK;
    claims_free(f);
    *read = NULL;
    return report_error(&error, path);
}

static void clear_net(net_read *n)
{
    for (size_t i = 0; i < NET_WORDS; i++)
        free(n->word[i]);
    for (size_t i = 0; i < n->claims; i++) {
        fmpz_clear(n->claim[i].value);
        free(n->claim[i].source);
    }
    crease_net_free(n->net);
    crease_domain_free(n->domain);
    free(n->claim);
    free(n->says);
}

void claims_free(claims_file *read)
{
    if (!read)
        return;
    for (size_t i = 0; i < read->nets; i++)
        clear_net(read->net + i);
    free(read->net);
    free(read->subject);
    free(read);
}

const verify_subject *claims_subjects(size_t *count, const claims_file *read)
{
    *count = read->nets;
    return read->subject;
}
