#include "stdlib/system/signal_names.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "vm/run/operators/show.h"

namespace aspen {

int signal_number(std::string_view name) {
  if (name.empty()) return 0;
  int number = kSignalsEnd - 1;
  while (number > 0 && signal_name(number) != name) --number;
  return number;
}

std::string_view signal_name(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? name : "";
}

bool can_listen_for(int signal) {
  constexpr std::array kOthers = {SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGFPE,
                                  SIGILL,  SIGTRAP, SIGABRT, SIGSYS};
  return std::find(kOthers.begin(), kOthers.end(), signal) == kOthers.end();
}

std::string no_signal(Strand& s, const String& text) {
  std::string out = shorten(s, Value::object(&text)) + ", which is no signal";
  std::string meant(text.view().substr(0, 32));
  for (char& c : meant) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (meant.starts_with("SIG")) meant.erase(0, 3);
  if (signal_number(meant) != 0) out += "; did you mean \"" + meant + "\"?";
  return out;
}

}  // namespace aspen
