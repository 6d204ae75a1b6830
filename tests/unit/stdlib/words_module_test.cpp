// The example module of stdlib/docs/natives.md.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "stdlib/native/capabilities.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/outside.h"
#include "stdlib/system/descriptor.h"
#include "tests/unit/programs.h"

// lesson begin
namespace aspen {

namespace {

// A C++ object that programs hold. Tasks on several workers may use it at once, hence the lock.
struct Tally {
  std::mutex lock;
  std::map<std::string, int64_t> counts;
};

const NativeType kTallyType{"tally", drop_state<Tally>, nullptr};

}  // namespace

// Reads an argument for a parameter `Tally&`, or raises "words.add: t must be a tally, not 5, an Int".
template <>
struct Argument<Tally&> {
  static Tally& read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Tally>(s, args, i, ok, kTallyType, "a tally");
  }
};

namespace {

std::string_view next_word(std::string_view& text) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; };
  const auto begin = std::find_if(text.begin(), text.end(), is_letter);
  const auto end = std::find_if_not(begin, text.end(), is_letter);
  text = {end, text.end()};
  return {begin, end};
}

// Pure, so calls may overlap. The loop pays for each word and ends when the strand has to stop; the caller
// drops the result then. The collector sees `counts`, because it is a local variable.
Value counts_of(Strand& s, std::string_view text) {
  Dict* counts = new_dict(s.allocator());
  for (std::string_view word; s.work(kPieceWork) && !(word = next_word(text)).empty();) {
    const Value key = shared(text_value(s, word));  // a key is never changed
    const DictEntry* before = find(context(s), counts, key);
    const int64_t count = before != nullptr ? before->value.as_small_int() : 0;
    set(s.allocator(), context(s), counts, key, int_value(s, count + 1));
  }
  return Value::object(counts);
}

Value count(Strand& s, const String& text) { return counts_of(s, text.view()); }

struct Contents {
  int error = 0;  // an errno
  std::string text;
};

Contents contents_of(const std::string& path) {
  Contents contents;
  const Descriptor file = open_file(path, O_RDONLY);
  if (!file || !read_all(file, contents.text, SIZE_MAX)) contents.error = errno;
  return contents;
}

// A read, so several are in flight together. The lambda that blocks runs on another thread and owns its
// data. The strand makes the value after the lambda has returned.
Value count_in(Strand& s, const String& path) {
  if (!may_read(s, path.view())) return Value::exception();
  return while_others_run(
      s, [name = std::string(path.view())] { return contents_of(name); },
      [&](const Contents& contents) {
        return contents.error == 0 ? counts_of(s, contents.text) : s.io_error(contents.error, path.view());
      });
}

Value new_tally(Strand& s, UnitArgument) { return state_value(s, kTallyType, std::make_unique<Tally>()); }

// A write, so it waits for its turn in program order.
Value add(Strand& s, const String& text, Tally& tally) {
  const std::lock_guard hold(tally.lock);
  std::string_view rest = text.view();
  for (std::string_view word; s.work(kPieceWork) && !(word = next_word(rest)).empty();)
    ++tally.counts[std::string(word)];
  return Value::unit();
}

Value total(Strand& s, const String& word, Tally& tally) {
  if (word.view().empty()) return bad_argument(s, 0, "must not be empty");
  const std::lock_guard hold(tally.lock);
  const auto found = tally.counts.find(std::string(word.view()));
  return int_value(s, found != tally.counts.end() ? found->second : 0);
}

// A row has the name, the parameters, the mask of those that the native keeps, the documentation with its
// tested examples, and the effect. Without an effect the native is pure.
const NativeDescriptor kRows[] = {
    row<count>("words.count", "text", kBorrows, R"(How often each word occurs in a text.
words.count "to be or not to be" => ["to": 2, "be": 2, "or": 1, "not": 1])"),
    row<count_in>("words.count_in", "p", kBorrows, "The same for the text in a file.", Effect::read),
    row<new_tally>("words.tally", "()", kBorrows, "An empty tally of words.", Effect::write),
    row<add>("words.add", "text t", kBorrows, "Counts the words of a text into a tally.", Effect::write),
    row<total>("words.total", "word t", kBorrows, "How often a word has been counted.", Effect::write),
};

}  // namespace

}  // namespace aspen
// lesson end

namespace aspen {
namespace {

std::string printed(const std::string& program, SplitPolicy split) {
  std::string out;
  MachineOptions machine;
  machine.out = machine.err = [&](std::string_view written) { out += written; };
  Engine engine(std::move(machine));
  engine.catalogue().add("words", {BuiltinInfo::Kind::module, 0, 0, Effect::pure, {}, {}});
  for (const NativeDescriptor& native : kRows) {
    engine.machine().define(native);
    engine.catalogue().add(native.name,
                           {BuiltinInfo::Kind::native, native.arity, 0, native.effect, native.parameters});
  }
  RuntimeOptions options;
  options.workers = 2;
  options.split = split;
  LoadedModule* module = load_and_start(engine, program, options);
  if (module == nullptr) return out;
  const Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  return outcome.finished() ? out : out + engine.headline(outcome);
}

TEST(Lesson, TheModuleDoesWhatItSays) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("aspen-words-" + std::to_string(getpid()));
  std::ofstream(path) << "one two, two";
  const std::string file = "\"" + path.string() + "\"";
  for (const SplitPolicy split : {SplitPolicy::never, SplitPolicy::always, SplitPolicy::chaos}) {
    EXPECT_EQ(printed("print (words.count \"to be or not to be\")", split),
              "[\"to\": 2, \"be\": 2, \"or\": 1, \"not\": 1]\n");
    EXPECT_EQ(printed("print (map words.count_in [" + file + ", " + file + "])", split),
              "[[\"one\": 1, \"two\": 2], [\"one\": 1, \"two\": 2]]\n");
    EXPECT_EQ(
        printed("t = words.tally ()\nwords.add \"a b a\" t\nwords.add \"a\" t\nprint (words.total \"a\" t)",
                split),
        "3\n");
    EXPECT_EQ(printed("t = words.tally ()\ntask.all (map (i -> spawn words.add \"a b\" t) (0..100))\n"
                      "print (words.total \"b\" t)",
                      split),
              "100\n");
    EXPECT_EQ(printed("words.add \"a\" 5", split), "TypeError: words.add: t must be a tally, not 5, an Int");
    EXPECT_EQ(printed("words.count_in \"/no/such\"", split).substr(0, 8), "IoError:");
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace aspen
