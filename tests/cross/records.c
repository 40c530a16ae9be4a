// Region records read back from files, on random networks of one to four dimensions.
//
//   record   every number of a JSON line against the others and against the network;
//   ine      the inequalities of each region, as a polytope of their own, have the vertices
//            and rays of its record;
//   lrs      and lrs (Avis) agrees, if it is installed;
//   rounded  tables of decimals are those of the exact numbers, rounded one by one;
//   chosen   a table of some fields is the table of all, cut.
#include "../module/nets.h"
#include "../module/text_file.h"
#include "../module/unit.h"
#include "../module/written.h"
#include "../ref/generator_lines.h"
#include "../ref/lrs.h"
#include "../ref/random_domains.h"
#include "../ref/record_fault.h"
#include "domain/domain.h"
#include "exact/decimal.h"
#include "exact/rational.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>

enum { LRS_REGIONS = 60 };

typedef struct {
    size_t polytopes, by_lrs;
    bool has_lrs;
} tally;

// ---- ine ----

static generator_lines lines_of(const record *of)
{
    generator_lines all = {0};
    for (size_t i = 0; i < of->vertices; i++)
        generator_lines_add(&all, "vertex", of->vertex + i * of->dimension, of->dimension);
    for (size_t i = 0; i < of->rays; i++)
        generator_lines_add(&all, "ray", of->ray + i * of->dimension, of->dimension);
    return all;
}

typedef struct {
    generator_lines all;
    size_t dimension;
} generator_list;

static crease_visit take_generators(void *data, const crease_region *region)
{
    generator_list *list = data;
    fmpq *x = _fmpq_vec_init((slong)list->dimension);
    for (size_t i = 0; i < crease_region_vertices(region); i++) {
        crease_region_vertex(x, region, i);
        generator_lines_add(&list->all, "vertex", x, list->dimension);
    }
    for (size_t i = 0; i < crease_region_rays(region); i++) {
        crease_region_ray(x, region, i);
        generator_lines_add(&list->all, "ray", x, list->dimension);
    }
    _fmpq_vec_clear(x, (slong)list->dimension);
    return CREASE_GO;
}

// A network without creases, so that the whole domain is one region.
static crease_net *smooth_net(size_t inputs)
{
    crease_net *net = net_new(inputs, 1);
    activation act;
    if (activation_parse(&act, "linear", NULL) != CREASE_OK)
        abort();
    net_layer_init(net->layer, inputs, 1, act);
    net_finish(net);
    return net;
}

static bool ine_agrees(const record *of, const char *text, size_t size)
{
    crease_domain *domain;
    crease_error error;
    generator_list found = {.dimension = of->dimension};
    if (FROM_TEXT(text, size, crease_domain_read_ine(&domain, path, &error)) != CREASE_OK ||
        crease_domain_dimension(domain) != of->dimension)
        return false;
    crease_net *net = smooth_net(of->dimension);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_visitor visitor = {.data = &found, .region = take_generators};
    crease_status status = crease_walk(&counts, net, domain, NULL, &visitor, &error);
    bool good = status == CREASE_OK && counts.activation_regions == 1 &&
                (counts.bounded_regions == 1) == of->bounded;
    generator_lines expected = lines_of(of);
    good &= generator_lines_agree(&found.all, &expected);
    crease_counts_clear(&counts);
    crease_net_free(net);
    crease_domain_free(domain);
    return good;
}

static bool lrs_agrees(const record *of, const char *text, size_t size)
{
    generator_lines found, expected = lines_of(of);
    int good = lrs_generators(&found, text, size, of->dimension);
    return generator_lines_agree(&found, &expected) && good;
}

// ---- one case ----

static char *write_chosen(const crease_records *records, const crease_net *net,
                          const crease_domain *domain)
{
    written file = written_init();
    crease_counts_init(&file.counts, net);
    if (crease_regions_write(file.path, records, &file.counts, net, domain, NULL, &file.error) !=
        CREASE_OK) {
        fprintf(stderr, "%s\n", file.error.message);
        abort();
    }
    crease_counts_clear(&file.counts);
    written_read(&file);
    char *text = memory_copy_text(file.text);
    if (!written_clear(&file))
        abort();
    return text;
}

static char *write_digits(crease_record_format format, unsigned digits, const crease_net *net,
                          const crease_domain *domain)
{
    const char *fields = format == CREASE_INE ? NULL : "all";
    return write_chosen(&(crease_records){.format = format, .digits = digits, .fields = fields},
                        net, domain);
}

