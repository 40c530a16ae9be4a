// The network followed by the choice of the greatest of some forms of its outputs.
#ifndef NET_DECISION_NET_H
#define NET_DECISION_NET_H

#include "net/net.h"

// A copy of the network with one more layer, a maxout unit whose rows are the forms, count rows of
// outputs + 1 entries: its regions are those of the network cut where two forms are equal and no
// other is greater, and the piece of that unit is the class. The copy has no identity, and is to be
// freed.
crease_net *decision_net_new(const crease_net *net, const fmpq *forms, size_t count);

enum { DECISION_MOST = ACTIVATION_MAX_RANK };

#endif
