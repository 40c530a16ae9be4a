// Files that gzip has packed (RFC 1952), by zlib.
#include "base/gzip.h"

#include "base/budget.h"
#include "base/error.h"
#include "base/memory.h"
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

int gzip_is_packed(document_text document)
{
    return document.size >= 2 && document.text[0] == '\x1f' && document.text[1] == '\x8b';
}

// Bytes are left that are not zero.
static int has_more(const z_stream *stream)
{
    for (uInt i = 0; i < stream->avail_in; i++)
        if (stream->next_in[i])
            return 1;
    return 0;
}

// Member by member, until zlib says that all is at its end, or what is wrong.
static int unpack_members(char **text, size_t *size, z_stream *stream, size_t most)
{
    int said = Z_OK;
    size_t capacity = 0;
    while (said == Z_OK && *size <= most) {
        MEMORY_RESERVE(*text, capacity, *size + 65536);
        const size_t room = capacity - *size < UINT_MAX ? capacity - *size : UINT_MAX;
        stream->next_out = (Bytef *)*text + *size;
        stream->avail_out = (uInt)room;
        said = inflate(stream, Z_NO_FLUSH);
        *size += room - stream->avail_out;
        if (said == Z_STREAM_END && has_more(stream))
            said = inflateReset(stream);
    }
    return said;
}

crease_status gzip_unpack(char **text, size_t *size, document_text packed, size_t most,
                          crease_error *error)
{
    enum { ONLY_GZIP = 16 };
    z_stream stream = {.next_in = (Bytef *)packed.text, .avail_in = (uInt)packed.size};
    crease_status status = CREASE_OK;
    *text = NULL;
    *size = 0;
    int said = inflateInit2(&stream, MAX_WBITS + ONLY_GZIP);
    if (said != Z_OK)
        return error_set(error, "is packed by gzip, and zlib cannot unpack it: %s", zError(said));
    if (packed.size <= UINT_MAX)
        said = unpack_members(text, size, &stream, most);
    if (said == Z_MEM_ERROR)
        budget_refuse(0);
    if (*size > most || packed.size > UINT_MAX)
        status =
            error_set(error, "is too long: at most %zu bytes can be read, once unpacked", most);
    else if (said == Z_BUF_ERROR && !stream.avail_in)
        status = error_set(error, "is packed by gzip and cut off: its end is missing");
    else if (said != Z_STREAM_END)
        status = error_set(error, "is packed by gzip and damaged: %s",
                           stream.msg ? stream.msg : zError(said));
    inflateEnd(&stream);
    if (status != CREASE_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
