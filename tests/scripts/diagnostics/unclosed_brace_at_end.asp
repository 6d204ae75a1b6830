f = x -> {              # expect error:
    x + 1
