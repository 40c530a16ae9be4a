// Values in a binary file, written and read by the same functions.
#include "base/pack.h"

#include "base/memory.h"
#include <endian.h>
#include <flint/fmpz.h>
#include <stdlib.h>
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
    p.reads = 1;
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
        p->failed = 1;
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

size_t pack_count(pack *p, size_t count, size_t size)
{
    const uint64_t found = pack_word(p, count);
    if (!p->reads || found <= p->left / size)
        return found;
    p->failed = 1;
    return 0;
}

// The number of words, twice, plus 1 if it is negative; then the words of its absolute value.
static void pack_integer(pack *p, fmpz *x)
{
    const int negative = fmpz_sgn(x) < 0;
    if (negative)
        fmpz_neg(x, x);
    const uint64_t head = pack_word(p, 2 * (uint64_t)fmpz_size(x) + (uint64_t)negative);
    const size_t words = head / 2;
    if (p->reads && words > p->left / sizeof(uint64_t)) {
        p->failed = 1;
        return;
    }
    if (words) {
        uint64_t *word = memory_new(words, sizeof *word);
        if (!p->reads)
            fmpz_get_ui_array(word, (slong)words, x);
        pack_words(p, word, words);
        if (p->reads)
            fmpz_set_ui_array(x, word, (slong)words);
        free(word);
    } else {
        fmpz_zero(x);
    }
    if (head % 2)
        fmpz_neg(x, x);
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
        if (fmpz_sgn(fmpq_denref(x + i)) <= 0) { // the file is damaged
            p->failed = 1;
            fmpq_zero(x + i);
        }
    }
}
