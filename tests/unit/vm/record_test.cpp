#include "vm/values/record.h"

#include <gtest/gtest.h>

#include "tests/unit/vm/test_heap.h"
#include "vm/object/symbol.h"
#include "vm/values/list.h"

namespace aspen {
namespace {

TEST(Symbols, AreInternedOnce) {
  SymbolTable symbols;
  EXPECT_EQ(symbols.intern("Ok"), Symbol{sym::kOk});
  EXPECT_EQ(symbols.name(sym::kTypeError), "TypeError");
  Symbol fresh = symbols.intern("fresh");
  EXPECT_EQ(symbols.size(), fresh + 1);
  for (int i = 0; i < 5000; ++i) symbols.intern("name" + std::to_string(i));
  EXPECT_EQ(symbols.intern("fresh"), fresh);
  EXPECT_EQ(symbols.name(fresh), "fresh");
}

TEST(Shapes, AreOneForTheSameFieldsInTheSameOrder) {
  ShapeTable shapes;
  Symbol ab[] = {1, 2}, ba[] = {2, 1};
  const Shape& first = shapes.intern(ab);
  EXPECT_NE(first.id, shapes.intern(ba).id);
  EXPECT_NE(first.id, shapes.intern({}).id);
  for (Symbol i = 10; i < 1000; ++i) {
    Symbol one[] = {i};
    EXPECT_EQ(shapes.intern(one).fields[0], i);
  }
  EXPECT_EQ(&shapes.intern(ab), &first);
  EXPECT_EQ(&shapes[first.id], &first);
  EXPECT_TRUE(shapes.intern({}).fields.empty());
}

TEST(Shapes, FindTheSlotsOfFewAndManyFields) {
  ShapeTable shapes;
  for (uint32_t count : {0u, 1u, 8u, 9u, 100u, 3000u}) {
    std::vector<Symbol> fields;
    for (uint32_t i = 0; i < count; ++i) fields.push_back(i * 64);
    const Shape& shape = shapes.intern(fields);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(shape.slot(i * 64), static_cast<int>(i));
    EXPECT_EQ(shape.slot(1), -1);
    EXPECT_EQ(shape.slot(count * 64), -1);
  }
}

TEST(Records, CopiesShareTheirValues) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Symbol fields[] = {5, 6};
  List* list = new_list(test.allocator);
  Value values[] = {Value::small_int(1), Value::object(list)};
  Record* record = new_record(test.allocator, test.shapes.intern(fields), values);
  EXPECT_FALSE(list->is_shared());
  share(Value::object(record));
  Record* copy = copy_record(test.allocator, *record);
  EXPECT_FALSE(copy->is_shared());
  EXPECT_TRUE(list->is_shared());
  EXPECT_EQ(copy->shape(), record->shape());
  EXPECT_EQ(copy->slots()[0], Value::small_int(1));
  EXPECT_EQ(copy->slots()[1], values[1]);
}

}  // namespace
}  // namespace aspen
