#include "tools/aspen/verdict.h"

#include <gtest/gtest.h>

namespace aspen {

namespace {

constexpr uint64_t kMs = 1'000'000;

// Two workers over 100 ms, of which one was busy.
RunFacts one_of_two_busy() {
  RunFacts facts;
  facts.has_promotable_calls = true;
  facts.workers = 2;
  facts.wall_ns = 100 * kMs;
  facts.busy_ns = 100 * kMs;
  return facts;
}

void expect_begins(const RunFacts& facts, const std::string& text) {
  EXPECT_EQ(verdict(facts).substr(0, text.size()), text);
}

const std::string kHalf = "The workers were busy 50 % of the time. ";

}  // namespace

TEST(Verdict, NamesProgramsThatNoWorkerCouldHelp) {
  RunFacts facts = one_of_two_busy();
  facts.workers = 0;
  facts.counts_fuel = true;
  expect_begins(facts, "The program ran on one thread, because fuel");
  facts.counts_fuel = false;
  expect_begins(facts, "The program ran on one thread. No call can overlap");
  facts.workers = 1;
  EXPECT_EQ(verdict(facts), "All work ran on one worker.");
  facts = one_of_two_busy();
  facts.has_promotable_calls = false;
  expect_begins(facts, kHalf + "No call can overlap");
  facts = one_of_two_busy();
  facts.split = SplitPolicy::never;
  EXPECT_EQ(verdict(facts), kHalf + "No call overlapped, because of --split=never.");
  facts.split = SplitPolicy::always;
  expect_begins(facts, kHalf + "Every possible call was split");
}

TEST(Verdict, NamesWhatTasksShare) {
  RunFacts facts = one_of_two_busy();
  facts.shared = "cell";
  facts.shared_ns = 51 * kMs;
  facts.shared_place = "a.asp:3";
  expect_begins(
      facts, kHalf + "Contention: tasks waited for a cell, 51 ms in all, mostly at a.asp:3. Only one task");
  facts.shared = "semaphore";
  expect_begins(
      facts,
      kHalf + "Contention: tasks waited for a semaphore, 51 ms in all, mostly at a.asp:3. Other tasks");
  facts.shared = "channel";
  expect_begins(facts, kHalf + "Contention: tasks waited for a channel, 51 ms in all, mostly at a.asp:3. ");

  facts.busy_ns = 40 * kMs;  // the other end of the channel is outside of the program
  facts.shared_ns = 160 * kMs;
  EXPECT_EQ(verdict(facts).find("Contention"), std::string::npos);
  facts = one_of_two_busy();
  facts.shared = "cell";
  facts.shared_ns = 49 * kMs;
  EXPECT_EQ(verdict(facts).find("Contention"), std::string::npos);
  facts.shared_ns = 100 * kMs;
  facts.busy_ns = 150 * kMs;  // well used all the same
  EXPECT_EQ(verdict(facts).find("Contention"), std::string::npos);
}

TEST(Verdict, SaysWhenTheWorkersWereUsed) {
  RunFacts facts = one_of_two_busy();
  facts.busy_ns = 150 * kMs;
  facts.strands.started = 100;
  EXPECT_EQ(verdict(facts), "The workers were busy 75 % of the time.");
  facts.collecting_ns = 40 * kMs;
  EXPECT_EQ(verdict(facts),
            "The workers were busy 75 % of the time, but were stopped for collections 20 % of the time.");
  facts.collecting_ns = 0;
  facts.strands.started = 100'000;
  expect_begins(facts, "The workers were busy 75 % of the time, but a strand took 1 µs");
}

TEST(Verdict, NamesWhyRequestsWereInVain) {
  RunFacts facts = one_of_two_busy();
  facts.turn_ns = 50 * kMs;
  facts.turn_effect = "print";
  facts.turn_place = "a.asp:2";
  expect_begins(facts, kHalf +
                           "Waiting for effects: for 50 % of the time strands waited for their turn, mostly "
                           "for `print` at a.asp:2.");

  facts = one_of_two_busy();
  facts.strands.refused_nothing_pending = 80;
  facts.writes_place = "a.asp:7";
  facts.small_place = "a.asp:9";
  facts.strands.refused_writes = 20;
  expect_begins(facts, kHalf + "The calls that could have overlapped");
  EXPECT_TRUE(verdict(facts).ends_with(", mostly at a.asp:7."));
  facts.strands.refused_writes = 0;
  facts.strands.refused_too_soon = facts.strands.refused_too_small = 10;
  expect_begins(facts, kHalf + "The calls and iterations that could overlap end too soon");
  EXPECT_TRUE(verdict(facts).ends_with(", mostly at a.asp:9."));
  facts.needed_place = "a.asp:5";
  facts.strands.refused_needs_early = 30;
  expect_begins(facts,
                kHalf + "Iterations of a loop cannot overlap, mostly at a.asp:5: each needs values of");
  facts.needed_value = "best";
  expect_begins(facts,
                kHalf + "Iterations of a loop cannot overlap, mostly at a.asp:5: each needs `best` of");
  facts.strands.refused_needs_early = 0;
  facts.strands.refused_too_small = 0;
  expect_begins(facts, kHalf + "Most of the time no pending call");
  facts.value_ns = 50 * kMs;
  expect_begins(facts, kHalf + "For 50 % of the time strands waited for values");
  facts.iteration_ns = 60 * kMs;
  facts.iteration_place = "a.asp:4";
  expect_begins(facts,
                kHalf + "For 60 % of the time iterations of a loop waited, mostly at a.asp:4, for values of");
  facts.iteration_value = "best";
  expect_begins(facts,
                kHalf + "For 60 % of the time iterations of a loop waited, mostly at a.asp:4, for `best` of");
}

TEST(Verdict, KnowsRunsThatWereOverTooSoonOrWaited) {
  RunFacts facts = one_of_two_busy();
  facts.busy_ns = 40 * kMs;
  EXPECT_EQ(
      verdict(facts),
      "The workers were busy 20 % of the time. The program ended before the other workers could help, after "
      "100000 µs.");
  facts.outside_ns = 60 * kMs;
  EXPECT_EQ(verdict(facts),
            "The workers were busy 20 % of the time. Most of the time nothing was ready to run: the program "
            "waited for operations "
            "outside of it.");
  facts = one_of_two_busy();
  facts.wall_ns = facts.busy_ns = 500'000;
  facts.strands.refused_nothing_pending = 1;
  EXPECT_EQ(verdict(facts), kHalf + "The program ended before the other workers could help, after 500 µs.");
}

}  // namespace aspen
