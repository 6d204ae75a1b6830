// Interleavings of a worker's queues: every item is taken exactly once, complete, and the oldest first
// (W1, W2, W3, W4).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "sched/next_slot.h"
#include "sched/ring.h"
#include "tests/sched/interleave.h"

namespace aspen::sched {

namespace interleave {

constexpr uint32_t kItems = 8;

struct Item {
  uint32_t number = 0;
  Atomic<uint32_t> content{0};  // written before the item is pushed: its taker must see that
};

// Policies of rings that contain a mistake each.
struct GivesBackEarly {};
struct SpillsUnclaimed {};
struct StoresTailLast {};

}  // namespace interleave

// The broken rings are specializations, so they are friends of the ring that they derive from.

template <>
class Ring<interleave::GivesBackEarly, interleave::Item, 4>
    : public Ring<interleave::VirtualAtomics, interleave::Item, 4> {
 public:
  interleave::Item* steal_into(Ring<interleave::VirtualAtomics, interleave::Item, 4>& into, uint32_t& moved) {
    const Claim claim = claim_half(most_stolen());
    moved = claim.count;
    if (claim.count == 0) return nullptr;
    give_back();  // too early: the owner may fill the slots again
    for (uint32_t i = 0; i + 1 < claim.count; ++i)
      into.push(slot(claim.first + i).load(std::memory_order_relaxed), [](interleave::Item*) {});
    return slot(claim.first + claim.count - 1).load(std::memory_order_relaxed);
  }
};

template <>
class Ring<interleave::SpillsUnclaimed, interleave::Item, 4>
    : public Ring<interleave::VirtualAtomics, interleave::Item, 4> {
 public:
  template <class Spill>
  void push(interleave::Item* item, Spill&& spill) {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    const Head head = unpack(head_.load(std::memory_order_acquire));
    if (tail - head.steal < 4) return append(item, tail);
    if (head.steal == head.real) {  // a thief may come now
      for (uint32_t at = head.real + most_stolen(); at != tail; ++at)
        spill(slot(at).load(std::memory_order_relaxed));
      tail_.store(head.real + most_stolen(), std::memory_order_release);
      head_.store(pack({head.real, head.real}), std::memory_order_release);
    }
    spill(item);
  }
};

template <>
class Ring<interleave::StoresTailLast, interleave::Item, 4>
    : public Ring<interleave::VirtualAtomics, interleave::Item, 4> {
 public:
  template <class Spill>
  void push(interleave::Item* item, Spill&& spill) {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    const Head head = unpack(head_.load(std::memory_order_acquire));
    if (tail - head.steal < 4) return append(item, tail);
    if (head.steal == head.real && claim_all(head, tail)) {
      for (uint32_t at = head.real + most_stolen(); at != tail; ++at)
        spill(slot(at).load(std::memory_order_relaxed));
      head_.store(pack({head.real, head.real}), std::memory_order_release);
      tail_.store(head.real + most_stolen(), std::memory_order_release);  // a thief may have come
    }
    spill(item);
  }
};

namespace interleave {
namespace {

using PlainRing = Ring<VirtualAtomics, Item, 4>;

// Where items end up, in the order in which they were taken.
struct Taken {
  std::vector<uint32_t> numbers;

  void add(Execution& run, Item* item) {
    if (!item) return;
    run.check(item->content.load(std::memory_order_relaxed) == item->number + 100,
              "an item is taken incomplete");
    numbers.push_back(item->number);
  }
  bool in_order() const { return std::is_sorted(numbers.begin(), numbers.end()); }
};

template <class TestedRing>
struct Rings {
  TestedRing ring;
  std::array<PlainRing, 2> thieves;
  std::array<Item, kItems> items;
  Taken owner, spilled;
  std::array<Taken, 2> stolen;
  uint32_t pushed = 0;

  Rings() {
    for (uint32_t i = 0; i < kItems; ++i) items[i].number = i;
  }

  void push(Execution& run) {
    Item& item = items[pushed++];
    item.content.store(item.number + 100, std::memory_order_relaxed);
    ring.push(&item, [&](Item* spill) { spilled.add(run, spill); });
  }
  void pop(Execution& run) { owner.add(run, ring.pop()); }

  void steal(Execution& run, uint32_t thief) {
    uint32_t moved = 0;
    Item* last = ring.steal_into(thieves[thief], moved);
    run.check((last != nullptr) == (moved != 0), "the count of stolen items");
    run.check(moved <= 2, "no more than half of the capacity are stolen");
    uint32_t popped = 0;
    while (Item* item = thieves[thief].pop()) {
      stolen[thief].add(run, item);
      ++popped;
    }
    run.check(popped + (last != nullptr) == moved, "all that were counted arrive");
    stolen[thief].add(run, last);
  }

