use "./control"
_secret = 42
open = 1
syntax 'revealed x { x + _secret }
syntax 'opened x { x + open }
