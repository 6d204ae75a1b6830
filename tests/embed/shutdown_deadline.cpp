// The end of a VM waits for a call that blocks, and tells the host when it has waited long enough.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <aspen/aspen.hpp>
#include <filesystem>
#include <thread>

#include "tests/embed/check.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

// Ends a call that waits for a writer, unless the VM has dropped it before a thread began it.
void end_call(const std::string& pipe) {
  for (int i = 0; i < 2000; ++i) {
    const int writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK);
    if (writer >= 0) return void(close(writer));
    std::this_thread::sleep_for(1ms);
  }
}

// What a VM waits for at its end, which leaves a call behind.
std::string left_behind(const std::string& pipe) {
  std::string what;
  aspen::Options options;
  options.capabilities = aspen::Capability::fs_read;
  options.blocking_threads = 1;
  options.shutdown_deadline = 1ms;
  options.overdue = [&](std::string_view runs) {
    what += runs;
    end_call(pipe);
  };
  aspen::Vm vm(options);
  auto program = vm.compile("t = spawn fs.read \"" + pipe + "\"\ntask.yield ()\ntask.cancel t\n", "left.asp");
  CHECK(program);
  CHECK(vm.run(*program));
  { const aspen::Vm ended = std::move(vm); }
  return what;
}

}  // namespace

int main() {
  std::string folder = (fs::temp_directory_path() / "aspen-embed-XXXXXX").string();
  CHECK(mkdtemp(folder.data()) != nullptr);
  const std::string pipe = folder + "/pipe";
  CHECK(mkfifo(pipe.c_str(), 0600) == 0);
  std::string what;
  for (int i = 0; i < 100 && what.empty(); ++i) what = left_behind(pipe);
  CHECK_EQUAL(what, "1 call that blocks");
  fs::remove_all(folder);
  return failures;
}
