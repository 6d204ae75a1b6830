scores = ["ada": [1], "bob": []]
name = "bob"
scores[name] |>= push 5
scores["ada"] |>= push 2
print scores
# expect: ["ada": [1, 2], "bob": [5]]
