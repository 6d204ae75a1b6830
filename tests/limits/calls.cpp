#include "tests/limits/calls.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "stdlib/library/library.h"

namespace aspen::limits {

namespace {

struct Row {
  std::string_view name, text;
};

constexpr Row kValues[] = {
#define VALUE(name, expression) {#name, expression},
#include "tests/limits/values.def"
#undef VALUE
};

constexpr Row kArguments[] = {
#define ARGUMENT(pattern, expressions) {pattern, expressions},
#include "tests/limits/arguments.def"
#undef ARGUMENT
};

constexpr Row kCalls[] = {
#define CALL(native, expression) {native, expression},
#define OPERATION(name, expression)
#include "tests/limits/calls.def"
#undef CALL
#undef OPERATION
};

constexpr Row kOperations[] = {
#define CALL(native, expression)
#define OPERATION(name, expression) {name, expression},
#include "tests/limits/calls.def"
#undef CALL
#undef OPERATION
};

constexpr Row kExcuses[] = {
#define EXCUSED(natives, reason) {natives, reason},
#include "tests/limits/excused.def"
#undef EXCUSED
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string_view module_of(std::string_view name) {
  const size_t dot = name.find('.');
  return dot == name.npos ? "" : name.substr(0, dot);
}

// "net.*" stands for all functions of a module.
bool stands_for(std::string_view pattern, std::string_view name) {
  return pattern == name || (pattern.ends_with(".*") && module_of(name) == module_of(pattern));
}

std::string_view excuse_of(std::string_view native) {
  for (const Row& row : kExcuses) {
    for (const std::string_view pattern : split(row.name, ' ')) {
      if (stands_for(pattern, native)) return row.text;
    }
  }
  return {};
}

std::vector<std::string_view> arguments_for(std::string_view native, std::string_view parameter) {
  const std::string in_module = std::string(module_of(native)) + "." + std::string(parameter);
  const auto named = [](std::string_view pattern) {
    return std::find_if(std::begin(kArguments), std::end(kArguments),
                        [=](const Row& row) { return row.name == pattern; });
  };
  auto row = named(in_module);
  if (row == std::end(kArguments)) row = named(parameter);
  return row == std::end(kArguments) ? std::vector<std::string_view>{} : split(row->text, '|');
}

// Every combination of the arguments that the parameters' names suggest; none if a name suggests nothing.
std::vector<Call> generated_calls(std::string_view native, std::string_view parameters) {
  std::vector<std::string> expressions = {std::string(native)};
  for (const std::string_view parameter : split(parameters, ' ')) {
    std::vector<std::string> longer;
    for (const std::string& begun : expressions) {
      for (const std::string_view argument : arguments_for(native, parameter))
        longer.push_back(begun + " (" + std::string(argument) + ")");
    }
    expressions = std::move(longer);
  }
  std::vector<Call> calls;
  for (std::string& expression : expressions) calls.push_back({std::string(native), std::move(expression)});
  return calls;
}

Subject subject_of(const LibraryName& entry) {
  Subject subject{std::string(entry.name), {}, {}};
  for (const Row& row : kCalls) {
    if (row.name == entry.name) subject.calls.push_back({subject.name, std::string(row.text)});
  }
  if (!subject.calls.empty()) return subject;
  subject.excuse = excuse_of(entry.name);
  if (!subject.excuse.empty()) return subject;
  subject.calls = generated_calls(entry.name, entry.native->parameters);
  subject.is_generated = true;
  return subject;
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool mentions(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const bool is_member = at > 0 && text[at - 1] == '.' && (at == 1 || text[at - 2] != '.');
    const bool begins = at == 0 || (!is_name_character(text[at - 1]) && !is_member);
    const size_t end = at + name.size();
    if (begins &&
        (end == text.size() || (!is_name_character(text[end]) && !text.substr(end).starts_with(": "))))
      return true;
  }
  return false;
}

void add_setting(std::string& program, std::string_view text, size_t elements,
                 std::set<std::string_view>& known) {
  for (const Row& value : kValues) {
    if (!mentions(text, value.name) || !known.insert(value.name).second) continue;
    add_setting(program, value.text, elements, known);
    std::string expression(value.text);
    for (size_t at; (at = expression.find("{n}")) != expression.npos;)
      expression.replace(at, 3, std::to_string(elements));
    program += std::string(value.name) + " = " + expression + "\n";
  }
}

}  // namespace

std::vector<Subject> all_subjects() {
  std::vector<Subject> subjects;
  for (const LibraryName& entry : Library::instance().names()) {
    if (entry.native != nullptr && entry.alias_of.empty()) subjects.push_back(subject_of(entry));
  }
  for (const Row& row : kOperations)
    subjects.push_back({std::string(row.name), {}, {{std::string(row.name), std::string(row.text)}}});
  return subjects;
}

std::vector<std::string> unknown_names() {
  std::vector<std::string> unknown;
  for (const Row& row : kCalls) {
    const LibraryName* entry = Library::instance().entry(row.name);
    if (entry == nullptr || entry->native == nullptr) unknown.emplace_back(row.name);
  }
  return unknown;
}

std::string program_of(const Call& call, size_t elements) {
  std::string program;
  std::set<std::string_view> known;
  add_setting(program, call.expression, elements, known);
  return program + "call = () -> " + call.expression + "\n";
}

}  // namespace aspen::limits
