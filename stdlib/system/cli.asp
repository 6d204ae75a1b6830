# Module cli: the options and arguments of a program. A specification is read into items, records that hold
# all about one option or argument; the words of the command line then give the items their values.

## The options and arguments of a program: a record with a field for each. `cli.options spec args` is the usual call. `--help` prints `cli.help spec` and ends the program with exit code 0. A mistake of the user goes to standard error, and ends the program with exit code 2. `spec` is a record of `options` and `arguments`, each a record with a field for each of them, and of texts for the help: `name` of the program, `about`, and `version`, which `--version` prints. The field `dry_run` of `options` is the option `--dry-run`. Each option and each argument is a record, perhaps `{:}`, with these fields. `type` is Int, Float, String or a list of the allowed texts; without it, the type of `default`; without both, an option is a flag, false or true, and an argument is a String. `short` is a letter, as "n" for `-n`. `default` is the value if none is given; without a default that is None, and a given value v is `Some v`. With `required: true` it must be given, and the value is v. Arguments are required unless they are many, have a default or say `required: false`. With `many: true` the value is a list, and that of a flag the number of times. A flag with `default: true` is turned off by `--no-` and its name. `help` is a text, and `value` what the help calls the value. On the command line, values are written `--count 5`, `--count=5`, `-n 5` or `-n5`, and flags may be joined, as in `-vx`. Options may stand after arguments. Words after `--` are arguments, as are `-` and negative numbers. Of several values of an option, the last one counts. (Python: argparse, Go: flag, Node: util.parseArgs)
# cli.options { options: { count: { type: Int, short: "n", default: 1 } }, arguments: { file: {:} } } ["-n5", "a.txt"] => { count: 5, file: "a.txt" }
options = spec words -> match parse spec words {
    Ok found -> found
    Help text -> {
        print text
        exit 0
    }
    Err message -> {
        name = get_or "name" "program" (dict spec)
        eprint "{name}: {message}\n`{name} --help` says more."
        exit 2
    }
}

## Like cli.options, for tests and commands within a program: `Ok` record, `Help` text, which is also that of the version, or `Err` message.
# cli.parse { options: { verbose: { short: "v" } } } ["-v"] => Ok { verbose: true }
# cli.parse { options: { verbose: {:} } } ["--verbos"] => Err "there is no option --verbos; did you mean --verbose?"
parse = spec words -> match _read_words (_items_of spec) words {
    Ok { given, rest } -> _finish spec given rest
    Show Help -> Help (help spec)
    Show Version -> Help spec.version
    Err message -> Err message
}

## The help text that `--help` prints.
# cli.help { name: "wc", arguments: { file: { help: "what to count" } } } => "usage: wc [options] FILE\n\narguments:\n  FILE        what to count\n\noptions:\n  -h, --help  show this help"
help = spec -> {
    about = get_or "about" "" (dict spec)
    arguments = _arguments_of spec
    rows = map (item -> (item.value, _explained item)) arguments
    options = map (item -> (_shown_option item, _explained item)) (_items_of spec)
    width = min [24, max (map (row -> len row.0) (rows + options))]
    parts = [
        join " " ["usage:", get_or "name" "program" (dict spec), "[options]", ..map _shown_argument arguments],
        about,
        _section "arguments:" width rows,
        _section "options:" width options,
    ]
    join "\n\n" (filter (part -> part != "") parts)
}

# ---- Specifications

_bad = message -> error (ValueError { message: "cli: {message}" })

_check_fields = what known d -> {
    for name in keys d {
        if not contains name known { _bad "{what} has the unknown field {name}; its fields are {join ", " known}" }
    }
}

_fields_of = what field spec -> {
    if not (spec is (_: Record)) { _bad "spec must be a Record, not {show spec}" }
    _check_fields "spec" ["options", "arguments", "name", "about", "version"] (dict spec)
    fields = get_or field {:} (dict spec)
    if not (fields is (_: Record)) { _bad "{field} must be a Record, not {show fields}" }
    entries (dict fields)
}

_items_of = spec -> {
    items = map ((name, given) -> _item "option" name given) (_fields_of "spec" "options" spec)
    _check_distinct spec items
    items = if contains "version" (dict spec) { _add_own "version" "V" Version "show the version" items } else { items }
    _add_own "help" "h" Help "show this help" items
}

_check_distinct = spec items -> {
    names = map (item -> item.name) (items + _arguments_of spec)
    shorts = items |> map (item -> item.short) |> filter (short -> short != "")
    for each in [names, shorts] {
        for name, times in list.frequencies each {
            if times > 1 { _bad "{name} is given to two of the options and arguments" }
        }
    }
}

