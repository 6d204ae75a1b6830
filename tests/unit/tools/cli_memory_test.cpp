// The peak memory of an `aspen` process, beside the limit that it was given: this finds memory that no
// account counts.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/unit/tools/cli_testing.h"
#include "vm/heap/poison.h"

namespace aspen {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;
constexpr size_t kLimit = 64 * kMebibyte;

struct Finished {
  int code;
  size_t most_resident_bytes;
};

// Runs the program and ignores its output.
Finished run(const std::string& program, const std::string& workers = "1") {
  const std::string limit = std::to_string(kLimit / kMebibyte) + "M";
  const char* command = getenv("ASPEN");
  std::string words[] = {command, "--max-heap", limit, "--workers", workers, "-e", program};
  char* arguments[std::size(words) + 1] = {};
  for (size_t i = 0; i < std::size(words); ++i) arguments[i] = words[i].data();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, command, &actions, nullptr, arguments, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          static_cast<size_t>(usage.ru_maxrss) * 1024};
}

constexpr const char* kHogs[] = {
    "xs = []; loop { xs |>= push 1 }",
    "d = [:]; i = 0; loop { d[i] = i; i += 1 }",
    "s = set []; i = 0; loop { s |>= set.add i; i += 1 }",
    "t = \"ab\"; loop { t += t }",
    "all = []; loop { all |>= push (string.repeat 3000 \"x\") }",
    "f = n -> 1 + f (n + 1); f 0",
    "split \",\" (string.repeat 20000000 \"a,\")",
    "string.chars (string.repeat 30000000 \"a\")",
    "string.replace \"a\" \"bcde\" (string.repeat 25000000 \"a\")",
    "bytes.replace b\"a\" b\"bcde\" (bytes.repeat 25000000 b\"a\")",
    "join \"abcdefgh\" (repeat 10000000 \"ijklmnop\")",
    "base64.encode (bytes.repeat 50000000 b\"a\")",
    "hex.encode (bytes.repeat 40000000 b\"a\")",
    "url.encode (string.repeat 30000000 \" \")",
    "json.show (repeat 6000000 12345678)",
    "json.show (string.repeat 40000000 \"\\n\")",
    "show (repeat 6000000 12345678)",
    "json.parse (string.repeat 30000000 \"[\")",
    "path.parts (string.repeat 10000000 \"a/\")",
    "path.relative (string.repeat 10000000 \"a/\") (string.repeat 10000000 \"b/\")",
    "string.distance (string.repeat 20000000 \"a\") (string.repeat 20000000 \"b\")",
    "fs.read \"/dev/zero\"",
    "fs.read_bytes \"/dev/zero\"",
    "rs = []; loop { rs |>= push (regex.compile r\"\\pL{120}\") }",
    "i = 0; rs = []; loop { regex.match? \"a{i}\\\\pL\" \"x\"; rs |>= push (repeat 9999 1); i += 1 }",
    "regex.find_all \".\" (string.repeat 10000000 \"a\")",
    "regex.replace \"a\" (string.repeat 99 \"b\") (string.repeat 2000000 \"a\")",
    "sort (map (x -> [x]) (0..300000)); xs = list (0..6000000); sort_by (x -> -x) xs",
    "compress.gunzip (compress.gzip (string.repeat 50000000 \"a\"))",
    "process.run \"head\" [\"-c\", \"700000000\", \"/dev/zero\"]",
    "rs = []; t = \"[\" + string.repeat 9000000 \"1\"; "
    "loop { r = json.reader { form: \"values\" }; json.feed t r; rs |>= push r }",
    "rs = []; t = \"\\\"\" + string.repeat 9000000 \"1\"; "
    "loop { r = csv.begin {:}; csv.feed t r; rs |>= push r }",
    "list (csv.rows (fs.open \"read\" \"/dev/zero\"))",
    "fs.read_line (fs.open \"read\" \"/dev/zero\")",
    "p = process.spawn_with { output: \"pipe\" } \"cat\" [\"/dev/zero\"]; "
    "try (fs.read_line (process.output p)); process.kill \"KILL\" p; exit 1",
};

