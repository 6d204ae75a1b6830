// The scheduler's options of `aspen run`: by the command line and by the environment.
#include <sys/stat.h>

#include "tests/unit/tools/cli_testing.h"

namespace aspen {

namespace {

constexpr const char* kFull = "tasks that found their worker's queue full";
constexpr const char* kStolen = "tasks taken from another worker";
constexpr const char* kBlocking = "threads for calls that block, at most *";

// How many lines of what `command` prints match.
std::string count(const std::string& command, const std::string& pattern) {
  return command + " 2>&1 | grep -c \"" + pattern + "\"";
}

}  // namespace

// A hundred tasks become ready together.
TEST_F(Cli, BoundsTheQueueOfAWorker) {
  write("a.asp",
        "ch = channel 0\nall = map (i -> spawn (recv ch)) (0..100)\nfor i in 0..300 { task.yield () }\nclose "
        "ch\n");
  const std::string run = "$ASPEN --workers=1 --stats ", file = " a.asp";
  expect(count(run + "--queue-capacity=2" + file, kFull), 0, "1\n");
  expect(count(run + "--queue-capacity=2 --priorities" + file, kFull), 0, "1\n");
  expect(count("ASPEN_QUEUE_CAPACITY=2 " + run + file, kFull), 0, "1\n");
  expect(count(run + file, kFull), 1, "0\n");
  expect(count("ASPEN_QUEUE_CAPACITY=2 " + run + "--queue-capacity=256" + file, kFull), 1, "0\n");
}

TEST_F(CliByChance, TakesTasksFromOtherWorkersOrNot) {
  write("a.asp",
        "sum = n -> {\n    total = 0\n    for i in 0..n { total += i }\n    total\n}\n"
        "for i in 0..100 { spawn sum 100000 }\n");
  const std::string run = "$ASPEN --workers=4 --split=never --stats ", file = " a.asp";
  expect_part_once(run + file + " 2>&1", kStolen);
  expect(count(run + "--stealing=off" + file, kStolen), 1, "0\n");
  expect(count("ASPEN_STEALING=off " + run + file, kStolen), 1, "0\n");
  expect_part_once("ASPEN_STEALING=off " + run + "--stealing=on" + file + " 2>&1", kStolen);
}

// Two calls wait for each other, or for two writers that do not.
TEST_F(Cli, BoundsTheThreadsForCallsThatBlock) {
  ASSERT_EQ(mkfifo((folder_ / "p").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder_ / "q").c_str(), 0600), 0);
  write("meet.asp", "a = spawn fs.write \"p\" \"met\"\nprint (fs.read \"p\")\n");
  write("apart.asp", "a = spawn fs.read \"p\"\nb = spawn fs.read \"q\"\nawait a\nawait b\n");
  const std::string writers = "{ echo 1 >p & echo 2 >q & } && timeout 300 ",
                    apart = "$ASPEN --stats apart.asp";
  expect(count("timeout 300 $ASPEN --stats meet.asp", std::string(kBlocking) + "[2-9]"), 0, "1\n");
  expect(count(writers + "$ASPEN --blocking-threads=1 --stats apart.asp", std::string(kBlocking) + "1$"), 0,
         "1\n");
  expect(count("export ASPEN_BLOCKING_THREADS=1 && " + writers + apart, std::string(kBlocking) + "1$"), 0,
         "1\n");
}

TEST_F(Cli, TakesPrioritiesFromTheEnvironment) {
  // By age they print as they are spawned, wherever the program loses its worker. By priority they have to
  // begin together for that.
  write("by_age.asp", "for p in [1, 5, -3] { task.spawn_with p (() -> print p) }\n");
  write("by_priority.asp",
        "all_there = channel 0\n"
        "for p in [1, 5, -3] { task.spawn_with p (() -> {\n    recv all_there\n    print p\n}) }\n"
        "close all_there\n");
  expect("ASPEN_PRIORITIES=on $ASPEN --workers 1 by_priority.asp", 0, "5\n1\n-3\n");
  expect("ASPEN_PRIORITIES=on $ASPEN --priorities=off --workers 1 by_age.asp", 0, "1\n5\n-3\n");
  expect("ASPEN_PRIORITIES=off $ASPEN --priorities --workers 1 by_priority.asp", 0, "5\n1\n-3\n");
}

// Tasks of every origin below one with priority 5 run together: after 7, before 3. The program yields until
// all of them wait for it. Priorities are in millions, which no task reaches by waiting.
TEST_F(Cli, HandsAPriorityDownToAllThatATaskMakes) {
  write("inherit.asp",
        "log = channel 100\n"
        "all_there = channel 0\n"
        "mark = name -> { recv all_there; send log name }\n"
        "with = millions f -> task.spawn_with (millions * 1000000) f\n"
        "with 5 (() -> {\n"
        "    spawn mark \"5 child\"\n"
        "    spawn { spawn mark \"5 grandchild\"; recv all_there }\n"
        "    spawn gather (i -> mark \"5 gather\") [1, 2]\n"
        "    spawn gather_limit 2 (i -> mark \"5 gather_limit\") [1, 2]\n"
        "    spawn task.scope (() -> mark \"5 scope\")\n"
        "    spawn task.timeout 1000000 (() -> mark \"5 timeout\")\n"
        "    spawn task.race [() -> mark \"5 race\"]\n"
        "    with 9 (() -> mark \"9 its own\")\n"
        "    task.detach (spawn mark \"5 detached\")\n"
        "    f = fiber { await (spawn mark \"5 fiber\") }\n"
        "    spawn f ()\n"
        "    recv all_there\n"
        "})\n"
        "for p in [7, 3] { with p (() -> mark \"{p} plain\") }\n"
        "for _ in 0..100 { task.yield () }\n"
        "close all_there\n"
        "for _ in 0..100 { task.yield () }\n"
        "close log\n"
        "print (map (name -> name[0]) (list log) |> join \"\")\n");
  for (const char* run : {"--workers=1", "--fuel=1000000000", "--workers=1 --split=always"})
    expect(std::string("$ASPEN --priorities ") + run + " inherit.asp", 0,
           "97" + std::string(11, '5') + "3\n");
}

