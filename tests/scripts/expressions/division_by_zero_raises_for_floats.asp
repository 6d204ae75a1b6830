print ((try (1.0 / 0.0)) is Err (ArithmeticError _))
# expect: true
print ((try (1.0 // 0)) is Err (ArithmeticError _))
# expect: true
print ((try (1.5 % 0.0)) is Err (ArithmeticError _))
# expect: true
