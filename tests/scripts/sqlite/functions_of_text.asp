# instr, replace and trim are not SQLite's own, which take a time that is a product of two lengths.
db = sqlite.open ":memory:"
for call in [
    "instr('abcabc','c')",
    "instr('äöüß','ü')",
    "instr('abc','')",
    "instr('','')",
    "instr('','a')",
    "instr(x'61c3a4','ä')",
    "instr(x'61c3a4',x'a4')",
    "instr('aäb',x'62')",
    "instr(null,'a')",
    "instr('a',null)",
    "instr(12345,34)",
    "instr(1.5,'.')",
    "replace('aaa','aa','b')",
    "replace('abc','','x')",
    "replace('abc','b',null)",
    "replace('abc',null,'b')",
    "replace(null,'a','b')",
    "replace('abc','','')",
    "replace('äöä','ä','--')",
    "replace(12321,2,'x')",
    "replace('abc','abc','')",
    "replace(x'6162','a','z')",
    "trim('  a b  ')",
    "ltrim('  a b  ')",
    "rtrim('  a b  ')",
    "trim('xyabcyx','xy')",
    "ltrim('xyabcyx','xy')",
    "rtrim('xyabcyx','xy')",
    "trim('ääbää','ä')",
    "trim('ääbòò','äò')",
    "rtrim('aéé','é')",
    "trim('abc','')",
    "trim('','abc')",
    "trim('aaa','a')",
    "trim(null)",
    "trim('a',null)",
    "trim(112211,1)",
    "trim('€uro€','€')",
    "trim('😀x😀','😀')",
    "ltrim('éa','ã')",
    "trim(x'2020','  ')",
    "typeof(trim(x'2061'))",
    "typeof(replace(x'6162','','z'))",
    "typeof(replace(15,'','z'))",
    "length(replace('a'||char(0)||'a','a','bb'))",
    "instr('a'||char(0)||'b','b')",
] {
    v = (sqlite.query "select quote({call}) as v" () db)[0].v
    print "{call}: {v}"
}
# expect: instr('abcabc','c'): 3
# expect: instr('äöüß','ü'): 3
# expect: instr('abc',''): 1
# expect: instr('',''): 1
# expect: instr('','a'): 0
# expect: instr(x'61c3a4','ä'): 2
# expect: instr(x'61c3a4',x'a4'): 3
# expect: instr('aäb',x'62'): 3
# expect: instr(null,'a'): NULL
# expect: instr('a',null): NULL
# expect: instr(12345,34): 3
# expect: instr(1.5,'.'): 2
# expect: replace('aaa','aa','b'): 'ba'
# expect: replace('abc','','x'): 'abc'
# expect: replace('abc','b',null): NULL
# expect: replace('abc',null,'b'): NULL
# expect: replace(null,'a','b'): NULL
# expect: replace('abc','',''): 'abc'
# expect: replace('äöä','ä','--'): '--ö--'
# expect: replace(12321,2,'x'): '1x3x1'
# expect: replace('abc','abc',''): ''
# expect: replace(x'6162','a','z'): 'zb'
# expect: trim('  a b  '): 'a b'
# expect: ltrim('  a b  '): 'a b  '
# expect: rtrim('  a b  '): '  a b'
# expect: trim('xyabcyx','xy'): 'abc'
# expect: ltrim('xyabcyx','xy'): 'abcyx'
# expect: rtrim('xyabcyx','xy'): 'xyabc'
# expect: trim('ääbää','ä'): 'b'
# expect: trim('ääbòò','äò'): 'b'
# expect: rtrim('aéé','é'): 'a'
# expect: trim('abc',''): 'abc'
# expect: trim('','abc'): ''
# expect: trim('aaa','a'): ''
# expect: trim(null): NULL
# expect: trim('a',null): NULL
# expect: trim(112211,1): '22'
# expect: trim('€uro€','€'): 'uro'
# expect: trim('😀x😀','😀'): 'x'
# expect: ltrim('éa','ã'): 'éa'
# expect: trim(x'2020','  '): ''
# expect: typeof(trim(x'2061')): 'text'
# expect: typeof(replace(x'6162','','z')): 'text'
# expect: typeof(replace(15,'','z')): 'integer'
# expect: length(replace('a'||char(0)||'a','a','bb')): 2
# expect: instr('a'||char(0)||'b','b'): 3
