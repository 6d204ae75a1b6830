#include "vm/values/string.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/unit/vm/test_heap.h"
#include "vm/values/bytes.h"

namespace aspen {
namespace {

class StringTest : public testing::Test {
 protected:
  String* text(std::string_view s) { return make_string(allocator_, s); }

  TestHeap test_;
  Allocator& allocator_ = test_.allocator;
};

TEST_F(StringTest, KnowsWhetherItIsAscii) {
  NativeStackScope scope(test_.mutator);
  EXPECT_TRUE(text("")->ascii());
  EXPECT_TRUE(text("plain text of some length")->ascii());
  EXPECT_FALSE(text("naïve")->ascii());
  EXPECT_FALSE(text("0123456789abcdeé")->ascii());
  EXPECT_TRUE(make_character(allocator_, 'x')->ascii());
  EXPECT_EQ(make_character(allocator_, 0x1f600)->view(), "😀");
}

TEST_F(StringTest, Concatenates) {
  NativeStackScope scope(test_.mutator);
  EXPECT_EQ(concat(allocator_, text("ab"), text("cé"))->view(), "abcé");
  EXPECT_FALSE(concat(allocator_, text("ab"), text("é"))->ascii());
  EXPECT_EQ(concat(allocator_, text(""), text(""))->view(), "");
  std::string_view views[] = {"a", "", "bc"};
  EXPECT_EQ(concat(allocator_, views)->view(), "abc");
  const String* pieces[] = {text("x"), text("yz")};
  EXPECT_EQ(concat(allocator_, pieces)->view(), "xyz");
  EXPECT_EQ(repeat(allocator_, text("abc"), 5)->view(), "abcabcabcabcabc");
  EXPECT_EQ(repeat(allocator_, text("abc"), 0)->view(), "");
  EXPECT_EQ(repeat(allocator_, text(""), 5)->view(), "");
}

TEST_F(StringTest, AppendsInPlaceWhereItFits) {
  NativeStackScope scope(test_.mutator);
  String* s = text("a");
  String* grown = append(allocator_, s, text("0123456789abcdef"));
  EXPECT_EQ(grown->view(), "a0123456789abcdef");
  EXPECT_EQ(append(allocator_, grown, text("é")), grown);
  EXPECT_EQ(grown->view(), "a0123456789abcdefé");
  EXPECT_FALSE(grown->ascii());
  share(Value::object(grown));
  EXPECT_NE(append(allocator_, grown, text("x")), grown);
  EXPECT_EQ(grown->view(), "a0123456789abcdefé");
}

// What is asked for is taken: an append that fits the limit is not refused.
TEST_F(StringTest, GrowsByWhatItHasAskedFor) {
  NativeStackScope scope(test_.mutator);
  for (size_t length : {0, 1, 23, 24, 31, 1000, 4095, 4096, 5000, 100'000}) {
    for (size_t more : {1, 8, 30, 3000, 5000, 31'000}) {
      const std::string tail(more, 'b');
      String* string = text(std::string(length, 'a'));
      const size_t bytes = growth_bytes(string, static_cast<uint32_t>(more));
      String* longer = append_in_place(allocator_, string, tail, true);
      EXPECT_EQ(longer == string ? 0 : Heap::object_size(longer), bytes) << length << " " << more;
      Bytes* data = make_bytes(allocator_, std::string(length, 'a'));
      const size_t data_bytes = growth_bytes(data, static_cast<uint32_t>(more));
      Bytes* larger = append_in_place(allocator_, data, tail);
      EXPECT_EQ(larger == data ? 0 : Heap::object_size(larger), data_bytes) << length << " " << more;
    }
  }
}

TEST_F(StringTest, AppendsToItself) {
  NativeStackScope scope(test_.mutator);
  String* s = text("abcdefgh");
  for (int i = 0; i < 12; ++i) s = append_in_place(allocator_, s, s);
  EXPECT_EQ(s->length, 8u << 12);
  EXPECT_EQ(s->view().substr(8 * 4095), "abcdefgh");
}

TEST_F(StringTest, AppendingChangesTheHash) {
  NativeStackScope scope(test_.mutator);
  String* s = append(allocator_, text("ab"), text(""));
  uint32_t before = hash(s, 1);
  String* same = append(allocator_, s, text("c"));
  EXPECT_NE(hash(same, 1), before);
  EXPECT_EQ(hash(same, 1), hash(text("abc"), 1));
  EXPECT_NE(hash(text("abc"), 1), hash(text("abc"), 2));
}

TEST_F(StringTest, SlicesByCodePoints) {
  NativeStackScope scope(test_.mutator);
  String* s = text("aé😀z");
  EXPECT_EQ(code_points(s), 4u);
  EXPECT_EQ(slice(allocator_, s, 1, 3)->view(), "é😀");
  EXPECT_EQ(slice(allocator_, s, 3, 9)->view(), "z");
  EXPECT_EQ(slice(allocator_, s, 3, 2)->view(), "");
  EXPECT_TRUE(slice(allocator_, s, 3, 4)->ascii());
  EXPECT_EQ(slice(allocator_, text("hello"), 1, 3)->view(), "el");
  EXPECT_EQ(code_point_index(s, 3), 2u);
}

// The cached positions must agree with counting from the start, whatever the order of the look-ups.
TEST_F(StringTest, IndexesLongTextsInAnyOrder) {
  NativeStackScope scope(test_.mutator);
  constexpr uint32_t kLength = 3000;
  std::mt19937 random(5);
  const char* const characters[] = {"a", "é", "€", "😀"};
  std::vector<std::vector<uint32_t>> offsets(6);
  std::vector<std::string> texts(6);
  for (int t = 0; t < 6; ++t) {
    for (uint32_t i = 0; i < kLength; ++i) {
      offsets[t].push_back(static_cast<uint32_t>(texts[t].size()));
      texts[t] += characters[random() % 4];
    }
    test_.roots.values.push_back(Value::object(text(texts[t])));
  }
  for (int i = 0; i < 20'000; ++i) {
    size_t t = random() % (i % 1000 < 500 ? 2 : 6);
    uint32_t index =
        i % 100 < 50 ? static_cast<uint32_t>(i % 50 * 6) : static_cast<uint32_t>(random() % (kLength + 10));
    auto* string = as<String>(test_.roots.values[t]);
    uint32_t expected = index < kLength ? offsets[t][index] : string->length;
    ASSERT_EQ(byte_offset(string, index), expected);
    ASSERT_EQ(code_point_index(string, expected), std::min(index, kLength));
    ASSERT_EQ(code_points(string), kLength);
  }
}

TEST_F(StringTest, RememberedPlacesFollowAnAppend) {
  NativeStackScope scope(test_.mutator);
  String* s = text(std::string(100, 'a') + "é");
  s = append(allocator_, s, text(std::string(500, 'b')));
  EXPECT_EQ(code_points(s), 601u);
  EXPECT_EQ(byte_offset(s, 600), 601u);
  ASSERT_EQ(append(allocator_, s, text("é!")), s);
  EXPECT_EQ(code_points(s), 603u);
  EXPECT_EQ(byte_offset(s, 602), 604u);
  EXPECT_EQ(byte_offset(s, 5), 5u);
  EXPECT_EQ(byte_offset(s, 601), 602u);
  EXPECT_EQ(code_point_index(s, 604), 602u);
}

TEST(Utf8, RejectsWhatIsNotWellFormed) {
  for (std::string_view good :
       {"", "abc", "é", "€", "😀", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf", "\xee\x80\x80"}) {
    EXPECT_TRUE(valid_utf8(good)) << good;
    EXPECT_TRUE(valid_utf8("01234567" + std::string(good))) << good;
  }
  for (std::string_view bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe0\x80\x80", "\xe2\x82", "\xed\xa0\x80",
        "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x28\xa1"}) {
    EXPECT_EQ(find_invalid_utf8(bad), 0u);
    EXPECT_EQ(find_invalid_utf8("0123456789é" + std::string(bad)), 12u);
  }
}

TEST(Utf8, EncodesAndDecodesEveryCodePoint) {
  for (uint32_t code = 0; code <= kMaxCodePoint; ++code) {
    if (!is_scalar_value(code)) continue;
    char bytes[4];
    unsigned n = encode_character(code, bytes);
    ASSERT_EQ(character_bytes(static_cast<unsigned char>(bytes[0])), n);
    ASSERT_EQ(decode_character(bytes), code);
    ASSERT_TRUE(valid_utf8({bytes, n}));
  }
}

TEST(Utf8, SkipsAndCountsAcrossWords) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 3 ? "x" : "€";
  EXPECT_EQ(count_code_points(text), 40u);
  size_t at = 0;
  for (size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(skip_characters(text, 0, i), at);
    size_t next = skip_characters(text, at, 1);
    EXPECT_EQ(previous_character(text, next), at);
    at = next;
  }
  EXPECT_EQ(at, text.size());
  EXPECT_EQ(skip_characters(text, 0, 99), text.size());
}

// Several rounds of words that are added up, and what is left behind them.
TEST(Utf8, CountsInLongTexts) {
  std::string text;
  size_t count = 0;
  for (const char* piece : {"a", "é", "€", "😀"}) {
    for (int i = 0; i < 1500; ++i) {
      text += piece;
      ++count;
      if (i % 97 == 0) {
        ASSERT_EQ(count_code_points(text), count) << text.size() << " bytes";
      }
    }
  }
  for (size_t length : {0, 7, 8, 63, 64, 65, 130, 2000}) {
    std::string plain(length, 'x');
    EXPECT_TRUE(is_ascii(plain)) << length;
    for (size_t at = 0; at < length; ++at) {
      plain[at] = '\xc3';
      ASSERT_FALSE(is_ascii(plain)) << "byte " << at << " of " << length;
      plain[at] = 'x';
    }
  }
}

// Longer than the pieces in which it is copied (copy_memory.h).
TEST_F(StringTest, JoinsAndSlicesLongTexts) {
  NativeStackScope scope(test_.mutator);
  for (size_t length : {2047, 2048, 2049, 4096, 10000}) {
    std::string s;
    for (size_t i = 0; s.size() < length; ++i) s += std::to_string(i) + (i % 50 == 7 ? "é" : ",");
    const String* long_text = text(s);
    EXPECT_EQ(concat(allocator_, text("é"), long_text)->view(), "é" + s);
    const uint32_t count = code_points(long_text);
    const String* rest = slice(allocator_, long_text, 1, count);
    EXPECT_EQ(rest->view(), s.substr(1));
    EXPECT_EQ(code_points(rest), count - 1);
    EXPECT_EQ(code_points(slice(allocator_, rest, 5, count + 7)), count - 6) << "an end behind the text";
    EXPECT_EQ(code_points(slice(allocator_, rest, 5, count - 3)), count - 8);
  }
}

TEST_F(StringTest, BytesGrowAndSlice) {
  NativeStackScope scope(test_.mutator);
  Bytes* b = make_bytes(allocator_, std::string_view("a\0b", 3));
  EXPECT_EQ(b->length, 3u);
  EXPECT_EQ(slice(allocator_, b, 1, 3)->view(), std::string_view("\0b", 2));
  EXPECT_EQ(concat(allocator_, b, b)->length, 6u);
  EXPECT_EQ(repeat(allocator_, b, 3)->length, 9u);
  Bytes* grown = append(allocator_, b, make_bytes(allocator_, "0123456789"));
  EXPECT_EQ(grown->view().substr(3), "0123456789");
  EXPECT_EQ(append(allocator_, grown, b), grown);
  share(Value::object(grown));
  EXPECT_NE(append(allocator_, grown, b), grown);
  EXPECT_NE(ensure_unshared(allocator_, grown), grown);
  EXPECT_EQ(hash(b, 1), hash(make_bytes(allocator_, b->view()), 1));
}

}  // namespace
}  // namespace aspen
