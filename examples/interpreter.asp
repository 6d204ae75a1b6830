# An interpreter for a little language: tokens by regex, a precedence-climbing parser, a tree-walking evaluator.

token_form = regex.compile r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(==|!=|<=|>=|[-+*/%<>=(){},;]))"
words = set ["let", "while", "if", "else", "fn", "return", "print"]

tokenize = source -> {
    tokens = []
    at = 0
    for m in regex.find_all token_form source {
        if string.trim source[at..m.start] != "" { error (Syntax "cannot read '{source[at..m.start]}'") }
        at = m.end
        tokens |>= push (match m.groups {
            [(n: String), _, _] -> Number (if contains "." n { float n } else { int n })
            [_, (w: String), _] -> if set.has? w words { Word w } else { Name w }
            [_, _, s]         -> Sign s
        })
    }
    if string.trim source[at..] != "" { error (Syntax "cannot read '{source[at..]}'") }
    push End tokens
}

# The parser is a record of tokens and a position; each function returns what it read and the parser after it.
expect = token p -> {
    if p.tokens[p.at] != token { error (Syntax "expected {token}, found {p.tokens[p.at]}") }
    p.at += 1
    p
}

next = p -> {
    token = p.tokens[p.at]
    p.at += 1
    (token, p)
}

levels = ["==": 1, "!=": 1, "<": 2, ">": 2, "<=": 2, ">=": 2, "+": 3, "-": 3, "*": 4, "/": 4, "%": 4]

expression = lowest p -> {
    left, p = primary p
    loop {
        match p.tokens[p.at] {
            Sign op | get_or op 0 levels >= lowest -> {
                p.at += 1
                right, p = expression (levels[op] + 1) p
                left = Binary (op, left, right)
            }
            _ -> break (left, p)
        }
    }
}

primary = p -> {
    token, p = next p
    match token {
        Number n -> (Literal n, p)
        Sign "(" -> {
            e, p = expression 1 p
            (e, expect (Sign ")") p)
        }
        Sign "-" -> {
            e, p = primary p
            (Binary ("-", Literal 0, e), p)
        }
        Name f | p.tokens[p.at] == Sign "(" -> {
            arguments, p = comma_list p
            (Call (f, arguments), p)
        }
        Name x -> (Variable x, p)
        other -> error (Syntax "unexpected {other}")
    }
}

comma_list = p -> {
    p = expect (Sign "(") p
    items = []
    while p.tokens[p.at] != Sign ")" {
        if not empty? items { p = expect (Sign ",") p }
        item, p = expression 1 p
        items |>= push item
    }
    (items, expect (Sign ")") p)
}

block = p -> {
    p = expect (Sign "\{") p
    body = []
    while p.tokens[p.at] != Sign "}" {
        s, p = statement p
        body |>= push s
    }
    (body, expect (Sign "}") p)
}

statement = p -> match p.tokens[p.at..] {
    [Word "while", ..] -> {
        c, p = expression 1 { ..p, at: p.at + 1 }
        body, p = block p
        (While (c, body), p)
    }
    [Word "if", ..] -> {
        c, p = expression 1 { ..p, at: p.at + 1 }
        yes, p = block p
        no = []
        if p.tokens[p.at] == Word "else" {
            p.at += 1
            no, p = block p
        }
        (If (c, yes, no), p)
    }
    [Word "fn", Name f, ..] -> {
        parameters, p = comma_list { ..p, at: p.at + 2 }
        body, p = block p
        (Define (f, parameters |> map (Variable x -> x), body), p)
    }
    [Word ("return" or "print"), ..] -> {
        Word w = p.tokens[p.at]
        e, p = expression 1 { ..p, at: p.at + 1 }
        (if w == "return" { Return e } else { Print e }, expect (Sign ";") p)
    }
    [Name x, Sign "=", ..] -> {
        e, p = expression 1 { ..p, at: p.at + 2 }
        (Assign (x, e), expect (Sign ";") p)
    }
    _ -> {
        e, p = expression 1 p
        (Evaluate e, expect (Sign ";") p)
    }
}

parse = source -> {
    p = { tokens: tokenize source, at: 0 }
    program = []
    while p.tokens[p.at] != End {
        s, p = statement p
        program |>= push s
    }
    program
}

operate = op a b -> match op {
    "+" -> a + b
    "-" -> a - b
    "*" -> a * b
    "/" -> a / b
    "%" -> a % b
    "<" -> a < b
    ">" -> a > b
    "<=" -> a <= b
    ">=" -> a >= b
    "==" -> a == b
    "!=" -> a != b
}

# An environment: variables of the running function, functions of the program.
evaluate = e env -> match e {
    Literal v -> v
    Variable x -> match get x env.variables {
        Some v -> v
        None -> error (Runtime "no variable {x}")
    }
    Binary (op, l, r) -> operate op (evaluate l env) (evaluate r env)
    Call (f, arguments) -> {
        if not contains f env.functions { error (Runtime "no function {f}") }
        { parameters, body } = env.functions[f]
        values = arguments |> map (a -> evaluate a env)
        if len values != len parameters { error (Runtime "{f} takes {len parameters}") }
        inner = { variables: dict (zip parameters values), functions: env.functions }
        match execute body inner {
            (Returned v, _) -> v
            _ -> 0
        }
    }
}

execute = statements env -> {
    for s in statements {
        match s {
            Assign (x, e) -> env.variables[x] = evaluate e env
            Print e -> print (evaluate e env)
            Evaluate e -> { evaluate e env; () }
            Return e -> return (Returned (evaluate e env), env)
            Define (f, parameters, body) -> env.functions[f] = { parameters, body }
            If (c, yes, no) -> {
                outcome, env = execute (if evaluate c env { yes } else { no }) env
                if outcome is Returned _ { return (outcome, env) }
            }
            While (c, body) -> {
                while evaluate c env {
                    outcome, env = execute body env
                    if outcome is Returned _ { return (outcome, env) }
                }
            }
        }
    }
    (Done, env)
}

run = source -> match try execute (parse source) ({ variables: [:], functions: [:] }) {
    Ok _ -> ()
    Err (Syntax message) -> print "syntax error: {message}"
    Err (Runtime message) -> print "error: {message}"
    Err (ArithmeticError { message }) -> print "error: {message}"
    Err other -> error other
}

run """
    fn fib(n) \{
        if n < 2 \{ return n; }
        return fib(n - 1) + fib(n - 2);
    }
    i = 0;
    while i <= 20 \{ print fib(i); i = i + 5; }
    print (2 + 3) * -4 / 8;
    """
run "print 1 + ;"
run "print x;"
run "print 1 % 0;"
run "print 5 $ 3;"
run "fn f(a) \{ return a; } print f(1, 2);"
# expect: 0
# expect: 5
# expect: 55
# expect: 610
# expect: 6765
# expect: -2.5
# expect: syntax error: unexpected Sign ";"
# expect: error: no variable x
# expect: error: division by zero
# expect: syntax error: cannot read ' $'
# expect: error: f takes 1
