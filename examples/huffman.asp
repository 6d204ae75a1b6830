# Huffman coding: frequent letters get short codes, and no code is the beginning of another.

# A tree is Leaf letter or Node (left, right); the two lightest are joined until one is left.
tree_of = text -> {
    queue = group_by identity text
        |> entries
        |> map ((letter, all) -> (len all, Leaf letter))
    while len queue > 1 {
        [(m, a), (n, b), ..rest] = sort_by ((weight, _) -> weight) queue
        queue = push (m + n, Node (a, b)) rest
    }
    [(_, tree)] = queue
    tree
}

codes = tree -> match tree {
    Leaf letter -> [letter: ""]
    Node (left, right) -> {
        prefixed = bit tree -> dict.map_values (code -> bit + code) (codes tree)
        merge (prefixed "0" left) (prefixed "1" right)
    }
}

decode = tree bits -> {
    text = ""
    node = tree
    for bit in bits {
        node = match node { Node (left, right) -> if bit == "0" { left } else { right } }
        if node is Leaf letter {
            text += letter
            node = tree
        }
    }
    text
}

text = "she sells sea shells"
tree = tree_of text
code = codes tree
bits = text |> map (letter -> code[letter]) |> join ""

print "{8 * len text} bits become {len bits}"             # expect: 160 bits become 49
print (decode tree bits)                                   # expect: she sells sea shells
print (len code["s"] <= len code["a"])                     # expect: true
