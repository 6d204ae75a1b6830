// An open file with a buffer for each direction: the value of `fs.open`.
#pragma once

#include <string>
#include <vector>

#include "stdlib/system/stream.h"

namespace aspen {

class OpenFile final : public Stream {
 public:
  // Opens a file from a descriptor that does not block and the path that it was opened at. Null, with errno
  // unchanged, if the descriptor is invalid.
  static std::shared_ptr<OpenFile> open(std::string path, Descriptor file, int flags);
  // Our end of a pipe to or from a child process, which must not block. `name` is for messages.
  static std::shared_ptr<OpenFile> of_pipe(std::string name, Descriptor end, int flags);
  // A socket with its peer in this process. After the last byte, `fate` says how the stream ended: 0 if it is
  // complete, or an errno.
  OpenFile(std::string name, Descriptor socket, std::shared_ptr<const std::atomic<int>> fate);
  // Writes as much of the buffer as is possible without waiting.
  ~OpenFile() override;

  const std::string& path() const { return path_; }
  // Call it before the file is shared.
  void give_lines_as(LineForm form) { line_form_ = form; }
  LineForm line_form() const { return line_form_; }
  // Whether it is another handle of standard output, for writing. Call it before the file is shared.
  bool is_standard_output() const;
  // Each `put` writes what it is given, so that the order with the output of `print` is that of the calls.
  // Call it before the file is shared.
  void write_at_once() { writes_at_once_ = true; }
  bool writes_at_once() const { return writes_at_once_; }
  bool is_endless() const override { return is_endless_; }
  int descriptor() const override { return file_.number(); }
  // Whether a failed write at the end is not reported although text in the buffer is lost: a child process
  // need not read all of its input.
  bool may_lose_text(int error) const { return error == EBADF || (error == EPIPE && leads_to_program_); }
  Progress fill(const Portion& wanted, size_t most) override;

  // Appends to the buffer, if the lock is free and the file can be written to.
  enum class Buffered { none, all, too_full };  // too full: a `put` of "" has to follow
  Buffered put_at_once(std::string_view bytes);

  // Steps. REQUIRES: the stream's lock is held (Stream::attempt and the like take it), unless a function says
  // that it takes the lock itself.

  // Appends to the buffer; writes if the buffer is full.
  Progress put(std::string_view bytes);
  Progress flush();
  // Closed by `close` or `abandon`. Takes the lock itself.
  bool is_closed();
  // Of a socket: nothing more will be written. Takes the lock itself.
  void finish();
  Progress seek(int64_t position);
  Progress tell();
  // Writes the buffer, then closes the file even if that has failed.
  Progress close();

  // Closes the file without writing its buffer. Takes the lock itself.
  void abandon();

 private:
  OpenFile(std::string path, Descriptor file, int flags);
  void register_output();
  void add(std::string_view bytes);
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
  bool writes_at_once_ = false;  // or to a terminal
  bool is_socket_ = false, leads_to_program_ = false;
  const std::shared_ptr<const std::atomic<int>> fate_;
  // Guarded by the lock:
  Descriptor file_;
  std::string output_;  // of a file on a disk: empty while input_ is not
  size_t written_ = 0;  // of output_
};

// The type of the values of `fs.open`.
extern const NativeType kFileType;

// Called before the process ends: writes what can be written without waiting, for all open files. Returns a
// path and a reason for each file with unwritten text.
std::vector<std::string> flush_open_files();

}  // namespace aspen
