# A module of the library is there without `use`.
use "math"        # expect error: `math` is a module of the library, which needs no `use`
