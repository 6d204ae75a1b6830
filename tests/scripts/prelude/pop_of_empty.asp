print ((try (pop [])) is Err (IndexError _))
# expect: true
print ((try (pop_first [])) is Err (IndexError _))
# expect: true
print ((try (first [])) is Err (IndexError _))
# expect: true
print ((try (last [])) is Err (IndexError _))
# expect: true
