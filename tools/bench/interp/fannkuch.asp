fannkuch = n -> {
    p = list (0..n)
    q = p
    s = p
    sign = 1
    max_flips = 0
    sum = 0
    loop {
        head = p[0]
        if head != 0 {
            for i in 1..n { q[i] = p[i] }
            flips = 1
            loop {
                next = q[head]
                if next == 0 {
                    sum += sign * flips
                    if flips > max_flips { max_flips = flips }
                    break
                }
                q[head] = head
                if head >= 3 {
                    i = 1
                    j = head - 1
                    while i < j {
                        q[i], q[j] = q[j], q[i]
                        i += 1
                        j -= 1
                    }
                }
                head = next
                flips += 1
            }
        }
        if sign == 1 {
            p[0], p[1] = p[1], p[0]
            sign = -1
        } else {
            p[1], p[2] = p[2], p[1]
            sign = 1
            for i in 2..n {
                if s[i] != 0 {
                    s[i] -= 1
                    break
                }
                if i == n - 1 { return (sum, max_flips) }
                s[i] = i
                moved = p[0]
                for j in 0..=i { p[j] = p[j + 1] }
                p[i + 1] = moved
            }
        }
    }
}

sum, flips = fannkuch 10
assert (sum == 73196 and flips == 38)
print "{sum}\t{flips}"
