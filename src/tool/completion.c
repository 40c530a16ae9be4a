// Scripts with which bash and zsh complete the words of a command line, made from the tables of
// commands and options.
#include "tool/completion.h"

#include "base/memory.h"
#include "make/catalogue.h"
#include "tool/commands.h"

#include <stdlib.h>
#include <string.h>

// What the operand of a command is, and the value of an option.
typedef enum { NOTHING, ANYTHING, FILES, DIRECTORIES, WORDS } taken;

static taken operand_takes(const command *c)
{
    if (c->names)
        return WORDS;
    return c->operand && !strcmp(c->operand, "NET") ? FILES : ANYTHING;
}

static taken option_takes(const option *o)
{
    if (!o->argument)
        return NOTHING;
    if (o->choices || o->names)
        return WORDS;
    if (!strcmp(o->argument, "DIR"))
        return DIRECTORIES;
    return o->kind == OPTION_FILE || !strcmp(o->argument, "FILE") ? FILES : ANYTHING;
}

// All names of a list, with spaces between them; whether one of them wants more behind it.
static int print_names(FILE *out, name_list *names)
{
    const char *name;
    int open = 0;
    for (size_t i = 0; (name = names(NULL, i)); i++) {
        fprintf(out, "%s%s", i ? " " : "", name);
        open |= name[strlen(name) - 1] == ':';
    }
    return open;
}

static int print_values(FILE *out, const option *o)
{
    if (o->names)
        return print_names(out, o->names);
    for (const option_choice *c = o->choices; c->name; c++)
        fprintf(out, "%s%s", c > o->choices ? " " : "", c->name);
    return 0;
}

// ---- bash ----

static const char *const bash_taken[] = {[NOTHING] = "",
                                         [ANYTHING] = "something",
                                         [FILES] = "files",
                                         [DIRECTORIES] = "directories",
                                         [WORDS] = "words"};

// The options of some commands, those that need a value with a sign of equality.
static void bash_options(FILE *out, unsigned bit)
{
    const char *before = "        options='";
    for (const option *o = options; o < options + options_count; o++)
        if (o->commands & bit) {
            fprintf(out, "%s--%s%s", before, o->name,
                    o->argument && o->kind != OPTION_MANNER ? "=" : "");
            before = " ";
        }
    fputs("'\n", out);
}

static void bash_option(FILE *out, const option *o)
{
    fprintf(out, "        --%s", o->name);
    if (o->alias)
        fprintf(out, " | --%s", o->alias);
    if (o->letter)
        fprintf(out, " | -%c", o->letter);
    // The next word is not its value.
    const char *condition = o->kind == OPTION_MANNER ? "[[ $before ]] && " : "";
    fprintf(out, ") %staken=%s", condition, bash_taken[option_takes(o)]);
    if (option_takes(o) == WORDS) {
        fputs(" words='", out);
        print_values(out, o);
        fputc('\'', out);
    }
    fputs(" ;;\n", out);
}

static void bash_command(FILE *out, const command *c)
{
    fprintf(out, "    %s)\n        operand=%s", c->name, bash_taken[operand_takes(c)]);
    if (c->names) {
        fputs(" words='", out);
        print_names(out, c->names);
        fputc('\'', out);
    }
    fputc('\n', out);
    bash_options(out, c->bit);
    fputs("        case $option in\n", out);
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & c->bit) && o->argument)
            bash_option(out, o);
    fputs("        esac\n        ;;\n", out);
}

// The parameters of a construction, once its name is there.
static void bash_parameters(FILE *out)
{
    fputs("    case \"$command:$operands \" in\n", out);
    for (size_t i = 0; i < construction_count(); i++) {
        const construction *made = construction_describe(i);
        fprintf(out, "    build:*\" %s \"*) operand_words='", made->name);
        for (size_t k = 0; k < made->parameters; k++)
            fprintf(out, "%s%s=", k ? " " : "", made->parameter[k].name);
        fputs("' ;;\n", out);
    }
    fputs("    esac\n", out);
}

