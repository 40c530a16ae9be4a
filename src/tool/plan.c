// Long work as a folder of tasks: crease split, run and merge, and --checkpoint.
#include "tool/plan.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/json_tree.h"
#include "base/json_writer.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/read_file.h"
#include "base/sha256.h"
#include "tool/commands.h"
#include "tool/job.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char plan_name[] = "plan.json", network_name[] = "network.json";
enum { PLAN_FORMAT = 1, COPIES = 4 };

// ---- Files of the domain, which are copied ----

// The field with the name of such a file, NULL if there is none.
static const char **copied_field(settings *s, size_t i, const char **name)
{
    ASSERT(i < COPIES);
    static const char *const names[COPIES] = {"slice", "polytope", "vnnlib", "around"};
    static const char separators[COPIES] = {';', 0, 0, ','};
    const char **const fields[COPIES] = {&s->domain.slice, &s->domain.polytope, &s->domain.vnnlib,
                                         &s->domain.around};
    const char *value = *fields[i];
    *name = names[i];
    return !value || (separators[i] && job_is_inline(value, separators[i])) ? NULL : fields[i];
}

static crease_status write_copy(void *path, document_text document, crease_error *error)
{
    out_file copy;
    if (out_file_open(&copy, path, error))
        return CREASE_ERROR;
    fwrite(document.text, 1, document.size, copy.stream);
    return out_file_commit(&copy, error);
}

static crease_status copy_domain(settings *s, crease_error *error)
{
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < COPIES && status == CREASE_OK; i++) {
        const char *name, **field = copied_field(s, i, &name);
        if (!field)
            continue;
        char *path = memory_format("%s/%s", s->options.folder, name);
        status = read_file(path, *field, write_copy, error);
        free(path);
    }
    return status;
}

// ---- Writing a plan ----

static crease_status copy_network(const settings *s, crease_error *error)
{
    crease_net *net;
    if (crease_net_read(&net, s->operand, &s->reading, error))
        return error->file[0] ? CREASE_ERROR : error_file(error, s->operand);
    char *path = memory_format("%s/%s", s->options.folder, network_name);
    const crease_status status = crease_net_save(path, net, CREASE_NET_JSON, error);
    free(path);
    crease_net_free(net);
    return status;
}

// With its commit. Results do not depend on the versions of libraries, which are left out.
static char *own_version(void)
{
    const char *text = crease_version() + strlen("crease "), *end = strchr(text, ';');
    return end ? memory_format("%.*s)", (int)(end - text), text) : memory_copy_text(CREASE_VERSION);
}

static crease_status write_words(const settings *s, const char *path, int count, char **words,
                                 crease_error *error)
{
    out_file file;
    json out;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    json_open(&out, file.stream, JSON_IN_A_LINE);
    json_count(&out, "crease_tasks", PLAN_FORMAT);
    char *version = own_version();
    json_text(&out, "crease", version);
    free(version);
    json_text(&out, "command", s->command->name);
    json_array(&out, "words");
    for (int i = 0; i < count; i++)
        json_text(&out, NULL, words[i]);
    json_end(&out);
    json_end(&out);
    putc('\n', file.stream);
    return out_file_commit(&file, error);
}

static crease_status check_question(const settings *s)
{
    const char *const file[] = {s->operand, s->domain.slice, s->domain.polytope, s->domain.vnnlib,
                                s->domain.around};
    if (s->operand_count > 1)
        return report_usage("a folder of tasks is for one network, not %zu", s->operand_count);
    for (size_t i = 0; i < sizeof file / sizeof *file; i++)
        if (file[i] && !strcmp(file[i], "-"))
            return report_usage("tasks are computed by other processes: name a file, not \"-\"");
    return CREASE_OK;
}

static crease_status compare_plan(settings *s, const char *path);

