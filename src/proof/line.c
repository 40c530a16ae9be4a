// A line of a certificate.
#include "proof/line.h"

#include "base/fatal.h"
#include "exact/rational.h"

void proof_line_word(proof_line *l)
{
    ASSERT(l->stream);
    if (l->begun)
        putc(' ', l->stream);
    l->begun = 1;
}

void proof_line_end(proof_line *l)
{
    ASSERT(l->stream);
    putc('\n', l->stream);
    l->begun = 0;
}

void proof_line_cone(proof_line *l, const char *prefix, const uint32_t *number, size_t count,
                     size_t all)
{
    proof_line_word(l);
    fputs(prefix, l->stream);
    for (size_t i = count; i-- > 0;)
        fprintf(l->stream, "%zu%s", all - 1 - number[i], i ? "." : "");
}

void proof_line_point(proof_line *l, const fmpq *x, size_t d)
{
    ASSERT(d > 0);
    fputs(": ", l->stream);
    rational_print_row(l->stream, x, d);
}

void proof_line_direction(proof_line *l, const fmpq *x, size_t d)
{
    ASSERT(d > 0);
    fputs(" / ", l->stream);
    rational_print_row(l->stream, x, d);
}

void proof_line_empty(proof_line *l)
{
    proof_line_word(l);
    putc('-', l->stream);
    proof_line_end(l);
}
