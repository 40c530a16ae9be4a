// The networks of crease verify: each can be built, and none of the catalogue is left out.
#include "theory/verify_instances.h"
#include "unit.h"

#include <crease/make.h>
#include <string.h>

static void all_constructions(void)
{
    for (size_t i = 0; i < crease_build_count(); i++) {
        const char *name = crease_build_describe(i)->name;
        size_t quick = 0;
        for (size_t k = 0; k < verify_instance_count; k++)
            quick +=
                !strcmp(verify_instances[k].name, name) && verify_instances[k].size == VERIFY_QUICK;
        if (quick == 0)
            printf("%s ", name);
        CU_ASSERT(quick > 0);
    }
}

static void no_doubles(void)
{
    for (size_t i = 0; i < verify_instance_count; i++)
        for (size_t k = 0; k < i; k++)
            CU_ASSERT(strcmp(verify_instances[i].name, verify_instances[k].name) ||
                      strcmp(verify_instances[i].arguments, verify_instances[k].arguments));
}

UNIT_MAIN("verify_instances", {"all_constructions", all_constructions}, {"no_doubles", no_doubles})
