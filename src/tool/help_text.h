// The file help.txt, as a text.
#ifndef TOOL_HELP_TEXT_H
#define TOOL_HELP_TEXT_H

// Sections that begin with "= NAME": of each command what it does, and examples; "crease" and
// "files" are of the manual page.
extern const char help_text[];

#endif
