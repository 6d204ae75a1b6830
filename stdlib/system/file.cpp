// Module fs: open files, which are read and written piece by piece. A file is closed by `fs.close`, or when
// nothing refers to it any more.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

#include "stdlib/native/capabilities.h"
#include "stdlib/native/native.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/path_value.h"
#include "stdlib/system/descriptor_limit.h"
#include "stdlib/system/file_value.h"
#include "stdlib/system/open_file.h"
#include "stdlib/system/own_output.h"
#include "stdlib/system/place.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

// Shared with the threads that work on the file.
using FilePointer = std::shared_ptr<OpenFile>;

Value next_element(Strand& s, void* state);

}  // namespace

const NativeType kFileType{"file", drop_state<FilePointer>, nullptr, true, next_element};

template <>
struct Argument<FilePointer&> {
  static FilePointer& read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<FilePointer>(s, args, i, ok, kFileType, "a file, from fs.open");
  }
};

namespace {

// ---- Opening

std::optional<int> open_flags(std::string_view mode) {
  constexpr std::pair<std::string_view, int> kModes[] = {{"read", O_RDONLY},
                                                         {"write", O_WRONLY | O_CREAT | O_TRUNC},
                                                         {"append", O_WRONLY | O_CREAT | O_APPEND},
                                                         {"update", O_RDWR}};
  for (const auto& [name, flags] : kModes) {
    if (mode == name) return flags;
  }
  return std::nullopt;
}

bool is_pipe(const Place& place) {
  struct stat found {};
  return place.look(found) && S_ISFIFO(found.st_mode);
}

struct Opened {
  int error = 0;
  FilePointer file;
};

// A pipe can be opened for writing once another process has opened it for reading. This tries again and
// again: a blocking call could be woken only by opening the other end, which other processes might see.
class Opening {
 public:
  Opening(FileAccess access, std::string path, int flags)
      : access_(access), path_(std::move(path)), flags_(flags) {}

  // Nothing: the caller has to try again.
  std::optional<Opened> attempt() const {
    const Place place = access_.to(path_);
    FilePointer file = OpenFile::open(path_, open_to_write(place, path_, flags_ | O_NONBLOCK), flags_);
    if (!file && errno == ENXIO && is_pipe(place)) return std::nullopt;
    return file ? Opened{0, std::move(file)} : Opened{errno, nullptr};
  }
  std::optional<Opened> attempt_for(int milliseconds) const {
    std::optional<Opened> opened = attempt();
    if (!opened) ::poll(nullptr, 0, milliseconds);
    return opened;
  }
  Opened operator()() const {
    constexpr int kFirstMs = 1;
    for (int pause = kFirstMs; !is_given_up_->load(std::memory_order_relaxed);
         pause = std::min(2 * pause, kLookMs)) {
      if (std::optional<Opened> opened = attempt_for(pause)) return std::move(*opened);
    }
    return {ECANCELED, nullptr};
  }
  // Any thread.
  void give_up() const { is_given_up_->store(true, std::memory_order_relaxed); }
  bool can_be_cut_short() const { return is_pipe(access_.to(path_)); }

