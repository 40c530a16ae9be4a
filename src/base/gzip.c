// Files that gzip has packed (RFC 1952), by zlib.
#include "base/gzip.h"

#include "base/error.h"
#include "base/memory.h"
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

int gzip_is_packed(document_text document)
{
    return document.size >= 2 && document.text[0] == '\x1f' && document.text[1] == '\x8b';
}

// Documents may be longer than zlib counts: it gets them in portions.
static uInt gzip_portion(size_t size)
{
    return size < UINT_MAX ? (uInt)size : UINT_MAX;
}

static voidpf gzip_allocate(voidpf data, uInt count, uInt size)
{
    (void)data;
    return memory_new(count, size);
}

static void gzip_release(voidpf data, voidpf memory)
{
    (void)data;
    free(memory);
}

typedef struct {
    z_stream stream;
    document_text packed;
    size_t at; // how much of it is unpacked
    char *text;
    size_t size, capacity, most;
} unpacking;

// As much as fits in the room that there is. Returns what zlib says.
static int unpack_portion(unpacking *u)
{
    MEMORY_RESERVE(u->text, u->capacity, u->size + 65536);
    z_stream *stream = &u->stream;
    uInt given = gzip_portion(u->packed.size - u->at), room = gzip_portion(u->capacity - u->size);
    stream->next_in = (Bytef *)u->packed.text + u->at;
    stream->avail_in = given;
    stream->next_out = (Bytef *)u->text + u->size;
    stream->avail_out = room;
    int said = inflate(stream, Z_NO_FLUSH);
    u->at += given - stream->avail_in;
    u->size += room - stream->avail_out;
    return said;
}

static int is_zero(document_text document, size_t from)
{
    while (from < document.size && document.text[from] == '\0')
        from++;
    return from == document.size;
}

static crease_status unpack_members(unpacking *u, crease_error *error)
{
    for (;;) {
        int said = unpack_portion(u);
        if (u->size > u->most)
            return error_set(error, "is too long: at most %zu bytes can be read, once unpacked",
                             u->most);
        if (said == Z_STREAM_END && is_zero(u->packed, u->at))
            return CREASE_OK;
        if (said == Z_STREAM_END) {
            inflateReset(&u->stream);
            continue;
        }
        if (said == Z_BUF_ERROR && u->at == u->packed.size)
            return error_set(error, "is packed by gzip and cut off: its end is missing");
        if (said != Z_OK)
            return error_set(error, "is packed by gzip and damaged: %s",
                             u->stream.msg ? u->stream.msg : zError(said));
    }
}

crease_status gzip_unpack(char **text, size_t *size, document_text packed, size_t most,
                          crease_error *error)
{
    enum { ONLY_GZIP = 16 };
    unpacking u = {
        .stream = {.zalloc = gzip_allocate, .zfree = gzip_release}, .packed = packed, .most = most};
    *text = NULL;
    int said = inflateInit2(&u.stream, MAX_WBITS + ONLY_GZIP);
    if (said != Z_OK)
        return error_set(error, "is packed by gzip, and zlib cannot unpack it: %s", zError(said));
    crease_status status = unpack_members(&u, error);
    inflateEnd(&u.stream);
    if (status != CREASE_OK) {
        free(u.text);
        return status;
    }
    *text = u.text;
    *size = u.size;
    return CREASE_OK;
}
