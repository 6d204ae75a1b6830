t = spawn 20 + 1
print (await t * 2)        # expect: 42
print (type_of t)          # expect: Task
