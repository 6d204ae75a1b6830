# What json functions give is what Python's give.
# `tests/random/library.py json` has written this file.
differing = cell 0
row = text f expected -> {
    found = match try f () { Ok v -> v, Err _ -> Fails }
    if found != expected {
        print "{text}: {show found}, not {show expected}"
        cell.update (n -> n + 1) differing
    }
}
row "json.parse \"1e-07\"" (() -> json.parse "1e-07") 1e-07
row "json.parse (json.show (json.parse \"1e-07\"))" (() -> json.parse (json.show (json.parse "1e-07"))) 1e-07
row "json.parse \"1e-n7\"" (() -> json.parse "1e-n7") Fails
row "json.parse \"[-2203962668645747]\"" (() -> json.parse "[-2203962668645747]") [-2203962668645747]
row "json.parse (json.show (json.parse \"[-2203962668645747]\"))" (() -> json.parse (json.show (json.parse "[-2203962668645747]"))) [-2203962668645747]
row "json.parse \"[-220396266864147]\"" (() -> json.parse "[-220396266864147]") [-220396266864147]
row "json.parse \"\\\"0\\\\u0130AA\\\"\"" (() -> json.parse "\"0\\u0130AA\"") "0\u{130}AA"
row "json.parse (json.show (json.parse \"\\\"0\\\\u0130AA\\\"\"))" (() -> json.parse (json.show (json.parse "\"0\\u0130AA\""))) "0\u{130}AA"
row "json.parse \"\\\"\\u\{2028}A\\u\{4e2d}\\\"\"" (() -> json.parse "\"\u{2028}A\u{4e2d}\"") "\u{2028}A\u{4e2d}"
row "json.parse (json.show (json.parse \"\\\"\\u\{2028}A\\u\{4e2d}\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{2028}A\u{4e2d}\""))) "\u{2028}A\u{4e2d}"
row "json.parse \"\\\"\\u\{2028}A/\"" (() -> json.parse "\"\u{2028}A/") Fails
row "json.parse \"\\\"\\\\t/\\\"\"" (() -> json.parse "\"\\t/\"") "\u{9}/"
row "json.parse (json.show (json.parse \"\\\"\\\\t/\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\t/\""))) "\u{9}/"
row "json.parse \"\\\"\\\\t-/\\\"\"" (() -> json.parse "\"\\t-/\"") "\u{9}-/"
row "json.parse \"[]\"" (() -> json.parse "[]") []
row "json.parse (json.show (json.parse \"[]\"))" (() -> json.parse (json.show (json.parse "[]"))) []
row "json.parse \"[]-\"" (() -> json.parse "[]-") Fails
row "json.parse \"\\\"\\u\{7f}\\u\{2003}\\u\{149}\\u\{2003}\\\\\\\\\\\"\"" (() -> json.parse "\"\u{7f}\u{2003}\u{149}\u{2003}\\\\\"") "\u{7f}\u{2003}\u{149}\u{2003}\\"
row "json.parse (json.show (json.parse \"\\\"\\u\{7f}\\u\{2003}\\u\{149}\\u\{2003}\\\\\\\\\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{7f}\u{2003}\u{149}\u{2003}\\\\\""))) "\u{7f}\u{2003}\u{149}\u{2003}\\"
row "json.parse \"\\\"\\u\{7f}\\u\{2003}\\u\{149}-\\\\\\\"\"" (() -> json.parse "\"\u{7f}\u{2003}\u{149}-\\\"") Fails
row "json.parse \"\\\{\\u\{a} \\\"a1\\\": \\\"\\\\u03c2\\\\u0391\\\\\\\\,\\\\u03a3\\\",\\u\{a} \\\"ZA\\\": \\\{},\\u\{a} \\\"\\\": [\\u\{a}  \\\{},\\u\{a}  \\\{}\\u\{a} ]\\u\{a}}\"" (() -> json.parse "\{\u{a} \"a1\": \"\\u03c2\\u0391\\\\,\\u03a3\",\u{a} \"ZA\": \{},\u{a} \"\": [\u{a}  \{},\u{a}  \{}\u{a} ]\u{a}}") ["a1": "\u{3c2}\u{391}\\,\u{3a3}", "ZA": [:], "": [[:], [:]]]
row "json.parse (json.show (json.parse \"\\\{\\u\{a} \\\"a1\\\": \\\"\\\\u03c2\\\\u0391\\\\\\\\,\\\\u03a3\\\",\\u\{a} \\\"ZA\\\": \\\{},\\u\{a} \\\"\\\": [\\u\{a}  \\\{},\\u\{a}  \\\{}\\u\{a} ]\\u\{a}}\"))" (() -> json.parse (json.show (json.parse "\{\u{a} \"a1\": \"\\u03c2\\u0391\\\\,\\u03a3\",\u{a} \"ZA\": \{},\u{a} \"\": [\u{a}  \{},\u{a}  \{}\u{a} ]\u{a}}"))) ["a1": "\u{3c2}\u{391}\\,\u{3a3}", "ZA": [:], "": [[:], [:]]]
row "json.parse \"\\\{\\u\{a} \\\"a1\\\": \\\"\\\\u03c2\\\\u0391\\\\\\\\,\\\\u03a3\\\",\\u\{a} \\\"ZA\\\": \\\{},\\u\{a} \\\"\\\": \\\{[\\u\{a}  \\\{},\\u\{a}  \\\{}\\u\{a} ]\\u\{a}}\"" (() -> json.parse "\{\u{a} \"a1\": \"\\u03c2\\u0391\\\\,\\u03a3\",\u{a} \"ZA\": \{},\u{a} \"\": \{[\u{a}  \{},\u{a}  \{}\u{a} ]\u{a}}") Fails
row "json.parse \"\\\"\\\"\"" (() -> json.parse "\"\"") ""
row "json.parse (json.show (json.parse \"\\\"\\\"\"))" (() -> json.parse (json.show (json.parse "\"\""))) ""
row "json.parse \"\\\"\\\"0\"" (() -> json.parse "\"\"0") Fails
row "json.parse \"\\\"\\\\u017f\\\\ufb01\\\\u00df\\\\\\\\\\\"\"" (() -> json.parse "\"\\u017f\\ufb01\\u00df\\\\\"") "\u{17f}\u{fb01}\u{df}\\"
row "json.parse (json.show (json.parse \"\\\"\\\\u017f\\\\ufb01\\\\u00df\\\\\\\\\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u017f\\ufb01\\u00df\\\\\""))) "\u{17f}\u{fb01}\u{df}\\"
row "json.parse \"\\\"\\\\u017f\\\\ufb0]u00df\\\\\\\\\\\"\"" (() -> json.parse "\"\\u017f\\ufb0]u00df\\\\\"") Fails
row "json.parse \"\\\"B\\u\{1e9e}\\u\{3a3}\\\"\"" (() -> json.parse "\"B\u{1e9e}\u{3a3}\"") "B\u{1e9e}\u{3a3}"
row "json.parse (json.show (json.parse \"\\\"B\\u\{1e9e}\\u\{3a3}\\\"\"))" (() -> json.parse (json.show (json.parse "\"B\u{1e9e}\u{3a3}\""))) "B\u{1e9e}\u{3a3}"
row "json.parse \"\\\"B\\u\{1e9e}\\u\{3a3}\\\\\"" (() -> json.parse "\"B\u{1e9e}\u{3a3}\\") Fails
row "json.parse \"\\\"\\\\u017fa\\\\ud83d\\\\ude00\\\"\"" (() -> json.parse "\"\\u017fa\\ud83d\\ude00\"") "\u{17f}a\u{1f600}"
row "json.parse (json.show (json.parse \"\\\"\\\\u017fa\\\\ud83d\\\\ude00\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u017fa\\ud83d\\ude00\""))) "\u{17f}a\u{1f600}"
row "json.parse \"-0.0\"" (() -> json.parse "-0.0") (-0.0)
row "json.parse (json.show (json.parse \"-0.0\"))" (() -> json.parse (json.show (json.parse "-0.0"))) (-0.0)
row "json.parse \":-0.0\"" (() -> json.parse ":-0.0") Fails
row "json.parse \"true\"" (() -> json.parse "true") true
row "json.parse (json.show (json.parse \"true\"))" (() -> json.parse (json.show (json.parse "true"))) true
row "json.parse \"tr0e\"" (() -> json.parse "tr0e") Fails
row "json.parse \"-55080677640766844668044059\"" (() -> json.parse "-55080677640766844668044059") (-55080677640766844668044059)
row "json.parse (json.show (json.parse \"-55080677640766844668044059\"))" (() -> json.parse (json.show (json.parse "-55080677640766844668044059"))) (-55080677640766844668044059)
row "json.parse \"-5508\\\{677640766844668044059\"" (() -> json.parse "-5508\{677640766844668044059") Fails
row "json.parse \"3.1331301142147816\"" (() -> json.parse "3.1331301142147816") 3.1331301142147816
row "json.parse (json.show (json.parse \"3.1331301142147816\"))" (() -> json.parse (json.show (json.parse "3.1331301142147816"))) 3.1331301142147816
row "json.parse \"3.1331301142147/816\"" (() -> json.parse "3.1331301142147/816") Fails
row "json.parse \"tr\\\\ue\"" (() -> json.parse "tr\\ue") Fails
row "json.parse \"\\\"\\\"}\"" (() -> json.parse "\"\"}") Fails
row "json.parse \" []\"" (() -> json.parse " []") []
row "json.parse \"false\"" (() -> json.parse "false") false
row "json.parse (json.show (json.parse \"false\"))" (() -> json.parse (json.show (json.parse "false"))) false
row "json.parse \"fal\\\\\"" (() -> json.parse "fal\\") Fails
row "json.parse \"\\\"\\\\u0001\\\\u4e2d\\\\u01c5\\\\t\\\\u4e2d\\\"\"" (() -> json.parse "\"\\u0001\\u4e2d\\u01c5\\t\\u4e2d\"") "\u{1}\u{4e2d}\u{1c5}\u{9}\u{4e2d}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0001\\\\u4e2d\\\\u01c5\\\\t\\\\u4e2d\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0001\\u4e2d\\u01c5\\t\\u4e2d\""))) "\u{1}\u{4e2d}\u{1c5}\u{9}\u{4e2d}"
row "json.parse \"\\\"\\\\u0001\\\\u4e2.u01c5\\\\t\\\\u4e2d\\\"\"" (() -> json.parse "\"\\u0001\\u4e2.u01c5\\t\\u4e2d\"") Fails
row "json.parse \"}[]\"" (() -> json.parse "}[]") Fails
row "json.parse \"\\\"-\"" (() -> json.parse "\"-") Fails
row "json.parse \"0.5\"" (() -> json.parse "0.5") 0.5
row "json.parse (json.show (json.parse \"0.5\"))" (() -> json.parse (json.show (json.parse "0.5"))) 0.5
row "json.parse \"}5\"" (() -> json.parse "}5") Fails
row "json.parse \"\\\{\\\"a0\\\":\\\"0-\\\"}\"" (() -> json.parse "\{\"a0\":\"0-\"}") ["a0": "0-"]
row "json.parse (json.show (json.parse \"\\\{\\\"a0\\\":\\\"0-\\\"}\"))" (() -> json.parse (json.show (json.parse "\{\"a0\":\"0-\"}"))) ["a0": "0-"]
row "json.parse \"\\\{\\\"a0\\\":\\\"0-}}\"" (() -> json.parse "\{\"a0\":\"0-}}") Fails
row "json.parse \"-564414638743864251614\"" (() -> json.parse "-564414638743864251614") (-564414638743864251614)
row "json.parse (json.show (json.parse \"-564414638743864251614\"))" (() -> json.parse (json.show (json.parse "-564414638743864251614"))) (-564414638743864251614)
row "json.parse \"-564414638 43864251614\"" (() -> json.parse "-564414638 43864251614") Fails
row "json.parse \"null\"" (() -> json.parse "null") None
row "json.parse (json.show (json.parse \"null\"))" (() -> json.parse (json.show (json.parse "null"))) None
row "json.parse \"nu]l\"" (() -> json.parse "nu]l") Fails
row "json.parse \"[\\\"0\\\\u03c3\\\\ud801\\\\udc00\\\\u017f/\\\"]\"" (() -> json.parse "[\"0\\u03c3\\ud801\\udc00\\u017f/\"]") ["0\u{3c3}\u{10400}\u{17f}/"]
row "json.parse (json.show (json.parse \"[\\\"0\\\\u03c3\\\\ud801\\\\udc00\\\\u017f/\\\"]\"))" (() -> json.parse (json.show (json.parse "[\"0\\u03c3\\ud801\\udc00\\u017f/\"]"))) ["0\u{3c3}\u{10400}\u{17f}/"]
row "json.parse \"n\\\{l\"" (() -> json.parse "n\{l") Fails
row "json.parse \"\\\"\\\\u0131\\\\u1100\\\"\"" (() -> json.parse "\"\\u0131\\u1100\"") "\u{131}\u{1100}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0131\\\\u1100\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0131\\u1100\""))) "\u{131}\u{1100}"
row "json.parse \"\\\"\\\\u01.1\\\\u1100\\\"\"" (() -> json.parse "\"\\u01.1\\u1100\"") Fails
row "json.parse \"-1894258092\"" (() -> json.parse "-1894258092") (-1894258092)
row "json.parse (json.show (json.parse \"-1894258092\"))" (() -> json.parse (json.show (json.parse "-1894258092"))) (-1894258092)
row "json.parse \"-18942580[2\"" (() -> json.parse "-18942580[2") Fails
row "json.parse \"tru]e\"" (() -> json.parse "tru]e") Fails
row "json.parse \"0\"" (() -> json.parse "0") 0
row "json.parse \"324948367184\"" (() -> json.parse "324948367184") 324948367184
row "json.parse (json.show (json.parse \"324948367184\"))" (() -> json.parse (json.show (json.parse "324948367184"))) 324948367184
row "json.parse \"3249483167184\"" (() -> json.parse "3249483167184") 3249483167184
row "json.parse \"true\\\"\"" (() -> json.parse "true\"") Fails
row "json.parse \"[-728185775304885]\"" (() -> json.parse "[-728185775304885]") [-728185775304885]
row "json.parse (json.show (json.parse \"[-728185775304885]\"))" (() -> json.parse (json.show (json.parse "[-728185775304885]"))) [-728185775304885]
row "json.parse \"[-7\\\\8185775304885]\"" (() -> json.parse "[-7\\8185775304885]") Fails
row "json.parse \"\\\"\\\\r\\\\n\\\\u007f\\\\u1e9e\\\\u0130\\\"\"" (() -> json.parse "\"\\r\\n\\u007f\\u1e9e\\u0130\"") "\u{d}\u{a}\u{7f}\u{1e9e}\u{130}"
row "json.parse (json.show (json.parse \"\\\"\\\\r\\\\n\\\\u007f\\\\u1e9e\\\\u0130\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\r\\n\\u007f\\u1e9e\\u0130\""))) "\u{d}\u{a}\u{7f}\u{1e9e}\u{130}"
row "json.parse \"\\\"\\\\r\\\\n\\\\.u007f\\\\u1e9e\\\\u0130\\\"\"" (() -> json.parse "\"\\r\\n\\.u007f\\u1e9e\\u0130\"") Fails
row "json.parse \"null.\"" (() -> json.parse "null.") Fails
row "json.parse \"[\\u\{a} [],\\u\{a} 8409095598246833504\\u\{a}]\"" (() -> json.parse "[\u{a} [],\u{a} 8409095598246833504\u{a}]") [[], 8409095598246833504]
row "json.parse (json.show (json.parse \"[\\u\{a} [],\\u\{a} 8409095598246833504\\u\{a}]\"))" (() -> json.parse (json.show (json.parse "[\u{a} [],\u{a} 8409095598246833504\u{a}]"))) [[], 8409095598246833504]
row "json.parse \"[\\u\{a} [],/8409095598246833504\\u\{a}]\"" (() -> json.parse "[\u{a} [],/8409095598246833504\u{a}]") Fails
row "json.parse \"\\\",\\u\{1f600}\\\"\"" (() -> json.parse "\",\u{1f600}\"") ",\u{1f600}"
row "json.parse (json.show (json.parse \"\\\",\\u\{1f600}\\\"\"))" (() -> json.parse (json.show (json.parse "\",\u{1f600}\""))) ",\u{1f600}"
row "json.parse \"\\\",}\\u\{1f600}\\\"\"" (() -> json.parse "\",}\u{1f600}\"") ",}\u{1f600}"
row "json.parse \"n\\\"\\\"\"" (() -> json.parse "n\"\"") Fails
row "json.parse \"\\\"\\\\u03c3\\\"\"" (() -> json.parse "\"\\u03c3\"") "\u{3c3}"
row "json.parse (json.show (json.parse \"\\\"\\\\u03c3\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u03c3\""))) "\u{3c3}"
row "json.parse \".\\\"\\\\u03c3\\\"\"" (() -> json.parse ".\"\\u03c3\"") Fails
row "json.parse \"\\\"\\\\u00c9\\\\n\\\\u01310\\\"\"" (() -> json.parse "\"\\u00c9\\n\\u01310\"") "\u{c9}\u{a}\u{131}0"
row "json.parse (json.show (json.parse \"\\\"\\\\u00c9\\\\n\\\\u01310\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u00c9\\n\\u01310\""))) "\u{c9}\u{a}\u{131}0"
row "json.parse \"\\\"\\\\u00c90\\\\n\\\\u01310\\\"\"" (() -> json.parse "\"\\u00c90\\n\\u01310\"") "\u{c9}0\u{a}\u{131}0"
row "json.parse \"\\\"z\\\\u00df\\\\ud801\\\\udc00\\\"\"" (() -> json.parse "\"z\\u00df\\ud801\\udc00\"") "z\u{df}\u{10400}"
row "json.parse (json.show (json.parse \"\\\"z\\\\u00df\\\\ud801\\\\udc00\\\"\"))" (() -> json.parse (json.show (json.parse "\"z\\u00df\\ud801\\udc00\""))) "z\u{df}\u{10400}"
row "json.parse \"tru/e\"" (() -> json.parse "tru/e") Fails
row "json.parse \"1491462104105457704110550\"" (() -> json.parse "1491462104105457704110550") 1491462104105457704110550
row "json.parse (json.show (json.parse \"1491462104105457704110550\"))" (() -> json.parse (json.show (json.parse "1491462104105457704110550"))) 1491462104105457704110550
row "json.parse \"14914]62104105457704110550\"" (() -> json.parse "14914]62104105457704110550") Fails
row "json.parse \"\\\"0\\\\u007f\\\"\"" (() -> json.parse "\"0\\u007f\"") "0\u{7f}"
row "json.parse (json.show (json.parse \"\\\"0\\\\u007f\\\"\"))" (() -> json.parse (json.show (json.parse "\"0\\u007f\""))) "0\u{7f}"
row "json.parse \"\\\"0}\\\\u007f\\\"\"" (() -> json.parse "\"0}\\u007f\"") "0}\u{7f}"
row "json.parse \"t-ue\"" (() -> json.parse "t-ue") Fails
row "json.parse \"1e-07n\"" (() -> json.parse "1e-07n") Fails
row "json.parse \"\\\"\\\\u01c5\\\\ud83d\\\\ude00\\\\ufb01a\\\"\"" (() -> json.parse "\"\\u01c5\\ud83d\\ude00\\ufb01a\"") "\u{1c5}\u{1f600}\u{fb01}a"
row "json.parse (json.show (json.parse \"\\\"\\\\u01c5\\\\ud83d\\\\ude00\\\\ufb01a\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u01c5\\ud83d\\ude00\\ufb01a\""))) "\u{1c5}\u{1f600}\u{fb01}a"
row "json.parse \"\\\"A\\\\\\\"\\\\u0391\\\"\"" (() -> json.parse "\"A\\\"\\u0391\"") "A\"\u{391}"
row "json.parse (json.show (json.parse \"\\\"A\\\\\\\"\\\\u0391\\\"\"))" (() -> json.parse (json.show (json.parse "\"A\\\"\\u0391\""))) "A\"\u{391}"
row "json.parse \"e\\\\\\\"\\\\u0391\\\"\"" (() -> json.parse "e\\\"\\u0391\"") Fails
row "json.parse \"1e- 07\"" (() -> json.parse "1e- 07") Fails
row "json.parse \"3198960293651769\"" (() -> json.parse "3198960293651769") 3198960293651769
row "json.parse (json.show (json.parse \"3198960293651769\"))" (() -> json.parse (json.show (json.parse "3198960293651769"))) 3198960293651769
row "json.parse \"3198960293651769n\"" (() -> json.parse "3198960293651769n") Fails
row "json.parse \"\\\"\\\\u0130\\\"\"" (() -> json.parse "\"\\u0130\"") "\u{130}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0130\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0130\""))) "\u{130}"
row "json.parse \"\\\"\\\\u01300\"" (() -> json.parse "\"\\u01300") Fails
row "json.parse \"[\\\"\\\\tBz\\u\{2003}\\\\\\\"\\\", \\\"\\u\{2003}\\\"]\"" (() -> json.parse "[\"\\tBz\u{2003}\\\"\", \"\u{2003}\"]") ["\u{9}Bz\u{2003}\"", "\u{2003}"]
row "json.parse (json.show (json.parse \"[\\\"\\\\tBz\\u\{2003}\\\\\\\"\\\", \\\"\\u\{2003}\\\"]\"))" (() -> json.parse (json.show (json.parse "[\"\\tBz\u{2003}\\\"\", \"\u{2003}\"]"))) ["\u{9}Bz\u{2003}\"", "\u{2003}"]
row "json.parse \"[\\\"\\\\tBz\\u\{2003}\\\\\\\"- \\\"\\u\{2003}\\\"]\"" (() -> json.parse "[\"\\tBz\u{2003}\\\"- \"\u{2003}\"]") Fails
row "json.parse \"\\\"\\\\u03a3 \\\\u0001\\\\u0001\\\"\"" (() -> json.parse "\"\\u03a3 \\u0001\\u0001\"") "\u{3a3} \u{1}\u{1}"
row "json.parse (json.show (json.parse \"\\\"\\\\u03a3 \\\\u0001\\\\u0001\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u03a3 \\u0001\\u0001\""))) "\u{3a3} \u{1}\u{1}"
row "json.parse \"\\\"\\\\u03a3 \\\\u0001\\\\u000:1\\\"\"" (() -> json.parse "\"\\u03a3 \\u0001\\u000:1\"") Fails
row "json.parse \"[0.0]\"" (() -> json.parse "[0.0]") [0.0]
row "json.parse (json.show (json.parse \"[0.0]\"))" (() -> json.parse (json.show (json.parse "[0.0]"))) [0.0]
row "json.parse \"[0.0] \"" (() -> json.parse "[0.0] ") [0.0]
row "json.parse \"\\\"\\\\u2003 \\\\ud83d\\\\ude00\\\"\"" (() -> json.parse "\"\\u2003 \\ud83d\\ude00\"") "\u{2003} \u{1f600}"
row "json.parse (json.show (json.parse \"\\\"\\\\u2003 \\\\ud83d\\\\ude00\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u2003 \\ud83d\\ude00\""))) "\u{2003} \u{1f600}"
row "json.parse \"830078759466009994034639\"" (() -> json.parse "830078759466009994034639") 830078759466009994034639
row "json.parse (json.show (json.parse \"830078759466009994034639\"))" (() -> json.parse (json.show (json.parse "830078759466009994034639"))) 830078759466009994034639
row "json.parse \"830078759466000994034639\"" (() -> json.parse "830078759466000994034639") 830078759466000994034639
row "json.parse \"[0.5, \\\{\\\"\\\": [false, 0.0, -96968583825538470]}, false]\"" (() -> json.parse "[0.5, \{\"\": [false, 0.0, -96968583825538470]}, false]") [0.5, ["": [false, 0.0, -96968583825538470]], false]
row "json.parse (json.show (json.parse \"[0.5, \\\{\\\"\\\": [false, 0.0, -96968583825538470]}, false]\"))" (() -> json.parse (json.show (json.parse "[0.5, \{\"\": [false, 0.0, -96968583825538470]}, false]"))) [0.5, ["": [false, 0.0, -96968583825538470]], false]
row "json.parse \"[0.5, \\\{\\\"\\\": [fals}e, 0.0, -96968583825538470]}, false]\"" (() -> json.parse "[0.5, \{\"\": [fals}e, 0.0, -96968583825538470]}, false]") Fails
row "json.parse \"\\\"\\u\{1f600}\\\"\"" (() -> json.parse "\"\u{1f600}\"") "\u{1f600}"
row "json.parse (json.show (json.parse \"\\\"\\u\{1f600}\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{1f600}\""))) "\u{1f600}"
row "json.parse \"\\\"\\u\{1f600}-\"" (() -> json.parse "\"\u{1f600}-") Fails
row "json.parse \"\\\"\\\\u01c5 \\\\ud83d\\\\ude00\\\\u017f\\\\u0301\\\"\"" (() -> json.parse "\"\\u01c5 \\ud83d\\ude00\\u017f\\u0301\"") "\u{1c5} \u{1f600}\u{17f}\u{301}"
row "json.parse (json.show (json.parse \"\\\"\\\\u01c5 \\\\ud83d\\\\ude00\\\\u017f\\\\u0301\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u01c5 \\ud83d\\ude00\\u017f\\u0301\""))) "\u{1c5} \u{1f600}\u{17f}\u{301}"
row "json.parse \"[\\\"\\\"]\"" (() -> json.parse "[\"\"]") [""]
row "json.parse (json.show (json.parse \"[\\\"\\\"]\"))" (() -> json.parse (json.show (json.parse "[\"\"]"))) [""]
row "json.parse \"\\\"\\\"]\"" (() -> json.parse "\"\"]") Fails
row "json.parse \"\\\"\\\\u2028\\\\\\\"9z\\\\u2003\\\"\"" (() -> json.parse "\"\\u2028\\\"9z\\u2003\"") "\u{2028}\"9z\u{2003}"
row "json.parse (json.show (json.parse \"\\\"\\\\u2028\\\\\\\"9z\\\\u2003\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u2028\\\"9z\\u2003\""))) "\u{2028}\"9z\u{2003}"
row "json.parse \"\\\"\\\\u2028\\\\\\\"9z\\\\u2003\\\"-\"" (() -> json.parse "\"\\u2028\\\"9z\\u2003\"-") Fails
row "json.parse \"\\\"\\\\u0130a1\\\\u01c5\\\"\"" (() -> json.parse "\"\\u0130a1\\u01c5\"") "\u{130}a1\u{1c5}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0130a1\\\\u01c5\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0130a1\\u01c5\""))) "\u{130}a1\u{1c5}"
row "json.parse \"\\\"\\\\u0130a1\\\\u-c5\\\"\"" (() -> json.parse "\"\\u0130a1\\u-c5\"") Fails
row "json.parse \"[\\\{}, [\\\"a\\u\{df}\\u\{345}\\u\{1100}\\\", \\\"\\u\{1100}\\u\{4e2d}\\u\{391}\\\", \\\" \\u\{1c5}\\u\{1161}\\\\\\\\\\u\{4e2d}\\\"]]\"" (() -> json.parse "[\{}, [\"a\u{df}\u{345}\u{1100}\", \"\u{1100}\u{4e2d}\u{391}\", \" \u{1c5}\u{1161}\\\\\u{4e2d}\"]]") [[:], ["a\u{df}\u{345}\u{1100}", "\u{1100}\u{4e2d}\u{391}", " \u{1c5}\u{1161}\\\u{4e2d}"]]
row "json.parse (json.show (json.parse \"[\\\{}, [\\\"a\\u\{df}\\u\{345}\\u\{1100}\\\", \\\"\\u\{1100}\\u\{4e2d}\\u\{391}\\\", \\\" \\u\{1c5}\\u\{1161}\\\\\\\\\\u\{4e2d}\\\"]]\"))" (() -> json.parse (json.show (json.parse "[\{}, [\"a\u{df}\u{345}\u{1100}\", \"\u{1100}\u{4e2d}\u{391}\", \" \u{1c5}\u{1161}\\\\\u{4e2d}\"]]"))) [[:], ["a\u{df}\u{345}\u{1100}", "\u{1100}\u{4e2d}\u{391}", " \u{1c5}\u{1161}\\\u{4e2d}"]]
row "json.parse \"[\\\{}, [\\\"a\\u\{df}\\u\{345}\\u\{1100}\\\", \\\"\\u\{1100}\\u\{4e2d}\\u\{391}\\\", \\\" \\\"\\\\\\\\\\u\{4e2d}\\\"]]\"" (() -> json.parse "[\{}, [\"a\u{df}\u{345}\u{1100}\", \"\u{1100}\u{4e2d}\u{391}\", \" \"\\\\\u{4e2d}\"]]") Fails
row "json.parse \"[\\u\{a} [\\u\{a}  761228696845354185993819,\\u\{a}  true\\u\{a} ],\\u\{a} 1e-07,\\u\{a} 5e-324\\u\{a}]\"" (() -> json.parse "[\u{a} [\u{a}  761228696845354185993819,\u{a}  true\u{a} ],\u{a} 1e-07,\u{a} 5e-324\u{a}]") [[761228696845354185993819, true], 1e-07, 5e-324]
row "json.parse (json.show (json.parse \"[\\u\{a} [\\u\{a}  761228696845354185993819,\\u\{a}  true\\u\{a} ],\\u\{a} 1e-07,\\u\{a} 5e-324\\u\{a}]\"))" (() -> json.parse (json.show (json.parse "[\u{a} [\u{a}  761228696845354185993819,\u{a}  true\u{a} ],\u{a} 1e-07,\u{a} 5e-324\u{a}]"))) [[761228696845354185993819, true], 1e-07, 5e-324]
row "json.parse \"[\\u\{a} [\\u\{a}  761228696845354185993819,\\u\{a}  true\\u\{a} ],\\u\{a} 1e-07,\\\\5e-324\\u\{a}]\"" (() -> json.parse "[\u{a} [\u{a}  761228696845354185993819,\u{a}  true\u{a} ],\u{a} 1e-07,\\5e-324\u{a}]") Fails
row "json.parse \"\\\"\\\\ufb01\\\"\"" (() -> json.parse "\"\\ufb01\"") "\u{fb01}"
row "json.parse (json.show (json.parse \"\\\"\\\\ufb01\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\ufb01\""))) "\u{fb01}"
row "json.parse \"\\\"\\\\ufb01\\\{\"" (() -> json.parse "\"\\ufb01\{") Fails
row "json.parse \"true\\\\\"" (() -> json.parse "true\\") Fails
row "json.parse \"\\\{\"" (() -> json.parse "\{") Fails
row "json.parse \"1}e-07\"" (() -> json.parse "1}e-07") Fails
row "json.parse \"\\\"zz\\\"\"" (() -> json.parse "\"zz\"") "zz"
row "json.parse (json.show (json.parse \"\\\"zz\\\"\"))" (() -> json.parse (json.show (json.parse "\"zz\""))) "zz"
row "json.parse \"\\\"zz,\\\"\"" (() -> json.parse "\"zz,\"") "zz,"
row "json.parse \"\\\"\\u\{7f}\\u\{10400}\\u\{df}\\u\{17f}\\u\{1161}\\\"\"" (() -> json.parse "\"\u{7f}\u{10400}\u{df}\u{17f}\u{1161}\"") "\u{7f}\u{10400}\u{df}\u{17f}\u{1161}"
row "json.parse (json.show (json.parse \"\\\"\\u\{7f}\\u\{10400}\\u\{df}\\u\{17f}\\u\{1161}\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{7f}\u{10400}\u{df}\u{17f}\u{1161}\""))) "\u{7f}\u{10400}\u{df}\u{17f}\u{1161}"
row "json.parse \"\\\"\\u\{7f}\\u\{10400}\\u\{df}\\u\{17f}\\u\{1161} \\\"\"" (() -> json.parse "\"\u{7f}\u{10400}\u{df}\u{17f}\u{1161} \"") "\u{7f}\u{10400}\u{df}\u{17f}\u{1161} "
row "json.parse \"\\\{\\\"ZB\\\": \\\"\\u\{7f}\\\\n\\\\\\\\A\\\", \\\"0Z\\\": [\\\"z\\\"]}\"" (() -> json.parse "\{\"ZB\": \"\u{7f}\\n\\\\A\", \"0Z\": [\"z\"]}") ["ZB": "\u{7f}\u{a}\\A", "0Z": ["z"]]
row "json.parse (json.show (json.parse \"\\\{\\\"ZB\\\": \\\"\\u\{7f}\\\\n\\\\\\\\A\\\", \\\"0Z\\\": [\\\"z\\\"]}\"))" (() -> json.parse (json.show (json.parse "\{\"ZB\": \"\u{7f}\\n\\\\A\", \"0Z\": [\"z\"]}"))) ["ZB": "\u{7f}\u{a}\\A", "0Z": ["z"]]
row "json.parse \"\\\{\\\"ZB\\\": \\\"\\u\{7f}\\\\n\\\\\\\\A\\\", \\\"0Z\\\": [\\\"z\\\"n\"" (() -> json.parse "\{\"ZB\": \"\u{7f}\\n\\\\A\", \"0Z\": [\"z\"n") Fails
row "json.parse \"2.1251980879121658e-33\"" (() -> json.parse "2.1251980879121658e-33") 2.1251980879121658e-33
row "json.parse (json.show (json.parse \"2.1251980879121658e-33\"))" (() -> json.parse (json.show (json.parse "2.1251980879121658e-33"))) 2.1251980879121658e-33
row "json.parse \"2.12]980879121658e-33\"" (() -> json.parse "2.12]980879121658e-33") Fails
row "json.parse \"\\\{\\u\{a} \\\"0\\\": \\\"\\\",\\u\{a} \\\"Bz\\\": 53275492\\u\{a}}\"" (() -> json.parse "\{\u{a} \"0\": \"\",\u{a} \"Bz\": 53275492\u{a}}") ["0": "", "Bz": 53275492]
row "json.parse (json.show (json.parse \"\\\{\\u\{a} \\\"0\\\": \\\"\\\",\\u\{a} \\\"Bz\\\": 53275492\\u\{a}}\"))" (() -> json.parse (json.show (json.parse "\{\u{a} \"0\": \"\",\u{a} \"Bz\": 53275492\u{a}}"))) ["0": "", "Bz": 53275492]
row "json.parse \"\\\{\\u\{a} \\\"0\\\": \\\"\\\",\\u\{a} \\\"B[z\\\": 53275492\\u\{a}}\"" (() -> json.parse "\{\u{a} \"0\": \"\",\u{a} \"B[z\": 53275492\u{a}}") ["0": "", "B[z": 53275492]
row "json.parse \"n,ll\"" (() -> json.parse "n,ll") Fails
row "json.parse \"\\\{\\\"zA\\\":1e+22,\\\"1\\\":[\\\"\\\\u00e9\\\"]}\"" (() -> json.parse "\{\"zA\":1e+22,\"1\":[\"\\u00e9\"]}") ["zA": 1e+22, "1": ["\u{e9}"]]
row "json.parse (json.show (json.parse \"\\\{\\\"zA\\\":1e+22,\\\"1\\\":[\\\"\\\\u00e9\\\"]}\"))" (() -> json.parse (json.show (json.parse "\{\"zA\":1e+22,\"1\":[\"\\u00e9\"]}"))) ["zA": 1e+22, "1": ["\u{e9}"]]
row "json.parse \"\\\{\\\"zA\\\":1e+22,\\\"1\\\":[ \\\"\\\\u00e9\\\"]}\"" (() -> json.parse "\{\"zA\":1e+22,\"1\":[ \"\\u00e9\"]}") ["zA": 1e+22, "1": ["\u{e9}"]]
row "json.parse \"\\\{\\u\{a} \\\"1\\\": -9224592,\\u\{a} \\\"\\\": true\\u\{a}}\"" (() -> json.parse "\{\u{a} \"1\": -9224592,\u{a} \"\": true\u{a}}") ["1": -9224592, "": true]
row "json.parse (json.show (json.parse \"\\\{\\u\{a} \\\"1\\\": -9224592,\\u\{a} \\\"\\\": true\\u\{a}}\"))" (() -> json.parse (json.show (json.parse "\{\u{a} \"1\": -9224592,\u{a} \"\": true\u{a}}"))) ["1": -9224592, "": true]
row "json.parse \"\\\{\\u\{a} \\\"1\\\": -9224592,\\u\{a} \\\"\\\": true\\u\{a} \"" (() -> json.parse "\{\u{a} \"1\": -9224592,\u{a} \"\": true\u{a} ") Fails
row "json.parse \"\\\"\\u\{3c2}\\\"\"" (() -> json.parse "\"\u{3c2}\"") "\u{3c2}"
row "json.parse (json.show (json.parse \"\\\"\\u\{3c2}\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{3c2}\""))) "\u{3c2}"
row "json.parse \"\\\"\\\"\\u\{3c2}\\\"\"" (() -> json.parse "\"\"\u{3c2}\"") Fails
row "json.parse \"[false]\"" (() -> json.parse "[false]") [false]
row "json.parse (json.show (json.parse \"[false]\"))" (() -> json.parse (json.show (json.parse "[false]"))) [false]
row "json.parse \"[fal]se]\"" (() -> json.parse "[fal]se]") Fails
row "json.parse \"\\\{\\\"\\\":-0.0}\"" (() -> json.parse "\{\"\":-0.0}") ["": -0.0]
row "json.parse (json.show (json.parse \"\\\{\\\"\\\":-0.0}\"))" (() -> json.parse (json.show (json.parse "\{\"\":-0.0}"))) ["": -0.0]
row "json.parse \"\\\{}\\\"\\\":-0.0}\"" (() -> json.parse "\{}\"\":-0.0}") Fails
row "json.parse \"\\\{\\u\{a} \\\"zB\\\": \\\{\\u\{a}  \\\"z\\\": \\\"\\\\u0345\\\\n\\\\nB\\\\uac00\\\",\\u\{a}  \\\"bZ\\\": [],\\u\{a}  \\\"0\\\": \\\"\\\\ud83d\\\\ude00\\\\u0149\\\\\\\\z\\\\u007f\\\"\\u\{a} }\\u\{a}}\"" (() -> json.parse "\{\u{a} \"zB\": \{\u{a}  \"z\": \"\\u0345\\n\\nB\\uac00\",\u{a}  \"bZ\": [],\u{a}  \"0\": \"\\ud83d\\ude00\\u0149\\\\z\\u007f\"\u{a} }\u{a}}") ["zB": ["z": "\u{345}\u{a}\u{a}B\u{ac00}", "bZ": [], "0": "\u{1f600}\u{149}\\z\u{7f}"]]
row "json.parse (json.show (json.parse \"\\\{\\u\{a} \\\"zB\\\": \\\{\\u\{a}  \\\"z\\\": \\\"\\\\u0345\\\\n\\\\nB\\\\uac00\\\",\\u\{a}  \\\"bZ\\\": [],\\u\{a}  \\\"0\\\": \\\"\\\\ud83d\\\\ude00\\\\u0149\\\\\\\\z\\\\u007f\\\"\\u\{a} }\\u\{a}}\"))" (() -> json.parse (json.show (json.parse "\{\u{a} \"zB\": \{\u{a}  \"z\": \"\\u0345\\n\\nB\\uac00\",\u{a}  \"bZ\": [],\u{a}  \"0\": \"\\ud83d\\ude00\\u0149\\\\z\\u007f\"\u{a} }\u{a}}"))) ["zB": ["z": "\u{345}\u{a}\u{a}B\u{ac00}", "bZ": [], "0": "\u{1f600}\u{149}\\z\u{7f}"]]
row "json.parse \"0.0\"" (() -> json.parse "0.0") 0.0
row "json.parse (json.show (json.parse \"0.0\"))" (() -> json.parse (json.show (json.parse "0.0"))) 0.0
row "json.parse \"0.0,\"" (() -> json.parse "0.0,") Fails
row "json.parse \"-541648741688718373343768288\"" (() -> json.parse "-541648741688718373343768288") (-541648741688718373343768288)
row "json.parse (json.show (json.parse \"-541648741688718373343768288\"))" (() -> json.parse (json.show (json.parse "-541648741688718373343768288"))) (-541648741688718373343768288)
row "json.parse \"-541648741,688718373343768288\"" (() -> json.parse "-541648741,688718373343768288") Fails
row "json.parse \"trune\"" (() -> json.parse "trune") Fails
row "json.parse \"\\\":\"" (() -> json.parse "\":") Fails
row "json.parse \"tr.\"" (() -> json.parse "tr.") Fails
row "json.parse \"\\\\-0.0\"" (() -> json.parse "\\-0.0") Fails
row "json.parse \"\\\"\\\\u0131\\\\u2003\\\"\"" (() -> json.parse "\"\\u0131\\u2003\"") "\u{131}\u{2003}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0131\\\\u2003\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0131\\u2003\""))) "\u{131}\u{2003}"
row "json.parse \"\\\"\\\\u0131\\\\u2003\\\"/\"" (() -> json.parse "\"\\u0131\\u2003\"/") Fails
row "json.parse \"0}0\"" (() -> json.parse "0}0") Fails
row "json.parse \"[\\u\{a} -19090863336887,\\u\{a} 5642084433\\u\{a}]\"" (() -> json.parse "[\u{a} -19090863336887,\u{a} 5642084433\u{a}]") [-19090863336887, 5642084433]
row "json.parse (json.show (json.parse \"[\\u\{a} -19090863336887,\\u\{a} 5642084433\\u\{a}]\"))" (() -> json.parse (json.show (json.parse "[\u{a} -19090863336887,\u{a} 5642084433\u{a}]"))) [-19090863336887, 5642084433]
row "json.parse \"\\\"\\u\{4e2d}\\u\{2003}a\\u\{4e2d}1\\\"\"" (() -> json.parse "\"\u{4e2d}\u{2003}a\u{4e2d}1\"") "\u{4e2d}\u{2003}a\u{4e2d}1"
row "json.parse (json.show (json.parse \"\\\"\\u\{4e2d}\\u\{2003}a\\u\{4e2d}1\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{4e2d}\u{2003}a\u{4e2d}1\""))) "\u{4e2d}\u{2003}a\u{4e2d}1"
row "json.parse \"\\\"\\u\{4e2d}\\u\{2003}a\\u\{4e2d}.\\\"\"" (() -> json.parse "\"\u{4e2d}\u{2003}a\u{4e2d}.\"") "\u{4e2d}\u{2003}a\u{4e2d}."
row "json.parse \"-488682083124667\"" (() -> json.parse "-488682083124667") (-488682083124667)
row "json.parse (json.show (json.parse \"-488682083124667\"))" (() -> json.parse (json.show (json.parse "-488682083124667"))) (-488682083124667)
row "json.parse \"-48868208312:67\"" (() -> json.parse "-48868208312:67") Fails
row "json.parse \"null/\"" (() -> json.parse "null/") Fails
row "json.parse \"\\\"\\\\u0001\\\"\"" (() -> json.parse "\"\\u0001\"") "\u{1}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0001\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0001\""))) "\u{1}"
row "json.parse \"\\\"\\\\u00e1\\\"\"" (() -> json.parse "\"\\u00e1\"") "\u{e1}"
row "json.parse \"\\\"\\u\{1100}\\u\{131}\\u\{1f600}\\\"\"" (() -> json.parse "\"\u{1100}\u{131}\u{1f600}\"") "\u{1100}\u{131}\u{1f600}"
row "json.parse (json.show (json.parse \"\\\"\\u\{1100}\\u\{131}\\u\{1f600}\\\"\"))" (() -> json.parse (json.show (json.parse "\"\u{1100}\u{131}\u{1f600}\""))) "\u{1100}\u{131}\u{1f600}"
row "json.parse \"]\\u\{1100}\\u\{131}\\u\{1f600}\\\"\"" (() -> json.parse "]\u{1100}\u{131}\u{1f600}\"") Fails
row "json.parse \"\\\"91,\\\\u0391\\\"\"" (() -> json.parse "\"91,\\u0391\"") "91,\u{391}"
row "json.parse (json.show (json.parse \"\\\"91,\\\\u0391\\\"\"))" (() -> json.parse (json.show (json.parse "\"91,\\u0391\""))) "91,\u{391}"
row "json.parse \"\\\"1,\\\\u0391\\\"\"" (() -> json.parse "\"1,\\u0391\"") "1,\u{391}"
row "json.parse \"61697206\"" (() -> json.parse "61697206") 61697206
row "json.parse (json.show (json.parse \"61697206\"))" (() -> json.parse (json.show (json.parse "61697206"))) 61697206
row "json.parse \"6}97206\"" (() -> json.parse "6}97206") Fails
row "json.parse \"0.0-\"" (() -> json.parse "0.0-") Fails
row "json.parse \"\\\"\\\\u0301\\\\n\\\\u0149\\\\u01c5\\\"\"" (() -> json.parse "\"\\u0301\\n\\u0149\\u01c5\"") "\u{301}\u{a}\u{149}\u{1c5}"
row "json.parse (json.show (json.parse \"\\\"\\\\u0301\\\\n\\\\u0149\\\\u01c5\\\"\"))" (() -> json.parse (json.show (json.parse "\"\\u0301\\n\\u0149\\u01c5\""))) "\u{301}\u{a}\u{149}\u{1c5}"
row "json.parse \"\\\"\\\\u0301\\\\n\\\\u0149\\\\u}1c5\\\"\"" (() -> json.parse "\"\\u0301\\n\\u0149\\u}1c5\"") Fails
row "json.parse \"-364785261454305657569711848\"" (() -> json.parse "-364785261454305657569711848") (-364785261454305657569711848)
row "json.parse (json.show (json.parse \"-364785261454305657569711848\"))" (() -> json.parse (json.show (json.parse "-364785261454305657569711848"))) (-364785261454305657569711848)
row "json.parse \"-36478\\\"61454305657569711848\"" (() -> json.parse "-36478\"61454305657569711848") Fails
row "json.parse \"[66124144561312209643, true, \\\{}]\"" (() -> json.parse "[66124144561312209643, true, \{}]") [66124144561312209643, true, [:]]
row "json.parse (json.show (json.parse \"[66124144561312209643, true, \\\{}]\"))" (() -> json.parse (json.show (json.parse "[66124144561312209643, true, \{}]"))) [66124144561312209643, true, [:]]
row "json.parse \"[661241445613122096\\\", true, \\\{}]\"" (() -> json.parse "[661241445613122096\", true, \{}]") Fails
row "json.parse \"-201469455760429239787244033\"" (() -> json.parse "-201469455760429239787244033") (-201469455760429239787244033)
row "json.parse (json.show (json.parse \"-201469455760429239787244033\"))" (() -> json.parse (json.show (json.parse "-201469455760429239787244033"))) (-201469455760429239787244033)
print "{cell.get differing} differ"
# expect: 0 differ
