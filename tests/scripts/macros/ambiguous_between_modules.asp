use "./lib/control"
use "./lib/other_unless"
unless true { } # expect error: two macros match here
