# Whatever the text and wherever it is cut: csv.rows gives the rows of csv.parse, or both refuse it; what is written
# reads back.
alphabet = ["a", ",", "\"", "\n", "\r", "\r\n", "é", ";", "\u{feff}", ""]
random_text = rng -> {
    size, rng = random.next_int 12 rng
    parts = []
    for _ in 0..size {
        part, rng = random.next_pick alphabet rng
        parts |>= push part
    }
    (join "" parts, rng)
}
disagree = (whole, streamed) -> match (whole, streamed) {
    (Ok x, Ok y) -> x != y
    (Err (ValueError _), Err (ValueError _)) -> false
    _ -> true
}
rng = random.from_seed 7
refused = 0
for n in 0..1500 {
    text, rng = random_text rng
    options = { header: n % 2 == 1, quote: ["\"", "", ";"][n % 3] }
    pieces = map bytes (chunks (n % 4 + 1) (bytes text))
    whole = try (csv.parse_with options text)
    if disagree (whole, try (list (csv.rows_with options pieces))) { print (options, show text) }
    match whole {
        Ok rows | options.quote != "" -> {
            written = csv.show_with options rows
            if csv.parse_with options written != rows { print ("written", options, show text) }
            lines = join "" (csv.show_lines_with options rows)
            if csv.parse_with options lines != rows { print ("lines", options, show text) }
        }
        Err _ -> refused += 1
        _ -> ()
    }
}
print (refused > 100 and refused < 800)
# expect: true
