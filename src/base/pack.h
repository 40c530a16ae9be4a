// Values in a binary file, written and read by the same functions.
//
// Numbers are words of 64 bits, least byte first. If a read fails the value is zero and `failed` is
// set, which the caller checks once at the end.
#pragma once

#include <flint/fmpq.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    bool reads; // or writes
    bool failed;
    uint64_t left;    // reading: bytes that may still follow
    uint64_t regions; // reading: those of the part that is read, and their dimension
    size_t dimension;
    struct sha256_ctx hash; // of all bytes so far
} pack;

pack pack_writer(FILE *stream);
// At most `bytes` are read.
pack pack_reader(FILE *stream, uint64_t bytes);

void pack_bytes(pack *p, void *bytes, size_t size);
// Writes the words, or reads them.
void pack_words(pack *p, uint64_t *word, size_t count);
// Returns the value written or read.
uint64_t pack_word(pack *p, uint64_t value);
// The same for a size, which another machine may have written.
size_t pack_size(pack *p, size_t value);
// The same for the number of items that follow, each of at least `size` bytes; 0 if the file is too
// short.
size_t pack_count(pack *p, size_t count, size_t size);
void pack_integers(pack *p, fmpz *x, size_t count);
void pack_rationals(pack *p, fmpq *x, size_t count);
