// SHA-256 as text.
#pragma once

#include <glib.h>

enum { SHA256_TEXT = 64 + 1 };

// The digest in hexadecimal; frees the hash.
void sha256_end(char text[SHA256_TEXT], GChecksum *hash);
void sha256_of(char text[SHA256_TEXT], const void *bytes, size_t size);
