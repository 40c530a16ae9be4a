// The result of crease count, or of a share of other work: reading that of a share back.
#include "base/json_reader.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "tool/counted.h"

#include <stdlib.h>
#include <string.h>

// Places 2 .. LAST_FIELD are those of the fields below.
enum {
    DOCUMENT,
    IN_DOCUMENT,
    NETWORK,
    NETWORK_SHA256,
    INPUTS,
    DIMENSION,
    HIDDEN,
    DOMAIN,
    ARITHMETIC,
    CERTIFIED,
    COMPLETE,
    PART,
    REGIONS,
    PER_LAYER,
    PER_NEURON,
    BOUNDED,
    DECISIONS,
    SPLITS,
    SECONDS,
    THREADS,
    INDEX,
    OF,
    ORDER,
    OUTPUTS,
    DOMAIN_SHA256,
    WORK,
    ROW,
    BY_FLOAT,
    BY_INTEGERS,
    IN_HIDDEN,
    IN_PER_LAYER,
    IN_PER_NEURON,
    IN_PART,
    IN_DECISIONS,
    LINEAR,
    IN_LINEAR,
    KEPT,
    IN_KEPT,
    ALL_PLACES
};

static const json_place places[] = {
    [DOCUMENT] = {"", "the object that crease count --part --json prints"},
    [OUTPUTS] = {"part.outputs", "a number"},
    [WORK] = {"part.work", "a string"},
    [ROW] = {"part.row", "a string"},
    [KEPT] = {"part.kept", "an array of strings"},
    [IN_KEPT] = {"part.kept[%zu]", "a string"},
    [IN_DOCUMENT] = {"", "a key in quotes"},
    [NETWORK] = {"network", "a string"},
    [NETWORK_SHA256] = {"network_sha256", "a string"},
    [INPUTS] = {"inputs", "a number"},
    [DIMENSION] = {"dimension", "a number"},
    [HIDDEN] = {"hidden", "an array of numbers"},
    [DOMAIN] = {"domain", "a string"},
    [ARITHMETIC] = {"arithmetic", "a string"},
    [CERTIFIED] = {"certified", "true"},
    [COMPLETE] = {"complete", "true or false"},
    [PART] = {"part", "an object"},
    [REGIONS] = {"activation_regions", "a number"},
    [PER_LAYER] = {"regions_per_layer", "an array of numbers"},
    [PER_NEURON] = {"regions_after_neuron", "an array of numbers"},
    [BOUNDED] = {"bounded_regions", "a number"},
    [DECISIONS] = {"decisions", "an object"},
    [SPLITS] = {"splits", "a number"},
    [SECONDS] = {"seconds", "a number"},
    [THREADS] = {"threads", "a number"},
    [INDEX] = {"part.index", "a number"},
    [OF] = {"part.of", "a number"},
    [ORDER] = {"part.order", "a number"},
    [DOMAIN_SHA256] = {"part.domain_sha256", "a string"},
    [BY_FLOAT] = {"decisions.float", "a number"},
    [BY_INTEGERS] = {"decisions.exact", "a number"},
    [IN_HIDDEN] = {"hidden[%zu]", "a number"},
    [IN_PER_LAYER] = {"regions_per_layer[%zu]", "a number"},
    [IN_PER_NEURON] = {"regions_after_neuron[%zu]", "a number"},
    [IN_PART] = {"part", "a key in quotes"},
    [IN_DECISIONS] = {"decisions", "a key in quotes"},
    [LINEAR] = {"part.linear", "an array of strings"},
    [IN_LINEAR] = {"part.linear[%zu]", "a string"},
};

