// A VM ends while its calls wait for named pipes that no other program writes to or reads from.
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

void ends_during(const std::string& call) {
  const Pipe pipe;
  bool has_begun = false;
  {
    aspen::Vm vm({.capabilities = aspen::Capabilities::all()});
    vm.module("host").def("begin", aspen::write, [&] { has_begun = true; });
    auto program = vm.compile("wait = p -> { host.begin (); " + call + " }", "wait.asp");
    CHECK(program && vm.run(*program));
    auto started = vm.get<void(std::string)>("wait")->start(pipe.path());
    while (!has_begun) vm.poll(1ms);
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

}  // namespace

int main() {
  ::alarm(60);  // ends the program if a VM does not
  ends_during("fs.read p");
  ends_during("fs.read_bytes p");
  ends_during("fs.read_line (fs.open \"read\" p)");
  ends_during("fs.open \"write\" p");
  ends_during("fs.write p \"text\"");
  ends_during("for line in fs.open \"read\" p { print line }");
  ends_during("map fs.read [p, p, p]");
  return failures;
}
