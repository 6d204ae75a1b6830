// A VM ends while its calls wait for named pipes that no other program writes to or reads from, or
// while SQLite answers an endless query.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <aspen/aspen.hpp>
#include <chrono>
#include <filesystem>
#include <string>

#include "tests/embed/check.h"

namespace {

using namespace std::chrono_literals;

class Pipe {
 public:
  Pipe() : folder_((std::filesystem::temp_directory_path() / "aspen-pipe-XXXXXX").string()) {
    CHECK(::mkdtemp(folder_.data()) != nullptr && ::mkfifo(path().c_str(), 0600) == 0);
  }
  ~Pipe() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/pipe"; }

 private:
  std::string folder_;
};

bool is_open(const std::string& path) {
  for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code is_closed_again;
    if (std::filesystem::read_symlink(file, is_closed_again) == path) return true;
  }
  return false;
}

// `keeps_open`: the call opens the pipe and then waits; otherwise it waits for the other end to open it.
void ends_during(const std::string& call, bool keeps_open = true) {
  const Pipe pipe;
  bool has_begun = false;
  {
    aspen::Vm vm({.capabilities = aspen::Capabilities::all()});
    vm.module("host").def("begin", aspen::write, [&] { has_begun = true; });
    auto program = vm.compile("wait = p -> { host.begin (); " + call + " }", "wait.asp");
    CHECK(program && vm.run(*program));
    auto started = vm.get<void(std::string)>("wait")->start(pipe.path());
    while (!has_begun || (keeps_open && !is_open(pipe.path()))) vm.poll(1ms);
    for (int i = 0; i < 10; ++i) vm.poll(1ms);
    CHECK(!started.ready());
  }
  CHECK(has_begun);
  // What a thread outside still waited for is ready now.
  const int other_end = ::open(pipe.path().c_str(), O_RDWR | O_NONBLOCK);
  CHECK(other_end >= 0 && ::write(other_end, "text\n", 5) == 5);
  aspen::Vm next;
  CHECK(next.compile("x = 1", "next.asp"));
  ::close(other_end);
}

void ends_during_a_query() {
  bool has_begun = false;
  {
    aspen::Vm vm;
    vm.module("host").def("begin", aspen::write, [&] { has_begun = true; });
    auto program = vm.compile(
        "count = () -> {\n"
        "    db = sqlite.open \":memory:\"\n"
        "    sqlite.exec \"create table t (n)\" [] db\n"
        "    host.begin ()\n"
        "    sqlite.query \"with recursive n(i) as (select 1 union all select i + 1 from n)"
        " select count(*) from n\" [] db\n"
        "}\n",
        "count.asp");
    CHECK(program && vm.run(*program));
    auto started = vm.get<void()>("count")->start();
    while (!has_begun) vm.poll(1ms);
    for (int i = 0; i < 10; ++i) vm.poll(1ms);
    CHECK(!started.ready());
  }
  CHECK(has_begun);
}

}  // namespace

int main() {
  ::alarm(60);  // ends the program if a VM does not
  ends_during("fs.read p");
  ends_during("fs.read_bytes p");
  ends_during("fs.read_line (fs.open \"read\" p)");
  ends_during("fs.open \"write\" p", false);
  ends_during("fs.write p \"text\"", false);
  ends_during("for line in fs.open \"read\" p { print line }");
  ends_during("map fs.read [p, p, p]");
  ends_during_a_query();
  return failures;
}
