// Values in a binary file: one function writes them, and reads them back.
//
// Numbers are words of 64 bits, the least byte first. When reading, what does not fit the file is
// zero, and failed is set: the caller looks at it once, at the end.
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include <flint/fmpq.h>
#include <nettle/sha2.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    int reads; // or writes
    int failed;
    uint64_t left;          // reading: bytes that may still follow
    struct sha256_ctx hash; // of all that passed
} pack;

pack pack_writer(FILE *stream);
// bytes: as many may be read.
pack pack_reader(FILE *stream, uint64_t bytes);

void pack_bytes(pack *p, void *bytes, size_t size);
// Writes the words, or reads them.
void pack_words(pack *p, uint64_t *word, size_t count);
// Returns the value written or read.
uint64_t pack_word(pack *p, uint64_t value);
// The same for the number of items that follow, of at least `size` bytes each: 0 if the file is too
// short for them.
size_t pack_count(pack *p, size_t count, size_t size);
void pack_integers(pack *p, fmpz *x, size_t count);
void pack_rationals(pack *p, fmpq *x, size_t count);

#endif
