// Valid certificates, and what crease-check says of them when something was changed.
//
// Each case takes a network and a domain, from data/ or at random, certifies it, has the
// certificate checked, and then changes one thing, or two: of the certificate, or of the network.
// What the answer must be is decided without the checker: tests/ref/certificate_judge.h.
//
// The seed of the first network is argv[1], or CREASE_SEED, or 1; CREASE_CASES says how many
// mutants. CREASE_CHECK names another checker.
#include "../module/nets.h"
#include "../ref/cases.h"
#include "../ref/certificate_judge.h"
#include "../ref/certificate_mutants.h"
#include "../ref/certificate_places.h"
#include "../ref/checker.h"
#include "../ref/random_domains.h"

#include <inttypes.h>

enum { SHOWN = 3, MUTANTS = 40, LONGEST = 20000 };

typedef struct {
    size_t made, refused, accepted_twins, refused_twins, accepted_truths;
} tally;

// ---- one mutant ----

typedef struct {
    crease_net *net;
    char *net_text, *text;
    certificate read;
} subject;

// A certificate with regions, and with generators of each.
static int has_generators(const char *text, const crease_net *net)
{
    certificate read;
    if (!certificate_parse(&read, text, net))
        return 0;
    int has = read.regions > 0;
    for (size_t i = 0; i < read.regions; i++)
        has &= read.region[i].generators > 0;
    certificate_clear(&read);
    return has;
}

// The text of a mutant of the certificate, and the name of what was done; NULL if nothing was.
static char *mutate(const subject *of, const char *text, random_state *random, const char **name)
{
    mutant_origin from = {of->net, text, certificate_infinity(&of->read, of->net)};
    uint64_t kind = random_below(random, 3);
    const mutation *all[] = {misprints, region_mutations, generator_mutations};
    const size_t counts[] = {misprint_count, region_mutation_count, generator_mutation_count};
    if (!has_generators(text, of->net))
        kind = 0; // nothing for the others
    const mutation *what = all[kind] + random_below(random, counts[kind]);
    *name = what->name;
    return what->change(&from, random);
}

static crease_net *parse_net(const char *text)
{
    crease_net *net;
    crease_error error;
    return crease_net_parse(&net, text, strlen(text), "mutant", &error) == CREASE_OK ? net : NULL;
}

typedef struct {
    char *net_text; // NULL: that of the subject
    char *text;
    const char *name;
    certificate_answer right;
} mutant;

// A digit of the network changed, with a certificate that knows of it or not.
static void change_network(mutant *made, const subject *of, random_state *random)
{
    made->net_text = misprint_digit(of->net_text, random);
    made->text = memory_copy_text(of->text);
    crease_net *net = parse_net(made->net_text);
    made->name = "a number of the network";
    made->right = MUST_REFUSE;
    if (net && random_below(random, 4)) {
        memcpy(strstr(made->text, "network ") + 8, crease_net_sha256(net), 64);
        made->name = "a number of the network, and its hash";
    }
    if (net)
        made->right = certificate_judge(made->text, net, NULL);
    crease_net_free(net);
}

static int make_mutant(mutant *made, const subject *of, random_state *random)
{
    *made = (mutant){0};
    if (random_below(random, 8) == 0) {
        change_network(made, of, random);
        return 1;
    }
    made->text = mutate(of, of->text, random, &made->name);
    int has_lines = made->text && *made->text && made->text[strlen(made->text) - 1] == '\n';
    if (has_lines && random_below(random, 6) == 0) {
        const char *second;
        char *more = mutate(of, made->text, random, &second);
        if (more) {
            free(made->text);
            made->text = more;
            made->name = "two things";
        }
    }
    if (made->text)
        made->right = certificate_judge(made->text, of->net, of->text);
    return made->text != NULL;
}

static const char *const answers[] = {"refused", "either", "accepted"};

