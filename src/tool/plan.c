// Long work as a folder of tasks: crease split, run and merge, and --checkpoint.
#include "tool/plan.h"

#include "base/error.h"
#include "base/json_tree.h"
#include "base/json_writer.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/read_file.h"
#include "tool/commands.h"
#include "tool/job.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char plan_name[] = "plan.json", network_name[] = "network.json";
enum { PLAN_FORMAT = 1, COPIES = 4 };

// ---- Files of the domain, which are copied ----

// The field with the name of such a file, NULL if there is none.
static const char **copied_field(settings *s, size_t i, const char **name)
{
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
        char *to = memory_format("%s/%s", s->options.folder, name);
        status = read_file(to, *field, write_copy, error);
        free(to);
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

static crease_status write_words(const settings *s, const char *path, int count, char **words,
                                 crease_error *error)
{
    out_file file;
    json out;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    json_open(&out, file.stream, JSON_IN_A_LINE);
    json_count(&out, "crease_tasks", PLAN_FORMAT);
    json_text(&out, "crease", CREASE_VERSION);
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

// The plan is written last.
static crease_status plan_write(settings *s, int count, char **words)
{
    const char *folder = s->options.folder;
    crease_error error = {.line = 0};
    char *path = memory_format("%s/%s", folder, plan_name);
    crease_status status = CREASE_OK;
    if (mkdir(folder, 0777) && errno != EEXIST) {
        status = report_usage("%s: %s", folder, strerror(errno));
    } else if (access(path, F_OK)) {
        if (copy_network(s, &error) || copy_domain(s, &error) ||
            write_words(s, path, count, words, &error))
            status = report_error(&error, folder);
    }
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
    s->quiet = 1;
    s->count.expect = NULL;
    s->output = "/dev/null";
}

// "-o DIR" stands for the folder here, whatever it does for the command.
static char **folder_words(int *count, char **words)
{
    char **made = memory_new((size_t)*count, sizeof *made);
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        const int is_short = !strncmp(words[i], "-o", 2);
        const int is_long = !strncmp(words[i], "--output=", 9);
        const char *folder = is_long ? words[i] + 9 : is_short && words[i][2] ? words[i] + 2 : NULL;
        if ((!strcmp(words[i], "-o") || !strcmp(words[i], "--output")) && i + 1 < *count)
            folder = words[++i];
        made[kept++] = folder ? memory_format("--checkpoint=%s", folder) : words[i];
    }
    *count = kept;
    return made;
}

crease_status plan_read_split(settings *s, int count, char **words)
{
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
    char *command, **words;
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
    crease_options *of = &q->options;
    const crease_options *now = &s->options;
    of->folder = s->operand;
    of->threads = now->threads;
    of->time_limit = now->time_limit;
    of->memory_limit = now->memory_limit;
    of->task_time = now->task_time;
    q->progress = s->progress;
    q->quiet = s->quiet;
    q->reading = (crease_net_options){0};
    q->output = s->output;
    if ((s->format >= 0 || s->output) && option_find("json", strlen("json"), q->command->bit))
        q->format = s->format;
}

static crease_status run_plan(const plan *p, const settings *s)
{
    settings q;
    const int merges = s->command->bit == in_merge;
    const command *c = command_find(p->command);
    if (!c || arguments_read(&q, c, (int)p->count, p->words))
        return CREASE_ERROR;
    plan_override(&q, s);
    if (format_settle(&q))
        return CREASE_ERROR;
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
    if (read_file(&p, path, parse_plan, &error))
        status = report_error(&error, path);
    else
        status = run_plan(&p, s);
    for (size_t i = 0; i < p.count; i++)
        free(p.words[i]);
    free(p.words);
    free(p.command);
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
