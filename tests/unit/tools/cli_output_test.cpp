// Standard output, and other handles of it.
#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

// Another handle of standard output keeps the order of the calls, whatever standard output is.
TEST_F(Cli, OtherHandlesOfStandardOutputKeepTheOrder) {
  write("order.asp", R"(
print "a"
out = fs.open "write" "/dev/stdout"
fs.put "b\n" out
print "c"
fs.put "d\n" out
fs.close out
print "e"
fs.write "/dev/fd/1" "f\n"
print "g"
fs.append "/proc/self/fd/1" "h\n"
write "i"
fs.write "/dev/stderr" "j\n"
print "k"
)");
  const char* lines = "a\nb\nc\nd\ne\nf\ng\nh\nij\nk\n";
  for (const char* workers : {"1", "2"}) {
    const std::string run = std::string("timeout 300 $ASPEN --workers ") + workers + " order.asp ";
    expect(run + "2>&1 | cat", 0, lines);
    expect(run + ">file 2>&1; cat file", 0, lines);
    expect(run + ">>file 2>&1; cat file", 0, std::string(lines) + lines);
    expect("rm file", 0, "");
  }
}

// What was printed comes first if the program writes to the file that standard output goes to, by its name.
TEST_F(Cli, PrintedTextComesBeforeWhatIsAppendedByName) {
  write("named.asp", "print \"a\"\nfs.append \"named\" \"b\\n\"\n");
  expect("$ASPEN named.asp >>named; cat named", 0, "a\nb\n");
}

}  // namespace
}  // namespace aspen
