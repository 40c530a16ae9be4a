// Values in a binary file, written and read by the same functions.
#include "base/pack.h"

#include "base/fatal.h"
#include <endian.h>
#include <flint/fmpz.h>
#include <string.h>

pack pack_writer(FILE *stream)
{
    pack p = {.stream = stream};
    sha256_init(&p.hash);
    return p;
}

pack pack_reader(FILE *stream, uint64_t bytes)
{
    pack p = pack_writer(stream);
    p.reads = true;
    p.left = bytes;
    return p;
}

void pack_bytes(pack *p, void *bytes, size_t size)
{
    if (!size)
        return;
    if (!p->reads) {
        fwrite(bytes, 1, size, p->stream); // the stream remembers failures
    } else if (p->failed || size > p->left || fread(bytes, 1, size, p->stream) != size) {
        p->failed = true;
        memset(bytes, 0, size);
        return;
    } else {
        p->left -= size;
    }
    sha256_update(&p->hash, size, bytes);
}

uint64_t pack_word(pack *p, uint64_t value)
{
    uint64_t least_first = htole64(value);
    pack_bytes(p, &least_first, sizeof least_first);
    return le64toh(least_first);
}

void pack_words(pack *p, uint64_t *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        word[i] = pack_word(p, word[i]);
}

size_t pack_size(pack *p, size_t value)
{
    const uint64_t word = pack_word(p, value);
    if ((size_t)word == word)
        return (size_t)word;
    p->failed = true;
    return 0;
}

size_t pack_count(pack *p, size_t count, size_t size)
{
    ASSERT(size > 0);
    const size_t stored = pack_size(p, count);
    if (!p->reads || (size && stored <= p->left / size))
        return stored;
    p->failed = true;
    return 0;
}

// Digits of base 32, after their number.
static void pack_integer(pack *p, fmpz *x)
{
    char *digits = p->reads ? NULL : fmpz_get_str(NULL, 32, x);
    const size_t size = pack_count(p, digits ? strlen(digits) : 0, 1);
    digits = flint_realloc(digits, size + 1);
    pack_bytes(p, digits, size);
    digits[size] = '\0';
    if (p->reads && (memchr(digits, ' ', size) || fmpz_set_str(x, digits, 32))) {
        fmpz_zero(x);
        p->failed = true;
    }
    flint_free(digits);
}

void pack_integers(pack *p, fmpz *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pack_integer(p, x + i);
}

void pack_rationals(pack *p, fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pack_integer(p, fmpq_numref(x + i));
        pack_integer(p, fmpq_denref(x + i));
        if (p->reads && !fmpq_is_canonical(x + i)) {
            p->failed = true;
            fmpq_zero(x + i);
        }
    }
}
