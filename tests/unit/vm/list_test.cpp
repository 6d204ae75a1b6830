#include "vm/values/list.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "tests/unit/vm/test_heap.h"

namespace aspen {
namespace {

Value int_value(int64_t i) { return Value::small_int(i); }

List* list_of(Allocator& allocator, std::initializer_list<int> values) {
  List* list = new_list(allocator);
  for (int v : values) push(allocator, list, int_value(v));
  return list;
}

std::vector<int64_t> contents(const List* list) {
  std::vector<int64_t> values;
  for (uint32_t i = 0; i < list->length; ++i) values.push_back(list->items[i].as_small_int());
  return values;
}

using Ints = std::vector<int64_t>;

class ListTest : public testing::Test {
 protected:
  TestHeap test_;
  Allocator& allocator_ = test_.allocator;
};

TEST_F(ListTest, NeighboursFillOneArray) {
  NativeStackScope scope(test_.mutator);
  Root<List> left(test_.heap, list_of(allocator_, {0, 1}));
  Root<List> right(test_.heap, make_neighbour(allocator_, left.get(), 3, 2));
  Root<List> middle(test_.heap, make_neighbour(allocator_, left.get(), 1, 2));
  const Array* array = left->array;
  push(allocator_, right.get(), int_value(5)), push(allocator_, right.get(), int_value(6));
  push(allocator_, left.get(), int_value(2));
  test_.collect();
  push(allocator_, middle.get(), int_value(3)), push(allocator_, middle.get(), int_value(4));
  const Value* fifth = &right->items[0];
  List* joined = join(allocator_, join(allocator_, left.get(), middle.get()), right.get());
  EXPECT_EQ(joined, left.get());
  EXPECT_EQ(joined->array, array);
  EXPECT_EQ(&joined->items[5], fifth) << "nothing has moved";
  EXPECT_EQ(contents(joined), (Ints{0, 1, 2, 3, 4, 5, 6}));
  push(allocator_, joined, int_value(7));
  test_.collect();
  EXPECT_EQ(contents(joined), (Ints{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(contents(right.get()).empty());
}

// The copy of a frame may share a list of results: its part of the array then stays as it is.
TEST_F(ListTest, NeighboursThatWereSharedStayWhereTheyAre) {
  NativeStackScope scope(test_.mutator);
  Root<List> left(test_.heap, list_of(allocator_, {0, 1}));
  Root<List> right(test_.heap, make_neighbour(allocator_, left.get(), 3, 2));
  Root<List> middle(test_.heap, make_neighbour(allocator_, left.get(), 1, 2));
  push(allocator_, left.get(), int_value(2));
  push(allocator_, middle.get(), int_value(3));
  share(Value::object(middle.get()));
  push(allocator_, right.get(), int_value(5)), push(allocator_, right.get(), int_value(6));
  Root<List> elsewhere(test_.heap, copy_list(allocator_, middle.get(), 1));
  push(allocator_, elsewhere.get(), int_value(4));
  Root<List> joined(test_.heap, join(allocator_, left.get(), elsewhere.get()));
  joined = Root<List>(test_.heap, join(allocator_, joined.get(), right.get()));
  EXPECT_EQ(contents(joined.get()), (Ints{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_NE(joined->array, right->array);
  slice(allocator_, joined.get(), 1, 3);
  test_.collect();
  EXPECT_EQ(contents(joined.get()), (Ints{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(contents(middle.get()), (Ints{3}));
  EXPECT_EQ(contents(right.get()), (Ints{5, 6}));
}

TEST_F(ListTest, NeighboursMayLeaveRoomBetweenThem) {
  NativeStackScope scope(test_.mutator);
  Root<List> left(test_.heap, list_of(allocator_, {0}));
  Root<List> right(test_.heap, make_neighbour(allocator_, left.get(), 4, 3));
  for (int i : {2, 3, 4}) push(allocator_, right.get(), int_value(i));
  push(allocator_, left.get(), int_value(1));
  EXPECT_EQ(contents(join(allocator_, left.get(), right.get())), (Ints{0, 1, 2, 3, 4}));
}

TEST_F(ListTest, JoiningMovesWhatIsUnsharedAndSharesTheRest) {
  NativeStackScope scope(test_.mutator);
  auto inner = [&] { return Value::object(list_of(allocator_, {1})); };
  List* first = list_of(allocator_, {0});
  List* second = new_list(allocator_);
  Value moved = inner(), kept = inner();
  push(allocator_, second, moved);
  EXPECT_EQ(join(allocator_, first, second), first);
  EXPECT_FALSE(moved.as_object()->is_shared());
  List* third = new_list(allocator_);
  push(allocator_, third, kept);
  share(Value::object(third));
  EXPECT_EQ(join(allocator_, first, third)->length, 3u);
  EXPECT_TRUE(kept.as_object()->is_shared());
  share(Value::object(first));
  List* joined = join(allocator_, first, list_of(allocator_, {9}));
  EXPECT_NE(joined, first);
  EXPECT_EQ(joined->length, 4u);
  EXPECT_EQ(first->length, 3u);
  List* twice = list_of(allocator_, {1, 2});
  EXPECT_EQ(contents(join(allocator_, twice, twice)), (Ints{1, 2, 1, 2}));
}

TEST_F(ListTest, GrowsAtBothEnds) {
  NativeStackScope scope(test_.mutator);
  Root<List> list(test_.heap, new_list(allocator_));
  for (int i = 0; i < 100; ++i)
    push(allocator_, list.get(), int_value(i)), push_front(allocator_, list.get(), int_value(-i));
  EXPECT_EQ(list->length, 200u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(element(list.get(), 100 + i), int_value(i));
    EXPECT_EQ(element(list.get(), 99 - i), int_value(-i));
  }
}

TEST_F(ListTest, MakesListsFromValues) {
  NativeStackScope scope(test_.mutator);
  Value values[] = {int_value(1), int_value(2)};
  EXPECT_EQ(contents(new_list(allocator_, values, 2)), (Ints{1, 2}));
  EXPECT_EQ(contents(new_list(allocator_, values, 0)), Ints{});
  EXPECT_EQ(contents(new_list_repeated(allocator_, int_value(4), 3)), (Ints{4, 4, 4}));
  EXPECT_EQ(contents(new_list_repeated(allocator_, int_value(4), 0)), Ints{});
}

TEST_F(ListTest, RepeatingSharesTheValue) {
  NativeStackScope scope(test_.mutator);
  List* inner = new_list(allocator_);
  new_list_repeated(allocator_, Value::object(inner), 1);
  EXPECT_FALSE(inner->is_shared());
  new_list_repeated(allocator_, Value::object(inner), 2);
  EXPECT_TRUE(inner->is_shared());
}

TEST_F(ListTest, SlicesLookAtTheSameArray) {
  NativeStackScope scope(test_.mutator);
  List* list = list_of(allocator_, {0, 1, 2, 3, 4});
  List* middle = slice(allocator_, list, 1, 4);
  EXPECT_EQ(contents(middle), (Ints{1, 2, 3}));
  EXPECT_EQ(middle->array, list->array);
  EXPECT_FALSE(is_writable(list));
  EXPECT_FALSE(is_writable(middle));
  EXPECT_EQ(contents(slice(allocator_, middle, 2, 2)), Ints{});
  List* inner = slice(allocator_, middle, 1, 3);
  EXPECT_EQ(contents(inner), (Ints{2, 3}));
}

TEST_F(ListTest, AWriterLeavesTheSharedArray) {
  NativeStackScope scope(test_.mutator);
  List* list = list_of(allocator_, {0, 1, 2, 3});
  List* tail = slice(allocator_, list, 1, 4);
  List* writable = ensure_unshared(allocator_, tail, 1);
  EXPECT_EQ(writable, tail);
  EXPECT_TRUE(is_writable(tail));
  tail->items[0] = int_value(9);
  push(allocator_, tail, int_value(4));
  EXPECT_EQ(contents(tail), (Ints{9, 2, 3, 4}));
  EXPECT_EQ(contents(list), (Ints{0, 1, 2, 3}));
}

TEST_F(ListTest, AWriterOfASharedListGetsACopyWithSharedElements) {
  NativeStackScope scope(test_.mutator);
  List* inner = new_list(allocator_);
  List* list = new_list(allocator_);
  push(allocator_, list, Value::object(inner));
  EXPECT_EQ(ensure_unshared(allocator_, list), list);
  share(Value::object(list));
  List* copy = ensure_unshared(allocator_, list);
  EXPECT_NE(copy, list);
  EXPECT_FALSE(copy->is_shared());
  EXPECT_TRUE(inner->is_shared());
}

TEST_F(ListTest, AWindowKeepsTheWholeArrayAliveOnce) {
  NativeStackScope scope(test_.mutator);
  Root<List> window(test_.heap, nullptr);
  [&]() __attribute__((noinline)) {
    Root<List> list(test_.heap, new_list(allocator_));
    for (int i = 0; i < 50; ++i) push(allocator_, list.get(), Value::object(list_of(allocator_, {i})));
    window.set(slice(allocator_, list.get(), 10, 20));
  }
  ();
  test_.collect();
  test_.collect();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(contents(as<List>(element(window.get(), i))), Ints{10 + i});
}

TEST_F(ListTest, DeadUnsharedListsAreNarrowedInPlace) {
  NativeStackScope scope(test_.mutator);
  List* list = list_of(allocator_, {0, 1, 2, 3});
  EXPECT_EQ(slice_dead(allocator_, list, 1, 3), list);
  EXPECT_EQ(contents(list), (Ints{1, 2}));
  EXPECT_TRUE(is_writable(list));
  share(Value::object(list));
  List* window = slice_dead(allocator_, list, 1, 2);
  EXPECT_NE(window, list);
  EXPECT_EQ(contents(list), (Ints{1, 2}));
}

TEST_F(ListTest, PoppingFromASharedArraySharesTheElement) {
  NativeStackScope scope(test_.mutator);
  List* inner = new_list(allocator_);
  List* list = new_list(allocator_);
  push(allocator_, list, Value::object(inner));
  push(allocator_, list, Value::object(new_list(allocator_)));
  List* window = slice(allocator_, list, 0, 1);
  pop(list);
  EXPECT_FALSE(inner->is_shared());
  EXPECT_EQ(pop_front(window), Value::object(inner));
  EXPECT_TRUE(inner->is_shared());
}

TEST_F(ListTest, ConcatAndAppendShareWhatTheyCopy) {
  NativeStackScope scope(test_.mutator);
  List* inner = new_list(allocator_);
  List* a = new_list(allocator_);
  push(allocator_, a, Value::object(inner));
  List* joined = concat(allocator_, a, a);
  EXPECT_EQ(joined->length, 2u);
  EXPECT_TRUE(inner->is_shared());
  List* b = list_of(allocator_, {1, 2});
  append_elements(allocator_, b, b);
  EXPECT_EQ(contents(b), (Ints{1, 2, 1, 2}));
}

TEST_F(ListTest, AQueueDoesNotGrowWithoutEnd) {
  NativeStackScope scope(test_.mutator);
  Root<List> queue(test_.heap, new_list(allocator_));
  for (int i = 0; i < 100; ++i) push(allocator_, queue.get(), int_value(i));
  for (int i = 100; i < kRandomSteps; ++i) {
    push(allocator_, queue.get(), int_value(i));
    ASSERT_EQ(pop_front(queue.get()), int_value(i - 100));
  }
  EXPECT_LE(queue->array->length, 512u);
}

// Compares every operation with std::deque, in random order.
TEST_F(ListTest, BehavesLikeASequence) {
  NativeStackScope scope(test_.mutator);
  std::mt19937 random(7);
  Root<List> list(test_.heap, new_list(allocator_));
  Root<List> old(test_.heap, new_list(allocator_));
  std::deque<int64_t> model, old_model;
  auto writable = [&] {
    list.set(ensure_unshared(allocator_, list.get()));
    return list.get();
  };
  for (int step = 0; step < kRandomSteps; ++step) {
    int64_t v = step;
    auto size = static_cast<uint32_t>(model.size());
    switch (random() % 12) {
      case 0:
      case 1:
      case 2: push(allocator_, writable(), int_value(v)), model.push_back(v); break;
      case 3:
      case 4: push_front(allocator_, writable(), int_value(v)), model.push_front(v); break;
      case 5:
        if (!size) break;
        ASSERT_EQ(pop(writable()), int_value(model.back()));
        model.pop_back();
        break;
      case 6:
        if (!size) break;
        ASSERT_EQ(pop_front(writable()), int_value(model.front()));
        model.pop_front();
        break;
      case 7: {
        uint32_t at = random() % (size + 1);
        insert(allocator_, writable(), at, int_value(v));
        model.insert(model.begin() + at, v);
        break;
      }
      case 8:
        if (size) {
          uint32_t at = random() % size;
          ASSERT_EQ(remove_at(writable(), at), int_value(model[at]));
          model.erase(model.begin() + at);
        }
        break;
      case 9:
        if (size) {
          uint32_t at = random() % size;
          writable()->items[at] = int_value(v);
          model[at] = v;
        }
        break;
      case 10:
        if (random() % 10 == 0) {
          uint32_t begin = random() % (size + 1), end = begin + random() % (size - begin + 1);
          old.set(list.get());
          old_model = model;
          list.set(slice(allocator_, list.get(), begin, end));
          model = std::deque<int64_t>(model.begin() + begin, model.begin() + end);
        }
        break;
      case 11:
        if (random() % 10 == 0) {
          share(Value::object(list.get()));
          old.set(list.get());
          old_model = model;
        }
        break;
    }
    if (step % 97 == 0 || model.size() < 4) {
      ASSERT_EQ(contents(list.get()), Ints(model.begin(), model.end())) << step;
      ASSERT_EQ(contents(old.get()), Ints(old_model.begin(), old_model.end())) << step;
    }
  }
}

}  // namespace
}  // namespace aspen
