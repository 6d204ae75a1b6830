// What signals are called. Names stand without SIG: "TERM".
#pragma once

#include <string>
#include <string_view>

#include "stdlib/native.h"

namespace aspen {

// Below it are all that have names.
inline constexpr int kSignalsEnd = 64;

// 0: there is none of that name.
int signal_number(std::string_view name);
// Empty: the number is no signal's.
std::string_view signal_name(int number);
// False: the system lets nobody catch it, or it tells of a fault, which would come again for ever.
bool can_listen_for(int signal);
// The end of a complaint: `"SIGTERM", which is no signal; did you mean "TERM"?`
std::string no_signal(Strand& s, const String& text);

}  // namespace aspen
