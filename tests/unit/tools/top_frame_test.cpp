// What `aspen top` makes of what a program has answered.
#include <gtest/gtest.h>

#include "tools/aspen/top_screen.h"

namespace aspen {
namespace {

TopFrame frame_of_three() {
  TopFrame frame;
  frame.tasks = 3;
  frame.workers.resize(2);
  frame.workers[0] = {sched::Doing::running, 3, 1'000, 4, 750'000'000, 250'000'000, 0};
  frame.workers[1] = {sched::Doing::sleeping, 0, 0, 0, 0, 0, 1'000'000'000};
  frame.list = {{0, 0, 500'000'000, "program", "at a.asp:9", "waits for the end of task 1"},
                {1, 0, 2'500'000'000, "task 1, f", "at a.asp:2", "waits for its turn"},
                {1, 7, 0, "task 2", "at a.asp:5", "runs"}};
  return frame;
}

std::string text_of(const TopPicture& picture) {
  std::string text;
  for (const std::string& line : picture.lines) text += line + "\n";
  return text;
}

TEST(TopScreen, ShowsWorkersAndTheTreeOfTasks) {
  EXPECT_EQ(text_of(draw_top(frame_of_three(), {}, {})),
            "3 tasks, 0.0 MiB of memory, 2 workers, 0 queued for all of them\n"
            "WORKER  DOES      QUEUED     RUNS/S   STOLEN   BUSY  SEARCH  SLEEP\n"
            "     0  runs           3       1000        4    75%     25%     0%\n"
            "     1  sleeps         0          0        0     0%      0%   100%\n"
            "\n"
            "TASK                      WAITING  WHERE       STATE\n"
            "program                     0.5 s  at a.asp:9  waits for the end of task 1\n"
            "  task 1, f                 2.5 s  at a.asp:2  waits for its turn\n"
            "  task 2 and 7 like it             at a.asp:5  runs\n");
}

TEST(TopScreen, CountsSinceTheFrameBefore) {
  TopFrame later = frame_of_three();
  later.workers[0].runs += 50;
  later.workers[0].search_ns += 500'000'000;
  const std::string text = text_of(draw_top(later, frame_of_three(), {}));
  EXPECT_NE(text.find("     0  runs           3        100        0     0%    100%     0%\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("     1  sleeps         0          0        0      -       -      -\n"),
            std::string::npos)
      << text;
}

TEST(TopScreen, OrdersTasks) {
  const auto order = [](TopOrder by) {
    std::string names;
    const TopPicture picture = draw_top(frame_of_three(), {}, {.order = by});
    for (size_t i = picture.lines.size() - 3; i < picture.lines.size(); ++i)
      names += picture.lines[i].substr(0, 6) + "|";
    return names;
  };
  EXPECT_EQ(order(TopOrder::waiting), "task 1|progra|task 2|");
  EXPECT_EQ(order(TopOrder::state), "task 2|task 1|progra|");
  EXPECT_EQ(order(TopOrder::place), "task 1|task 2|progra|");
}

TEST(TopScreen, ScrollsNoFurtherThanTheLastTask) {
  const TopPicture all = draw_top(frame_of_three(), {}, {});
  EXPECT_EQ(all.most_skipped, 0u);
  const TopPicture few = draw_top(frame_of_three(), {}, {.rows = 8, .skipped = 100});
  EXPECT_EQ(few.most_skipped, 1u);
  EXPECT_EQ(few.lines.size(), 8u);
  EXPECT_EQ(few.lines.back().substr(0, 8), "  task 2");
}

// The state is what a reader looks for, so long names and places give way.
TEST(TopScreen, FitsANarrowTerminal) {
  TopFrame frame = frame_of_three();
  frame.list[1].name = "task 1, a_function_with_a_very_long_name";
  frame.list[2].name = "task 2, another_function_of_that_kind";
  frame.list[2].place = "at a/rather/long/path/of/a/module.asp:125";
  const TopPicture picture = draw_top(frame, {}, {.columns = 60});
  EXPECT_EQ(text_of({{picture.lines.end() - 4, picture.lines.end()}, 0}),
            "TASK                    WAITING  WHERE            STATE\n"
            "program                   0.5 s  at a.asp:9       waits for…\n"
            "  task 1, a_functio…      2.5 s  at a.asp:2       waits for…\n"
            "  tas… and 7 like it             …module.asp:125  runs\n");
  for (const size_t columns : {1u, 2u, 10u, 40u, 66u, 67u})
    for (const std::string& line : draw_top(frame, {}, {.columns = columns}).lines)
      EXPECT_EQ(fit_text(line, columns), line);
}

TEST(TopScreen, CutsBetweenCharacters) {
  EXPECT_EQ(fit_text("süß", 3), "süß");
  EXPECT_EQ(fit_text("süßer", 4), "süß…");
  EXPECT_EQ(fit_text("süß", 1), "…");
  EXPECT_EQ(fit_text("", 1), "");
}

TEST(TopFrame, IsReadAsItWasWritten) {
  const auto frame = read_frame(
      "aspen top 1\t1048576\t5\t2\t3\t1\t4\nworker\t2\t1\t2\t3\t4\t5\t6\n"
      "task\t1\t0\t9\ttask 1\tat x\truns\nend\n");
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->left_out, 2u);
  EXPECT_EQ(frame->blocking_threads, 4u);
  ASSERT_EQ(frame->workers.size(), 1u);
  EXPECT_EQ(frame->workers[0].doing, sched::Doing::sleeping);
  ASSERT_EQ(frame->list.size(), 1u);
  EXPECT_EQ(frame->list[0].state, "runs");
}

TEST(TopFrame, IsRefusedUnlessItIsWhole) {
  const std::string first = "aspen top 1\t1\t1\t0\t0\t0\t0\n";
  for (const std::string& text :
       {std::string(), first, first + "end", first + "worker\t9\t1\t2\t3\t4\t5\t6\nend\n",
        first + "task\t1\nend\n", first + "other\nend\n", first + first + "end\n", std::string("end\n"),
        first + "end\n" + first})
    EXPECT_FALSE(read_frame(text)) << text;
  EXPECT_TRUE(read_frame(first + "end\n"));
}

}  // namespace
}  // namespace aspen
