// Showing a piece of somebody's input in a message of one line.
#ifndef BASE_EXCERPT_H
#define BASE_EXCERPT_H

#include <stddef.h>

#define EXCERPT_COLUMNS 40
// Each column is at most one UTF-8 character of four bytes; then "..." and NUL.
#define EXCERPT_SIZE (4 * EXCERPT_COLUMNS + 4)

// Copies text into buffer so that it is safe to print and short: control and
// invisible characters and bytes that are not UTF-8 become \xNN, and what is
// longer than EXCERPT_COLUMNS is cut and ends in "...". Returns buffer.
char *excerpt_text(char buffer[EXCERPT_SIZE], const char *text, size_t length);

#endif
