// Every C++ type with a form in scripts is converted both ways, and values that do not fit are refused.
#include <aspen/aspen.hpp>
#include <cmath>
#include <complex>
#include <filesystem>
#include <limits>

#include "tests/embed/check.h"

namespace {

template <class T>
void goes_there_and_back(aspen::Vm& vm, const T& value, const std::string& described) {
  auto text = vm.call<std::string>("describe", value);
  CHECK_EQUAL(text ? *text : text.error().render(), described);
  auto back = vm.call<T>("same", value);
  CHECK(back && *back == value);
}

template <class T>
void is_refused(aspen::Vm& vm, const std::string& expected) {
  aspen::Result<T> result = vm.get<T>("value");
  CHECK(!result && result.error().kind() == aspen::ErrorKind::type);
  if (!result) CHECK_CONTAINS(result.error().message(), expected);
}

void run(aspen::Vm& vm, const std::string& source) {
  auto program = vm.compile(source, "value.asp");
  CHECK(program && vm.run(*program));
}

void converts_scalars(aspen::Vm& vm) {
  goes_there_and_back(vm, true, "Bool true");
  goes_there_and_back(vm, 42, "Int 42");
  goes_there_and_back(vm, uint8_t{255}, "Int 255");
  goes_there_and_back(vm, std::numeric_limits<int64_t>::min(), "Int -9223372036854775808");
  goes_there_and_back(vm, std::numeric_limits<int64_t>::max(), "Int 9223372036854775807");
  goes_there_and_back(vm, std::numeric_limits<uint64_t>::max(), "Int 18446744073709551615");
  goes_there_and_back(vm, uint64_t{1} << 63, "Int 9223372036854775808");
  goes_there_and_back(vm, uint64_t{7}, "Int 7");
  goes_there_and_back(vm, 1.5, "Float 1.5");
  goes_there_and_back(vm, 2.0f, "Float 2.0");
  goes_there_and_back(vm, std::string("häß \"x\"\n"), "String \"häß \\\"x\\\"\\n\"");
  goes_there_and_back(vm, std::vector<std::byte>{std::byte{'a'}, std::byte{255}}, "Bytes b\"a\\xff\"");
  goes_there_and_back(vm, std::filesystem::path("/tmp/häß"), "String \"/tmp/häß\"");
  auto literal = vm.call<std::string>("same", "text");
  CHECK_EQUAL(*literal, "text");
  CHECK(std::isnan(*vm.call<double>("same", std::nan(""))));
  CHECK(*vm.call<double>("same", 3) == 3.0);  // an Int where a number is expected
  CHECK(vm.call<void>("same", aspen::Unit{}));
}

void converts_collections(aspen::Vm& vm) {
  goes_there_and_back(vm, std::vector<std::vector<int>>{{1, 2}, {}, {3}}, "List [[1, 2], [], [3]]");
  goes_there_and_back(vm, std::vector<bool>{true, false}, "List [true, false]");
  goes_there_and_back(vm, std::array<double, 3>{1, 2, 3}, "List [1.0, 2.0, 3.0]");
  goes_there_and_back(vm, std::deque<int>{1, 2}, "List [1, 2]");
  goes_there_and_back(vm, std::list<std::string>{"a"}, "List [\"a\"]");
  goes_there_and_back(vm, std::set<int>{2, 1}, "Dict [1: (), 2: ()]");
  goes_there_and_back(vm, std::unordered_set<int>{1}, "Dict [1: ()]");
}

void converts_choices_and_tuples(aspen::Vm& vm) {
  using Either = std::variant<int, std::string, std::vector<double>>;
  goes_there_and_back(vm, Either(1), "Int 1");
  goes_there_and_back(vm, Either("a"), "String \"a\"");
  goes_there_and_back(vm, Either(std::vector{1.5}), "List [1.5]");
  goes_there_and_back(vm, std::tuple(1, std::string("a"), 2.5), "Tuple (1, \"a\", 2.5)");
  goes_there_and_back(vm, std::pair(1, true), "Tuple (1, true)");
  goes_there_and_back(vm, std::map<std::string, int>{{"a", 1}, {"b", 2}}, "Dict [\"a\": 1, \"b\": 2]");
  goes_there_and_back(vm, std::unordered_map<int, std::string>{{1, "x"}}, "Dict [1: \"x\"]");
  goes_there_and_back(vm, std::optional<int>(5), "Label Some 5");
  goes_there_and_back(vm, std::optional<int>(), "Label None");
  goes_there_and_back(vm, std::optional<std::optional<int>>(std::optional<int>()), "Label Some None");
}

void refuses_numbers(aspen::Vm& vm) {
  run(vm, "value = 300");
  is_refused<uint8_t>(vm, "from 0 to 255");
  is_refused<std::string>(vm, "expected a String, found 300");
  run(vm, "value = 2 ** 64");
  is_refused<int64_t>(vm, "an Int of 64 bits");
  is_refused<uint64_t>(vm, "an Int from 0 to 18446744073709551615, found 18446744073709551616");
  CHECK(*vm.get<double>("value") == std::ldexp(1.0, 64));
  run(vm, "value = 2 ** 1024");
  is_refused<double>(vm, "expected a Number, found a large Int");
  run(vm, "value = -1");
  is_refused<unsigned>(vm, "from 0 to");
  is_refused<uint64_t>(vm, "an Int from 0 to 18446744073709551615, found -1");
  run(vm, "value = 2.0");
  is_refused<int>(vm, "found 2.0");
}

void refuses_collections(aspen::Vm& vm) {
  run(vm, "value = [1, \"a\"]");
  is_refused<std::vector<int>>(vm, "a List, each element an Int");
  run(vm, "value = (1, 2, 3)");
  is_refused<std::pair<int, int>>(vm, "a Tuple (");
  run(vm, "value = Other 1");
  is_refused<std::optional<int>>(vm, "None or Some with");
  run(vm, "value = () -> 1");
  is_refused<int>(vm, "<function");
  CHECK(*vm.call<int>("value") == 1);
  run(vm, "value = [1, 2]");
  is_refused<std::array<int, 3>>(vm, "a List of 3, each element an Int");
  is_refused<std::set<std::string>>(vm, "a set or a List, each element a String");
  is_refused<std::variant<int, std::string>>(vm, " or a String");
  is_refused<std::filesystem::path>(vm, "a String");
  is_refused<std::complex<double>>(vm, "a std::complex<double>, which is no type that this VM knows");
  run(vm, "value = [2, 1, 2]");
  CHECK(*vm.get<std::set<int>>("value") == (std::set<int>{1, 2}));
}

void refuses_what_is_not_utf8(aspen::Vm& vm) {
  CHECK(!vm.call<aspen::Value>("same", std::string("\xff")));  // no text
  CHECK(!vm.call<aspen::Value>("same", std::filesystem::path("\xff")));
}

}  // namespace

int main(int, char** argv) {
  aspen::Vm vm;
  auto program = vm.compile_file(argv[1]);
  CHECK(program && vm.run(*program));

  converts_scalars(vm);
  converts_collections(vm);
  converts_choices_and_tuples(vm);
  refuses_numbers(vm);
  refuses_collections(vm);
  refuses_what_is_not_utf8(vm);
  return failures;
}
