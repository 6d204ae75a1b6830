# An interpreter for the smallest of languages: eight commands and a tape of bytes.

# For every bracket the position of its partner.
partners = code -> {
    partner = [:]
    open = []
    for i, c in enumerate code {
        if c == "[" {
            open |>= push i
        } else if c == "]" {
            start, open = pop open
            partner[start] = i
            partner[i] = start
        }
    }
    partner
}

run = code -> {
    partner = partners code
    tape = [0]
    at = 0
    pc = 0
    output = ""
    while pc < len code {
        match code[pc] {
            ">" -> {
                at += 1
                if at == len tape { tape |>= push 0 }
            }
            "<" -> at -= 1
            "+" -> tape[at] = (tape[at] + 1) % 256
            "-" -> tape[at] = (tape[at] - 1) % 256
            "." -> output += string.from_code tape[at]
            "[" -> if tape[at] == 0 { pc = partner[pc] }
            "]" -> if tape[at] != 0 { pc = partner[pc] }
            _   -> ()
        }
        pc += 1
    }
    output
}

print (run "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.")
# expect: Hello World!
