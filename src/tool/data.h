// Where the data is that comes with Crease.
#ifndef TOOL_DATA_H
#define TOOL_DATA_H

// The directory data/NAME of the clone in which the tool is called, or else
// ../share/crease/NAME as seen from the directory of the tool itself, where make install puts it:
// so an installation can be moved as a whole. If neither is there, data/NAME, for the message.
// The caller frees the path.
char *data_directory(const char *name);

#endif