static char *write_all(crease_record_format format, const crease_net *net,
                       const crease_domain *domain)
{
    return write_digits(format, 0, net, domain);
}

// ---- rounded ----

// Rewrites a number of a table.
static bool put_rounded(FILE *to, const char *text, size_t length, unsigned digits)
{
    char *spelt = memory_new(DECIMAL_TEXT(digits), 1);
    fmpq_t x;
    fmpq_init(x);
    bool good = rational_parse(x, text, length, NULL) == CREASE_OK;
    char *end = decimal_put(spelt, fmpq_numref(x), fmpq_denref(x), digits);
    fwrite(spelt, 1, (size_t)(end - spelt), to);
    fmpq_clear(x);
    free(spelt);
    return good;
}

// Rounds a line of the exact table: all fields but id, pattern, bounded and owners are
// numbers.
static bool round_line(FILE *to, const char *line, unsigned digits)
{
    enum { MEASURE = 3, OWNERS = 8 };
    size_t column = 0;
    bool good = true;
    while (*line) {
        size_t length = strcspn(line, ",; ");
        if (length && column >= MEASURE && column != OWNERS)
            good &= put_rounded(to, line, length, digits);
        else
            fwrite(line, 1, length, to);
        line += length;
        column += *line == ',';
        if (*line)
            putc(*line++, to);
    }
    fprintf(to, ",%u\r\n", digits);
    return good;
}

// JSON lines: what is quoted and begins as a number is one, in the totals too.
static bool lines_are_rounded(const crease_net *net, const crease_domain *domain, unsigned digits)
{
    char *exact = write_all(CREASE_JSONL, net, domain), *expected;
    char *rounded = write_digits(CREASE_JSONL, digits, net, domain);
    size_t size;
    bool good = true;
    FILE *to = memory_stream(&expected, &size);
    for (const char *at = exact; *at;) {
        size_t length = *at == '"' ? strcspn(at + 1, "\"") : 0,
               number = strspn(at + 1, "-/0123456789");
        if (length && length == number && at[1 + length] == '"') {
            good &= put_rounded(to, at + 1, length, digits);
            at += length + 2;
        } else if (!strncmp(at, "}}\n", 3)) { // the end of the totals, and no other line's
            fprintf(to, ",\"digits\":%u,\"rounding\":\"to nearest, ties to even\"", digits);
            fputs(at, to);
            break;
        } else {
            putc(*at++, to);
        }
    }
    fclose(to);
    good &= strcmp(expected, rounded) == 0;
    free(exact);
    free(rounded);
    free(expected);
    return good;
}

// Few digits are often ties; those of balls; and more than these have.
static const char *rounded_fault(const crease_net *net, const crease_domain *domain,
                                 random_state *random)
{
    unsigned digits = 1 + (unsigned)random_below(random, random_below(random, 2) ? 4 : 32);
    if (!lines_are_rounded(net, domain, digits))
        return "decimals of its lines are not the nearest";
    char *exact = write_all(CREASE_CSV, net, domain), *rest = exact, *line = strsep(&rest, "\n");
    char *rounded = write_digits(CREASE_CSV, digits, net, domain), *expected;
    size_t size;
    bool good = true;
    FILE *to = memory_stream(&expected, &size);
    fprintf(to, "%.*s,digits\r\n", (int)strcspn(line, "\r"), line);
    while ((line = strsep(&rest, "\n")) && *line) {
        line[strcspn(line, "\r")] = '\0';
        good &= round_line(to, line, digits);
    }
    fclose(to);
    good &= strcmp(expected, rounded) == 0;
    free(exact);
    free(rounded);
    free(expected);
    return good ? NULL : "its decimals are not the nearest";
}

// ---- chosen ----

enum { MOST_FIELDS = 16 };

// Writes the chosen columns of a line.
static void cut_line(FILE *to, char *line, unsigned chosen)
{
    const char *comma = "";
    line[strcspn(line, "\r")] = '\0';
    for (unsigned k = 0; line; k++) {
        const char *cell = strsep(&line, ",");
        if (!(chosen >> k & 1))
            continue;
        fprintf(to, "%s%s", comma, cell);
        comma = ",";
    }
    fputs("\r\n", to);
}

