// Module fs: contents of files and of directories. Open files are in file.cpp, patterns and walks in
// tree.cpp. Calls that may take long run on the pool while other strands run (outside.h).
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <vector>

#include "stdlib/native/answer.h"
#include "stdlib/native/capabilities.h"
#include "stdlib/native/lines.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/path_value.h"
#include "stdlib/system/descriptor.h"
#include "stdlib/system/directory.h"
#include "stdlib/system/environment.h"
#include "stdlib/system/file_copy.h"
#include "stdlib/system/file_put.h"
#include "stdlib/system/file_reading.h"
#include "stdlib/system/line_form.h"
#include "stdlib/system/own_output.h"
#include "stdlib/system/paths.h"
#include "stdlib/system/place.h"
#include "stdlib/system/stream.h"
#include "stdlib/system/uninterrupted.h"
#include "vm/heap/heap.h"
#include "vm/object/utf8.h"

namespace aspen {

namespace {

namespace files = std::filesystem;

// The use that a native makes of a path: the capability that it needs, and whether a final link is followed.
struct Deed {
  Capability capability;
  bool follows;
};
constexpr Deed kRead = {Capability::fs_read, true}, kReadName = {Capability::fs_read, false};
constexpr Deed kWrite = {Capability::fs_write, true}, kWriteName = {Capability::fs_write, false};

bool may_do(Strand& s, Deed deed, AnyBytes path) {
  return deed.capability == Capability::fs_read ? may_read(s, path.view) : may_write(s, path.view);
}

Place place_of(Deed deed, const FileAccess& access, const std::string& path) {
  return deed.follows ? access.to(path) : access.to_name(path);
}

FileAccess access_of(Strand& s, Deed deed) { return {permissions(s), bit_of(deed.capability)}; }

Answer<Nothing> done_if(bool done) { return {done ? 0 : errno, {}}; }
Answer<Nothing> done_unless(const std::error_code& why) { return {why.value(), {}}; }

Value nothing(Nothing) { return Value::unit(); }

// The value that `finish` makes of the answer, or an IoError.
template <class T, class Finish>
Value answer_value(Strand& s, Answer<T>& answer, AnyBytes path, Finish finish) {
  return answer.error == 0 ? finish(answer.value) : path_error(s, answer.error, path.view);
}

// Looks at a path or changes it in a call that is usually quick. `ask` takes its Place and gives an Answer.
template <class Ask, class Finish>
Value look(Strand& s, AnyBytes path, Deed deed, Ask ask, Finish finish) {
  if (!may_do(s, deed, path)) return Value::exception();
  auto work = [ask, deed, access = access_of(s, deed), name = std::string(path.view)] {
    return ask(place_of(deed, access, name));
  };
  return quickly(
      s, [&] { return std::optional(work()); }, work,
      [&](auto& answer) { return answer_value(s, answer, path, finish); });
}

// Likewise for calls that may always take long.
template <class Ask, class Finish>
Value work_on(Strand& s, AnyBytes path, Deed deed, Ask ask, Finish finish) {
  if (!may_do(s, deed, path)) return Value::exception();
  auto work = [ask = std::move(ask), deed, access = access_of(s, deed), name = std::string(path.view)] {
    return ask(place_of(deed, access, name));
  };
  return while_others_run(s, std::move(work),
                          [&](auto& answer) { return answer_value(s, answer, path, finish); });
}

// ---- Contents

// Called before a file is read. False if the strand has to wait for its turn: data from a stream cannot be
// read again. Collects garbage here, as the thread that reads cannot.
bool prepare_reading(Strand& s, const Place& place) {
  struct stat found {};
  if (!place.look(found) || S_ISDIR(found.st_mode)) return true;
  if (!S_ISREG(found.st_mode)) return s.take_turn();
  const auto bytes = static_cast<size_t>(found.st_size);
  if (bytes >= kLargeFile) s.allocator().can_allocate(2 * bytes);
  return true;
}

template <class Finish>
Value with_contents(Strand& s, AnyBytes path, bool is_text, Finish finish) {
  if (!may_do(s, kRead, path)) return Value::exception();
  const std::string name(path.view);
  const FileAccess access = access_of(s, kRead);
  if (Operation::kept_by(s) == nullptr && !prepare_reading(s, access.to(name))) return Value::exception();
  const auto reading = [&] {
    return FileReading(access, name, is_text, s.machine().heap().memory(), s.is_ahead());
  };
  return quickly(
      s, [&] { return read_small_file(access.to(name), is_text); }, reading(),
      [&](Answer<Contents>& answer) {
        if (answer.value.is_refused_ahead) {
          if (!s.take_turn() || !prepare_reading(s, access.to(name))) return Value::exception();
          while_outside(s, [&] { answer = reading()(); });
        }
        if (answer.error == ENOMEM) return s.memory_error(kFilePieceBytes);
        return answer_value(s, answer, path, [&](const Contents& contents) {
          if (contents.wrong == kValidUtf8) return finish(contents.data);
          return s.value_error(
              shown_path(name) + " is not UTF-8 text at byte " + std::to_string(contents.wrong),
              "fs.read_bytes reads any file, and fs.lines_with { lossy: true } its lines");
        });
      });
}

Value read(Strand& s, AnyBytes path) {
  return with_contents(s, path, true, [&](const std::string& bytes) { return checked_text(s, bytes); });
}

Value read_bytes(Strand& s, AnyBytes path) {
  return with_contents(s, path, false, [&](const std::string& bytes) {
    return reserve_text(s, bytes.size()) ? bytes_value(s, bytes) : Value::exception();
  });
}

Value lines_of(Strand& s, std::string_view text, LineForm form) {
  List* out = new_list(s.allocator());
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (!s.work(kPieceWork + line.size() / kBytesCopiedPerWork)) return s.raise_stop();
    const Value value =
        s.reserve(growth_bytes(out, ListEnd::back, 1)) ? line_value(s, form, line) : Value::exception();
    if (value.is_exception()) return value;
    push(s.allocator(), out, value);
  }
  return Value::object(out);
}

Value lines(Strand& s, AnyBytes path) {
  return with_contents(s, path, true,
                       [&](const std::string& text) { return lines_of(s, text, LineForm::text); });
}

Value lines_with(Strand& s, const Record& options, AnyBytes path) {
  LineForm form;
  if (!read_line_form(s, options, form)) return Value::exception();
  return with_contents(s, path, form == LineForm::text,
                       [&](const std::string& text) { return lines_of(s, text, form); });
}

// An errno, or 0; nothing if the write may take long.
std::optional<int> try_put(const Place& place, const std::string& path, std::string_view bytes, int flags) {
  if (bytes.size() >= kLargeFile) return std::nullopt;
  struct stat found {};
  if (place.look(found) && !S_ISREG(found.st_mode)) return std::nullopt;
  Descriptor file = open_to_write(place, path, O_WRONLY | O_CREAT | O_NONBLOCK | flags);
  if (!file && errno == ENXIO) return std::nullopt;  // it has been replaced by a pipe
  return file && write_all(file, bytes) && file.close() ? 0 : errno;
}

// What another thread writes: a copy, as it may go on after the collector has freed the value.
struct Copy {
  std::string bytes;
  Charge charge;
};

// Empty if the write goes on. Nothing, with MemoryLimit pending, if there is no memory for it.
std::optional<Copy> copy_to_write(Strand& s, std::string_view bytes) {
  Charge charge(s.machine().heap().memory());
  if (Operation::kept_by(s) != nullptr) return Copy{{}, std::move(charge)};
  if (!s.charge(charge, bytes.size())) return std::nullopt;
  return Copy{std::string(bytes), std::move(charge)};
}

Value put(Strand& s, AnyBytes path, std::string_view bytes, int flags) {
  if (!may_do(s, kWrite, path)) return Value::exception();
  const std::string name(path.view);
  const FileAccess access = access_of(s, kWrite);
  if (Operation::kept_by(s) == nullptr) flush_ahead_of(access.to(name), s.machine().out());
  std::optional<Copy> copy = copy_to_write(s, bytes);
  if (!copy) return Value::exception();
  const FilePut putting(access, name, flags, std::move(copy->bytes), std::move(copy->charge));
  const auto finish = [&](int error) { return error == 0 ? Value::unit() : path_error(s, error, path.view); };
  if (!s.has_task())
    return alone(
        s, [&](int ms) { return putting.go_on_for(ms); }, finish);
  return quickly(
      s, [&] { return try_put(access.to(name), name, bytes, flags); }, putting, finish);
}

Value write(Strand& s, AnyBytes path, AnyBytes what) { return put(s, path, what.view, O_TRUNC); }
Value append(Strand& s, AnyBytes path, AnyBytes what) { return put(s, path, what.view, O_APPEND); }
Value write_bytes(Strand& s, AnyBytes path, const Bytes& what) { return put(s, path, what.view(), O_TRUNC); }

Answer<Nothing> replace(const Place& place, std::string_view bytes, unsigned mode) {
  std::string draft = place.path() + ".XXXXXX";
  Descriptor file = make_file(draft);
  if (!file) return {errno, {}};
  const Answer<Nothing> answer = done_if(write_all(file, bytes) && ::fchmod(file.number(), mode) == 0 &&
                                         uninterrupted([&] { return ::fsync(file.number()); }) == 0 &&
                                         file.close() && ::rename(draft.c_str(), place.path().c_str()) == 0);
  if (answer.error != 0) ::unlink(draft.c_str());
  return answer;
}

// As `open` makes it. There is no call that tells the umask without a change of it.
unsigned mode_of_new_files() {
  constexpr std::string_view kName = "Umask:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kName))
      return 0666 & ~static_cast<unsigned>(std::stoul(line.substr(kName.size()), nullptr, 8));
  }
  return 0600;
}

