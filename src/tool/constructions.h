// The list of constructions, for people and for programs.
#ifndef TOOL_CONSTRUCTIONS_H
#define TOOL_CONSTRUCTIONS_H

#include <stdio.h>

void constructions_print(FILE *stream);
// One JSON object, see docs/formats.md.
void constructions_print_json(FILE *stream);

#endif