static int check_mutant(const checker *with, const mutant *made, const subject *of, uint64_t seed,
                        tally *sum)
{
    char said[2000];
    checker_write(with->net, made->net_text ? made->net_text : of->net_text,
                  strlen(made->net_text ? made->net_text : of->net_text));
    checker_write(with->certificate, made->text, strlen(made->text));
    checker_verdict verdict = checker_run(with, said, sizeof said);
    sum->made++;
    sum->refused += made->right == MUST_REFUSE;
    sum->accepted_twins += made->right == EITHER && verdict == CHECKER_VERIFIED;
    sum->refused_twins += made->right == EITHER && verdict == CHECKER_REFUSED;
    sum->accepted_truths += made->right == MUST_ACCEPT;
    int good =
        verdict != CHECKER_BROKEN &&
        (made->right == EITHER || (verdict == CHECKER_VERIFIED) == (made->right == MUST_ACCEPT));
    if (!good)
        fprintf(stderr, "seed %" PRIu64 ", %s: expected %s, found %s\nof\n%s\nmade\n%s%s\n", seed,
                made->name, answers[made->right], said, of->text,
                made->net_text ? made->net_text : of->net_text, made->text);
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

// Such as can be written down.
static activation named_activation(random_state *random)
{
    static const char *const names[] = {
        "relu",    "relu",     "relu",       "abs",      "hardtanh", "linear",
        "leaky:1", "maxout:2", "leaky:-2/3", "maxout:3", "maxout:4", "pwl:-1,1/2,2;0,1,-1,1/3;2/3"};
    activation act;
    if (activation_parse(&act, names[random_below(random, sizeof names / sizeof *names)], NULL) !=
        CREASE_OK)
        abort();
    return act;
}

static crease_domain *open_random(crease_net **net, random_state *random)
{
    size_t d = 1 + random_below(random, 3);
    crease_domain *domain = random_domain(random, d);
    size_t inputs = random_inputs(random, domain, d);
    *net = random_net_of(random, inputs, 4, 2, named_activation);
    return domain;
}

static char *text_of(const crease_net *net)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    crease_net_write(to, net);
    fclose(to);
    return text;
}

static int open_subject(subject *of, uint64_t number, random_state *random)
{
    crease_domain *domain = number % 3 == 0 ? open_known(&of->net, files + number / 3 % FILES)
                                            : open_random(&of->net, random);
    of->net_text = text_of(of->net);
    of->text = certificate_written(of->net, domain, (int)random_below(random, 2));
    crease_domain_free(domain);
    if (!of->text || !certificate_parse(&of->read, of->text, of->net))
        abort();
    return strlen(of->text) < LONGEST;
}

static void close_subject(subject *of)
{
    certificate_clear(&of->read);
    free(of->text);
    free(of->net_text);
    crease_net_free(of->net);
}

// What the engine wrote is right, and what was made of it is not.
static size_t case_failures(uint64_t seed, const checker *with, tally *sum)
{
    random_state random;
    subject of;
    size_t failures = 0;
    random_seed(&random, seed);
    mutant made = {.name = "nothing", .right = MUST_ACCEPT};
    int fits = open_subject(&of, seed, &random);
    made.text = of.text;
    failures += !check_mutant(with, &made, &of, seed, sum);
    sum->accepted_truths--; // of mutants
    for (size_t i = 0; i < MUTANTS && !failures && fits; i++) {
        if (!make_mutant(&made, &of, &random))
            continue;
        failures += !check_mutant(with, &made, &of, seed, sum);
        free(made.text);
        free(made.net_text);
    }
    close_subject(&of);
    return failures;
}

int main(int count, char **arguments)
{
    uint64_t seed = cases_seed_of(count, arguments);
    uint64_t tries = cases_count(2000);
    checker with;
    checker_init(&with, getenv("CREASE_CHECK"), arguments[0]);
    tally sum = {0};
    size_t failures = 0;
    for (uint64_t i = 0; sum.made < tries && failures < SHOWN; i++)
        failures += case_failures(seed + i, &with, &sum);
    printf("mutations: seed %" PRIu64 ", %zu certificates, %zu to be refused, %zu of other numbers "
           "to be accepted, %zu with the same meaning (%zu accepted, %zu refused), %zu failures\n",
           seed, sum.made, sum.refused, sum.accepted_truths, sum.accepted_twins + sum.refused_twins,
           sum.accepted_twins, sum.refused_twins, failures);
    checker_clear(&with);
    flint_cleanup();
    return failures > 0 || sum.refused < tries / 2 ? EXIT_FAILURE : EXIT_SUCCESS;
}