// Writes a new file beside the old one and renames it when it is safely written. Links are kept: their target
// is replaced. Only regular files are replaced, as the result is one.
Answer<Nothing> replace_file(const Place& place, std::string_view bytes) {
  struct stat old {};
  if (!place) return {errno, {}};
  const bool is_link = place.look_at_name(old) && S_ISLNK(old.st_mode);
  const bool is_there = place.look(old);
  if (is_there && !S_ISREG(old.st_mode)) return {S_ISDIR(old.st_mode) ? EISDIR : EINVAL, {}};
  const unsigned mode = is_there ? old.st_mode & 0777 : mode_of_new_files();
  if (is_link && place.is_pinned()) return {ELOOP, {}};
  return replace(is_link ? Place(resolve_path(place.path())) : place, bytes, mode);
}

Value atomic_write(Strand& s, AnyBytes path, AnyBytes what) {
  std::optional<Copy> copy = copy_to_write(s, what.view);
  if (!copy) return Value::exception();
  const auto ask = [copy = std::make_shared<Copy>(std::move(*copy))](const Place& place) {
    return replace_file(place, copy->bytes);
  };
  return work_on(s, path, kWrite, ask, nothing);
}

// ---- Looking at files

Value boolean(bool b) { return Value::boolean(b); }

Value exists(Strand& s, AnyBytes path) {
  const auto ask = [](const Place& place) {
    struct stat found {};
    return Answer<bool>{0, place.look(found)};
  };
  return look(s, path, kRead, ask, boolean);
}

