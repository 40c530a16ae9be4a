// Reads networks in NNet: comments, a header of seven lines, then the weights and biases of every
// layer, row by row (docs/formats.md). Hidden layers are relu, the last one is linear.
#include "base/error.h"
#include "base/memory.h"
#include "base/words.h"
#include "exact/literals.h"
#include "format/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = 2147483647 };

// The lists of the header: one number for each input; the last two have one for the outputs too.
enum { MINIMA, MAXIMA, MEANS, RANGES, LISTS };

static const char *const list_name[LISTS] = {"minima", "maxima", "means", "ranges"};

typedef struct {
    literal_list weight, bias;
} nnet_layer;

typedef struct {
    word_scanner scan;
    size_t layers, *size;     // layers + 1 sizes, of the input and of each layer
    literal_list list[LISTS]; // as in the file, where they may be too long; or empty
    nnet_layer *layer;
    size_t read, capacity; // layers
    crease_error *error;
} nnet_reader;

static void nnet_clear(nnet_reader *reader)
{
    for (int i = 0; i < LISTS; i++)
        literals_clear(reader->list + i);
    for (size_t l = 0; l < reader->read; l++) {
        literals_clear(&reader->layer[l].weight);
        literals_clear(&reader->layer[l].bias);
    }
    free(reader->layer);
    free(reader->size);
}

// ---- Lines ----

static int is_comment(document_text document, size_t at)
{
    return at + 1 < document.size && document.text[at] == '/' && document.text[at + 1] == '/';
}

static int is_nnet_space(char c)
{
    return c != '\0' && strchr(" \t\n\v\f\r", c) != NULL;
}

// Returns the offset of the header, after comments and white space.
static size_t find_header(document_text document)
{
    word_scanner scan = {.document = document};
    while (scan.at < document.size)
        if (is_comment(document, scan.at))
            word_skip_line(&scan);
        else if (is_nnet_space(document.text[scan.at]))
            scan.at++;
        else
            break;
    return scan.at;
}

// An NNet file begins with a number, after comments; a file of comments alone is a truncated one.
int net_sniff_nnet(document_text document)
{
    size_t at = find_header(document), comment = 0;
    if (at < document.size)
        return document.text[at] >= '0' && document.text[at] <= '9';
    while (comment < at && is_nnet_space(document.text[comment]))
        comment++;
    return is_comment(document, comment);
}

// Reads the numbers of a line, with commas between them; one at the end is allowed.
static crease_status read_number_list(nnet_reader *reader, literal_list *to, const char *where)
{
    crease_status status = CREASE_OK;
    fmpq_t value;
    word w;
    fmpq_init(value);
    for (int first = 1; status == CREASE_OK; first = 0) {
        crease_error inner;
        w = word_next_in_line(&reader->scan);
        if (!first && w.length && !word_is(w, ",")) {
            status = word_refuse(reader->error, &reader->scan, w, where, "a comma");
            break;
        }
        if (!first && w.length)
            w = word_next_in_line(&reader->scan);
        if (!w.length)
            break;
        if (word_is(w, ","))
            status = word_refuse(reader->error, &reader->scan, w, where, "a number");
        else if (rational_parse(value, w.text, w.length, &inner))
            status = word_fail(reader->error, &reader->scan, w, where, "%s", inner.message);
        else
            literals_add(to, value, w.offset);
    }
    fmpq_clear(value);
    return status;
}

// ---- The header ----

static word word_of(const nnet_reader *reader, const literal *number)
{
    word_scanner scan = reader->scan;
    scan.at = number->offset;
    return word_next(&scan);
}

static crease_status take_nnet_size(nnet_reader *reader, size_t *size, const literal *from,
                                    const char *what)
{
    if (word_count(size, word_of(reader, from), MAX_COUNT) && *size > 0)
        return CREASE_OK;
    return word_refuse(reader->error, &reader->scan, word_of(reader, from), NULL,
                       "%s, an integer from 1 to %d", what, MAX_COUNT);
}

