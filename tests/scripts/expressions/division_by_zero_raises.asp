print ((try (1 / 0)) is Err (ArithmeticError _))
# expect: true
print ((try (1 // 0)) is Err (ArithmeticError _))
# expect: true
print ((try (1 % 0)) is Err (ArithmeticError _))
# expect: true
