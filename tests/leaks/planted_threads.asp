# planted: threads
kept = []
loop { if len kept < 50 { kept |>= push (spawn fs.watch "/usr") }; sleep 0.1 }
