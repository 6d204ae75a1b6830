ch = channel 1
a = spawn match recv ch { Some b -> await b, None -> 0 }
b = spawn await a
send ch b
await b                    # expect error: hint: each of these tasks waits for the end of another one
