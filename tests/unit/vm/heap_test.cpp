#include "vm/heap/heap.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "tests/unit/vm/test_heap.h"
#include "vm/object/future.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

Tuple* make_tuple(Allocator& allocator, std::initializer_list<Value> items) {
  auto* tuple = allocator.make<Tuple>(items.size() * sizeof(Value), static_cast<uint32_t>(items.size()));
  std::copy(items.begin(), items.end(), tuple->items());
  return tuple;
}

Value int_value(int64_t i) { return Value::small_int(i); }

// Makes garbage until the heap has collected `times` more.
void collect_by_allocating(TestHeap& test, uint64_t times) {
  uint64_t goal = test.heap.statistics().collections + times;
  while (test.heap.statistics().collections < goal) make_tuple(test.allocator, {int_value(1), int_value(2)});
}

TEST(Heap, KeepsWhatRootsReachAndFreesTheRest) {
  TestHeap test;
  test.roots.values.push_back(Value::object(make_tuple(test.allocator, {int_value(7)})));
  for (int i = 0; i < 1000; ++i) make_tuple(test.allocator, {int_value(i)});
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 16u);
  EXPECT_EQ(as<Tuple>(test.roots.values[0])->items()[0], int_value(7));
  test.roots.values.clear();
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 0u);
  EXPECT_EQ(test.heap.bytes_used(), 0u);
}

TEST(Heap, CollectsByItselfAndReusesMemory) {
  TestHeap test;
  collect_by_allocating(test, 3);
  EXPECT_LE(test.heap.bytes_used(), size_t{16} << 20);
}

TEST(Heap, CyclicDataIsCollected) {
  TestHeap test;
  Tuple* a = make_tuple(test.allocator, {Value::unit()});
  test.roots.values.push_back(Value::object(a));
  Tuple* b = make_tuple(test.allocator, {Value::object(a)});
  a->items()[0] = Value::object(b);
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 32u);
  test.roots.values.clear();
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 0u);
}

TEST(Heap, DeepDataIsMarkedWithoutRecursion) {
  TestHeap test;
#ifdef ASPEN_STRESS_GC
  const int depth = 2'000;
#else
  const int depth = 2'000'000;
#endif
  Root<> chain(test.heap, Value::unit());
  for (int i = 0; i < depth; ++i) {
    chain.set(Value::object(test.allocator.make<LabelBox>(0, Symbol{3}, chain.get())));
  }
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, size_t{16} * depth);
  int length = 0;
  for (Value v = chain.get(); v.is_object(); v = as<LabelBox>(v)->payload) ++length;
  EXPECT_EQ(length, depth);
}

TEST(Heap, WideDataIsMarkedPieceByPiece) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Root<List> list(test.heap, new_list(test.allocator));
  for (int i = 0; i < 2000; ++i) {
    push(test.allocator, list.get(), Value::object(make_tuple(test.allocator, {int_value(i)})));
  }
  test.collect();
  for (int i = 0; i < 2000; ++i) EXPECT_EQ(as<Tuple>(element(list.get(), i))->items()[0], int_value(i));
}

TEST(Heap, LargeObjectsLiveAndDie) {
  TestHeap test;
  size_t bytes = size_t{1} << 20;
  test.roots.values.push_back(Value::object(new_string(test.allocator, bytes, true)));
  new_string(test.allocator, bytes, true);
  EXPECT_TRUE(test.roots.values[0].as_object()->is_large());
  test.collect();
  EXPECT_EQ(test.heap.bytes_used(), bytes + sizeof(String));
  test.roots.values.clear();
  test.collect();
  EXPECT_EQ(test.heap.bytes_used(), 0u);
}