 private:
  FileAccess access_;
  std::string path_;
  int flags_;
  // Written by the thread that gives up, read by the thread that opens. Relaxed: it publishes no other data.
  // Shared, as the work is copied on its way to the thread.
  std::shared_ptr<std::atomic<bool>> is_given_up_ = std::make_shared<std::atomic<bool>>(false);
};

// `index`: of the parameter that holds the mode.
Value open_as(Strand& s, unsigned index, const String& mode, AnyBytes path, LineForm form) {
  const std::optional<int> flags = open_flags(mode.view());
  if (!flags) return bad_argument(s, index, R"(must be "read", "write", "append" or "update")");
  const bool reads = (*flags & O_ACCMODE) != O_WRONLY, writes = (*flags & O_ACCMODE) != O_RDONLY;
  if ((reads && !may_read(s, path.view)) || (writes && !may_write(s, path.view))) return Value::exception();
  const uint32_t needed =
      (reads ? bit_of(Capability::fs_read) : 0) | (writes ? bit_of(Capability::fs_write) : 0);
  const Opening opening({permissions(s), needed}, std::string(path.view), *flags);
  const auto finish = [&](Opened& opened) {
    if (opened.error != 0) return path_error(s, opened.error, path.view);
    opened.file->give_lines_as(form);
    if (opened.file->is_standard_output()) opened.file->write_at_once();
    close_abandoned(s, opened.file->descriptor());
    return file_value(s, std::move(opened.file));
  };
  if (!s.has_task())
    return alone(
        s, [&](int ms) { return opening.attempt_for(ms); }, finish);
  return quickly(
      s, [&] { return opening.attempt(); }, opening, finish);
}

Value open(Strand& s, const String& mode, AnyBytes path) { return open_as(s, 0, mode, path, LineForm::text); }

Value open_with(Strand& s, const Record& options, const String& mode, AnyBytes path) {
  LineForm form;
  return read_line_form(s, options, form) ? open_as(s, 1, mode, path, form) : Value::exception();
}

// EBADF also stands for a file that is open in another mode.
Value file_error(Strand& s, int error_number, OpenFile& file) {
  if (error_number == EBADF && file.is_closed())
    return s.raise(sym::kClosed, shown_path(file.path()) + ": the file is closed");
  return path_error(s, error_number, file.path());
}

// ---- Reading

// Returns `finish(text)` for the next line, or `end` after the last one.
template <class Finish>
Value next_line(Strand& s, const FilePointer& file, Value end, Finish finish) {
  return take_from(s, file, kLine, [&](InputBuffer::Found found, const std::string& line, int error) {
    if (found == InputBuffer::Found::error) return file_error(s, error, *file);
    if (found == InputBuffer::Found::end) return end;
    return finish(line_text(s, line, shown_path(file->path()), file->line_form()));
  });
}

Value next_element(Strand& s, void* state) {
  return next_line(s, *static_cast<FilePointer*>(state), Value::undefined(), [](Value text) { return text; });
}

Value read_line(Strand& s, FilePointer& file) {
  return next_line(s, file, none(), [&](Value text) { return some_text(s, text); });
}

Value read_portion(Strand& s, const Portion& wanted, FilePointer& file) {
  if (!reserve_text(s, wanted.bytes)) return Value::exception();
  return take_from(s, file, wanted, [&](InputBuffer::Found found, const std::string& bytes, int error) {
    if (found == InputBuffer::Found::error) return file_error(s, error, *file);
    if (!s.work(bytes.size() / kBytesCopiedPerWork)) return s.raise_stop();
    return bytes_value(s, found == InputBuffer::Found::end ? std::string_view() : bytes);
  });
}

Value read_chunk(Strand& s, Count n, FilePointer& file) { return read_portion(s, {false, n}, file); }

Value read_some(Strand& s, Count n, FilePointer& file) {
  if (n == 0) return bad_argument(s, 0, "must be above 0");
  return read_portion(s, {false, n, true}, file);
}

// ---- Writing, and the rest

// Returns `finish(result)` when the step is done. A cancelled task waits for a file on a disk, as for other
// writes; what it has put into a pipe stays in the buffer.
template <class Finish>
Value work_on(Strand& s, FilePointer& file, Step step, Finish finish) {
  return with_stream(s, file, step, !file->is_endless(), [&](int64_t result) {
    return result < 0 ? file_error(s, static_cast<int>(-result), *file) : finish(result);
  });
}

Value nothing(int64_t) { return Value::unit(); }

Value put(Strand& s, AnyBytes what, FilePointer& file) {
  using Buffered = OpenFile::Buffered;
  const bool goes_on = Operation::kept_by(s) != nullptr;
  if (!goes_on && !s.work(what.view.size() / kBytesCopiedPerWork)) return s.raise_stop();
  if (!goes_on && file->writes_at_once()) s.machine().out().flush();
  const Buffered buffered = goes_on ? Buffered::too_full : file->put_at_once(what.view);
  if (buffered == Buffered::all) return Value::unit();
  // Put into the buffer once, by the thread that makes the step first.
  auto rest = std::make_shared<std::string>(buffered == Buffered::none ? what.view : std::string_view());
  return work_on(
      s, file, [file, rest] { return file->put(std::exchange(*rest, {})); }, nothing);
}

Value flush(Strand& s, FilePointer& file) {
  return work_on(
      s, file, [file] { return file->flush(); }, nothing);
}

Value seek(Strand& s, int64_t position, FilePointer& file) {
  return work_on(
      s, file, [file, position] { return file->seek(position); }, nothing);
}

Value tell(Strand& s, FilePointer& file) {
  return work_on(
      s, file, [file] { return file->tell(); }, [&](int64_t position) { return int_value(s, position); });
}

Value close(Strand& s, FilePointer& file) {
  const Value closed = work_on(
      s, file, [file] { return file->close(); }, nothing);
  if (closed.is_exception() && !s.gave_up()) file->abandon();
  return closed;
}

const NativeDescriptor kRows[] = {
    row<open>(
        "fs.open", "mode p", kBorrows,
        "Opens a file. Mode \"read\" reads it, \"write\" empties it, \"append\" writes after its end, "
        "\"update\" reads and writes. `for line in file` goes through the remaining lines one by one, "
        "as do functions that take a collection: `map f file`, `take 10 file`. A task that reads a "
        "named pipe or a terminal waits for input while other tasks run. A task that opens a named "
        "pipe to write waits for a program that reads it. Cancelling the task ends either wait. What is "
        "written to \"/dev/stdout\" comes after what was printed before; that file is not emptied.",
        Effect::write),
    row<open_with>(
        "fs.open_with", "options mode p", kBorrows,
        "Like fs.open, with a record of options. With `lossy: true` each byte of a line that is not UTF-8 is "
        "U+FFFD, with `bytes: true` lines are Bytes. Without options, a line that is not UTF-8 is a "
        "ValueError. For files that other "
        "programs write: `for line in fs.open_with { lossy: true } \"read\" p`. (Python: errors=\"replace\" "
        "and mode \"rb\" of open.)",
        Effect::write),
    takes_away(
        row<read_line>("fs.read_line", "file", kBorrows,
                       "The next line of an open file, without its end, as `Some text`; `None` at the end. "
                       "Waits for the whole line. If the task is cancelled, what has come of the line stays "
                       "for the next call. IoError if the file is closed meanwhile.",
                       Effect::write)),
    takes_away(row<read_chunk>(
        "fs.read_chunk", "n file", kBorrows,
        "The next n bytes of an open file, or what is left. Waits as fs.read_line does.", Effect::write)),
    takes_away(row<read_some>("fs.read_some", "n file", kBorrows,
                              "The bytes of an open file that have arrived, at most n; none at the end. "
                              "Waits only while there is nothing, as of a pipe.",
                              Effect::write)),
    row<put>("fs.put", "text file", kBorrows,
             "Writes text, a String or Bytes, to an open file. It may stay in a buffer until there is more, "
             "or `fs.flush`, `fs.seek` or `fs.close`.",
             Effect::write),
    row<flush>("fs.flush", "file", kBorrows, "Hands what was written to the system.", Effect::write),
    row<seek>("fs.seek", "n file", kBorrows, "Goes on at byte n; a negative n counts from the end.",
              Effect::write),
    row<tell>("fs.tell", "file", kBorrows, "The position, in bytes, at which reading or writing continues.",
              Effect::write),
    row<close>(
        "fs.close", "file", kBorrows,
        "Closes an open file; no error if it is closed already. A task that waits to read from it gets "
        "Closed, and so do later uses of the file.",
        Effect::write),
};

}  // namespace

Value file_value(Strand& s, std::shared_ptr<OpenFile> file) {
  return state_value(s, kFileType, std::make_unique<FilePointer>(std::move(file)));
}

NativeTable file_natives() { return kRows; }

}  // namespace aspen
