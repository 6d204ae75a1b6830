#include "vm/values/dict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>

#include "tests/unit/vm/test_heap.h"
#include "vm/values/list.h"

namespace aspen {
namespace {

Value int_value(int64_t i) { return Value::small_int(i); }

class DictTest : public testing::Test {
 protected:
  Value text(std::string_view s) { return Value::object(make_string(allocator_, s)); }
  std::optional<int64_t> get(Dict* dict, Value key) {
    DictEntry* entry = find(test_.context, dict, key);
    if (!entry) return {};
    return entry->value.as_small_int();
  }
  void set(Dict* dict, Value key, int64_t value) {
    aspen::set(allocator_, test_.context, dict, key, int_value(value));
  }
  Value remove(Dict* dict, Value key) { return aspen::remove(test_.context, dict, key); }
  static std::vector<int64_t> values(const Dict* dict) {
    std::vector<int64_t> found;
    for (uint32_t i = next_entry(dict, 0); i != kNoEntry; i = next_entry(dict, i + 1)) {
      found.push_back(entry_at(dict, i).value.as_small_int());
    }
    return found;
  }

  TestHeap test_;
  Allocator& allocator_ = test_.allocator;
};

using Ints = std::vector<int64_t>;

TEST_F(DictTest, FindsWhatWasSet) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  EXPECT_EQ(find(test_.context, dict, int_value(1)), nullptr);
  set(dict, int_value(1), 10);
  set(dict, text("one"), 11);
  set(dict, int_value(1), 12);
  EXPECT_EQ(get(dict, int_value(1)), 12);
  EXPECT_EQ(get(dict, text("one")), 11);
  EXPECT_EQ(get(dict, text("two")), std::nullopt);
  EXPECT_EQ(dict->length, 2u);
}

TEST_F(DictTest, KeysThatAreEqualAreOneKey) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  set(dict, int_value(1), 1);
  set(dict, Value::number(1.0), 2);
  set(dict, Value::number(0.0), 3);
  set(dict, Value::number(-0.0), 4);
  set(dict, Value::nan(), 5);
  set(dict, Value::nan(), 6);
  set(dict, Value::boolean(true), 7);
  set(dict, Value::label(1), 8);
  EXPECT_EQ(values(dict), (Ints{2, 4, 6, 7, 8}));
  EXPECT_EQ(get(dict, int_value(0)), 4);
}

TEST_F(DictTest, KeepsInsertionOrder) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  for (int i = 0; i < 10; ++i) set(dict, int_value(i * 7 % 10), i);
  set(dict, int_value(7), 100);
  EXPECT_EQ(values(dict), (Ints{0, 100, 2, 3, 4, 5, 6, 7, 8, 9}));
  remove(dict, int_value(7));
  set(dict, int_value(7), 1);
  EXPECT_EQ(values(dict), (Ints{0, 2, 3, 4, 5, 6, 7, 8, 9, 1}));
}

TEST_F(DictTest, RemovesFromBothEnds) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_, 100);
  EXPECT_EQ(first_entry(dict), nullptr);
  for (int i = 0; i < 100; ++i) set(dict, int_value(i), i);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(first_entry(dict)->key, int_value(i));
    remove_entry(dict, first_entry(dict));
    EXPECT_EQ(last_entry(dict)->key, int_value(99 - i));
    remove_entry(dict, last_entry(dict));
  }
  EXPECT_EQ(dict->length, 0u);
  EXPECT_EQ(last_entry(dict), nullptr);
  EXPECT_EQ(next_entry(dict, 0), kNoEntry);
  set(dict, int_value(3), 4);
  EXPECT_EQ(values(dict), Ints{4});
}

// A walk takes time for what is there.
TEST_F(DictTest, RemovedEntriesInBetweenGo) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  constexpr int kAll = 10'000;
  for (int i = 0; i < kAll; ++i) set(dict, int_value(i), i);
  for (int i = 1; i < kAll - 1; ++i) {
    if (i % 1000 != 500) remove(dict, int_value(i));
  }
  EXPECT_LE(dict->table->used, 100u);
  EXPECT_EQ(values(dict), (Ints{0, 500, 1500, 2500, 3500, 4500, 5500, 6500, 7500, 8500, 9500, 9999}));
  for (int i = 500; i < kAll; i += 1000) EXPECT_EQ(get(dict, int_value(i)), i);
  EXPECT_EQ(get(dict, int_value(501)), std::nullopt);
  for (int i = 0; i < kAll; ++i) set(dict, int_value(i), -i);
  for (int i = 0; i < kAll; ++i) EXPECT_EQ(get(dict, int_value(i)), -i);
  EXPECT_EQ(dict->length, 10'000u);
}

