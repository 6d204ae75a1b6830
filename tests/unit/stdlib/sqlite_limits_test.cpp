// Limits of programs that use SQLite: its work costs fuel, and the rows that it gives count as memory.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "stdlib/embed/engine.h"
#include "tests/unit/programs.h"
#include "vm/heap/heap.h"

namespace aspen {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

#define ENDLESS "with recursive n(i) as (select 1 union all select i + 1 from n) "
#define FIVE_HUNDRED "with recursive n(i) as (select 1 union all select i + 1 from n limit 500) "

// Takes hours without a limit. No instruction that SQLite checks for a stop comes before its end.
std::string without_checks() {
  std::string columns = "select length(hex(zeroblob(4000000))) as c0";
  for (int i = 1; i < 1000; ++i) columns += ", length(hex(zeroblob(4000000))) as c" + std::to_string(i);
  return "sqlite.query \"" + columns + "\" () db";
}

std::string end_with_fuel(uint64_t fuel, const std::string& action) {
  MachineOptions options;
  options.limits.fuel = fuel;
  options.limits.heap_bytes = 64 * kMebibyte;
  options.out = options.err = [](std::string_view) {};
  Engine engine(std::move(options));
  return end_of(engine, "db = sqlite.open \":memory:\"\n" + action);
}

void expect_out_of_fuel(const std::string& action) {
  EXPECT_NE(end_with_fuel(100'000, action).find("OutOfFuel"), std::string::npos) << action;
}

TEST(SqliteLimits, FuelEndsWhatWouldNotEnd) {
  const std::string counts = "sqlite.query \"" ENDLESS "select count(*) from n\" () db";
  expect_out_of_fuel(counts);
  expect_out_of_fuel("t = spawn { " + counts + " }\nawait t");
  expect_out_of_fuel("try (" + counts + ")");
  expect_out_of_fuel("sqlite.query_one \"" ENDLESS "select i from n where i < 0\" () db");
  expect_out_of_fuel("sqlite.exec \"create table t as " ENDLESS "select 1 from n where i < 0\" () db");
  expect_out_of_fuel("sqlite.script \"" ENDLESS "select i from n\" db");
  expect_out_of_fuel("for row in sqlite.rows \"" ENDLESS "select i from n where i < 0\" () db { }");
  expect_out_of_fuel("sqlite.exec_each \"" ENDLESS "select count(*) from n where i = ?\" [[-1], [-2]] db");
  expect_out_of_fuel("sqlite.script (string.repeat 10000 \"select 1;\") db");
  expect_out_of_fuel(without_checks());
  expect_out_of_fuel(
      "sqlite.query \"select replace(hex(zeroblob(100000)), '0', 'a') like '%' || "
      "replace(hex(zeroblob(500)), '0', 'a') || 'b' as v\" () db");
}

// SQLite's temporary files are removed at once, but the process has them open.
int open_temporary_files() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the folder's own descriptor
    count += std::filesystem::read_symlink(entry.path(), gone).string().find("etilqs") != std::string::npos;
  }
  return count;
}

MachineOptions without_permissions() {
  MachineOptions options;
  options.permissions = Permissions();
  return options;
}

TEST(SqliteLimits, WithoutFilesTemporaryDataStaysInMemory) {
  const std::string fill =
      "sqlite.exec \"pragma cache_size = 10\" () db\n"
      "sqlite.exec \"insert into t values (zeroblob(5000000))\" () db\n";
  const std::string memory = "db = sqlite.open \":memory:\"\n";
  for (const std::string& program : {
           "db = sqlite.open \"\"\nsqlite.exec \"create table t (b)\" () db\n" + fill,
           memory + "sqlite.exec \"create temp table t (b)\" () db\n" + fill,
           memory +
               "sqlite.exec \"attach '' as other\" () db\nsqlite.exec \"create table other.t (b)\" () db\n" +
               fill,
           memory + "rows = sqlite.rows \"" FIVE_HUNDRED
                    "select i, hex(zeroblob(5000)) as h from n order by h, i\" () db\n"
                    "for row in rows { if row.i == 2 { break } }\n",
       }) {
    Engine engine(without_permissions());
    EXPECT_EQ(end_of(engine, program), "finished") << program;
    EXPECT_EQ(open_temporary_files(), 0) << program;
  }
  for (const char* pragma : {"temp_store = file", "Temp_Store = 1", "main.temp_store = 0",
                             "TEMP_STORE_DIRECTORY = '/tmp'", "data_store_directory = '/tmp'"}) {
    Engine engine(without_permissions());
    const std::string end = end_of(engine, memory + "sqlite.exec \"pragma " + pragma + "\" () db\n");
    EXPECT_NE(end.find("not authorized"), std::string::npos) << pragma << ": " << end;
  }
}

// SQLite's own functions would take minutes. They are linear here, and the text that they make costs fuel.
TEST(SqliteLimits, FunctionsOfLongTextTakeLinearTime) {
  const std::string text = "replace(hex(zeroblob(1000000)), '0', 'a')";
  const std::string half = "replace(hex(zeroblob(500000)), '0', 'a')";
  for (const std::string& call :
       {"instr(" + text + ", " + half + " || 'b')", "replace(" + text + ", " + half + " || 'b', 'c')",
        "trim(" + text + ", replace(" + half + ", 'a', 'b') || 'a')"}) {
    EXPECT_EQ(end_with_fuel(100'000'000, "sqlite.query \"select length(" + call + ") as n\" () db"),
              "finished");
  }
}

// SQLite's own match, which has no limit here, and ours, which pays.
TEST(SqliteLimits, PatternsMatchTheSameWithAndWithoutFuel) {
  const std::string program = R"(
db = sqlite.open ":memory:"
texts = ["", "a", "A", "abc", "äbc", "ab%c", "a_c", "a]b", "a-c", "50%", "€uro"]
patterns = ["", "%", "a%", "%C", "_bc", "%b_", "a\\%", "%\\%c", "%%a%", "*", "a*", "?bc", "[a-c]*", "[^a]*", "a[]]b", "a[^]]c", "[a-]*", "[", "€*", "ä%"]
all = ""
for p in patterns {
    for t in texts {
        row = (sqlite.query "select ?1 like ?2 as a, ?1 like ?2 escape '\\' as b, ?1 glob ?2 as c" [t, p] db)[0]
        all += "{row.a}{row.b}{row.c} "
    }
}
row = (sqlite.query "select null like 'a' as a, 'a' like null as b, 12 glob 1 as c, x'61' like 'A' as d" () db)[0]
error (all + show [row.a, row.b, row.c, row.d])
)";
  MachineOptions options;
  options.out = options.err = [](std::string_view) {};
  Engine unlimited(options);
  options.limits.fuel = 10'000'000;
  Engine limited(options);
  const std::string expected = end_of(unlimited, program);
  EXPECT_NE(expected.find("111 "), std::string::npos) << expected;
  EXPECT_EQ(end_of(limited, program), expected);
}

