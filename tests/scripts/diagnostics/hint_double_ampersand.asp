x = true && false       # expect error: and
