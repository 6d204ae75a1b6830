use "./lib/control"
_private 3 # expect error: unknown name `_private`
