// Module fs: the contents of files, and what directories hold. Open files are in file.cpp, patterns and walks
// in tree.cpp. Calls block.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "stdlib/descriptor.h"
#include "stdlib/environment.h"
#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "stdlib/paths.h"
#include "vm/utf8.h"

namespace aspen {

namespace {

namespace files = std::filesystem;

Value failed(Strand& s, const String& path) { return s.io_error(errno, path.view()); }
Value failed(Strand& s, const String& path, const std::error_code& why) {
  return s.io_error(why.value(), path.view());
}

// A path may not hold a NUL: the system would cut it there. False with a ValueError pending.
bool good_path(Strand& s, const String& path) {
  if (path.view().find('\0') == std::string_view::npos) return true;
  s.value_error(std::string(s.native()->name) + ": a path cannot contain a NUL character");
  return false;
}

std::string native_path(const String& path) { return std::string(path.view()); }

// False with an error pending.
bool contents(Strand& s, const String& path, std::string& out) {
  if (!good_path(s, path)) return false;
  Descriptor file;
  bool done = false;
  while_outside(s, [&] {
    file = open_file(native_path(path), O_RDONLY);
    done = file && read_all(file, out);
  });
  if (!done) failed(s, path);
  return done;
}

bool text_contents(Strand& s, const String& path, std::string& out) {
  if (!contents(s, path, out)) return false;
  size_t wrong = find_invalid_utf8(out);
  if (wrong == kValidUtf8) return true;
  s.value_error(native_path(path) + " is not UTF-8 text at byte " + std::to_string(wrong),
                "fs.read_bytes reads any file");
  return false;
}

Value read(Strand& s, const String& path) {
  std::string out;
  return text_contents(s, path, out) ? checked_text(s, out) : Value::exception();
}

Value read_bytes(Strand& s, const String& path) {
  std::string out;
  if (!contents(s, path, out) || !reserve_text(s, out.size())) return Value::exception();
  return bytes_value(s, out);
}

Value lines(Strand& s, const String& path) {
  std::string text;
  if (!text_contents(s, path, text)) return Value::exception();
  List* out = new_list(s.allocator());
  for (std::string_view rest = text; !rest.empty();) {
    size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    push(s.allocator(), out, text_value(s, line));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return Value::object(out);
}

Value put(Strand& s, const String& path, std::string_view octets, int flags) {
  if (!good_path(s, path)) return Value::exception();
  Descriptor file;
  bool done = false;
  while_outside(s, [&] {
    file = open_file(native_path(path), O_WRONLY | O_CREAT | flags);
    done = file && write_all(file, octets) && file.close();
  });
  return done ? Value::unit() : failed(s, path);
}

Value write(Strand& s, const String& path, Octets what) { return put(s, path, what.view, O_TRUNC); }
Value append(Strand& s, const String& path, Octets what) { return put(s, path, what.view, O_APPEND); }
Value write_bytes(Strand& s, const String& path, const Bytes& what) {
  return put(s, path, what.view(), O_TRUNC);
}

// A new file beside the old one takes its place when it is safely written.
Value atomic_write(Strand& s, const String& path, Octets what) {
  if (!good_path(s, path)) return Value::exception();
  std::string draft = native_path(path) + ".XXXXXX";
  Descriptor file(::mkostemp(draft.data(), O_CLOEXEC));
  if (!file) return failed(s, path);
  struct stat old;
  unsigned mode = ::stat(native_path(path).c_str(), &old) == 0 ? old.st_mode & 0777 : 0644;
  bool done = write_all(file, what.view) && ::fchmod(file.number(), mode) == 0 &&
              ::fsync(file.number()) == 0 && file.close() &&
              ::rename(draft.c_str(), native_path(path).c_str()) == 0;
  if (done) return Value::unit();
  int why = errno;
  ::unlink(draft.c_str());
  return s.io_error(why, path.view());
}

// ---- What is there

Value exists(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  return Value::boolean(::access(native_path(path).c_str(), F_OK) == 0);
}

template <bool (*test)(const files::path&, std::error_code&)>
Value is_kind_of(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  std::error_code ignored;
  return Value::boolean(test(native_path(path), ignored));
}

const char* kind_label(mode_t mode) {
  return S_ISREG(mode) ? "File" : S_ISDIR(mode) ? "Directory" : S_ISLNK(mode) ? "Link" : "Other";
}

Value stat_path(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  struct stat found;
  if (::lstat(native_path(path).c_str(), &found) != 0) return failed(s, path);
  double modified =
      static_cast<double>(found.st_mtim.tv_sec) + static_cast<double>(found.st_mtim.tv_nsec) * 1e-9;
  Value size = int_value(s, found.st_size);
  return record_value(s, {{"kind", Value::label(s.machine().symbols().intern(kind_label(found.st_mode)))},
                          {"size", size},
                          {"modified", Value::number(modified)},
                          {"mode", Value::small_int(found.st_mode & 07777)}});
}

Value list_directory(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  std::error_code why;
  std::vector<std::string> names;
  for (files::directory_iterator at(native_path(path), why), end; !why && at != end; at.increment(why)) {
    names.push_back(at->path().filename().string());
  }
  if (why) return failed(s, path, why);
  std::sort(names.begin(), names.end());
  List* out = new_list(s.allocator());
  for (const std::string& name : names) push(s.allocator(), out, foreign_text(s, name));
  return Value::object(out);
}

// ---- Changing it

Value remove_path(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  return ::remove(native_path(path).c_str()) == 0 ? Value::unit() : failed(s, path);
}

Value remove_all(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  std::error_code why;
  files::remove_all(native_path(path), why);
  return why ? failed(s, path, why) : Value::unit();
}

Value copy(Strand& s, const String& from, const String& to) {
  if (!good_path(s, from) || !good_path(s, to)) return Value::exception();
  std::error_code why;
  files::copy(native_path(from), native_path(to),
              files::copy_options::overwrite_existing | files::copy_options::recursive, why);
  return why ? failed(s, from, why) : Value::unit();
}

Value rename_path(Strand& s, const String& from, const String& to) {
  if (!good_path(s, from) || !good_path(s, to)) return Value::exception();
  return ::rename(native_path(from).c_str(), native_path(to).c_str()) == 0 ? Value::unit() : failed(s, from);
}

Value make_directory(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  std::error_code why;
  files::create_directories(native_path(path), why);
  return why ? failed(s, path, why) : Value::unit();
}

Value set_mode(Strand& s, int64_t mode, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  return ::chmod(native_path(path).c_str(), static_cast<mode_t>(mode)) == 0 ? Value::unit() : failed(s, path);
}

Value symlink_to(Strand& s, const String& target, const String& path) {
  if (!good_path(s, target) || !good_path(s, path)) return Value::exception();
  return ::symlink(native_path(target).c_str(), native_path(path).c_str()) == 0 ? Value::unit()
                                                                                : failed(s, path);
}

Value read_link(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  std::error_code why;
  files::path target = files::read_symlink(native_path(path), why);
  return why ? failed(s, path, why) : foreign_text(s, target.string());
}

Value real_path(Strand& s, const String& path) {
  if (!good_path(s, path)) return Value::exception();
  std::error_code why;
  files::path real = files::canonical(native_path(path), why);
  return why ? failed(s, path, why) : foreign_text(s, real.string());
}

std::string temporary_pattern() {
  std::string directory = environment_variable("TMPDIR").value_or("");
  return join_path(directory.empty() ? "/tmp" : directory, "aspen-XXXXXX");
}

Value temporary_file(Strand& s, UnitArgument) {
  std::string path = temporary_pattern();
  Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  return file ? foreign_text(s, path) : s.io_error(errno, path);
}

Value temporary_directory(Strand& s, UnitArgument) {
  std::string path = temporary_pattern();
  return ::mkdtemp(path.data()) ? foreign_text(s, path) : s.io_error(errno, path);
}

const NativeDescriptor kRows[] = {
    row<read>("fs.read", "p", kBorrows, "The text in a file. ValueError if it is not UTF-8.", Effect::read),
    row<read_bytes>("fs.read_bytes", "p", kBorrows, "The octets in a file.", Effect::read),
    row<lines>("fs.lines", "p", kBorrows, "The lines of a text file, without their ends.", Effect::read),
    row<write>("fs.write", "p text", kBorrows,
               "Makes text, a String or Bytes, the contents of a file, which is made if need be.",
               Effect::write),
    row<append>("fs.append", "p text", kBorrows,
                "Puts text, a String or Bytes, behind what is in a file, which is made if need be.",
                Effect::write),
    row<write_bytes>("fs.write_bytes", "p b", kBorrows,
                     "Makes b the contents of a file, which is made if need be.", Effect::write),
    row<atomic_write>("fs.atomic_write", "p text", kBorrows,
                      "As write, but whoever reads the file meanwhile, or after a crash, sees the old "
                      "contents or the new, never a part.",
                      Effect::write),
    row<exists>("fs.exists?", "p", kBorrows, R"(Whether there is something of that name.
fs.exists? "/no/such/file" => false)",
                Effect::read),
    row<is_kind_of<files::is_regular_file>>("fs.file?", "p", kBorrows,
                                            R"(Whether there is a file of that name.
fs.file? "/" => false)",
                                            Effect::read),
    row<is_kind_of<files::is_directory>>("fs.dir?", "p", kBorrows,
                                         R"(Whether there is a directory of that name.
fs.dir? "/" => true)",
                                         Effect::read),
    row<stat_path>("fs.stat", "p", kBorrows,
                   "A record { kind, size, modified, mode }: kind is File, Directory, Link or Other, "
                   "modified a moment as time.now gives it.\n"
                   "(fs.stat \"/\").kind => Directory",
                   Effect::read),
    row<list_directory>("fs.list", "p", kBorrows, "The names of what is in a directory, sorted.",
                        Effect::read),
    row<remove_path>("fs.remove", "p", kBorrows, "Removes a file, or an empty directory.", Effect::write),
    row<remove_all>("fs.remove_all", "p", kBorrows,
                    "Removes a file, or a directory with everything in it, if it is there.", Effect::write),
    row<copy>(
        "fs.copy", "from to", kBorrows,
        "Copies a file, or a directory with everything in it; files that are there already are overwritten.",
        Effect::write),
    row<rename_path>("fs.rename", "from to", kBorrows,
                     "Gives a file or directory another name; a file of that name is replaced.",
                     Effect::write),
    row<make_directory>("fs.make_dir", "p", kBorrows,
                        "Makes a directory, and those it is in; no error if it is there already.",
                        Effect::write),
    row<set_mode>("fs.set_mode", "mode p", kBorrows, "Sets the permissions: `fs.set_mode 0o644 p`.",
                  Effect::write),
    row<symlink_to>("fs.symlink", "target p", kBorrows, "Makes p a symbolic link to target.", Effect::write),
    row<read_link>("fs.read_link", "p", kBorrows, "What a symbolic link says.", Effect::read),
    row<real_path>("fs.real", "p", kBorrows,
                   "The absolute path without symbolic links.\nfs.real \"/.\" => \"/\"", Effect::read),
    row<temporary_file>("fs.temp", "()", kBorrows, "Makes an empty temporary file, and gives its path.",
                        Effect::write),
    row<temporary_directory>("fs.temp_dir", "()", kBorrows,
                             "Makes an empty temporary directory, and gives its path.", Effect::write),
};

}  // namespace

NativeTable fs_natives() { return kRows; }

}  // namespace aspen
