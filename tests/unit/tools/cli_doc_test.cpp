// `aspen doc FILE`: a program's own modules, explained by their comments.
#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

class CliDoc : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("lib/words.asp", R"(# Control structures.

# Runs the body unless the condition holds.
syntax 'unless condition body { if condition { } else { body } }
# Adds one.
increased = n -> n + 1
syntax '_twice body { body; body }
)");
    write("shapes.asp", R"(#!/usr/bin/env aspen
# Shapes in the plane. Their sizes are in metres.
#
# All functions are pure.

use "lib/words.asp"

# Not of the area.
## The area of a circle. Its radius
# may not be negative.
# area 2 => 12.56
# area 0 => 0.0
#
# It is exact to two digits.
area = radius -> {
    unless (radius >= 0) { error "negative" }
    radius * radius * 3.14
}
scale = 3

# Of the comment and the name, an empty line makes two.

scaled = x -> x * scale
_hidden = 1
)");
  }
};

TEST_F(CliDoc, ShowsWhatAFileExports) {
  expect("$ASPEN doc shapes.asp", 0, R"(shapes.asp
    Shapes in the plane. Their sizes are in metres.

    All functions are pure.

Names:
  area radius  The area of a circle
  scale
  scaled x
)");
}

TEST_F(CliDoc, ShowsMacros) {
  expect("$ASPEN doc lib/words.asp", 0, R"(lib/words.asp
    Control structures.

Names:
  increased n  Adds one

Macros:
  'unless condition body  Runs the body unless the condition holds
)");
  expect("$ASPEN doc lib/words.asp unless", 0,
         "'unless condition body\n    Runs the body unless the condition holds.\n");
  expect_part("$ASPEN doc lib/words.asp _twice 2>&1", 2, "is called _twice");
}

TEST_F(CliDoc, ShowsOneName) {
  expect("$ASPEN doc shapes.asp area", 0, R"(area radius
    The area of a circle. Its radius may not be negative.

    area 2 => 12.56
    area 0 => 0.0

    It is exact to two digits.
)");
}

TEST_F(CliDoc, SaysWhatIsWrong) {
  expect("$ASPEN doc shapes.asp areas 2>&1", 2,
         "aspen: nothing that shapes.asp exports is called areas; did you mean `area`?\n");
  expect_part("$ASPEN doc ./missing 2>&1", 2, "cannot read ./missing");
  expect_part("$ASPEN doc string upper 2>&1", 2, "write `aspen doc string.upper`");
  expect_part("$ASPEN doc string.slice 2>&1", 2, "; write `s[a..b]`");
  expect_part("$ASPEN doc printf 2>&1", 2, "; write `print");
  write("wrong.asp", "x = (");
  expect_part("$ASPEN doc wrong.asp 2>&1", 2, "wrong.asp:1:5");
}

}  // namespace
}  // namespace aspen
