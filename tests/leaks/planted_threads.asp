# planted: threads
kept = []
loop { if len kept < 50 { kept |>= push (spawn process.wait (process.spawn "sleep" ["60"])) }; sleep 0.1 }