template <mode_t type>
Value is_of_type(Strand& s, AnyBytes path) {
  const auto ask = [](const Place& place) {
    struct stat found {};
    return Answer<bool>{0, place.look(found) && (found.st_mode & S_IFMT) == type};
  };
  return look(s, path, kRead, ask, boolean);
}

const char* kind_label(mode_t mode) {
  return S_ISREG(mode) ? "File" : S_ISDIR(mode) ? "Directory" : S_ISLNK(mode) ? "Link" : "Other";
}

Value stat_path(Strand& s, AnyBytes path) {
  const auto ask = [](const Place& place) {
    Answer<struct stat> answer;
    answer.error = place.look_at_name(answer.value) ? 0 : errno;
    return answer;
  };
  return look(s, path, kReadName, ask, [&](const struct stat& found) {
    double modified =
        static_cast<double>(found.st_mtim.tv_sec) + static_cast<double>(found.st_mtim.tv_nsec) * 1e-9;
    Value size = int_value(s, found.st_size);
    return record_value(s, {{"kind", Value::label(s.machine().symbols().intern(kind_label(found.st_mode)))},
                            {"size", size},
                            {"modified", Value::number(modified)},
                            {"mode", Value::small_int(found.st_mode & 07777)}});
  });
}

struct Names {
  std::vector<std::string> sorted;
  NameCharge charge;
};

