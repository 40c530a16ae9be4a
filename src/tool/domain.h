// The domain that the options ask for.
#ifndef TOOL_DOMAIN_H
#define TOOL_DOMAIN_H

#include "tool/options.h"

// Whether the options go together. Reports an error.
crease_status domain_check_options(const cli_settings *settings);

// Makes the domain of a network; the error names the option or the file at fault.
crease_status domain_make(crease_domain **domain, const cli_settings *settings,
                          const crease_net *net, crease_error *error);

#endif
