// Every container and text, grown by every operation that can grow it: the program ends in MemoryLimit, and
// the memory in use never exceeds the limit (Heap::peak_bytes).
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "stdlib/embed/engine.h"
#include "stdlib/library/stdlib.h"
#include "vm/heap/heap.h"

namespace aspen {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

// How a program ends under a limit, and its peak memory in bytes.
struct End {
  std::string how;
  size_t peak_bytes;
};

End run_within(size_t limit, const std::string& program) {
  MachineOptions options;
  options.limits.heap_bytes = limit;
  options.out = options.err = [](std::string_view) {};
  Engine engine(options);
  CompileResult compiled = compile_text("growth.asp", program, engine.catalogue());
  if (!compiled.ok()) return {compiled.render({}), 0};
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return {error, 0};
  Outcome outcome = engine.run(*module);
  return {outcome.finished() ? "finished" : engine.headline(outcome), engine.machine().heap().peak_bytes()};
}

void expect_memory_limit(size_t limit, const std::string& program) {
  const End end = run_within(limit, program);
  EXPECT_NE(end.how.find("MemoryLimit"), std::string::npos) << program << "\n" << end.how;
  EXPECT_LE(end.peak_bytes, limit + Heap::kReserveBytes)
      << program << "\n passes " << limit << " bytes by " << end.peak_bytes - limit;
  // The program has made some progress before that.
  EXPECT_GE(end.peak_bytes, limit / 16) << program;
}

// ---- Growth by a step or a doubling at a time

constexpr const char* kLoops[] = {
    "xs = []\nloop { xs |>= push 1 }",
    "xs = []\nloop { xs = [1, ..xs] }",
    "xs = []\nloop { xs |>= insert (len xs // 2) 1; xs = xs + xs }",
    "xs = [1]\nloop { xs = xs + xs }",
    "xs = [1]\nloop { xs = [..xs, ..xs] }",
    "xs = [[1]]\nloop { ys = xs; xs |>= push (list (repeat 10000 1)); ys |>= push 2 }",
    "xs = list (repeat 100000 1)\nall = []\nloop { ys = xs; ys[0] = len all; all |>= push ys }",
    "d = [:]\ni = 0\nloop { d[i] = i; i += 1 }",
    "d = [:]\ni = 0\nloop { d[\"{i}\"] = i; i += 1 }",
    "d = [:]\ni = 0\nloop { d |>= insert (i, i) i; i += 1 }",
    "d = [:]\ni = 0\nloop { d = dict.update_or i 0 (x -> x + 1) d; i += 1 }",
    "all = []\nd = dict (map (i -> (i, i)) (0..1000))\nloop { e = d; e[0] = len all; all |>= push e }",
    "s = set []\ni = 0\nloop { s |>= set.add i; i += 1 }",
    "s = set []\ni = 0\nloop { s = set.union s (set [i]); i += 1 }",
    "t = \"ab\"\nloop { t += \"cdefgh\" }",
    "t = \"ab\"\nloop { t = t + t }",
    "t = \"ab\"\nloop { t = \"{t}{t}\" }",
    "t = \"é\"\nloop { t = \"{[t]}\" }",
    "t = \"\"\nloop { t = \"{t}{1}é\" }",
    "t = string.repeat 300 \"x\"\nloop { t = \"{t}{[len t]}\" }",
    "all = []\nloop { all |>= push (string.repeat 3000 \"x\") }",
    "b = b\"ab\"\nloop { b = b + b\"cdefghi\" }",
    "b = b\"ab\"\nloop { b = b + b }",
    "b = bytes (string.repeat 100000 \"x\")\nall = []\nloop { c = b; c[0] = 1; all |>= push c }",
    "n = 3\nloop { n = n * n }",
    "all = ()\nloop { all = (all, all) }\n",
    "all = None\nloop { all = Some { a: all, b: [1], c: \"x\" } }",
    "f = n -> 1 + f (n + 1)\nf 0",
    "f = x -> x\nloop { g = f; f = x -> g x }",
    "ch = channel 100000000\nloop { send ch [1, 2, 3] }",
    "chs = []\nloop { chs |>= push (channel 1000) }",
    "cs = []\nloop { cs |>= push (cell [1, 2, 3]) }",
    "fs = []\nloop { fs |>= push (fiber { yield 1 }) }",
    "ts = []\nnever = channel 0\nloop { ts |>= push (spawn { recv never }) }",
    "rs = []\nloop { rs |>= push (regex.compile r\"\\pL{120}\") }",
    "rs = []\nloop { rs |>= push (regex.compile \"a{len rs}\") }",
    "rs = []\nloop { rs |>= push (json.reader { form: \"values\" }) }",
    "hs = []\nloop { hs |>= push (hash.begin \"sha256\") }",
    "g = fiber { loop { yield (list (repeat 100 1)) } }\nlist g",
    // The orders of ten fields.
    "fields = [{ a: 0 }, { b: 0 }, { c: 0 }, { d: 0 }, { e: 0 }, { f: 0 }, { g: 0 }, { h: 0 }, { i: 0 }, { "
    "j: 0 }]\n"
    "n = 1\nloop { r = { z: 0 }; for _ in 0..20 { n = (n * 69069 + 1) % 4294967296; r = { ..r, ..fields[n // "
    "65536 "
    "% 10] } } }",
};

class MemoryGrowthOfContainers : public testing::TestWithParam<size_t> {};

TEST_P(MemoryGrowthOfContainers, OfEachContainer) {
  for (const char* program : kLoops) expect_memory_limit(GetParam(), program);
}

// All of the tasks end with an error at once. None gets memory for a message or a trace of its own, with
// which it would be 52 MiB.
TEST(MemoryGrowth, TracesOfTasksThatTheLimitEnds) {
  const End end = run_within(32 * kMebibyte, "never = channel 0\nloop { spawn { send never 1 } }");
  EXPECT_NE(end.how.find("MemoryLimit"), std::string::npos) << end.how;
  EXPECT_LE(end.peak_bytes, 40 * kMebibyte);
}

// Each handler makes an error of the one that it has caught, and raises that.
TEST(MemoryGrowth, ErrorsThatHandlersPassOn) {
  constexpr size_t kLimit = 32 * kMebibyte;
  const End end = run_within(kLimit,
                             "f = n -> if n == 0 { error (Bad 0) } else {\n"
                             "    match try (f (n - 1)) {\n"
                             "        Err (MemoryLimit e) -> error (MemoryLimit e)\n"
                             "        Err e -> error (Bad (e, [n, n, n, n, n, n, n, n]))\n"
                             "        Ok v -> v\n"
                             "    }\n"
                             "}\nf 250_000");
  EXPECT_NE(end.how.find("MemoryLimit"), std::string::npos) << end.how.substr(0, 100);
  EXPECT_LE(end.peak_bytes, kLimit + Heap::kReserveBytes);
}

// Frames of one byte, the second with a window of 128 MiB.
TEST(MemoryGrowth, WindowsOfPackedData) {
  constexpr size_t kLimit = 16 * kMebibyte;
  const std::string small = R"(\x28\xb5\x2f\xfd\x00\x00\x09\x00\x00a)",
                    large = R"(\x28\xb5\x2f\xfd\x00\x88\x09\x00\x00b)";
  const auto unpacked = [&](const std::string& frames) {
    return run_within(kLimit, "assert (compress.unzstd b\"" + frames + "\" == b\"aa\")").how;
  };
  EXPECT_EQ(unpacked(small + small), "finished");
  EXPECT_NE(unpacked(small + large).find("MemoryLimit"), std::string::npos);
}

// Spawned tasks are small. Each gets a stack when it starts, and starts before any of them ends.
TEST(MemoryGrowth, TasksThatStartAfterOneAnother) {
  constexpr size_t kLimit = 32 * kMebibyte;
  const End end =
      run_within(kLimit, "never = channel 0\nfor _ in 0..80_000 { spawn (recv never) }\nrecv never");
  EXPECT_NE(end.how.find("MemoryLimit"), std::string::npos) << end.how;
  EXPECT_LE(end.peak_bytes, kLimit + kLimit / 4);
}

INSTANTIATE_TEST_SUITE_P(Limits, MemoryGrowthOfContainers, testing::Values(4 * kMebibyte, 32 * kMebibyte));

// ---- Results of natives for larger and larger arguments

// Each is evaluated for an n that grows by half each time, and its results are kept. `t` is a text of n
// letters, blanks and commas, `xs` a list of n numbers, `ts` of n texts, `d` a dict and `u` a set of n
// numbers, `b` bytes.
constexpr const char* kUses[] = {
    "show t",
    "show xs",
    "show ts",
    "show d",
    "show b",
    "string [t]",
    "string.from xs",
    "string.format \">9\" t",
    "push 1 (list xs)",
    "pop (list xs)",
    "pop_first (list xs)",
    "heap.from xs",
    "heap.push 1 (heap xs)",
    "heap.pop (heap xs)",
    "heap.replace 1 (heap xs)",
    "take n xs",
    "drop 1 xs",
    "reverse xs",
    "reverse t",
    "repeat n t",
    "list (range 0 n 1)",
    "zip xs ts",
    "enumerate ts",
    "windows 3 xs",
    "chunks 2 xs",
    "unique xs",
    "flatten [xs, xs]",
    "intersperse 0 xs",
    "concat [xs, xs]",
    "concat [t, t]",
    "concat [b, b]",
    "join \", \" ts",
    "join \", \" xs",
    "split \",\" t",
    "insert n 1 d",
    "remove 1 d",
    "keys d",
    "values d",
    "entries d",
    "merge d (dict.map_keys (k -> -k) d)",
    "sort xs",
    "sort ts",
    "sort (map (x -> [x]) xs)",
    "shuffle 1 xs",
    "map (x -> [x]) xs",
    "filter (x -> x >= 0) xs",
    "reject (x -> x < 0) xs",
    "flat_map (x -> [x, x]) xs",
    "filter_map (x -> Some x) xs",
    "scan 0 (acc x -> acc + x) xs",
    "sort_by (x -> -x) xs",
    "sort_with (a b -> a > b) xs",
    "take_while (x -> x >= 0) xs",
    "drop_while (x -> x < 0) xs",
    "partition (x -> x > 9) xs",
    "group_by (x -> x % 99) xs",
    "unique_by (x -> x) xs",
    "zip_with (x y -> [x, y]) xs xs",
    "update 1 (x -> xs) d",
    "gather (x -> x) xs",
    "gather_limit 2 (x -> x) xs",
    "string.bytes t",
    "string.chars t",
    "string.codes t",
    "string.lines (string.replace \",\" \"\\n\" t)",
    "string.words t",
    "string.trim (t + \" \")",
    "string.trim_start (\" \" + t)",
    "string.trim_end (t + \" \")",
    "string.trim_chars \".\" (t + \".\")",
    "string.remove_prefix \"a\" t",
    "string.remove_suffix \" \" t",
    "string.replace \",\" \"xyz\" t",
    "string.replace \"a\" (take 99 t) t",
    "string.replace_first \",\" t t",
    "string.split_once \",\" t",
    "string.split_last \",\" t",
    "string.pad_left (2 * n) t",
    "string.pad_right (2 * n) t",
    "string.center (2 * n) t",
    "string.repeat 3 t",
    "string.reverse t",
    "string.from_codes (string.codes t)",
    "string.from_int 2 (7 ** n)",
    "string.from_bytes b",
    "string.from_bytes_lossy (b + b\"\\xff\")",
    "string.upper t",
    "string.lower t",
    "string.capitalize t",
    "string.title t",
    "string.fold_case t",
    "string.normalize \"NFD\" (t + \"é\")",
    "string.map string.upper t",
    "string.filter (c -> c != \",\") t",
    "string.split_by (c -> c == \",\") t",
    "string.wrap 10 t",
    "string.indent 2 t",
    "string.dedent t",
    "string.distance (take 99 t) t",
    "list.from t",
    "list.sort_by_keys xs (list xs)",
    "list.swap 0 1 xs",
    "list.rotate 1 xs",
    "list.split_at 9 xs",
    "list.append xs xs",
    "list.transpose [xs, xs]",
    "list.unzip (zip xs xs)",
    "list.cartesian xs [1, 2]",
    "list.combinations 2 (take 99 xs)",
    "list.permutations (take 6 xs)",
    "list.frequencies xs",
    "list.frequencies ts",
    "list.dedup xs",
    "list.of n (i -> [i])",
    "list.runs_by (x -> x % 2) xs",
    "list.span (x -> x >= 0) xs",
    "list.to_dict (x -> (x, x)) xs",
    "list.iterate n (x -> x + 1) 1",
    "list.unfold (i -> if i > n { None } else { Some (i, i + 1) }) 1",
    "dict.from (zip xs xs)",
    "dict.pop_first d",
    "dict.pop_last d",
    "dict.invert d",
    "dict.discard 1 d",
    "dict.take_out 1 d",
    "dict.select xs d",
    "dict.omit [1] d",
    "dict.map_values (v -> [v]) d",
    "dict.map_keys (k -> -k) d",
    "dict.map ((k, v) -> (v, k)) d",
    "dict.filter ((k, v) -> v >= 0) d",
    "dict.from_keys xs (x -> x)",
    "dict.merge_with (x y -> x + y) d d",
    "dict.update_or -1 0 (x -> x + 1) d",
    "dict.sort d",
    "dict.sort_by ((k, v) -> -v) d",
    "set.from xs",
    "set xs",
    "set.add -1 u",
    "set.remove 1 u",
    "set.list u",
    "set.union u (set [-1])",
    "set.intersect u u",
    "set.difference u (set [1])",
    "set.symmetric_difference u (set [-1])",
    "set.filter (x -> x >= 0) u",
    "set.map (x -> -x) u",
    "bytes.from t",
    "bytes.split b\",\" b",
    "bytes.replace b\",\" b\"xyz\" b",
    "bytes.replace b\"a\" b\"0123456789\" b",
    "bytes.repeat 3 b",
    "bytes.set 0 1 b",
    "bytes.xor b b",
    "bytes.from_int n 1",
    "path.join t t",
    "path.join_all ts",
    "path.base t",
    "path.name t",
    "path.ext (t + \".x\")",
    "path.with_ext t t",
    "path.parent (t + \"/x\")",
    "path.parts (string.replace \",\" \"/\" t)",
    "path.absolute t",
    "path.normalize (string.replace \",\" \"/\" t)",
    "path.relative (string.replace \",\" \"/\" t) \"x\"",
    "json.parse (json.show xs)",
    "json.parse_with { lossy: true, } (json.show xs)",
    "json.show d",
    "json.show t",
    "json.pretty xs",
    "list (json.values (join \" \" xs))",
    "list (json.values_with { form: \"values\", } (join \" \" xs))",
    "list (json.elements (json.show xs))",
    "list (json.elements_with { max_size: 99, } (json.show xs))",
    "list (json.show_lines ts)",
    "list (json.show_array ts)",
    "csv.parse t",
    "csv.parse_with { separator: \";\", } t",
    "csv.show [ts]",
    "csv.show_with { separator: \";\", } [xs]",
    "csv.header d",
    "csv.line {:} [] xs",
    "list (csv.rows t)",
    "list (csv.rows_with { separator: \";\", } t)",
    "list (csv.show_lines [xs])",
    "list (csv.show_lines_with { separator: \";\", } [xs])",
    "regex.find \".*\" t",
    "regex.find_from 0 \".*\" t",
    "regex.match_at 0 \".*\" t",
    "regex.find_all \"[a-z]\" t",
    "regex.texts \"[a-z]\" t",
    "regex.replace \",\" \"xyz\" t",
    "regex.replace_first \",\" t t",
    "regex.split \",\" t",
    "regex.escape t",
    "regex.source (regex.compile (take 9999 t))",
    "regex.replace_with \"a\" (m -> m.text) t",
    "base64.encode b",
    "base64.encode_url b",
    "base64.decode (base64.encode b)",
    "hex.encode b",
    "hex.decode (hex.encode b)",
    "compress.gunzip (compress.gzip t)",
    "compress.gunzip_max (2 * n) (compress.gzip b)",
    "compress.inflate (compress.deflate t)",
    "compress.unzstd (compress.zstd t)",
    "url.encode t",
    "url.encode_path t",
    "url.decode (url.encode t)",
    "url.show { scheme: \"http\", host: \"a\", path: \"/{url.encode t}\" }",
    "url.join \"http://a/b\" (url.encode t)",
    "url.parse_query (join \"&\" xs)",
    "url.query_pairs (join \"&\" xs)",
    "url.show_query d",
    "http.json xs",
    "http.text t",
    "http.html t",
    "task.all (map (x -> spawn [x]) (take 999 xs))",
    "time.format t 0",
    "list (bytes.pieces ts)",
    "list (compress.unpack \"gzip\" [compress.gzip t])",
    "time.format_in \"UTC\" t 0",
};

// Functions with results as small as one element, or shared with the argument, or from outside. Each returns
// a container or text in an example.
constexpr const char* kSmall[] = {"first",
                                  "max",
                                  "get",
                                  "index_of",
                                  "await",
                                  "channel",
                                  "cell.change",
                                  "cell.get_and_change",
                                  "find",
                                  "find_index",
                                  "min_by",
                                  "max_by",
                                  "select",
                                  "string.index_of",
                                  "string.index_of_from",
                                  "string.last_index_of",
                                  "string.from_code",
                                  "task.report_text",
                                  "list.binary_search",
                                  "list.last_index_of",
                                  "dict.first",
                                  "dict.into",
                                  "cli.options",
                                  "cli.help",
                                  "dict.last",
                                  "bytes.index_of",
                                  "bytes.from_float",
                                  "math.divmod",
                                  "time.add_months",
                                  "time.week",
                                  "time.show",
                                  "time.show_in",
                                  "fs.real",
                                  "fs.move",
                                  "fs.glob",
                                  "process.run",
                                  "process.run_with",
                                  "net.lookup",
                                  "hash.of",
                                  "hash.digest",
                                  "http.redirect",
                                  "sqlite.open",
                                  "sqlite.query",
                                  "sqlite.query_one",
                                  "sqlite.rows",
                                  "hash.sha256",
                                  "hash.sha3_256",
                                  "hash.sha1",
                                  "hash.md5",
                                  "url.parse",
                                  "test.raises",
                                  "json.take",
                                  "csv.take",
                                  "compress.take",
                                  "set.member"};

// Whether `name` occurs in the text, not as a part of another name.
bool names(std::string_view text, std::string_view name) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

struct Argument {
  std::string_view name;
  const char* definition;
};
constexpr Argument kArguments[] = {
    {"t", "t = string.repeat (n // 4 + 1) \"ab, \""},
    {"ts", "ts = split \",\" (string.repeat (min [n, 4000] // 4) \"ab, \")"},
    {"d", "d = dict (zip xs xs)"},
    {"u", "u = set xs"},
    {"b", "b = bytes (string.repeat (n // 4 + 1) \"ab, \")"},
};

// Defines only what the use reads, so that most of the memory goes to its results.
std::string program_of(std::string_view use) {
  std::string out = "kept = []\nn = 64\nloop {\n    xs = list (0..n)\n";
  for (const auto& [name, definition] : kArguments) {
    if (names(use, name)) out.append("    ").append(definition).append("\n");
  }
  return out.append("    kept |>= push (").append(use).append(")\n    kept |>= push xs\n    n += n // 2\n}");
}

class MemoryGrowthOfResults : public testing::TestWithParam<size_t> {};

TEST_P(MemoryGrowthOfResults, OfWhatNativesMake) {
  for (const char* use : kUses) expect_memory_limit(GetParam(), program_of(use));
}

INSTANTIATE_TEST_SUITE_P(Limits, MemoryGrowthOfResults, testing::Values(4 * kMebibyte, 8 * kMebibyte));

// A new function that returns a container or text in its example has to be in one of the tables.
TEST(MemoryGrowth, KnowsEveryFunctionThatReturnsAContainer) {
  const std::set<std::string_view> small(std::begin(kSmall), std::end(kSmall));
  size_t count = 0;
  for (const Entry& entry : standard_documentation().entries()) {
    std::istringstream lines(entry.text);
    for (std::string line; std::getline(lines, line);) {
      const size_t arrow = line.rfind(" => ");
      if (arrow == line.npos || std::string_view("[\"(b{S").find(line[arrow + 4]) == std::string_view::npos ||
          line.substr(arrow + 4) == "()" || small.contains(entry.name)) {
        continue;
      }
      ++count;
      const bool is_used = std::any_of(std::begin(kUses), std::end(kUses),
                                       [&](std::string_view use) { return names(use, entry.name); });
      EXPECT_TRUE(is_used) << entry.name << " is in no row";
      break;
    }
  }
  EXPECT_GT(count, 150u);
}

}  // namespace
}  // namespace aspen