Answer<Names> names_in(const Place& place, const std::shared_ptr<MemoryAccount>& memory) {
  Answer<Names> out{0, {{}, NameCharge(memory)}};
  std::vector<DirectoryEntry> entries;
  if (!read_directory(place, entries, &out.value.charge) && !out.value.charge.is_refused()) out.error = errno;
  for (DirectoryEntry& entry : entries) out.value.sorted.push_back(std::move(entry.name));
  std::sort(out.value.sorted.begin(), out.value.sorted.end());
  return out;
}

Value list_directory(Strand& s, AnyBytes path) {
  const auto ask = [memory = s.machine().heap().memory()](const Place& place) {
    return names_in(place, memory);
  };
  return look(s, path, kRead, ask, [&](const Names& names) {
    return names.charge.is_refused() ? s.memory_exhausted() : paths_value(s, names.sorted);
  });
}

// ---- Changing files

// Removes a file, or an empty directory.
bool remove_name(const Place& place) {
  if (::unlinkat(place.directory(), place.name(), 0) == 0) return true;
  return errno == EISDIR && ::unlinkat(place.directory(), place.name(), AT_REMOVEDIR) == 0;
}

Value remove_path(Strand& s, AnyBytes path) {
  return look(
      s, path, kWriteName, [](const Place& place) { return done_if(place && remove_name(place)); }, nothing);
}

// std::filesystem goes by open directories, and follows no link.
Value remove_all(Strand& s, AnyBytes path) {
  const auto ask = [](const Place& place) {
    std::error_code why;
    if (!place) return Answer<Nothing>{errno == ENOENT ? 0 : errno, {}};
    files::remove_all(place.path(), why);
    return done_unless(why);
  };
  return work_on(s, path, kWriteName, ask, nothing);
}

Value copied_value(Strand& s, const Copied& done) {
  return done.error == 0 ? Value::unit() : path_error(s, done.error, done.culprit);
}

// If reading is limited to some places, links are not followed: their targets may be elsewhere.
Value copy(Strand& s, AnyBytes from, AnyBytes to) {
  if (!may_do(s, kWrite, to) || !may_do(s, kRead, from)) return Value::exception();
  return while_others_run(
      s,
      [name = std::string(from.view), other = std::string(to.view), reads = access_of(s, kRead),
       writes = access_of(s, kWrite)] { return copy_files(reads, name, writes, other); },
      [&](const Copied& done) { return copied_value(s, done); });
}

Value rename_path(Strand& s, AnyBytes from, AnyBytes to) {
  if (!may_do(s, kWriteName, to) || !may_do(s, kWriteName, from)) return Value::exception();
  const auto work = [access = access_of(s, kWriteName), name = std::string(from.view),
                     other = std::string(to.view)] {
    return rename_files(access.to_name(name), name, access.to_name(other), other);
  };
  return quickly(
      s, [&] { return std::optional(work()); }, work,
      [&](const Copied& done) { return copied_value(s, done); });
}

Value move_path(Strand& s, AnyBytes from, AnyBytes to) {
  if (!may_do(s, kWriteName, to) || !may_do(s, kWriteName, from)) return Value::exception();
  const bool makes_links = !permissions(s).is_limited(Capability::fs_write);
  return while_others_run(
      s,
      [access = access_of(s, kWriteName), name = std::string(from.view), other = std::string(to.view),
       makes_links] {
        return move_files(access.to_name(name), name, access.to_name(other), other, makes_links);
      },
      [&](const Copied& done) { return copied_value(s, done); });
}

Value make_directory(Strand& s, AnyBytes path) {
  if (!may_do(s, kWrite, path)) return Value::exception();
  const auto work = [access = access_of(s, kWrite), name = std::string(path.view)] {
    return done_if(make_directories(access, name));
  };
  return quickly(
      s, [&] { return std::optional(work()); }, work,
      [&](Answer<Nothing>& answer) { return answer_value(s, answer, path, nothing); });
}

Value set_mode(Strand& s, int64_t mode, AnyBytes path) {
  constexpr int64_t kAllBits = 07777;
  if (mode < 0 || mode > kAllBits) return bad_argument(s, 0, "must be from 0 to 0o7777");
  const auto ask = [mode](const Place& place) {
    const Place::Object found = place.object();
    return done_if(found && ::chmod(found.path.c_str(), static_cast<mode_t>(mode)) == 0);
  };
  return look(s, path, kWrite, ask, nothing);
}

