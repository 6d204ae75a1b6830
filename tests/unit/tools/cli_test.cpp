// The `aspen` command as a shell sees it: what it prints, where, and its exit code.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

// A thread waits for a writer of the pipe, and the program does not wait for that thread.
TEST_F(Cli, EndsThoughACallHasNotComeBack) {
  write("a.asp", "t = spawn fs.read \"pipe\"\ntask.yield ()\ntask.cancel t\nprint \"over\"\n");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  expect("timeout 300 $ASPEN a.asp", 0, "over\n");
  expect_part("timeout 300 $ASPEN --stats a.asp 2>&1", 0, "tasks run");
  expect_part("timeout 300 $ASPEN --stats a.asp 2>&1", 0, "time from ready to running, of ");
  expect_part("timeout 300 $ASPEN --stats a.asp 2>&1", 0, "time in one poll, of ");
}

// They begin together when all are there: the program may lose its worker between two of them.
TEST_F(Cli, RunsTasksByPriority) {
  write("a.asp",
        "all_there = channel 0\n"
        "for p in [1, 5, -3] { task.spawn_with p (() -> {\n    recv all_there\n    print p\n"
        "    spawn (print \"of {p}\")\n}) }\n"
        "close all_there\n");
  expect("$ASPEN --priorities --workers 1 a.asp", 0, "5\nof 5\n1\nof 1\n-3\nof -3\n");
}

TEST_F(Cli, RunsAFileWithArguments) {
  write("a.asp", "#!/usr/bin/env aspen\nprint args\n");
  expect("$ASPEN run -- a.asp -- y", 0, "[\"--\", \"y\"]\n");
  expect("$ASPEN run a.asp x --fuel 3 -e -- y", 0, "[\"x\", \"--fuel\", \"3\", \"-e\", \"--\", \"y\"]\n");
  expect("$ASPEN ./a.asp test", 0, "[\"test\"]\n");
  expect("$ASPEN a.asp", 0, "[]\n");
}

TEST_F(Cli, RunsTextAndStandardInput) {
  expect("$ASPEN -e 'print (1 + 1)'", 0, "2\n");
  expect("$ASPEN -e 'print args' a --stats", 0, "[\"a\", \"--stats\"]\n");
  expect("echo 'print 3' | $ASPEN run -", 0, "3\n");
  expect("echo 'print args' | $ASPEN run - a b", 0, "[\"a\", \"b\"]\n");
}

// Input longer than the buffer, in pieces, and without a final line end.
TEST_F(Cli, ReadsLinesHoweverTheyCome) {
  expect(
      "{ head -c 10000 /dev/zero | tr '\\0' x; printf ' end\\n\\nlast'; } | "
      "$ASPEN -e 'loop { match read_line () { Some l -> print (len l), None -> break } }'",
      0, "10004\n0\n4\n");
  expect("{ head -c 10000 /dev/zero; printf x; } | $ASPEN -e 'print (len (read_all ()))'", 0, "10001\n");
}

TEST_F(Cli, ExitCodes) {
  expect("$ASPEN -e ''", 0, "");
  expect("$ASPEN -e 'exit 7'", 7, "");
  expect_part("$ASPEN -e 'error \"no\"' 2>&1", 1, "error: no\n");
  expect_part("$ASPEN -e 'x = (' 2>&1", 2, "error[E");
}

TEST_F(Cli, OutputComesBeforeTheError) {
  expect_part("$ASPEN -e 'print 1; error \"no\"' 2>&1", 1, "1\nerror: no\n");
}

TEST_F(Cli, BadUsage) {
  expect("$ASPEN tset 2>&1", 2, "aspen: there is no command and no file called tset; did you mean `test`?\n");
  expect_part("$ASPEN help", 0, "Usage: aspen [OPTIONS]");
  expect_part("$ASPEN help check", 0, "Usage: aspen check");
  expect_part("$ASPEN --bogus 2>&1", 2, "unknown option --bogus");
  expect_part("$ASPEN run --bogus 2>&1", 2, "unknown option --bogus");
  expect_part("$ASPEN check --bogus 2>&1", 2, "aspen: ");
  expect_part("$ASPEN run 2>&1", 2, "no program given");
  expect_part("$ASPEN disasm a b 2>&1", 2, "aspen: ");
  expect_part("$ASPEN --fuel many -e 1 2>&1", 2, "--fuel");
  expect_part("$ASPEN test nowhere 2>&1", 2, "nowhere: No such file or directory");
}

