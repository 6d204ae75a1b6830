# An imported file that has the name of a library's module hides it, and the error says so.
use "./lib/math"
print (math.circle_area 2)
print (math.sqrt 2)  # expect error: the imported `math` hides the library's module of that name; `use … as` gives it another name
