// Names of signals. They have no SIG in front: "TERM".
#pragma once

#include <string>
#include <string_view>

#include "stdlib/native/native.h"

namespace aspen {

// All signals with names are below it.
inline constexpr int kSignalsEnd = 64;

// 0: no signal has that name.
int signal_number(std::string_view name);
// Empty: no signal has that number.
std::string_view signal_name(int number);
// False: the system does not let programs catch it, or it reports a fault, which would come again for ever.
bool can_listen_for(int signal);
// The end of an error message: `"SIGTERM", which is no signal; did you mean "TERM"?`
std::string no_signal(Strand& s, const String& text);

}  // namespace aspen
