inner = fiber { yield 1; yield 2 }
outer = fiber { for x in inner { yield x * 10 }; yield "end" }
print (list outer)         # expect: [10, 20, "end"]
