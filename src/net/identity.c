// The identity of a network: SHA-256 of its canonical text, streamed.
#include "net/identity.h"

#include "exact/rational.h"
#include "exact/word_rational.h"
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

static void put(struct sha256_ctx *hash, const char *text)
{
    sha256_update(hash, strlen(text), (const uint8_t *)text);
}

static void put_rational(struct sha256_ctx *hash, const fmpq_t x)
{
    char word[WORD_RATIONAL_TEXT];
    size_t length;
    if (word_rational_text(word, &length, x)) {
        sha256_update(hash, length, (const uint8_t *)word);
        return;
    }
    char *text = rational_text(x);
    put(hash, text);
    flint_free(text);
}

static void put_layer(struct sha256_ctx *hash, const net_layer *layer)
{
    char units[32];
    snprintf(units, sizeof units, "layer %zu ", layer->units);
    put(hash, units);
    put(hash, layer->act.name);
    put(hash, "\n");
    for (size_t i = 0; i < layer->rows; i++) {
        for (size_t j = 0; j < layer->inputs; j++) {
            put_rational(hash, layer->weight + i * layer->inputs + j);
            put(hash, " ");
        }
        put_rational(hash, layer->bias + i);
        put(hash, "\n");
    }
}

void identity_compute(char sha256[65], const crease_net *net)
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    char head[64];
    snprintf(head, sizeof head, "crease-network 1\ninputs %zu\n", net->inputs);
    put(&hash, head);
    for (size_t l = 0; l < net->layers; l++)
        put_layer(&hash, net->layer + l);
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&hash, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(sha256 + 2 * i, 3, "%02x", digest[i]);
}