// Names of some columns of a table, in any order; the caller's.
static char *choose(unsigned *chosen, const char *header, random_state *random)
{
    char *copy = memory_copy_text(header), *rest = copy, *names[MOST_FIELDS], *list;
    size_t count = 0, size;
    while (rest && count < MOST_FIELDS)
        names[count++] = strsep(&rest, ",");
    FILE *stream = memory_stream(&list, &size);
    const size_t start = random_below(random, count);
    *chosen = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = (start + i) % count;
        if (*chosen && random_below(random, 3))
            continue;
        fprintf(stream, "%s%s", *chosen ? "," : "", names[k]);
        *chosen |= 1u << k;
    }
    fclose(stream);
    free(copy);
    return list;
}

static const char *chosen_fault(const crease_net *net, const crease_domain *domain,
                                random_state *random)
{
    crease_records records = {
        .format = CREASE_CSV, .digits = (unsigned)random_below(random, 20), .fields = "all"};
    char *all = write_chosen(&records, net, domain), *expected, *rest = all, *line;
    char *header = memory_format("%.*s", (int)strcspn(all, "\r"), all);
    size_t size;
    unsigned chosen;
    char *list = choose(&chosen, header, random);
    FILE *to = memory_stream(&expected, &size);
    while ((line = strsep(&rest, "\n")) && *line)
        cut_line(to, line, chosen);
    fclose(to);
    records.fields = list;
    char *found = write_chosen(&records, net, domain);
    bool good = strcmp(expected, found) == 0;
    free(all);
    free(header);
    free(list);
    free(expected);
    free(found);
    return good ? NULL : "chosen fields are not those of the whole table";
}

// The first representation of *text, which moves on; NULL if it is not of region id.
static char *next_ine(char **text, size_t id)
{
    char name[40], *start = *text, *end = strstr(start, "\nend\n");
    int length = snprintf(name, sizeof name, "region_%zu\n", id);
    if (!end || strncmp(start, name, (size_t)length) != 0)
        return NULL;
    *text = end + strlen("\nend\n");
    return start;
}

static const char *region_fault(const record *of, const crease_net *net,
                                const crease_domain *domain, char **ine, tally *sum)
{
    const char *what = record_fault(of, net, domain), *text = next_ine(ine, of->id);
    if (what)
        return what;
    if (!text)
        return "no inequalities of its own";
    if (!record_is_pointed(of))
        return NULL; // then vertices and rays may be chosen in many ways
    sum->polytopes++;
    size_t size = (size_t)(*ine - text);
    if (!ine_agrees(of, text, size))
        return "its inequalities say something else";
    if (!sum->has_lrs || sum->by_lrs >= LRS_REGIONS)
        return NULL;
    sum->by_lrs++;
    return lrs_agrees(of, text, size) ? NULL : "lrs finds other vertices or rays";
}

static const char *fault(const crease_net *net, const crease_domain *domain, tally *sum)
{
    char *lines_text = write_all(CREASE_JSONL, net, domain);
    char *ine_text = write_all(CREASE_INE, net, domain), *ine = ine_text, *rest = lines_text;
    const char *what = NULL;
    record of;
    for (char *line; !what && (line = strsep(&rest, "\n"));) {
        if (!record_read(&of, line, crease_domain_dimension(domain)))
            break;
        what = region_fault(&of, net, domain, &ine, sum);
        record_clear(&of);
    }
    if (!what && *ine)
        what = "more inequalities than regions";
    free(lines_text);
    free(ine_text);
    return what;
}

static bool case_holds(uint64_t seed, tally *sum)
{
    random_state random;
    random_seed(&random, seed);
    size_t d = 1 + random_below(&random, 4);
    crease_domain *domain = random_domain(&random, d);
    size_t inputs = random_inputs(&random, domain, d);
    crease_net *net = random_net(&random, inputs, d > 3 ? 3 : 4, 3);
    const char *what = fault(net, domain, sum);
    what = what ? what : rounded_fault(net, domain, &random);
    what = what ? what : chosen_fault(net, domain, &random);
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s: %s\n", seed, crease_domain_text(domain), what);
        crease_net_write(stderr, net);
    }
    crease_net_free(net);
    crease_domain_free(domain);
    return !what;
}

static void records_hold(void)
{
    tally sum = {.has_lrs = lrs_is_installed()};
    SEEDS(seed, 150)
        CU_ASSERT(case_holds(seed, &sum));
    CU_ASSERT(sum.polytopes > 0 || cases_count(150) < 50);
    CU_ASSERT(sum.by_lrs > 0 || !sum.has_lrs || cases_count(150) < 50);
}

UNIT_MAIN("records", {"hold", records_hold})
