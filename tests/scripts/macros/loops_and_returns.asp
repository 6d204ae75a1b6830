syntax 'repeat body 'until c { loop { body; if c { break } } }
i = 0
repeat { i += 1 } until (i >= 3)
print i
# expect: 3
syntax 'give_up_if c { if c { return None } }
f = x -> {
    give_up_if (x < 0)
    Some x
}
print (f 1, f -1)
# expect: (Some 1, None)