TEST_F(Cli, BadFiles) {
  expect_part("$ASPEN run missing.asp 2>&1", 2, "missing.asp: No such file or directory");
  expect_part("$ASPEN ./missing.asp 2>&1", 2, "missing.asp: No such file or directory");
  expect_part("mkdir d; $ASPEN run d 2>&1", 2, "directory");
  write("latin1.asp", "print \"\xe4\"\n");
  expect_part("$ASPEN run latin1.asp 2>&1", 2, "latin1.asp:1:8");
  write("nul.asp", std::string("print 1\0print 2\n", 16));
  expect_part("$ASPEN run nul.asp 2>&1", 2, "nul.asp:1:8");
  write("empty.asp", "");
  expect("$ASPEN run empty.asp 2>&1", 0, "");
}

TEST_F(Cli, LargeSources) {
  expect("{ yes '# fifty megabytes' | head -c 52428800; echo; echo 'print 1'; } > big.asp; $ASPEN big.asp", 0,
         "1\n");
  expect_part("yes '(' | head -n 100000 > deep.asp; $ASPEN deep.asp 2>&1", 2, "deep.asp:");
}

// Of the errors, twenty are shown, with twenty searches for similar names: otherwise it takes ten seconds.
TEST_F(Cli, ManyUnknownNames) {
  expect(
      "awk 'BEGIN { for (i = 0; i < 500000; i++) { n = i; s = \"\"; for (j = 0; j < 9; j++) { s = s "
      "sprintf(\"%c\", 97 + n % 26); n = int(n * 7 / 5) + j } print \"print \" s } }' > unknown.asp",
      0, "");
  expect_part("ulimit -t 5; $ASPEN check unknown.asp 2>&1", 2, "and 499980 more");
}

TEST_F(Cli, VersionAndHelp) {
  expect_part("$ASPEN --version", 0, "aspen ");
  expect_part("$ASPEN --help", 0, "disasm");
  expect_part("$ASPEN test --help", 0, "--jobs");
}

TEST_F(Cli, Check) {
  write("good.asp", "print 1\n");
  write("bad.asp", "x = undefined_name\n");
  expect("$ASPEN check good.asp good.asp 2>&1", 0, "");
  expect_part("$ASPEN check good.asp bad.asp 2>&1", 2, "bad.asp:1:5");
  expect_part("mkdir -p nested/deep; cp bad.asp nested/deep; $ASPEN check nested 2>&1", 2,
              "nested/deep/bad.asp:1:5");
  expect(
      "mkdir -p nested/lib; mv nested/deep/bad.asp nested/lib; cp good.asp nested; $ASPEN check nested 2>&1",
      0, "");
  write("asks.asp", "print (5 is Int)\n");
  expect_part("$ASPEN check asks.asp 2>&1", 0, "warning[E0801]: `Int` is a label here");
  write("arms.asp", "print (match 5 { n -> 1, 5 -> 2 })\n");
  expect_part("$ASPEN check arms.asp 2>&1", 0, "arms.asp:1:26");
  expect("$ASPEN arms.asp 2>&1", 0, "1\n");
  expect_part("$ASPEN check missing.asp 2>&1", 2, "missing.asp: No such file");
}

TEST_F(Cli, CheckTellsOnceWhatIsWrongInAModule) {
  write("all/common.asp", "d = {}\n");
  for (const char* name : {"all/a.asp", "all/b.asp"}) write(name, "use \"./common\"\nprint common.d\n");
  expect("$ASPEN check all 2>&1 | grep -c warning", 0, "1\n");
  write("all/common.asp", "d = unknown\n");
  expect("$ASPEN check all 2>&1 | grep -c error", 0, "1\n");
}