static const json_key keys[] = {
    {IN_DOCUMENT, "network", NETWORK, 1},
    {IN_DOCUMENT, "network_sha256", NETWORK_SHA256, 1},
    {IN_DOCUMENT, "inputs", INPUTS, 0},
    {IN_DOCUMENT, "dimension", DIMENSION, 1},
    {IN_DOCUMENT, "hidden", HIDDEN, 0},
    {IN_DOCUMENT, "domain", DOMAIN, 1},
    {IN_DOCUMENT, "arithmetic", ARITHMETIC, 1},
    {IN_DOCUMENT, "certified", CERTIFIED, 1},
    {IN_DOCUMENT, "complete", COMPLETE, 1},
    {IN_DOCUMENT, "part", PART, 1},
    {IN_DOCUMENT, "activation_regions", REGIONS, 1},
    {IN_DOCUMENT, "regions_per_layer", PER_LAYER, 0},
    {IN_DOCUMENT, "regions_after_neuron", PER_NEURON, 0},
    {IN_DOCUMENT, "bounded_regions", BOUNDED, 0},
    {IN_DOCUMENT, "decisions", DECISIONS, 0},
    {IN_DOCUMENT, "splits", SPLITS, 0},
    {IN_DOCUMENT, "seconds", SECONDS, 1},
    {IN_DOCUMENT, "threads", THREADS, 0},
    {IN_PART, "index", INDEX, 1},
    {IN_PART, "of", OF, 1},
    {IN_PART, "order", ORDER, 1},
    {IN_PART, "domain_sha256", DOMAIN_SHA256, 1},
    {IN_PART, "linear", LINEAR, 0},
    {IN_PART, "work", WORK, 0},
    {IN_PART, "row", ROW, 0},
    {IN_PART, "outputs", OUTPUTS, 0},
    {IN_PART, "kept", KEPT, 0},
    {IN_DECISIONS, "float", BY_FLOAT, 1},
    {IN_DECISIONS, "exact", BY_INTEGERS, 1},
};

typedef struct {
    counted result;
    char *text[ROW + 1];
    char found[ALL_PLACES]; // at least once
    uint64_t number[BY_INTEGERS + 1];
    uint64_t *list[PER_NEURON + 1];
    size_t length[PER_NEURON + 1], capacity[PER_NEURON + 1];
    crease_counts sums;
    FILE *lines; // of linear regions, or of other work
    char *lines_text;
    size_t lines_size;
    joining joined;
} share;

static crease_status take_text(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)error;
    share *read = reader->target;
    char *text = memory_new(event->length + 1, 1);
    memcpy(text, event->text, event->length);
    read->text[reader->at] = text;
    read->found[reader->at] = 1;
    return CREASE_OK;
}

static crease_status parse_natural(uint64_t *number, json_reader *reader, const json_event *event,
                                   crease_error *error)
{
    uint64_t value = 0;
    for (size_t i = 0; i < event->length; i++) {
        uint64_t digit = (uint64_t)(unsigned char)event->text[i] - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return json_refuse_event(error, reader, event, "an integer from 0 to 2^64 - 1");
        value = 10 * value + digit;
    }
    *number = value;
    return CREASE_OK;
}

static crease_status take_number(json_reader *reader, const json_event *event, crease_error *error)
{
    share *read = reader->target;
    read->found[reader->at] = 1;
    return parse_natural(read->number + reader->at, reader, event, error);
}

static crease_status take_seconds(json_reader *reader, const json_event *event, crease_error *error)
{
    share *read = reader->target;
    char text[64] = "";
    if (event->length >= sizeof text)
        return json_refuse_event(error, reader, event, NULL);
    memcpy(text, event->text, event->length);
    read->result.counts.seconds = strtod(text, NULL);
    return CREASE_OK;
}

static crease_status take_truth(json_reader *reader, const json_event *event, crease_error *error)
{
    share *read = reader->target;
    if (reader->document.text[event->offset] != 't')
        return json_refuse_event(error, reader, event, "true: only whole results can be merged");
    read->result.counts.complete = 1;
    return CREASE_OK;
}

static crease_status begin_decisions(json_reader *reader, const json_event *event,
                                     crease_error *error)
{
    (void)event, (void)error;
    ((share *)reader->target)->found[reader->at] = 1;
    return CREASE_OK;
}

static int list_at(int place)
{
    return place == IN_HIDDEN ? HIDDEN : place == IN_PER_LAYER ? PER_LAYER : PER_NEURON;
}

