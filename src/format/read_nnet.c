// Reads networks in NNet: comments, a header of seven lines, then the weights and biases of every
// layer, row by row (docs/formats.md). Hidden layers are relu, the last one is linear.
#include "base/fatal.h"
#include "base/memory.h"
#include "base/words.h"
#include "exact/literals.h"
#include "format/read.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = 2147483647 };

// The lines of the header, but for one that is not used, and the last line that was read. Minima to
// ranges have one number for each input; the last two have one for the outputs too.
enum { SHAPE, SIZES, UNUSED, MINIMA, MAXIMA, MEANS, RANGES, LINE, LISTS };

static const char *const list_name[] = {"", "", "", "minima", "maxima", "means", "ranges"};

typedef struct {
    word_scanner scan;
    size_t layers, *size;     // layers + 1 sizes, of the input and of each layer
    literal_list list[LISTS]; // as in the file, where they may be too long; or empty
    size_t begin;             // of the last line
    crease_net *net;
} nnet_reader;

// ---- Lines ----

static bool is_comment(document_text document, size_t offset)
{
    return offset + 1 < document.size && document.text[offset] == '/' &&
           document.text[offset + 1] == '/';
}

// Returns the offset of the header, after comments and white space.
static size_t find_header(document_text document)
{
    word_scanner scan = {.document = document, .marks = "", .comment = "//"};
    return word_next(&scan).offset;
}

// An NNet file begins with a number, after comments; a file of comments alone is a truncated one.
bool net_sniff_nnet(document_text document)
{
    const size_t header = find_header(document);
    word_scanner scan = {.document = document, .marks = ""};
    return header < document.size ? isdigit((unsigned char)document.text[header])
                                  : is_comment(document, word_next(&scan).offset);
}

// Reads the numbers of a line, with commas between them; one at the end is allowed.
static crease_status read_number_list(nnet_reader *reader, int which)
{
    literal_list *list = reader->list + which;
    crease_status status = CREASE_OK;
    word w;
    literals_clear(list);
    reader->begin = reader->scan.next;
    for (bool first = true; status == CREASE_OK; first = false) {
        w = word_next_in_line(&reader->scan);
        if (!first && w.length && !word_is(w, ",")) {
            status = word_refuse(&reader->scan, w, "a comma");
            break;
        }
        if (!first && w.length)
            w = word_next_in_line(&reader->scan);
        if (!w.length)
            break;
        if (word_is(w, ","))
            status = word_refuse(&reader->scan, w, "a number");
        else
            status = literals_take(list, &reader->scan, w);
    }
    return status;
}

// ---- The header ----

static word word_of(const nnet_reader *reader, const literal *number)
{
    word_scanner scan = reader->scan;
    scan.next = number->offset;
    return word_next(&scan);
}

static crease_status take_nnet_size(nnet_reader *reader, size_t *size, const literal *from,
                                    const char *what)
{
    if (word_count(size, word_of(reader, from), MAX_COUNT) && *size > 0)
        return CREASE_OK;
    return word_refuse(&reader->scan, word_of(reader, from), "%s, an integer from 1 to %d", what,
                       MAX_COUNT);
}

// "LAYERS, INPUTS, OUTPUTS, LARGEST", where all but the first may be missing.
static crease_status take_shape(nnet_reader *reader)
{
    const literal_list *shape = reader->list + SHAPE;
    return shape->count
               ? take_nnet_size(reader, &reader->layers, shape->number, "the number of layers")
               : word_refuse(&reader->scan, (word){.offset = reader->scan.next},
                             "the number of layers");
}

// The sizes of the input and of all layers, which must agree with the line before; further numbers
// are ignored.
static crease_status take_sizes(nnet_reader *reader)
{
    const literal_list *sizes = reader->list + SIZES, *shape = reader->list + SHAPE;
    if (sizes->count <= reader->layers)
        return word_fail(&reader->scan, (word){.offset = reader->begin},
                         "expected %zu sizes, of the input and of %zu layer%s, found %zu",
                         reader->layers + 1, reader->layers, plural(reader->layers), sizes->count);
    reader->size = memory_new(reader->layers + 1, sizeof *reader->size);
    for (size_t i = 0; i <= reader->layers; i++)
        if (take_nnet_size(reader, reader->size + i, sizes->number + i,
                           i ? "the number of units" : "the number of inputs"))
            return CREASE_ERROR;
    for (size_t i = 1; i < 3 && i < shape->count; i++) {
        const size_t size = reader->size[i == 1 ? 0 : reader->layers];
        if (fmpq_cmp_ui(&shape->number[i].value, size))
            return word_refuse(&reader->scan, word_of(reader, shape->number + i),
                               "%zu for the number of %s, as on the next line", size,
                               i == 1 ? "inputs" : "outputs");
    }
    return CREASE_OK;
}

