x = true || false       # expect error: or