// Takes the sizes of the input and of all layers; further numbers are ignored.
static crease_status take_sizes(nnet_reader *reader, const literal_list *sizes, size_t begin)
{
    if (sizes->count <= reader->layers)
        return word_fail(reader->error, &reader->scan, (word){.offset = begin}, NULL,
                         "expected %zu sizes, of the input and of %zu layer%s, found %zu",
                         reader->layers + 1, reader->layers, plural(reader->layers), sizes->count);
    reader->size = memory_new(reader->layers + 1, sizeof *reader->size);
    for (size_t i = 0; i <= reader->layers; i++)
        if (take_nnet_size(reader, reader->size + i, sizes->number + i,
                           i ? "the number of units" : "the number of inputs"))
            return CREASE_ERROR;
    return CREASE_OK;
}

// Reads "LAYERS, INPUTS, OUTPUTS, LARGEST", where all but the first may be missing, and the sizes,
// which must agree.
static crease_status read_first_lines(nnet_reader *reader, literal_list *head, literal_list *sizes)
{
    if (read_number_list(reader, head, NULL))
        return CREASE_ERROR;
    if (head->count == 0)
        return word_refuse(reader->error, &reader->scan, (word){.offset = reader->scan.at}, NULL,
                           "the number of layers");
    const size_t begin = reader->scan.at;
    if (take_nnet_size(reader, &reader->layers, head->number, "the number of layers") ||
        read_number_list(reader, sizes, NULL) || take_sizes(reader, sizes, begin))
        return CREASE_ERROR;
    for (size_t i = 1; i < 3 && i < head->count; i++) {
        const size_t size = reader->size[i == 1 ? 0 : reader->layers];
        if (fmpq_cmp_ui(&head->number[i].value, size))
            return word_refuse(reader->error, &reader->scan, word_of(reader, head->number + i),
                               NULL, "%zu for the number of %s, as on the next line", size,
                               i == 1 ? "inputs" : "outputs");
    }
    return CREASE_OK;
}

// Reads a list of the header. An empty line or a single zero means that there is none.
static crease_status read_header_list(nnet_reader *reader, int which)
{
    literal_list *list = reader->list + which;
    const size_t begin = reader->scan.at, wanted = reader->size[0] + (which >= MEANS);
    if (read_number_list(reader, list, list_name[which]))
        return CREASE_ERROR;
    if (list->count == 0 || (list->count == 1 && fmpq_is_zero(&list->number[0].value)))
        literals_clear(list);
    else if (list->count < wanted)
        return word_fail(reader->error, &reader->scan, (word){.offset = begin}, list_name[which],
                         "expected %zu number%s, one for each input%s, or 0 for none, found %zu",
                         wanted, plural(wanted), which >= MEANS ? " and one for the outputs" : "",
                         list->count);
    return CREASE_OK;
}

static crease_status read_header(nnet_reader *reader)
{
    literal_list head = {0}, sizes = {0};
    crease_status status = read_first_lines(reader, &head, &sizes);
    literals_clear(&head);
    literals_clear(&sizes);
    word_skip_line(&reader->scan); // a line that is not used
    for (int i = 0; i < LISTS && status == CREASE_OK; i++)
        status = read_header_list(reader, i);
    return status;
}

// ---- Weights and biases ----

// Reads the next line that is not empty, which must have `wanted` numbers.
static crease_status read_nnet_row(nnet_reader *reader, literal_list *to, size_t wanted,
                                   const char *what, size_t row)
{
    char where[80];
    snprintf(where, sizeof where, "layer %zu, %s %zu", reader->read, what, row + 1);
    const size_t before = to->count;
    word_scanner ahead = reader->scan;
    const word next = word_next(&ahead);
    if (next.length == 0)
        return word_refuse(reader->error, &reader->scan, next, where, "%zu number%s", wanted,
                           plural(wanted));
    reader->scan.at = next.offset;
    if (read_number_list(reader, to, where))
        return CREASE_ERROR;
    if (to->count - before == wanted)
        return CREASE_OK;
    return word_fail(reader->error, &reader->scan, (word){.offset = next.offset}, where,
                     "expected %zu number%s, found %zu", wanted, plural(wanted),
                     to->count - before);
}

