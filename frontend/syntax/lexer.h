#pragma once
// Source text to tokens, brackets balanced. What white space means is decided afterwards, in layout.h.

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/syntax/arena.h"
#include "frontend/syntax/token.h"

namespace aspen {

// The stream ends in kEnd. A bracket that is never closed is reported and gets a virtual closing token; one
// that closes nothing is reported and left out. So every later stage sees balanced brackets. An interpolated
// string comes as TextBegin, then for each value TextMiddle (the text before it), its tokens and perhaps
// Format, then TextEnd (the text after the last), which nest like brackets. Bytes that are not UTF-8, and
// brackets nested deeper than kMaxTreeDepth, end the stream early.
TokenStream lex(const Source& source, Arena& arena, Diagnostics& diagnostics);

}  // namespace aspen