// What SQLite holds besides the pages of a database in memory. FILE is one in a new folder.
constexpr const char* kDatabases[] = {
    "dbs = []; loop { db = sqlite.open \":memory:\"; dbs |>= push db; sqlite.exec \"create table t (x)\" () "
    "db; "
    "for i in 0..18 { sqlite.exec \"insert into t values (zeroblob(1000000))\" () db } }",
    "db = sqlite.open \":memory:\"; sqlite.exec \"attach ':memory:' as a\" () db; "
    "sqlite.exec \"create table a.t as MANY\" () db",
    "db = sqlite.open \"FILE\"; sqlite.exec \"pragma temp_store = memory\" () db; "
    "sqlite.exec \"create temp table t as MANY\" () db",
    "db = sqlite.open \"FILE\"; sqlite.exec \"pragma cache_size = -1000000\" () db; "
    "sqlite.exec \"create table t as MANY\" () db",
    "db = sqlite.open \":memory:\"; sqlite.exec \"pragma page_size = 65536\" () db; "
    "sqlite.exec \"create table t as MANY\" () db",
    "db = sqlite.open \":memory:\"; sqlite.exec \"pragma max_page_count = 1000000000\" () db; "
    "sqlite.exec \"create table t as MANY\" () db",
    "db = sqlite.open \":memory:\"; sqlite.exec \"pragma temp_store = memory\" () db; "
    "sqlite.query \"select count(*) as c from (MANY order by -n.i)\" () db",
    "dbs = []; loop { db = sqlite.open \"FILE\"; dbs |>= push db; "
    "for i in 0..100 { sqlite.query \"select {i}, '{string.repeat 100000 \"x\"}' as a\" () db } }",
};
constexpr const char* kMany =
    "with recursive n(i) as (select 1 union all select i + 1 from n limit 400) select zeroblob(1000000) as x "
    "from n";

std::string with(std::string text, const std::string& name, const std::string& value) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;) text.replace(at, name.size(), value);
  return text;
}

class CliMemory : public Cli {};

TEST_F(CliMemory, StaysNearTheLimit) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
#ifdef ASPEN_STRESS_FRAMES
  GTEST_SKIP() << "what lives in a frame is shared now and then, and so copied";
#endif
  const Finished idle = run("1");
  ASSERT_EQ(idle.code, 0);
  for (const char* hog : kHogs) {
    const Finished finished = run(hog);
    EXPECT_EQ(finished.code, 1) << hog;
    EXPECT_LE(finished.most_resident_bytes, idle.most_resident_bytes + kLimit + kLimit / 4) << hog;
  }
}

TEST_F(CliMemory, DatabasesStayNearTheLimit) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
  const Finished idle = run("1");
  for (const char* text : kDatabases) {
    const std::string program = with(with(text, "MANY", kMany), "FILE", folder_ / "data.db");
    const Finished finished = run(program);
    EXPECT_EQ(finished.code, 1) << program;
    EXPECT_LE(finished.most_resident_bytes, idle.most_resident_bytes + kLimit + kLimit / 4) << program;
    fs::remove(folder_ / "data.db");
  }
}

// A file that is mapped would be resident, too.
TEST_F(CliMemory, DatabasesAreNotMapped) {
  expect(
      "$ASPEN -e 'db = sqlite.open \"data.db\"; print (sqlite.query \"pragma mmap_size = 100000000\" () db)'",
      0, "[{ mmap_size: 0 }]\n");
}

// A server on a free port. Its answers begin with `head` and have bodies without an end. It shares the limit
// with those that ask: whatever is refused to it ends one answer, and closes its connection.
std::string ask_endless(const std::string& head, const std::string& ask) {
  return "listener = net.listen \"127.0.0.1:0\"\nurl = \"http://{net.address listener}/\"\n"
         "write = c -> { net.read_line c; net.write \"HTTP/1.1 200 OK\\r\\n" +
         head +
         "\\r\\n\" c; chunk = string.repeat 1000000 \"x\"; loop { net.write chunk c } }\n"
         "answer = c -> { try (write c); net.close c }\n"
         "server = spawn { loop { try { Some c = net.accept listener; spawn answer c } } }\n" +
         ask;
}

