// Completing the words of a command line in a shell.
#ifndef TOOL_COMPLETION_H
#define TOOL_COMPLETION_H

#include "tool/options.h"

#include <stdio.h>

// What may stand at the end of a line, which is cut off at the cursor: a word on each line, perhaps
// with a tab and what it does behind it; or "<files>" or "<directories>".
void completion_offer_all(FILE *out, const char *line);

#endif