// The plan is written last, so where it is the copies are whole. One process at a time.
static crease_status plan_write(settings *s, int count, char **words)
{
    const char *folder = s->options.folder;
    crease_error error = {.line = 0};
    if (mkdir(folder, 0777) && errno != EEXIST)
        return report_usage("%s: %s", folder, strerror(errno));
    char *path = memory_format("%s/%s", folder, plan_name);
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    crease_status status = CREASE_OK;
    if (lock >= 0)
        flock(lock, LOCK_EX); // a file system without locks does not wait
    if (access(path, F_OK) == 0)
        status = compare_plan(s, path);
    else if (copy_network(s, &error) || copy_domain(s, &error) ||
             write_words(s, path, count, words, &error))
        status = report_error(&error, folder);
    if (lock >= 0)
        close(lock);
    free(path);
    return status;
}

// ---- Steps ----

static void set_step(settings *s, crease_tasks_step step)
{
    static char *question; // until the process ends
    free(question);
    question = arguments_question(s);
    s->options.question = question;
    s->options.tasks_step = step;
    if (step == CREASE_TASKS_ALL || step == CREASE_TASKS_MERGE)
        return;
    // Nothing is printed yet.
    s->quiet = true;
    s->count.expect = NULL;
    s->output = "/dev/null";
}

// "-o DIR" stands for the folder here, whatever it does for the command.
static char **folder_words(int *count, char **words)
{
    char **result = memory_new((size_t)*count, sizeof *result);
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        const bool is_short = !strncmp(words[i], "-o", 2);
        const bool is_long = !strncmp(words[i], "--output=", 9);
        const char *folder = is_long ? words[i] + 9 : is_short && words[i][2] ? words[i] + 2 : NULL;
        if ((!strcmp(words[i], "-o") || !strcmp(words[i], "--output")) && i + 1 < *count)
            folder = words[++i];
        result[kept++] = folder ? memory_format("--checkpoint=%s", folder) : words[i];
    }
    *count = kept;
    return result;
}

crease_status plan_read_split(settings *s, int count, char **words)
{
    if (strchr(words[0], '.') && access(words[0], F_OK) == 0)
        return report_usage("split takes a command first: crease split count %s", words[0]);
    const command *c = command_find(words[0]);
    if (!c)
        return CREASE_ERROR;
    if (!option_find("checkpoint", strlen("checkpoint"), c->bit))
        return report_usage("%s cannot be split; see 'crease help split'", c->name);
    count--;
    static char **with_folder, **kept; // settings borrow the words until the program ends
    with_folder = folder_words(&count, words + 1);
    kept = memory_new((size_t)count, sizeof *kept);
    memcpy(kept, with_folder, (size_t)count * sizeof *kept);
    crease_status status = arguments_read(s, c, count, with_folder);
    if (status || s->help || s->version)
        return status;
    if (!s->options.folder)
        return report_usage("split needs -o DIR, the folder of the tasks");
    if (s->count.images == CREASE_IMAGES_ALWAYS)
        return report_usage("counting by images cannot be cut into tasks: use --checkpoint=DIR");
    status = check_question(s);
    if (status == CREASE_OK)
        status = plan_write(s, count, kept);
    if (status == CREASE_OK)
        set_step(s, CREASE_TASKS_SPLIT);
    return status;
}

crease_status plan_open_checkpoint(settings *s, int count, char **words)
{
    if (check_question(s) || plan_write(s, count, words))
        return CREASE_ERROR;
    set_step(s, CREASE_TASKS_ALL);
    return CREASE_OK;
}

// ---- Reading a plan ----

enum { PLAN, FORMAT, VERSION, COMMAND_NAME, WORDS, WORD, PLACES };

static const json_place places[] = {
    [PLAN] = {0, NULL, JSON_IS(JSON_OBJECT), 1, "an object"},
    [FORMAT] = {PLAN, "crease_tasks", JSON_IS(JSON_NUMBER), 1, "1"},
    [VERSION] = {PLAN, "crease", JSON_IS(JSON_STRING), 1, "a version"},
    [COMMAND_NAME] = {PLAN, "command", JSON_IS(JSON_STRING), 1, "the name of a command"},
    [WORDS] = {PLAN, "words", JSON_IS(JSON_ARRAY), 1, "the words of the command"},
    [WORD] = {WORDS, NULL, JSON_IS(JSON_STRING), 0, "a string"},
};

typedef struct {
    char *version, *command, **words;
    size_t count;
} plan;

