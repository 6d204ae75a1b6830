// Interleavings of the steps that other threads and the thread in the driver's seat take together: the
// mailbox that it reads, and the slots of the waiters that it wakes.
#include <gtest/gtest.h>

#include <array>

#include "sched/mailbox.h"
#include "sched/wait_slot.h"
#include "tests/sched/interleave.h"

namespace aspen::sched::interleave {
namespace {

// --- Mailbox ---

struct alignas(8) Letter {
  Letter* next = nullptr;
  uint32_t read = 0;
};

struct Post {
  using Box = Mailbox<VirtualAtomics, Letter>;

  Box box;
  std::array<Letter, 3> letters;
  Atomic<uint32_t> tokens{0};  // those that wake the reader
  Atomic<uint32_t> news{0};    // the changes that calls announce
  uint32_t read = 0;
  uint32_t refused = 0;

  void wake(Execution& run) {
    const uint32_t before = tokens.fetch_add(1, std::memory_order_acq_rel);
    run.check(before == 0, "a sleeper is woken once");
  }
  void send(Execution& run, uint32_t which) {
    switch (box.send(letters[which])) {
      case Box::Sent::quietly: break;
      case Box::Sent::to_a_sleeper: wake(run); break;
      case Box::Sent::not_at_all: ++refused; break;
    }
  }
  void call(Execution& run) {
    news.store(1, std::memory_order_relaxed);
    if (box.call()) wake(run);
  }

  void read_all(Execution& run) {
    for (Letter* letter = box.take(); letter != nullptr; letter = letter->next) {
      run.check(++letter->read == 1, "a letter is read once");
      ++read;
    }
  }
  // Until it is woken; a reader that does not wait gives up at once, as after a time-out.
  void sleep(bool waits) {
    if (!box.sleep()) return;
    if (waits) wait_for_token();
    if (!box.get_up() && !waits) wait_for_token();
  }
  void wait_for_token() {
    tokens.wait_while(0);
    tokens.fetch_sub(1, std::memory_order_acq_rel);
  }
};

// `waits`: whether the reader sleeps until it is woken; otherwise its first sleep ends at once.
Scenario sent(uint32_t senders, bool waits) {
  return [=](Execution& run) {
    auto& post = run.make<Post>();
    run.thread([&run, &post, senders, waits] {
      for (uint32_t naps = 0; post.read < senders;) {
        post.read_all(run);
        if (post.read < senders) post.sleep(waits || naps++ > 0);
      }
    });
    for (uint32_t i = 0; i < senders; ++i) run.thread([&run, &post, i] { post.send(run, i); });
    run.at_end([&run, &post] {
      run.check(post.tokens.load(std::memory_order_relaxed) == 0, "only a sleeping worker is woken");
    });
  };
}

TEST(MailboxInterleavings, SendAgainstSleep) {
  expect_holds("mailbox.send", sent(2, true), {.preemptions = 3});
  expect_holds("mailbox.three-senders", sent(3, true));
  expect_caught("mailbox.send", sent(2, true), Broken::compare_in_two_steps, {.preemptions = 3});
  expect_caught("mailbox.send", sent(2, true), Broken::exchange_in_two_steps, {.preemptions = 3});
}

TEST(MailboxInterleavings, SendAgainstASleepThatEnds) {
  expect_holds("mailbox.time-out", sent(2, false), {.preemptions = 3});
  expect_caught("mailbox.time-out", sent(2, false), Broken::exchange_in_two_steps, {.preemptions = 3});
}

// A caller passes something on that is not in the box.
Scenario called(uint32_t senders) {
  return [=](Execution& run) {
    auto& post = run.make<Post>();
    run.thread([&run, &post, senders] {
      while (post.news.load(std::memory_order_relaxed) == 0 || post.read < senders) {
        post.read_all(run);
        if (post.news.load(std::memory_order_relaxed) == 0 || post.read < senders) post.sleep(true);
      }
    });
    run.thread([&run, &post] { post.call(run); });
    for (uint32_t i = 0; i < senders; ++i) run.thread([&run, &post, i] { post.send(run, i); });
  };
}

TEST(MailboxInterleavings, CallAgainstSleepAndSend) {
  expect_holds("mailbox.call", called(0), {.preemptions = 3});
  expect_holds("mailbox.call-and-send", called(1), {.preemptions = 3});
  expect_caught("mailbox.call", called(0), Broken::compare_in_two_steps, {.preemptions = 3});
}

// A letter is read, or its sender keeps it.
Scenario box_closed(uint32_t senders) {
  return [=](Execution& run) {
    auto& post = run.make<Post>();
    run.thread([&run, &post] {
      while (!post.box.close()) post.read_all(run);
    });
    for (uint32_t i = 0; i < senders; ++i) run.thread([&run, &post, i] { post.send(run, i); });
    run.at_end([&run, &post, senders] {
      run.check(post.read + post.refused == senders, "read, or given back to its sender");
    });
  };
}

TEST(MailboxInterleavings, CloseAgainstSend) {
  expect_holds("mailbox.close", box_closed(2), {.preemptions = 3});
  expect_caught("mailbox.close", box_closed(2), Broken::compare_in_two_steps, {.preemptions = 3});
}

// --- Wait slot ---

struct Slot {
  using Event = WaitSlot<VirtualAtomics>;
  using Placed = Event::Placed;

  Event slot;
  std::array<Waiter, 2> waiters{};
  std::array<Atomic<uint32_t>, 2> wakes{};
  Atomic<uint32_t> asked{0};  // the driver is to look
  uint32_t taken = 0;         // events that a waiter has taken
  uint32_t refused = 0;

