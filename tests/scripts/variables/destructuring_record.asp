{ name, age: years } = { name: "Ada", age: 36, city: "London" }
print "{name} {years}"
# expect: Ada 36