// The half of a loop that continues the segment reads what it kept only at its end.
TEST(Heap, SegmentsHoldWhatTheirHalvesKeep) {
  TestHeap test;
  test.roots.values.push_back(Value::object(test.allocator.make<Future>(0)));
  auto* segment = test.allocator.make<Segment>(sizeof(Value), nullptr, 1);
  segment->future = as<Future>(test.roots.values[0]);
  segment->slots()[0] = Value::unit();
  test.roots.values[0] = Value::object(segment);
  test.collect();
  const size_t alone = test.heap.statistics().bytes_live;
  segment->kept = Value::object(make_tuple(test.allocator, {int_value(7)}));
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, alone + 16);
}

TEST(Heap, SizesAtTheEdgeOfABlocksShare) {
  TestHeap test;
  for (size_t bytes = Allocator::kLargestInBlock - 40; bytes < Allocator::kLargestInBlock + 40; ++bytes) {
    auto length = static_cast<uint32_t>(bytes - sizeof(String));
    String* string = new_string(test.allocator, length, true);
    test.roots.values.push_back(Value::object(string));
    EXPECT_EQ(Heap::object_size(string), (bytes + 7) / 8 * 8);
    EXPECT_EQ(string->is_large(), Heap::object_size(string) > Allocator::kLargestInBlock);
    std::fill_n(string->data(), length, 'x');
  }
  test.collect();
  for (Value v : test.roots.values)
    EXPECT_EQ(as<String>(v)->view().find_first_not_of('x'), std::string_view::npos);
}

// Objects of all sizes come and go; every one that is held keeps its content.
TEST(Heap, FragmentationNeverOverwritesTheLiving) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  std::mt19937 random(1);
  std::vector<uint32_t> sizes;
  for (int i = 0; i < kRandomSteps; ++i) {
    uint32_t size = random() % (random() % 20 == 0 ? 6000 : 100);
    String* string = new_string(test.allocator, size, true);
    std::fill_n(string->data(), size, static_cast<char>('a' + size % 26));
    if (sizes.size() < 500) {
      test.roots.values.push_back(Value::object(string));
      sizes.push_back(size);
    } else {
      size_t at = random() % 500;
      test.roots.values[at] = Value::object(string);
      sizes[at] = size;
    }
    if (i % 1000 == 0) test.collect();
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    std::string expected(sizes[i], static_cast<char>('a' + sizes[i] % 26));
    EXPECT_EQ(as<String>(test.roots.values[i])->view(), expected);
  }
}

TEST(Heap, NativeFramesKeepValuesAndPointersAlive) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Tuple* by_pointer = make_tuple(test.allocator, {int_value(1)});
  Value by_value = Value::object(make_tuple(test.allocator, {int_value(2)}));
  Value* inside = make_tuple(test.allocator, {int_value(3), int_value(4)})->items() + 1;
  char* in_large = new_string(test.allocator, 100'000, true)->data() + 50'000;
  *in_large = 'x';
  collect_by_allocating(test, 2);
  test.collect();
  EXPECT_EQ(by_pointer->items()[0], int_value(1));
  EXPECT_EQ(as<Tuple>(by_value)->items()[0], int_value(2));
  EXPECT_EQ(*inside, int_value(4));
  EXPECT_EQ(*in_large, 'x');
}

// A register may hold the only reference to the elements, when the compiler does not need the list any more.
TEST(Heap, APointerToElementsKeepsTheElementsAlive) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Value* items = [&]() __attribute__((noinline)) {
    List* list = new_list(test.allocator);
    for (int i = 0; i < 20; ++i)
      push(test.allocator, list, Value::object(make_tuple(test.allocator, {int_value(i)})));
    return list->items;
  }
  ();
  test.collect();
  collect_by_allocating(test, 2);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(as<Tuple>(items[i])->items()[0], int_value(i));
}

TEST(Heap, NestedScopesKeepTheOutermostFrame) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Tuple* outer = make_tuple(test.allocator, {int_value(1)});
  [&]() __attribute__((noinline)) { NativeStackScope inner(test.mutator); }
  ();
  test.collect();
  EXPECT_EQ(test.heap.find_object(outer), outer);
}

