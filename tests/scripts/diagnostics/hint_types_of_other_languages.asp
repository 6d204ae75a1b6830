f = (n: u64) -> n           # expect error: write `Int`
g = (x: number) -> x        # expect error: write `Number`
h = (x: Any) -> x           # expect error: leave the type out
k = (x: HashMap) -> x       # expect error: write `Dict`
m = (x: Point) -> x         # expect error: the types are Int Float
