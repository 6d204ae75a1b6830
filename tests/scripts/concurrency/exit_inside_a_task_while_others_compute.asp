others = list (0..4) |> map (i -> spawn { loop { n = 1 } })
stubborn = spawn { loop { try (recv (channel 0)) } }
t = spawn exit 4
loop { n = 2 }
# exit: 4
