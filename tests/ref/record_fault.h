// Whether a record is true: its two descriptions agree with each other and with the network.
#ifndef RECORD_FAULT_H
#define RECORD_FAULT_H

#include "record.h"
#include <crease/domain.h>
#include <crease/net.h>
#include <stdbool.h>

// The first error of a record; NULL if nothing. Rational arithmetic only.
const char *record_fault(const record *of, const crease_net *net, const crease_domain *domain);

// Whether the region contains no line.
bool record_is_pointed(const record *of);

#endif
