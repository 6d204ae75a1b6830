# Modules of other languages are capitalised.
IO.puts "x"            # expect error: hint: write `print value`
print (Math.sqrt 2)    # expect error: hint: did you mean `math.sqrt`?
x = Enum.map           # expect error: hint: did you mean `map`?
Console.log "x"        # expect error: hint: write `print value`
y = String.upcased     # expect error: hint: modules are written in small letters: `string`
z = Point.origin       # expect error: `Point` is a label, which has no field `origin`
