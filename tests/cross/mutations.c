// Valid certificates, and crease-check on changed ones.
//
// Each case takes a network and a domain, from data/ or at random, certifies it, has the
// certificate checked, and then changes one thing, or two: of the certificate, or of the network.
// If a changed tree has other totals, these are changed too. Whatever it accepts must be true,
// which the engine decides: tests/ref/certificate_judge.h.
//
// CREASE_CASES is the number of mutants. CREASE_CHECK names another checker.
#include "../module/nets.h"
#include "../module/unit.h"
#include "../ref/certificate_judge.h"
#include "../ref/certificate_mutants.h"
#include "../ref/checker.h"
#include "../ref/random_domains.h"

#include <ctype.h>
#include <inttypes.h>

enum { MUTANTS = 40, LONGEST = 20000 };

typedef struct {
    size_t mutants, refused, followed, accepted, truths;
} tally;

// ---- one mutant ----

typedef struct {
    crease_net *net;
    char *net_text, *text;
} subject;

// The text of a mutant of the certificate, and the name of what was done; NULL if nothing was.
static char *mutate(const subject *of, const char *text, random_state *random, const char **name)
{
    mutant_origin from = {of->net, text, 0, 0};
    certificate read;
    if (certificate_parse(&read, text, of->net)) {
        from.tree = read.tree;
        from.size = read.tree_end - read.tree;
        certificate_clear(&read);
    }
    bool in_tree = from.size && random_below(random, 3);
    const mutation *all = in_tree ? tree_mutations : misprints;
    const mutation *what =
        all + random_below(random, in_tree ? tree_mutation_count : misprint_count);
    *name = what->name;
    return what->change(&from, random);
}

static crease_net *parse_net(const char *text)
{
    crease_net *net;
    crease_error error;
    return crease_net_parse(&net, text, strlen(text), "mutant", NULL, &error) == CREASE_OK ? net
                                                                                           : NULL;
}

typedef struct {
    crease_net *net;
    char *net_text; // NULL: that of the subject
    char *text;
    const char *name;
} mutant;

// A digit of the network changed, with a certificate that knows of it or not.
static void change_network(mutant *made, const subject *of, random_state *random)
{
    made->net_text = misprint_digit(of->net_text, random);
    made->text = memory_copy_text(of->text);
    made->net = parse_net(made->net_text);
    made->name = "a number of the network";
    if (made->net && random_below(random, 4)) {
        memcpy(strstr(made->text, "network ") + 8, crease_net_sha256(made->net), 64);
        made->name = "a number of the network, and its hash";
    }
}

static bool make_mutant(mutant *made, const subject *of, random_state *random)
{
    *made = (mutant){0};
    if (random_below(random, 8) == 0) {
        change_network(made, of, random);
        return true;
    }
    made->text = mutate(of, of->text, random, &made->name);
    bool has_lines = made->text && *made->text && made->text[strlen(made->text) - 1] == '\n';
    if (has_lines && random_below(random, 4) == 0) {
        const char *second;
        char *more = mutate(of, made->text, random, &second);
        if (more) {
            free(made->text);
            made->text = more;
            made->name = "two things";
        }
    }
    return made->text != NULL;
}

static void clear_mutant(mutant *made)
{
    free(made->text);
    free(made->net_text);
    crease_net_free(made->net);
}

// ---- totals that follow ----

// The text with the totals of the tree, if a refusal shows them; or NULL.
static char *follow(const char *text, const char *said)
{
    char *made, *end = strstr(text, "\nend");
    const char *wanted = strstr(said, ": expected \" "), *after = strstr(said, "\", found");
    if (!end || !wanted || !after || !isdigit((unsigned char)wanted[13]))
        return NULL;
    wanted += 12;
    if (asprintf(&made, "%.*s%.*s%s", (int)(end + 4 - text), text, (int)(after - wanted), wanted,
                 end + 4 + strcspn(end + 4, "\n")) < 0)
        abort();
    return made;
}

static checker_verdict run(const checker *with, const char *text, char *said, size_t size)
{
    checker_write(with->certificate, text, strlen(text));
    return checker_run(with, said, size);
}

// The verdict on the mutant or, if only totals contradict it, on one with other totals, which then
// becomes the mutant.
static checker_verdict persist(const checker *with, mutant *made, char *said, size_t size,
                               tally *sum)
{
    checker_verdict verdict = run(with, made->text, said, size);
    char *next = verdict == CHECKER_REFUSED ? follow(made->text, said) : NULL;
    if (!next)
        return verdict;
    sum->followed++;
    free(made->text);
    made->text = next;
    return run(with, next, said, size);
}