// Two hundred tasks work in steps. A hundred questions are asked and answered meanwhile, each answered by a
// task that the server spawns: the most steps that others make between a question and its answer. Asker and
// server have a priority that the others do not reach by waiting; what the server spawns inherits it.
TEST_F(Cli, LetsUrgentTasksAndTheirChildrenGoFirstUnderLoad) {
  write("load.asp",
        "steps = cell 0\n"
        "begun = cell 0\n"
        "is_over = cell false\n"
        "work = () -> {\n"
        "    cell.update (n -> n + 1) begun\n"
        "    while not (cell.get is_over) {\n"
        "        cell.update (n -> n + 1) steps\n"
        "        task.yield ()\n"
        "    }\n"
        "}\n"
        "worst = cell 0\n"
        "answer = asked -> {\n"
        "    waited = cell.get steps - asked\n"
        "    cell.update (w -> max [w, waited]) worst\n"
        "}\n"
        "ticks = channel 0\n"
        "questions = channel 0\n"
        "asker = task.spawn_with 1000000 (() -> {\n"
        "    for _ in ticks { send questions (cell.get steps) }\n"
        "    close questions\n"
        "})\n"
        "server = task.spawn_with 1000000 (() -> for asked in questions { spawn answer asked })\n"
        "for i in 0..200 { spawn work () }\n"
        "while cell.get begun < 200 { task.yield () }\n"
        "for i in 0..100 {\n"
        "    for k in 0..3 { task.yield () }\n"
        "    send ticks ()\n"
        "}\n"
        "close ticks\n"
        "await server\n"
        "cell.set true is_over\n"
        "print (cell.get worst <= 1)\n");
  expect("$ASPEN --workers=1 --priorities load.asp", 0, "true\n");
  expect("$ASPEN --fuel=1000000000 --priorities load.asp", 0, "true\n");
}

TEST_F(Cli, RefusesValuesThatTheSchedulerCannotUse) {
  write("a.asp", "print 1\n");
  const struct {
    const char *flag, *variable, *value, *wrong;
  } cases[] = {
      {"--queue-capacity", "ASPEN_QUEUE_CAPACITY", "1", "must be a whole number from 2 to 256, not 1"},
      {"--queue-capacity", "ASPEN_QUEUE_CAPACITY", "257", "must be a whole number from 2 to 256, not 257"},
      {"--steal-tries", "ASPEN_STEAL_TRIES", "-1", "must be a whole number from 1 to 1000, not -1"},
      {"--stealing", "ASPEN_STEALING", "maybe", "must be on or off, not maybe"},
      {"--blocking-threads", "ASPEN_BLOCKING_THREADS", "9x",
       "must be a whole number from 1 to 10000, not 9x"},
      {"--shutdown-deadline", "ASPEN_SHUTDOWN_DEADLINE", "nan",
       "must be a number of seconds from 0 to 10^9, not nan"},
  };
  for (const auto& [flag, variable, value, wrong] : cases) {
    const std::string set = std::string(variable) + "=" + value, told = std::string(wrong) + "\n";
    expect(std::string("$ASPEN run ") + flag + "=" + value + " a.asp 2>&1", 2,
           "aspen: " + (flag + (": " + told)));
    for (const char* run : {" $ASPEN a.asp", " $ASPEN run a.asp", " $ASPEN -e 1", " $ASPEN repl"})
      expect(set + run + " 2>&1", 2, "aspen: " + (variable + (": " + told)));
    expect(set + " $ASPEN check a.asp 2>&1", 0, "");
    expect(std::string(variable) + "= $ASPEN a.asp 2>&1", 0, "1\n");
  }
  expect("ASPEN_PRIORITIES=5 $ASPEN a.asp 2>&1", 2, "aspen: ASPEN_PRIORITIES: must be on or off, not 5\n");
}

TEST_F(Cli, TellsOfTheSchedulersOptions) {
  for (const char* option :
       {"--queue-capacity", "--stealing", "--steal-tries", "--blocking-threads", "--shutdown-deadline",
        "ASPEN_QUEUE_CAPACITY", "ASPEN_STEALING", "ASPEN_STEAL_TRIES", "ASPEN_BLOCKING_THREADS",
        "ASPEN_SHUTDOWN_DEADLINE", "ASPEN_PRIORITIES"})
    expect_part("$ASPEN run --help", 0, option);
}

}  // namespace aspen
