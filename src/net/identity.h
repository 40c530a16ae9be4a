// The identity of a network: SHA-256 of its canonical text.
#ifndef NET_IDENTITY_H
#define NET_IDENTITY_H

#include "net/net.h"

// Writes 64 hexadecimal digits and a NUL. The canonical text is defined in
// docs/formats.md; it depends on the exact weights, biases and activations only.
void identity_compute(char sha256[65], const crease_net *net);

#endif