static crease_status parse_plan(void *target, document_text document, crease_error *error)
{
    static const json_schema schema = {places, PLACES, NULL};
    plan *p = target;
    json_tree tree;
    crease_status status = json_tree_read(&tree, &schema, document, error);
    if (status == CREASE_OK) {
        const json_value *all = tree.value, *list = json_member(&tree, all, WORDS);
        const json_value *word = json_first(list);
        p->version = json_copy_text(&tree, json_member(&tree, all, VERSION));
        p->command = json_copy_text(&tree, json_member(&tree, all, COMMAND_NAME));
        p->words = memory_new(list->length, sizeof *p->words);
        for (; p->count < list->length; word = json_next(&tree, word))
            p->words[p->count++] = json_copy_text(&tree, word);
        if (!json_text_is(&tree, json_member(&tree, all, FORMAT), "1"))
            status = json_unexpected(error, &tree, json_member(&tree, all, FORMAT), NULL);
    }
    json_tree_clear(&tree);
    return status;
}

// These come from the command line of the step, not from the plan.
static void plan_override(settings *q, const settings *s)
{
    crease_options *planned = &q->options;
    const crease_options *current = &s->options;
    planned->folder = s->operand;
    planned->threads = current->threads;
    planned->time_limit = current->time_limit;
    planned->memory_limit = current->memory_limit;
    planned->task_time = current->task_time;
    q->progress = s->progress;
    q->quiet = s->quiet;
    q->reading = (crease_net_options){0};
    q->output = s->output;
    if ((s->format >= 0 || s->output) && option_find("json", strlen("json"), q->command->bit))
        q->format = s->format;
}

static void plan_clear(plan *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->words[i]);
    free(p->words);
    free(p->version);
    free(p->command);
}

// Another version may cut the work in another way, so that parts of it come twice or never, even if
// the number of the format is the same.
static void note_version(const plan *p, const char *folder)
{
    char *own = own_version();
    if (strcmp(p->version, own) != 0)
        report_note("%s/%s: crease %s made these tasks, and this is crease %s: a total is certain "
                    "only if one version computes all of them",
                    folder, plan_name, p->version, own);
    free(own);
}

// The settings that the plan of a folder asks for, which borrow its words. Plans that split cannot
// have written are refused.
static crease_status read_question(settings *q, const plan *p, char **words, const char *folder)
{
    const command *c = command_find(p->command);
    memcpy(words, p->words, p->count * sizeof *words);
    if (!c)
        return CREASE_ERROR;
    if (!option_find("checkpoint", strlen("checkpoint"), c->bit))
        return report_usage("%s/%s: %s cannot be split", folder, plan_name, c->name);
    if (arguments_read(q, c, (int)p->count, words))
        return CREASE_ERROR;
    if (q->help || q->version || q->operand_count != 1)
        return report_usage("%s/%s: expected a command with one network", folder, plan_name);
    return CREASE_OK;
}

// ---- Comparing with a plan that is there ----

static crease_status hash_text(void *hash, document_text document, crease_error *error)
{
    (void)error;
    sha256_of(hash, document.text, document.size);
    return CREASE_OK;
}

// Whether a file has the content of its copy in the folder.
static crease_status compare_file(int *differs, const char *path, const char *folder,
                                  const char *name, crease_error *error)
{
    char own[SHA256_TEXT] = "", other[SHA256_TEXT] = "", *copy;
    copy = memory_format("%s/%s", folder, name);
    const crease_status status =
        read_file(own, path, hash_text, error) || read_file(other, copy, hash_text, error)
            ? CREASE_ERROR
            : CREASE_OK;
    *differs |= strcmp(own, other) != 0;
    free(copy);
    return status;
}

static crease_status compare_network(int *differs, const settings *s, crease_error *error)
{
    crease_net *own = NULL, *other = NULL;
    char *copy = memory_format("%s/%s", s->options.folder, network_name);
    crease_status status = crease_net_read(&own, s->operand, &s->reading, error);
    if (status == CREASE_OK)
        status = crease_net_read(&other, copy, NULL, error);
    *differs |= status == CREASE_OK && strcmp(crease_net_sha256(own), crease_net_sha256(other));
    crease_net_free(own);
    crease_net_free(other);
    free(copy);
    return status;
}