_arguments_of = spec -> map ((name, given) -> _item "argument" name given) (_fields_of "spec" "arguments" spec)

# An option of every program, unless the program has one of that name. Its letter may be taken, too.
_add_own = name letter kind text items -> {
    if any (item -> item.name == name) items { return items }
    short = if any (item -> item.short == letter) items { "" } else { letter }
    items + [{ ..(_item "option" name { help: text }), kind, short }]
}

_item = what name given -> {
    if not (given is (_: Record)) { _bad "the {what} {name} must be a Record, such as \{ type: Int } or \{:}, not {show given}" }
    d = dict given
    _check_fields "the {what} {name}" ["type", "short", "default", "required", "many", "help", "value"] d
    kind = _kind_of what name d
    default = get "default" d
    many = get_or "many" false d == true
    optional = what == "option" or many or default != None
    short = get_or "short" "" d
    if not (short is (_: String)) or len short > 1 { _bad "short of {name} must be a letter, not {show short}" }
    _check_default name kind many default
    {
        name,
        what,
        kind,
        long: string.replace "_" "-" name,
        short,
        default,
        many,
        required: get_or "required" (not optional) d == true,
        help: get_or "help" "" d,
        value: get_or "value" (_value_name kind what name) d,
    }
}

_kind_of = what name d -> match get "type" d {
    None -> _kind_of_default what d
    # As patterns, these labels would look like tests of a type.
    Some label | label == Int -> Whole
    Some label | label == Float -> Real
    Some label | label == String -> Text
    Some [first, ..more] | all (each -> each is (_: String)) [first, ..more] -> OneOf [first, ..more]
    Some other -> _bad "the type of {name} must be Int, Float, String or a list of texts, not {show other}"
}

_kind_of_default = what d -> match get "default" d {
    Some (_: String) -> Text
    # How often a flag is given is an Int, too.
    Some (_: Int) | get_or "many" false d != true -> Whole
    Some (_: Float) -> Real
    _ -> if what == "option" { Flag } else { Text }
}

# A default is never converted, so it has to be what a word would give.
_check_default = name kind many default -> match default {
    None -> ()
    Some _ | many -> ()    # may be anything that stands for an empty list
    Some v | _fits kind v -> ()
    Some v -> {
        wanted = match kind {
            Whole -> "an Int"
            Real -> "a Float or an Int"
            OneOf choices -> _alternatives choices
            Flag -> "a Bool"
            _ -> "a String"
        }
        _bad "default of {name} must be {wanted}, not {show v}"
    }
}

_fits = kind v -> match kind {
    Whole -> v is (_: Int)
    Real -> v is (_: Number)
    OneOf choices -> contains v choices
    Flag -> v is (_: Bool)
    _ -> v is (_: String)
}

_value_name = kind what name -> match kind {
    OneOf choices -> join "|" choices
    Whole | what == "option" -> "N"
    Real | what == "option" -> "X"
    _ -> string.upper (string.replace "_" "-" name)
}

# ---- The command line

# The values of options in `given`, lists by the names of the items, and the other words in `rest`.
_read_words = items words -> {
    given = [:]
    rest = []
    at = 0
    while at < len words {
        word = words[at]
        at += 1
        if word == "--" {
            rest += words[at..]
            break
        }
        if not _is_option word items {
            rest |>= push word
            continue
        }
        match _read_option items word (get at words) {
            Found (values, used) -> {
                at += used
                for (item, value) in values {
                    if item.kind is (Help or Version) { return Show item.kind }
                    match _converted item value {
                        Ok v -> given |>= dict.update_or item.name [] (push v)
                        Err message -> { return Err message }
                    }
                }
            }
            Err message -> { return Err message }
        }
    }
    Ok { given, rest }
}

# A number with a minus sign is no option, unless a digit is one.
_is_option = word items -> match word {
    (text: String) | string.starts_with? "-" text and text != "-" -> {
        has_digits = any (item -> string.is_digit? item.short) items
        has_digits or not regex.full_match? r"-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?" text
    }
    _ -> false
}

_read_option = items word following -> {
    if string.starts_with? "--" word { _read_long items word following } else { _read_short items word following }
}

_read_long = items word following -> {
    name, value = match string.split_once "=" word[2..] {
        Some (name, value) -> (name, Some value)
        None -> (word[2..], None)
    }
    match find (item -> name == item.long or Some name == _negative item) items {
        None -> Err (_unknown items "--{name}")
        Some item | _takes_value? item -> match value {
            Some text -> Found ([(item, text)], 0)
            None -> _following items item "--{name}" following
        }
        Some item -> if value == None { Found ([(item, name == item.long)], 0) } else { Err "--{name} takes no value" }
    }
}