TEST_F(DictTest, AQueueOfKeysDoesNotGrow) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  for (int i = 0; i < 1000; ++i) {
    set(dict, int_value(i), i);
    EXPECT_EQ(remove(dict, int_value(i - 10)).is_undefined(), i < 10);
  }
  EXPECT_LE(dict->table->length, 32u);
}

TEST_F(DictTest, CopiesShareKeysAndValues) {
  NativeStackScope scope(test_.mutator);
  List* inner = new_list(allocator_);
  Value key = text("key");
  Dict* dict = new_dict(allocator_);
  aspen::set(allocator_, test_.context, dict, key, Value::object(inner));
  EXPECT_EQ(ensure_unshared(allocator_, dict), dict);
  share(Value::object(dict));
  Dict* copy = ensure_unshared(allocator_, dict);
  EXPECT_NE(copy, dict);
  EXPECT_TRUE(inner->is_shared());
  EXPECT_TRUE(key.as_object()->is_shared());
  set(copy, text("other"), 1);
  EXPECT_EQ(dict->length, 1u);
  EXPECT_EQ(copy_dict(allocator_, new_dict(allocator_))->length, 0u);
}

TEST_F(DictTest, ReservingMakesRoomAtOnce) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  set(dict, int_value(-1), -1);
  reserve(allocator_, dict, 1000);
  DictTable* table = dict->table;
  for (int i = 0; i < 1000; ++i) set(dict, int_value(i), i);
  EXPECT_EQ(dict->table, table);
  EXPECT_EQ(get(dict, int_value(-1)), -1);
}

TEST_F(DictTest, SurvivesCollections) {
  NativeStackScope scope(test_.mutator);
  Root<Dict> dict(test_.heap, new_dict(allocator_));
  for (int i = 0; i < 500; ++i) set(dict.get(), text(std::to_string(i)), i);
  test_.collect();
  for (int i = 0; i < 500; ++i) EXPECT_EQ(get(dict.get(), text(std::to_string(i))), i);
}

