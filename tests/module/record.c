// Records of unexplored work: what is written is read, and nothing else.
#include "walk/record.h"
#include "unit.h"
#include "written.h"

static const crease_options usual;

typedef struct {
    crease_net *net;
    crease_domain *domain;
} subject;

static subject subject_of(const char *layers, const char *box)
{
    return (subject){net_of(layers), domain_of(box)};
}

static void subject_clear(subject *of)
{
    crease_domain_free(of->domain);
    crease_net_free(of->net);
}

#define TWO_LAYERS RELU("[[1, 2], [3, -4]]", "[0, 1]") "," RELU("[[1, 2], [-2, 1]]", "[1, -1]")

static void record_of(walk_record *record, const subject *of)
{
    walk_record_init(record, "count", of->net, of->domain, &usual, 0);
}

static char *text_of(size_t *size, const walk_record *record)
{
    const walk_path **path = memory_new(record->subtrees, sizeof *path);
    for (size_t i = 0; i < record->subtrees; i++)
        path[i] = record->subtree + i;
    char *text = walk_record_text(size, record, path, record->subtrees);
    free(path);
    return text;
}

// Short paths of few different choices, so that many begin alike, or are each other's beginnings.
static void random_record(walk_record *record, random_state *random)
{
    crease_counts *totals = &record->totals;
    totals->activation_regions = random_bits(random);
    totals->bounded_regions = random_bits(random);
    totals->splits = random_bits(random);
    totals->decided_float = random_bits(random);
    totals->decided_exact = random_bits(random);
    totals->seconds = (double)random_below(random, 1 << 30) / 1000;
    for (size_t l = 0; l < totals->layers; l++)
        totals->per_layer[l] = random_bits(random);
    for (size_t i = random_below(random, 8); i-- > 0;) {
        walk_choice choice[6];
        size_t count = random_below(random, 6);
        for (size_t k = 0; k < count; k++) {
            uint64_t bits = random_bits(random);
            uint32_t large = random_below(random, 20) ? 0 : UINT32_MAX - 2;
            choice[k] = (walk_choice){1 + (bits & 1), (uint32_t)(bits >> 1 & 1) + large,
                                      (uint32_t)(bits >> 2 & 1), (uint32_t)(bits >> 3 & 1)};
        }
        walk_record_add(record, choice, count);
    }
}

static int same_records(const walk_record *a, const walk_record *b)
{
    const crease_counts *p = &a->totals, *q = &b->totals;
    int same = a->subtrees == b->subtrees && p->activation_regions == q->activation_regions &&
               p->bounded_regions == q->bounded_regions && p->splits == q->splits &&
               p->decided_float == q->decided_float && p->decided_exact == q->decided_exact &&
               p->seconds == q->seconds &&
               !memcmp(p->per_layer, q->per_layer, p->layers * sizeof *p->per_layer);
    for (size_t i = 0; same && i < a->subtrees; i++) {
        const walk_path *of = a->subtree + i, *other = b->subtree + i;
        same &= of->count == other->count &&
                (!of->count || !memcmp(of->choice, other->choice, of->count * sizeof *of->choice));
    }
    return same;
}

static void written_and_read(void)
{
    printf("seed 71 ");
    random_state random;
    random_seed(&random, 71);
    subject of = subject_of(TWO_LAYERS, "-1,1");
    for (int k = 0; k < 500; k++) {
        walk_record record, again;
        size_t size;
        crease_error error;
        record_of(&record, &of);
        record_of(&again, &of);
        random_record(&record, &random);
        char *text = text_of(&size, &record);
        CU_ASSERT_EQUAL(walk_record_parse(&again, text, size, "test", &error), CREASE_OK);
        CU_ASSERT(same_records(&record, &again));
        free(text);
        walk_record_clear(&record);
        walk_record_clear(&again);
    }
    subject_clear(&of);
}

static int is_refused(const subject *of, const char *text, size_t size, const char *message)
{
    walk_record record;
    crease_error error = {.line = 0};
    record_of(&record, of);
    crease_status status = walk_record_parse(&record, text, size, "test", &error);
    walk_record_clear(&record);
    int refused = status == CREASE_ERROR && error.message[0] && strstr(error.message, message);
    if (!refused)
        printf("found: %s\n", error.message);
    return refused;
}

