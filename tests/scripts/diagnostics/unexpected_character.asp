x = 5 @ 3               # expect error: @
