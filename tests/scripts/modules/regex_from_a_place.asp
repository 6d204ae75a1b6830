# A text is taken apart from the left, without copying its rest.
token = regex.compile r"\s+|[a-zé]\w*|\d+|[-+=;]"
tokens = text -> {
  at, out = 0, []
  while at < len text {
    match regex.match_at at token text {
      Some m -> { out |>= push m.text; at = m.end }
      None -> error "unexpected {text[at]} at {at}"
    }
  }
  out
}
print (tokens "let é1 = 42 + x;")
print (try (tokens "a ?"))

# From each place: the first match there, or the first that begins later.
text = "a1 éé22b\n3"
for pattern in [r"\d+", r"\d*", r"é+", r"(?m)^\d", r"\b\w", "$", "^", r"(?:)"] {
  for start in 0..len text + 2 {
    found = regex.find_from start pattern text
    here = regex.match_at start pattern text
    begins_here = match found {
      Some m -> { assert (m.start >= start); m.start == start }
      None -> false
    }
    assert (here == if begins_here { found } else { None })
  }
  assert (regex.find_from 0 pattern text == regex.find pattern text)
}
print (regex.find_from 1 "^a" "aa")
print (regex.find_from 1 r"\bb" "ab")
print (regex.match_at 2 r"\d*" "a1")
print (regex.match_at 3 r"\d*" "a1")
print (try (regex.match_at (-1) "a" "a"))

places = (part, text) -> {
  out, at = [], 0
  loop {
    match string.index_of_from at part text {
      Some n -> { out |>= push n; at = n + 1 }
      None -> return out
    }
  }
}
print (places ("aa", "aaéaaa"))
print (string.index_of_from 2 "" "ab", string.index_of_from 3 "" "ab", string.index_of_from 1 "b" "éb")
print (try (string.index_of_from (-1) "a" "a"))
# expect: ["let", " ", "é1", " ", "=", " ", "42", " ", "+", " ", "x", ";"]
# expect: Err "unexpected ? at 2"
# expect: None
# expect: None
# expect: Some { text: "", start: 2, end: 2, groups: [], names: [:] }
# expect: None
# expect: Err (ValueError { message: "regex.match_at: start must not be negative" })
# expect: [0, 3, 4]
# expect: (Some 2, None, Some 1)
# expect: Err (ValueError { message: "string.index_of_from: start must not be negative" })