// Any other byte in any place, and one byte more or less.
static void every_byte(void)
{
    static const unsigned char bits[] = {1, 2, 4, 8, 16, 32, 64, 128, 255};
    subject of = subject_of(TWO_LAYERS, "-1,1");
    random_state random;
    random_seed(&random, 72);
    walk_record record;
    size_t size;
    record_of(&record, &of);
    random_record(&record, &random);
    char *text = text_of(&size, &record), *other = memory_new(size + 1, 1);
    for (size_t at = 0; at <= size; at++) {
        for (size_t b = 0; b < sizeof bits && at < size; b++) {
            memcpy(other, text, size);
            other[at] = (char)(other[at] ^ bits[b]);
            CU_ASSERT(is_refused(&of, other, size, ""));
        }
        memcpy(other, text, at);
        other[at] = at % 2 ? '\n' : '0';
        memcpy(other + at + 1, text + at, size - at);
        CU_ASSERT(is_refused(&of, other, size + 1, ""));
        if (at < size) {
            memcpy(other + at, text + at + 1, size - at - 1);
            CU_ASSERT(is_refused(&of, other, size - 1, ""));
            CU_ASSERT(is_refused(&of, text, at, "")); // cut off
        }
    }
    free(other);
    free(text);
    walk_record_clear(&record);
    subject_clear(&of);
}

// The hash is right: whoever makes such a file means it.
static int is_forged(const subject *of, const char *lines, const char *message)
{
    char hash[SHA256_TEXT];
    sha256_of(hash, lines, strlen(lines));
    char *text = memory_format("%ssha256 %s\n", lines, hash);
    int refused = is_refused(of, text, strlen(text), message);
    free(text);
    return refused;
}

