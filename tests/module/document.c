// Tests of base/document.
#include "base/document.h"
#include "unit.h"
#include <string.h>

static document_text document(const char *text)
{
    return (document_text){text, strlen(text)};
}

static void places(void)
{
    static const struct {
        size_t offset, line, column;
    } rows[] = {{0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1}, {5, 3, 2}, {6, 4, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        crease_error error = {.message = "kept"};
        document_locate(&error, document("ab\n\nc\n"), rows[i].offset);
        CU_ASSERT_EQUAL(error.line, rows[i].line);
        CU_ASSERT_EQUAL(error.column, rows[i].column);
        CU_ASSERT_STRING_EQUAL(error.message, "kept");
    }
}

UNIT_MAIN("document", {"places", places})
