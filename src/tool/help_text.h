// The file help.txt, as a text.
#ifndef TOOL_HELP_TEXT_H
#define TOOL_HELP_TEXT_H

#include "tool/options.h"

// Sections that begin with "= NAME": of each command what it does, and examples; of each option
// what it does, in lines of the width that the help has for them; "crease" and "files" are of the
// manual page; and the scripts by which bash and zsh complete words.
extern const char help_text[];

// The text of an option, without a line end.
const char *help_of_option(size_t *size, const option *o);

#endif
