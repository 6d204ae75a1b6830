let x = 5               # expect error: let
