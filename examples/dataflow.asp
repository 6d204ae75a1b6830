# A recipe as a flow of data: each step starts when its inputs are there, and waiting overlaps with working.
# The order of the lines only says which step needs what.
wait = seconds thing -> {
    sleep seconds
    thing
}
knead = n -> {
    strength = 0
    for i in 0..n { strength = (strength * 31 + i) % 1_000_003 }
    strength
}

oven = spawn wait 0.2 "a hot oven"
yeast = spawn wait 0.1 "yeast"
flour = spawn wait 0.1 "flour"
dough = spawn {
    ingredients = [await flour, await yeast]
    "dough of {join " and " ingredients}, kneaded to {knead 20_000}"
}
bread = spawn "bread: {await dough}, from {await oven}"
print (await bread)
# expect: bread: dough of flour and yeast, kneaded to 667472, from a hot oven