TEST_F(CliMemory, BodiesStayNearTheLimit) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
  const std::string one = "e = try (http.get url)\nif e is Err (MemoryLimit _) { exit 7 } else { exit 8 }";
  const std::string several =
      "is_limit = e -> e is Err (MemoryLimit _)\n"
      "es = try { map await (map (_ -> spawn { try (http.get url) }) (list (0..8))) }\n"
      "if is_limit es { exit 7 }\nOk es = es\n"
      "if any is_limit es { exit 7 } else { exit 8 }";
  const Finished idle = run("net.close (net.listen \"127.0.0.1:0\")\ntry (http.get \"http://127.0.0.1:1/\")");
  const Finished known = run(ask_endless("Content-Length: 1000000000\\r\\n", one));
  EXPECT_EQ(known.code, 7) << "refused at its head";
  EXPECT_LE(known.most_resident_bytes, idle.most_resident_bytes + kLimit / 4);
  const Finished endless = run(ask_endless("", several));
  EXPECT_EQ(endless.code, 7);
  EXPECT_LE(endless.most_resident_bytes, idle.most_resident_bytes + kLimit + kLimit / 4);
}

// What comes and is not asked for yet counts: of lines that do not end, and of pieces that are not whole. The
// server closes its connections, so that no collection does.
TEST_F(CliMemory, SocketsStayNearTheLimit) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
  const std::string server =
      "listener = net.listen \"127.0.0.1:0\"; part = string.repeat 900000 \"x\"; server = spawn { loop { "
      "Some c = net.accept listener; spawn { SEND; sleep 100000; net.close c } } }\n"
      "read = () -> { c = net.connect (net.address listener); e = try (READ c); "
      "if e is Err (MemoryLimit _) { exit 7 } }\n"
      "for r in map (_ -> spawn (read ())) (list (0..MOST)) { await r }";
  const std::string lines =
      with(with(with(server, "SEND", "net.write part c"), "READ", "net.read_line"), "MOST", "150");
  const std::string pieces =
      with(with(with(server, "SEND", "loop { net.write part c }"), "READ", "net.read_exactly 45000000"),
           "MOST", "6");
  const Finished idle = run("net.close (net.listen \"127.0.0.1:0\")");
  for (const std::string& program : {lines, pieces}) {
    const Finished finished = run(program);
    EXPECT_EQ(finished.code, 7) << program;
    EXPECT_LE(finished.most_resident_bytes, idle.most_resident_bytes + kLimit + kLimit / 4) << program;
  }
}

// A file's size is checked before the file is read.
TEST_F(CliMemory, RefusesAFileThatIsTooLarge) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
  const std::string path = folder_ / "big";
  ASSERT_EQ(::close(::open(path.c_str(), O_CREAT | O_WRONLY, 0600)), 0);
  ASSERT_EQ(::truncate(path.c_str(), off_t{1} << 30), 0);
  const Finished idle = run("1");
  for (const char* function : {"fs.read", "fs.read_bytes"}) {
    const Finished finished = run("e = try (" + std::string(function) + " \"" + path +
                                  "\"); if e is Err (MemoryLimit _) { exit 7 }");
    EXPECT_EQ(finished.code, 7) << function;
    EXPECT_LE(finished.most_resident_bytes, idle.most_resident_bytes + kLimit / 4) << function;
  }
}

// Each task that meets the limit frees the little that it had for the others.
TEST_F(CliMemory, EndsTasksThatMultiply) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
  constexpr const char* kBomb =
      "bomb = () -> { a = spawn bomb (); b = spawn bomb (); await a + await b }; bomb ()";
  for (const char* workers : {"1", "4"}) {
    const Finished idle = run("1", workers);
    const Finished finished = run(kBomb, workers);
    EXPECT_EQ(finished.code, 1) << workers;
    // What the queues and the tables of several threads take grows with the tasks, and is not counted.
    const size_t of_threads = workers == std::string_view("1") ? 0 : 4 * kMebibyte;
    EXPECT_LE(finished.most_resident_bytes, idle.most_resident_bytes + kLimit + kLimit / 4 + of_threads)
        << workers;
  }
}

}  // namespace
}  // namespace aspen
