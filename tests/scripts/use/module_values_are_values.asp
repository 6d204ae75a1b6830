use "./lib/state"
mine = state.items
mine[0] = 100
state.items[1] = 200
print mine
# expect: [100, 2]
print (state.get_items ())
# expect: [1, 2]
