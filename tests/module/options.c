// The tables of options, of their combinations, and of commands: no row contradicts another.
#include "tool/options.h"
#include "tool/commands.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

extern const char help_text[]; // the file help.txt

// Two rows of one name or letter are for different commands.
static void names(void)
{
    for (size_t i = 0; i < options_count; i++)
        for (size_t k = i + 1; k < options_count; k++)
            if (options[i].commands & options[k].commands) {
                CU_ASSERT_STRING_NOT_EQUAL(options[i].name, options[k].name);
                CU_ASSERT(!options[i].letter || options[i].letter != options[k].letter);
            }
}

static void kinds(void)
{
    for (const option *o = options; o < options + options_count; o++) {
        const option_help help = help_of_option(o);
        CU_ASSERT((help.value_size == 0) == (o->kind == OPTION_FLAG || o->kind == OPTION_VALUE));
        CU_ASSERT(help.text_size > 0 && help.text[0] != '\n');
        CU_ASSERT(!o->value || o->kind == OPTION_VALUE);
        CU_ASSERT((o->choices != NULL) == (o->kind == OPTION_CHOICE));
        CU_ASSERT(!o->most || o->kind == OPTION_COUNT || o->kind == OPTION_SIZE);
        CU_ASSERT(o->place < sizeof(settings) && o->commands);
        for (const option_choice *c = o->choices; c && c->name; c++) {
            CU_ASSERT_PTR_EQUAL(choice_find(o->choices, c->name), c);
            CU_ASSERT_PTR_NOT_NULL(memmem(help.value, help.value_size, c->name, strlen(c->name)));
        }
        // The default of a choice is the first value, or none.
        CU_ASSERT(o->kind != OPTION_CHOICE || o->choices->value <= 1);
    }
}

// Whether each of the names stands for the operand, or for an option, of all the commands.
static bool all_exist(const char *list, unsigned commands_of_rule)
{
    char name[64];
    int length;
    for (; sscanf(list, "%63s%n", name, &length) == 1; list += length)
        for (const command *c = commands; c < commands + commands_count; c++) {
            if (!(c->bit & commands_of_rule))
                continue;
            size_t end = strcspn(name, "=");
            const option *o = option_find(name, end, c->bit);
            bool is_operand = *name >= 'A' && *name <= 'Z' && strstr(c->operand, name);
            bool has_value = name[end] && o && o->choices;
            if (!(o || is_operand) || (has_value && !choice_find(o->choices, name + end + 1))) {
                printf("%s of %s ", name, c->name);
                return false;
            }
        }
    return true;
}

static void rules(void)
{
    for (const option_rule *r = option_rules; r < option_rules + option_rules_count; r++) {
        CU_ASSERT(!r->given || all_exist(r->given, r->commands));
        CU_ASSERT(all_exist(r->others, r->commands));
    }
}

static void every_command(void)
{
    unsigned seen = 0;
    for (const command *c = commands; c < commands + commands_count; c++) {
        CU_ASSERT(!(c->bit & (seen | no_command.bit)));
        seen |= c->bit;
        CU_ASSERT_PTR_EQUAL(command_find(c->name), c);
        char section[32];
        snprintf(section, sizeof section, "= %s\n", c->name);
        CU_ASSERT(*c->purpose && strstr(help_text, section));
        CU_ASSERT(!c->operand_needed || c->operand);
        // --help is everywhere; commands of the Python module have no options here.
        CU_ASSERT(!c->run == !c->bit && (!c->run || option_find("help", strlen("help"), c->bit)));
    }
    CU_ASSERT_PTR_NOT_NULL(option_find("version", strlen("version"), no_command.bit));
    CU_ASSERT_PTR_NULL(option_find("json", strlen("json"), no_command.bit));
}

UNIT_MAIN("options", {"names", names}, {"kinds", kinds}, {"rules", rules},
          {"every_command", every_command})
