// One line through a network: the part of it in a domain, crossed from end to end, and what is
// kept.
#ifndef PATH_LINE_H
#define PATH_LINE_H

#include "walk/mode.h"
#include <crease/path.h>

// ---- what is kept ----

// Without regions. The points, of `dimension` coordinates, are copied.
crease_line *line_new(const crease_net *net, const fmpq *from, const fmpq *to, size_t dimension);

// ---- crossing ----

// The part of a line, x(t) = from + t (to - from), that lies in the domain, as a domain of its own
// with t as its coordinate; domain may be NULL. CREASE_ERROR, as crease_line_cross has it.
crease_status line_domain(crease_domain **part, const crease_net *net, const crease_domain *domain,
                          const fmpq *from, const fmpq *to, int whole_line, crease_error *error);

// Only the checks.
crease_status line_check(const crease_net *net, const crease_domain *domain, const fmpq *from,
                         const fmpq *to, crease_error *error);

// Crosses a domain of one dimension, whose coordinates the places are. base may be NULL: the
// network in doubles with any parametrization. Statuses are those of crease_walk.
crease_status line_cross(crease_line *line, const crease_net *net, const crease_domain *part,
                         rounded_net *base, const crease_options *walk, crease_error *error);

// As crease_line_cross, but nothing is NULL except base.
crease_status line_make(crease_line **line, const crease_net *net, const crease_domain *domain,
                        const fmpq *from, const fmpq *to, const crease_line_wanted *wanted,
                        rounded_net *base, const crease_options *options, crease_error *error);

// The same as crease_lines_read from a text.
crease_status crease_lines_parse(fmpq **points, size_t *count, size_t dimension, const char *text,
                                 size_t size, const char *name, crease_error *error);

#endif