static crease_status read_nnet_layer(nnet_reader *reader)
{
    const size_t l = reader->read, columns = reader->size[l], rows = reader->size[l + 1];
    MEMORY_RESERVE(reader->layer, reader->capacity, l + 1);
    nnet_layer *layer = reader->layer + reader->read++;
    *layer = (nnet_layer){0};
    for (size_t i = 0; i < 2 * rows; i++)
        if (i < rows ? read_nnet_row(reader, &layer->weight, columns, "row", i)
                     : read_nnet_row(reader, &layer->bias, 1, "bias", i - rows))
            return CREASE_ERROR;
    return CREASE_OK;
}

static crease_status read_nnet_file(nnet_reader *reader)
{
    crease_status status = read_header(reader);
    while (status == CREASE_OK && reader->read < reader->layers)
        status = read_nnet_layer(reader);
    if (status != CREASE_OK)
        return status;
    const word rest = word_next(&reader->scan);
    return rest.length ? word_refuse(reader->error, &reader->scan, rest, NULL,
                                     "the end of the file after %zu layer%s", reader->layers,
                                     plural(reader->layers))
                       : CREASE_OK;
}

// ---- Normalisation ----

// The entry of a list for input j, or for the outputs if j is the number of inputs; NULL: there is
// no list. The outputs have the last entry, because some files have more.
static const literal *list_entry(const nnet_reader *reader, int which, size_t j)
{
    const literal_list *list = reader->list + which;
    if (list->count == 0)
        return NULL;
    return list->number + (j < reader->size[0] ? j : list->count - 1);
}

// The input of the network is (x - mean) / range: a weight w becomes w / range, and w mean / range
// is subtracted from the bias.
static crease_status fold_inputs(nnet_reader *reader)
{
    nnet_layer *layer = reader->layer;
    const size_t inputs = reader->size[0];
    for (size_t i = 0; i < layer->weight.count; i++) {
        const literal *mean = list_entry(reader, MEANS, i % inputs);
        const literal *range = list_entry(reader, RANGES, i % inputs);
        fmpq *weight = &layer->weight.number[i].value;
        if (range && fmpq_is_zero(&range->value))
            return word_fail(reader->error, &reader->scan, (word){.offset = range->offset}, NULL,
                             "the range of input %zu is 0, by which it would be divided", i + 1);
        if (range)
            fmpq_div(weight, weight, &range->value);
        if (mean)
            fmpq_submul(&layer->bias.number[i / inputs].value, weight, &mean->value);
    }
    return CREASE_OK;
}

// An output y becomes y range + mean.
static void fold_outputs(nnet_reader *reader)
{
    nnet_layer *layer = reader->layer + reader->layers - 1;
    const size_t weights = layer->weight.count, biases = layer->bias.count;
    const literal *mean = list_entry(reader, MEANS, reader->size[0]),
                  *range = list_entry(reader, RANGES, reader->size[0]);
    for (size_t i = 0; i < weights + biases; i++) {
        fmpq *value =
            i < weights ? &layer->weight.number[i].value : &layer->bias.number[i - weights].value;
        if (range)
            fmpq_mul(value, value, &range->value);
        if (mean && i >= weights)
            fmpq_add(value, value, &mean->value);
    }
}

// ---- The network ----

// Returns the comments before the header, without slashes; "" if they are not UTF-8.
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
    while (length && is_nnet_space(text[length - 1]))
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

static crease_net *make_nnet(nnet_reader *reader, document_text document)
{
    crease_net *net = net_new(reader->size[0], reader->layers);
    for (size_t l = 0; l < reader->layers; l++) {
        nnet_layer *layer = reader->layer + l;
        net_layer *to = net->layer + l;
        activation act;
        activation_parse(&act, l + 1 < reader->layers ? "relu" : "linear", NULL);
        net_layer_init(to, reader->size[l], reader->size[l + 1], act);
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
    const int raw = source->options->nnet_raw;
    nnet_reader reader = {.scan = {.document = document, .marks = ",", .at = find_header(document)},
                          .error = error};
    crease_status status = read_nnet_file(&reader);
    if (status == CREASE_OK && !raw)
        status = fold_inputs(&reader);
    if (status == CREASE_OK && !raw)
        fold_outputs(&reader);
    if (status == CREASE_OK) {
        *source->net = make_nnet(&reader, document);
        note_parts(*source->net, &reader, raw);
    }
    nnet_clear(&reader);
    return status;
}