static crease_status begin_list(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    share *read = reader->target;
    read->found[reader->at] = 1;
    MEMORY_RESERVE(read->list[reader->at], read->capacity[reader->at], 1); // an empty one is one
    reader->index[0] = 0;
    return CREASE_OK;
}

static crease_status take_entry(json_reader *reader, const json_event *event, crease_error *error)
{
    share *read = reader->target;
    int which = list_at(reader->at);
    MEMORY_RESERVE(read->list[which], read->capacity[which], read->length[which] + 1);
    uint64_t *to = read->list[which] + read->length[which];
    if (parse_natural(to, reader, event, error))
        return CREASE_ERROR;
    reader->index[0] = ++read->length[which];
    return CREASE_OK;
}

static crease_status begin_lines(json_reader *reader, const json_event *event, crease_error *error)
{
    share *read = reader->target;
    reader->index[0] = 0;
    if (read->lines)
        return json_refuse_event(error, reader, event, "lines of one kind");
    read->found[reader->at] = 1;
    read->lines = memory_stream(&read->lines_text, &read->lines_size);
    return CREASE_OK;
}

static crease_status take_line(json_reader *reader, const json_event *event, crease_error *error)
{
    share *read = reader->target;
    (void)error;
    fwrite(event->text, 1, event->length, read->lines);
    putc('\n', read->lines);
    reader->index[0]++;
    return CREASE_OK;
}

#define FIELD(place, type, action, back) \
    {                                    \
        place, type, action, back        \
    }
#define LIST(place, inside)                                                             \
    {place, JSON_ARRAY, begin_list, inside}, {inside, JSON_NUMBER, take_entry, inside}, \
    {                                                                                   \
        inside, JSON_END, NULL, IN_DOCUMENT                                             \
    }

#define LINES(place, inside)                                                            \
    {place, JSON_ARRAY, begin_lines, inside}, {inside, JSON_STRING, take_line, inside}, \
    {                                                                                   \
        inside, JSON_END, NULL, IN_PART                                                 \
    }

static const json_rule rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, IN_DOCUMENT},
    {IN_DOCUMENT, JSON_KEY, NULL, JSON_BY_KEY},
    {IN_DOCUMENT, JSON_END, NULL, DOCUMENT},
    FIELD(NETWORK, JSON_STRING, take_text, IN_DOCUMENT),
    FIELD(NETWORK_SHA256, JSON_STRING, take_text, IN_DOCUMENT),
    FIELD(INPUTS, JSON_NUMBER, take_number, IN_DOCUMENT),
    FIELD(DIMENSION, JSON_NUMBER, take_number, IN_DOCUMENT),
    LIST(HIDDEN, IN_HIDDEN),
    FIELD(DOMAIN, JSON_STRING, take_text, IN_DOCUMENT),
    FIELD(ARITHMETIC, JSON_STRING, take_text, IN_DOCUMENT),
    FIELD(CERTIFIED, JSON_BOOLEAN, take_truth, IN_DOCUMENT),
    FIELD(COMPLETE, JSON_BOOLEAN, take_truth, IN_DOCUMENT),
    FIELD(PART, JSON_OBJECT, NULL, IN_PART),
    {IN_PART, JSON_KEY, NULL, JSON_BY_KEY},
    {IN_PART, JSON_END, NULL, IN_DOCUMENT},
    FIELD(REGIONS, JSON_NUMBER, take_number, IN_DOCUMENT),
    LIST(PER_LAYER, IN_PER_LAYER),
    LIST(PER_NEURON, IN_PER_NEURON),
    FIELD(BOUNDED, JSON_NUMBER, take_number, IN_DOCUMENT),
    FIELD(DECISIONS, JSON_OBJECT, begin_decisions, IN_DECISIONS),
    {IN_DECISIONS, JSON_KEY, NULL, JSON_BY_KEY},
    {IN_DECISIONS, JSON_END, NULL, IN_DOCUMENT},
    FIELD(SPLITS, JSON_NUMBER, take_number, IN_DOCUMENT),
    FIELD(SECONDS, JSON_NUMBER, take_seconds, IN_DOCUMENT),
    FIELD(THREADS, JSON_NUMBER, take_number, IN_DOCUMENT),
    FIELD(INDEX, JSON_NUMBER, take_number, IN_PART),
    FIELD(OF, JSON_NUMBER, take_number, IN_PART),
    FIELD(ORDER, JSON_NUMBER, take_number, IN_PART),
    FIELD(DOMAIN_SHA256, JSON_STRING, take_text, IN_PART),
    FIELD(WORK, JSON_STRING, take_text, IN_PART),
    FIELD(ROW, JSON_STRING, take_text, IN_PART),
    FIELD(OUTPUTS, JSON_NUMBER, take_number, IN_PART),
    LINES(LINEAR, IN_LINEAR),
    LINES(KEPT, IN_KEPT),
    FIELD(BY_FLOAT, JSON_NUMBER, take_number, IN_DECISIONS),
    FIELD(BY_INTEGERS, JSON_NUMBER, take_number, IN_DECISIONS),
};

