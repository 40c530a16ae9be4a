// A network as a file.
#include "unit.h"
#include "written.h"

static void file(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [\"1/3\", 1]]", "[0, -7]"));
    written file = written_init();
    CU_ASSERT_EQUAL(crease_write_net(file.path, net, &file.error), CREASE_OK);
    crease_net *back;
    CU_ASSERT_EQUAL_FATAL(crease_net_read(&back, file.path, &file.error), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_sha256(back), crease_net_sha256(net));
    crease_net_free(back);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    crease_net_write(stream, net);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(file.text, text);
    free(text);
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

static void failures(void)
{
    crease_net *net = net_of(RELU("[[1, 0]]", "[0]"));
    crease_error error;
    CU_ASSERT_EQUAL(crease_write_net("/no/such/directory/net.json", net, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/no/such/directory/net.json");
    CU_ASSERT_EQUAL(crease_write_net("/dev/full", net, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");
    crease_net_free(net);
}

UNIT_MAIN("network", {"file", file}, {"failures", failures})
