// Module fs: open files, read and written piece by piece. A file closes at `fs.close`, or when nothing refers
// to it any more.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "vm/heap.h"
#include "vm/utf8.h"

namespace aspen {

namespace {

struct OpenFile {
  std::FILE* stream;  // null once closed
  std::string path;
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
    static OpenFile none{};
    if (is_kind(args[i], Kind::NativeObject) && as<NativeObject>(args[i])->type == &kFileType) {
      return *static_cast<OpenFile*>(as<NativeObject>(args[i])->state);
    }
    refuse(s, args, i, ok, "a file, from fs.open");
    return none;
  }
};

namespace {

// False with an IoError pending if the file is closed.
bool usable(Strand& s, const OpenFile& file) {
  if (file.stream) return true;
  s.io_error(EBADF, file.path);
  return false;
}

Value failed(Strand& s, OpenFile& file) {
  std::clearerr(file.stream);
  return s.io_error(errno, file.path);
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
  auto file = std::make_unique<OpenFile>(OpenFile{nullptr, std::string(path.view())});
  if (path.view().find('\0') != std::string_view::npos)
    return bad_argument(s, 1, "cannot contain a NUL character");
  file->stream = std::fopen(file->path.c_str(), native);
  if (!file->stream) return s.io_error(errno, file->path);
  return Value::object(new_native_object(s.allocator(), kFileType, file.release()));
}

Value read_line(Strand& s, OpenFile& file) {
  if (!usable(s, file)) return Value::exception();
  char* line = nullptr;
  size_t room = 0;
  ssize_t size = ::getline(&line, &room, file.stream);
  std::unique_ptr<char, decltype(&std::free)> owner(line, &std::free);
  if (size < 0) return std::ferror(file.stream) ? failed(s, file) : none();
  std::string_view text(line, static_cast<size_t>(size));
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (!valid_utf8(text)) return s.value_error(file.path + ": the line is not UTF-8 text");
  return some(s, text_value(s, text));
}

Value read_chunk(Strand& s, Count n, OpenFile& file) {
  if (!usable(s, file) || !reserve_text(s, n)) return Value::exception();
  std::string out(n, '\0');
  out.resize(std::fread(out.data(), 1, n, file.stream));
  if (std::ferror(file.stream)) return failed(s, file);
  return bytes_value(s, out);
}

Value put(Strand& s, Octets what, OpenFile& file) {
  if (!usable(s, file)) return Value::exception();
  size_t written = std::fwrite(what.view.data(), 1, what.view.size(), file.stream);
  return written == what.view.size() ? Value::unit() : failed(s, file);
}

Value flush(Strand& s, OpenFile& file) {
  if (!usable(s, file)) return Value::exception();
  return std::fflush(file.stream) == 0 ? Value::unit() : failed(s, file);
}

Value seek(Strand& s, int64_t position, OpenFile& file) {
  if (!usable(s, file)) return Value::exception();
  int whence = position < 0 ? SEEK_END : SEEK_SET;
  return ::fseeko(file.stream, position, whence) == 0 ? Value::unit() : failed(s, file);
}

Value tell(Strand& s, OpenFile& file) {
  if (!usable(s, file)) return Value::exception();
  off_t position = ::ftello(file.stream);
  return position < 0 ? failed(s, file) : int_value(s, position);
}

Value close(Strand& s, OpenFile& file) {
  if (!file.stream) return Value::unit();
  bool done = std::fclose(std::exchange(file.stream, nullptr)) == 0;
  return done ? Value::unit() : s.io_error(errno, file.path);
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
