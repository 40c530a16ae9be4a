// Claims of somebody's own: a JSON file of networks and of what is claimed of them.
//
// The grammar fills a list; networks and domains are made afterwards, so that what is wrong with a
// file that is named is told with the place of its name.
#include "tool/claims.h"

#include "base/error.h"
#include "base/json_reader.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "exact/rational.h"
#include "net/net.h"
#include "tool/job.h"
#include "tool/report.h"
#include <crease/theory.h>
#include <stdlib.h>
#include <string.h>

// The document; networks; one of them; its keys, in the order of net_read.word; claims; one of
// them.
enum {
    DOCUMENT,
    IN_DOCUMENT,
    ABOUT,
    NETWORKS,
    IN_NETWORKS,
    IN_NETWORK,
    NET_FILE,
    CONSTRUCTION,
    BOX,
    SLICE,
    POLYTOPE,
    VNNLIB,
    CLAIMS,
    IN_CLAIMS,
    IN_CLAIM,
    QUANTITY,
    RELATION,
    VALUE,
    BOUND,
    LAYERS,
    SOURCE,
    REFUTED,
    PLACES,
    NET_WORDS = VNNLIB - NET_FILE + 1
};

// The indices of the reader.
enum { NETWORK, CLAIM };

// ---- What is read ----

typedef struct {
    verify_claim says; // value and theorem are filled in when the network is there
    const char *bound; // its name; NULL: a value was given
    int has[PLACES];   // which keys
    fmpz_t value;
    char *source; // NULL: the place in the file
    size_t offset;
} claim_read;

typedef struct {
    char *word[NET_WORDS]; // NULL: not given
    size_t word_offset[NET_WORDS];
    claim_read *claim;
    size_t claims, capacity;
    crease_net *net;
    crease_domain *domain;
    verify_claim *says; // of all claims
} net_read;

struct claims_file {
    const char *path;
    const crease_net_options *reading;
    net_read *net;
    size_t nets, capacity;
    verify_subject *subject;
};

static net_read *last_net(json_reader *reader)
{
    claims_file *f = reader->target;
    return f->net + f->nets - 1;
}

static claim_read *last_claim(json_reader *reader)
{
    net_read *n = last_net(reader);
    return n->claim + n->claims - 1;
}

static char *copy_text(const json_event *event)
{
    return memory_format("%.*s", (int)event->length, event->text);
}

// ---- Networks ----

static crease_status begin_net(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    claims_file *f = reader->target;
    MEMORY_RESERVE(f->net, f->capacity, f->nets + 1);
    f->net[f->nets++] = (net_read){.net = NULL};
    reader->index[CLAIM] = 0;
    return CREASE_OK;
}

static crease_status take_net_word(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    net_read *n = last_net(reader);
    const int which = reader->at - NET_FILE;
    if (!event->length)
        return json_refuse_event(error, reader, event, NULL);
    n->word[which] = copy_text(event);
    n->word_offset[which] = event->offset;
    return CREASE_OK;
}

static char *net_word(const net_read *n, int place)
{
    return n->word[place - NET_FILE];
}

static crease_status end_net(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    static const int exclusive[][2] = {{NET_FILE, CONSTRUCTION},
                                       {BOX, POLYTOPE},
                                       {BOX, VNNLIB},
                                       {POLYTOPE, VNNLIB},
                                       {SLICE, VNNLIB}};
    const net_read *n = last_net(reader);
    const size_t offset = reader->opened[IN_NETWORK];
    const json_key *keys = reader->grammar->keys;
    if (!net_word(n, NET_FILE) && !net_word(n, CONSTRUCTION))
        return json_refuse(error, reader, IN_NETWORK, offset,
                           "one of the keys \"file\" and \"construction\" is needed");
    for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++) {
        const char *name[2] = {NULL, NULL};
        for (size_t k = 0; k < 2; k++)
            for (size_t j = 0; j < reader->grammar->key_count; j++)
                if (keys[j].value == exclusive[i][k] && net_word(n, exclusive[i][k]))
                    name[k] = keys[j].name;
        if (name[0] && name[1])
            return json_refuse(error, reader, IN_NETWORK, offset,
                               "the keys \"%s\" and \"%s\" exclude each other", name[0], name[1]);
    }
    reader->index[NETWORK]++;
    return CREASE_OK;
}

static crease_status end_nets(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (!reader->index[NETWORK])
        return json_refuse(error, reader, NETWORKS, reader->opened[IN_NETWORKS],
                           "there is no network in the list");
    return CREASE_OK;
}