TEST(SqliteLimits, AnInstructionCostsAStep) {
  const std::string query = "sqlite.query \"" FIVE_HUNDRED "select count(*) as c from n\" () db";
  EXPECT_EQ(end_with_fuel(20'000, query), "finished");
  EXPECT_NE(end_with_fuel(2'000, query).find("OutOfFuel"), std::string::npos);
}

TEST(SqliteLimits, ATransactionThatFuelEndsLeavesNoLock) {
  MachineOptions options;
  options.limits.fuel = 50'000;
  options.out = options.err = [](std::string_view) {};
  Engine engine(std::move(options));
  EXPECT_NE(end_of(engine,
                   "db = sqlite.open \":memory:\"\nsqlite.transaction (db -> sqlite.query "
                   "\"" ENDLESS "select count(*) from n\" () db) db")
                .find("OutOfFuel"),
            std::string::npos);
  EXPECT_EQ(end_of(engine, "sqlite.query \"select 1 as a\" () (sqlite.open \":memory:\")"), "finished");
}

TEST(SqliteLimits, RowsCountAsMemoryBeforeTheyAreValues) {
  for (const char* rows :
       {"select i from n", "select hex(i) as h, i from n", "select zeroblob(5000) as z from n"}) {
    MachineOptions options;
    options.limits.heap_bytes = 16 * kMebibyte;
    options.out = options.err = [](std::string_view) {};
    Engine engine(std::move(options));
    const std::string end = end_of(
        engine, std::string("db = sqlite.open \":memory:\"\nsqlite.query \"") + ENDLESS + rows + "\" () db");
    EXPECT_NE(end.find("MemoryLimit"), std::string::npos) << end;
    EXPECT_LE(engine.machine().heap().peak_bytes(), 16 * kMebibyte + Heap::kReserveBytes) << rows;
  }
}

// A name is kept as long as the machine.
TEST(SqliteLimits, NamesOfColumnsCountAsMemory) {
  MachineOptions options;
  options.limits.heap_bytes = 16 * kMebibyte;
  options.out = options.err = [](std::string_view) {};
  Engine engine(std::move(options));
  const std::string end = end_of(engine,
                                 "db = sqlite.open \":memory:\"\nlong = string.repeat 20_000 \"x\"\n"
                                 "for i in 0..2_000 { sqlite.query \"select 1 as {long}{i}\" () db }");
  EXPECT_NE(end, "finished");
}

}  // namespace
}  // namespace aspen
