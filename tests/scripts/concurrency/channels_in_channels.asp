requests = channel 0
server = spawn {
    for { number, reply } in requests { send reply (number * 2) }
}
ask = number -> { reply = channel 1; send requests { number, reply }; recv reply }
print [ask 1, ask 2, ask 21]        # expect: [Some 2, Some 4, Some 42]
close requests
