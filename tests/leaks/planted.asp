# planted: resident bytes
kept = []
loop { kept |>= push (string.repeat 1000000 "x"); sleep 0.02 }