TEST_F(Cli, ALinkToAProgramFindsItsModules) {
  write("tool/area.asp", "square = x -> x * x\n");
  write("tool/main.asp", "use \"./area\"\nprint (area.square 3)\n");
  expect("mkdir bin; ln -s ../tool/main.asp bin/tool; $ASPEN bin/tool 2>&1", 0, "9\n");
  expect("cd bin; ln -s tool again; $ASPEN ./again 2>&1; $ASPEN \"$PWD/again\" 2>&1", 0, "9\n9\n");
  write("tool/main.asp", "use \"./unknown\"\n");
  expect_part("$ASPEN bin/tool 2>&1", 2, "cannot read `tool/unknown.asp`");
}

// A function of two parameters that gets one argument waits for the other one.
TEST_F(Cli, CheckWarnsAboutFunctionsThatWaitForMore) {
  for (const char* use :
       {"map (k v -> v) d", "flat_map (k v -> [v]) d", "sum_by (k v -> v) d", "sort_by (k v -> v) d",
        "dict.filter (k v -> v > 1) d", "zip [1] [2] |> map (a b -> a + b)", "filter (k v -> v > 1) d"}) {
    write("pairs.asp", "d = [\"a\": 1]\nprint (" + std::string(use) + ")\n");
    expect_part("$ASPEN check pairs.asp 2>&1", 0, "calls this function with one element");
  }
  write("pairs.asp", "d = [\"a\": 1]\nprint (fold 0 (acc k v -> acc + v) d)\n");
  expect_part("$ASPEN check pairs.asp 2>&1", 0, "write `acc (k, v) -> …`");
  write("pairs.asp",
        "d = [\"a\": 1]\nprint (map ((k, v) -> v) d, map (k -> v -> k) d, fold 0 (acc (k, v) -> acc + v) d)\n"
        "print (dict.fold 0 (acc k v -> acc + v) d)\n");
  expect("$ASPEN check pairs.asp 2>&1", 0, "");
}

TEST_F(Cli, Disasm) {
  write("a.asp", "f = n -> n + 1\nprint (f 1)\n");
  expect_part("$ASPEN disasm a.asp", 0, "AddInt");
}

TEST_F(Cli, Doc) {
  expect_part("$ASPEN doc map", 0, "map f xs");
  expect_part("$ASPEN doc string", 0, "string.upper");
  expect_part("$ASPEN doc upper", 0, "string.upper");
  expect_part("$ASPEN doc test", 0, "test.equal a b");  // also the name of a command
  expect_part("$ASPEN doc --markdown", 0, "**`string.upper s`**");
  expect_part("$ASPEN doc", 0, "Modules:");
  expect_part("$ASPEN doc fliter 2>&1", 2, "did you mean `filter`?");
  expect_part("$ASPEN doc task.spawn 2>&1", 2, "did you mean `spawn`?");
  expect_part("$ASPEN doc channel.send 2>&1", 2, "did you mean `send`?");
  expect_part("$ASPEN doc text.upper 2>&1", 2, "did you mean `string.upper`?");
  expect_part("$ASPEN doc asyncio 2>&1", 2, "`spawn f x` starts a task");
  expect_part("$ASPEN doc asyncio.run 2>&1", 2, "`spawn f x` starts a task");
  expect_part("$ASPEN doc threading.start 2>&1", 2, "to start a task, write `spawn f x`");
}