// An empty line or a single zero means that there is none.
static crease_status take_list(nnet_reader *reader, int which)
{
    literal_list *list = reader->list + which;
    const size_t wanted = reader->size[0] + (which >= MEANS);
    if (list->count == 0 || (list->count == 1 && fmpq_is_zero(&list->number[0].value)))
        literals_clear(list);
    else if (list->count < wanted)
        return word_fail(&reader->scan, (word){.offset = reader->begin},
                         "expected %zu number%s, one for each input%s, or 0 for none, found %zu",
                         wanted, plural(wanted), which >= MEANS ? " and one for the outputs" : "",
                         list->count);
    return CREASE_OK;
}

static crease_status read_header(nnet_reader *reader)
{
    for (int k = SHAPE; k <= RANGES; k++) {
        strcpy(reader->scan.where, list_name[k]);
        if (k == UNUSED)
            word_skip_line(&reader->scan);
        else if (read_number_list(reader, k) || (k == SHAPE   ? take_shape(reader)
                                                 : k == SIZES ? take_sizes(reader)
                                                              : take_list(reader, k)))
            return CREASE_ERROR;
    }
    return CREASE_OK;
}

// ---- Weights and biases ----

// Reads the next line that is not empty, which must have `wanted` numbers.
static crease_status read_nnet_row(nnet_reader *reader, size_t wanted, size_t layer,
                                   const char *what, size_t row)
{
    snprintf(reader->scan.where, sizeof reader->scan.where, "layer %zu, %s %zu", layer, what, row);
    word_scanner ahead = reader->scan;
    const word next = word_next(&ahead);
    if (next.length == 0)
        return word_refuse(&reader->scan, next, "%zu number%s", wanted, plural(wanted));
    reader->scan.next = next.offset;
    if (read_number_list(reader, LINE))
        return CREASE_ERROR;
    if (reader->list[LINE].count == wanted)
        return CREASE_OK;
    return word_fail(&reader->scan, (word){.offset = next.offset},
                     "expected %zu number%s, found %zu", wanted, plural(wanted),
                     reader->list[LINE].count);
}

static crease_status read_nnet_layer(nnet_reader *reader, size_t l)
{
    ASSERT(l < reader->layers);
    const size_t columns = reader->size[l], units = reader->size[l + 1];
    net_layer *layer = reader->net->layer + l;
    weight_rows rows = {0};
    activation act;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < units && status == CREASE_OK; i++) {
        status = read_nnet_row(reader, columns, l, "row", i);
        for (size_t k = 0; k < columns && status == CREASE_OK; k++)
            fmpq_swap(weight_rows_add(&rows, k), &reader->list[LINE].number[k].value);
        weight_rows_end(&rows);
    }
    if (status == CREASE_OK) {
        activation_parse(&act, l + 1 < reader->layers ? "relu" : "linear", NULL);
        net_layer_init_rows(layer, &rows, columns, units, &act, 1, NULL);
    }
    weight_rows_clear(&rows);
    for (size_t i = 0; i < units && status == CREASE_OK; i++) {
        status = read_nnet_row(reader, 1, l, "bias", i);
        if (status == CREASE_OK)
            fmpq_swap(layer->bias + i, &reader->list[LINE].number->value);
    }
    return status;
}

static crease_status read_nnet_file(nnet_reader *reader)
{
    if (read_header(reader))
        return CREASE_ERROR;
    reader->net = net_new(reader->size[0], reader->layers);
    for (size_t l = 0; l < reader->layers; l++)
        if (read_nnet_layer(reader, l))
            return CREASE_ERROR;
    *reader->scan.where = '\0';
    const word rest = word_next(&reader->scan);
    return rest.length ? word_refuse(&reader->scan, rest, "the end of the file after %zu layer%s",
                                     reader->layers, plural(reader->layers))
                       : CREASE_OK;
}

// ---- Normalisation ----

