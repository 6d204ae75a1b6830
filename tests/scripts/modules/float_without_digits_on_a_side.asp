print [float ".5", float "5.", float "-.5e1", float "5.e-1", float "+1_0.", float " .25 "]
# expect: [0.5, 5.0, -5.0, 0.5, 10.0, 0.25]
for text in [".", "-.", ".e1", "e1", "1_.", "._5", "5._1", "1..2", "5.e", ".5.", ".inf"] {
    if (try (float text)) is Ok _ { print text }
}