static const json_grammar grammar = {places, keys, rules, sizeof keys / sizeof *keys,
                                     sizeof rules / sizeof *rules};

// Keys that counts have, and those of other work, by which it is known to be that.
static const int of_counts[] = {INPUTS, HIDDEN, PER_LAYER, BOUNDED, DECISIONS, SPLITS, THREADS};
static const int of_others[] = {WORK, OUTPUTS, KEPT};
static const int none_of_others[] = {INPUTS,    HIDDEN, PER_LAYER, PER_NEURON, BOUNDED,
                                     DECISIONS, SPLITS, THREADS,   LINEAR};
static const int none_of_counts[] = {ROW, OUTPUTS, KEPT};
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static crease_status refuse_key(crease_error *error, json_reader *reader, int place,
                                const char *what)
{
    const json_key *key = keys;
    while (key->value != place)
        key++;
    return json_refuse(error, reader, key->object, reader->opened[key->object], "the key \"%s\" %s",
                       key->name, what);
}

static crease_status check_keys(const share *read, crease_error *error, json_reader *reader)
{
    const int others = read->found[WORK];
    const int *wanted = others ? of_others : of_counts;
    const int *unwanted = others ? none_of_others : none_of_counts;
    for (size_t k = 0; k < (others ? LENGTH(of_others) : LENGTH(of_counts)); k++)
        if (!read->found[wanted[k]])
            return refuse_key(error, reader, wanted[k], "is missing");
    for (size_t k = 0; k < (others ? LENGTH(none_of_others) : LENGTH(none_of_counts)); k++)
        if (read->found[unwanted[k]])
            return refuse_key(error, reader, unwanted[k], "is of other work");
    return CREASE_OK;
}

static crease_status check_lists(const share *read, crease_error *error, json_reader *reader)
{
    size_t layers = read->length[HIDDEN], neurons = 0;
    if (read->length[PER_LAYER] != layers)
        return json_refuse(error, reader, PER_LAYER, 0, "expected %zu numbers, found %zu", layers,
                           read->length[PER_LAYER]);
    for (size_t l = 0; l < layers; l++) {
        if (read->list[HIDDEN][l] > READ_FILE_MAX_SIZE)
            return json_refuse(error, reader, HIDDEN, 0, "expected widths of layers");
        neurons += read->list[HIDDEN][l];
    }
    if (read->list[PER_NEURON] && read->length[PER_NEURON] != neurons)
        return json_refuse(error, reader, PER_NEURON, 0, "expected %zu numbers, found %zu", neurons,
                           read->length[PER_NEURON]);
    if (read->number[INDEX] >= read->number[OF])
        return json_refuse(error, reader, PART, 0, "expected an index less than of");
    return CREASE_OK;
}

static crease_status find_arithmetic(share *read, json_reader *reader, crease_error *error)
{
    for (crease_arith arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++)
        if (!strcmp(read->text[ARITHMETIC], crease_arith_name(arith))) {
            read->result.arith = arith;
            return CREASE_OK;
        }
    return json_refuse(error, reader, ARITHMETIC, 0, "expected filtered or exact");
}

