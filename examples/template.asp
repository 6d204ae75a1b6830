# A tiny template engine: <% name %> is replaced by the entry of that name, and
# <% each items %> ... <% end %> is repeated for every element of a list.

# Text s, Entry name, Each name, End
tokens = source -> {
    [text, ..pieces] = split "<%" source
    found = [Text text]
    for piece in pieces {
        [tag, ..rest] = split "%>" piece
        kind = match string.words tag {
            ["each", name] -> Each name
            ["end"]        -> End
            [name]         -> Entry name
            _              -> error "unknown tag <%{tag}%>"
        }
        found += [kind, Text (join "%>" rest)]
    }
    found
}

# Takes tokens up to the End of this section; returns the parts and the tokens after it.
parse = inside? tokens -> {
    parts = []
    loop {
        match tokens {
            [] -> {
                if inside? { error "an each is not closed" }
                return (parts, [])
            }
            [End, ..rest] -> {
                if not inside? { error "an end closes nothing" }
                return (parts, rest)
            }
            [Each name, ..rest] -> {
                inner, tokens = parse true rest
                parts |>= push (Section (name, inner))
            }
            [part, ..rest] -> {
                tokens = rest
                parts |>= push part
            }
        }
    }
}

render = data parts -> parts
    |> map (part -> match part {
        Text text             -> text
        Entry "it"            -> string data
        Entry name            -> string data[name]
        Section (name, inner) -> data[name] |> map (item -> render item inner) |> join ""
    })
    |> join ""

# Makes a function from the data to the text.
template = source -> {
    parts, _ = parse false (tokens source)
    data -> render data parts
}

letter = template """
    Dear <% name %>,
    you ordered:
    <% each items %>- <% count %> x <% what %> (<% each sizes %> <% it %><% end %> )
    <% end %>Thank you!
    """

print (letter [
    "name": "Ada",
    "items": [
        ["count": 2, "what": "oak", "sizes": ["S", "L"]],
        ["count": 1, "what": "aspen", "sizes": ["XL"]],
    ],
])
# expect: Dear Ada,
# expect: you ordered:
# expect: - 2 x oak ( S L )
# expect: - 1 x aspen ( XL )
# expect: Thank you!

if (try template "<% each x %>") is Err message { print message }    # expect: an each is not closed
