# Every character up to U+1FFFF in every case, compared by a hash with the results of Python 3.11 (Unicode
# 14.0). Later versions of Unicode may give case to letters that have none in Python: then the numbers change.
codes = concat [list.from (0..0xd800), list.from (0xe000..0x20000)]
every_of = codes f -> hash.sha256 (string.from_codes codes |> string.chars |> map (c -> "{f c}\n") |> join "")
every = every_of codes
print (every string.upper)
# expect: fef83906d2e9a310b0092bbb9f3de8ffd042cfc2504f749ae103bc761cfc46ac
print (every string.lower)
# expect: 1058da2f4ea7a74a047ea38209e6eb521125d11c4041bffa962b71690a7d61d1
print (every (c -> string.capitalize "{c}{c}"))
# expect: 514c198208331fa2eab201aab45b8491af133ae8591e97150e9bdf807afea907
print (every string.fold_case)
# expect: 3912cdabf39f280373103c777dbd87702dcdc5d9a8253195b881fdbdad6adaeb
# Whether a sigma is the last letter of a word depends on the characters before and after it. Two characters
# that came with Unicode 15.0 are left out.
plane = filter (c -> c < 0x10000 and not (contains c [0xcf3, 0xece])) codes
print (every_of plane (c -> string.lower "{c}Σ"))
# expect: 62d5b5199e3113d594090ffa7921f68f2826434938606119edd3f2b6ac9e98d7
print (every_of plane (c -> string.lower "αΣ{c}α"))
# expect: eeb18567c56d5c6f620cf375781abfbe91fd27a510c383b6a66297ef06b947a5
print [string.upper "ﬁ", string.lower "ΑΣ ΣΑΣ'", string.title "ǆ straße ﬁ", string.capitalize "ǆǆ", string.lower "İ"]
# expect: ["FI", "ας σας'", "ǅ Straße Fi", "ǅǆ", "i̇"]
