// Module fs: the contents of files, and what directories hold. Open files are in file.cpp, patterns and walks
// in tree.cpp. What may take long is done while others run (outside.h).
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "stdlib/capabilities.h"
#include "stdlib/descriptor.h"
#include "stdlib/environment.h"
#include "stdlib/file_copy.h"
#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "stdlib/outside.h"
#include "stdlib/paths.h"
#include "vm/utf8.h"

namespace aspen {

namespace {

namespace files = std::filesystem;

using MayReach = bool (*)(Strand& s, std::string_view path);  // may_read or may_write

std::string native_path(const String& path) { return std::string(path.view()); }

// What came of a call: `error` is an errno, 0 if it was done.
template <class T>
struct Answer {
  int error = 0;
  T value{};

  size_t bytes() const requires Sized<T> { return value.bytes(); }
};
struct Nothing {};

Answer<Nothing> done_if(bool done) { return {done ? 0 : errno, {}}; }
Answer<Nothing> done_unless(const std::error_code& why) { return {why.value(), {}}; }

Value nothing(Nothing) { return Value::unit(); }

// The value that `finish` makes of the answer, or an IoError.
template <class T, class Finish>
Value answer_value(Strand& s, Answer<T>& answer, const String& path, Finish finish) {
  return answer.error == 0 ? finish(answer.value) : s.io_error(answer.error, path.view());
}

// Asks about a path, or changes what is there; `ask` takes it as a std::string and gives an Answer.
template <class Ask, class Finish>
Value look(Strand& s, const String& path, MayReach may_reach, Ask ask, Finish finish) {
  if (!may_reach(s, path.view())) return Value::exception();
  auto work = [ask, name = native_path(path)] { return ask(name); };
  return quickly(
      s, [&] { return std::optional(work()); }, work,
      [&](auto& answer) { return answer_value(s, answer, path, finish); });
}

// The same of what may take long in any case.
template <class Ask, class Finish>
Value work_on(Strand& s, const String& path, MayReach may_reach, Ask ask, Finish finish) {
  if (!may_reach(s, path.view())) return Value::exception();
  return while_others_run(
      s, [ask = std::move(ask), name = native_path(path)] { return ask(name); },
      [&](auto& answer) { return answer_value(s, answer, path, finish); });
}

// ---- Contents

// What is as large takes long enough to read or write to be left to another thread.
constexpr size_t kLarge = size_t{1} << 18;

struct Contents {
  std::string octets;
  size_t wrong = kValidUtf8;  // where it is no text

  size_t bytes() const { return octets.size(); }
};

Answer<Contents> contents(std::string octets, bool is_text) {
  const size_t wrong = is_text ? find_invalid_utf8(octets) : kValidUtf8;
  return {0, {std::move(octets), wrong}};
}

// Reads a file to its end: a pipe until nobody writes to it any more, or nobody waits for that, or there is
// more than anybody could use.
class Reading {
 public:
  Reading(std::string path, bool is_text, size_t most)
      : path_(std::move(path)), is_text_(is_text), most_(most) {}

  Answer<Contents> operator()() const {
    const Descriptor file = open_file(path_, O_RDONLY | O_NONBLOCK);
    struct stat found {};
    if (!file || ::fstat(file.number(), &found) != 0) return {errno, {}};
    std::string octets;
    const bool is_done = S_ISREG(found.st_mode) ? read_all(file, octets) : read_stream(file, octets);
    return is_done ? contents(std::move(octets), is_text_) : Answer<Contents>{errno, {}};
  }
  // Any thread.
  void give_up() const { is_given_up_->store(true, std::memory_order_relaxed); }

 private:
  bool read_stream(const Descriptor& file, std::string& octets) const {
    constexpr int kLookMs = 50;
    for (;;) {
      pollfd waiting{file.number(), POLLIN, 0};
      const int ready = ::poll(&waiting, 1, kLookMs);
      if (is_given_up_->load(std::memory_order_relaxed)) return errno = ECANCELED, false;
      if (ready <= 0) continue;
      char piece[1 << 16];
      const ssize_t n = ::read(file.number(), piece, sizeof piece);
      if (n == 0) return true;
      if (n < 0 && errno != EINTR && errno != EAGAIN) return false;
      if (n > 0) octets.append(piece, static_cast<size_t>(n));
      if (octets.size() > most_) return errno = ENOMEM, false;
    }
  }

