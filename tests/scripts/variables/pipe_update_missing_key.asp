scores = ["ada": [1]]
scores["bob"] |>= push 5    # expect error: KeyError
