# A task gives, sends or keeps a container with values of calls that are not looked at; another one, which has none, looks at them.
slow = n -> { sum = 0; for i in 0..n { sum += 1 }; sum }
made = n -> [slow n, slow (n + 1), slow 2]
right = 0
for n in 10..30 {
    t = spawn made n
    right += if await (spawn (sum (await t))) == 2 * n + 3 { 1 } else { 0 }
    ch = channel 1
    spawn { send ch (made n) }
    right += if await (spawn (match (recv ch) { Some xs -> sum xs, None -> 0 })) == 2 * n + 3 { 1 } else { 0 }
    direct = channel 0
    reader = spawn (match (recv direct) { Some xs -> sort xs, None -> [] })
    spawn { send direct (made n) }
    right += if await reader == [2, n, n + 1] { 1 } else { 0 }
    c = cell.new (made n)
    right += if await (spawn (max (cell.get c))) == n + 1 { 1 } else { 0 }
    f = fiber { yield made n }
    right += if await (spawn (match f () { Some xs -> sum xs, None -> 0 })) == 2 * n + 3 { 1 } else { 0 }
}
print right   # expect: 100
