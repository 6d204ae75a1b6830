use "./control" as c
_pair = a b -> (a, b)
syntax 'disclosed_twice x { _pair (disclosed x) (disclosed x) }