  void wake(Execution& run, const Waiter* waiter) {
    if (waiter == nullptr) return;
    const uint32_t before =
        wakes[static_cast<size_t>(waiter - waiters.data())].exchange(1, std::memory_order_acq_rel);
    run.check(before == 0, "a waiter is woken once");
  }

  // Records the result.
  Placed place(uint32_t which) {
    const Placed placed = slot.place(waiters[which]);
    if (placed == Placed::unarmed) asked.store(1, std::memory_order_release);
    if (placed == Placed::ready) ++taken;
    if (placed == Placed::closed || placed == Placed::occupied) ++refused;
    return placed;
  }
  static bool waits(Placed placed) { return placed == Placed::waiting || placed == Placed::unarmed; }

  void wait(uint32_t which) {
    if (!waits(place(which))) return;
    wakes[which].wait_while(0);
    ++taken;
  }
  void wait_and_give_up(Execution& run, uint32_t which) {
    if (!waits(place(which))) return;
    if (slot.withdraw(waiters[which])) {
      run.check(wakes[which].load(std::memory_order_relaxed) == 0, "a withdrawn waiter is not woken");
      return;
    }
    wakes[which].wait_while(0);
    ++taken;
  }
  // Whether an event is noted that has not been taken.
  bool has_note() {
    Waiter probe;
    const Placed placed = slot.place(probe);
    if (waits(placed)) slot.withdraw(probe);
    return placed == Placed::ready;
  }
};

using After = Slot::Event::After;

// One event, and one waiter for it.
Scenario posted(After after) {
  return [=](Execution& run) {
    auto& event = run.make<Slot>();
    run.thread([&event] { event.wait(0); });
    run.thread([&run, &event, after] { event.wake(run, event.slot.post(after)); });
    run.at_end([&run, &event] {
      run.check(event.taken == 1, "the waiter gets the event");
      run.check(!event.has_note(), "it is taken once");
    });
  };
}

TEST(WaitSlotInterleavings, PlaceAgainstPost) {
  expect_holds("slot.post", posted(After::stay_armed), {.preemptions = 3});
  expect_holds("slot.post-and-disarm", posted(After::disarm), {.preemptions = 3});
  expect_caught("slot.post", posted(After::stay_armed), Broken::compare_in_two_steps, {.preemptions = 3});
}

// A waiter that gives up is woken, or the event stays for the next waiter.
Scenario withdrawn() {
  return [](Execution& run) {
    auto& event = run.make<Slot>();
    run.thread([&run, &event] { event.wait_and_give_up(run, 0); });
    run.thread([&run, &event] { event.wake(run, event.slot.post(After::stay_armed)); });
    run.at_end(
        [&run, &event] { run.check(event.taken + event.has_note() == 1, "the event is taken, or noted"); });
  };
}

TEST(WaitSlotInterleavings, WithdrawAgainstPost) {
  expect_holds("slot.withdraw", withdrawn(), {.preemptions = 3});
  expect_caught("slot.withdraw", withdrawn(), Broken::compare_in_two_steps, {.preemptions = 3});
}

// A closed slot has no waiter.
Scenario slot_closed() {
  return [](Execution& run) {
    auto& event = run.make<Slot>();
    run.thread([&event] { event.wait(0); });
    run.thread([&run, &event] { event.wake(run, event.slot.close()); });
    run.thread([&run, &event] { event.wake(run, event.slot.post(After::stay_armed)); });
  };
}

TEST(WaitSlotInterleavings, CloseAgainstPlaceAndPost) {
  expect_holds("slot.close", slot_closed(), {.preemptions = 3});
  expect_caught("slot.close", slot_closed(), Broken::compare_in_two_steps, {.preemptions = 3});
}

// Of two waiters that come at once, one waits.
Scenario contended() {
  return [](Execution& run) {
    auto& event = run.make<Slot>();
    run.thread([&event] { event.wait(0); });
    run.thread([&event] { event.wait(1); });
    run.thread([&run, &event] { event.wake(run, event.slot.post(After::stay_armed)); });
    // A waiter that came after the event waits for the next one.
    run.sleeper([&run, &event] {
      for (;;) {
        event.asked.wait_while(0);
        event.asked.store(0, std::memory_order_relaxed);
        event.wake(run, event.slot.close());
      }
    });
    run.at_end([&run, &event] { run.check(event.taken + event.refused == 2, "each is answered"); });
  };
}

TEST(WaitSlotInterleavings, TwoThatWait) {
  expect_holds("slot.two", contended());
  expect_caught("slot.two", contended(), Broken::compare_in_two_steps);
}

// A driver that looks posts what it sees, and stops looking when there is no waiter. A new waiter then asks
// it to look again.
Scenario armed() {
  return [](Execution& run) {
    auto& event = run.make<Slot>();
    event.slot.place(event.waiters[1]);
    event.slot.arm();
    event.slot.withdraw(event.waiters[1]);
    run.thread([&event] {
      event.wait(0);
      event.wakes[0].store(0, std::memory_order_relaxed);
      event.wait(0);
    });
    run.sleeper([&run, &event] {
      for (int i = 0; i < 2; ++i) event.wake(run, event.slot.post(After::disarm_if_unawaited));
      for (;;) {
        event.asked.wait_while(0);
        event.asked.exchange(0, std::memory_order_acq_rel);
        if (event.slot.arm()) event.wake(run, event.slot.post(After::disarm));
      }
    });
    run.at_end([&run, &event] { run.check(event.taken == 2, "both waits end"); });
  };
}

TEST(WaitSlotInterleavings, ArmAgainstPlace) {
  expect_holds("slot.arm", armed(), {.preemptions = 3});
  expect_caught("slot.arm", armed(), Broken::compare_in_two_steps, {.preemptions = 3});
}

}  // namespace
}  // namespace aspen::sched::interleave
