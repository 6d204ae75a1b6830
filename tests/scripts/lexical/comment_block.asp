#[[ one line ]] print 1
# expect: 1
#[[ several
    lines, with "quotes and { braces
]]
print (1 + #[[ in the middle ]] 2)
# expect: 3