static bool check_mutant(const checker *with, mutant *made, const subject *of, uint64_t seed,
                         tally *sum)
{
    char said[2000];
    char *canonical = canonical_text(made->net ? made->net : of->net);
    checker_write(with->net, canonical, strlen(canonical));
    free(canonical);
    checker_verdict verdict = persist(with, made, said, sizeof said, sum);
    sum->mutants++;
    sum->refused += verdict == CHECKER_REFUSED;
    sum->accepted += verdict == CHECKER_VERIFIED;
    bool good = verdict == CHECKER_REFUSED;
    if (verdict == CHECKER_VERIFIED) {
        good = certificate_is_true(made->text, made->net ? made->net : of->net);
    }
    if (!good)
        fprintf(stderr, "seed %" PRIu64 ", %s: %s\nof\n%s\nmade\n%s%s\n", seed, made->name, said,
                of->text, made->net_text ? made->net_text : of->net_text, made->text);
    return good;
}

// ---- subjects ----

typedef struct {
    const char *net, *box; // box NULL: the whole space
} known;

static const known files[] = {
    {"data/papers/minmax_2-3-2-1.json", NULL},
    {"data/papers/minmax_2-3-2-1.json", "-1,1"},
    {"data/papers/arrangement_2-4-1.json", "0,1"},
    {"data/papers/hardtanh_2-3-1.json", NULL},
    {"data/papers/montufar_2-4-4-1.json", "0,1"},
    {"data/papers/pascanu_2-4-4-1.json", NULL},
    {"data/ties/hairline_2-3-1.json", NULL},
    {"data/ties/pencil_2-6-1.json", NULL},
    {"data/ties/grid_2-8-1.json", "0,3"},
    {"data/ties/scales_2-3-3-1.json", NULL},
    {"data/arrangements/coxeter-b_n3.json", NULL},
    {"data/arrangements/shi_n3.json", NULL},
    {"data/arrangements/generic_n6_d3.json", "-2,2"},
    {"data/arrangements/grid_n2_d3.json", NULL},
    {"data/counterexamples/mirrors_1-3-1.json", NULL},
    {"data/counterexamples/maxout-line_k3_l2.json", "-1,2"},
    {"docs/examples/seven.json", NULL},
};
enum { FILES = sizeof files / sizeof *files };

static crease_domain *open_known(crease_net **net, const known *of)
{
    crease_domain *domain;
    *net = net_from_file(of->net);
    size_t d = crease_net_inputs(*net);
    if (!of->box)
        return crease_domain_new_space(d);
    if (crease_domain_parse_box(&domain, of->box, d, NULL) != CREASE_OK)
        abort();
    return domain;
}

static crease_domain *open_random(crease_net **net, random_state *random)
{
    size_t d = 1 + random_below(random, 3);
    crease_domain *domain = random_domain(random, d);
    size_t inputs = random_inputs(random, domain, d);
    *net = random_net_of(random, inputs, 4, 2, random_named_activation);
    return domain;
}

static bool open_subject(subject *of, uint64_t number, random_state *random)
{
    crease_domain *domain = number % 3 == 0 ? open_known(&of->net, files + number / 3 % FILES)
                                            : open_random(&of->net, random);
    of->net_text = net_to_text(of->net);
    int linear = (int)random_below(random, 2);
    of->text = certificate_written(of->net, domain, linear, NULL);
    crease_domain_free(domain);
    if (!of->text)
        abort();
    return strlen(of->text) < LONGEST;
}

static void close_subject(subject *of)
{
    free(of->text);
    free(of->net_text);
    crease_net_free(of->net);
}

// The unchanged certificate must be accepted.
static bool original_holds(const checker *with, const subject *of, uint64_t seed)
{
    char said[2000];
    char *canonical = canonical_text(of->net);
    checker_write(with->net, canonical, strlen(canonical));
    free(canonical);
    bool good = run(with, of->text, said, sizeof said) == CHECKER_VERIFIED &&
                certificate_is_true(of->text, of->net);
    if (!good)
        fprintf(stderr, "seed %" PRIu64 ": %s%s\n%s\n", seed, said, of->net_text, of->text);
    return good;
}

static bool case_holds(uint64_t seed, const checker *with, tally *sum)
{
    random_state random;
    subject of;
    mutant made;
    random_seed(&random, seed);
    bool fits = open_subject(&of, seed, &random);
    bool good = original_holds(with, &of, seed);
    sum->truths++;
    for (size_t i = 0; i < MUTANTS && good && fits; i++) {
        if (!make_mutant(&made, &of, &random))
            continue;
        good = check_mutant(with, &made, &of, seed, sum);
        clear_mutant(&made);
    }
    close_subject(&of);
    return good;
}

static void changed_certificates(void)
{
    const uint64_t most = cases_count(1000);
    checker with;
    tally sum = {0};
    checker_init(&with);
    for (uint64_t seed = cases_seed(); sum.mutants < most; seed++)
        CU_ASSERT(case_holds(unit_seed(seed), &with, &sum));
    printf("mutations: %zu certificates, %zu changed: %zu refused, %zu accepted that are true; %zu "
           "times totals followed\n",
           sum.truths, sum.mutants, sum.refused, sum.accepted, sum.followed);
    CU_ASSERT(sum.refused >= most / 2);
    checker_clear(&with);
}

UNIT_MAIN("mutations", {"changed certificates", changed_certificates})
