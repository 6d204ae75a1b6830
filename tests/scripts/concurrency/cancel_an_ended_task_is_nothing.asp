t = spawn 5
print (await t)            # expect: 5
task.cancel t
print (await t)            # expect: 5
