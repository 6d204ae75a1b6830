# A text adventure as a state machine: `step` maps a command and the game to a reply and the next game.

ways = set ["north", "south", "east", "west", "up", "down"]

new_game = () -> {
    room: Hall,
    bag: [],
    rooms: [
        Hall: { text: "You are in a hall.", exits: ["north": Library, "east": Kitchen], items: ["lamp"] },
        Library: { text: "Books everywhere.", exits: ["south": Hall], items: ["book", "key"] },
        Kitchen: { text: "It smells of soup.", exits: ["west": Hall, "down": Cellar], items: [] },
        Cellar: { text: "A chest stands here.", exits: ["up": Kitchen], items: [] },
    ],
    moves: 0,
    state: Playing,
}

parse = line -> match string.words (string.lower line) {
    []                                -> Empty
    ["go", way]                       -> Go way
    [way] | set.has? way ways         -> Go way
    ["take", thing] or ["get", thing] -> Take thing
    ["drop", thing]                   -> Drop thing
    ["look"] or ["l"]                 -> Look
    ["inventory"] or ["i"]            -> Inventory
    ["open", "chest"]                 -> Open
    ["quit"]                          -> Quit
    words                             -> Unknown (join " " words)
}

describe = game -> {
    room = game.rooms[game.room]
    if game.room == Cellar and not contains "lamp" game.bag { return "It is dark." }
    seen = if empty? room.items { "" } else { " You see: {join ", " room.items}." }
    "{room.text}{seen} Exits: {join ", " (keys room.exits)}."
}

go = way game -> match get way game.rooms[game.room].exits {
    Some next -> {
        game.room = next
        (describe game, game)
    }
    None -> ("You cannot go {way}.", game)
}

take_item = thing game -> match index_of thing game.rooms[game.room].items {
    Some i -> {
        game.rooms[game.room].items |>= remove i
        game.bag |>= push thing
        ("Taken.", game)
    }
    None -> ("There is no {thing} here.", game)
}

drop_item = thing game -> {
    if not contains thing game.bag { return ("You have no {thing}.", game) }
    game.bag = game.bag |> filter (x -> x != thing)
    game.rooms[game.room].items |>= push thing
    ("Dropped.", game)
}

open_chest = game -> match (game.room, contains "key" game.bag) {
    (Cellar, true)  -> {
        game.state = Won
        ("The chest is full of gold. You win!", game)
    }
    (Cellar, false) -> ("It is locked.", game)
    _               -> ("There is no chest here.", game)
}

step = command game -> match command {
    Empty      -> ("", game)
    Go way     -> go way game
    Take thing -> take_item thing game
    Drop thing -> drop_item thing game
    Look       -> (describe game, game)
    Inventory  -> (if empty? game.bag { "You carry nothing." } else { "You carry: {join ", " game.bag}." }, game)
    Open       -> open_chest game
    Quit       -> ("Bye.", { ..game, state: Over })
    Unknown s  -> ("I do not understand '{s}'.", game)
}

play = game -> {
    print (describe game)
    while game.state == Playing and read_line () is Some line {
        print "> {line}"
        reply, game = step (parse line) game
        game.moves += 1
        if reply != "" { print reply }
    }
    game
}

game = play (new_game ())
print "{game.moves} moves, {game.state}"
# stdin: look
# stdin: take lamp
# stdin: north
# stdin: get key
# stdin: get sword
# stdin: south
# stdin: dance wildly
# stdin: east
# stdin: drop key
# stdin: get key
# stdin: i
# stdin: go down
# stdin: open chest
# stdin: look
# expect: You are in a hall. You see: lamp. Exits: north, east.
# expect: > look
# expect: You are in a hall. You see: lamp. Exits: north, east.
# expect: > take lamp
# expect: Taken.
# expect: > north
# expect: Books everywhere. You see: book, key. Exits: south.
# expect: > get key
# expect: Taken.
# expect: > get sword
# expect: There is no sword here.
# expect: > south
# expect: You are in a hall. Exits: north, east.
# expect: > dance wildly
# expect: I do not understand 'dance wildly'.
# expect: > east
# expect: It smells of soup. Exits: west, down.
# expect: > drop key
# expect: Dropped.
# expect: > get key
# expect: Taken.
# expect: > i
# expect: You carry: lamp, key.
# expect: > go down
# expect: A chest stands here. Exits: up.
# expect: > open chest
# expect: The chest is full of gold. You win!
# expect: 13 moves, Won
