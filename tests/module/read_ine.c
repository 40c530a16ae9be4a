// .ine files: the value read is the value written, in every form.
#include "domain/domain.h"
#include "nets.h"
#include "text_file.h"
#include "unit.h"

#include <unistd.h>

static crease_domain *domain_from(const char *text)
{
    crease_domain *domain = NULL;
    crease_error error;
    char line[300];
    crease_status status =
        FROM_TEXT(text, strlen(text), crease_domain_read_ine(&domain, path, &error));
    if (status != CREASE_OK)
        printf("\n  %s\n", crease_error_text(line, sizeof line, &error));
    CU_ASSERT_EQUAL_FATAL(status, CREASE_OK);
    return domain;
}

// The triangle x >= 0, y >= 0, 1 - x - 2y >= 0, with everything else that a file may contain.
static void triangles(void)
{
    static const char *const texts[] = {
        "begin\n3 3 integer\n0 1 0\n0 0 1\n1 -1 -2\nend\n",
        "H-representation\nbegin\n3 3 rational\n0 1 0\n0 0 1/1\n2/2 -1 -4/2\nend",
        "triangle\n* made by hand, begin and end of a story\nH-representation\nlinearity 0\nbegin\n"
        " 3 3 real\n0 1.0 0\n.0 0 1e0\n1 -1 -0.2e1\nend\nvolume\nallbases\n",
        "begin 3 3 rational 0 1 0 0 0 1 1\n-1\n\n-2 end",
        "\n\nH-representation\r\nbegin\r\n***** 3 rational\r\n0 1 0\r\n0 0 1\r\n1 -1 -2\r\nend\r\n",
        "# other comment\nbegin\n5 3 floating\n0 1 0\n7 0 0\n0 0 1\n0 0 0\n1 -1 -2\nend\nmaximize "
        "0 1 1\n",
    };
    static const slong rows[] = {1, 0, 0, 0, 1, 0, -1, -2, 1};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        crease_domain *domain = domain_from(texts[t]);
        CU_ASSERT(domain->dimension == 2 && domain->inequalities == 3);
        for (size_t i = 0; i < 9; i++)
            CU_ASSERT(fmpq_equal_si(domain->inequality + i, rows[i]));
        CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "polytope of 3 inequalities in R^2");
        crease_domain_free(domain);
    }
}

static void no_rows(void)
{
    static const char *const texts[] = {"begin\n0 4 integer\nend\n", "begin\n* 4 integer\nend\n"};
    for (size_t t = 0; t < 2; t++) {
        crease_domain *domain = domain_from(texts[t]);
        CU_ASSERT(domain->dimension == 3 && domain->inequalities == 0);
        crease_domain_free(domain);
    }
}

// ---- Random files. ----

static void put_space(FILE *file, random_state *random)
{
    static const char *const spaces[] = {" ", "  ", "\n", "\t", "\r\n", " \n "};
    fputs(spaces[random_below(random, sizeof spaces / sizeof *spaces)], file);
}

// The same number in one of several forms; quarters have a decimal form.
static void put_number(FILE *file, random_state *random, slong quarters)
{
    switch (random_below(random, 4)) {
    case 0:
        fprintf(file, "%ld/4", quarters);
        break;
    case 1:
        fprintf(file, "%ld/400", 100 * quarters);
        break;
    case 2:
        fprintf(file, "%s%ld.%02lde0", quarters < 0 ? "-" : "", labs(quarters) / 4,
                labs(quarters) % 4 * 25);
        break;
    default:
        fprintf(file, "%lde-2", 25 * quarters);
    }
    put_space(file, random);
}

static void random_files(void)
{
    enum { MOST = 6 };
    random_state random = unit_random(141);
    CASES(k, 300) {
        size_t rows = 1 + random_below(&random, MOST), columns = 2 + random_below(&random, 4);
        slong quarters[MOST][MOST];
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        fprintf(file, "%sbegin\n%zu %zu rational\n", k % 2 ? "H-representation\n" : "", rows,
                columns);
        for (size_t i = 0; i < rows; i++)
            for (size_t c = 0; c < columns; c++) {
                quarters[i][c] = (slong)random_between(&random, -9, 9);
                if (c == 1 && quarters[i][c] == 0)
                    quarters[i][c] = 1;
                put_number(file, &random, quarters[i][c]);
            }
        fprintf(file, "end\n");
        fclose(file);
        crease_domain *domain = domain_from(text);
        CU_ASSERT(domain->dimension == columns - 1 && domain->inequalities == rows);
        bool good = true;
        for (size_t i = 0; i < rows; i++)
            for (size_t c = 0; c < columns; c++) {
                fmpq_t four;
                fmpq_init(four);
                fmpq_mul_2exp(four, domain->inequality + i * columns + c, 2);
                good &= fmpq_equal_si(four, quarters[i][(c + 1) % columns]);
                fmpq_clear(four);
            }
        CU_ASSERT(good);
        crease_domain_free(domain);
        free(text);
    }
}

UNIT_MAIN("read_ine", {"triangles", triangles}, {"no_rows", no_rows},
          {"random_files", random_files})
