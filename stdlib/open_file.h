// An open file, with a buffer for each direction: what `fs.open` gives.
#pragma once

#include <string>
#include <vector>

#include "stdlib/stream.h"

namespace aspen {

class OpenFile final : public Stream {
 public:
  // Of a descriptor that does not block, by the path that it was opened at; null, with errno as it is, for
  // none.
  static std::shared_ptr<OpenFile> open(std::string path, Descriptor file, int flags);
  // Our end of a pipe to or from a program that we run, by a name for messages. It does not block.
  static std::shared_ptr<OpenFile> of_pipe(std::string name, Descriptor end, int flags);
  // A socket whose other side is in this process. Behind its last octet `fate` tells whether that is all: 0,
  // or an errno.
  OpenFile(std::string name, Descriptor socket, std::shared_ptr<const std::atomic<int>> fate);
  // Writes what it can without waiting.
  ~OpenFile() override;

  const std::string& path() const { return path_; }
  // Set before the file is shared.
  void give_lines_as(LineForm form) { line_form_ = form; }
  LineForm line_form() const { return line_form_; }
  bool is_endless() const override { return is_endless_; }
  int descriptor() const override { return file_.number(); }
  // Whether it is no error if such a failure keeps text in the buffer from being delivered at the end: a
  // program that we run need not read all of its input.
  bool may_lose_text(int error) const { return error == EBADF || (error == EPIPE && leads_to_program_); }
  Progress fill(const Portion& wanted, size_t most) override;

  // Into the buffer, if that is to be had at once, and the file can be written to.
  enum class Buffered { none, all, too_full };  // too full: a `put` of nothing has to follow
  Buffered put_at_once(std::string_view octets);

  // Steps, under the lock:

  // Adds it to the buffer, which is emptied as far as it has to be.
  Progress put(std::string_view octets);
  Progress flush();
  // Of a socket: nothing more will be written.
  void finish();
  Progress seek(int64_t position);
  Progress tell();
  // Whatever comes of what stands in the buffer, it is closed in the end.
  Progress close();

  // Closes it without what could not be written.
  void abandon();

 private:
  OpenFile(std::string path, Descriptor file, int flags);
  void register_output();
  void add(std::string_view octets);
  bool is_full() const;
  bool is_readable() const;
  ssize_t read_more(const Portion& wanted);
  void end_input();
  ssize_t write_some(const char* place, size_t size);
  Progress drain();

  const std::string path_;
  const bool can_write_;
  LineForm line_form_ = LineForm::text;
  bool is_endless_ = false;
  bool is_terminal_ = false, is_socket_ = false, leads_to_program_ = false;
  const std::shared_ptr<const std::atomic<int>> fate_;
  // Guarded by the lock:
  Descriptor file_;
  std::string output_;  // on a disk, empty while there is something in input_
  size_t written_ = 0;  // of that
};

// Of what `fs.open` gives.
extern const NativeType kFileType;

// Of all open files: writes what can be written without waiting. Before the process ends. What could not be
// written: a path and a reason each.
std::vector<std::string> flush_open_files();

}  // namespace aspen
