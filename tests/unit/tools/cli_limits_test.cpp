// The memory and the actions that the `aspen` command lets a program have.
#include "tests/unit/tools/cli_testing.h"
#include "vm/heap/poison.h"

namespace aspen {
namespace {

TEST_F(Cli, Limits) {
  expect_part("$ASPEN --fuel 1000 -e 'loop { }' 2>&1", 1, "OutOfFuel");
  expect_part("$ASPEN --max-heap 16M -e 'xs = [0]; loop { xs = xs + xs }' 2>&1", 1, "MemoryLimit");
  expect_part("$ASPEN --max-heap 16M -e 'f = n -> 1 + f (n + 1); f 0' 2>&1", 1, "MemoryLimit");
  // A text that grows within its own capacity requests no memory.
  expect(
      "$ASPEN --max-heap 31M -e 's = string.repeat 9000000 \"x\"; s += \"y\"; for _ in 0..1000 { s += \"y\" "
      "}; "
      "print (len s)' 2>&1",
      0, "9001001\n");
  expect_part("$ASPEN --stats -e 'print 1' 2>&1", 0, "collections");
}

TEST_F(Cli, LimitsTasks) {
  const char* storm =
      "$ASPEN --max-tasks 50 --workers 4 -e 'f = () -> { spawn f (); spawn f (); () }; try (f ())' 2>&1";
  expect_part(storm, 1, "OutOfTasks: the program has more tasks at once than its limit");
  expect_part("$ASPEN --max-tasks 2 -e 'task.detach (spawn sleep 9); spawn sleep 9; spawn sleep 9' 2>&1", 1,
              "OutOfTasks");
  expect("$ASPEN --max-tasks 1 -e 'for i in 0..100 { await (spawn i) }; print 1'", 0, "1\n");
  expect("$ASPEN --max-tasks 1 -e 'f = fiber { spawn 1; yield 2 }; for x in f { print x }; await (spawn 3)'",
         0, "2\n");
  expect_part("$ASPEN --max-tasks 0 -e 'print 1' 2>&1", 2, "--max-tasks");
}

// Whether a fiber runs inside of what resumes it depends on the schedule.
TEST_F(Cli, FibersAndWhatResumesThemHaveOneFuel) {
  write("fibers.asp",
        "counter = n -> fiber { for i in 0..n { yield i } }\n"
        "spin = n -> fiber { for x in counter n { k = 0; while k < 5 { k += 1 }; yield x } }\n"
        "for x in spin 100000 { print x }\n");
  write("compare.sh",
        "of() { $ASPEN --fuel 3000 \"$@\" fibers.asp 2>/dev/null; }\n"
        "first=$(of --workers 1)\n"
        "[ \"$first\" != \"\" ] && [ \"$(of --workers 2)\" = \"$first\" ] || exit 1\n"
        // Each value takes five steps of the inner fiber's loop.
        "[ $(echo \"$first\" | wc -l) -lt 600 ] || exit 1\n"
        "for seed in 1 2 3 4; do\n"
        "  [ \"$(of --split chaos --seed $seed)\" = \"$first\" ] || exit 1\n"
        "done\n");
  expect("sh compare.sh", 0, "");
}

// The error says whether a similar key was meant.
TEST_F(Cli, ProgramsPayForTheSearchForASimilarKey) {
  write("keys.asp",
        "head = string.repeat 18 \"ab\"\nkeys = [:]\n"
        "for i in 0..3000 { keys[\"{head}{i:04}\"] = i }\n"
        "for _ in 0..50 { try keys[\"{head}wxyz\"]; try (remove \"{head}wxyz\" keys) }\nprint \"done\"\n");
  expect_part("$ASPEN --fuel 500000 keys.asp 2>&1", 1, "OutOfFuel");
  expect("$ASPEN --fuel 50000000 keys.asp", 0, "done\n");
}

// Such a statement runs on the worker, without a thread of the pool.
TEST_F(Cli, AStatementThatWasShortPaysWhenItIsLong) {
  write("a.asp", R"(
db = sqlite.open ":memory:"
rows = "with recursive c (n) as (select 1 union all select n + 1 from c where n < ?) select max(n) as m from c"
for i in 0..100 { sqlite.query_one rows [2] db }
print "short"
print (sqlite.query_one rows [1000000000] db)
)");
  for (const char* workers : {"1", "2"})
    expect_part("timeout 300 $ASPEN --fuel 300000 --workers " + std::string(workers) + " a.asp 2>&1", 1,
                "short\nOutOfFuel: ");
}

TEST_F(Cli, AllowsAndDenies) {
  write("here/main.asp", "use \"./part\"\nprint part.x\nprint (fs.exists? \"main.asp\")\n");
  write("here/part.asp", "x = 5\n");
  write("other/part.asp", "x = 6\n");
  expect("cd here && $ASPEN run --allow fs_read=. main.asp", 0, "5\ntrue\n");
  expect_part("$ASPEN run --allow fs_read=other here/main.asp 2>&1", 1,
              "5\nDenied: fs.exists?: main.asp is not where this program may read files");
  expect_part("$ASPEN --deny fs_read -e 'use \"../x\"' 2>&1", 2, "this program may not read it");
  expect_part("$ASPEN --deny all -e 'print 1; time.now ()' 2>&1", 1,
              "1\nDenied: time.now: this program may not");
  expect("$ASPEN --allow time,random -e 'time.now (); random.int 5; print 1'", 0, "1\n");
  expect_part("$ASPEN --allow time,random -e 'env.get \"HOME\"' 2>&1", 1, "Denied: env.get");
  expect_part("$ASPEN --allow all --deny net -e 'net.listen \":0\"' 2>&1", 1, "Denied: net.listen");
  expect("$ASPEN --deny net,all -e 'print (try (error 1))'", 0, "Err 1\n");
  expect_part("$ASPEN --deny nat -e '' 2>&1", 2, "there is no capability called nat; did you mean `net`?");
  expect_part("$ASPEN --allow net=/x -e '' 2>&1", 2, "net has no directory");
  const std::string reads =
      " -e 'print (fs.list \"here\"); print (try (fs.write \"here/x\" \"\")); print (len (net.lookup "
      "\"127.0.0.1:80\"))'";
  expect("$ASPEN --allow fs_read=here,fs_write=here,net" + reads, 0,
         "[\"main.asp\", \"part.asp\"]\nOk ()\n1\n");
  expect("mkdir a,b && touch a,b/c && $ASPEN --allow fs_read=a,b -e 'print (fs.list \"a,b\")'", 0,
         "[\"c\"]\n");
  expect_part("$ASPEN --allow fs_read=here,nett -e '' 2>&1", 2,
              "there is no capability called nett; did you mean `net`?");
  expect_part("$ASPEN --allow fs_read= -e '' 2>&1", 2, "no directory in fs_read=");
}

TEST_F(Cli, RefusesNumbersThatWouldWrapAround) {
  expect_part("$ASPEN --fuel -1 -e 'print 1' 2>&1", 2, "--fuel: must be");
  expect_part("$ASPEN --max-heap -5 -e 'print 1' 2>&1", 2, "--max-heap: must be");
  expect_part("$ASPEN --max-heap 99999999999999999999 -e 'print 1' 2>&1", 2, "--max-heap: must be");
}

TEST_F(Cli, EndsInMemoryLimitBeforeTheSystemHasNoMoreMemory) {
#ifdef ASPEN_HAS_ASAN
  GTEST_SKIP() << "address sanitizer reserves more address space than `ulimit -v` leaves";
#endif
  write("grow.asp",
        "xs = [1]\nr = try { loop { xs = xs + xs } }\nprint (match r { Err (MemoryLimit _) -> 1 })\n");
  expect("ulimit -v 2000000; $ASPEN grow.asp", 0, "1\n");
}

TEST_F(Cli, ClosesWhatNothingRefersTo) {
  write("many.asp", R"(
read = path -> { file = fs.open "read" path; fs.read_line file }
for i in 0..1000 { assert (read "many.asp" == Some "") }
listener = net.listen "127.0.0.1:0"
for i in 0..300 {
    socket = net.connect (net.address listener)
    Some other = net.accept listener
    net.write "{i}\n" socket
    assert (net.read_line other == Some "{i}")
}
print "done"
)");
  for (const char* workers : {"1", "2", "8"})
    expect(std::string("ulimit -n 64; timeout 300 $ASPEN run --workers ") + workers + " many.asp 2>&1", 0,
           "done\n");
}

// A socket that is closed before all its data was read is reset.
TEST_F(Cli, AServerIsSilentAboutClientsThatLeave) {
  write("resets.asp", R"(
listener = net.listen "127.0.0.1:0"
ended = channel 1
attend = socket -> {
    result = try {
        net.write (string.repeat 10000000 "unread") socket
        net.read_all socket
    }
    send ended (match result { Err (IoError e) -> contains e.code ["ECONNRESET", "EPIPE"], other -> other })
    match result { Err e -> error e, _ -> () }
}
server = spawn net.serve attend listener
socket = net.connect (net.address listener)
net.read 1 socket
net.close socket
print (recv ended)
net.close listener
await server
)");
  expect("timeout 300 $ASPEN resets.asp 2>&1", 0, "Some true\n");
  write("fails.asp", R"(
listener = net.listen "127.0.0.1:0"
server = spawn net.serve (socket -> { net.close listener; net.connect "127.0.0.1:1" }) listener
net.close (net.connect (net.address listener))
await server
)");
  expect_part("timeout 300 $ASPEN fails.asp 2>&1", 0,
              "net.serve: a connection failed:\nIoError: 127.0.0.1:1: Connection refused\n");
}

// The program ends as soon as the client has its answer.
TEST_F(Cli, AServerReportsWhatItsHandlerRaisesEvenAtTheEnd) {
  write("answers.asp", R"(
server = http.listen "127.0.0.1:0"
spawn http.run (request -> [1][5]) server
answer = http.get "http://{net.address (http.listener server)}/"
print answer.status
exit 0
)");
  for (const char* workers : {"1", "2"}) {
    expect(std::string("timeout 300 $ASPEN --workers ") + workers + " answers.asp 2>report", 0, "500\n");
    expect_part("cat report", 0, "http: GET / failed:\nIndexError: ");
  }
}

TEST_F(Cli, TellsThatTooMuchIsOpen) {
  write("open.asp", "files = map (_ -> fs.open \"read\" \"open.asp\") (0..100)\nprint (len files)\n");
  expect_part("ulimit -n 64; timeout 300 $ASPEN open.asp 2>&1", 1, "IoError: open.asp: Too many open files");
}

}  // namespace
}  // namespace aspen
