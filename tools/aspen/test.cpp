// `aspen test`: runs each script in a process of its own and compares what it does with what the script's
// comments expect.
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

#include "frontend/diagnostics/utf8.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/expectation.h"
#include "tools/aspen/file.h"
#include "tools/aspen/source_files.h"

namespace aspen {

namespace {

namespace fs = std::filesystem;

struct Script {
  std::string path;
  bool is_named;  // by the user, and not found in a folder
};

struct Verdict {
  enum class Kind { not_a_test, passed, failed, skipped } kind;
  std::string text;  // failed: what went wrong; skipped: why
};

// The scripts below the folders, and the files among the paths, in order of name.
std::optional<std::vector<Script>> find_scripts(const std::vector<std::string>& paths) {
  std::vector<std::string> below;
  std::set<std::string> named;
  for (const std::string& path : paths) {
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
      usage_error(without_controls(path) + ": " +
                  (error ? error : std::error_code(ENOENT, std::generic_category())).message());
      return {};
    }
    if (fs::is_directory(status)) {
      add_files_below(path, below);
    } else {
      named.insert(path);
    }
  }
  std::set<std::string> all(named);
  all.insert(below.begin(), below.end());
  std::vector<Script> scripts;
  for (const std::string& path : all) scripts.push_back({path, named.count(path) > 0});
  return scripts;
}

// Helpers of tests stand in folders as well. The user of a named file expects a result.
Verdict no_test(const Script& script) {
  if (!script.is_named) return {Verdict::Kind::not_a_test, {}};
  return {Verdict::Kind::failed,
          "  the file has no expectation: add a comment such as `# expect: 5`, or `# exit: 0` if it prints "
          "nothing\n"};
}

Verdict run_test(const Script& tested, const TestOptions& options) {
  const std::string& path = tested.path;
  FileText script = read_file(path);
  if (!script.ok()) return {Verdict::Kind::failed, "  " + script.error + "\n"};
  Expectations expected = read_expectations(script.text);
  if (expected.skip) return {Verdict::Kind::skipped, *expected.skip};
  if (!expected.is_test) return no_test(tested);
  std::vector<std::string> command{"/proc/self/exe", "run"};
  command.insert(command.end(), options.run_options.begin(), options.run_options.end());
  command.push_back(path);
  command.insert(command.end(), expected.arguments.begin(), expected.arguments.end());
  std::string wrong = judge(expected, path, run_child(command, expected.input, options.limit));
  return {wrong.empty() ? Verdict::Kind::passed : Verdict::Kind::failed, wrong};
}

// Runs the scripts, several at a time, and reports failures in the order of their names.
class Suite {
 public:
  Suite(const std::vector<Script>& scripts, const TestOptions& options)
      : scripts_(scripts), options_(options), verdicts_(scripts.size()) {}

  int run() {
    std::vector<std::thread> workers;
    unsigned jobs = options_.jobs > 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
    for (unsigned i = 1; i < jobs && i < scripts_.size(); ++i) workers.emplace_back([this] { work(); });
    work();
    for (std::thread& worker : workers) worker.join();
    write_output(std::to_string(passed_) + " passed, " + std::to_string(failed_) + " failed, " +
                 std::to_string(skipped_) + " skipped\n");
    return failed_ == 0 ? 0 : kExitFailed;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (next_ < scripts_.size()) {
      size_t mine = next_++;
      lock.unlock();
      Verdict verdict = run_test(scripts_[mine], options_);
      lock.lock();
      verdicts_[mine] = std::move(verdict);
      while (told_ < next_ && verdicts_[told_]) tell(told_++);
    }
  }

  void tell(size_t index) {
    const Verdict& verdict = *verdicts_[index];
    switch (verdict.kind) {
      case Verdict::Kind::not_a_test: break;
      case Verdict::Kind::passed: ++passed_; break;
      case Verdict::Kind::failed:
        ++failed_;
        write_output("FAILED " + without_controls(scripts_[index].path) + "\n" + verdict.text + "\n");
        break;
      case Verdict::Kind::skipped:
        ++skipped_;
        write_output("skipped " + without_controls(scripts_[index].path) + ": " + verdict.text + "\n");
        break;
    }
  }

  const std::vector<Script>& scripts_;
  const TestOptions& options_;
  std::mutex mutex_;  // guards all below
  std::vector<std::optional<Verdict>> verdicts_;
  size_t next_ = 0;  // script to be run
  size_t told_ = 0;  // scripts with a verdict that was printed
  size_t passed_ = 0, failed_ = 0, skipped_ = 0;
};

}  // namespace

int test_command(const std::vector<std::string>& paths, const TestOptions& options) {
  auto scripts = find_scripts(paths.empty() ? std::vector<std::string>{"."} : paths);
  if (!scripts) return kExitUsage;
  return Suite(*scripts, options).run();
}

}  // namespace aspen
