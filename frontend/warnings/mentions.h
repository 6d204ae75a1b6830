// What a module reads and makes anywhere.
#pragma once

#include <string_view>
#include <unordered_set>

#include "frontend/resolve/scope.h"

namespace aspen {

struct Mentions {
  std::unordered_set<const Binding*> read;    // an update alone does not read its variable
  std::unordered_set<std::string_view> made;  // labels, but for those that values are compared with
  bool imports = false;
};

Mentions find_mentions(BlockExpr* program);

// `==` or `!=`.
bool tests_equality(const Expr* expr);

}  // namespace aspen