// Places are resolved without links, but the module loader and other programs follow links. So a program that
// may write in some places only must not make any.
Value symlink_to(Strand& s, AnyBytes target, AnyBytes path) {
  if (target.view.find('\0') != std::string_view::npos)
    return bad_argument(s, 0, "cannot contain a NUL character");
  if (permissions(s).is_limited(Capability::fs_write))
    return deny(s, Capability::fs_write, "a program that may write only in some places cannot make links");
  const auto ask = [to = std::string(target.view)](const Place& place) {
    return done_if(place && ::symlinkat(to.c_str(), place.directory(), place.name()) == 0);
  };
  return look(s, path, kWriteName, ask, nothing);
}

Answer<std::string> text_of_link(const Place& place) {
  char target[PATH_MAX];
  const ssize_t size = place ? ::readlinkat(place.directory(), place.name(), target, sizeof target) : -1;
  if (size < 0) return {errno, {}};
  return {0, std::string(target, static_cast<size_t>(size))};
}

Answer<std::string> real_path(const Place& place) {
  std::error_code why;
  struct stat found {};
  if (place.is_pinned())
    return place.look(found) ? Answer<std::string>{0, place.resolved()} : Answer<std::string>{errno, {}};
  if (!place) return {errno, {}};
  std::string real = files::canonical(place.path(), why).string();
  return {why.value(), std::move(real)};
}

Value read_link(Strand& s, AnyBytes path) {
  return look(s, path, kReadName, text_of_link, [&](const std::string& text) { return path_value(s, text); });
}

Value real(Strand& s, AnyBytes path) {
  return look(s, path, kRead, real_path, [&](const std::string& found) { return path_value(s, found); });
}

// ---- Temporary files and directories

// Makes a file or directory with a name that ends in XXXXXX, which is replaced. False with errno set.
using Make = bool (*)(std::string& path);

bool make_temporary_file(std::string& path) { return static_cast<bool>(make_file(path)); }
bool make_temporary_directory(std::string& path) { return ::mkdtemp(path.data()) != nullptr; }

Value temporary(Strand& s, Make make) {
  constexpr size_t kChosen = 6;
  const std::string directory = environment_variable("TMPDIR").value_or("");
  std::string path = join_path(directory.empty() ? "/tmp" : directory, "aspen-XXXXXX");
  if (!may_write(s, path)) return Value::exception();
  const Place place = access_of(s, kWriteName).to_name(path);
  std::string made = place ? place.path() : "";
  if (made.empty() || !make(made)) return path_error(s, errno, path);
  return path_value(s, path.replace(path.size() - kChosen, kChosen, made, made.size() - kChosen));
}

Value temporary_file(Strand& s, UnitArgument) { return temporary(s, make_temporary_file); }
Value temporary_directory(Strand& s, UnitArgument) { return temporary(s, make_temporary_directory); }