// ---- Claims ----

static crease_status begin_claim(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    net_read *n = last_net(reader);
    MEMORY_RESERVE(n->claim, n->capacity, n->claims + 1);
    n->claim[n->claims++] = (claim_read){.offset = event->offset};
    fmpz_init(last_claim(reader)->value);
    return CREASE_OK;
}

static int is_text(const json_event *event, const char *text)
{
    return strlen(text) == event->length && !memcmp(text, event->text, event->length);
}

static crease_status take_quantity(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    claim_read *c = last_claim(reader);
    c->has[QUANTITY] = 1;
    for (int q = 0; q <= CREASE_AFFINE_MAPS; q++)
        if (is_text(event, crease_quantity_name((crease_quantity)q))) {
            c->says.quantity = (crease_quantity)q;
            return CREASE_OK;
        }
    return json_refuse_event(error, reader, event, NULL);
}

static crease_status take_relation(json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    claim_read *c = last_claim(reader);
    c->has[RELATION] = 1;
    for (int r = 0; r <= CREASE_AT_MOST; r++)
        if (is_text(event, crease_relation_name((crease_relation)r))) {
            c->says.relation = (crease_relation)r;
            return CREASE_OK;
        }
    return json_refuse_event(error, reader, event, NULL);
}

static crease_status take_integer(fmpz_t value, json_reader *reader, const json_event *event,
                                  crease_error *error)
{
    fmpq_t number;
    fmpq_init(number);
    const int is_number = event->type != JSON_WORD &&
                          !rational_parse(number, event->text, event->length, NULL) &&
                          fmpz_is_one(fmpq_denref(number));
    fmpz_set(value, fmpq_numref(number));
    fmpq_clear(number);
    return is_number ? CREASE_OK : json_refuse_event(error, reader, event, NULL);
}

static crease_status take_value(json_reader *reader, const json_event *event, crease_error *error)
{
    claim_read *c = last_claim(reader);
    c->has[VALUE] = 1;
    return take_integer(c->value, reader, event, error);
}

static crease_status take_layers(json_reader *reader, const json_event *event, crease_error *error)
{
    claim_read *c = last_claim(reader);
    fmpz_t layers;
    fmpz_init(layers);
    crease_status status = take_integer(layers, reader, event, error);
    if (status == CREASE_OK && (fmpz_sgn(layers) <= 0 || !fmpz_fits_si(layers)))
        status = json_refuse_event(error, reader, event, NULL);
    if (status == CREASE_OK)
        c->says.layers = fmpz_get_ui(layers);
    fmpz_clear(layers);
    return status;
}

static crease_status take_bound(json_reader *reader, const json_event *event, crease_error *error)
{
    claim_read *c = last_claim(reader);
    for (size_t i = 0; i < crease_bound_count(); i++)
        if (is_text(event, crease_bound_describe(i)->name)) {
            c->bound = crease_bound_describe(i)->name;
            return CREASE_OK;
        }
    return json_refuse_event(error, reader, event, NULL);
}

static crease_status take_source(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    last_claim(reader)->source = copy_text(event);
    return CREASE_OK;
}

static crease_status take_refuted(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    last_claim(reader)->says.refuted = reader->document.text[event->offset] == 't';
    return CREASE_OK;
}

// What a claim says of a bound, the bound need not say again.
static crease_status end_claim(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    claim_read *c = last_claim(reader);
    const char *wrong = NULL;
    if (c->has[VALUE] && c->bound)
        wrong = "the keys \"value\" and \"bound\" exclude each other";
    else if (!c->has[VALUE] && !c->bound)
        wrong = "one of the keys \"value\" and \"bound\" is needed";
    else if (!c->bound && !c->has[QUANTITY])
        wrong = "the key \"quantity\" is missing";
    if (wrong)
        return json_refuse(error, reader, IN_CLAIM, c->offset, "%s", wrong);
    if (c->bound) {
        const crease_bound *bound = crease_bound_describe(crease_bound_find(c->bound));
        if (c->has[QUANTITY] && c->says.quantity != bound->quantity)
            return json_refuse(error, reader, IN_CLAIM, c->offset, "the bound \"%s\" is about %s",
                               bound->name, crease_quantity_name(bound->quantity));
        c->says.quantity = bound->quantity;
        if (!c->has[RELATION])
            c->says.relation = bound->relation;
    }
    reader->index[CLAIM]++;
    return CREASE_OK;
}