TEST(Heap, FindsObjectsFromAnyAddressInside) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  std::vector<Object*> objects;
  Root<List> keep(test.heap, new_list(test.allocator));
  for (uint32_t i = 1; i < 300; ++i) {
    Object* object = new_string(test.allocator, i * 7, true);
    objects.push_back(object);
    push(test.allocator, keep.get(), Value::object(object));
  }
  auto check = [&] {
    for (Object* object : objects) {
      auto* bytes = reinterpret_cast<std::byte*>(object);
      for (size_t i = 0; i < Heap::object_size(object); i += 5)
        EXPECT_EQ(test.heap.find_object(bytes + i), object);
    }
  };
  check();
  test.collect();
  check();
  EXPECT_EQ(test.heap.find_object(nullptr), nullptr);
  EXPECT_EQ(test.heap.find_object(&test), nullptr);
  EXPECT_EQ(test.heap.find_object(Region::of(objects[0])), nullptr);
}

TEST(Heap, AddressesInFreeMemoryAreNoObjects) {
  TestHeap test;
  Object* last = make_tuple(test.allocator, {int_value(1)});
  EXPECT_EQ(test.heap.find_object(reinterpret_cast<std::byte*>(last) + 16), nullptr);
  test.collect();
  EXPECT_EQ(test.heap.find_object(last), nullptr);
}

TEST(Heap, TrimmedObjectsLeaveAWalkableHole) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Root<List> keep(test.heap, new_list(test.allocator));
  auto trimmed = [&](uint32_t limbs) {
    auto* number = test.allocator.make<BigInt>(10 * sizeof(uint64_t), false, 10u);
    Object* after = limbs % 2 ? make_tuple(test.allocator, {int_value(5)}) : nullptr;
    number->length = limbs;
    test.allocator.trim(number, sizeof(BigInt) + 80, sizeof(BigInt) + limbs * sizeof(uint64_t));
    Object* next = make_tuple(test.allocator, {int_value(6)});
    EXPECT_EQ(test.heap.find_object(number), number);
    EXPECT_EQ(test.heap.find_object(next), next);
    EXPECT_EQ(test.heap.find_object(after), after);
    EXPECT_EQ(test.heap.find_object(reinterpret_cast<char*>(number) + 9 * 8) == number, limbs >= 9);
  };
  for (uint32_t limbs = 1; limbs <= 10; ++limbs) trimmed(limbs);
}

#ifdef ASPEN_HAS_ASAN
// The address after the last item of a tuple of this size.
Value& place_past(Allocator& allocator, uint32_t items) {
  auto* tuple = allocator.make<Tuple>(items * sizeof(Value), items);
  std::fill_n(tuple->items(), items, Value::unit());
  make_tuple(allocator, {int_value(1)});
  return tuple->items()[items];
}

TEST(Heap, AddressSanitizerSeesWhatGoesPastAnObject) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  constexpr uint32_t kInHole = 1, kInOverflow = 100, kLarge = 5000;
  for (const uint32_t items : {kInHole, kInOverflow, kLarge}) {
    EXPECT_DEATH(place_past(test.allocator, items) = Value::unit(), "use-after-poison") << items;
    EXPECT_DEATH(make_tuple(test.allocator, {place_past(test.allocator, items)}), "use-after-poison")
        << items;
  }
  auto* number = test.allocator.make<BigInt>(10 * sizeof(uint64_t), false, 10u);
  number->length = 3;
  test.allocator.trim(number, sizeof(BigInt) + 80, sizeof(BigInt) + 24);
  EXPECT_DEATH(number->limbs()[3] = 1, "use-after-poison");
}
#endif

TEST(Heap, RootsHoldAndLetGo) {
  TestHeap test;
  {
    Root<Tuple> root(test.heap, make_tuple(test.allocator, {int_value(9)}));
    Root<Tuple> copy = root;
    root.set(nullptr);
    test.collect();
    EXPECT_EQ(copy->items()[0], int_value(9));
    EXPECT_EQ(root.get(), nullptr);
    root = copy;
    EXPECT_EQ(root.get(), copy.get());
  }
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 0u);
}

