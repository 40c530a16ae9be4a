// Fuzzing the reader of ONNX: whatever the bytes, an error of one line, or a network that survives
// being written and read again if it is small. The last byte chooses options. Most changes keep the
// file a message of protobuf: one field, at any depth, is changed, dropped, doubled or moved.
#include <crease/crease.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most); // of libFuzzer
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

// ---- fields of a message ----

enum { FIELDS = 400, VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

typedef struct {
    const uint8_t *start, *value, *end; // its tag, what follows tag and length
    unsigned type;
} field;

static bool read_varint(uint64_t *value, const uint8_t **from, const uint8_t *end)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && *from < end; shift += 7) {
        const uint8_t byte = *(*from)++;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static size_t write_varint(uint8_t *text, uint64_t value)
{
    size_t size = 0;
    for (; value >= 128; value >>= 7)
        text[size++] = (uint8_t)(value | 128);
    text[size++] = (uint8_t)value;
    return size;
}

static bool read_field(field *f, const uint8_t *from, const uint8_t *end)
{
    uint64_t tag, length = 0;
    f->start = from;
    if (!read_varint(&tag, &from, end) || tag >> 3 == 0)
        return false;
    f->type = tag & 7;
    f->value = from;
    switch (f->type) {
    case VARINT:
        if (!read_varint(&length, &from, end))
            return false;
        f->end = from;
        return true;
    case BYTES:
        if (!read_varint(&length, &from, end))
            return false;
        f->value = from;
        break;
    case FIXED64:
    case FIXED32:
        length = f->type == FIXED64 ? 8 : 4;
        break;
    default:
        return false;
    }
    if (length > (size_t)(end - f->value))
        return false;
    f->end = f->value + length;
    return true;
}

// How many fields the message has; 0 if it is none.
static size_t read_fields(field *all, const uint8_t *from, size_t size)
{
    const uint8_t *end = from + size;
    size_t count = 0;
    for (; from < end; from = all[count++].end)
        if (count == FIELDS || !read_field(all + count, from, end))
            return 0;
    return count;
}

// ---- changes ----

typedef struct {
    uint8_t *text;
    size_t size, most;
    bool overflows;
} output;

static void put(output *out, const uint8_t *from, size_t size)
{
    out->overflows |= size > out->most - out->size;
    if (out->overflows)
        return;
    memcpy(out->text + out->size, from, size);
    out->size += size;
}

static void put_field(output *out, const field *f)
{
    put(out, f->start, (size_t)(f->end - f->start));
}

// The tag of f with another value.
static void put_value(output *out, const field *f, const uint8_t *value, size_t size)
{
    uint64_t tag;
    const uint8_t *after = f->start;
    uint8_t length[10];
    read_varint(&tag, &after, f->end);
    put(out, f->start, (size_t)(after - f->start));
    if (f->type == BYTES)
        put(out, length, write_varint(length, size));
    put(out, value, size);
}

static void put_changed_number(output *out, const field *f, unsigned seed)
{
    const uint8_t *from = f->value;
    uint64_t value;
    uint8_t text[10];
    read_varint(&value, &from, f->end);
    const uint64_t values[] = {
        value + 1, value - 1, 0,          1,         UINT64_MAX,
        INT64_MAX, INT32_MAX, 1ULL << 33, value * 2, value ^ 1ULL << seed / 16 % 64};
    put(out, f->start, (size_t)(f->value - f->start));
    put(out, text, write_varint(text, values[seed % (sizeof values / sizeof *values)]));
}

static void put_changed(output *out, const uint8_t *from, size_t size, unsigned seed);

static void put_changed_value(output *out, const field *f, unsigned seed)
{
    enum { ROOM = 1 << 16 };
    static field below[FIELDS];
    const size_t size = (size_t)(f->end - f->value);
    uint8_t *value = malloc(ROOM);
    output inside = {.text = value, .most = ROOM};
    if (f->type == VARINT) {
        put_changed_number(out, f, seed);
    } else if (f->type == BYTES && seed % 8 && read_fields(below, f->value, size)) {
        put_changed(&inside, f->value, size, seed / 8);
        put_value(out, f, value, inside.size);
    } else if (size < ROOM / 2) {
        memcpy(value, f->value, size);
        const bool keeps_size = f->type != BYTES || seed % 2;
        const size_t changed = LLVMFuzzerMutate(value, size, keeps_size ? size : size + 16);
        put_value(out, f, value, f->type == BYTES ? changed : size);
    }
    free(value);
}

// The message with one change.
static void put_changed(output *out, const uint8_t *from, size_t size, unsigned seed)
{
    field *all = malloc(FIELDS * sizeof *all);
    const size_t count = read_fields(all, from, size);
    srand(seed);
    const size_t chosen = count ? (size_t)rand() % count : 0;
    const size_t other = count ? (size_t)rand() % count : 0;
    const int change = rand() % 16;
    for (size_t i = 0; i < count; i++) {
        const bool is_chosen = i == chosen;
        if (is_chosen && change == 0)
            continue;
        if (is_chosen && change == 1)
            put_field(out, all + i);
        if (i == other && change == 2)
            put_field(out, all + chosen);
        if (is_chosen && change > 2)
            put_changed_value(out, all + i, (unsigned)rand());
        else
            put_field(out, all + i);
    }
    free(all);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint8_t *text = malloc(most + 1);
    output out = {.text = text, .most = most};
    if (seed % 8)
        put_changed(&out, data, size, seed / 8);
    const size_t changed = out.overflows ? 0 : out.size;
    memcpy(data, text, changed);
    free(text);
    return changed ? changed : LLVMFuzzerMutate(data, size, most);
}

// ---- reading ----

static void check_round_trip(const crease_net *net)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    crease_net_write(stream, net);
    fclose(stream);
    crease_net *again;
    crease_error error;
    if (crease_net_parse(&again, text, length, "again", NULL, &error) != CREASE_OK ||
        strcmp(crease_net_sha256(net), crease_net_sha256(again)) != 0)
        abort();
    crease_net_free(again);
    free(text);
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const crease_net_options options = {.onnx_drop_last = size && data[size - 1] % 2};
    crease_net *net;
    crease_error error = {0};
    if (crease_net_parse(&net, (const char *)data, size, "fuzz", &options, &error)) {
        if (!error.message[0] || strchr(error.message, '\n') || strchr(error.where, '\n'))
            abort();
        return false;
    }
    if (crease_net_parameters(net) < 10000)
        check_round_trip(net);
    crease_net_free(net);
    return false;
}
