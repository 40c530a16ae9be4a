// A table that is printed line by line, under a header of the names of the first line's cells.
#include "tool/columns.h"
#include "base/memory.h"

#include <stdlib.h>

static void open_part(columns_part *p)
{
    p->stream = memory_stream(&p->text, &p->size);
}

static void drop_part(columns_part *p)
{
    fclose(p->stream);
    free(p->text);
}

static void print_part(columns_part *p, const char *end)
{
    fflush(p->stream);
    printf("%s%s", p->text, end);
}

void columns_open(columns_table *c)
{
    open_part(&c->header);
    open_part(&c->line);
    open_part(&c->remarks);
}

void columns_drop(columns_table *c)
{
    drop_part(&c->header);
    drop_part(&c->line);
    drop_part(&c->remarks);
}

void columns_print(columns_table *c)
{
    if (!c->has_header)
        print_part(&c->header, "\n");
    print_part(&c->line, "");
    print_part(&c->remarks, "\n");
    c->has_header = 1;
    columns_drop(c);
}
