// SHA-256 as text.
#include "base/sha256.h"

#include <stdio.h>

void sha256_end(char text[SHA256_TEXT], struct sha256_ctx *hash)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

void sha256_of(char text[SHA256_TEXT], const void *bytes, size_t size)
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, size, bytes);
    sha256_end(text, &hash);
}
