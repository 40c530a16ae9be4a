// Claims of the user: a JSON file of networks and of what is claimed of them.
#ifndef TOOL_CLAIMS_H
#define TOOL_CLAIMS_H

#include "theory/verify.h"
#include "tool/job.h"

// Reads the file, and makes every network and domain that it names; files are named from where it
// lies itself. docs/formats.md has the format. Reports what is wrong, with its place. The job owns
// what is made.
crease_status claims_read(const verify_subject **subjects, size_t *count, job *work,
                          const char *path);

#endif
