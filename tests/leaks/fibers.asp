# Fibers that end, that are left in the middle, and that fail.
loop {
    for left in [3, 100] {
        f = fiber { for i in 0..10 { yield i } }
        for n in f { if n == left { break } }
    }
    broken = fiber { yield 1; error "refused" }
    for _ in 0..2 { try (broken ()) }
}
