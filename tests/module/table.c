// Tables: cells, and the bytes of a file.
#include "out/table.h"
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

UNIT_MAIN("table", {"cells", cells}, {"bytes", bytes})
