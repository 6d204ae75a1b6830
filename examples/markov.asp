#!/usr/bin/env aspen
# Babble in the style of a text: each next word is drawn from those that followed the last two.
#     aspen run examples/markov.asp book.txt 60

sample = """
    the rain falls on the hill and the rain falls on the sea and the sea gives the rain
    back to the sky and the sky gives the rain to the hill and so the rain comes home
    """

# For each pair of words, the words that come after it. The end of the text continues at its beginning, so every
# pair has a word after it.
learn = words -> {
    after = [:]
    for trio in windows 3 (words + take 2 words) {
        pair = (trio[0], trio[1])
        after[pair] = push trio[2] (get_or pair [] after)
    }
    after
}

babble = seed n words -> {
    after = learn words
    rng = random.from_seed seed
    a, b = words[0], words[1]
    said = [a, b]
    while len said < n {
        choices = after[(a, b)]
        i, rng = random.next_int (len choices) rng
        a, b = b, choices[i]
        said |>= push b
    }
    said
}

text, n = match args {
    [file, count] -> (fs.read file, int count)
    [file]        -> (fs.read file, 100)
    _             -> (sample, 16)
}
print (string.words text |> babble 42 n |> join " ")
# expect: the rain to the sky and the sky and the sea gives the rain back to
