// The library agrees with its documentation: it is complete and documented, and its examples are true.
#include "stdlib/library/stdlib.h"

#include <gtest/gtest.h>

#include <sstream>

#include "frontend/diagnostics/report.h"
#include "frontend/frontend.h"
#include "stdlib/library/library.h"
#include "stdlib/native/capabilities.h"
#include "vm/heap/native_stack.h"
#include "vm/run/ending.h"
#include "vm/run/operators/show.h"

namespace aspen {
namespace {

// Every name that the library promises to programs.
constexpr const char* kPromised =
    "print println write eprint show len empty? map filter flat_map filter_map each fold reduce scan count "
    "any all find find_index "
    "index_of sum product min max min_by max_by sort sort_by sort_with reverse shuffle zip enumerate windows "
    "chunks take drop "
    "take_while drop_while partition group_by unique flatten intersperse contains join split push pop "
    "pop_first first last insert "
    "remove concat repeat range keys values entries get get_or merge update int float string list dict bytes "
    "type_of error assert "
    "identity compose abs floor ceil round sqrt read_line args exit "
    "string.len string.bytes string.chars string.lines string.words string.trim string.trim_start "
    "string.trim_end string.upper "
    "string.lower string.capitalize string.starts_with? string.ends_with? string.contains? string.index_of "
    "string.replace "
    "string.replace_first string.split_once string.pad_left string.pad_right string.center string.repeat "
    "string.reverse string.code "
    "string.from_code string.parse_int string.from_bytes string.is_digit? string.is_letter? string.is_space? "
    "string.compare "
    "string.distance list.of list.sort list.sort_by list.sort_with list.binary_search list.rotate "
    "list.transpose list.combinations "
    "list.permutations list.swap dict.first dict.last dict.pop_first dict.map_values dict.filter dict.invert "
    "dict.from "
    "dict.from_keys set set.add set.remove set.has? set.union set.intersect set.difference math.pi math.e "
    "math.tau math.inf math.nan "
    "math.sin math.cos math.tan math.asin math.acos math.atan math.atan2 math.exp math.log math.log2 "
    "math.log10 math.pow math.hypot "
    "math.cbrt math.gcd math.lcm math.clamp math.trunc math.sign math.is_nan? math.divmod math.isqrt "
    "math.factorial bits.and bits.or "
    "bits.xor bits.not bits.shift_left bits.shift_right bits.popcount random.int random.float random.pick "
    "random.shuffle "
    "random.from_seed random.next_int random.next_float time.now time.monotonic time.sleep time.every "
    "time.parse time.format "
    "time.date time.utc time.local path.join path.base path.name path.ext path.parent path.absolute "
    "path.normalize fs.read fs.write "
    "fs.append fs.read_bytes fs.write_bytes fs.lines fs.list fs.walk fs.exists? fs.remove fs.copy fs.rename "
    "fs.make_dir fs.stat fs.glob "
    "fs.temp fs.watch fs.atomic_write fs.open env.get env.all env.set process.run process.spawn process.exit "
    "process.pid process.args cli.options cli.parse cli.help dict.into csv.rows csv.rows_with csv.show_lines "
    "json.parse json.show json.pretty csv.parse csv.parse_with csv.show regex.compile regex.match? "
    "regex.find regex.find_all "
    "regex.replace regex.split bytes.len base64.encode base64.decode hex.encode hex.decode hash.sha256 "
    "uuid.v4 url.encode url.decode "
    "test.equal test.raises test.property";

size_t count_words(std::string_view text) {
  std::istringstream words{std::string(text)};
  size_t count = 0;
  for (std::string word; words >> word; ++count) {
  }
  return count;
}

TEST(Stdlib, HasEveryPromisedName) {
  std::istringstream names(kPromised);
  for (std::string name; names >> name;) {
    EXPECT_NE(standard_catalogue().find(name), nullptr) << name;
    const Entry* entry = standard_documentation().find(name);
    ASSERT_NE(entry, nullptr) << name;
    EXPECT_FALSE(entry->text.empty()) << name;
  }
}

TEST(Stdlib, DocumentsEveryName) {
  standard_catalogue().each_name([](std::string_view name) {
    const Entry* entry = standard_documentation().find(name);
    ASSERT_NE(entry, nullptr) << name;
    EXPECT_FALSE(entry->text.empty()) << name;
    const BuiltinInfo* info = standard_catalogue().find(name);
    bool callable = info->kind == BuiltinInfo::Kind::native || info->kind == BuiltinInfo::Kind::function;
    if (callable) {
      EXPECT_EQ(count_words(entry->parameters), info->arity) << name;
    }
  });
}

// A new native with an effect needs a row in capabilities.def.
TEST(Stdlib, EveryEffectIsClassified) {
  for (const LibraryName& entry : Library::instance().names()) {
    EXPECT_TRUE(entry.native == nullptr || is_classified(*entry.native)) << entry.name;
  }
}

TEST(Stdlib, DocumentsInOrder) {
  std::vector<std::string_view> modules = standard_documentation().modules();
  EXPECT_GT(modules.size(), 20u);
  for (std::string_view module : modules)
    EXPECT_FALSE(standard_documentation().members(module).empty()) << module;
  EXPECT_EQ(standard_documentation().find("string.upper")->signature(), "string.upper s");
}

// The program's value as written by `show`, or its error.
std::string evaluated(const std::string& text) {
  CompileResult result = compile_text("example", text, standard_catalogue());
  if (!result.ok()) return result.render();
  std::string out, message;
  MachineOptions options;
  options.out = [&](std::string_view written) { out += written; };
  Machine machine(std::move(options));
  NativeStackScope scope(machine.mutator());
  define_stdlib(machine);
  LoadedModule* loaded = machine.load(result.program.modules.back().chunk, message);
  if (!loaded) return message;
  Ending ending = machine.run(Value::object(loaded->functions[0].closure), nullptr, 0);
  if (ending.value.is_exception()) return error_headline(machine, ending.error);
  machine.out().flush();
  return out;
}

TEST(Stdlib, ExamplesHold) {
  size_t count = 0;
  for (const Entry& entry : standard_documentation().entries()) {
    std::istringstream lines(entry.text);
    for (std::string line; std::getline(lines, line);) {
      size_t arrow = line.rfind(" => ");
      if (arrow == line.npos) continue;
      ++count;
      EXPECT_EQ(evaluated("write (show (" + line.substr(0, arrow) + "))"), line.substr(arrow + 4)) << line;
    }
  }
  EXPECT_GT(count, 200u);
}

TEST(Stdlib, LoadsOnlyWhatIsAskedFor) {
  Machine machine({});
  NativeStackScope scope(machine.mutator());
  define_stdlib(machine);
  EXPECT_NE(machine.builtin("print")->native, nullptr);
  EXPECT_EQ(machine.builtin("no_such_name"), nullptr);
  EXPECT_TRUE(machine.modules().empty());
  EXPECT_NE(machine.builtin("map")->function, nullptr);
  EXPECT_EQ(machine.modules().size(), 1u);
  EXPECT_EQ(machine.builtin("filter")->function->module, machine.builtin("map")->function->module);
}

// The library's own functions call the functions that they were compiled with; loading would fail otherwise.
TEST(Stdlib, HostsRedefineNamesForProgramsOnly) {
  Machine machine({});
  NativeStackScope scope(machine.mutator());
  define_stdlib(machine);
  machine.define("len", Value::small_int(7));
  machine.define("map", Value::small_int(8));
  EXPECT_NE(machine.builtin("sort_by")->function, nullptr);
  EXPECT_EQ(machine.builtin("len")->value, Value::small_int(7));
  EXPECT_EQ(machine.builtin("map")->value, Value::small_int(8));
  EXPECT_EQ(machine.builtin("map")->function, nullptr);
}

// It is not the last module any more when linking it fails.
TEST(Stdlib, ModulesThatFailToLoadAreDropped) {
  Machine machine({});
  NativeStackScope scope(machine.mutator());
  define_stdlib(machine);
  CompileResult result = compile_text("test", "print (map print [])", standard_catalogue());
  Chunk chunk = result.program.modules.back().chunk;
  // The prelude is loaded for `map` before the missing import is found.
  chunk.imports.push_back("missing");
  chunk.functions[0].relocations.push_back({1, Relocation::Target::module, 0});
  std::string error;
  EXPECT_EQ(machine.load(chunk, error), nullptr);
  EXPECT_EQ(error, "test: the module missing is not loaded");
  ASSERT_EQ(machine.modules().size(), 1u);
  EXPECT_EQ(machine.modules()[0].get(), machine.builtin("map")->function->module);
}

}  // namespace
}  // namespace aspen