static crease_status end_claims(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (!last_net(reader)->claims)
        return json_refuse(error, reader, CLAIMS, reader->opened[IN_CLAIMS],
                           "there is no claim in the list");
    return CREASE_OK;
}

// ---- The grammar ----

static const json_place places[] = {
    [DOCUMENT] = {"", "an object"},
    [IN_DOCUMENT] = {"", "a key in quotes"},
    [ABOUT] = {"about", "a string"},
    [NETWORKS] = {"networks", "an array of networks"},
    [IN_NETWORKS] = {"networks[%zu]", "an object"},
    [IN_NETWORK] = {"networks[%zu]", "a key in quotes"},
    [NET_FILE] = {"networks[%zu].file", "the name of a file"},
    [CONSTRUCTION] = {"networks[%zu].construction",
                      "a string such as \"serra:space d=2 widths=6,4\""},
    [BOX] = {"networks[%zu].box", "a string such as \"-1,1\""},
    [SLICE] = {"networks[%zu].slice", "the name of a file"},
    [POLYTOPE] = {"networks[%zu].polytope", "the name of a file"},
    [VNNLIB] = {"networks[%zu].vnnlib", "the name of a file"},
    [CLAIMS] = {"networks[%zu].claims", "an array of claims"},
    [IN_CLAIMS] = {"networks[%zu].claims[%zu]", "an object"},
    [IN_CLAIM] = {"networks[%zu].claims[%zu]", "a key in quotes"},
    [QUANTITY] = {"networks[%zu].claims[%zu].quantity",
                  "activation_regions, bounded_regions, linear_regions or affine_maps"},
    [RELATION] = {"networks[%zu].claims[%zu].relation", "=, >= or <="},
    [VALUE] = {"networks[%zu].claims[%zu].value", "an integer"},
    [BOUND] = {"networks[%zu].claims[%zu].bound", "a name of 'crease bounds', such as serra"},
    [LAYERS] = {"networks[%zu].claims[%zu].layers", "a number of layers, from 1 on"},
    [SOURCE] = {"networks[%zu].claims[%zu].source", "a string"},
    [REFUTED] = {"networks[%zu].claims[%zu].false_as_printed", "true or false"},
};

static const json_key keys[] = {
    {IN_DOCUMENT, "about", ABOUT, 0},      {IN_DOCUMENT, "networks", NETWORKS, 1},
    {IN_NETWORK, "file", NET_FILE, 0},     {IN_NETWORK, "construction", CONSTRUCTION, 0},
    {IN_NETWORK, "box", BOX, 0},           {IN_NETWORK, "slice", SLICE, 0},
    {IN_NETWORK, "polytope", POLYTOPE, 0}, {IN_NETWORK, "vnnlib", VNNLIB, 0},
    {IN_NETWORK, "claims", CLAIMS, 1},     {IN_CLAIM, "quantity", QUANTITY, 0},
    {IN_CLAIM, "relation", RELATION, 0},   {IN_CLAIM, "value", VALUE, 0},
    {IN_CLAIM, "bound", BOUND, 0},         {IN_CLAIM, "layers", LAYERS, 0},
    {IN_CLAIM, "source", SOURCE, 0},       {IN_CLAIM, "false_as_printed", REFUTED, 0},
};

static const json_rule rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_KEY, NULL, JSON_BY_KEY},
    {ABOUT, JSON_STRING, NULL, IN_DOCUMENT},
    {NETWORKS, JSON_ARRAY, NULL, IN_NETWORKS},
    {IN_NETWORKS, JSON_OBJECT, begin_net, IN_NETWORK},
    {IN_NETWORK, JSON_KEY, NULL, JSON_BY_KEY},
    {NET_FILE, JSON_STRING, take_net_word, IN_NETWORK},
    {CONSTRUCTION, JSON_STRING, take_net_word, IN_NETWORK},
    {BOX, JSON_STRING, take_net_word, IN_NETWORK},
    {SLICE, JSON_STRING, take_net_word, IN_NETWORK},
    {POLYTOPE, JSON_STRING, take_net_word, IN_NETWORK},
    {VNNLIB, JSON_STRING, take_net_word, IN_NETWORK},
    {CLAIMS, JSON_ARRAY, NULL, IN_CLAIMS},
    {IN_CLAIMS, JSON_OBJECT, begin_claim, IN_CLAIM},
    {IN_CLAIM, JSON_KEY, NULL, JSON_BY_KEY},
    {QUANTITY, JSON_STRING, take_quantity, IN_CLAIM},
    {RELATION, JSON_STRING, take_relation, IN_CLAIM},
    {VALUE, JSON_LITERAL, take_value, IN_CLAIM},
    {BOUND, JSON_STRING, take_bound, IN_CLAIM},
    {LAYERS, JSON_NUMBER, take_layers, IN_CLAIM},
    {SOURCE, JSON_STRING, take_source, IN_CLAIM},
    {REFUTED, JSON_BOOLEAN, take_refuted, IN_CLAIM},
    {IN_CLAIM, JSON_END, end_claim, IN_CLAIMS},
    {IN_CLAIMS, JSON_END, end_claims, IN_NETWORK},
    {IN_NETWORK, JSON_END, end_net, IN_NETWORKS},
    {IN_NETWORKS, JSON_END, end_nets, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_END, NULL, DOCUMENT},
};
_Static_assert((int)PLACES <= (int)JSON_PLACES && sizeof keys / sizeof *keys <= JSON_KEYS,
               "the reader has room for the grammar");

