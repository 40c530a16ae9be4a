// Unpacking what gzip has packed: against zlib's own packing, cut off, damaged, and too long.
#include "base/gzip.h"
#include "base/memory.h"
#include "base/random.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>
#include <zlib.h>

// Packs size bytes as one member, at the end of a list of *packed bytes. The caller frees the list.
static char *pack(char *list, size_t *packed, const char *text, size_t size)
{
    z_stream stream = {0};
    CU_ASSERT_EQUAL_FATAL(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
                          Z_OK);
    size_t most = deflateBound(&stream, size);
    list = memory_resize(list, *packed + most, 1);
    stream.next_in = (Bytef *)text;
    stream.avail_in = (uInt)size;
    stream.next_out = (Bytef *)list + *packed;
    stream.avail_out = (uInt)most;
    CU_ASSERT_EQUAL_FATAL(deflate(&stream, Z_FINISH), Z_STREAM_END);
    *packed += stream.total_out;
    deflateEnd(&stream);
    return list;
}

static void check_text(const char *packed, size_t packed_size, const char *expected, size_t size)
{
    char *text;
    size_t found;
    crease_error error;
    document_text document = {packed, packed_size};
    CU_ASSERT(gzip_is_packed(document));
    CU_ASSERT_EQUAL_FATAL(gzip_unpack(&text, &found, document, size, &error), CREASE_OK);
    CU_ASSERT_EQUAL(found, size);
    CU_ASSERT(memcmp(text, expected, size) == 0);
    free(text);
}

static void check_error(const char *packed, size_t packed_size, size_t most, const char *expected)
{
    char *text;
    size_t found;
    crease_error error;
    document_text document = {packed, packed_size};
    CU_ASSERT_EQUAL(gzip_unpack(&text, &found, document, most, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, expected);
    CU_ASSERT_PTR_NULL(text);
    CU_ASSERT_EQUAL(gzip_unpack(&text, &found, document, most, NULL), CREASE_ERROR);
}

static char *some_text(size_t size)
{
    random_state random = unit_random(size);
    char *text = memory_new(size + 1, 1);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)(random_below(&random, 4) ? '0' : random_below(&random, 256));
    return text;
}

// Sizes around those in which room is made.
static void members(void)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 131072, 1000003};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i], packed = 0;
        char *text = some_text(size), *one = pack(NULL, &packed, text, size);
        check_text(one, packed, text, size);
        for (size_t cut = size / 3; cut < size; cut += size / 3 + 1) { // a second and third member
            packed = 0;
            one = pack(one, &packed, text, cut);
            one = pack(one, &packed, text + cut, 0);
            one = pack(one, &packed, text + cut, size - cut);
            check_text(one, packed, text, size);
        }
        free(text);
        free(one);
    }
}

static void what_is_packed(void)
{
    CU_ASSERT(!gzip_is_packed((document_text){"", 0}));
    CU_ASSERT(!gzip_is_packed((document_text){"\x1f", 1}));
    CU_ASSERT(!gzip_is_packed((document_text){"{}", 2}));
    CU_ASSERT(gzip_is_packed((document_text){"\x1f\x8b", 2}));
}

static void ends(void)
{
    size_t packed = 0, size = 1000;
    char *text = some_text(size), *list = pack(NULL, &packed, text, size);
    for (size_t cut = 2; cut < packed; cut++)
        check_error(list, cut, size, "is packed by gzip and cut off: its end is missing");
    list = memory_resize(list, packed + 100, 1);
    memset(list + packed, 0, 100);
    check_text(list, packed + 100, text, size); // as tapes are filled up
    list[packed + 99] = 'x';
    check_error(list, packed + 100, size, "is packed by gzip and damaged: incorrect header check");
    free(text);
    free(list);
}

UNIT_MAIN("gzip", {"members", members}, {"what is packed", what_is_packed}, {"ends", ends})