// The words of the grammar, without those that the library documents, and the guide's chapters.
TEST_F(Cli, DocKnowsKeywords) {
  constexpr unsigned kEnds = 0, kContinues = 0, kPostfix = 0, kKeyword = 1;
  size_t keywords = 0;
  const auto expect_keyword = [&](std::string word) {
    word[0] = static_cast<char>(word[0] | 0x20);
    const bool in_library = word == "spawn" || word == "fiber" || word == "yield";
    expect_part("$ASPEN doc " + word, 0, in_library ? word : word + "\n    A keyword: `");
    ++keywords;
  };
#define ASPEN_TOKEN(kind, grammar, text, flags) \
  if constexpr (((flags)&kKeyword) != 0) expect_keyword(#kind);
#include "frontend/syntax/tokens.def"
#undef ASPEN_TOKEN
  EXPECT_GT(keywords, 20u);
  const std::string guide = shell("cat " ASPEN_SCRIPTS "/../../frontend/LANGUAGE.md").text;
#define ASPEN_KEYWORD(word, example, chapter) \
  EXPECT_NE(guide.find("\n## " chapter "\n"), std::string::npos) << word;
#include "tools/aspen/keywords.def"
#undef ASPEN_KEYWORD
  expect_part("$ASPEN doc for", 0, "See the chapter \"Decisions and loops\" of the guide");
  expect_part("$ASPEN doc not", 0, "bits.not v");
}

TEST_F(Cli, ClosedPipesEndQuietly) { expect("$ASPEN -e 'loop { print \"y\" }' 2>&1 | head -n 1", 0, "y\n"); }

TEST_F(Cli, ChildrenEndQuietlyToo) {
  expect(
      "$ASPEN -e 'print (process.run \"sh\" [\"-c\", \"yes | head -n 1; kill -PIPE $$; echo alive\"])' 2>&1",
      0, "{ code: 141, out: \"y\\n\", err: \"\" }\n");
  expect("$ASPEN -e 'print (process.wait (process.spawn \"sh\" [\"-c\", \"kill -PIPE $$\"]))' 2>&1", 0,
         "141\n");
}

TEST_F(Cli, FullDisksAreTold) {
  write("a.asp", "print 1 # expect: 1\n");
  for (const char* words : {"-e 'print 1'", "a.asp", "--version", "--help", "run --help", "doc", "doc map",
                            "doc --markdown", "disasm a.asp", "test a.asp", "repl <a.asp"}) {
    expect("$ASPEN " + std::string(words) + " 2>&1 >/dev/full", 1,
           "aspen: cannot write standard output: No space left on device\n");
  }
}

TEST_F(Cli, TestRunnerPasses) {
  write("t/a.asp", "print 1   # expect: 1\nprint \"\"\n# expect:\n");
  write("t/b.asp",
        "# args: x  y\n# stdin: one\n# stdin:  two\nprint args\nprint (read_all ())\n"
        "# expect: [\"x\", \"y\"]\n# expect: one\n# expect:  two\n# expect:\n");
  write("t/c.asp", "x = 0\nprint (1 / x)   # expect error: ArithmeticError\n");
  write("t/d.asp", "exit 3\n# exit: 3\n");
  write("t/no_test.asp", "print 1\n");
  write("t/lib/e.asp", "print 1 # expect: 2\n");
  write("t/f.asp", "# skip: not yet\n# expect: 1\n");
  write("t/text.asp",
        "print \"# expect: 5\"  # expect: # expect: 5\nx = \"\"\"\na\"\"\"; print x  # expect: a\n");
  expect("$ASPEN test t", 0, "skipped t/f.asp: not yet\n5 passed, 0 failed, 1 skipped\n");
  expect_part("$ASPEN test t/no_test.asp", 1, "FAILED t/no_test.asp\n  the file has no expectation");
  expect_part("$ASPEN test t t/no_test.asp", 1, "5 passed, 1 failed, 1 skipped\n");
}

TEST_F(Cli, TestRunnerFails) {
  write("t/output.asp", "print 1\nprint 3\nprint 4\n# expect: 1\n# expect: 2\n# expect: 4\n");
  write("t/more.asp", "print 1\nprint 2\n# expect: 1\n");
  write("t/line.asp", "x = 0\nprint (1 / x)\n# expect error: ArithmeticError\n");
  write("t/text.asp", "x = 0\nprint (1 / x)   # expect error: TypeError\n");
  write("t/quoted.asp", "error \"a\"   # expect error: quoted only in the source\n");
  write("t/no_error.asp", "print 1   # expect error: 1\n# expect: 1\n");
  write("t/exit.asp", "exit 3\n# exit: 4\n");
  write("t/endless.asp", "loop { }\n# expect: 1\n");
  Ended ended = shell("$ASPEN test --seconds 1 -j 2 t");
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.text.find("0 passed, 8 failed, 0 skipped\n"), std::string::npos) << ended.text;
  EXPECT_NE(ended.text.find("    - 2\n    + 3\n"), std::string::npos) << ended.text;
  EXPECT_NE(ended.text.find("ran out of time"), std::string::npos) << ended.text;
}