  // Every item exactly once; each taker gets the oldest first.
  void check(Execution& run) {
    while (Item* item = ring.pop()) owner.add(run, item);
    std::vector<uint32_t> count(kItems);
    for (const Taken* taken : {&owner, &spilled, &stolen[0], &stolen[1]})
      for (const uint32_t number : taken->numbers) ++count[number];
    for (uint32_t i = 0; i < pushed; ++i) {
      run.check(count[i] >= 1, "an item is lost");
      run.check(count[i] <= 1, "an item is taken twice");
    }
    run.check(owner.in_order() && stolen[0].in_order() && stolen[1].in_order(), "the oldest go first");
  }
};

struct Steps {
  uint32_t turns;     // pushes and pops before, so that slots are reused
  uint32_t filled;    // pushes before
  const char* owner;  // + push, - pop
  uint32_t thieves, steals;
};

template <class TestedRing = PlainRing>
Scenario rings(Steps steps) {
  return [steps](Execution& run) {
    auto& state = run.make<Rings<TestedRing>>();
    for (uint32_t i = 0; i < steps.turns; ++i) {
      state.ring.push(&state.items[0], [](Item*) {});
      state.ring.pop();
    }
    for (uint32_t i = 0; i < steps.filled; ++i) state.push(run);
    run.thread([&run, &state, steps] {
      for (const char* step = steps.owner; *step; ++step) *step == '+' ? state.push(run) : state.pop(run);
    });
    for (uint32_t thief = 0; thief < steps.thieves; ++thief) {
      run.thread([&run, &state, steps, thief] {
        for (uint32_t i = 0; i < steps.steals; ++i) state.steal(run, thief);
      });
    }
    run.at_end([&run, &state] { state.check(run); });
  };
}

constexpr Steps kPushAgainstSteal{3, 0, "++", 1, 2};
constexpr Steps kPopAgainstSteal{1, 3, "---", 1, 1};
constexpr Steps kTwoThieves{2, 4, "-+", 2, 1};
constexpr Steps kOverflow{1, 4, "++", 1, 2};
constexpr Steps kOverflowTwoThieves{0, 4, "+-+", 2, 1};
constexpr Steps kReuse{3, 3, "-+-+", 1, 2};
constexpr Steps kLastItem{2, 1, "-", 2, 1};

TEST(RingInterleavings, PushAgainstSteal) {
  expect_holds("ring.push-steal", rings(kPushAgainstSteal), {.preemptions = 3});
  expect_caught("ring.push-steal", rings(kPushAgainstSteal), Broken::release_is_relaxed);
  expect_caught("ring.push-steal", rings(kPushAgainstSteal), Broken::acquire_is_relaxed);
}

TEST(RingInterleavings, PopAgainstSteal) {
  expect_holds("ring.pop-steal", rings(kPopAgainstSteal), {.preemptions = 3});
  expect_caught("ring.pop-steal", rings(kPopAgainstSteal), Broken::compare_in_two_steps);
}

TEST(RingInterleavings, TwoThieves) {
  expect_holds("ring.two-thieves", rings(kTwoThieves));
  expect_caught("ring.two-thieves", rings(kTwoThieves), Broken::compare_in_two_steps);
}

TEST(RingInterleavings, OverflowAgainstThief) {
  expect_holds("ring.overflow", rings(kOverflow), {.preemptions = 3});
  expect_caught("ring.overflow", rings<Ring<SpillsUnclaimed, Item, 4>>(kOverflow));
  expect_caught("ring.overflow", rings<Ring<StoresTailLast, Item, 4>>(kOverflow));
}

TEST(RingInterleavings, OverflowAgainstTwoThieves) {
  expect_holds("ring.overflow-two-thieves", rings(kOverflowTwoThieves));
  expect_caught("ring.overflow-two-thieves", rings(kOverflowTwoThieves), Broken::compare_in_two_steps);
}

TEST(RingInterleavings, SlotsFilledAgainWhileTheyAreCopied) {
  expect_holds("ring.reuse", rings(kReuse), {.preemptions = 3});
  expect_caught("ring.reuse", rings<Ring<GivesBackEarly, Item, 4>>(kReuse), Broken::nothing,
                {.preemptions = 3});
}

TEST(RingInterleavings, TheLastItem) {
  expect_holds("ring.last-item", rings(kLastItem), {.preemptions = 3});
  expect_caught("ring.last-item", rings(kLastItem), Broken::compare_in_two_steps);
}

// Each steals from the other, as two idle workers may.
Scenario mutual() {
  struct Pair {
    std::array<PlainRing, 2> rings;
    std::array<Item, 6> items;
    std::vector<uint32_t> seen = std::vector<uint32_t>(6);
  };
  return [](Execution& run) {
    auto& state = run.make<Pair>();
    for (uint32_t i = 0; i < 6; ++i) {
      state.items[i].number = i;
      state.rings[i % 2].push(&state.items[i], [](Item*) {});
    }
    for (uint32_t self = 0; self < 2; ++self) {
      run.thread([&state, self] {
        if (Item* own = state.rings[self].pop()) ++state.seen[own->number];
        uint32_t moved = 0;
        if (Item* item = state.rings[1 - self].steal_into(state.rings[self], moved))
          ++state.seen[item->number];
      });
    }
    run.at_end([&run, &state] {
      for (PlainRing& ring : state.rings)
        while (Item* item = ring.pop()) ++state.seen[item->number];
      for (const uint32_t count : state.seen) run.check(count == 1, "each item once");
    });
  };
}

TEST(RingInterleavings, TwoWorkersStealFromEachOther) {
  expect_holds("ring.mutual", mutual());
  expect_caught("ring.mutual", mutual(), Broken::compare_in_two_steps);
}

// A thread that looks from outside never sees more items than there can be.
Scenario sizes() {
  return [](Execution& run) {
    auto& state = run.make<Rings<PlainRing>>();
    for (int i = 0; i < 3; ++i) state.push(run);
    run.thread([&] {
      state.push(run);
      state.pop(run);
    });
    run.thread([&] { state.steal(run, 0); });
    run.thread([&] {
      for (int i = 0; i < 2; ++i) run.check(state.ring.size() <= 4, "no more than the capacity");
    });
    run.at_end([&] { state.check(run); });
  };
}

TEST(RingInterleavings, Size) { expect_holds("ring.size", sizes()); }

// The owner takes out all that it can and puts the last one back, as a worker does with a task that yields. A
// thief may still hold the slots of the others.
Scenario puts_back(bool trusts_size) {
  return [trusts_size](Execution& run) {
    auto& state = run.make<Rings<PlainRing>>();
    for (int i = 0; i < 4; ++i) state.push(run);
    run.thread([&run, &state, trusts_size] {
      Item* last = nullptr;
      while (Item* item = state.ring.pop()) {
        state.owner.add(run, last);
        last = item;
      }
      if (last == nullptr) return;
      bool is_back = true;
      if (trusts_size && state.ring.size() == 0)
        state.ring.push(last, [](Item*) {});
      else
        is_back = state.ring.try_push(last);
      if (!is_back) state.owner.add(run, last);
    });
    run.thread([&run, &state] { state.steal(run, 0); });
    run.at_end([&run, &state] { state.check(run); });
  };
}

TEST(RingInterleavings, AnEmptyRingMayHaveNoRoom) {
  expect_holds("ring.puts_back", puts_back(false));
  expect_caught("ring.puts_back", puts_back(true));
}

// --- Next slot ---

struct SlotState {
  NextSlot<VirtualAtomics, Item> slot;
  std::array<Item, 4> items;
  Taken owner, thief;

