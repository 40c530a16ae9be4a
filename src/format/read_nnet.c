// NNet files, as networks for collision avoidance and control are passed on: comments, a header of
// seven lines, then the weights and biases of every layer, row by row. docs/formats.md has the
// grammar; hidden layers are relu, the last is linear.
#include "base/error.h"
#include "base/memory.h"
#include "base/words.h"
#include "exact/literals.h"
#include "format/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = 2147483647 };

// The header's lists, in their order: of each input, and the last two of the outputs too.
enum { MINIMA, MAXIMA, MEANS, RANGES, LISTS };

static const char *const list_name[LISTS] = {"minima", "maxima", "means", "ranges"};

typedef struct {
    literal_list weight, bias;
} nnet_layer;

typedef struct {
    word_scanner scan;
    size_t layers;
    literal_list size;        // of the input and of each layer; the lists below: empty if absent
    literal_list list[LISTS]; // as they stand in the file, in which they may be too long
    nnet_layer *layer;
    size_t read, capacity; // layers
} nnet_reader;

static void reader_clear(nnet_reader *reader)
{
    literals_clear(&reader->size);
    for (int i = 0; i < LISTS; i++)
        literals_clear(reader->list + i);
    for (size_t l = 0; l < reader->read; l++) {
        literals_clear(&reader->layer[l].weight);
        literals_clear(&reader->layer[l].bias);
    }
    free(reader->layer);
}

static size_t size_of(const nnet_reader *reader, size_t layer)
{
    return fmpz_get_ui(fmpq_numref(&reader->size.number[layer].value));
}

// ---- Lines ----

static int is_comment(document_text document, size_t at)
{
    return at + 1 < document.size && document.text[at] == '/' && document.text[at + 1] == '/';
}

static int is_space(char c)
{
    return c != '\0' && strchr(" \t\n\v\f\r", c) != NULL;
}

// Where the first line of the header begins: after comments and white space.
static size_t find_header(document_text document)
{
    word_scanner scan = {.document = document};
    while (scan.at < document.size)
        if (is_comment(document, scan.at))
            word_skip_line(&scan);
        else if (is_space(document.text[scan.at]))
            scan.at++;
        else
            break;
    return scan.at;
}

// The number of layers comes first; a file of comments only has lost it.
int net_sniff_nnet(document_text document)
{
    size_t at = find_header(document), comment = 0;
    if (at < document.size)
        return document.text[at] >= '0' && document.text[at] <= '9';
    while (comment < at && is_space(document.text[comment]))
        comment++;
    return is_comment(document, comment);
}

// The numbers of a line, with commas between them, perhaps one at the end.
static crease_status read_list(nnet_reader *reader, literal_list *to, const char *where,
                               crease_error *error)
{
    fmpq_t value;
    fmpq_init(value);
    crease_status status = CREASE_OK;
    for (;;) {
        word w = word_next_in_line(&reader->scan);
        if (w.length == 0)
            break;
        crease_error inner;
        status = word_is(w, ",") ? word_refuse(error, &reader->scan, w, where, "a number")
                                 : rational_parse(value, w.text, w.length, &inner);
        if (status != CREASE_OK) {
            if (!word_is(w, ","))
                word_fail(error, &reader->scan, w, where, "%s", inner.message);
            break;
        }
        literals_add(to, value, w.offset);
        w = word_next_in_line(&reader->scan);
        if (w.length == 0)
            break;
        if (!word_is(w, ",")) {
            status = word_refuse(error, &reader->scan, w, where, "a comma");
            break;
        }
    }
    fmpq_clear(value);
    return status;
}

// ---- The header ----

// The number as it stands in the file.
static word word_of(const nnet_reader *reader, const literal *number)
{
    word_scanner scan = reader->scan;
    scan.at = number->offset;
    return word_next(&scan);
}

// A number of layers, inputs or units.
static crease_status check_size(const nnet_reader *reader, const literal *number, const char *what,
                                crease_error *error)
{
    const fmpz *value = fmpq_numref(&number->value);
    if (fmpz_is_one(fmpq_denref(&number->value)) && fmpz_sgn(value) > 0 &&
        fmpz_cmp_ui(value, MAX_COUNT) <= 0)
        return CREASE_OK;
    return word_refuse(error, &reader->scan, word_of(reader, number), NULL,
                       "%s, an integer from 1 to %d", what, MAX_COUNT);
}

static crease_status refuse_at(const nnet_reader *reader, size_t offset, crease_error *error)
{
    document_locate(error, reader->scan.document, offset);
    return CREASE_ERROR;
}