// The number of seconds tells the program from all others.
TEST_F(Cli, TestRunnerEndsWhatALateScriptHasStarted) {
  write("starts.asp", "process.run \"sleep\" [\"98765.4321\"]\n# expect: 1\n");
  const Ended ended = shell("$ASPEN test --seconds 1 starts.asp; grep -ls '[9]8765.4321' /proc/*/cmdline");
  EXPECT_NE(ended.text.find("ran out of time"), std::string::npos) << ended.text;
  EXPECT_NE(ended.code, 0) << "it still runs: " << ended.text;
}

TEST_F(Cli, TestRunnerTellsHowMuchItLeavesOut) {
  write("long.asp", "for i in 0..1000 { eprint \"{i:>9}\" }\n# expect: 1\n");
  Ended ended = shell("$ASPEN test long.asp");
  EXPECT_NE(ended.text.find("          399\n    … 6000 more bytes\n"), std::string::npos) << ended.text;
  EXPECT_EQ(ended.text.find("          400\n"), std::string::npos);
  write("line.asp", "eprint (string.repeat 3000 \"ü\")\n# expect: 1\n");
  expect_part("$ASPEN test line.asp", 1, "ü\n    … 2001 more bytes\n");
  write("short.asp", "for i in 0..400 { eprint \"{i:>9}\" }\n# expect: 1\n");
  EXPECT_EQ(shell("$ASPEN test short.asp").text.find("more"), std::string::npos);
}

TEST_F(Cli, ReplReadsAPipe) {
  write("entries",
        "x = 40\n"
        "x + 2\n"
        "\"text\"\n"
        "()\n"
        "f = n -> {\n"
        "    n * 2\n"
        "}\n"
        "f x\n"
        "print \"printed\"\n"
        "x = 1\n"
        "f x\n"
        ":type f\n");
  expect("$ASPEN repl <entries", 0, "42\n\"text\"\n80\nprinted\n2\nFunction\n");
}

// The program signals itself, then goes on for ever. `timeout` sends two signals: they count as one.
TEST_F(Cli, WhoIsStoppedHasPrinted) {
  for (const std::string whom : {"$PPID", "$PPID $PPID"}) {
    write("stopped.asp",
          "print \"begun\"\nprocess.run \"sh\" [\"-c\", \"kill -{args[0]} " + whom + "\"]\nloop { args }\n");
    for (const auto& [signal, code] : {std::pair("INT", 130), {"TERM", 143}, {"HUP", 129}}) {
      for (const char* workers : {"1", "2"}) {
        const std::string run =
            std::string("ulimit -t 20; exec $ASPEN run --workers ") + workers + " stopped.asp " + signal;
        expect(run + " 2>/dev/null", code, "begun\n");
      }
    }
  }
}

TEST_F(Cli, WhoIsStoppedTellsWhatWasAsked) {
  write("stopped.asp", "process.run \"sh\" [\"-c\", \"kill -INT $PPID\"]\nloop { args }\n");
  expect_part("ulimit -t 20; exec $ASPEN run --stats --trace t.json stopped.asp 2>&1", 130,
              "stopped from outside");
  expect_part("ulimit -t 20; exec $ASPEN run --stats --trace t.json stopped.asp 2>&1", 130, "collections ");
  expect_part("tail -c 2 t.json", 0, "}");
}

// A call that the program has left does not delay the trace: here it goes on reading, without a writer.
TEST_F(Cli, TheTraceIsWrittenBesideACallThatIsLeft) {
  EXPECT_EQ(shell("mkfifo f").code, 0);
  write("leaves.asp", "t = spawn fs.read \"f\"\nprocess.run \"true\" []\nexit 3\n");
  expect("exec timeout 300 $ASPEN run --workers 2 --trace t.json leaves.asp 3<>f 2>&1", 3, "");
  expect_part("tail -c 2 t.json", 0, "}");
}

// Data in the buffers of open files is written before.
TEST_F(Cli, LeavesNothingInBuffers) {
  write("leaves.asp",
        "f = fs.open \"write\" \"kept\"\nfs.put \"all of it\" f\np = process.spawn \"sh\" [\"-c\", \"echo $$ "
        ">part; mv part pid; exec sleep 1000 >/dev/null 2>&1\"]\n"
        "while not (fs.exists? \"pid\") { process.run \"true\" [] }\n"
        "print ((try (task.timeout 0.01 (() -> process.wait p))) is Err _)\nexit 3\n");
  expect("timeout 300 $ASPEN run leaves.asp 2>&1; code=$?; kill $(cat pid); exit $code", 3, "true\n");
  expect("cat kept", 0, "all of it");
}