  void put(Execution& run, uint32_t i) {
    items[i].number = i;
    items[i].content.store(i + 100, std::memory_order_relaxed);
    owner.add(run, slot.put(&items[i]));
  }
  void check(Execution& run, uint32_t pushed) {
    owner.add(run, slot.take());
    run.check(slot.empty(), "it is empty then");
    run.check(owner.numbers.size() + thief.numbers.size() == pushed, "each once");
    run.check(owner.in_order(), "the displaced are the older ones");
  }
};

Scenario slot_of(uint32_t puts, uint32_t thieves) {
  return [=](Execution& run) {
    auto& state = run.make<SlotState>();
    run.thread([&run, &state, puts] {
      for (uint32_t i = 0; i < puts; ++i) state.put(run, i);
      state.owner.add(run, state.slot.take());
    });
    for (uint32_t i = 0; i < thieves; ++i)
      run.thread([&run, &state] { state.thief.add(run, state.slot.steal()); });
    run.at_end([&run, &state, puts] { state.check(run, puts); });
  };
}

TEST(NextSlotInterleavings, OwnerAgainstThief) {
  expect_holds("slot.thief", slot_of(3, 1), {.preemptions = 3});
  expect_caught("slot.thief", slot_of(3, 1), Broken::exchange_in_two_steps);
  expect_caught("slot.thief", slot_of(3, 1), Broken::release_is_relaxed);
  expect_caught("slot.thief", slot_of(3, 1), Broken::acquire_is_relaxed);
}

TEST(NextSlotInterleavings, OwnerAgainstTwoThieves) {
  expect_holds("slot.two-thieves", slot_of(2, 2), {.preemptions = 3});
  expect_caught("slot.two-thieves", slot_of(2, 2), Broken::exchange_in_two_steps);
}

// A joiner takes the very task it waits for, to run it inside its own poll.
Scenario taken_by_name() {
  return [](Execution& run) {
    auto& state = run.make<SlotState>();
    run.thread([&] {
      state.put(run, 0);
      if (state.slot.take(&state.items[0])) state.owner.add(run, &state.items[0]);
      state.put(run, 1);
      run.check(!state.slot.take(&state.items[0]), "another item is not taken for it");
    });
    run.thread([&] { state.thief.add(run, state.slot.steal()); });
    run.at_end([&] { state.check(run, 2); });
  };
}

TEST(NextSlotInterleavings, TakenByName) {
  expect_holds("slot.by-name", taken_by_name(), {.preemptions = 3});
  expect_caught("slot.by-name", taken_by_name(), Broken::compare_in_two_steps);
}

}  // namespace
}  // namespace interleave
}  // namespace aspen::sched
