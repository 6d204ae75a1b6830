// Module fs: open files, read and written piece by piece. A file closes at `fs.close`, or when nothing refers
// to it any more.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <mutex>

#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "vm/heap.h"
#include "vm/utf8.h"

namespace aspen {

namespace {

struct OpenFile {
  OpenFile(std::FILE* file, std::string name) : stream(file), path(std::move(name)) {}
  std::mutex lock;    // guards the stream, which several tasks may use
  std::FILE* stream;  // null once closed
  const std::string path;
};

void close_file(void* state) {
  auto* file = static_cast<OpenFile*>(state);
  if (file->stream) std::fclose(file->stream);
  delete file;
}

const NativeType kFileType{"file", close_file, nullptr};

}  // namespace

template <>
struct Argument<OpenFile&> {
  static OpenFile& read(Strand& s, Value* args, unsigned i, bool& ok) {
    static OpenFile none(nullptr, {});
    if (is_kind(args[i], Kind::NativeObject) && as<NativeObject>(args[i])->type == &kFileType) {
      return *static_cast<OpenFile*>(as<NativeObject>(args[i])->state);
    }
    refuse(s, args, i, ok, "a file, from fs.open");
    return none;
  }
};

namespace {

// Calls `use` with the stream, while others may collect. It tells whether the system did what was asked; if
// not, or if the file is closed, the result is false and an IoError pending.
template <class Use>
bool with_stream(Strand& s, OpenFile& file, Use use) {
  int why = 0;
  while_outside(s, [&] {
    std::lock_guard hold(file.lock);
    if (file.stream == nullptr) {
      why = EBADF;
    } else if (!use(file.stream)) {
      why = errno != 0 ? errno : EIO;
      std::clearerr(file.stream);
    }
  });
  if (why != 0) s.io_error(why, file.path);
  return why == 0;
}

const char* stream_mode(std::string_view mode) {
  constexpr std::pair<std::string_view, const char*> kModes[] = {
      {"read", "re"}, {"write", "we"}, {"append", "ae"}, {"update", "r+e"}};
  for (const auto& [name, native] : kModes) {
    if (mode == name) return native;
  }
  return nullptr;
}

Value open(Strand& s, const String& mode, const String& path) {
  const char* native = stream_mode(mode.view());
  if (!native) return bad_argument(s, 0, R"(must be "read", "write", "append" or "update")");
  auto file = std::make_unique<OpenFile>(nullptr, std::string(path.view()));
  if (path.view().find('\0') != std::string_view::npos)
    return bad_argument(s, 1, "cannot contain a NUL character");
  file->stream = std::fopen(file->path.c_str(), native);
  if (!file->stream) return s.io_error(errno, file->path);
  return Value::object(new_native_object(s.allocator(), kFileType, file.release()));
}

Value read_line(Strand& s, OpenFile& file) {
  char* line = nullptr;
  size_t room = 0;
  ssize_t size = -1;
  bool done = with_stream(s, file, [&](std::FILE* stream) {
    size = ::getline(&line, &room, stream);
    return size >= 0 || !std::ferror(stream);
  });
  std::unique_ptr<char, decltype(&std::free)> owner(line, &std::free);
  if (!done) return Value::exception();
  if (size < 0) return none();
  std::string_view text(line, static_cast<size_t>(size));
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (!valid_utf8(text)) return s.value_error(file.path + ": the line is not UTF-8 text");
  return some(s, text_value(s, text));
}

Value read_chunk(Strand& s, Count n, OpenFile& file) {
  if (!reserve_text(s, n)) return Value::exception();
  std::string out(n, '\0');
  bool done = with_stream(s, file, [&](std::FILE* stream) {
    out.resize(std::fread(out.data(), 1, n, stream));
    return !std::ferror(stream);
  });
  return done ? bytes_value(s, out) : Value::exception();
}

// What was asked of the stream has no other value than that it was done.
template <class Use>
Value unit_if(Strand& s, OpenFile& file, Use use) {
  return with_stream(s, file, use) ? Value::unit() : Value::exception();
}

Value put(Strand& s, Octets what, OpenFile& file) {
  return unit_if(s, file, [view = what.view](std::FILE* stream) {
    return std::fwrite(view.data(), 1, view.size(), stream) == view.size();
  });
}

Value flush(Strand& s, OpenFile& file) {
  return unit_if(s, file, [](std::FILE* stream) { return std::fflush(stream) == 0; });
}

Value seek(Strand& s, int64_t position, OpenFile& file) {
  int whence = position < 0 ? SEEK_END : SEEK_SET;
  return unit_if(s, file, [=](std::FILE* stream) { return ::fseeko(stream, position, whence) == 0; });
}

Value tell(Strand& s, OpenFile& file) {
  off_t position = -1;
  bool done = with_stream(s, file, [&](std::FILE* stream) { return (position = ::ftello(stream)) >= 0; });
  return done ? int_value(s, position) : Value::exception();
}

Value close(Strand& s, OpenFile& file) {
  int why = 0;
  while_outside(s, [&] {
    std::lock_guard hold(file.lock);
    std::FILE* stream = std::exchange(file.stream, nullptr);
    if (stream != nullptr && std::fclose(stream) != 0) why = errno;
  });
  return why == 0 ? Value::unit() : s.io_error(why, file.path);
}

const NativeDescriptor kRows[] = {
    row<open>("fs.open", "mode p", kBorrows,
              "Opens a file. Mode \"read\" reads it, \"write\" empties it, \"append\" writes behind its end, "
              "\"update\" reads and writes.",
              Effect::write),
    row<read_line>("fs.read_line", "file", kBorrows,
                   "The next line of an open file, without its end, as `Some text`; `None` at the end.",
                   Effect::write),
    row<read_chunk>("fs.read_chunk", "n file", kBorrows,
                    "The next n octets of an open file, or what is left.", Effect::write),
    row<put>("fs.put", "text file", kBorrows, "Writes text, a String or Bytes, to an open file.",
             Effect::write),
    row<flush>("fs.flush", "file", kBorrows, "Hands what was written to the system.", Effect::write),
    row<seek>("fs.seek", "n file", kBorrows, "Goes on at octet n; a negative n counts from the end.",
              Effect::write),
    row<tell>("fs.tell", "file", kBorrows, "The octet at which reading or writing goes on.", Effect::write),
    row<close>("fs.close", "file", kBorrows, "Closes an open file; no error if it is closed already.",
               Effect::write),
};

}  // namespace

NativeTable file_natives() { return kRows; }

}  // namespace aspen
