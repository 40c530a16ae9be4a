// Tables: cells, the bytes of a file, and charts.
#include "draw/table.h"
#include "unit.h"
#include "written.h"

static void cells(void)
{
    table t;
    table_init(&t, "a,bc,d");
    CU_ASSERT_EQUAL(table_rows(&t), 0);
    for (int i = 0; i < 100; i++)
        table_add(&t, "%d,,%s", i, "x y");
    CU_ASSERT_EQUAL(table_rows(&t), 100);
    CU_ASSERT_EQUAL(table_column(&t, "bc"), 1);
    CU_ASSERT_STRING_EQUAL(table_cell(&t, 99, 0), "99");
    CU_ASSERT_STRING_EQUAL(table_cell(&t, 0, 1), "");
    CU_ASSERT_STRING_EQUAL(table_cell(&t, 7, table_column(&t, "d")), "x y");
    table_clear(&t);
}

static void bytes(void)
{
    written file = written_init();
    table t;
    table_init(&t, "a,b");
    table_add(&t, "1,");
    table_add(&t, "-2,x");
    CU_ASSERT_EQUAL(table_write(file.path, &t, &file.error), CREASE_OK);
    written_read(&file);
    CU_ASSERT_STRING_EQUAL(file.text, "a,b\r\n1,\r\n-2,x\r\n");
    CU_ASSERT(written_clear(&file));
    CU_ASSERT_EQUAL(table_write("/nowhere/t.csv", &t, &file.error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(file.error.file, "/nowhere/t.csv");
    table_clear(&t);
}

static const table_chart how = {
    .title = "it's a chart",
    .x = "x",
    .x_label = "x",
    .y_label = "y",
    .log_x = 1,
    .log_y = 1,
    .series = "s",
    .panel = "p",
    .curve = {{.y = "y", .low = "lo", .high = "hi", .name = "<%s>"},
              {.y = "b", .name = "bound of %s", .style = CHART_DASHED},
              {.y = "c", .name = "100 % once", .style = CHART_STEPS, .once = 1}},
};

// The picture of a table of so many rows of these; its header has to say this width.
static char *picture_of(const table_chart *shown, size_t rows, const char *width)
{
    static const char *const row[] = {"one,A,1,2,1,3,7,5", "one,A,2,3,-2,4,,5", "one,B,1,9,,,,5",
                                      "two,A,1,4,3,5,-8,5", "two,A,0,4,3,5,8,5"};
    written file = written_init();
    table t;
    table_init(&t, "p,s,x,y,lo,hi,b,c");
    for (size_t i = 0; i < rows; i++)
        table_add(&t, "%s", row[i]);
    CU_ASSERT_EQUAL(table_draw(file.path, shown, &t, &file.error), CREASE_OK);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT(!strncmp(file.text, "<?xml", 5) && strstr(file.text, "</svg>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(file.text, width));
    char *text = strdup(file.text);
    CU_ASSERT(written_clear(&file));
    table_clear(&t);
    return text;
}

// What cannot stand on a logarithmic axis is left out: the last row adds nothing.
static void charts(void)
{
    const char *wide = "width=\"1160"; // two panels
    char *all = picture_of(&how, 5, wide), *part = picture_of(&how, 4, wide),
         *one = picture_of(&how, 3, "width=");
    CU_ASSERT_STRING_EQUAL(all, part);
    CU_ASSERT(strcmp(part, one) != 0);
    free(all);
    free(part);
    free(one);
    table_chart linear = how;
    linear.log_x = linear.log_y = 0;
    linear.from_zero = 1;
    all = picture_of(&linear, 5, "width=");
    part = picture_of(&linear, 4, "width=");
    CU_ASSERT(strcmp(all, part) != 0);
    free(all);
    free(part);
    free(picture_of(&how, 0, "width=")); // nothing to show
}

// An interval that a logarithmic axis cannot hold is drawn to its end, and neither it nor one that
// is very long pushes the points together.
static void intervals(void)
{
    static const char *const low[] = {"", "2", "-2", "1e-9"};
    char *text[4];
    for (size_t i = 0; i < 4; i++) {
        written file = written_init();
        table t;
        table_init(&t, "p,s,x,y,lo,hi,b,c");
        table_add(&t, "p,A,1,2,1,3,,");
        table_add(&t, "p,A,2,3,%s,4,,", low[i]);
        CU_ASSERT_EQUAL(table_draw(file.path, &how, &t, &file.error), CREASE_OK);
        written_read(&file);
        text[i] = strdup(file.text);
        CU_ASSERT(written_clear(&file));
        table_clear(&t);
        // The last two end at the axis.
        for (size_t k = 0; k < i; k++)
            CU_ASSERT_EQUAL(strcmp(text[i], text[k]) == 0, k == 2);
        CU_ASSERT_PTR_NULL(strstr(text[i], "0.01<")); // no such tick
    }
    for (size_t i = 0; i < 4; i++)
        free(text[i]);
}

static void no_chart(void)
{
    table t;
    crease_error error;
    table_init(&t, "p,s,x,y,lo,hi,b,c");
    CU_ASSERT_EQUAL(table_draw("/nowhere/t.svg", &how, &t, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/nowhere/t.svg");
    table_clear(&t);
}

UNIT_MAIN("table", {"cells", cells}, {"bytes", bytes}, {"charts", charts}, {"intervals", intervals},
          {"no chart", no_chart})
