// Claims of somebody's own: a JSON file of networks and of what is claimed of them.
#ifndef TOOL_CLAIMS_H
#define TOOL_CLAIMS_H

#include "theory/verify.h"

typedef struct claims_file claims_file;

// Reads the file, and makes every network and domain that it names; files are named from where it
// lies itself. docs/formats.md has the format. Reports what is wrong, with its place.
crease_status claims_read(claims_file **read, const char *path, const crease_net_options *reading);
void claims_free(claims_file *read);

// Borrowed.
const verify_subject *claims_subjects(size_t *count, const claims_file *read);

#endif
