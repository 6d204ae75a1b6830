#include "tools/aspen/top_target.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "tools/aspen/top_request.h"

namespace aspen {

namespace {

namespace fs = std::filesystem;

constexpr int kFrameBytes = 1 << 20;  // that a pipe holds at most, by the system's usual limit

fs::path folder_of(pid_t process) { return fs::path("/proc") / std::to_string(process); }

// Without what the system adds to the name of a file that was replaced since.
std::string executable_of(pid_t process) {
  constexpr std::string_view kReplaced = " (deleted)";
  std::error_code error;
  std::string name = fs::read_symlink(folder_of(process) / "exe", error).filename().string();
  if (name.ends_with(kReplaced)) name.resize(name.size() - kReplaced.size());
  return error ? "" : name;
}

// Whether the signal has a handler in the process. To others it would mean the end.
bool handles_sigquit(pid_t process) {
  constexpr std::string_view kCaught = "SigCgt:";
  std::ifstream status(folder_of(process) / "status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(kCaught)) continue;
    const uint64_t caught = std::strtoull(line.c_str() + kCaught.size(), nullptr, 16);
    return (caught >> (SIGQUIT - 1) & 1) != 0;
  }
  return false;
}

// Only this command handles the signal as it has to be.
bool answers(pid_t process) {
  return process != ::getpid() && executable_of(process) == executable_of(::getpid()) &&
         handles_sigquit(process);
}

std::vector<std::string> words_of(pid_t process) {
  std::ifstream file(folder_of(process) / "cmdline");
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

bool has_file(pid_t process, const fs::path& file) {
  std::error_code error;
  const fs::path there = fs::read_symlink(folder_of(process) / "cwd", error);
  if (error) return false;
  const std::vector<std::string> words = words_of(process);
  for (size_t i = 1; i < words.size(); ++i) {
    if (fs::equivalent(there / words[i], file, error)) return true;
  }
  return false;
}

std::vector<pid_t> processes_that_run(const fs::path& file) {
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; at != end; at.increment(error)) {
    const pid_t process = std::atoi(at->path().filename().c_str());
    if (process > 0 && answers(process) && has_file(process, file)) found.push_back(process);
  }
  return found;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string several(const std::string& what, const std::vector<pid_t>& processes) {
  std::string text = "several processes run " + what + ":";
  for (const pid_t process : processes) text += " " + std::to_string(process);
  return text;
}

}  // namespace

// The handle comes first, so that a process that gets this number later is never meant.
std::optional<TopTarget> TopTarget::attach(pid_t process, std::string& error) {
  const std::string name = "process " + std::to_string(process);
  Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!handle) {
    error = name + ": " + std::strerror(errno);
    return std::nullopt;
  }
  if (answers(process)) return TopTarget(process, std::move(handle));
  std::error_code refused;
  (void)fs::read_symlink(folder_of(process) / "exe", refused);
  error = refused == std::errc::permission_denied ? name + " belongs to another user"
                                                  : name + " runs no program of `aspen run`";
  return std::nullopt;
}

std::optional<TopTarget> TopTarget::find(const std::string& what, std::string& error) {
  if (is_number(what)) return attach(std::stoi(what), error);
  std::error_code missing;
  if (!fs::exists(what, missing)) {
    error = "there is no file " + what;
    return std::nullopt;
  }
  const std::vector<pid_t> found = processes_that_run(what);
  if (found.size() == 1) return attach(found.front(), error);
  error = found.empty() ? "no process of yours runs " + what : several(what, found);
  return std::nullopt;
}

bool TopTarget::ask(std::string& error) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    error = std::strerror(errno);
    return false;
  }
  from_ = Descriptor(ends[0]);
  to_ = Descriptor(ends[1]);
  text_.clear();
  ::fcntl(from_.number(), F_SETPIPE_SZ,
          kFrameBytes);  // a smaller one holds what fits: a frame that is not whole
  ::fcntl(from_.number(), F_SETFL, O_NONBLOCK);
  const std::optional<uint32_t> inode = pipe_inode(to_.number());
  if (!inode || to_.number() > TopRequest::kMostDescriptor) {
    error = "too many open files";
    return false;
  }
  return send(TopRequest{0, to_.number(), *inode}.value(), error);
}

bool TopTarget::send(uint64_t value, std::string& error) const {
  siginfo_t signal{};
  signal.si_signo = SIGQUIT;
  signal.si_code = SI_QUEUE;
  signal.si_pid = ::getpid();
  signal.si_uid = ::getuid();
  signal.si_value.sival_ptr = reinterpret_cast<void*>(static_cast<uintptr_t>(value));
  const bool is_sent = ::syscall(SYS_pidfd_send_signal, process_handle_.number(), SIGQUIT, &signal, 0) == 0;
  if (!is_sent && errno != ESRCH) {
    error = std::strerror(errno);
    return false;
  }
  return true;  // the handle tells of a process that has ended
}

std::optional<TopFrame> TopTarget::take() {
  char bytes[4096];
  for (;;) {
    const ssize_t count = ::read(from_.number(), bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return std::nullopt;
    if (count <= 0) break;
    to_ = {};  // from now on the end of the program's writing is the end of the pipe
    text_.append(bytes, static_cast<size_t>(count));
  }
  from_ = {};
  return read_frame(std::exchange(text_, {}));
}

}  // namespace aspen