static const char bash_head[] =
    "# Completion for bash of crease(1) and crease-check(1), written by crease help --completion.\n"
    "\n"
    "# _crease_reply HOW WORDS TYPED BEFORE: sets COMPREPLY. BEFORE stands in the same word.\n"
    "_crease_reply() {\n"
    "    local typed=$3 before=$4 i\n"
    "    case $1 in\n"
    "    files) mapfile -t COMPREPLY < <(compgen -f -- \"$typed\") ;;\n"
    "    directories) mapfile -t COMPREPLY < <(compgen -d -- \"$typed\") ;;\n"
    "    words) mapfile -t COMPREPLY < <(compgen -W \"$2\" -- \"$typed\") ;;\n"
    "    *) COMPREPLY=() ;;\n"
    "    esac\n"
    "    case $1 in files | directories) compopt -o filenames 2>/dev/null ;; esac\n"
    "    [[ ${#COMPREPLY[@]} -eq 1 && $COMPREPLY == *[:=] ]] && compopt -o nospace 2>/dev/null\n"
    "    # bash replaces what stands behind the last of its word breaks.\n"
    "    typed=$before$typed\n"
    "    for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=$before${COMPREPLY[i]}; done\n"
    "    for before in = :; do\n"
    "        [[ $COMP_WORDBREAKS == *$before* && $typed == *$before* ]] || continue\n"
    "        before=${typed%\"${typed##*$before}\"}\n"
    "        typed=${typed#\"$before\"}\n"
    "        for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=${COMPREPLY[i]#\"$before\"}; done\n"
    "    done\n"
    "}\n"
    "\n"
    "_crease() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} all typed before= command= option= operands=\n"
    "    local taken= operand= words= operand_words= options= word\n"
    "    read -ra all <<<\"$line\"\n"
    "    [[ $line == *[[:blank:]] ]] && all+=('')\n"
    "    typed=${all[-1]}\n"
    "    [[ ${#all[@]} -gt 2 ]] && command=${all[1]}\n"
    "    case $typed in\n"
    "    --*=*) option=${typed%%=*} before=${typed%%=*}= typed=${typed#*=} ;;\n"
    "    *) [[ ${#all[@]} -gt 3 && ${all[-2]} == -* && ${all[-2]} != *=* ]] && option=${all[-2]} "
    ";;\n"
    "    esac\n"
    "    for word in \"${all[@]:2:${#all[@]}-3}\"; do\n"
    "        [[ $word == -* ]] || operands+=\" $word\"\n"
    "    done\n"
    "    case $command in\n";

static const char bash_tail[] =
    "    if [[ $taken ]]; then\n"
    "        _crease_reply $taken \"$words\" \"$typed\" \"$before\"\n"
    "    elif [[ $before ]]; then\n"
    "        COMPREPLY=()\n"
    "    elif [[ $typed == -* ]]; then\n"
    "        _crease_reply words \"$options\" \"$typed\" ''\n"
    "    else\n"
    "        _crease_reply $operand \"${operand_words:-$words}\" \"$typed\" ''\n"
    "    fi\n"
    "}\n"
    "\n"
    "_crease_check() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT}\n"
    "    local typed=${line##*[[:blank:]]}\n"
    "    if [[ $typed == -* ]]; then\n"
    "        _crease_reply words '--json --help --version' \"$typed\" ''\n"
    "    else\n"
    "        _crease_reply files '' \"$typed\" ''\n"
    "    fi\n"
    "}\n"
    "\n"
    "complete -F _crease crease\n"
    "complete -F _crease_check crease-check\n";

static void bash_print(FILE *out)
{
    fputs(bash_head, out);
    fputs("    '')\n        operand=words words='", out);
    print_names(out, names_of_commands);
    fputs("'\n", out);
    bash_options(out, no_command.bit);
    fputs("        ;;\n", out);
    for (const command *c = commands; c < commands + commands_count; c++)
        bash_command(out, c);
    fputs("    esac\n", out);
    bash_parameters(out);
    fputs(bash_tail, out);
}

// ---- zsh ----

// Where the first clause of a text ends, a short one before a colon ("With --json:") not counted.
static size_t clause_end(const char *text)
{
    enum { SHORT = 32 };
    size_t end = strcspn(text, ".:;");
    while (text[end] && text[end + 1] &&
           (text[end + 1] != ' ' || (text[end] == ':' && end < SHORT)))
        end += 1 + strcspn(text + end + 1, ".:;");
    return end;
}

// How much of an option's text says what it does: one clause; if that is long, up to a comma, or to
// a word. No bracket stays open.
static size_t first_clause(const char *text)
{
    enum { LONG = 72 };
    size_t end = clause_end(text), comma = 0, blank = 0, bracket = 0;
    for (size_t i = 0; i < end && i < LONG; i++) {
        if (text[i] == ',' && text[i + 1] == ' ')
            comma = i;
        if (text[i] == ' ')
            blank = i;
        if (text[i] == '(')
            bracket = i;
        if (text[i] == ')')
            bracket = 0;
    }
    if (end > LONG)
        end = comma ? comma : blank;
    return bracket && bracket < end ? bracket - 1 : end;
}

static void zsh_explain(FILE *out, const char *text)
{
    size_t end = first_clause(text);
    for (size_t i = 0; i < end; i++)
        if (text[i] == '\'')
            fputs("'\\''", out);
        else
            fprintf(out, strchr("[]:\\", text[i]) ? "\\%c" : "%c", text[i]);
}

