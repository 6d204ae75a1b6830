// `aspen top`: shows on a terminal what a running program does, until a key ends that.
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "sched/platform.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/top_screen.h"
#include "tools/aspen/top_target.h"

namespace aspen {

namespace {

constexpr uint64_t kMillisecond = 1'000'000, kSecond = 1'000 * kMillisecond;
constexpr uint64_t kPatience = 2 * kSecond;  // before a question is repeated; it may have been lost
constexpr uint64_t kLongestWait = 10 * kSecond;
constexpr const char* kNoAnswer = "no answer: the program may be in a call that does not return";

void wait_until(pollfd* events, size_t count, uint64_t until_ns) {
  const uint64_t now = sched::monotonic_ns();
  const uint64_t left = until_ns > now ? until_ns - now : 0;
  if (::poll(events, count, static_cast<int>(left / kMillisecond) + 1) < 0) {
    for (size_t i = 0; i < count; ++i) events[i].revents = 0;
  }
}

// ---- One frame

int failure(const std::string& what) {
  std::fprintf(stderr, "aspen: %s\n", what.c_str());
  return kExitFailed;
}

int show_once(TopTarget& target) {
  std::string error;
  const uint64_t give_up = sched::monotonic_ns() + kLongestWait;
  for (uint64_t ask_at = 0; sched::monotonic_ns() < give_up;) {
    if (sched::monotonic_ns() >= ask_at) {
      if (!target.ask(error)) return failure(error);
      ask_at = sched::monotonic_ns() + kPatience;
    }
    pollfd events[] = {{target.process_descriptor(), POLLIN, 0}, {target.answer_descriptor(), POLLIN, 0}};
    wait_until(events, 2, ask_at);
    if (events[1].revents != 0) {
      const std::optional<TopFrame> frame = target.take();
      if (frame) {
        for (const std::string& line : draw_top(*frame, {}, {}).lines) write_output(line + "\n");
        return 0;
      }
    } else if (events[0].revents != 0) {
      return failure("the program has ended");
    }
  }
  return failure(kNoAnswer);
}

// ---- A live view

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[?7l", kLeave = "\x1b[?7h\x1b[?25h\x1b[?1049l";
constexpr std::string_view kHome = "\x1b[H", kToEndOfLine = "\x1b[K", kToEndOfScreen = "\x1b[J";
constexpr std::string_view kReverse = "\x1b[7m", kPlain = "\x1b[0m";

// A second screen on which keys come at once, until its end.
class Screen {
 public:
  Screen() {
    ::tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    ::cfmakeraw(&raw);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    write_output(kEnter);
  }
  ~Screen() {
    write_output(kLeave);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Rows and columns; those of a terminal that does not say are the usual ones.
  static winsize size() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size = {};
    if (size.ws_row == 0) size.ws_row = 24;
    if (size.ws_col == 0) size.ws_col = 80;
    return size;
  }

 private:
  termios before_{};
};

// The signals that end the view, or change its size, as a descriptor.
Descriptor watch_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH}) sigaddset(&signals, signal);
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  return Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

const char* name_of(TopOrder order) {
  switch (order) {
    case TopOrder::tree: return "tree";
    case TopOrder::waiting: return "waiting";
    case TopOrder::state: return "state";
    case TopOrder::place: return "place";
  }
  return "";
}

class View {
 public:
  explicit View(TopTarget& target) : target_(target), signals_(watch_signals()) {}

  // Returns the reason, if it is not a key or a signal.
  std::string run() {
    const Screen screen;
    while (!is_over_) {
      if (sched::monotonic_ns() >= ask_at_) ask();
      draw();
      wait();
    }
    return why_;
  }

 private:
  void ask() {
    if (target_.is_asking()) is_late_ = true;
    asked_ns_ = sched::monotonic_ns();
    ask_at_ = asked_ns_ + kPatience;
    if (!target_.ask(why_)) is_over_ = true;
  }

  void wait() {
    pollfd events[] = {{STDIN_FILENO, POLLIN, 0},
                       {signals_.number(), POLLIN, 0},
                       {target_.process_descriptor(), POLLIN, 0},
                       {target_.answer_descriptor(), POLLIN, 0}};
    wait_until(events, 4, ask_at_);
    if (events[0].revents != 0) read_keys();
    if (events[1].revents != 0) read_signals();
    if (events[2].revents != 0) is_over_ = true, why_ = "the program has ended";
    if (events[3].revents != 0) take();
  }

  // A program that takes long to answer, as it has many tasks, is asked less often.
  void take() {
    std::optional<TopFrame> frame = target_.take();
    if (target_.is_asking()) return;
    const uint64_t now = sched::monotonic_ns();
    constexpr uint64_t kMostOfItsTime = 20;  // a twentieth
    ask_at_ = now + std::max(kSecond, kMostOfItsTime * (now - asked_ns_));
    if (!frame) return;
    before_ = std::exchange(frame_, std::move(frame));
    is_late_ = false;
  }

  void read_keys() {
    char keys[64];
    const ssize_t count = ::read(STDIN_FILENO, keys, sizeof keys);
    if (count <= 0) return void(is_over_ = count == 0 || errno != EINTR);
    const std::string_view typed(keys, static_cast<size_t>(count));
    if (typed == "\x1b[A") return scroll(-1);
    if (typed == "\x1b[B") return scroll(1);
    for (const char key : typed) press(key);
  }

  void press(char key) {
    constexpr char kControlC = 3;
    switch (key) {
      case 'q':
      case kControlC: is_over_ = true; return;
      case 't': layout_.order = TopOrder::tree; return;
      case 'w': layout_.order = TopOrder::waiting; return;
      case 's': layout_.order = TopOrder::state; return;
      case 'p': layout_.order = TopOrder::place; return;
      case 'k': return scroll(-1);
      case 'j': return scroll(1);
      default: return;
    }
  }

  void scroll(int lines) {
    if (lines > 0) layout_.skipped = std::min(layout_.skipped + 1, most_skipped_);
    if (lines < 0 && layout_.skipped > 0) --layout_.skipped;
  }

  void read_signals() {
    signalfd_siginfo signal;
    while (::read(signals_.number(), &signal, sizeof signal) == sizeof signal) {
      if (signal.ssi_signo != SIGWINCH) is_over_ = true;
    }
  }

  void draw() {
    constexpr size_t kOwnLines = 2;  // the first and the last
    const winsize size = Screen::size();
    const size_t rows = std::max<size_t>(size.ws_row, 6);
    layout_.rows = rows - kOwnLines;
    layout_.columns = size.ws_col;
    std::string text(kHome);
    const auto add = [&](std::string_view line, bool ends = true) {
      text.append(fit_text(line, layout_.columns)).append(kToEndOfLine).append(ends ? "\r\n" : "");
    };
    add("aspen top " + std::to_string(target_.process()) + (is_late_ ? ": " + std::string(kNoAnswer) : ""));
    if (frame_) {
      const TopPicture picture = draw_top(*frame_, before_, layout_);
      most_skipped_ = picture.most_skipped;
      layout_.skipped = std::min(layout_.skipped, most_skipped_);
      for (const std::string& line : picture.lines) add(line);
    }
    text.append(kToEndOfScreen).append("\x1b[" + std::to_string(rows) + "H");
    text.append(kReverse);
    add("now " + std::string(name_of(layout_.order)) +
            "  t tree, w waiting longest, s state, p place  j, k scroll  q quits",
        false);
    write_output(text.append(kPlain));
  }

  TopTarget& target_;
  const Descriptor signals_;
  std::optional<TopFrame> frame_, before_;
  TopLayout layout_;
  size_t most_skipped_ = 0;
  uint64_t asked_ns_ = 0, ask_at_ = 0;
  bool is_late_ = false;  // the last question was not answered in time
  bool is_over_ = false;
  std::string why_;
};

}  // namespace

int top_command(const std::string& what, bool once) {
  std::string error;
  std::optional<TopTarget> target = TopTarget::find(what, error);
  if (!target) return failure(error);
  if (once) return show_once(*target);
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
    return usage_error("top needs a terminal; `aspen top --once` prints one frame");
  const std::string why = View(*target).run();
  if (!why.empty()) std::fprintf(stderr, "aspen: %s\n", why.c_str());
  return 0;
}

}  // namespace aspen
