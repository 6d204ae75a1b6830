// Writes a text to a file, or through a named pipe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "stdlib/system/place.h"
#include "vm/heap/memory_account.h"

namespace aspen {

// A pipe can be opened only when another program has opened it to read, and takes bytes as that program reads
// them. The write waits for both until it is given up; after that, nothing is opened or written. Copies of
// this object share one state.
class FilePut {
 public:
  // `flags`: O_TRUNC or O_APPEND. `charge`: for the text.
  FilePut(FileAccess access, std::string path, int flags, std::string bytes, Charge charge);

  // Called by one thread at a time. 0 when everything is written, or an errno. Nothing: the time has passed,
  // and the caller calls it again.
  std::optional<int> go_on_for(int milliseconds) const;
  // Writes everything; ECANCELED if it is given up.
  int operator()() const;
  // Any thread.
  void give_up() const;
  bool can_be_cut_short() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace aspen