static void finish(share *read)
{
    const uint64_t *number = read->number;
    counted *c = &read->result;
    crease_counts *counts = &c->counts;
    c->network = read->text[NETWORK];
    c->network_sha256 = read->text[NETWORK_SHA256];
    c->domain = read->text[DOMAIN];
    c->domain_sha256 = read->text[DOMAIN_SHA256];
    c->inputs = number[INPUTS];
    c->dimension = number[DIMENSION];
    c->hidden = read->list[HIDDEN];
    c->part = number[INDEX];
    c->parts = number[OF];
    c->order = number[ORDER];
    c->work = read->text[WORK];
    c->row = read->text[ROW];
    c->outputs = number[OUTPUTS];
    c->regions = number[REGIONS];
    counts->activation_regions = number[REGIONS];
    counts->bounded_regions = number[BOUNDED];
    counts->splits = number[SPLITS];
    counts->decided_float = number[BY_FLOAT];
    counts->decided_exact = number[BY_INTEGERS];
    counts->threads = number[THREADS];
    counts->layers = read->length[PER_LAYER];
    counts->per_layer = read->list[PER_LAYER];
    counts->neurons = read->length[PER_NEURON];
    counts->per_neuron = read->list[PER_NEURON];
}

static crease_status take_joined(share *read, document_text lines, json_reader *reader,
                                 crease_error *error)
{
    crease_error found;
    counted *c = &read->result;
    word_scanner scan = kept_scanner(lines.text, lines.size);
    c->joined = &read->joined;
    if (joining_take_share(&read->joined, &scan, c->dimension, c->arith, &found) == CREASE_OK)
        return CREASE_OK;
    reader->index[0] = 0; // of the line
    for (size_t i = 0; i + 1 < scan.at; i++)
        reader->index[0] += read->lines_text[i] == '\n';
    return json_refuse(error, reader, IN_LINEAR, 0, "%s", found.message);
}

// The lines have a map, or points, of so many numbers.
static crease_status take_kept(share *read, document_text lines, json_reader *reader,
                               crease_error *error)
{
    counted *c = &read->result;
    if (c->dimension >= lines.size || c->outputs > lines.size / (c->dimension + 1) || !c->outputs)
        return json_refuse(error, reader, OUTPUTS, 0, "expected as many as the lines speak of");
    c->kept = lines.text;
    c->kept_size = lines.size;
    return CREASE_OK;
}

static crease_status take_lines(share *read, json_reader *reader, crease_error *error)
{
    if (!read->lines)
        return CREASE_OK;
    fflush(read->lines);
    document_text lines = {read->lines_text, read->lines_size};
    if (record_take_hash(&lines))
        return json_refuse(error, reader, read->found[KEPT] ? KEPT : LINEAR, 0,
                           "expected lines as they were written, the last one their hash");
    return read->found[KEPT] ? take_kept(read, lines, reader, error)
                             : take_joined(read, lines, reader, error);
}

static crease_status parse(void *target, document_text document, crease_error *error)
{
    json_reader reader = {.grammar = &grammar, .document = document, .target = target};
    share *read = target;
    if (json_read(&reader, error) || check_keys(read, error, &reader) ||
        check_lists(read, error, &reader) || find_arithmetic(read, &reader, error))
        return CREASE_ERROR;
    finish(read);
    return take_lines(read, &reader, error);
}

void counted_free(counted *result)
{
    share *read = (share *)result; // its first member
    if (!read)
        return;
    for (size_t i = 0; i < sizeof read->text / sizeof *read->text; i++)
        free(read->text[i]);
    for (size_t i = 0; i < sizeof read->list / sizeof *read->list; i++)
        free(read->list[i]);
    if (read->lines)
        fclose(read->lines);
    free(read->lines_text);
    joining_clear(&read->joined);
    free(read);
}

crease_status counted_read(counted **result, const char *path, crease_error *error)
{
    share *read = memory_new(1, sizeof *read);
    *result = &read->result;
    read->result.path = path;
    joining_init(&read->joined);
    if (read_file(read, path, parse, error) == CREASE_OK)
        return CREASE_OK;
    counted_free(*result);
    *result = NULL;
    return CREASE_ERROR;
}
