// Tests of base/words.
#include "base/words.h"
#include "unit.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static word_scanner scanner(const char *text, const char *marks, const char *comment)
{
    return (word_scanner){.document = {text, strlen(text)}, .marks = marks, .comment = comment};
}

// Every word with its offset: "a@0 b@2 ".
static void check(word_scanner scan, word (*next)(word_scanner *), size_t count,
                  const char *expected)
{
    char log[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        word w = next(&scan);
        CU_ASSERT(w.text == scan.document.text + w.offset);
        used += (size_t)snprintf(log + used, sizeof log - used, "%.*s@%zu ", (int)w.length, w.text,
                                 w.offset);
    }
    CU_ASSERT_STRING_EQUAL(log, expected);
}

static void words(void)
{
    check(scanner("a bc\n\t d", "", NULL), word_next, 5, "a@0 bc@2 d@7 @8 @8 ");
    check(scanner("(<= X_0 -1)", "()", ";"), word_next, 6, "(@0 <=@1 X_0@4 -1@8 )@10 @11 ");
    check(scanner("((a)b", "()", ";"), word_next, 6, "(@0 (@1 a@2 )@3 b@4 @5 ");
    check(scanner("a;b c\n;\n d ;", "", ";"), word_next, 3, "a@0 d@9 @12 ");
    check(scanner("//a\nb /c//", "", "//"), word_next, 3, "b@4 /c@6 @10 ");
    check(scanner("", "", NULL), word_next, 1, "@0 ");
    check((word_scanner){.document = {"a\0b", 3}, .marks = "()", .comment = ";"}, word_next, 2,
          "a@0 @3 ");
}

static void lines(void)
{
    check(scanner("a b\n\n c\n", "", NULL), word_next_in_line, 7, "a@0 b@2 @3 @4 c@6 @7 @8 ");
    word_scanner scan = scanner("a b\nc", "", NULL);
    word_skip_line(&scan);
    CU_ASSERT_EQUAL(scan.next, 4);
    word_skip_line(&scan);
    CU_ASSERT_EQUAL(scan.next, 5);
    word_skip_line(&scan);
    CU_ASSERT_EQUAL(scan.next, 5);
}

UNIT_MAIN("words", {"words", words}, {"lines", lines})
