t = spawn {
    send (channel 0) 1
    5
}
u = spawn await t
await u                    # expect error: hint: no task is left that receives
