# args: x y
print (process.args == args)
# expect: true
