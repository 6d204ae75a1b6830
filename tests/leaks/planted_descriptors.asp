# planted: descriptors
kept = []
p = fs.temp ()
loop { if len kept < 500 { kept |>= push (fs.open "read" p) }; sleep 0.02 }
