// Which patterns leave nothing to others.
#pragma once

#include "frontend/syntax/ast_pattern.h"

namespace aspen {

// The pattern matches every value.
bool matches_all(const Pattern* pattern);
// True only if each value that `below` matches also matches `above`. May be false although that holds.
bool covers(const Pattern* above, const Pattern* below);

}  // namespace aspen