_read_short = items word following -> {
    values = []
    for i in 1..len word {
        match find (item -> item.short == word[i]) items {
            None -> { return Err (_unknown items "-{word[i]}") }
            Some item | _takes_value? item -> {
                if i + 1 < len word { return Found (push (item, string.remove_prefix "=" word[i + 1..]) values, 0) }
                return match _following items item "-{word[i]}" following {
                    Found (more, used) -> Found (values + more, used)
                    Err message -> Err message
                }
            }
            Some item -> values |>= push (item, true)
        }
    }
    Found (values, 0)
}

_takes_value? = item -> not (item.kind is (Flag or Help or Version))

_negative = item -> if item.kind == Flag and item.default == Some true { Some "no-{item.long}" } else { None }

# A word that looks like an option is not taken as a value: more often, the value was forgotten.
_following = items item shown following -> match following {
    None -> Err "{shown} needs a value: {item.value}"
    Some next | _is_option next items -> Err "{shown} needs a value; for this one write {shown}={next}"
    Some next -> Found ([(item, next)], 1)
}

_unknown = items shown -> {
    longs = items |> map (item -> "--{item.long}") |> filter (long -> string.distance shown long <= 2)
    hint = if len shown > 3 and not empty? longs { "; did you mean {min_by (string.distance shown) longs}?" } else { "" }
    "there is no option {shown}{hint}"
}

# ---- Values

_converted = item value -> match item.kind {
    Whole -> _number item value int "a whole number"
    Real -> _number item value float "a number"
    OneOf choices -> if contains value choices { Ok value } else { Err "{_called item} must be {_alternatives choices}, not {show value}" }
    _ -> Ok value
}

_number = item value read what -> match try (read value) {
    Ok n -> Ok n
    Err (ValueError _) -> Err "{_called item} must be {what}, not {show value}"
    Err (TypeError _) -> Err "{_called item} must be {what}, not {show value}"
    Err e -> error e
}

_called = item -> if item.what == "option" { "--{item.long}" } else { item.value }

_alternatives = texts -> {
    last, others = pop texts
    if empty? others { last } else { join ", " others + " or " + last }
}

# Gives the arguments their words, and every item its value.
_finish = spec given rest -> {
    arguments = _arguments_of spec
    spare = len rest - count (item -> item.required) arguments
    for item in arguments {
        size = if item.many { max [0, spare] + (if item.required { 1 } else { 0 }) } else if item.required or spare > 0 { 1 } else { 0 }
        spare -= if item.required { size - 1 } else { size }
        for word in take size rest {
            match _converted item word {
                Ok v -> given |>= dict.update_or item.name [] (push v)
                Err message -> { return Err message }
            }
        }
        rest = drop size rest
    }
    values = [:]
    for item in arguments + filter (item -> not (item.kind is (Help or Version))) (_items_of spec) {
        if item.required and not contains item.name given { return Err "{_called item} is missing" }
        values[item.name] = _value_of item (get_or item.name [] given)
    }
    if not empty? rest { return Err "{show (first rest)} is one argument too many" }
    Ok (dict.into { ..get_or "options" {:} (dict spec), ..get_or "arguments" {:} (dict spec) } values)
}

_value_of = item given -> {
    if item.kind == Flag {
        return if item.many { len given } else if empty? given { item.default == Some true } else { last given }
    }
    if item.many { return if empty? given { match item.default { Some xs -> xs, None -> [] } } else { given } }
    match item.default {
        Some v -> if empty? given { v } else { last given }
        None -> if item.required { last given } else if empty? given { None } else { Some (last given) }
    }
}

# ---- Help

_shown_argument = item -> {
    name = if item.many { "{item.value}..." } else { item.value }
    if item.required { name } else { "[{name}]" }
}

_shown_option = item -> {
    value = if _takes_value? item { " {item.value}" } else { "" }
    name = "--{match _negative item { Some negative -> negative, None -> item.long }}"
    if item.short == "" { "    {name}{value}" } else { "-{item.short}, {name}{value}" }
}

_explained = item -> {
    notes = match item.default {
        Some v | _takes_value? item -> ["default: {v}"]
        _ -> if item.required and item.what == "option" { ["required"] } else { [] }
    }
    join " " (filter (text -> text != "") [item.help, ..map (note -> "({note})") notes])
}

_section = title width rows -> {
    if empty? rows { return "" }
    join "\n" [title, ..map ((name, text) -> string.trim_end (_row width name text)) rows]
}

_row = width name text -> if len name <= width {
    "  {string.pad_right width name}  {text}"
} else {
    "  {name}\n{string.repeat (width + 4) " "}{text}"
}