TEST(Heap, RootsOutliveTheHeap) {
  auto test = std::make_unique<TestHeap>();
  Root<> root(test->heap, Value::object(make_tuple(test->allocator, {int_value(9)})));
  EXPECT_TRUE(root.attached());
  test.reset();
  EXPECT_FALSE(root.attached());
  EXPECT_TRUE(root.get().is_undefined());
  root.set(int_value(1));
  EXPECT_TRUE(root.get().is_undefined());
}

int finalized = 0;

TEST(Heap, FinalizesDeadNativeObjectsOnce) {
  static const NativeType type{"thing", [](void* state) { finalized += *static_cast<int*>(state); }, nullptr};
  finalized = 0;
  int one = 1, ten = 10;
  {
    TestHeap test;
    test.roots.values.push_back(Value::object(new_native_object(test.allocator, type, &ten)));
    new_native_object(test.allocator, type, &one);
    test.collect();
    EXPECT_EQ(finalized, 1);
    test.collect();
    EXPECT_EQ(finalized, 1);
  }
  EXPECT_EQ(finalized, 11);
}

TEST(Heap, TracesNativeObjects) {
  static const NativeType type{
      "box", nullptr, [](void* state, Tracer& tracer) { tracer.visit(*static_cast<Value*>(state)); }};
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Value held = Value::object(make_tuple(test.allocator, {int_value(5)}));
  test.roots.values.push_back(held);
  test.roots.values[0] = Value::object(new_native_object(test.allocator, type, &held));
  test.collect();
  EXPECT_EQ(as<Tuple>(held)->items()[0], int_value(5));
  EXPECT_EQ(test.heap.statistics().bytes_live, sizeof(NativeObject) + 16);
}

// Where the last collection has met many futures, each place gets the value, shared if the future was.
TEST(Heap, ReplacesResolvedFutures) {
  TestHeap test;
  const int count = 1000;
  auto resolve = [](Future* future, Value value) { future->bits = value.bits(); };
  for (int i = 0; i < count; ++i) {
    Root<Future> future(test.heap, test.allocator.make<Future>(0));
    if (i % 2) future->set(flag::kShared);
    Root<Tuple> holder(test.heap, make_tuple(test.allocator, {Value::object(future.get())}));
    test.roots.values.push_back(Value::object(holder.get()));
    if (i % 3) resolve(future.get(), Value::object(make_tuple(test.allocator, {int_value(i)})));
  }
  Root<Future> outer(test.heap, test.allocator.make<Future>(0));
  resolve(outer.get(), as<Tuple>(test.roots.values[1])->items()[0]);
  test.roots.values.push_back(Value::object(outer.get()));
  test.collect();
  test.collect();
  for (int i = 0; i < count; ++i) {
    Value item = as<Tuple>(test.roots.values[i])->items()[0];
    ASSERT_EQ(is_future(item), i % 3 == 0) << i;
    if (is_future(item)) continue;
    EXPECT_EQ(as<Tuple>(item)->items()[0], int_value(i));
    EXPECT_EQ(item.as_object()->is_shared(), i % 2 == 1);
  }
  EXPECT_EQ(as<Tuple>(test.roots.values[count])->items()[0], int_value(1)) << "a future of a future";
}

TEST(Heap, ReachesItsLimitOnceAndGoesOn) {
  TestHeap test(size_t{4} << 20);
  while (!test.heap.limit_reached()) {
    test.roots.values.push_back(Value::object(new_string(test.allocator, 3000, true)));
    ASSERT_LT(test.roots.values.size(), 2000u);
  }
  EXPECT_GE(test.heap.bytes_used(), size_t{4} << 20);
  EXPECT_EQ(test.roots.limit_signals, 1);
  EXPECT_FALSE(test.allocator.can_allocate(1));
  test.roots.values.clear();
  test.heap.clear_limit_reached();
  EXPECT_TRUE(test.allocator.can_allocate(size_t{3} << 20));
  EXPECT_FALSE(test.allocator.can_allocate(size_t{5} << 20));
  EXPECT_FALSE(test.allocator.can_allocate(SIZE_MAX));
  EXPECT_FALSE(TestHeap().allocator.can_allocate(2 * string_bytes(kMostTextBytes + 1)));
  EXPECT_FALSE(test.heap.limit_reached());
}

