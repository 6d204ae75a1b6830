# A number that no Float holds is refused wherever it is read, with its place: `json.show` could not write it.
fails = f -> match try (f ()) {
    Err (ValueError e) -> print e.message
    other -> print other
}
fails (() -> json.parse "[1,\n  1e400]")
# expect: json.parse: the number at line 2, column 3 is too large for a Float
fails (() -> json.parse "-1e400")
# expect: json.parse: the number at line 1, column 1 is too large for a Float
fails (() -> json.parse "\{\"a\": 1.5e999999999999}")
# expect: json.parse: the number at line 1, column 7 is too large for a Float
fails (() -> list.from (json.values ["1 2\n", " -1e309 3"]))
# expect: json.values: the number at line 2, column 2 is too large for a Float
fails (() -> float "1e400")
# expect: float: "1e400" is too large for a Float
fails (() -> float " -1e400 ")
# expect: float: " -1e400 " is too large for a Float
print (float "inf", float "-inf", float "1e308", float "1e-400", json.parse "[1e308, 1e-400]")
# expect: (inf, -inf, 1e308, 0.0, [1e308, 0.0])
