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

// ---- Versions of one list

// 0, 1, 2 … up to n, which leave room for `spare` more.
List* counted(Allocator& allocator, uint32_t n, uint32_t spare) {
  List* list = new_list(allocator, n + spare);
  for (uint32_t i = 0; i < n; ++i) push(allocator, list, int_value(i));
  return list;
}

List* with_last(Allocator& allocator, List* list, int64_t value) {
  List* longer = own_end(allocator, list, 1);
  add_last(longer, int_value(value));
  return longer;
}

TEST_F(ListTest, ASharedListIsContinuedOnItsArray) {
  NativeStackScope scope(test_.mutator);
  Root<List> old(test_.heap, counted(allocator_, 50, 10));
  share(Value::object(old.get()));
  Root<List> longer(test_.heap, with_last(allocator_, old.get(), 50));
  EXPECT_NE(longer.get(), old.get());
  EXPECT_EQ(longer->array, old->array);
  EXPECT_EQ(old->length, 50u);
  EXPECT_FALSE(is_writable(longer.get())) << "the old list would see the write";
  test_.collect();
  ASSERT_EQ(contents(longer.get()).size(), 51u);
  EXPECT_EQ(contents(longer.get()).back(), 50);
  // The places behind the old list are taken now.
  List* other = with_last(allocator_, old.get(), 99);
  EXPECT_NE(other->array, old->array);
  EXPECT_EQ(contents(other).back(), 99);
  EXPECT_EQ(contents(longer.get()).back(), 50);
}

TEST_F(ListTest, ElementsOfAContinuedListAreShared) {
  NativeStackScope scope(test_.mutator);
  List* old = counted(allocator_, 50, 10);
  share(Value::object(old));
  List* longer = own_end(allocator_, old, 1);
  List* inner = new_list(allocator_);
  add_last(longer, Value::object(inner));
  pop(longer);
  EXPECT_TRUE(inner->is_shared());
}

TEST_F(ListTest, AWindowIsContinuedOnlyAtTheEndOfItsArray) {
  NativeStackScope scope(test_.mutator);
  List* list = counted(allocator_, 100, 10);
  List* front = slice(allocator_, list, 0, 50);
  List* back = slice(allocator_, list, 50, 100);
  share(Value::object(front)), share(Value::object(back));
  EXPECT_NE(with_last(allocator_, front, 7)->array, list->array);
  EXPECT_EQ(with_last(allocator_, back, 8)->array, list->array);
  EXPECT_EQ(contents(list).back(), 99);
}

TEST_F(ListTest, AListBesideNeighboursIsNotContinued) {
  NativeStackScope scope(test_.mutator);
  Root<List> left(test_.heap, counted(allocator_, 50, 0));
  Root<List> right(test_.heap, make_neighbour(allocator_, left.get(), 3, 2));
  push(allocator_, right.get(), int_value(7));
  share(Value::object(left.get()));
  EXPECT_NE(with_last(allocator_, left.get(), 50)->array, left->array);
  EXPECT_EQ(contents(right.get()), Ints{7});
}

TEST_F(ListTest, AShortListIsCopied) {
  NativeStackScope scope(test_.mutator);
  List* old = counted(allocator_, 10, 10);
  share(Value::object(old));
  List* copy = with_last(allocator_, old, 10);
  EXPECT_TRUE(is_writable(copy));
  EXPECT_EQ(copy->array->length, 11u) << "and takes no more memory than it needs";
}

// Each version is shared before the next one is made: only what is full is copied.
TEST_F(ListTest, ALineOfVersionsIsRarelyCopied) {
  NativeStackScope scope(test_.mutator);
  constexpr int kVersions = 1000;
  Root<List> list(test_.heap, new_list(allocator_));
  int arrays = 0;
  for (int i = 0; i < kVersions; ++i) {
    const Array* before = list->array;
    share(Value::object(list.get()));
    list.set(with_last(allocator_, list.get(), i));
    if (list->length > 40 && list->array != before) ++arrays;
  }
  EXPECT_LE(arrays, 16);
  EXPECT_EQ(contents(list.get()).back(), kVersions - 1);
}

// No version is shared any more: after a part of its length, the list is copied, and grows in place.
TEST_F(ListTest, AListThatIsBuiltFromASharedOneGetsAnArrayOfItsOwn) {
  NativeStackScope scope(test_.mutator);
  List* list = counted(allocator_, 1000, 5000);
  share(Value::object(list));
  int continued_in_place = 0;
  while (!is_writable(list)) {
    list = with_last(allocator_, list, 0);
    ASSERT_LE(++continued_in_place, 64);
  }
  EXPECT_GE(continued_in_place, 2);
}

