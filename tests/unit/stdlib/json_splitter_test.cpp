// Where values in a stream begin and end, and how much of the text is kept.
#include "stdlib/data/json_splitter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aspen {
namespace {

using Form = JsonSplitter::Form;
using Found = JsonSplitter::Found;

Found find(JsonSplitter& splitter) {
  Found found;
  do found = splitter.find();
  while (found == Found::going_on);
  return found;
}

// The texts of values that are complete so far.
std::vector<std::string> texts(JsonSplitter& splitter) {
  std::vector<std::string> out;
  for (; find(splitter) == Found::value; splitter.take()) out.emplace_back(splitter.text());
  return out;
}

std::string place(const JsonSplitter& splitter) {
  JsonPlace place = splitter.origin();
  place.pass(splitter.before());
  return place.show();
}

TEST(JsonSplitter, GivesAValueAsSoonAsItIsComplete) {
  JsonSplitter splitter(Form::values, SIZE_MAX);
  splitter.feed("[1,\"]\"");
  EXPECT_TRUE(texts(splitter).empty());
  splitter.feed("] \"a\\\"\" 12");
  EXPECT_EQ(texts(splitter), (std::vector<std::string>{"[1,\"]\"]", "\"a\\\"\""}));
  splitter.feed("3");
  EXPECT_TRUE(texts(splitter).empty());
  splitter.finish();
  EXPECT_EQ(texts(splitter), std::vector<std::string>{"123"});
  EXPECT_EQ(find(splitter), Found::end);
}

TEST(JsonSplitter, GivesTheElementsOfAnArray) {
  JsonSplitter splitter(Form::elements, SIZE_MAX);
  splitter.feed(" [ [1] ,{\"a\":[]},null");
  EXPECT_EQ(texts(splitter), (std::vector<std::string>{"[1]", "{\"a\":[]}"}));
  splitter.feed(" ] ");
  EXPECT_EQ(texts(splitter), std::vector<std::string>{"null"});
  EXPECT_EQ(find(splitter), Found::more);
  splitter.finish();
  EXPECT_EQ(find(splitter), Found::end);
}

TEST(JsonSplitter, KeepsNoMoreThanTheValueThatIsNotComplete) {
  JsonSplitter splitter(Form::elements, SIZE_MAX);
  splitter.feed("[");
  for (int i = 0; i < 1000; ++i) {
    splitter.feed("   \n{\"a\": [1, 2, 3]},\n  [");
    EXPECT_EQ(texts(splitter).size(), i == 0 ? 1u : 2u);
    EXPECT_EQ(splitter.size(), 1u);  // the bracket
    splitter.feed("],");
  }
}

TEST(JsonSplitter, TellsPlacesInTheStream) {
  JsonSplitter splitter(Form::values, SIZE_MAX);
  for (const char* piece : {"\xef\xbb", "\xbf[1]\n", "\"\xc3", "\xa9\"  ", "[2,\n]"}) {
    splitter.feed(piece);
    texts(splitter);
  }
  EXPECT_EQ(find(splitter), Found::broken);
  EXPECT_EQ(splitter.text(), "[2,\n]");
  EXPECT_EQ(place(splitter), "line 2, column 6");
}

TEST(JsonSplitter, FindsMistakesAtTheirByte) {
  const struct {
    const char* text;
    Found found;
    const char* rest;  // the part that the error reports
  } kCases[] = {
      {"{\"a\" 1 and on", Found::broken, "{\"a\" 1"},
      {"[1 2 and on", Found::broken, "[1 2"},
      {"[1} and on", Found::broken, "[1}"},
      {"{1 and on", Found::broken, "{1"},
      {"{\"a\":1,} and on", Found::broken, "{\"a\":1,}"},
      {"[\"a\n and on", Found::broken, "[\"a\n"},
      {", and on", Found::misplaced, ""},
      {"[[", Found::cut_off, "[["},
      {"\"a\\", Found::cut_off, "\"a\\"},
  };
  for (const auto& one : kCases) {
    JsonSplitter splitter(Form::values, SIZE_MAX);
    splitter.feed(one.text);
    splitter.finish();
    EXPECT_EQ(find(splitter), one.found) << one.text;
    EXPECT_EQ(splitter.text(), one.rest);
    EXPECT_EQ(find(splitter), one.found) << "again";
  }
}

TEST(JsonSplitter, EndsWhereBracketsNestTooDeeply) {
  for (const Form form : {Form::values, Form::elements}) {
    const size_t most = kMostJsonDepth + (form == Form::elements ? 1 : 0);
    JsonSplitter splitter(form, SIZE_MAX);
    splitter.feed(std::string(most, '['));
    EXPECT_EQ(find(splitter), Found::more);
    splitter.feed("[");
    EXPECT_EQ(find(splitter), Found::broken);
  }
}

TEST(JsonSplitter, RefusesWhatIsTooLong) {
  JsonSplitter splitter(Form::values, 4);
  splitter.feed("[12] 1234 [12");
  EXPECT_EQ(texts(splitter), (std::vector<std::string>{"[12]", "1234"}));
  EXPECT_EQ(find(splitter), Found::more);
  splitter.feed(" ");
  EXPECT_EQ(find(splitter), Found::more);
  splitter.feed("]");
  EXPECT_EQ(find(splitter), Found::too_long);
  EXPECT_EQ(place(splitter), "line 1, column 11");
}

TEST(JsonSplitter, ReturnsInBetween) {
  JsonSplitter splitter(Form::values, SIZE_MAX);
  splitter.feed("\"" + std::string(size_t{1} << 22, 'x') + "\"");
  EXPECT_EQ(splitter.find(), Found::going_on);
  EXPECT_EQ(find(splitter), Found::value);
}

}  // namespace
}  // namespace aspen
