// A file's contents, read to the end on whatever thread there is for it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "stdlib/native/answer.h"
#include "stdlib/system/descriptor.h"
#include "stdlib/system/give_up.h"
#include "stdlib/system/place.h"
#include "vm/heap/memory_account.h"
#include "vm/object/utf8.h"

namespace aspen {

// Reading or writing so many bytes takes long enough to be done on another thread.
constexpr size_t kLargeFile = size_t{1} << 18;
constexpr size_t kFilePieceBytes = size_t{1} << 16;

struct Contents {
  std::string data;
  size_t wrong = kValidUtf8;      // the offset at which it is not UTF-8
  Charge charge = {};             // for the data
  bool is_refused_ahead = false;  // no memory was left before the program's turn

  size_t bytes() const { return data.size(); }
};

// Reads a file to its end. Reads a pipe until all its writers have closed it, or the waiting strand has given
// up. The data is charged to `account` before it is had; ENOMEM if there is no room.
class FileReading {
 public:
  // `is_ahead`: for a strand that is not the head. Such strands leave half of the memory to the program.
  FileReading(FileAccess access, std::string path, bool is_text, std::shared_ptr<MemoryAccount> account,
              bool is_ahead)
      : access_(access),
        path_(std::move(path)),
        is_text_(is_text),
        is_ahead_(is_ahead),
        account_(std::move(account)) {}

  Answer<Contents> operator()() const;
  // Any thread.
  void give_up() const { (void)stop_->give_up(); }

 private:
  // Both: false with errno set.
  bool read_file(const Descriptor& file, std::string& data, Charge& charge) const;
  bool read_stream(const Descriptor& file, std::string& data, Charge& charge) const;

  FileAccess access_;
  std::string path_;
  bool is_text_;
  bool is_ahead_;
  std::shared_ptr<MemoryAccount> account_;
  // Shared, as the work is copied on its way to the thread.
  std::shared_ptr<GiveUp> stop_ = std::make_shared<GiveUp>();
};

// The contents of a small file. Nothing for a large one, and for what is not a file: a pipe may have to be
// waited for, and its writer must not see a reader that has opened the pipe and closed it again.
std::optional<Answer<Contents>> read_small_file(const Place& place, bool is_text);

}  // namespace aspen
