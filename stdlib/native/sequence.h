#pragma once

#include "stdlib/native/native.h"

namespace aspen {

// The text with its code points from last to first.
Value reverse_text(Strand& s, const String& text);

}  // namespace aspen