  std::string path_;
  bool is_text_;
  size_t most_;
  // Written by who gives up, read by who reads; relaxed: nothing else goes along.
  std::shared_ptr<std::atomic<bool>> is_given_up_ = std::make_shared<std::atomic<bool>>(false);
};

// None of what is large, or no file: a pipe may have to be waited for, and whoever writes to it must not see
// that somebody has opened it and gone.
std::optional<Answer<Contents>> try_contents(const std::string& path, bool is_text) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return Answer<Contents>{errno, {}};
  if (!S_ISREG(found.st_mode) || static_cast<size_t>(found.st_size) >= kLarge) return std::nullopt;
  const Descriptor file = open_file(path, O_RDONLY | O_NONBLOCK);
  std::string octets;
  if (!file || !read_all(file, octets)) return Answer<Contents>{errno, {}};
  return contents(std::move(octets), is_text);
}

// What is read from it is gone.
bool is_stream(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

template <class Finish>
Value with_contents(Strand& s, const String& path, bool is_text, Finish finish) {
  if (!may_read(s, path.view())) return Value::exception();
  std::string name = native_path(path);
  if (Operation::kept_by(s) == nullptr && is_stream(name) && !s.take_turn()) return Value::exception();
  return quickly(
      s, [&] { return try_contents(name, is_text); }, Reading(name, is_text, s.machine().heap().limit()),
      [&](Answer<Contents>& answer) {
        return answer_value(s, answer, path, [&](const Contents& contents) {
          if (contents.wrong == kValidUtf8) return finish(contents.octets);
          return s.value_error(
              native_path(path) + " is not UTF-8 text at byte " + std::to_string(contents.wrong),
              "fs.read_bytes reads any file");
        });
      });
}

Value read(Strand& s, const String& path) {
  return with_contents(s, path, true, [&](const std::string& octets) { return checked_text(s, octets); });
}

Value read_bytes(Strand& s, const String& path) {
  return with_contents(s, path, false, [&](const std::string& octets) {
    return reserve_text(s, octets.size()) ? bytes_value(s, octets) : Value::exception();
  });
}

Value lines_of(Strand& s, std::string_view text) {
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

Value lines(Strand& s, const String& path) {
  return with_contents(s, path, true, [&](const std::string& text) { return lines_of(s, text); });
}

Answer<Nothing> put_octets(const std::string& path, std::string_view octets, int flags) {
  Descriptor file = open_file(path, O_WRONLY | O_CREAT | flags);
  return done_if(file && write_all(file, octets) && file.close());
}

std::optional<Answer<Nothing>> try_put(const std::string& path, std::string_view octets, int flags) {
  if (octets.size() >= kLarge) return std::nullopt;
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode)) return std::nullopt;
  return put_octets(path, octets, flags);
}

// Another thread writes a copy: it may go on when nobody holds on to the value any more.
Value put(Strand& s, const String& path, std::string_view octets, int flags) {
  if (!may_write(s, path.view())) return Value::exception();
  std::string name = native_path(path);
  const bool goes_on = Operation::kept_by(s) != nullptr;
  return quickly(
      s, [&] { return try_put(name, octets, flags); },
      [name, flags, copy = std::string(goes_on ? std::string_view() : octets)] {
        return put_octets(name, copy, flags);
      },
      [&](Answer<Nothing>& answer) { return answer_value(s, answer, path, nothing); });
}

Value write(Strand& s, const String& path, Octets what) { return put(s, path, what.view, O_TRUNC); }
Value append(Strand& s, const String& path, Octets what) { return put(s, path, what.view, O_APPEND); }
Value write_bytes(Strand& s, const String& path, const Bytes& what) {
  return put(s, path, what.view(), O_TRUNC);
}

// A new file beside the old one takes its place when it is safely written. Links stay, and lead to it; what
// is no file would be one afterwards.
Answer<Nothing> replace_file(const std::string& name, std::string_view octets) {
  std::error_code ignored;
  const std::string path = files::is_symlink(name, ignored) ? resolve_path(name) : name;
  struct stat old {};
  const bool is_there = ::stat(path.c_str(), &old) == 0;
  if (is_there && !S_ISREG(old.st_mode)) return {S_ISDIR(old.st_mode) ? EISDIR : EINVAL, {}};
  std::string draft = path + ".XXXXXX";
  Descriptor file(::mkostemp(draft.data(), O_CLOEXEC));
  if (!file) return {errno, {}};
  const unsigned mode = is_there ? old.st_mode & 0777 : 0644;
  const Answer<Nothing> answer =
      done_if(write_all(file, octets) && ::fchmod(file.number(), mode) == 0 && ::fsync(file.number()) == 0 &&
              file.close() && ::rename(draft.c_str(), path.c_str()) == 0);
  if (answer.error != 0) ::unlink(draft.c_str());
  return answer;
}

Value atomic_write(Strand& s, const String& path, Octets what) {
  const bool goes_on = Operation::kept_by(s) != nullptr;
  return work_on(
      s, path, may_write,
      [copy = std::string(goes_on ? std::string_view() : what.view)](const std::string& name) {
        return replace_file(name, copy);
      },
      nothing);
}

// ---- What is there

Value boolean(bool b) { return Value::boolean(b); }

Value exists(Strand& s, const String& path) {
  return look(
      s, path, may_read,
      [](const std::string& name) {
        return Answer<bool>{0, ::access(name.c_str(), F_OK) == 0};
      },
      boolean);
}

template <bool (*test)(const files::path&, std::error_code&)>
Value is_kind_of(Strand& s, const String& path) {
  const auto ask = [](const std::string& name) {
    std::error_code ignored;
    return Answer<bool>{0, test(name, ignored)};
  };
  return look(s, path, may_read, ask, boolean);
}

const char* kind_label(mode_t mode) {
  return S_ISREG(mode) ? "File" : S_ISDIR(mode) ? "Directory" : S_ISLNK(mode) ? "Link" : "Other";
}

Value stat_path(Strand& s, const String& path) {
  const auto ask = [](const std::string& name) {
    Answer<struct stat> answer;
    answer.error = ::lstat(name.c_str(), &answer.value) == 0 ? 0 : errno;
    return answer;
  };
  return look(s, path, may_read, ask, [&](const struct stat& found) {
    double modified =
        static_cast<double>(found.st_mtim.tv_sec) + static_cast<double>(found.st_mtim.tv_nsec) * 1e-9;
    Value size = int_value(s, found.st_size);
    return record_value(s, {{"kind", Value::label(s.machine().symbols().intern(kind_label(found.st_mode)))},
                            {"size", size},
                            {"modified", Value::number(modified)},
                            {"mode", Value::small_int(found.st_mode & 07777)}});
  });
}

Answer<std::vector<std::string>> names_in(const std::string& path) {
  Answer<std::vector<std::string>> out;
  std::error_code why;
  for (files::directory_iterator at(path, why), end; !why && at != end; at.increment(why)) {
    out.value.push_back(at->path().filename().string());
  }
  std::sort(out.value.begin(), out.value.end());
  out.error = why.value();
  return out;
}

Value list_directory(Strand& s, const String& path) {
  return look(s, path, may_read, names_in, [&](const std::vector<std::string>& names) {
    List* out = new_list(s.allocator());
    for (const std::string& name : names) push(s.allocator(), out, foreign_text(s, name));
    return Value::object(out);
  });
}

// ---- Changing it

Value remove_path(Strand& s, const String& path) {
  return look(
      s, path, may_write, [](const std::string& name) { return done_if(::remove(name.c_str()) == 0); },
      nothing);
}

Value remove_all(Strand& s, const String& path) {
  const auto ask = [](const std::string& name) {
    std::error_code why;
    files::remove_all(name, why);
    return done_unless(why);
  };
  return work_on(s, path, may_write, ask, nothing);
}

// Where files may be read in some places only, what links lead to stays behind: it may be elsewhere.
Value copy(Strand& s, const String& from, const String& to) {
  if (!may_write(s, to.view()) || !may_read(s, from.view())) return Value::exception();
  const bool skips_links = permissions(s).is_limited(Capability::fs_read);
  return while_others_run(
      s,
      [name = native_path(from), other = native_path(to), skips_links] {
        return copy_files(name, other, skips_links);
      },
      [&](const Copied& done) {
        if (done.error == 0) return Value::unit();
        const Value culprit = foreign_text(s, done.culprit);
        return culprit.is_exception() ? culprit : s.io_error(done.error, as<String>(culprit)->view());
      });
}

Value rename_path(Strand& s, const String& from, const String& to) {
  if (!may_write(s, to.view())) return Value::exception();
  const auto ask = [other = native_path(to)](const std::string& name) {
    return done_if(::rename(name.c_str(), other.c_str()) == 0);
  };
  return look(s, from, may_write, ask, nothing);
}

Value make_directory(Strand& s, const String& path) {
  const auto ask = [](const std::string& name) {
    std::error_code why;
    files::create_directories(name, why);
    return done_unless(why);
  };
  return look(s, path, may_write, ask, nothing);
}

Value set_mode(Strand& s, int64_t mode, const String& path) {
  const auto ask = [mode](const std::string& name) {
    return done_if(::chmod(name.c_str(), static_cast<mode_t>(mode)) == 0);
  };
  return look(s, path, may_write, ask, nothing);
}

// A link could be made to lead elsewhere between a look at it and its use: nobody makes one who may write in
// some places only.
Value symlink_to(Strand& s, const String& target, const String& path) {
  if (target.view().find('\0') != std::string_view::npos)
    return bad_argument(s, 0, "cannot contain a NUL character");
  if (permissions(s).is_limited(Capability::fs_write))
    return deny(s, Capability::fs_write,
                "links are not made by a program that may write in some places only");
  const auto ask = [to = native_path(target)](const std::string& name) {
    return done_if(::symlink(to.c_str(), name.c_str()) == 0);
  };
  return look(s, path, may_write, ask, nothing);
}

template <files::path (*ask)(const files::path&, std::error_code&)>
Value path_of(Strand& s, const String& path) {
  const auto asked = [](const std::string& name) {
    std::error_code why;
    std::string found = ask(name, why).string();
    return Answer<std::string>{why.value(), std::move(found)};
  };
  return look(s, path, may_read, asked, [&](const std::string& found) { return foreign_text(s, found); });
}

std::string temporary_pattern() {
  std::string directory = environment_variable("TMPDIR").value_or("");
  return join_path(directory.empty() ? "/tmp" : directory, "aspen-XXXXXX");
}

Value temporary_file(Strand& s, UnitArgument) {
  std::string path = temporary_pattern();
  if (!may_write(s, path)) return Value::exception();
  Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  return file ? foreign_text(s, path) : s.io_error(errno, path);
}

Value temporary_directory(Strand& s, UnitArgument) {
  std::string path = temporary_pattern();
  if (!may_write(s, path)) return Value::exception();
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
    row<atomic_write>(
        "fs.atomic_write", "p text", kBorrows,
        "As write, but whoever reads the file meanwhile, or after a crash, sees the old "
        "contents or the new, never a part. Where a symbolic link leads, that file is replaced. IoError "
        "with the code \"EINVAL\" for a pipe, a device or a socket, which no file can take the place "
        "of.",
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
        "Copies a file, or a directory with everything in it; files that are there already are overwritten. "
        "Symbolic links are followed: the copy holds what they lead to, or nothing where the program may "
        "read in some places only. IoError with the path of what could not be copied: of a link that leads "
        "nowhere (\"ENOENT\"), or back to a directory that it is in (\"ELOOP\"). What is copied by then "
        "stays.",
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
    row<path_of<files::read_symlink>>("fs.read_link", "p", kBorrows, "What a symbolic link says.",
                                      Effect::read),
    row<path_of<files::canonical>>("fs.real", "p", kBorrows,
                                   "The absolute path without symbolic links.\nfs.real \"/.\" => \"/\"",
                                   Effect::read),
    row<temporary_file>("fs.temp", "()", kBorrows, "Makes an empty temporary file, and gives its path.",
                        Effect::write),
    row<temporary_directory>("fs.temp_dir", "()", kBorrows,
                             "Makes an empty temporary directory, and gives its path.", Effect::write),
};

}  // namespace

NativeTable fs_natives() { return kRows; }

}  // namespace aspen