static const json_grammar grammar = {
    .places = places,
    .keys = keys,
    .rules = rules,
    .key_count = sizeof keys / sizeof *keys,
    .rule_count = sizeof rules / sizeof *rules,
};

// ---- What the file names ----

typedef struct {
    const claims_file *file;
    document_text document;
    size_t net; // the present one
    crease_error *error;
} opener;

// An error that has no line of its own is one of the place in this file.
static crease_status refuse_at(const opener *o, const char *key, size_t offset)
{
    crease_error inner = *o->error;
    char text[sizeof(crease_error) + 64];
    if (inner.line)
        return CREASE_ERROR;
    if (!strncmp(inner.file, "--", 2))
        inner.file[0] = '\0';
    error_set(o->error, "%s", crease_error_text(text, sizeof text, &inner));
    document_locate(o->error, o->document, offset);
    return error_where(o->error, "networks[%zu].%s", o->net, key);
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
            return refuse_at(o, "construction", n->word_offset[CONSTRUCTION - NET_FILE]);
        return CREASE_OK;
    }
    char *path = path_of(o->file, net_word(n, NET_FILE));
    crease_status status = crease_net_read_with(&n->net, path, o->file->reading, o->error);
    free(path);
    return status ? refuse_at(o, "file", n->word_offset[0]) : CREASE_OK;
}

static crease_status open_domain(const opener *o, net_read *n)
{
    static const char *const names[] = {"file",  "construction", "box",
                                        "slice", "polytope",     "vnnlib"};
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
        refuse_at(o, names[at], n->word_offset[at]);
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
    document_locate(&place, o->document, c->offset);
    return memory_format("%s:%zu", source_name(o->file->path), place.line);
}

static crease_status open_claim(const opener *o, const net_read *n, size_t index)
{
    claim_read *c = n->claim + index;
    char key[64];
    crease_status status = CREASE_OK;
    const size_t layers = crease_net_hidden(n->net);
    snprintf(key, sizeof key, "claims[%zu]", index);
    if (c->says.layers > layers)
        status = error_set(o->error,
                           "expected at most %zu layer%s, as many as take part in a "
                           "pattern, found %zu",
                           layers, plural(layers), c->says.layers);
    else if (c->bound)
        status = compute_bound(o, n, c);
    if (status)
        return refuse_at(o, key, c->offset);
    if (!c->source)
        c->source = name_source(o, c);
    c->says.theorem = c->source;
    c->says.value = c->value;
    n->says[index] = c->says;
    return CREASE_OK;
}

static crease_status open_all(claims_file *f, document_text document, crease_error *error)
{
    f->subject = memory_new(f->nets, sizeof *f->subject);
    for (size_t i = 0; i < f->nets; i++) {
        net_read *n = f->net + i;
        const opener o = {f, document, i, error};
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

static crease_status parse(void *target, document_text document, crease_error *error)
{
    claims_file *f = target;
    json_reader reader = {.grammar = &grammar, .document = document, .target = f};
    crease_status status = json_read(&reader, error);
    return status ? status : open_all(f, document, error);
}

crease_status claims_read(claims_file **read, const char *path, const crease_net_options *reading)
{
    crease_error error;
    claims_file *f = memory_new(1, sizeof *f);
    *f = (claims_file){.path = path, .reading = reading};
    *read = f;
    if (read_file(f, path, parse, &error) == CREASE_OK)
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
