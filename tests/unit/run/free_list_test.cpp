// Objects that one thread ends and another begins: they must come back, or memory grows for ever.
#include "vm/run/parallel/free_list.h"

#include <gtest/gtest.h>

#include <deque>
#include <thread>
#include <vector>

namespace aspen {
namespace {

struct Node {
  Node* next = nullptr;
  int number = 0;
};

struct Store {
  SharedFreeList<Node> shared;
  std::deque<Node> all;

  Node& take(FreeList<Node>& list) {
    if (Node* node = shared.take(list)) return *node;
    shared.reserve(all.size() + 1);
    return all.emplace_back();
  }
};

TEST(FreeList, GivesWhatWasPutLast) {
  Store store;
  FreeList<Node> list;
  Node &first = store.take(list), &second = store.take(list);
  store.shared.put(list, first);
  store.shared.put(list, second);
  EXPECT_EQ(&store.take(list), &second);
  EXPECT_EQ(&store.take(list), &first);
  EXPECT_EQ(list.count, 0u);
  EXPECT_EQ(store.shared.take(list), nullptr);
}

TEST(FreeList, MakesNoMoreThanAreInUseAtOnce) {
  constexpr size_t kInUse = 1'000;
  Store store;
  FreeList<Node> begins, ends;
  for (int round = 0; round < 100; ++round) {
    std::vector<Node*> used;
    for (size_t i = 0; i < kInUse; ++i) used.push_back(&store.take(begins));
    for (Node* node : used) store.shared.put(ends, *node);
  }
  EXPECT_LE(store.all.size(), kInUse + 200);
}

TEST(FreeList, GivesEachObjectToOneUserAtATime) {
  constexpr int kRounds = 20'000;
  Store store;
  for (int i = 0; i < 400; ++i) store.all.emplace_back();
  store.shared.reserve(store.all.size());
  FreeList<Node> filled;
  for (Node& node : store.all) store.shared.put(filled, node);
  const auto use = [&](int step, FreeList<Node> list) {
    std::vector<Node*> used;
    for (int i = 0; i < kRounds; ++i) {
      while (Node* node = used.size() < 150 ? store.shared.take(list) : nullptr) {
        node->number += step;
        used.push_back(node);
      }
      for (size_t keep = static_cast<size_t>(i) % 3; used.size() > keep; used.pop_back()) {
        used.back()->number -= step;
        store.shared.put(list, *used.back());
      }
    }
    for (Node* node : used) node->number -= step;
  };
  std::thread other([&] { use(1, {}); });
  use(1'000'000, filled);
  other.join();
  for (const Node& node : store.all) EXPECT_EQ(node.number, 0);
}

}  // namespace
}  // namespace aspen
