# Channels with values in them, closed ones, cells and semaphores.
loop {
    c = channel 10
    sender = spawn { for i in 0..30 { send c i }; close c }
    print (count (_ -> true) c)
    await sender
    full = channel 5
    for i in 0..5 { send full [i] }
    state = cell []
    gather (i -> cell.update (xs -> push i xs) state) (0..10)
}