// Ctrl-C has its earlier effect again when there is no listener. A signal that did not end the program before
// does not end it then.
TEST_F(Cli, SignalsAreGivenBack) {
  write("closes.asp", R"(
listener = signals.listen args
signals.send (first args) process.pid
print (signals.next listener)
signals.close listener
again = signals.listen ["USR2"]
signals.send (first args) process.pid
signals.send "USR2" process.pid
for name in again { print name; break }
if first args == "INT" { loop { args } }
)");
  expect_part("ulimit -t 20; exec $ASPEN run closes.asp INT 2>&1", 130,
              "Interrupted: the program was stopped");
  expect("trap '' USR1; exec timeout 300 $ASPEN run closes.asp USR1 2>&1", 0, "Some \"USR1\"\nUSR2\n");
}

// While it sleeps, and while it waits for input that is never written.
TEST_F(Cli, WhoBlocksIsStopped) {
  const std::string begin = "print \"begun\"\nprocess.spawn \"sh\" [\"-c\", \"kill -INT $PPID\"]\n";
  write("asleep.asp", begin + "sleep 1000\n");
  expect("ulimit -t 20; exec $ASPEN run asleep.asp 2>/dev/null", 130, "begun\n");
  EXPECT_EQ(shell("mkfifo f").code, 0);
  for (const char* reads : {"read_line ()", "read_all ()", "await (spawn read_line ())",
                            "gather (_ -> read_line ()) [1, 2, 3]"}) {
    write("reads.asp", begin + reads + "\n");
    expect_part("ulimit -t 20; exec $ASPEN run --workers 2 reads.asp 3<>f <&3 2>&1", 130,
                "Interrupted: the program was stopped from outside");
  }
  EXPECT_EQ(shell("mkfifo unread").code, 0);
  for (const char* waits : {"fs.read_line (fs.open \"read\" \"f\")", "fs.open \"write\" \"unread\"",
                            "await (spawn fs.read_chunk 5 (fs.open \"read\" \"f\"))"}) {
    write("waits.asp", begin + waits + "\n");
    expect_part("ulimit -t 20; exec $ASPEN run --workers 1 waits.asp 3<>f 2>&1", 130,
                "Interrupted: the program was stopped from outside");
  }
  write("other.asp", "t = spawn read_line ()\nprocess.run \"true\" []\nexit 3\n");
  expect("exec timeout 300 $ASPEN run --workers 2 other.asp 3<>f <&3 2>&1", 3, "");
}

// Other tasks run while one waits for a line, on one worker, too. The part of a line that has come is kept
// for the next reader when a reader gives up.
TEST_F(Cli, LosesNothingOfItsInput) {
  EXPECT_EQ(shell("mkfifo f").code, 0);
  write("input.asp", R"(
is_late = f -> (try (task.timeout 0.01 f)) is Err (Timeout _)
write_input = text -> { w = fs.open "write" "f"; fs.put text w; fs.close w }
print (is_late read_line)
write_input "be"
print (is_late read_line, is_late read_all)
readers = map (_ -> { spawn read_line () }) [1, 2, 3]
sleep 0
write_input "gun\nb\na\nlast"
print (readers |> map await |> map show |> sort |> join " ")
print (is_late read_all)
write_input "\n"
print (read_line ())
)");
  for (const char* how : {"1", "2", "1 --split always", "4 --split chaos"}) {
    expect(std::string("exec timeout 300 $ASPEN run --workers ") + how + " input.asp 3<>f <&3 2>&1", 0,
           "true\n(true, true)\nSome \"a\" Some \"b\" Some \"begun\"\ntrue\nSome \"last\"\n");
  }
}