// "LAYERS, INPUTS, OUTPUTS, LARGEST", of which some writers leave all but the first out; then the
// sizes, which must agree. What follows them is not looked at.
static crease_status read_sizes(nnet_reader *reader, literal_list *first, crease_error *error)
{
    if (reader->scan.at == reader->scan.document.size)
        return word_refuse(error, &reader->scan, word_next(&reader->scan), NULL,
                           "the number of layers");
    if (read_list(reader, first, NULL, error) != CREASE_OK ||
        check_size(reader, first->number, "the number of layers", error) != CREASE_OK)
        return CREASE_ERROR;
    reader->layers = fmpz_get_ui(fmpq_numref(&first->number[0].value));
    size_t begin = reader->scan.at, wanted = reader->layers + 1;
    if (read_list(reader, &reader->size, NULL, error) != CREASE_OK)
        return CREASE_ERROR;
    if (reader->size.count < wanted) {
        error_set(error, "expected %zu sizes, of the input and of %zu layer%s, found %zu", wanted,
                  reader->layers, plural(reader->layers), reader->size.count);
        return refuse_at(reader, begin, error);
    }
    for (size_t i = 0; i < wanted; i++)
        if (check_size(reader, reader->size.number + i,
                       i ? "the number of units" : "the number of inputs", error) != CREASE_OK)
            return CREASE_ERROR;
    const size_t ends[] = {0, reader->layers};
    for (size_t i = 0; i < 2 && i + 1 < first->count; i++) {
        const literal *said = first->number + i + 1;
        if (fmpq_equal(&said->value, &reader->size.number[ends[i]].value))
            continue;
        return word_refuse(error, &reader->scan, word_of(reader, said), NULL,
                           "%zu for the number of %s, as on the next line",
                           size_of(reader, ends[i]), i ? "outputs" : "inputs");
    }
    return CREASE_OK;
}

// A line of zero, or an empty one, stands for a list that there is not.
static int is_absent(const literal_list *list)
{
    return list->count == 0 || (list->count == 1 && fmpq_is_zero(&list->number[0].value));
}

static crease_status read_header_list(nnet_reader *reader, int which, crease_error *error)
{
    literal_list *list = reader->list + which;
    size_t begin = reader->scan.at, inputs = size_of(reader, 0);
    if (read_list(reader, list, list_name[which], error) != CREASE_OK)
        return CREASE_ERROR;
    size_t wanted = inputs + (which >= MEANS);
    if (is_absent(list))
        literals_clear(list);
    else if (list->count < wanted) {
        error_set(error, "expected %zu number%s, one for each input%s, or 0 for none, found %zu",
                  wanted, plural(wanted), which >= MEANS ? " and one for the outputs" : "",
                  list->count);
        refuse_at(reader, begin, error);
        return error_where(error, "%s", list_name[which]);
    }
    return CREASE_OK;
}

static crease_status read_header(nnet_reader *reader, crease_error *error)
{
    literal_list first = {0};
    crease_status status = read_sizes(reader, &first, error);
    literals_clear(&first);
    word_skip_line(&reader->scan); // says whether the network is symmetric, or anything
    for (int i = 0; i < LISTS && status == CREASE_OK; i++)
        status = read_header_list(reader, i, error);
    return status;
}

// ---- Weights and biases ----

// The next line that is not empty has so many numbers.
static crease_status read_row(nnet_reader *reader, literal_list *to, size_t wanted,
                              const char *what, size_t row, crease_error *error)
{
    char where[80];
    snprintf(where, sizeof where, "layer %zu, %s %zu", reader->read, what, row + 1);
    word_scanner ahead = reader->scan;
    word next = word_next(&ahead);
    if (next.length == 0)
        return word_refuse(error, &reader->scan, next, where, "%zu number%s", wanted,
                           plural(wanted));
    reader->scan.at = next.offset;
    size_t before = to->count;
    if (read_list(reader, to, where, error) != CREASE_OK)
        return CREASE_ERROR;
    if (to->count - before == wanted)
        return CREASE_OK;
    error_set(error, "expected %zu number%s, found %zu", wanted, plural(wanted),
              to->count - before);
    refuse_at(reader, next.offset, error);
    return error_where(error, "%s", where);
}

static crease_status read_layer(nnet_reader *reader, crease_error *error)
{
    size_t l = reader->read, columns = size_of(reader, l), rows = size_of(reader, l + 1);
    MEMORY_RESERVE(reader->layer, reader->capacity, l + 1);
    nnet_layer *layer = reader->layer + reader->read++;
    *layer = (nnet_layer){0};
    for (size_t i = 0; i < rows; i++)
        if (read_row(reader, &layer->weight, columns, "row", i, error) != CREASE_OK)
            return CREASE_ERROR;
    for (size_t i = 0; i < rows; i++)
        if (read_row(reader, &layer->bias, 1, "bias", i, error) != CREASE_OK)
            return CREASE_ERROR;
    return CREASE_OK;
}

static crease_status read_all(nnet_reader *reader, crease_error *error)
{
    crease_status status = read_header(reader, error);
    while (status == CREASE_OK && reader->read < reader->layers)
        status = read_layer(reader, error);
    if (status != CREASE_OK)
        return status;
    word rest = word_next(&reader->scan);
    if (rest.length)
        return word_refuse(error, &reader->scan, rest, NULL,
                           "the end of the file after %zu layer%s", reader->layers,
                           plural(reader->layers));
    return CREASE_OK;
}

// ---- Normalisation ----