TEST_F(ListTest, SumsOfAListContinueIt) {
  NativeStackScope scope(test_.mutator);
  List* one = list_of(allocator_, {7});
  Root<List> sum(test_.heap, counted(allocator_, 100, 0));
  EXPECT_EQ(continued(allocator_, sum.get(), 1), nullptr) << "it is full";
  sum.set(concat(allocator_, sum.get(), one));
  EXPECT_EQ(sum->array->length, 101u) << "many sums of one list take no more memory than they need";
  sum.set(concat(allocator_, sum.get(), one));
  EXPECT_EQ(sum->array->length, 126u);
  List* longer = continued(allocator_, sum.get(), 1);
  ASSERT_NE(longer, nullptr);
  add_last_elements(longer, one);
  EXPECT_EQ(contents(longer).back(), 7);
  EXPECT_EQ(longer->length, 103u);
  EXPECT_FALSE(is_writable(sum.get())) << "the longer list would see the write";
  List* wide = counted(allocator_, 100, 0);
  EXPECT_EQ(concat(allocator_, sum.get(), wide)->array->length, 202u) << "no room for more as long as that";
}

// What only a dropped version had is garbage, and its place is free again.
TEST_F(ListTest, ElementsBehindTheLongestLivingVersionDie) {
  NativeStackScope scope(test_.mutator);
  Root<List> old(test_.heap, nullptr);
  [&]() __attribute__((noinline)) {
    old.set(counted(allocator_, 50, 10));
    share(Value::object(old.get()));
    Root<List> longer(test_.heap, with_last(allocator_, old.get(), 50));
    longer.set(with_last(allocator_, longer.get(), 51));
    test_.collect();
    EXPECT_EQ(old->array->used().end, 52u);
    EXPECT_EQ(contents(longer.get()).back(), 51);
  }
  ();
  new_list(allocator_);  // the stack keeps no list
  test_.collect();
  EXPECT_EQ(old->array->used().end, 50u);
  EXPECT_EQ(contents(old.get()).back(), 49);
  List* again = with_last(allocator_, old.get(), 7);
  EXPECT_EQ(again->array, old->array);
  EXPECT_EQ(contents(again).back(), 7);
}

TEST_F(ListTest, CodeThatRefersToElementsKeepsThoseOfDroppedVersions) {
  NativeStackScope scope(test_.mutator);
  Root<List> old(test_.heap, counted(allocator_, 50, 10));
  share(Value::object(old.get()));
  Value* volatile items = nullptr;
  [&]() __attribute__((noinline)) {
    List* last = list_of(allocator_, {7});  // first: what own_end gives is written before the next allocation
    List* longer = own_end(allocator_, old.get(), 1);
    add_last(longer, Value::object(last));
    items = longer->items;
  }
  ();
  test_.collect();
  test_.collect();
  EXPECT_EQ(old->array->used().end, 51u);
  EXPECT_EQ(contents(as<List>(items[50])), Ints{7});
}

// Many versions at once, each compared with a vector after all that was done to the others.
TEST_F(ListTest, VersionsDoNotSeeEachOther) {
  NativeStackScope scope(test_.mutator);
  constexpr size_t kVersions = 12;
  std::mt19937 random(11);
  std::vector<Value>& lists = test_.roots.values;
  std::vector<Ints> models(kVersions);
  for (size_t i = 0; i < kVersions; ++i) lists.push_back(Value::object(new_list(allocator_)));
  for (int step = 0; step < kRandomSteps; ++step) {
    const size_t from = random() % kVersions, to = random() % kVersions;
    List* list = as<List>(lists[from]);
    Ints model = models[from];
    const uint32_t what = random() % 16;
    if (from != to) share(lists[from]);
    if (what < 8 || list->length == 0) {
      list = with_last(allocator_, list, step), model.push_back(step);
    } else if (what < 10) {
      List* other = as<List>(lists[to]);
      if (list->length + other->length > 2000) continue;
      const Ints& more = models[to];
      list = join(allocator_, list, other);
      model.insert(model.end(), more.begin(), more.end());
    } else if (what < 12) {
      list = ensure_unshared(allocator_, list);
      list->items[random() % list->length] = int_value(step);
      for (uint32_t i = 0; i < list->length; ++i) model[i] = list->items[i].as_small_int();
    } else if (what == 12 && !list->is_shared()) {
      pop(list), model.pop_back();
    } else if (what == 13) {
      const uint32_t begin = random() % std::min(list->length, 3u);
      list = slice(allocator_, list, begin, list->length);
      model.erase(model.begin(), model.begin() + begin);
    } else if (what == 14 && list->length > 300) {
      list = new_list(allocator_), model.clear();
    } else if (from != to) {
      lists[to] = lists[from], models[to] = models[from];
      continue;
    }
    lists[to] = Value::object(list), models[to] = model;
    if (step % 50 == 0) {
      for (size_t i = 0; i < kVersions; ++i) ASSERT_EQ(contents(as<List>(lists[i])), models[i]) << step;
    }
    if (step % 5000 == 0) test_.collect();
  }
}

}  // namespace
}  // namespace aspen
