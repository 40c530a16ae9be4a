// What must be said of a certificate, decided without crease-check.
#ifndef CERTIFICATE_JUDGE_H
#define CERTIFICATE_JUDGE_H

#include "certificate_text.h"

// The engine's certificate, to be freed; NULL if it takes no such domain.
char *certificate_written(const crease_net *net, const crease_domain *domain, int with_linear);

typedef enum { MUST_REFUSE, EITHER, MUST_ACCEPT } certificate_answer;

// The engine writes the certificate of the network and of the domain that the text speaks of, and
// the two are compared: totals and patterns as they stand, generators as places
// (certificate_places.h). If it is the same text, it must be accepted. If nothing else is left to
// tell them apart, the text says the same thing, and both answers will do. All others must be
// refused.
//
// origin: a certificate of this network that is right, to spare another walk; or NULL.
certificate_answer certificate_judge(const char *text, const crease_net *net, const char *origin);

#endif
