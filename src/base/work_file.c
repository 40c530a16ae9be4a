// A binary file of work that is done.
#include "base/work_file.h"

#include "base/error.h"
#include "base/memory.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = SHA256_TEXT - 1, MOST_MAGIC = 64 };

// ---- Writing ----

crease_status work_write_begin(work_writer *writer, const char *path, const work_file_kind *kind,
                               const char *key, crease_error *error)
{
    if (out_file_open(&writer->out, path, error))
        return CREASE_ERROR;
    writer->content = pack_writer(writer->out.stream);
    pack_bytes(&writer->content, (void *)kind->magic, strlen(kind->magic));
    pack_bytes(&writer->content, (void *)key, HASH);
    return CREASE_OK;
}

crease_status work_write_end(work_writer *writer, crease_error *error)
{
    char hash[SHA256_TEXT];
    sha256_end(hash, &writer->content.hash);
    fwrite(hash, 1, HASH, writer->out.stream);
    return out_file_commit(&writer->out, error);
}

// ---- Reading ----

static crease_status refuse_file(work_reader *reader, const char *reason, crease_error *error)
{
    if (reader->stream)
        fclose(reader->stream);
    reader->stream = NULL;
    error_set(error, "%s", reason);
    return error_file(error, reader->path);
}

// Whether the file ends with the hash of its content; *size is the size of that content.
static bool is_whole(uint64_t *size, FILE *stream, size_t magic)
{
    enum { BLOCK = 1 << 16 };
    char hash[SHA256_TEXT], stored[SHA256_TEXT] = "";
    if (fseeko(stream, 0, SEEK_END) || ftello(stream) < (off_t)magic + 2 * HASH)
        return false;
    uint64_t left = *size = (uint64_t)ftello(stream) - HASH;
    struct sha256_ctx all;
    sha256_init(&all);
    rewind(stream);
    uint8_t *block = memory_new(BLOCK, 1);
    for (size_t got = 1; left && got; left -= got) {
        got = fread(block, 1, left < BLOCK ? (size_t)left : BLOCK, stream);
        sha256_update(&all, got, block);
    }
    free(block);
    sha256_end(hash, &all);
    return !left && fread(stored, 1, HASH, stream) == HASH && !memcmp(hash, stored, HASH);
}

crease_status work_read_begin(work_reader *reader, const char *path, const work_file_kind *kind,
                              const char *key, crease_error *error)
{
    char header[MOST_MAGIC + HASH];
    const size_t magic = strlen(kind->magic);
    uint64_t size;
    *reader = (work_reader){.path = path, .stream = fopen(path, "rb")};
    if (!reader->stream)
        return refuse_file(reader, errno == ENOENT ? kind->missing : strerror(errno), error);
    if (!is_whole(&size, reader->stream, magic))
        return refuse_file(reader, kind->damaged, error);
    rewind(reader->stream);
    reader->content = pack_reader(reader->stream, size);
    pack_bytes(&reader->content, header, magic + HASH);
    if (memcmp(header, kind->magic, magic) || (key && memcmp(header + magic, key, HASH)))
        return refuse_file(reader, kind->other, error);
    return CREASE_OK;
}

crease_status work_read_end(work_reader *reader, bool failed, crease_error *error)
{
    if (failed || reader->content.failed || reader->content.left)
        return refuse_file(reader, "does not have what a result has", error);
    fclose(reader->stream);
    reader->stream = NULL;
    return CREASE_OK;
}
