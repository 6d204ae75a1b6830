// Every function of the library, called with every kind of value in every place: it may raise any error, and
// never crashes. A script cannot make `undefined`; bytecode can.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <span>

#include "stdlib/embed/engine.h"
#include "stdlib/library/library.h"
#include "vm/heap/native_stack.h"
#include "vm/run/runtime.h"
#include "vm/values/list.h"
#include "vm/values/record.h"

namespace aspen {
namespace {

// Values that many functions refuse.
constexpr const char* kSamples = R"(
samples = [
    (), true, 0, 1, -1, 3, 2 ** 47, 10 ** 30, 1.5, -0.0, math.nan, math.inf, "", "a", "añ€😀\u{301}", b"", b"ab\xff",
    [], [1, 2, 3], [[1], "b", (2, 3)], ["a", "b"], [("a", 1), ("b", 2)], (1, 2), ("a", [1], b"c"), [:],
    ["a": 1, [2]: [3]], set [1, 2], {a: 1, name: "b"}, Some 1, None, Ok [1], Err "e", 0..3, 5..=1,
    (x -> x), (x y -> [x, y]), (() -> 1), len, map len, regex.compile "a+", math, string)";
// These need a runtime.
constexpr const char* kMoreSamples = ", channel 1, channel 0, cell [1], fiber { yield 1; 2 }, spawn { 1 }";

// These wait as long as they are told, if no runtime checks the time.
bool waits_alone(std::string_view name) {
  return name == "sleep" || name == "time.sleep" || name == "fs.watch";
}
// Only valid in the body of a fiber.
bool needs_fiber(std::string_view name) { return name == "yield"; }

class Caller {
 public:
  explicit Caller(bool has_runtime) : engine_(options(has_runtime)), has_runtime_(has_runtime) {
    std::filesystem::remove_all(folder());
    std::filesystem::create_directory(folder());
    std::string error;
    const std::string paths = ", \"" + folder() + "\", \"" + folder() + "/file\"";
    const std::string text =
        kSamples + paths + (has_runtime ? kMoreSamples : "") + "]\nof_module = () -> samples\n";
    CompileResult compiled = compile_text("samples.asp", text, engine_.catalogue());
    EXPECT_TRUE(compiled.ok()) << compiled.render({});
    module_ = compiled.ok() ? engine_.load(compiled.program, error) : nullptr;
    if (module_ == nullptr || (has_runtime && !engine_.machine().prepare_polling(error))) return;
    EXPECT_TRUE(engine_.run(*module_).finished());
  }

  ~Caller() { std::filesystem::remove_all(folder()); }

  // The number of calls that returned.
  size_t call_all() {
    NativeStackScope scope(engine_.machine().mutator());
    if (module_ == nullptr) return 0;
    size_t calls = 0;
    for (const LibraryName& entry : Library::instance().names()) {
      if (entry.info.kind != BuiltinInfo::Kind::native && entry.info.kind != BuiltinInfo::Kind::function)
        continue;
      if (needs_fiber(entry.name) || (!has_runtime_ && waits_alone(entry.name))) continue;
      const Builtin* builtin = engine_.machine().builtin(std::string(entry.name));
      EXPECT_NE(builtin, nullptr) << entry.name;
      if (builtin == nullptr) continue;
      const unsigned arity = builtin->native != nullptr ? builtin->native->arity : builtin->function->arity;
      calls += call_with_each(entry.name, engine_.machine().builtin_value(*builtin), arity);
    }
    return calls;
  }

 private:
  static constexpr unsigned kMostArguments = 16;

  static MachineOptions options(bool has_runtime) {
    MachineOptions options;
    options.limits.heap_bytes = size_t{64} << 20;
    if (has_runtime) options.limits.wall_ns = 50'000'000;
    options.hash_seed = 1;
    options.out = options.err = [](std::string_view) {};
    options.permissions = {};
    options.permissions.grant(Capability::time);
    options.permissions.grant(Capability::random);
    options.permissions.grant_below(Capability::fs_read, folder());
    options.permissions.grant_below(Capability::fs_write, folder());
    return options;
  }

  // A folder of its own, the only place where it may write.
  static std::string folder() {
    return testing::TempDir() + "aspen_wrong_arguments_" + std::to_string(getpid());
  }

  const List& samples() const { return *as<List>(*module_->slot_addresses[0]); }

  // A shared value, or every second time a copy that only the call owns. One past the last is undefined.
  Value sample(size_t index, bool fresh) {
    index %= samples().length + 1;
    if (index == samples().length) return Value::undefined();
    Value v = samples().items[index];
    share(v);
    if (fresh && is_kind(v, Kind::List))
      return Value::object(ensure_unshared(engine_.machine().main_strand().allocator(), as<List>(v)));
    return v;
  }

  size_t call_with_each(std::string_view name, Value function, unsigned arity) {
    size_t calls = 0;
    EXPECT_LE(arity, kMostArguments) << name;
    for (size_t i = 0; i <= samples().length && arity <= kMostArguments; ++i) {
      for (unsigned place = 0; place < arity; ++place) {
        std::array<Value, kMostArguments> arguments;  // on the stack, where the collector sees fresh ones
        for (unsigned p = 0; p < arity; ++p) {
          // Others that change from call to call, by steps without a common period.
          const size_t other = i * 7 + p * 11 + place * 3;
          arguments[p] = sample(p == place ? i : other, i % 2 != 0);
        }
        call(name, function, {arguments.data(), arity}), ++calls;
      }
      std::array<Value, kMostArguments> same;
      same.fill(sample(i, true));
      call(name, function, {same.data(), arity}), ++calls;
    }
    return calls;
  }

  void call(std::string_view name, Value function, std::span<const Value> arguments) {
    running_ = name;
    const auto count = static_cast<unsigned>(arguments.size());
    if (has_runtime_) {
      engine_.call(function, arguments.data(), count);
      return;
    }
    Strand& strand = engine_.machine().main_strand();
    strand.set_fuel(10'000);
    if (strand.run(function, arguments.data(), count).is_exception()) strand.take_error();
  }

  Engine engine_;
  LoadedModule* module_ = nullptr;
  const bool has_runtime_;
  std::string_view running_;  // for a debugger
};

constexpr size_t kLeastCalls = 20'000;

TEST(WrongArguments, CrashNothingWhereTasksRun) { EXPECT_GT(Caller(true).call_all(), kLeastCalls); }

TEST(WrongArguments, CrashNothingOnAStrandAlone) { EXPECT_GT(Caller(false).call_all(), kLeastCalls); }

}  // namespace
}  // namespace aspen
