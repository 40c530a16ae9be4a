// crease: the command-line tool.
#include "tool/program.h"

int main(int argc, char **argv)
{
    program_begin();
    return program_end(program_run(argc, argv));
}
