use "./lib/two-words" as two_words
print two_words.answer
# expect: 42