// The entry of a list for input j, or for the outputs if j is the number of inputs; NULL: there is
// no list. The outputs have the last entry, because some files have more.
static const fmpq *list_entry(const nnet_reader *reader, int which, size_t j)
{
    ASSERT(reader->list[which].count == 0 || reader->list[which].count >= reader->size[0]);
    const literal_list *list = reader->list + which;
    if (list->count == 0)
        return NULL;
    return &list->number[j < reader->size[0] ? j : list->count - 1].value;
}

// The input of the network is (x - mean) / range: a weight w becomes w / range, and w mean / range
// is subtracted from the bias. An output y becomes y range + mean.
static crease_status fold_normalisation(nnet_reader *reader)
{
    net_layer *layer = reader->net->layer, *last = layer + reader->layers - 1;
    const size_t inputs = reader->size[0];
    const fmpq *mean, *range;
    for (size_t j = 0; j < inputs && reader->list[RANGES].count; j++)
        if (fmpq_is_zero(list_entry(reader, RANGES, j)))
            return word_fail(&reader->scan, (word){.offset = reader->list[RANGES].number[j].offset},
                             "the range of input %zu is 0, by which it would be divided", j + 1);
    for (size_t r = 0; r < layer->rows; r++) {
        const sparsity_row row = sparsity_row_of(&layer->support, r);
        for (size_t k = 0; k < row.count; k++) {
            fmpq *weight = layer->weight + row.first + k;
            if ((range = list_entry(reader, RANGES, row_column(&row, k))))
                fmpq_div(weight, weight, range);
            if ((mean = list_entry(reader, MEANS, row_column(&row, k))))
                fmpq_submul(layer->bias + r, weight, mean);
        }
    }
    range = list_entry(reader, RANGES, inputs);
    mean = list_entry(reader, MEANS, inputs);
    for (size_t k = 0; range && k < sparsity_entries(&last->support); k++)
        fmpq_mul(last->weight + k, last->weight + k, range);
    for (size_t r = 0; r < last->rows; r++) {
        if (range)
            fmpq_mul(last->bias + r, last->bias + r, range);
        if (mean)
            fmpq_add(last->bias + r, last->bias + r, mean);
    }
    return CREASE_OK;
}

// ---- The network ----

// Returns the comments before the header, without slashes; "" if they are not UTF-8.
static char *take_comments(document_text document)
{
    const size_t end = find_header(document);
    size_t length = 0;
    char *text = memory_new(end + 1, 1);
    word_scanner scan = {.document = document};
    while (scan.next < end) {
        size_t begin = scan.next;
        word_skip_line(&scan);
        if (!is_comment(document, begin))
            continue;
        for (begin += 2; begin < scan.next && document.text[begin] == ' ';)
            begin++;
        memcpy(text + length, document.text + begin, scan.next - begin);
        length += scan.next - begin;
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    for (size_t i = 0, bytes; i < length; i += bytes)
        if (!(bytes = utf8_length(text + i, length - i))) {
            *text = '\0';
            break;
        }
    return text;
}

static void note_parts(crease_net *net, const nnet_reader *reader, int raw)
{
    static const char *const parts[] = {"means and ranges of inputs", "mean and range of outputs"};
    const size_t layer[] = {0, reader->layers - 1};
    for (int i = 0; i < 2; i++)
        if (!reader->list[MEANS].count && !reader->list[RANGES].count)
            net_note_part(net, parts[i], "there are none");
        else if (raw)
            net_note_part(net, parts[i], "left out");
        else
            net_note_part(net, parts[i], "layer %zu", layer[i]);
    if (reader->list[MINIMA].count || reader->list[MAXIMA].count)
        net_note_part(net, "minima and maxima", "left out, because inputs are not clipped");
}

crease_status net_parse_nnet(void *target, document_text document, crease_error *error)
{
    const net_source *source = target;
    const int raw = source->options->nnet_raw;
    nnet_reader reader = {
        .scan = {
            .document = document, .marks = ",", .next = find_header(document), .error = error}};
    crease_status status = read_nnet_file(&reader);
    if (status == CREASE_OK && !raw)
        status = fold_normalisation(&reader);
    if (status == CREASE_OK) {
        free(reader.net->about);
        reader.net->about = take_comments(document);
        net_store(reader.net, STORE_WHAT_PAYS);
        net_finish(reader.net);
        note_parts(reader.net, &reader, raw);
        *source->net = reader.net;
    } else {
        crease_net_free(reader.net);
    }
    for (int i = 0; i < LISTS; i++)
        literals_clear(reader.list + i);
    free(reader.size);
    return status;
}