static void hostile(void)
{
    subject of = subject_of(TWO_LAYERS, "-1,1");
    char domain[SHA256_TEXT];
    crease_domain_sha256(domain, of.domain);
    char *head = memory_format("crease-record 1\norder %d\nwork count\nnetwork %s\ndomain %s\n"
                               "arithmetic filtered\npart 0 1\n",
                               WALK_ORDER, crease_net_sha256(of.net), domain);
    static const char totals[] =
        "milliseconds 5\nregions 0 0 0\ndecided 0 0\nlayers 0 0\nneurons\n";
    static const struct {
        const char *before, *lines, *message;
    } cases[] = {
        {"", "", "found the end of the file"},
        {"", "milliseconds -5\n", "found -5"},
        {"", "milliseconds 99999999999999999999\n", "found 99999999999999999999"},
        {"", "milliseconds 5\nregions 0 0\n", "found the end of the line"},
        {"", "milliseconds 5\nregions 0 0 0 0\n", "expected the end of the line, found 0"},
        {"", "milliseconds 5\nregions 0 0 0\ndecided 0 0\nlayers 0\n", "found the end of the line"},
        {"", "milliseconds 5\nregions 0 0 0\ndecided 0 0\nlayers 0 0\nneurons 3\n", "found 3"},
        {totals, "subtree\n", "found the end of the line"},
        {totals, "subtree 1\n", "an integer up to 0, found 1"},
        {totals, "subtree 0 0 0 0 1\nsubtree 2\n", "an integer up to 1, found 2"},
        {totals, "subtree 0 0 0 0\n", "found the end of the line"},
        {totals, "subtree 0 0 0 0 4294967295\n", "found 4294967295"},
        {totals, "subtree 0 4294967295 0 0 0\n", "found 4294967295"},
        {totals, "subtree 0 x 0 0 1\n", "found x"},
        {totals, "subtree 18446744073709551615\n", "found 18446744073709551615"},
        {totals, "\n", "expected \"subtree\""},
        {totals, "subtree 0\nsubtrees 0\n", "found subtrees"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *lines = memory_format("%s%s%s", head, cases[i].before, cases[i].lines);
        CU_ASSERT(is_forged(&of, lines, cases[i].message));
        free(lines);
    }
    CU_ASSERT(is_forged(&of, "", "found the end of the file"));
    CU_ASSERT(is_forged(&of, "crease-record 2\n", "expected a record of this version, 1, found 2"));
    free(head);
    subject_clear(&of);
}

// A small file of paths that begin alike would fill the memory.
static void many_choices(void)
{
    subject of = subject_of(TWO_LAYERS, "-1,1");
    walk_record record;
    size_t size;
    record_of(&record, &of);
    char *head = text_of(&size, &record), *text = NULL;
    size -= sizeof "sha256 \n" - 1 + SHA256_TEXT - 1;
    size_t length;
    FILE *stream = memory_stream(&text, &length);
    fwrite(head, 1, size, stream);
    fputs("subtree 0", stream);
    for (int i = 0; i < 1 << 14; i++)
        fputs(" 0 0 0 1", stream);
    for (int i = 0; i < 1 << 14; i++)
        fputs("\nsubtree 16384", stream);
    putc('\n', stream);
    fclose(stream);
    CU_ASSERT(is_forged(&of, text, "expected at most"));
    free(text);
    free(head);
    walk_record_clear(&record);
    subject_clear(&of);
}

// What differs is named.
static void of_something_else(void)
{
    subject of = subject_of(TWO_LAYERS, "-1,1");
    subject other_net = subject_of(TWO_LAYERS "," LINEAR("[[1, 1]]", "[0]"), "-1,1");
    subject other_domain = subject_of(TWO_LAYERS, "-1,2");
    walk_record record;
    size_t size;
    record_of(&record, &of);
    char *text = text_of(&size, &record);
    CU_ASSERT(is_refused(&other_net, text, size, "this network"));
    CU_ASSERT(is_refused(&other_domain, text, size, "this domain"));
    walk_record other;
    crease_error error;
    const crease_options exact = {.arith = CREASE_EXACT}, part = {.part = 1, .parts = 2};
    walk_record_init(&other, "count", of.net, of.domain, &exact, 0);
    CU_ASSERT_EQUAL(walk_record_parse(&other, text, size, "test", &error), CREASE_ERROR);
    CU_ASSERT(strstr(error.message, "this arithmetic, exact, found filtered") != NULL);
    walk_record_clear(&other);
    walk_record_init(&other, "count", of.net, of.domain, &part, 0);
    CU_ASSERT_EQUAL(walk_record_parse(&other, text, size, "test", &error), CREASE_ERROR);
    CU_ASSERT(strstr(error.message, "of part 1/2, found one of part 0/1") != NULL);
    walk_record_clear(&other);
    walk_record_init(&other, "measure", of.net, of.domain, &usual, 0);
    CU_ASSERT_EQUAL(walk_record_parse(&other, text, size, "test", &error), CREASE_ERROR);
    CU_ASSERT(strstr(error.message, "this work, measure, found count") != NULL);
    walk_record_clear(&other);
    free(text);
    walk_record_clear(&record);
    subject_clear(&of);
    subject_clear(&other_net);
    subject_clear(&other_domain);
}

// Whatever path a record has, the walk takes it or refuses it; and which it takes is known.
static void paths_nobody_made(void)
{
    subject of = subject_of(TWO_LAYERS, "-1,1");
    written file = written_init();
    printf("seed 73 ");
    random_state random;
    random_seed(&random, 73);
    size_t taken = 0, refused = 0;
    for (int k = 0; k < 300; k++) {
        walk_record record;
        size_t size;
        crease_error error;
        crease_counts counts;
        record_of(&record, &of);
        random_record(&record, &random);
        while (record.subtrees > 1)
            walk_path_clear(record.subtree + --record.subtrees);
        char *text = text_of(&size, &record);
        CU_ASSERT_EQUAL(walk_record_write(file.path, text, size, &error), CREASE_OK);
        const crease_options options = {.resume = file.path, .threads = 1 + (size_t)k % 2};
        crease_counts_init(&counts, of.net);
        crease_status status = crease_walk(&counts, of.net, of.domain, &options, NULL, &error);
        CU_ASSERT(status == CREASE_OK || status == CREASE_ERROR);
        if (status)
            CU_ASSERT(strstr(error.message, "the region tree of this network") != NULL);
        *(status ? &refused : &taken) += 1;
        crease_counts_clear(&counts);
        free(text);
        walk_record_clear(&record);
    }
    CU_ASSERT(taken > 10 && refused > 10);
    unlink(file.path);
    CU_ASSERT(written_clear(&file));
    subject_clear(&of);
}

UNIT_MAIN("record", {"written and read", written_and_read}, {"every byte", every_byte},
          {"hostile", hostile}, {"many choices", many_choices},
          {"of something else", of_something_else}, {"paths nobody made", paths_nobody_made})
