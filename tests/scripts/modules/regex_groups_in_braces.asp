# Braces end the name of a group before a letter or digit.
print (regex.replace r"(\d)(\d)" r"${1}0$2" "12 34")
print (regex.replace r"(?P<name>\w+)" r"${name}x" "a b")
print (regex.replace r"\w" r"${0}${0}" "ab")
print (regex.replace r"\w" r"$${0}" "ab")
for bad in [r"${2}", r"${", r"${}", r"${1", r"${1x}", r"${ 1}", "$x", "$"] {
    print ((try (regex.replace r"(\d)" bad "1")) is Err (ValueError _))
}
# expect: 102 304
# expect: ax bx
# expect: aabb
# expect: ${0}${0}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