// Compared with std::unordered_map, with keys of several kinds, and the order with the times of insertion.
TEST_F(DictTest, BehavesLikeAMap) {
  NativeStackScope scope(test_.mutator);
  std::mt19937 random(3);
  Root<Dict> dict(test_.heap, new_dict(allocator_));
  std::unordered_map<int64_t, std::pair<int64_t, int>> model;  // value, time
  auto key = [&](int64_t k) {
    return k % 3 == 0 ? text(std::to_string(k)) : k % 3 == 1 ? int_value(k << 20) : Value::number(k + 0.5);
  };
  for (int step = 0; step < kRandomSteps; ++step) {
    int64_t k = random() % (step / 5000 % 2 ? 50 : 2000);
    if (random() % 100 < (step / 10'000 % 2 ? 60u : 40u)) {
      set(dict.get(), key(k), step);
      auto [it, fresh] = model.try_emplace(k, step, step);
      it->second.first = step;
    } else if (random() % 3 == 0) {
      ASSERT_EQ(remove(dict.get(), key(k)).is_undefined(), model.erase(k) == 0);
    } else {
      auto it = model.find(k);
      ASSERT_EQ(get(dict.get(), key(k)), it == model.end() ? std::nullopt : std::optional(it->second.first));
    }
    if (random() % 5000 == 0) {
      share(Value::object(dict.get()));
      dict.set(ensure_unshared(allocator_, dict.get()));
    }
    ASSERT_EQ(dict->length, model.size());
  }
  std::vector<std::pair<int, int64_t>> ordered;
  ordered.reserve(model.size());
  for (auto& [k, entry] : model) ordered.emplace_back(entry.second, entry.first);
  std::sort(ordered.begin(), ordered.end());
  Ints expected;
  expected.reserve(model.size());
  for (auto& [time, value] : ordered) expected.push_back(value);
  EXPECT_EQ(values(dict.get()), expected);
}

// ---- Versions of one dict

TEST_F(DictTest, ASharedDictIsContinuedOnItsTable) {
  NativeStackScope scope(test_.mutator);
  Root<Dict> old(test_.heap, new_dict(allocator_, 64));
  for (int i = 0; i < 50; ++i) set(old.get(), int_value(i), i);
  share(Value::object(old.get()));
  Dict* newer = old.get();
  own_entry(allocator_, test_.context, newer, int_value(50)).value = int_value(50);
  Root<Dict> kept(test_.heap, newer);
  EXPECT_NE(newer, old.get());
  EXPECT_EQ(newer->table, old->table);
  EXPECT_TRUE(newer->is_shared()) << "an update in place would write to the old one's table";
  test_.collect();
  EXPECT_EQ(get(newer, int_value(50)), 50);
  EXPECT_EQ(newer->length, 51u);
  EXPECT_EQ(get(old.get(), int_value(50)), std::nullopt);
  EXPECT_EQ(old->length, 50u);
  EXPECT_EQ(values(old.get()).size(), 50u);
  EXPECT_EQ(last_entry(old.get())->key, int_value(49));
  EXPECT_EQ(only_entry_with_hash(old.get(), key_hash(test_.context, int_value(50))), kNoEntry);

  // The old one's next place is taken now, for the same key and for another one.
  for (int64_t key : {50, 51}) {
    Dict* other = old.get();
    own_entry(allocator_, test_.context, other, int_value(key)).value = int_value(-1);
    EXPECT_NE(other->table, old->table);
    EXPECT_EQ(get(other, int_value(key)), -1);
    EXPECT_EQ(get(newer, int_value(50)), 50);
  }
}

TEST_F(DictTest, AVersionIsCopiedToReplaceAValue) {
  NativeStackScope scope(test_.mutator);
  Dict* old = new_dict(allocator_, 64);
  for (int i = 0; i < 50; ++i) set(old, int_value(i), i);
  share(Value::object(old));
  Dict* changed = old;
  own_entry(allocator_, test_.context, changed, int_value(7)).value = int_value(-7);
  EXPECT_NE(changed->table, old->table);
  EXPECT_FALSE(changed->is_shared());
  EXPECT_EQ(get(old, int_value(7)), 7);
  EXPECT_EQ(get(changed, int_value(7)), -7);
}

TEST_F(DictTest, ShortAndFullDictsAndThoseWithGapsAreCopied) {
  NativeStackScope scope(test_.mutator);
  for (int count : {10, 64, 50}) {
    Dict* old = new_dict(allocator_, 64);
    for (int i = 0; i < count; ++i) set(old, int_value(i), i);
    if (count == 50) remove(old, int_value(20));
    share(Value::object(old));
    Dict* copy = old;
    own_entry(allocator_, test_.context, copy, int_value(100)).value = int_value(1);
    EXPECT_NE(copy->table, old->table);
    EXPECT_FALSE(copy->is_shared());
    EXPECT_EQ(copy->length, old->length + 1);
  }
}

TEST_F(DictTest, ALineOfVersionsIsRarelyCopied) {
  NativeStackScope scope(test_.mutator);
  Root<Dict> dict(test_.heap, new_dict(allocator_));
  int tables = 0;
  for (int i = 0; i < 2000; ++i) {
    const DictTable* before = dict->table;
    share(Value::object(dict.get()));
    Dict* newer = dict.get();
    own_entry(allocator_, test_.context, newer, int_value(i)).value = int_value(i);
    dict.set(newer);
    if (i > 40 && newer->table != before) ++tables;
  }
  EXPECT_LE(tables, 6);
  EXPECT_EQ(dict->length, 2000u);
}

TEST_F(DictTest, VersionsKeepTheirEntriesAlive) {
  NativeStackScope scope(test_.mutator);
  const auto long_text = [](int i) { return std::string(500, 'x') + std::to_string(i); };
  Root<Dict> kept(test_.heap, nullptr);
  [&]() __attribute__((noinline)) {
    Dict* dict = new_dict(allocator_, 64);
    for (int i = 0; i < 53; ++i) {
      if (i == 50) share(Value::object(dict));
      own_entry(allocator_, test_.context, dict, int_value(i)).value = text(long_text(i));
    }
    kept.set(dict);
  }
  ();
  new_dict(allocator_);  // the stack keeps no table
  test_.collect();
  EXPECT_GE(test_.heap.statistics().bytes_live, 53u * 500);
  for (int i = 0; i < 53; ++i) {
    const DictEntry* entry = find(test_.context, kept.get(), int_value(i));
    ASSERT_EQ(as<String>(entry->value)->view(), long_text(i));
  }
}

TEST_F(DictTest, EntriesBehindTheLongestLivingVersionDie) {
  NativeStackScope scope(test_.mutator);
  Root<Dict> old(test_.heap, nullptr);
  [&]() __attribute__((noinline)) {
    old.set(new_dict(allocator_, 64));
    for (int i = 0; i < 50; ++i) set(old.get(), int_value(i), i);
    share(Value::object(old.get()));
    Dict* newer = old.get();
    for (int i = 50; i < 53; ++i)
      own_entry(allocator_, test_.context, newer, int_value(i)).value = text("a value");
    Root<Dict> kept(test_.heap, newer);
    test_.collect();
    EXPECT_EQ(old->table->live, 53u);
    EXPECT_EQ(as<String>(find(test_.context, kept.get(), int_value(52))->value)->view(), "a value");
  }
  ();
  new_dict(allocator_);  // the stack keeps no dict
  test_.collect();
  EXPECT_EQ(old->table->live, 50u);
  test_.collect();
  EXPECT_EQ(values(old.get()).back(), 49);
  // Their places in the index are taken.
  Dict* other = old.get();
  own_entry(allocator_, test_.context, other, int_value(51)).value = int_value(-1);
  EXPECT_NE(other->table, old->table);
  EXPECT_EQ(get(other, int_value(51)), -1);
  EXPECT_EQ(get(old.get(), int_value(51)), std::nullopt);
}

// Many versions at once, each compared with a map after all that was done to the others. Few hashes differ
// in the index, so that versions meet in it.
TEST_F(DictTest, VersionsDoNotSeeEachOther) {
  NativeStackScope scope(test_.mutator);
  constexpr size_t kVersions = 12;
  std::mt19937 random(12);
  std::vector<Value>& dicts = test_.roots.values;
  std::vector<std::vector<std::pair<int64_t, int64_t>>> models(kVersions);  // in the order of insertion
  for (size_t i = 0; i < kVersions; ++i) dicts.push_back(Value::object(new_dict(allocator_)));
  for (int step = 0; step < kRandomSteps; ++step) {
    const size_t from = random() % kVersions, to = random() % kVersions;
    Dict* dict = as<Dict>(dicts[from]);
    auto model = models[from];
    if (from != to) share(dicts[from]);
    const int64_t key = random() % 300;
    auto known = std::find_if(model.begin(), model.end(), [&](auto& entry) { return entry.first == key; });
    const bool is_known = known != model.end();
    const DictEntry* found = find(test_.context, dict, int_value(key));
    ASSERT_EQ(found != nullptr, is_known);
    if (found != nullptr) {
      ASSERT_EQ(found->value.as_small_int(), known->second);
    }
    const uint32_t what = random() % 32;
    if (what == 0 && dict->length > 150) {
      dict = new_dict(allocator_), model.clear();
    } else if (what < 2 && is_known) {
      dict = ensure_unshared(allocator_, dict);
      remove(dict, int_value(key));
      model.erase(known);
    } else if (!is_known || what < 4) {
      own_entry(allocator_, test_.context, dict, int_value(key)).value = int_value(step);
      if (is_known) {
        known->second = step;
      } else {
        model.emplace_back(key, step);
      }
    } else if (from != to) {
      dicts[to] = dicts[from], models[to] = models[from];
      continue;
    }
    dicts[to] = Value::object(dict), models[to] = model;
    if (step % 50 == 0) {
      for (size_t i = 0; i < kVersions; ++i) {
        Ints expected;
        for (auto& [_, value] : models[i]) expected.push_back(value);
        ASSERT_EQ(values(as<Dict>(dicts[i])), expected) << step;
      }
    }
    if (step % 5000 == 0) test_.collect();
  }
}

}  // namespace
}  // namespace aspen
