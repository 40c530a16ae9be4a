// Reads networks in ONNX, or refuses them if crease was built without.
#include "base/error.h"
#include "base/fatal.h"
#include "format/read.h"

#include <string.h>

// A model begins with one of its fields: its version, the name or version of its producer, or the
// graph. No text of another format begins so.
bool net_sniff_onnx(document_text document)
{
    static const char first[] = {0x08, 0x12, 0x1a, 0x3a};
    return document.size && memchr(first, document.text[0], sizeof first) != NULL;
}

#ifdef CREASE_ONNX

#include "base/memory.h"
#include "format/onnx_graph.h"
#include <stdlib.h>

// protobuf-c recurses for every level of nesting, merges repeated copies of a message, and takes
// some hundred bytes for a message of two. All three are bounded before it unpacks a model.
enum { MOST_LEVELS = 64, MOST_FIELDS = 1 << 23, MOST_KINDS = 64 };

typedef struct {
    document_text document;
    size_t offset, fields;
    crease_error *error;
} wire_scan;

static crease_status refuse_model(const wire_scan *s, const char *what)
{
    return error_set(s->error, "is not an ONNX model: byte %zu: %s", s->offset, what);
}

static crease_status take_varint(uint64_t *value, wire_scan *s, size_t end)
{
    ASSERT(s->offset <= end && end <= s->document.size);
    *value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (s->offset == end)
            return refuse_model(s, "it ends within a number");
        const unsigned char byte = (unsigned char)s->document.text[s->offset++];
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return CREASE_OK;
    }
    return refuse_model(s, "a number is too long");
}

// Returns the number of bytes of a field after its key.
static crease_status take_field_size(uint64_t *size, wire_scan *s, uint64_t key, size_t end)
{
    switch (key & 7) {
    case PROTOBUF_C_WIRE_TYPE_VARINT:
        *size = 0;
        return take_varint(&key, s, end);
    case PROTOBUF_C_WIRE_TYPE_64BIT:
    case PROTOBUF_C_WIRE_TYPE_32BIT:
        *size = (key & 7) == PROTOBUF_C_WIRE_TYPE_64BIT ? 8 : 4;
        break;
    case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
        if (take_varint(size, s, end))
            return CREASE_ERROR;
        break;
    default:
        return refuse_model(s, "expected the kind of a field");
    }
    return *size > end - s->offset ? refuse_model(s, "it ends within a field") : CREASE_OK;
}

// Checks a message of a kind, which ends at `end`.
static crease_status scan_message(wire_scan *s, const ProtobufCMessageDescriptor *kind, size_t end,
                                  int level)
{
    ASSERT(s->offset <= end && end <= s->document.size);
    uint64_t seen = 0; // messages that may occur once, by their place in the descriptor
    if (level > MOST_LEVELS)
        return refuse_model(s, "it is nested too deeply");
    while (s->offset < end) {
        uint64_t key, size;
        if (++s->fields > MOST_FIELDS)
            return refuse_model(s, "it has too many parts");
        if (take_varint(&key, s, end))
            return CREASE_ERROR;
        if (key >> 3 == 0 || key >> 32)
            return refuse_model(s, "expected the number of a field");
        if (take_field_size(&size, s, key, end))
            return CREASE_ERROR;
        const ProtobufCFieldDescriptor *field =
            protobuf_c_message_descriptor_get_field(kind, (unsigned)(key >> 3));
        if (!field || field->type != PROTOBUF_C_TYPE_MESSAGE ||
            (key & 7) != PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED) {
            s->offset += (size_t)size;
            continue;
        }
        const size_t place = (size_t)(field - kind->fields);
        if (field->label != PROTOBUF_C_LABEL_REPEATED) {
            if (place >= MOST_KINDS || seen >> place & 1)
                return refuse_model(s, "a field is there twice");
            seen |= (uint64_t)1 << place;
        }
        if (scan_message(s, field->descriptor, s->offset + (size_t)size, level + 1))
            return CREASE_ERROR;
    }
    return CREASE_OK;
}

static void *wire_allocate(void *data, size_t size)
{
    (void)data;
    return memory_new(size ? size : 1, 1);
}

static void wire_release(void *data, void *pointer)
{
    (void)data;
    free(pointer);
}

static ProtobufCAllocator allocator = {.alloc = wire_allocate, .free = wire_release};

static crease_status unpack_model(Onnx__ModelProto **model, document_text document,
                                  crease_error *error)
{
    wire_scan s = {.document = document, .error = error};
    if (scan_message(&s, &onnx__model_proto__descriptor, document.size, 1))
        return CREASE_ERROR;
    *model = onnx__model_proto__unpack(&allocator, document.size, (const uint8_t *)document.text);
    if (!*model)
        return error_set(error,
                         "is not an ONNX model: its fields do not have the types of onnx.proto");
    return CREASE_OK;
}

crease_status net_parse_onnx(void *target, document_text document, crease_error *error)
{
    const net_source *source = target;
    Onnx__ModelProto *model;
    if (unpack_model(&model, document, error))
        return CREASE_ERROR;
    crease_status status = onnx_make_net(source, model, error);
    if (status == CREASE_OK)
        net_finish(*source->net);
    onnx__model_proto__free_unpacked(model, &allocator);
    return status;
}

#else

crease_status net_parse_onnx(void *target, document_text document, crease_error *error)
{
    (void)target, (void)document;
    return error_set(error, "is an ONNX model, and crease was built without ONNX (ONNX=)");
}

#endif
