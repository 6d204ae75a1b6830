t = spawn {
    send (channel 0) 1
    5
}
u = spawn await t
await u                    # expect error: hint: nobody is left who receives
