// What workers share besides the heap, used by several threads at once. Nothing here depends on which thread
// comes first; the thread sanitizer checks it.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/vm/test_heap.h"
#include "vm/code/verifier.h"
#include "vm/object/symbol.h"
#include "vm/run/error_trace.h"
#include "vm/run/machine.h"
#include "vm/run/output.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

constexpr int kThreads = 4;

#ifdef ASPEN_STRESS_GC
constexpr int kRounds = 100;
#else
constexpr int kRounds = 2000;
#endif

// Calls `body(index)` on every thread, all at the same time. The calling thread stays outside.
void together(const std::function<void(int)>& body) {
  std::barrier start(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      body(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Every thread waits for all others. Between two meetings nothing orders what the threads do, unless they
// take a lock. So the sanitizer sees a race even if the threads happen to run one after the other.
class Meeting {
 public:
  void join(Mutator& mutator) {
    mutator.outside([this] { barrier_.arrive_and_wait(); });
  }

 private:
  std::barrier<> barrier_{kThreads};
};

// Calls `body(index, allocator, value)` on every thread, for each of the roots, which all threads reach at
// about the same time.
void visit_together(TestHeap& test, const std::function<void(int, Allocator&, Value)>& body) {
  test.mutator.outside([&] {
    Meeting meeting;
    together([&](int index) {
      Mutator mutator(test.heap);
      NativeStackScope scope(mutator);
      new_list(mutator.allocator());  // takes a block
      meeting.join(mutator);
      for (Value value : test.roots.values) body(index, mutator.allocator(), value);
      meeting.join(mutator);
    });
  });
}

TEST(Sharing, NamesAreInternedOnceByAll) {
  SymbolTable table;
  uint32_t before = table.size();
  std::vector<std::vector<Symbol>> symbols(kThreads);
  together([&](int index) {
    for (int i = 0; i < kRounds; ++i) {
      std::string name = "name" + std::to_string(i);
      symbols[static_cast<size_t>(index)].push_back(table.intern(name));
      EXPECT_EQ(table.name(symbols[static_cast<size_t>(index)].back()), name);
    }
  });
  for (const auto& own : symbols) EXPECT_EQ(own, symbols[0]);
  EXPECT_EQ(table.size(), before + kRounds);
}

TEST(Sharing, ShapesAreInternedOnceByAll) {
  ShapeTable table;
  std::vector<std::vector<const Shape*>> shapes(kThreads);
  together([&](int index) {
    for (Symbol i = 0; i < kRounds; ++i) {
      Symbol fields[] = {i, i + 1};
      const Shape& shape = table.intern(fields);
      EXPECT_EQ(table[shape.id].fields, std::vector<Symbol>(std::begin(fields), std::end(fields)));
      shapes[static_cast<size_t>(index)].push_back(&shape);
    }
  });
  for (const auto& own : shapes) EXPECT_EQ(own, shapes[0]);
}

// Both are facts that must not get lost, whichever store is last. Several lists, as workers meet at few.
TEST(Sharing, SlicingAListLosesNoMark) {
  TestHeap test;
  for (int round = 0; round < kRounds / 10; ++round) {
    NativeStackScope scope(test.mutator);
    std::vector<Value>& lists = test.roots.values;
    lists.clear();
    for (int i = 0; i < 8; ++i) {
      lists.push_back(Value::object(new_list(test.allocator, 8)));
      for (int j = 0; j < 6; ++j) push(test.allocator, as<List>(lists.back()), Value::small_int(j));
    }
    visit_together(test, [&](int index, Allocator& allocator, Value list) {
      List* own = as<List>(list);
      if (index % 2 == 0) share(list);
      List* window = slice(allocator, own, 1, 5);
      EXPECT_EQ(window->items[3], Value::small_int(4));
      List* changed = ensure_unshared(allocator, window);
      changed->items[0] = Value::small_int(100 + index);
      EXPECT_EQ(own->items[1], Value::small_int(1));
      if (index % 2 == 1) share(list);
    });
    for (Value list : lists) {
      EXPECT_TRUE(as<List>(list)->is_shared());
      EXPECT_TRUE(as<List>(list)->on_shared_array());
      ASSERT_TRUE(as<List>(list)->array->is_shared_array());
      EXPECT_EQ(as<List>(list)->array->used().end - as<List>(list)->array->used().begin, 6u);
    }
  }
}

// One of the workers goes on behind the list, and all others copy it. What they read meanwhile stays.
TEST(Sharing, OneWorkerContinuesASharedList) {
  TestHeap test;
  for (int round = 0; round < kRounds / 10; ++round) {
    NativeStackScope scope(test.mutator);
    std::vector<Value>& lists = test.roots.values;
    lists.clear();
    for (int i = 0; i < 8; ++i) {
      lists.push_back(Value::object(new_list(test.allocator, 64)));
      for (int j = 0; j < 40; ++j) push(test.allocator, as<List>(lists.back()), Value::small_int(j));
      share(lists.back());
    }
    std::atomic<int> continued_ones = 0;
    visit_together(test, [&](int index, Allocator& allocator, Value list) {
      if (index == 0) slice(allocator, as<List>(list), 3, 9);
      List* longer = as<List>(list);
      for (int i = 0; i < 5; ++i) {
        longer = own_end(allocator, longer, 1);
        add_last(longer, Value::small_int(100 * index + i));
      }
      if (longer->array == as<List>(list)->array) ++continued_ones;
      EXPECT_EQ(as<List>(list)->length, 40u);
      ASSERT_EQ(longer->length, 45u);
      EXPECT_EQ(longer->items[39], Value::small_int(39));
      for (int i = 0; i < 5; ++i) EXPECT_EQ(longer->items[40 + i], Value::small_int(100 * index + i));
    });
#ifdef ASPEN_STRESS_GC  // a collection after one of them has dropped its list gives the places to the next
    EXPECT_GE(continued_ones, 8);
#else
    EXPECT_EQ(continued_ones, 8);
#endif
  }
}

TEST(Sharing, OneWorkerContinuesASharedDict) {
  TestHeap test;
  for (int round = 0; round < kRounds / 10; ++round) {
    NativeStackScope scope(test.mutator);
    std::vector<Value>& dicts = test.roots.values;
    dicts.clear();
    for (int i = 0; i < 8; ++i) {
      Dict* dict = new_dict(test.allocator, 64);
      for (int j = 0; j < 40; ++j)
        set(test.allocator, test.context, dict, Value::small_int(j), Value::small_int(j));
      dicts.push_back(Value::object(dict));
      share(dicts.back());
    }
    std::atomic<int> continued_ones = 0;
    visit_together(test, [&](int index, Allocator& allocator, Value dict) {
      Dict* newer = as<Dict>(dict);
      for (int i = 0; i < 20; ++i) {
        // All add the same keys, and look for those that only others have.
        const Value key = Value::small_int(40 + i), value = Value::small_int(100 * index + i);
        EXPECT_EQ(find(test.context, newer, key), nullptr);
        own_entry(allocator, test.context, newer, key).value = value;
      }
      if (newer->table == as<Dict>(dict)->table) ++continued_ones;
      ASSERT_EQ(newer->length, 60u);
      for (int i = 0; i < 60; ++i) {
        const DictEntry* entry = find(test.context, newer, Value::small_int(i));
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(entry->value, Value::small_int(i < 40 ? i : 100 * index + i - 40));
        EXPECT_EQ(find(test.context, as<Dict>(dict), Value::small_int(i)) == nullptr, i >= 40);
      }
    });
    EXPECT_EQ(continued_ones, 8);
  }
}

TEST(Sharing, TextKeepsTheHashThatAllFind) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  std::vector<String*> texts;
  for (int i = 0; i < kRounds; ++i) {
    texts.push_back(make_string(test.allocator, "text é " + std::to_string(i)));
    test.roots.values.push_back(Value::object(texts.back()));
  }
  test.mutator.outside([&] {
    together([&](int) {
      for (int i = 0; i < kRounds; ++i) {
        EXPECT_EQ(hash(texts[static_cast<size_t>(i)], 7), hash_text("text é " + std::to_string(i), 7));
        EXPECT_EQ(code_points(texts[static_cast<size_t>(i)]), 7 + std::to_string(i).size());
      }
    });
  });
}

// r n -> r.a + n
Chunk adding_chunk() {
  Chunk chunk;
  chunk.path = "adding";
  chunk.symbols = {"a"};
  FunctionCode body, add;
  body.frame_size = 1;
  body.code = {encode_i16(Op::LoadInt, 0, 0), encode(Op::Return, 0)};
  add.name = "add";
  add.arity = 2;
  add.frame_size = 3;
  add.code = {encode(Op::GetField, 2, 0), 0, kEmptyCache, encode(Op::Add, 2, 2, 1), encode(Op::Return, 2)};
  add.relocations = {{1, Relocation::Target::symbol, 0}};
  chunk.functions = {body, add};
  return chunk;
}

// An inline cache returns the slot of the shape that it holds, whichever shape that is now; and an
// instruction has its operands in each of its forms.
TEST(Sharing, CodeChangesInOnePiece) {
  Word code[] = {encode(Op::Add, 1, 2, 3), kEmptyCache};
  together([&](int index) {
    ShapeId shape = ShapeTable::id_of(static_cast<uint32_t>(index));
    Word slot = static_cast<Word>(index) + 7;
    for (int i = 0; i < kRounds; ++i) {
      store_word(code + 1, shape | slot);
      Word found = load_word(code + 1) ^ shape;
      EXPECT_TRUE(found == slot || found >= kCachedSlots);
      store_op(code, i % 2 == 0 ? Op::AddFloat : Op::Add);
      EXPECT_EQ(a_of(code) + 10 * b_of(code) + 100 * c_of(code), 321);
      const Op op = op_of(code);
      EXPECT_TRUE(op == Op::Add || op == Op::AddFloat);
    }
  });
}

TEST(Sharing, CodeForMoreArgumentsIsMadeByWhoeverNeedsItFirst) {
  Machine machine({});
  together([&](int) {
    for (unsigned arity = 1; arity < 40; ++arity) {
      EXPECT_EQ(machine.call_stub(arity).code_size, 2u);
      const Proto& stub = machine.rest_stub(arity, 3);
      EXPECT_EQ(stub.code_size, 5u);
      EXPECT_EQ(b_of(stub.code[0]), arity);
    }
  });
}

TEST(Sharing, CaughtErrorsHaveTracesOfTheirOwn) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Value error = Value::object(make_string(test.allocator, "went wrong"));
  test.roots.values = {error};
  share(error);
  Proto proto;
  Meeting meeting;
  test.mutator.outside([&] {
    together([&](int index) {
      Mutator mutator(test.heap);
      NativeStackScope inner(mutator);
      Trace trace, recalled;
      for (int i = 0; i <= index; ++i) trace.entries.push_back({&proto, static_cast<uint32_t>(i)});
      trace.omitted = static_cast<uint32_t>(index);
      new_list(mutator.allocator());  // takes a block
      meeting.join(mutator);
      Value caught = with_trace(mutator.allocator(), error, trace);
      meeting.join(mutator);
      test.heap.collect(mutator);
      ASSERT_TRUE(recall_trace(caught, recalled));
      EXPECT_EQ(recalled.entries.size(), static_cast<size_t>(index) + 1);
      EXPECT_EQ(recalled.entries.back().word, static_cast<uint32_t>(index));
      EXPECT_EQ(recalled.omitted, static_cast<uint32_t>(index));
      EXPECT_EQ(as<String>(caught)->view(), "went wrong");
      EXPECT_FALSE(caught.as_object()->is_shared());
      EXPECT_FALSE(recall_trace(error, recalled));
    });
  });
}

TEST(Sharing, TextsOfSeveralWritersStayWhole) {
  std::string delivered;
  Output out([&](std::string_view text) { delivered.append(text); }, -1, false);
  together([&](int index) {
    for (int i = 0; i < kRounds; ++i) {
      std::string line(100, static_cast<char>('a' + index));
      out.write(line + std::to_string(i) + "\n");
    }
  });
  out.flush();
  std::map<char, int> next;
  size_t lines = 0;
  for (size_t at = 0; at < delivered.size(); ++lines) {
    size_t end = delivered.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    char writer = delivered[at];
    ASSERT_EQ(delivered.substr(at, end - at), std::string(100, writer) + std::to_string(next[writer]++));
    at = end + 1;
  }
  EXPECT_EQ(lines, static_cast<size_t>(kThreads * kRounds));
}

TEST(Sharing, TheFirstToExitDecides) {
  Machine machine({});
  EXPECT_EQ(machine.take_exit_code(), -1);
  std::atomic<int> asked = 0;
  together([&](int index) {
    machine.request_exit(10 + index);
    asked.fetch_add(1, std::memory_order_relaxed);
  });
  int code = machine.take_exit_code();
  EXPECT_TRUE(code >= 10 && code < 10 + kThreads) << code;
  machine.request_exit(3);
  machine.request_exit(4);
  EXPECT_EQ(machine.take_exit_code(), 3);
}

TEST(Shapes, IdsLeaveRoomForACachedSlotUntilTheyRunOut) {
  std::vector<ShapeId> ids;
  for (uint32_t number : {0u, 1u, 1000u, (1u << 23) - 1, 1u << 23, (1u << 23) + 1, 1u << 30}) {
    ids.push_back(ShapeTable::id_of(number));
    EXPECT_EQ(ShapeTable::number_of(ids.back()), number);
    EXPECT_EQ(ShapeTable::is_cacheable(ids.back()), number < 1u << 23);
    EXPECT_TRUE(number >= 1u << 23 || ids.back() % kCachedSlots == 0);
  }
  // A shape that no cache can hold, and the empty cache, do not look like another shape's slot.
  for (ShapeId shape : ids) {
    EXPECT_GE(shape ^ kEmptyCache, kCachedSlots);
    for (ShapeId other : ids) {
      bool cached = ShapeTable::is_cacheable(other) && other != shape;
      EXPECT_TRUE(!cached || ((other | 255) ^ shape) >= kCachedSlots);
    }
  }
}

TEST(Verifier, RefusesCachesThatAreNotEmpty) {
  Chunk chunk = adding_chunk();
  chunk.functions[1].code[2] = 200;
  std::string error;
  EXPECT_FALSE(verify(chunk, error));
  EXPECT_NE(error.find("inline cache"), std::string::npos) << error;
}

}  // namespace
}  // namespace aspen
