# A pipeline: each stage is a task, and a channel leads to the next. A slow stage makes the stages before it
# wait, since a channel holds only as many messages as its capacity.
stage = f source -> {
    out = channel 4
    spawn {
        for x in source { f x (send out) }
        close out
    }
    out
}

words = stage (line give -> each give (string.words line))
longer_than = n -> stage (word give -> if len word > n { give word })
capitalized = stage (word give -> give (string.capitalize word))

text = ["the quick brown fox", "jumps over", "the lazy dog"]
print (text |> words |> longer_than 3 |> capitalized |> join " ")
# expect: Quick Brown Jumps Over Lazy

# Primes by a chain that grows: each one found adds a stage that drops its multiples.
primes = []
left = stage (n give -> give n) (2..60)
while recv left is Some p {
    primes |>= push p
    left = left |> stage (n give -> if n % p != 0 { give n })
}
print primes
# expect: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