// A folder is of one network, question and domain.
static crease_status compare_plan(settings *s, const char *path)
{
    const char *folder = s->options.folder;
    plan p = {0};
    settings q;
    crease_error error = {.line = 0};
    int differs = 0;
    crease_status status = read_file(&p, path, parse_plan, &error);
    if (status) {
        plan_clear(&p);
        return report_error(&error, path);
    }
    char **words = memory_new(p.count + 1, sizeof *words);
    status = read_question(&q, &p, words, folder);
    const bool is_read = status == CREASE_OK;
    for (size_t i = 0; i < COPIES && status == CREASE_OK; i++) {
        const char *name, **own = copied_field(s, i, &name), **other = copied_field(&q, i, &name);
        differs |= !own != !other;
        if (own && other)
            status = compare_file(&differs, *own, folder, name, &error);
    }
    if (status == CREASE_OK)
        status = compare_network(&differs, s, &error);
    if (status == CREASE_OK) {
        char *wanted = arguments_question(s), *planned = arguments_question(&q);
        differs |= strcmp(wanted, planned) != 0;
        free(wanted);
        free(planned);
    }
    if (status == CREASE_OK && !differs && !s->quiet)
        note_version(&p, folder);
    free(words);
    plan_clear(&p);
    if (is_read && status)
        return report_error(&error, folder);
    return differs ? report_usage("%s is the folder of other work: of another network, domain or "
                                  "question",
                                  folder)
                   : status;
}

// Runs the tasks that are named, or all, or merges, with the options that the plan keeps.
static crease_status run_plan(const plan *p, const settings *s)
{
    settings q;
    const bool merges = s->command->bit == in_merge;
    char **words = memory_new(p->count + 1, sizeof *words); // which reading moves
    if (read_question(&q, p, words, s->operand)) {
        free(words);
        return CREASE_ERROR;
    }
    if (!s->quiet)
        note_version(p, s->operand);
    plan_override(&q, s);
    if (format_settle(&q)) {
        free(words);
        return CREASE_ERROR;
    }
    set_step(&q, merges ? CREASE_TASKS_MERGE : CREASE_TASKS_RUN);
    char *owned[COPIES + 1] = {memory_format("%s/%s", s->operand, network_name)};
    q.network = owned[0];
    for (size_t i = 0; i < COPIES; i++) {
        const char *name, **field = copied_field(&q, i, &name);
        if (field)
            *field = owned[i + 1] = memory_format("%s/%s", s->operand, name);
    }
    crease_status status = CREASE_OK;
    if (merges || s->operand_count < 2)
        status = job_run(&q);
    for (size_t i = 1; i < s->operand_count && status == CREASE_OK; i++) {
        q.options.task = s->operands[i];
        status = job_run(&q);
    }
    for (size_t i = 0; i <= COPIES; i++)
        free(owned[i]);
    free(words);
    return status;
}

static crease_status list_tasks(const settings *s)
{
    crease_error error;
    char *names = crease_tasks_left(s->operand, &error);
    if (!names)
        return report_error(&error, s->operand);
    fputs(names, stdout);
    free(names);
    return CREASE_OK;
}

crease_status plan_do_step(const settings *s)
{
    if (s->list)
        return list_tasks(s);
    plan p = {0};
    crease_error error;
    char *path = memory_format("%s/%s", s->operand, plan_name);
    crease_status status = CREASE_OK;
    if (access(path, F_OK) != 0)
        status = report_usage("%s: is missing: crease split makes it, and the tasks", path);
    else if (read_file(&p, path, parse_plan, &error))
        status = report_error(&error, path);
    else
        status = run_plan(&p, s);
    plan_clear(&p);
    free(path);
    return status;
}

crease_status cmd_split(job *work)
{
    (void)work;
    return report_usage("split needs a command: "
                        "crease split count NET -o DIR");
}

crease_status cmd_run(job *work)
{
    return plan_do_step(work->s);
}

crease_status cmd_merge(job *work)
{
    return plan_do_step(work->s);
}