static void zsh_words(FILE *out, const char *names)
{
    for (const char *c = names; *c; c++)
        fprintf(out, *c == ':' ? "\\:" : "%c", *c);
}

// ":MESSAGE:ACTION" of what is taken; names and choices as print_values has them.
static void zsh_taken(FILE *out, const char *message, taken what, name_list *names, const option *o)
{
    static const char *const actions[] = {
        [NOTHING] = "", [ANYTHING] = " ", [FILES] = "_files", [DIRECTORIES] = "_files -/"};
    fputc(':', out);
    zsh_words(out, message);
    fputc(':', out);
    if (what != WORDS) {
        fputs(actions[what], out);
        return;
    }
    char *text;
    size_t size;
    FILE *list = memory_stream(&text, &size);
    int open = names ? print_names(list, names) : print_values(list, o);
    fclose(list);
    fprintf(out, "compadd %s- ", open ? "-S \"\" " : "");
    zsh_words(out, text);
    free(text);
}

static void zsh_option(FILE *out, const option *o)
{
    const int may_be_left_out = o->kind == OPTION_MANNER;
    const char *equals = may_be_left_out ? "=-" : o->argument ? "=" : "";
    const char *more[] = {o->name, o->alias};
    fputs(" \\\n                ", out);
    if (o->letter || o->alias) {
        fprintf(out, "'(--%s", o->name);
        if (o->alias)
            fprintf(out, " --%s", o->alias);
        if (o->letter)
            fprintf(out, " -%c", o->letter);
        fputs(")'{", out);
        if (o->letter)
            fprintf(out, "-%c%s,", o->letter, o->argument ? "+" : "");
        for (size_t i = 0; i < 2 && more[i]; i++)
            fprintf(out, "%s--%s%s", i ? "," : "", more[i], equals);
        fputs(o->alias || o->letter ? "}'" : "'", out);
    } else {
        fprintf(out, "'--%s%s", o->name, equals);
    }
    fputc('[', out);
    zsh_explain(out, o->text);
    fputc(']', out);
    if (may_be_left_out)
        fputc(':', out);
    if (o->argument)
        zsh_taken(out, o->argument, option_takes(o), NULL, o);
    fputc('\'', out);
}

static void zsh_command(FILE *out, const command *c)
{
    fprintf(out, "        %s)\n            _arguments", c->name);
    for (const option *o = options; o < options + options_count; o++)
        if (o->commands & c->bit)
            zsh_option(out, o);
    if (c->operand) {
        fputs(" \\\n                '1", out);
        zsh_taken(out, c->operand, operand_takes(c), c->names, NULL);
        fputc('\'', out);
    }
    if (c->more) {
        fputs(" \\\n                '*", out);
        int same = !strcmp(c->more, c->operand);
        zsh_taken(out, c->more, same ? operand_takes(c) : ANYTHING, same ? c->names : NULL, NULL);
        fputc('\'', out);
    }
    fputs("\n            ;;\n", out);
}

static const char zsh_head[] =
    "#compdef crease crease-check\n"
    "# Completion for zsh of crease(1) and crease-check(1), written by crease help --completion.\n"
    "\n"
    "_crease() {\n"
    "    local curcontext=$curcontext state line\n"
    "    typeset -A opt_args\n"
    "    if [[ $service == crease-check ]]; then\n"
    "        _arguments '--json[Print one JSON object]' '(- *)'{-h,--help}'[Print help]' \\\n"
    "            '(- *)--version[Print the version]' '1:NETWORK:_files' '2:CERTIFICATE:_files'\n"
    "        return\n"
    "    fi\n"
    "    _arguments -C '(- *)'{-h,--help}'[Print help]' '(- *)--version[Print the version]' \\\n"
    "        '1:command:->command' '*::word:->words' && return\n"
    "    case $state in\n"
    "    command)\n"
    "        local -a commands=(\n";

static void zsh_print(FILE *out)
{
    fputs(zsh_head, out);
    for (const command *c = commands; c < commands + commands_count; c++) {
        fprintf(out, "            '%s:", c->name);
        zsh_explain(out, c->purpose);
        fputs("'\n", out);
    }
    fputs("        )\n        _describe -t commands command commands\n        ;;\n"
          "    words)\n        case $words[1] in\n",
          out);
    for (const command *c = commands; c < commands + commands_count; c++)
        zsh_command(out, c);
    fputs("        esac\n        ;;\n    esac\n}\n\n_crease \"$@\"\n", out);
}

void completion_print(FILE *stream, completion_shell shell)
{
    (shell == SHELL_BASH ? bash_print : zsh_print)(stream);
}