TEST(Heap, GarbageDoesNotReachTheLimit) {
  TestHeap test(size_t{2} << 20);
  for (int i = 0; i < 3000; ++i) new_string(test.allocator, 3000, true);
  for (int i = 0; i < 300; ++i) new_string(test.allocator, 300'000, true);
  EXPECT_FALSE(test.heap.limit_reached());
}

// Of the objects made, one in sixteen stays, until the heap is full; then one that stayed is dropped for
// each.
void make_scattered(TestHeap& test, size_t bytes, int count) {
  std::mt19937 random(1);
  std::vector<Value>& values = test.roots.values;
  for (int i = 0; i < count; ++i) {
    String* string = new_string(test.allocator, bytes, true);
    if (i % 16 != 0) continue;
    if (test.heap.bytes_used() < test.heap.limit() / 2)
      values.push_back(Value::object(string));
    else
      values[random() % values.size()] = Value::object(string);
  }
}

// Few blocks are free when the living are scattered, but most of the memory in the others is.
TEST(Heap, HolesBetweenTheLivingAreUsedAtTheLimit) {
  if (kRedZoneBytes > 0) GTEST_SKIP() << "red zones fill the holes";
  for (size_t bytes : {24, 100, 200}) {
    TestHeap test(size_t{4} << 20);
    make_scattered(test, bytes, 200'000);
    EXPECT_FALSE(test.heap.limit_reached()) << bytes;
    EXPECT_LE(test.heap.peak_bytes(), test.heap.limit());
  }
}

// The living fill almost all. If the holes were used, each few of them would cost a collection.
TEST(Heap, FewHolesDoNotDelayTheLimit) {
  if (kRedZoneBytes > 0) GTEST_SKIP() << "red zones fill the holes";
  TestHeap test(size_t{4} << 20);
  const int in_block = kBlockBytes / Heap::object_size(new_string(test.allocator, 24, true));
  for (int i = 0; test.heap.bytes_used() + kBlockBytes < test.heap.limit(); ++i) {
    String* string = new_string(test.allocator, 24, true);
    if (i % (32 * in_block) > 80) test.roots.values.push_back(Value::object(string));
  }
  // One in each block lives.
  for (int i = 0; i < 100'000; ++i) {
    String* string = new_string(test.allocator, 24, true);
    if (i % (in_block / 2) == 0) test.roots.values[static_cast<size_t>(i)] = Value::object(string);
  }
  EXPECT_TRUE(test.heap.limit_reached());
#ifndef ASPEN_STRESS_GC  // which collects at every allocation
  EXPECT_LT(test.heap.statistics().collections, 12u);
#endif
}

TEST(Heap, GivesMemoryBackWhenALargeHeapDies) {
  TestHeap test;
  const size_t count = kRandomSteps / 5;
  for (size_t i = 0; i < count; ++i) {
    test.roots.values.push_back(Value::object(new_string(test.allocator, 3000, true)));
  }
  EXPECT_GT(test.heap.bytes_used(), count * 3000);
  test.roots.values.clear();
  test.collect();
  EXPECT_EQ(test.heap.bytes_used(), 0u);
  EXPECT_LT(test.heap.bytes_reserved(), size_t{20} << 20);
}

TEST(Heap, MutatorsComeAndGo) {
  TestHeap test;
  for (int i = 0; i < 10; ++i) {
    Mutator other(test.heap);
    test.roots.values.push_back(Value::object(make_tuple(other.allocator(), {int_value(i)})));
    make_tuple(test.allocator, {int_value(-1)});
  }
  test.collect();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(as<Tuple>(test.roots.values[i])->items()[0], int_value(i));
}

}  // namespace
}  // namespace aspen
