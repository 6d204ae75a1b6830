// Makes a text the contents of a file, or sends it through a named pipe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "stdlib/place.h"

namespace aspen {

// A pipe can be opened once another program has opened it to read, and takes no more than that reads: both
// are waited for until the write is given up. From then on nothing is opened or written. Copies share their
// state.
class FilePut {
 public:
  // `flags`: O_TRUNC or O_APPEND.
  FilePut(FileAccess access, std::string path, int flags, std::string octets);

  // By one thread at a time. 0 when it is done, or an errno. Nothing: it waited for so long, and is to be
  // called again.
  std::optional<int> go_on_for(int milliseconds) const;
  // To its end; ECANCELED if it is given up.
  int operator()() const;
  // Any thread.
  void give_up() const;
  bool can_be_cut_short() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace aspen
