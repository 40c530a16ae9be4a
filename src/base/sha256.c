// SHA-256 as text.
#include "base/sha256.h"

void sha256_end(char text[SHA256_TEXT], GChecksum *hash)
{
    g_strlcpy(text, g_checksum_get_string(hash), SHA256_TEXT);
    g_checksum_free(hash);
}

void sha256_of(char text[SHA256_TEXT], const void *bytes, size_t size)
{
    GChecksum *hash = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(hash, bytes, (gssize)size);
    sha256_end(text, hash);
}
