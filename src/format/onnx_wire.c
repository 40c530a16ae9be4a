// Models as protocol buffers: from bytes to the messages of onnx.proto.
//
// protobuf-c calls itself for every level of nesting, joins repeated copies of a message that may
// occur once, and takes some hundred bytes for a message of two. All three are bounded here first.
#include "format/onnx_wire.h"

#include "base/error.h"
#include "base/memory.h"
#include <inttypes.h>
#include <stdlib.h>

enum { MOST_LEVELS = 64, MOST_FIELDS = 1 << 23, MOST_KINDS = 64 };

// A message that is being looked through.
typedef struct {
    const ProtobufCMessageDescriptor *kind;
    size_t end;    // its offset
    uint64_t seen; // messages that it may contain once, by their place in the descriptor
} level;

typedef struct {
    document_text document;
    size_t at, fields;
    level levels[MOST_LEVELS];
    size_t depth; // the present one is the last
    crease_error *error;
} scan;

static crease_status refuse(const scan *s, const char *what)
{
    return error_set(s->error, "is no ONNX model: byte %zu: %s", s->at, what);
}

static crease_status take_varint(uint64_t *value, scan *s, size_t end)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (s->at == end)
            return refuse(s, "it ends within a number");
        const unsigned char byte = (unsigned char)s->document.text[s->at++];
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return CREASE_OK;
    }
    return refuse(s, "a number is too long");
}

static crease_status skip(scan *s, uint64_t size, size_t end)
{
    if (size > end - s->at)
        return refuse(s, "it ends within a field");
    s->at += (size_t)size;
    return CREASE_OK;
}

static crease_status enter(scan *s, const ProtobufCFieldDescriptor *field, size_t size)
{
    level *outer = s->levels + s->depth - 1;
    const size_t place = (size_t)(field - outer->kind->fields);
    if (field->label != PROTOBUF_C_LABEL_REPEATED) {
        if (place >= MOST_KINDS || outer->seen >> place & 1)
            return refuse(s, "a field is there twice");
        outer->seen |= (uint64_t)1 << place;
    }
    if (s->depth == MOST_LEVELS)
        return refuse(s, "it is nested too deeply");
    s->levels[s->depth++] = (level){field->descriptor, s->at + size, 0};
    return CREASE_OK;
}

static crease_status take_field(scan *s)
{
    const level *here = s->levels + s->depth - 1;
    const size_t end = here->end;
    uint64_t key, size;
    if (++s->fields > MOST_FIELDS)
        return refuse(s, "it has too many parts");
    if (take_varint(&key, s, end))
        return CREASE_ERROR;
    if (key >> 3 == 0 || key >> 32)
        return refuse(s, "expected the number of a field");
    switch (key & 7) {
    case PROTOBUF_C_WIRE_TYPE_VARINT:
        return take_varint(&size, s, end);
    case PROTOBUF_C_WIRE_TYPE_64BIT:
        return skip(s, 8, end);
    case PROTOBUF_C_WIRE_TYPE_32BIT:
        return skip(s, 4, end);
    case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
        break;
    default:
        return refuse(s, "expected the kind of a field");
    }
    if (take_varint(&size, s, end))
        return CREASE_ERROR;
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field(here->kind, (unsigned)(key >> 3));
    if (!field || field->type != PROTOBUF_C_TYPE_MESSAGE || size > end - s->at)
        return skip(s, size, end);
    return enter(s, field, (size_t)size);
}

static crease_status look_through(document_text document, crease_error *error)
{
    scan s = {.document = document, .depth = 1, .error = error};
    s.levels[0] = (level){&onnx__model_proto__descriptor, document.size, 0};
    while (s.depth) {
        if (s.at == s.levels[s.depth - 1].end)
            s.depth--;
        else if (take_field(&s))
            return CREASE_ERROR;
    }
    return CREASE_OK;
}

static void *allocate(void *data, size_t size)
{
    (void)data;
    return memory_new(size ? size : 1, 1);
}

static void release(void *data, void *pointer)
{
    (void)data;
    free(pointer);
}

static ProtobufCAllocator allocator = {.alloc = allocate, .free = release};

crease_status onnx_unpack(Onnx__ModelProto **model, document_text document, crease_error *error)
{
    if (look_through(document, error))
        return CREASE_ERROR;
    *model = onnx__model_proto__unpack(&allocator, document.size, (const uint8_t *)document.text);
    if (!*model)
        return error_set(error, "is no ONNX model: its fields do not have the types of onnx.proto");
    return CREASE_OK;
}

void onnx_free(Onnx__ModelProto *model)
{
    onnx__model_proto__free_unpacked(model, &allocator);
}