// The example that is measured: a client written in Aspen asks it, once it listens. Its port is below those
// that the system gives out, and belongs to this process: the port of a listener that was closed might be
// another program's by then.
TEST_F(Cli, TheHelloServerAnswers) {
  write("ask.asp",
        "port = string (10_000 + process.pid % 20_000)\n"
        "server = process.spawn args[0] [args[1], port]\n"
        "connect = _ -> match try (net.connect \"127.0.0.1:{port}\") {\n"
        "    Ok socket -> socket\n"
        "    Err _ -> { process.run \"true\" []; connect () }\n"
        "}\n"
        "socket = connect ()\n"
        "net.write \"GET / HTTP/1.0\\r\\n\\r\\n\" socket\n"
        "print (string.ends_with? \"hello world\" (string.from_bytes (net.read_all socket)))\n"
        "net.close socket\n"
        "process.kill \"TERM\" server\n"
        "print (process.wait server)\n");
  expect(std::string("exec timeout 300 $ASPEN ask.asp $ASPEN ") + ASPEN_SCRIPTS +
             "/../../examples/http_hello.asp 2>/dev/null",
         0, "true\n0\n");
}

TEST_F(Cli, AHandlersErrorIsToldWithItsPlace) {
  write("fails.asp", R"(handler = request -> [1][7]
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
print (http.get "http://{net.address (http.listener server)}/a").status
http.stop server
await running
)");
  expect("timeout 300 $ASPEN fails.asp 2>report", 0, "500\n");
  expect_part("cat report", 0, "http: GET /a failed:\nIndexError: index 7 ");
  expect_part("cat report", 0, "in handler at fails.asp:1");
}

TEST_F(Cli, WhatAWebsocketsClientDoesIsNotTold) {
  write("serves.asp", R"(handler = request -> websocket.accept request (ws -> {
    text = websocket.receive ws
    if text == Some "fail" { [1][7] }
})
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
ws = websocket.connect "ws://{net.address (http.listener server)}/a"
match args {
    ["leaves"] -> websocket.drop ws
    ["breaks off"] -> {
        websocket.begin_close 1000 "" ws
        websocket.drop ws
    }
    [text] -> websocket.send text ws
}
try (websocket.receive ws)
http.stop server
await running
)");
  expect("timeout 300 $ASPEN serves.asp leaves 2>&1", 0, "");
  expect("timeout 300 $ASPEN serves.asp 'breaks off' 2>&1", 0, "");
  expect_part("timeout 300 $ASPEN serves.asp fail 2>&1", 0, "http: GET /a failed:");
  write("cuts.asp", R"(heard = channel 1
handler = request -> websocket.accept request (ws -> {
    send heard ()
    websocket.receive ws
})
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
socket = net.connect (net.address (http.listener server))
net.write "GET /a HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" socket
net.write "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" socket
recv heard
net.close socket
http.stop server
await running
)");
  expect("timeout 300 $ASPEN cuts.asp 2>&1", 0, "");
}

TEST_F(Cli, ReplTakesTheNewestOfLikeMacros) {
  write("lib.asp", "syntax 'twice a { a + a }\n");
  write("entries",
        "use \"./lib\"\nprint (twice 4)\nsyntax 'twice b { b * 100 }\nprint (twice 4)\n"
        "use \"./lib\"\nprint (twice 4)\nuse \"./lib\"\nprint (twice 5)\n"
        "syntax 'twice b { b * 7 }; use \"./lib\"; print (twice 6)\n");
  expect("$ASPEN repl <entries 2>&1", 0, "8\n400\n8\n10\n12\n");
}

TEST_F(Cli, ReplSurvivesMistakes) {
  write("entries", "x = \nnowhere\n1 / 0\nx\n:bogus\n:doc nothing_at_all\n7\n");
  Ended ended = shell("$ASPEN repl <entries 2>errors");
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.text.find("7\n"), std::string::npos) << ended.text;
  expect_part("cat errors", 0, "ArithmeticError");
  expect_part("cat errors", 0, "nowhere");
  expect_part("cat errors", 0, "unknown command :bogus");
}

TEST_F(Cli, ReplExitCode) {
  write("entries", "exit 4\nprint \"never\"\n");
  expect("$ASPEN repl <entries", 4, "");
}

TEST_F(Cli, ClipsALongNameInAMessage) {
  write("long.asp", "print " + std::string(100000, 'x') + "\n");
  Ended ended = shell("$ASPEN long.asp 2>&1");
  EXPECT_EQ(ended.code, 2);
  EXPECT_LT(ended.text.size(), 2000u);
}

}  // namespace
}  // namespace aspen