// The literal of a list that is for input j or, j being their number, for the outputs: the last,
// for some files have more. NULL: there is no list.
static const literal *entry(const nnet_reader *reader, int which, size_t j)
{
    const literal_list *list = reader->list + which;
    if (list->count == 0)
        return NULL;
    return list->number + (j < size_of(reader, 0) ? j : list->count - 1);
}

static crease_status check_ranges(const nnet_reader *reader, crease_error *error)
{
    for (size_t j = 0; j < size_of(reader, 0); j++) {
        const literal *range = entry(reader, RANGES, j);
        if (!range || !fmpq_is_zero(&range->value))
            continue;
        error_set(error, "the range of input %zu is 0, by which it would be divided", j + 1);
        return refuse_at(reader, range->offset, error);
    }
    return CREASE_OK;
}

// The network is fed with (x - mean) / range: a weight w becomes w / range, and w mean / range is
// taken from the bias.
static void fold_inputs(nnet_reader *reader)
{
    nnet_layer *layer = reader->layer;
    size_t inputs = size_of(reader, 0);
    for (size_t i = 0; i < layer->weight.count; i++) {
        const literal *mean = entry(reader, MEANS, i % inputs);
        const literal *range = entry(reader, RANGES, i % inputs);
        fmpq *weight = &layer->weight.number[i].value;
        if (range)
            fmpq_div(weight, weight, &range->value);
        if (mean)
            fmpq_submul(&layer->bias.number[i / inputs].value, weight, &mean->value);
    }
}

// An output y becomes y range + mean.
static void fold_outputs(nnet_reader *reader)
{
    nnet_layer *layer = reader->layer + reader->layers - 1;
    size_t inputs = size_of(reader, 0);
    const literal *mean = entry(reader, MEANS, inputs), *range = entry(reader, RANGES, inputs);
    literal_list *const lists[] = {&layer->weight, &layer->bias};
    for (int k = 0; k < 2 && range; k++)
        for (size_t i = 0; i < lists[k]->count; i++) {
            fmpq *value = &lists[k]->number[i].value;
            fmpq_mul(value, value, &range->value);
        }
    for (size_t i = 0; i < layer->bias.count && mean; i++) {
        fmpq *value = &layer->bias.number[i].value;
        fmpq_add(value, value, &mean->value);
    }
}

// ---- The network ----

// The comments in front of the header, without their slashes; "" if they are not UTF-8.
static char *take_comments(document_text document)
{
    size_t end = find_header(document), length = 0;
    char *text = memory_new(end + 1, 1);
    word_scanner scan = {.document = document};
    while (scan.at < end) {
        size_t begin = scan.at;
        word_skip_line(&scan);
        if (!is_comment(document, begin))
            continue;
        for (begin += 2; begin < scan.at && document.text[begin] == ' ';)
            begin++;
        memcpy(text + length, document.text + begin, scan.at - begin);
        length += scan.at - begin;
    }
    while (length && is_space(text[length - 1]))
        length--;
    text[length] = '\0';
    for (size_t i = 0, bytes; i < length; i += bytes)
        if (!(bytes = utf8_length(text + i, length - i)))
            *text = '\0', length = 0, bytes = 1;
    return text;
}

static void note_parts(crease_net *net, const nnet_reader *reader, int raw)
{
    static const char *const parts[] = {"means and ranges of inputs", "mean and range of outputs"};
    const size_t layer[] = {1, reader->layers};
    for (int i = 0; i < 2; i++)
        if (!reader->list[MEANS].count && !reader->list[RANGES].count)
            net_note_part(net, parts[i], "there are none");
        else if (raw)
            net_note_part(net, parts[i], "left out");
        else
            net_note_part(net, parts[i], "layer %zu", layer[i]);
    if (reader->list[MINIMA].count || reader->list[MAXIMA].count)
        net_note_part(net, "minima and maxima", "left out, for inputs are not clipped");
}

static crease_net *make_net(nnet_reader *reader, document_text document)
{
    crease_net *net = net_new(size_of(reader, 0), reader->layers);
    for (size_t l = 0; l < reader->layers; l++) {
        nnet_layer *layer = reader->layer + l;
        net_layer *to = net->layer + l;
        activation act;
        activation_parse(&act, l + 1 < reader->layers ? "relu" : "linear", NULL);
        net_layer_init(to, size_of(reader, l), size_of(reader, l + 1), act);
        literals_move(to->weight, &layer->weight);
        literals_move(to->bias, &layer->bias);
        net_layer_store(to, STORE_WHAT_PAYS);
    }
    free(net->about);
    net->about = take_comments(document);
    net_finish(net);
    return net;
}

crease_status net_parse_nnet(void *target, document_text document, crease_error *error)
{
    const net_source *source = target;
    const int raw = source->options->raw;
    nnet_reader reader = {
        .scan = {.document = document, .marks = ",", .at = find_header(document)}};
    crease_status status = read_all(&reader, error);
    if (status == CREASE_OK && !raw)
        status = check_ranges(&reader, error);
    if (status == CREASE_OK) {
        if (!raw) {
            fold_inputs(&reader);
            fold_outputs(&reader);
        }
        *source->net = make_net(&reader, document);
        note_parts(*source->net, &reader, raw);
    }
    reader_clear(&reader);
    return status;
}
