#pragma once
// What white space means: which line ends are separators, which `-` is a prefix, which `[` an index, which
// `{` opens a body, a block or a record. After this the grammar is LALR(1) and knows nothing of lines and
// spaces.

#include "frontend/syntax/token.h"

namespace aspen {

// In place, in two linear passes; the token list only shrinks. Needs balanced brackets.
void lay_out(TokenStream& stream);

}  // namespace aspen
