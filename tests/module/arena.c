// A stack of bytes: blocks stay apart, stay in place, and are found again.
#include "base/arena.h"
#include "base/random.h"
#include "unit.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Blocks taken from an arena, each filled with a byte of its own.
enum { MAX_BLOCKS = 400 };
typedef struct {
    unsigned char *memory;
    size_t size;
    unsigned char fill;
    arena_mark before;
} block;

static size_t random_size(random_state *random)
{
    switch (random_below(random, 8)) {
    case 0:
        return 0;
    case 1: // about a chunk, or more than one
        return 50000 + random_below(random, 100000);
    default:
        return random_below(random, 3000);
    }
}

static block take(arena *stack, size_t size, unsigned char fill)
{
    block fresh = {.size = size, .fill = fill, .before = arena_here(stack)};
    fresh.memory = arena_take(stack, size);
    memset(fresh.memory, fill, size);
    return fresh;
}

static bool is_intact(const block *b)
{
    for (size_t i = 0; i < b->size; i++)
        if (b->memory[i] != b->fill)
            return false;
    return true;
}

static void aligned(void)
{
    arena stack;
    arena_init(&stack);
    for (size_t size = 0; size < 200; size++)
        CU_ASSERT_EQUAL((uintptr_t)arena_take(&stack, size) % 16, 0);
    CU_ASSERT_EQUAL((uintptr_t)arena_take(&stack, 1000000) % 16, 0);
    CU_ASSERT_EQUAL((uintptr_t)arena_take(&stack, 1) % 16, 0);
    arena_clear(&stack);
}

// Blocks that overlapped, or moved, would lose their filling.
static void random_stack(void)
{
    enum { STEPS = 3000 };
    random_state random = unit_random(1);
    static block blocks[MAX_BLOCKS];
    size_t count = 0, deepest = 0;
    bool intact = true;
    arena stack;
    arena_init(&stack);
    for (int step = 0; step < STEPS && intact; step++) {
        if (count < MAX_BLOCKS && random_below(&random, 20)) {
            unsigned char fill = (unsigned char)random_bits(&random);
            blocks[count++] = take(&stack, random_size(&random), fill);
            deepest = count > deepest ? count : deepest;
        } else if (count) {
            count -= 1 + random_below(&random, count < 30 ? count : 30);
            arena_release(&stack, blocks[count].before);
            for (size_t i = 0; i < count; i++)
                intact &= is_intact(blocks + i);
        }
    }
    CU_ASSERT(intact);
    CU_ASSERT(deepest > 50);
    arena_clear(&stack);
}

UNIT_MAIN("arena", {"aligned", aligned}, {"random_stack", random_stack})
