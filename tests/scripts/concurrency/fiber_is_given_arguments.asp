adder = fiber {
    total = 0
    loop { total += yield total }
}
print (adder ())           # expect: Some 0
print (adder 5)            # expect: Some 5
print (adder 10)           # expect: Some 15
