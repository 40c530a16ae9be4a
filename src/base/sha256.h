// SHA-256 as text.
#pragma once

#include <nettle/sha2.h>

enum { SHA256_TEXT = 2 * SHA256_DIGEST_SIZE + 1 };

// The digest in hexadecimal; resets the hash.
void sha256_end(char text[SHA256_TEXT], struct sha256_ctx *hash);
void sha256_of(char text[SHA256_TEXT], const void *bytes, size_t size);