const NativeDescriptor kRows[] = {
    row<read>("fs.read", "p", kBorrows, "The text in a file. ValueError if it is not UTF-8.", Effect::read),
    row<read_bytes>("fs.read_bytes", "p", kBorrows, "The bytes in a file.", Effect::read),
    row<lines>("fs.lines", "p", kBorrows,
               "The lines of a text file, without their ends, in a list. `for line in fs.open \"read\" p` "
               "keeps one line at a time.",
               Effect::read),
    row<lines_with>("fs.lines_with", "options p", kBorrows,
                    "Like fs.lines, with a record of options: with `lossy: true` each byte that is not UTF-8 "
                    "is U+FFFD, with `bytes: true` lines are Bytes.",
                    Effect::read),
    row<write>("fs.write", "p text", kBorrows,
               "Writes text, a String or Bytes, to a file, which is created if necessary and else "
               "overwritten. To a named "
               "pipe, it waits for its readers until the task is cancelled.",
               Effect::write),
    row<append>("fs.append", "p text", kBorrows,
                "Appends text, a String or Bytes, to a file, which is created if necessary.", Effect::write),
    row<write_bytes>("fs.write_bytes", "p b", kBorrows,
                     "Writes b to a file, which is created if necessary and else overwritten.",
                     Effect::write),
    row<atomic_write>(
        "fs.atomic_write", "p text", kBorrows,
        "Like write, but a program that reads the file meanwhile, or after a crash, sees either the old "
        "contents or the new. If the path is a symbolic link, the file that it leads to is replaced. IoError "
        "with the code \"EINVAL\" for a pipe, a device or a socket, which a file cannot replace.",
        Effect::write),
    row<exists>("fs.exists?", "p", kBorrows, R"(Whether there is something of that name.
fs.exists? "/no/such/file" => false)",
                Effect::read),
    row<is_of_type<S_IFREG>>("fs.file?", "p", kBorrows,
                             R"(Whether there is a file of that name.
fs.file? "/" => false)",
                             Effect::read),
    row<is_of_type<S_IFDIR>>("fs.dir?", "p", kBorrows,
                             R"(Whether there is a directory of that name.
fs.dir? "/" => true)",
                             Effect::read),
    row<stat_path>("fs.stat", "p", kBorrows,
                   "A record { kind, size, modified, mode }. The kind is File, Directory, Link or Other, and "
                   "modified is a moment like that of time.now. A symbolic link is described itself; "
                   "`fs.stat (fs.real p)` "
                   "describes what it leads to.\n"
                   "(fs.stat \"/\").kind => Directory",
                   Effect::read),
    row<list_directory>("fs.list", "p", kBorrows,
                        "The names of what is in a directory, sorted. A name that is not UTF-8 is Bytes.",
                        Effect::read),
    row<remove_path>("fs.remove", "p", kBorrows, "Removes a file, or an empty directory.", Effect::write),
    row<remove_all>("fs.remove_all", "p", kBorrows,
                    "Removes a file, or a directory with everything in it, if it is there.", Effect::write),
    row<copy>("fs.copy", "from to", kBorrows,
              "Copies a file, or a directory with everything in it; existing files are overwritten. Symbolic "
              "links are followed: the copy holds what they lead to, or nothing if the program may read in "
              "some places only. IoError with the path of what could not be copied, such as a link that "
              "leads nowhere (\"ENOENT\"), or back to a directory that it is in (\"ELOOP\"). Files that have "
              "been copied by then stay.",
              Effect::write),
    row<rename_path>("fs.rename", "from to", kBorrows,
                     "Gives a file or directory another name; a file of that name is replaced. IoError with "
                     "the code \"EXDEV\" if the new name is on another device: use `fs.move` then.",
                     Effect::write),
    row<move_path>(
        "fs.move", "from to", kBorrows,
        "Moves a file, or a directory with everything in it, also to another device. A file of that name is "
        "replaced, as is an empty directory by a directory. Where `fs.rename` is not possible, a copy is "
        "made beside the new place, with permissions, times and symbolic links. The complete copy is "
        "renamed, and the original removed. (Python: shutil.move, which moves it into an existing "
        "directory.)\n"
        "{ d = fs.temp_dir (); fs.write \"{d}/a\" \"x\"; fs.move \"{d}/a\" \"{d}/b\"; found = fs.list d; "
        "fs.remove_all d; found } => [\"b\"]",
        Effect::write),
    row<make_directory>("fs.make_dir", "p", kBorrows,
                        "Makes a directory, and those it is in; no error if it is there already.",
                        Effect::write),
    row<set_mode>("fs.set_mode", "mode p", kBorrows, "Sets the permissions: `fs.set_mode 0o644 p`.",
                  Effect::write),
    row<symlink_to>("fs.symlink", "target p", kBorrows, "Makes p a symbolic link to target.", Effect::write),
    row<read_link>("fs.read_link", "p", kBorrows, "What a symbolic link says.", Effect::read),
    row<real>("fs.real", "p", kBorrows, "The absolute path without symbolic links.\nfs.real \"/.\" => \"/\"",
              Effect::read),
    row<temporary_file>("fs.temp", "()", kBorrows, "Makes an empty temporary file, and gives its path.",
                        Effect::write),
    row<temporary_directory>("fs.temp_dir", "()", kBorrows,
                             "Makes an empty temporary directory, and gives its path.", Effect::write),
};

}  // namespace

NativeTable fs_natives() { return kRows; }

}  // namespace aspen
