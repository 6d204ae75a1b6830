// The command among other processes: which one waits for its output, and which ones it leaves running.
#include "tests/unit/tools/cli_testing.h"

namespace aspen {

TEST_F(Cli, ShowsWhatItHasPrintedBeforeItWaits) {
  write("answer.asp", "loop { match read_line () { Some l -> print \"echo {l}\", None -> break } }\n");
  const std::string dialogue =
      "mkfifo in out; $ASPEN answer.asp <in >out & exec 3>in 4<out; "
      "echo a >&3; read first <&4; echo b >&3; read second <&4; exec 3>&-; wait; echo $first, $second";
  expect("timeout 300 sh -c '" + dialogue + "'", 0, "echo a, echo b\n");
  write("serve.asp", "listener = net.listen \"127.0.0.1:0\"\nprint \"listening\"\nnet.accept listener\n");
  const std::string waits =
      "mkfifo told; $ASPEN serve.asp >told & read line <told; echo $line; kill $!; wait";
  expect("timeout 300 sh -c '" + waits + "'", 0, "listening\n");
}

TEST_F(Cli, KillsTheProgramsThatItRunsWhenItIsEnded) {
  const std::string child =
      "process.run \"sh\" [\"-c\", \"echo $$ > pid.part; mv pid.part pid; exec sleep 1000\"]";
  const std::string ended =
      "rm -f pid; $ASPEN child.asp 2>/dev/null & until [ -e pid ]; do :; done; kill -TERM $!; wait; "
      "while kill -0 $(cat pid) 2>/dev/null; do :; done; echo gone";
  for (const std::string& program :
       {child + "\n", "spawn { " + child + " }\n", "spawn { sleep 1000 }\n" + child + "\n"}) {
    write("child.asp", program);
    expect("timeout 300 sh -c '" + ended + "'", 0, "gone\n");
  }
}

// In the foreground of a terminal, Ctrl-C has to reach the programs that the command runs, and these may read
// from the terminal.
TEST_F(Cli, GivesProgramsAGroupUnlessATerminalIsTheirs) {
  write("group.asp",
        "ran = process.run \"sh\" [\"-c\", \"cut -d' ' -f5 /proc/$$/stat; echo $$\"]\n"
        "ids = string.lines ran.out\n"
        "print (if ids[0] == ids[1] { \"leads\" } else { \"follows\" })\n");
  expect("setsid -w $ASPEN group.asp", 0, "leads\n");
  expect("script -qec \"$ASPEN group.asp\" /dev/null | tr -d '\\r'", 0, "follows\n");
}

TEST_F(Cli, KeepsWhatItPrintsOutOfItsFilesIfAStandardStreamIsClosed) {
  write("closed.asp",
        "f = fs.open \"write\" \"data\"\nfs.put \"kept\\n\" f\nfs.flush f\n"
        "print \"printed\"\neprint \"told\"\nfs.put \"whole\\n\" f\nfs.close f\nprint (read_line ())\n");
  for (const char* closed : {">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"})
    expect("$ASPEN closed.asp >out 2>err " + std::string(closed) + "; cat data", 0, "kept\nwhole\n");
  expect("$ASPEN closed.asp 2>&-", 0, "printed\nNone\n");
}

TEST_F(Cli, ReadsAndWritesBytes) {
  expect(
      "$ASPEN -e 'print 1; write b\"\\xff\\n\"; print 2; write b\"\"; eprint 3; write b\"\\0\"' 2>&1 | od "
      "-An -tx1",
      0, " 31 0a ff 0a 32 0a 33 0a 00\n");
  expect("printf '\\377\\n\\000' | $ASPEN -e 'write (read_all_bytes ())' | od -An -tx1", 0, " ff 0a 00\n");
  expect(
      "printf 'line\\n\\377\\n\\000' | "
      "$ASPEN -e 'print (read_line ()); loop { b = read_some 2; if empty? b { break }; write b }' | od -An "
      "-tx1 | tr -d '\\n'",
      0, " 53 6f 6d 65 20 22 6c 69 6e 65 22 0a ff 0a 00");
  expect("$ASPEN -e 'print (read_some 5, read_all_bytes ())'", 0, "(b\"\", b\"\")\n");
  expect_part("$ASPEN -e 'read_some 0' 2>&1", 1, "read_some: n must be above 0");
}

// A log is unreadable if the report of an error is elsewhere than the line that announces it.
TEST_F(Cli, ReportsErrorsInTheOrderOfTheProgram) {
  write("report.asp",
        "for i in 0..3 {\n    eprint \"before {i}\"\n"
        "    match try error \"lost {i}\" { Err e -> task.report e, Ok _ -> () }\n    eprint \"after "
        "{i}\"\n}\n");
  std::string told;
  for (const std::string i : {"0", "1", "2"})
    told += "before " + i + "\nerror: lost " + i + "\nafter " + i + "\n";
  for (const char* options : {"--workers 1", "--workers 3 --split chaos", "--split always"})
    expect("$ASPEN " + std::string(options) + " report.asp 2>&1 | grep -v '^ '", 0, told);
}

TEST_F(Cli, TellsWhatItCouldNotWrite) {
  expect("$ASPEN -e 'f = fs.open \"write\" \"/dev/full\"; fs.put \"x\" f; print 1' 2>&1", 1,
         "1\naspen: /dev/full: No space left on device\n");
  expect("$ASPEN -e 'f = fs.open \"write\" \"/dev/full\"; fs.put \"x\" f; exit 3' 2>&1", 3,
         "aspen: /dev/full: No space left on device\n");
  expect("$ASPEN -e 'f = fs.open \"write\" \"kept\"; fs.put \"x\" f' && cat kept", 0, "x");
}

TEST_F(Cli, LetsAProgramEndWithoutReadingItsInput) {
  const std::string leaves =
      "c = process.spawn_with { input: \"pipe\" } \"true\" []\nprint (process.wait c)\n"
      "fs.put \"x\" (process.input c)\n";
  write("leaves.asp", leaves);
  expect("$ASPEN leaves.asp 2>&1", 0, "0\n");
  write("fails.asp", leaves + "fs.flush (process.input c)\n");
  expect_part("$ASPEN fails.asp 2>&1", 1, "Broken pipe");
}

}  // namespace aspen
