# What text functions give is what Python's give.
# `tests/random/library.py text` has written this file.
differing = cell 0
row = text f expected -> {
    found = match try f () { Ok v -> v, Err _ -> Fails }
    if found != expected {
        print "{text}: {show found}, not {show expected}"
        cell.update (n -> n + 1) differing
    }
}
row "string.upper \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.upper "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3a3}-0AA\u{3a3}\u{2bc}NA"
row "string.lower \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.lower "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0aa\u{3c3}\u{149}a"
row "string.fold_case \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.fold_case "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0aa\u{3c3}\u{2bc}na"
row "string.trim \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.trim "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A"
row "string.trim_start \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.trim_start "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A"
row "string.trim_end \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.trim_end "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A"
row "string.trim_chars \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.trim_chars "A" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}"
row "string.words \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.words "\u{3c3}-0AA\u{3c3}\u{149}A") ["\u{3c3}-0AA\u{3c3}\u{149}A"]
row "string.pad_right 14 \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.pad_right 14 "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A      "
row "string.pad_left 14 \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.pad_left 14 "\u{3c3}-0AA\u{3c3}\u{149}A") "      \u{3c3}-0AA\u{3c3}\u{149}A"
row "string.reverse \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.reverse "\u{3c3}-0AA\u{3c3}\u{149}A") "A\u{149}\u{3c3}AA0-\u{3c3}"
row "string.codes \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.codes "\u{3c3}-0AA\u{3c3}\u{149}A") [963, 45, 48, 65, 65, 963, 329, 65]
row "string.starts_with? \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.starts_with? "A" "\u{3c3}-0AA\u{3c3}\u{149}A") false
row "string.ends_with? \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.ends_with? "A" "\u{3c3}-0AA\u{3c3}\u{149}A") true
row "string.remove_prefix \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.remove_prefix "A" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A"
row "string.remove_suffix \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.remove_suffix "A" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}"
row "string.index_of \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.index_of "A" "\u{3c3}-0AA\u{3c3}\u{149}A") (Some 3)
row "string.last_index_of \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.last_index_of "A" "\u{3c3}-0AA\u{3c3}\u{149}A") (Some 7)
row "string.count \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.count "A" "\u{3c3}-0AA\u{3c3}\u{149}A") 3
row "string.replace \"A\" \"<>\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.replace "A" "<>" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0<><>\u{3c3}\u{149}<>"
row "string.replace_first \"A\" \"<>\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.replace_first "A" "<>" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0<>A\u{3c3}\u{149}A"
row "split \"A\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> split "A" "\u{3c3}-0AA\u{3c3}\u{149}A") ["\u{3c3}-0", "", "\u{3c3}\u{149}", ""]
row "string.lines \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.lines "\u{3c3}-0AA\u{3c3}\u{149}A") ["\u{3c3}-0AA\u{3c3}\u{149}A"]
row "string.normalize \"NFC\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.normalize "NFC" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A"
row "string.normalize \"NFD\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.normalize "NFD" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{149}A"
row "string.normalize \"NFKC\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.normalize "NFKC" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{2bc}nA"
row "string.normalize \"NFKD\" \"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\"" (() -> string.normalize "NFKD" "\u{3c3}-0AA\u{3c3}\u{149}A") "\u{3c3}-0AA\u{3c3}\u{2bc}nA"
row "(\"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\")[-1..-2]" (() -> ("\u{3c3}-0AA\u{3c3}\u{149}A")[-1..-2]) ""
row "(\"\\u\{3c3}-0AA\\u\{3c3}\\u\{149}A\")[-1]" (() -> ("\u{3c3}-0AA\u{3c3}\u{149}A")[-1]) "A"
row "string.parse_int 2 \"3a00\"" (() -> string.parse_int 2 "3a00") Fails
row "string.upper \"\\u\{e9}A\\u\{391}\"" (() -> string.upper "\u{e9}A\u{391}") "\u{c9}A\u{391}"
row "string.lower \"\\u\{e9}A\\u\{391}\"" (() -> string.lower "\u{e9}A\u{391}") "\u{e9}a\u{3b1}"
row "string.fold_case \"\\u\{e9}A\\u\{391}\"" (() -> string.fold_case "\u{e9}A\u{391}") "\u{e9}a\u{3b1}"
row "string.trim \"\\u\{e9}A\\u\{391}\"" (() -> string.trim "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.trim_start \"\\u\{e9}A\\u\{391}\"" (() -> string.trim_start "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.trim_end \"\\u\{e9}A\\u\{391}\"" (() -> string.trim_end "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.trim_chars \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.trim_chars "BZ" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.words \"\\u\{e9}A\\u\{391}\"" (() -> string.words "\u{e9}A\u{391}") ["\u{e9}A\u{391}"]
row "string.pad_right 3 \"\\u\{e9}A\\u\{391}\"" (() -> string.pad_right 3 "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.pad_left 3 \"\\u\{e9}A\\u\{391}\"" (() -> string.pad_left 3 "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.reverse \"\\u\{e9}A\\u\{391}\"" (() -> string.reverse "\u{e9}A\u{391}") "\u{391}A\u{e9}"
row "string.codes \"\\u\{e9}A\\u\{391}\"" (() -> string.codes "\u{e9}A\u{391}") [233, 65, 913]
row "string.starts_with? \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.starts_with? "BZ" "\u{e9}A\u{391}") false
row "string.ends_with? \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.ends_with? "BZ" "\u{e9}A\u{391}") false
row "string.remove_prefix \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.remove_prefix "BZ" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.remove_suffix \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.remove_suffix "BZ" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.index_of \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.index_of "BZ" "\u{e9}A\u{391}") None
row "string.last_index_of \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.last_index_of "BZ" "\u{e9}A\u{391}") None
row "string.count \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> string.count "BZ" "\u{e9}A\u{391}") 0
row "string.replace \"BZ\" \"<>\" \"\\u\{e9}A\\u\{391}\"" (() -> string.replace "BZ" "<>" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.replace_first \"BZ\" \"<>\" \"\\u\{e9}A\\u\{391}\"" (() -> string.replace_first "BZ" "<>" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "split \"BZ\" \"\\u\{e9}A\\u\{391}\"" (() -> split "BZ" "\u{e9}A\u{391}") ["\u{e9}A\u{391}"]
row "string.lines \"\\u\{e9}A\\u\{391}\"" (() -> string.lines "\u{e9}A\u{391}") ["\u{e9}A\u{391}"]
row "string.normalize \"NFC\" \"\\u\{e9}A\\u\{391}\"" (() -> string.normalize "NFC" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.normalize \"NFD\" \"\\u\{e9}A\\u\{391}\"" (() -> string.normalize "NFD" "\u{e9}A\u{391}") "e\u{301}A\u{391}"
row "string.normalize \"NFKC\" \"\\u\{e9}A\\u\{391}\"" (() -> string.normalize "NFKC" "\u{e9}A\u{391}") "\u{e9}A\u{391}"
row "string.normalize \"NFKD\" \"\\u\{e9}A\\u\{391}\"" (() -> string.normalize "NFKD" "\u{e9}A\u{391}") "e\u{301}A\u{391}"
row "(\"\\u\{e9}A\\u\{391}\")[-4..0]" (() -> ("\u{e9}A\u{391}")[-4..0]) ""
row "(\"\\u\{e9}A\\u\{391}\")[-4]" (() -> ("\u{e9}A\u{391}")[-4]) Fails
row "string.parse_int 10 \"\"" (() -> string.parse_int 10 "") Fails
row "string.upper \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.upper ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c4}"
row "string.lower \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.lower ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3c3}\u{10428}z\u{1c6}"
row "string.fold_case \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.fold_case ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3c3}\u{10428}z\u{1c6}"
row "string.trim \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.trim ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.trim_start \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.trim_start ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.trim_end \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.trim_end ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.trim_chars \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.trim_chars "" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.words \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.words ",\u{3a3}\u{10400}Z\u{1c5}") [",\u{3a3}\u{10400}Z\u{1c5}"]
row "string.pad_right 5 \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.pad_right 5 ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.pad_left 5 \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.pad_left 5 ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.reverse \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.reverse ",\u{3a3}\u{10400}Z\u{1c5}") "\u{1c5}Z\u{10400}\u{3a3},"
row "string.codes \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.codes ",\u{3a3}\u{10400}Z\u{1c5}") [44, 931, 66560, 90, 453]
row "string.starts_with? \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.starts_with? "" ",\u{3a3}\u{10400}Z\u{1c5}") true
row "string.ends_with? \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.ends_with? "" ",\u{3a3}\u{10400}Z\u{1c5}") true
row "string.remove_prefix \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.remove_prefix "" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.remove_suffix \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.remove_suffix "" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.index_of \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.index_of "" ",\u{3a3}\u{10400}Z\u{1c5}") (Some 0)
row "string.last_index_of \"\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.last_index_of "" ",\u{3a3}\u{10400}Z\u{1c5}") (Some 5)
row "string.lines \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.lines ",\u{3a3}\u{10400}Z\u{1c5}") [",\u{3a3}\u{10400}Z\u{1c5}"]
row "string.normalize \"NFC\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.normalize "NFC" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.normalize \"NFD\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.normalize "NFD" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}Z\u{1c5}"
row "string.normalize \"NFKC\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.normalize "NFKC" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}ZD\u{17e}"
row "string.normalize \"NFKD\" \",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\"" (() -> string.normalize "NFKD" ",\u{3a3}\u{10400}Z\u{1c5}") ",\u{3a3}\u{10400}ZDz\u{30c}"
row "(\",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\")[7..3]" (() -> (",\u{3a3}\u{10400}Z\u{1c5}")[7..3]) ""
row "(\",\\u\{3a3}\\u\{10400}Z\\u\{1c5}\")[7]" (() -> (",\u{3a3}\u{10400}Z\u{1c5}")[7]) Fails
row "string.upper \"\"" (() -> string.upper "") ""
row "string.lower \"\"" (() -> string.lower "") ""
row "string.fold_case \"\"" (() -> string.fold_case "") ""
row "string.trim \"\"" (() -> string.trim "") ""
row "string.trim_start \"\"" (() -> string.trim_start "") ""
row "string.trim_end \"\"" (() -> string.trim_end "") ""
row "string.trim_chars \"0\" \"\"" (() -> string.trim_chars "0" "") ""
row "string.words \"\"" (() -> string.words "") []
row "string.pad_right 5 \"\"" (() -> string.pad_right 5 "") "     "
row "string.pad_left 5 \"\"" (() -> string.pad_left 5 "") "     "
row "string.reverse \"\"" (() -> string.reverse "") ""
row "string.codes \"\"" (() -> string.codes "") []
row "string.starts_with? \"0\" \"\"" (() -> string.starts_with? "0" "") false
row "string.ends_with? \"0\" \"\"" (() -> string.ends_with? "0" "") false
row "string.remove_prefix \"0\" \"\"" (() -> string.remove_prefix "0" "") ""
row "string.remove_suffix \"0\" \"\"" (() -> string.remove_suffix "0" "") ""
row "string.index_of \"0\" \"\"" (() -> string.index_of "0" "") None
row "string.last_index_of \"0\" \"\"" (() -> string.last_index_of "0" "") None
row "string.count \"0\" \"\"" (() -> string.count "0" "") 0
row "string.replace \"0\" \"<>\" \"\"" (() -> string.replace "0" "<>" "") ""
row "string.replace_first \"0\" \"<>\" \"\"" (() -> string.replace_first "0" "<>" "") ""
row "split \"0\" \"\"" (() -> split "0" "") [""]
row "string.lines \"\"" (() -> string.lines "") []
row "string.normalize \"NFC\" \"\"" (() -> string.normalize "NFC" "") ""
row "string.normalize \"NFD\" \"\"" (() -> string.normalize "NFD" "") ""
row "string.normalize \"NFKC\" \"\"" (() -> string.normalize "NFKC" "") ""
row "string.normalize \"NFKD\" \"\"" (() -> string.normalize "NFKD" "") ""
row "(\"\")[7..-2]" (() -> ("")[7..-2]) ""
row "(\"\")[7]" (() -> ("")[7]) Fails
row "string.parse_int 8 \"\"" (() -> string.parse_int 8 "") Fails
row "string.upper \"\\u\{149}\"" (() -> string.upper "\u{149}") "\u{2bc}N"
row "string.lower \"\\u\{149}\"" (() -> string.lower "\u{149}") "\u{149}"
row "string.fold_case \"\\u\{149}\"" (() -> string.fold_case "\u{149}") "\u{2bc}n"
row "string.trim \"\\u\{149}\"" (() -> string.trim "\u{149}") "\u{149}"
row "string.trim_start \"\\u\{149}\"" (() -> string.trim_start "\u{149}") "\u{149}"
row "string.trim_end \"\\u\{149}\"" (() -> string.trim_end "\u{149}") "\u{149}"
row "string.trim_chars \"a\" \"\\u\{149}\"" (() -> string.trim_chars "a" "\u{149}") "\u{149}"
row "string.words \"\\u\{149}\"" (() -> string.words "\u{149}") ["\u{149}"]
row "string.pad_right 1 \"\\u\{149}\"" (() -> string.pad_right 1 "\u{149}") "\u{149}"
row "string.pad_left 1 \"\\u\{149}\"" (() -> string.pad_left 1 "\u{149}") "\u{149}"
row "string.reverse \"\\u\{149}\"" (() -> string.reverse "\u{149}") "\u{149}"
row "string.codes \"\\u\{149}\"" (() -> string.codes "\u{149}") [329]
row "string.starts_with? \"a\" \"\\u\{149}\"" (() -> string.starts_with? "a" "\u{149}") false
row "string.ends_with? \"a\" \"\\u\{149}\"" (() -> string.ends_with? "a" "\u{149}") false
row "string.remove_prefix \"a\" \"\\u\{149}\"" (() -> string.remove_prefix "a" "\u{149}") "\u{149}"
row "string.remove_suffix \"a\" \"\\u\{149}\"" (() -> string.remove_suffix "a" "\u{149}") "\u{149}"
row "string.index_of \"a\" \"\\u\{149}\"" (() -> string.index_of "a" "\u{149}") None
row "string.last_index_of \"a\" \"\\u\{149}\"" (() -> string.last_index_of "a" "\u{149}") None
row "string.count \"a\" \"\\u\{149}\"" (() -> string.count "a" "\u{149}") 0
row "string.replace \"a\" \"<>\" \"\\u\{149}\"" (() -> string.replace "a" "<>" "\u{149}") "\u{149}"
row "string.replace_first \"a\" \"<>\" \"\\u\{149}\"" (() -> string.replace_first "a" "<>" "\u{149}") "\u{149}"
row "split \"a\" \"\\u\{149}\"" (() -> split "a" "\u{149}") ["\u{149}"]
row "string.lines \"\\u\{149}\"" (() -> string.lines "\u{149}") ["\u{149}"]
row "string.normalize \"NFC\" \"\\u\{149}\"" (() -> string.normalize "NFC" "\u{149}") "\u{149}"
row "string.normalize \"NFD\" \"\\u\{149}\"" (() -> string.normalize "NFD" "\u{149}") "\u{149}"
row "string.normalize \"NFKC\" \"\\u\{149}\"" (() -> string.normalize "NFKC" "\u{149}") "\u{2bc}n"
row "string.normalize \"NFKD\" \"\\u\{149}\"" (() -> string.normalize "NFKD" "\u{149}") "\u{2bc}n"
row "(\"\\u\{149}\")[6..2]" (() -> ("\u{149}")[6..2]) ""
row "(\"\\u\{149}\")[6]" (() -> ("\u{149}")[6]) Fails
row "string.upper \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.upper "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}SA\u{1f600}\u{1f600}"
row "string.lower \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.lower "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{3b1}\u{17f}a\u{1f600}\u{1f600}"
row "string.fold_case \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.fold_case "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{3b1}sa\u{1f600}\u{1f600}"
row "string.trim \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.trim "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.trim_start \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.trim_start "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.trim_end \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.trim_end "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.trim_chars \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.trim_chars "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.words \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.words "\u{391}\u{17f}a\u{1f600}\u{1f600}") ["\u{391}\u{17f}a\u{1f600}\u{1f600}"]
row "string.pad_right 7 \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.pad_right 7 "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}  "
row "string.pad_left 7 \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.pad_left 7 "\u{391}\u{17f}a\u{1f600}\u{1f600}") "  \u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.reverse \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.reverse "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{1f600}\u{1f600}a\u{17f}\u{391}"
row "string.codes \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.codes "\u{391}\u{17f}a\u{1f600}\u{1f600}") [913, 383, 97, 128512, 128512]
row "string.starts_with? \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.starts_with? "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") false
row "string.ends_with? \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.ends_with? "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") false
row "string.remove_prefix \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.remove_prefix "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.remove_suffix \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.remove_suffix "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.index_of \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.index_of "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") None
row "string.last_index_of \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.last_index_of "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") None
row "string.count \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.count "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") 0
row "string.replace \"Z1\" \"<>\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.replace "Z1" "<>" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.replace_first \"Z1\" \"<>\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.replace_first "Z1" "<>" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "split \"Z1\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> split "Z1" "\u{391}\u{17f}a\u{1f600}\u{1f600}") ["\u{391}\u{17f}a\u{1f600}\u{1f600}"]
row "string.lines \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.lines "\u{391}\u{17f}a\u{1f600}\u{1f600}") ["\u{391}\u{17f}a\u{1f600}\u{1f600}"]
row "string.normalize \"NFC\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.normalize "NFC" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.normalize \"NFD\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.normalize "NFD" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}\u{17f}a\u{1f600}\u{1f600}"
row "string.normalize \"NFKC\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.normalize "NFKC" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}sa\u{1f600}\u{1f600}"
row "string.normalize \"NFKD\" \"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\"" (() -> string.normalize "NFKD" "\u{391}\u{17f}a\u{1f600}\u{1f600}") "\u{391}sa\u{1f600}\u{1f600}"
row "(\"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\")[-4..8]" (() -> ("\u{391}\u{17f}a\u{1f600}\u{1f600}")[-4..8]) "\u{17f}a\u{1f600}\u{1f600}"
row "(\"\\u\{391}\\u\{17f}a\\u\{1f600}\\u\{1f600}\")[-4]" (() -> ("\u{391}\u{17f}a\u{1f600}\u{1f600}")[-4]) "\u{17f}"
row "string.parse_int 2 \"52-8\"" (() -> string.parse_int 2 "52-8") Fails
row "string.trim_chars \"\" \"\"" (() -> string.trim_chars "" "") ""
row "string.starts_with? \"\" \"\"" (() -> string.starts_with? "" "") true
row "string.ends_with? \"\" \"\"" (() -> string.ends_with? "" "") true
row "string.remove_prefix \"\" \"\"" (() -> string.remove_prefix "" "") ""
row "string.remove_suffix \"\" \"\"" (() -> string.remove_suffix "" "") ""
row "string.index_of \"\" \"\"" (() -> string.index_of "" "") (Some 0)
row "string.last_index_of \"\" \"\"" (() -> string.last_index_of "" "") (Some 0)
row "(\"\")[-4..-1]" (() -> ("")[-4..-1]) ""
row "(\"\")[-4]" (() -> ("")[-4]) Fails
row "string.parse_int 10 \"589Z\"" (() -> string.parse_int 10 "589Z") Fails
row "string.upper \"\\u\{1100}A\\u\{9}A\"" (() -> string.upper "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.lower \"\\u\{1100}A\\u\{9}A\"" (() -> string.lower "\u{1100}A\u{9}A") "\u{1100}a\u{9}a"
row "string.fold_case \"\\u\{1100}A\\u\{9}A\"" (() -> string.fold_case "\u{1100}A\u{9}A") "\u{1100}a\u{9}a"
row "string.trim \"\\u\{1100}A\\u\{9}A\"" (() -> string.trim "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.trim_start \"\\u\{1100}A\\u\{9}A\"" (() -> string.trim_start "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.trim_end \"\\u\{1100}A\\u\{9}A\"" (() -> string.trim_end "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.trim_chars \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.trim_chars "" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.words \"\\u\{1100}A\\u\{9}A\"" (() -> string.words "\u{1100}A\u{9}A") ["\u{1100}A", "A"]
row "string.pad_right 12 \"\\u\{1100}A\\u\{9}A\"" (() -> string.pad_right 12 "\u{1100}A\u{9}A") "\u{1100}A\u{9}A        "
row "string.pad_left 12 \"\\u\{1100}A\\u\{9}A\"" (() -> string.pad_left 12 "\u{1100}A\u{9}A") "        \u{1100}A\u{9}A"
row "string.reverse \"\\u\{1100}A\\u\{9}A\"" (() -> string.reverse "\u{1100}A\u{9}A") "A\u{9}A\u{1100}"
row "string.codes \"\\u\{1100}A\\u\{9}A\"" (() -> string.codes "\u{1100}A\u{9}A") [4352, 65, 9, 65]
row "string.starts_with? \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.starts_with? "" "\u{1100}A\u{9}A") true
row "string.ends_with? \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.ends_with? "" "\u{1100}A\u{9}A") true
row "string.remove_prefix \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.remove_prefix "" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.remove_suffix \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.remove_suffix "" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.index_of \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.index_of "" "\u{1100}A\u{9}A") (Some 0)
row "string.last_index_of \"\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.last_index_of "" "\u{1100}A\u{9}A") (Some 4)
row "string.lines \"\\u\{1100}A\\u\{9}A\"" (() -> string.lines "\u{1100}A\u{9}A") ["\u{1100}A\u{9}A"]
row "string.normalize \"NFC\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.normalize "NFC" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.normalize \"NFD\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.normalize "NFD" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.normalize \"NFKC\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.normalize "NFKC" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "string.normalize \"NFKD\" \"\\u\{1100}A\\u\{9}A\"" (() -> string.normalize "NFKD" "\u{1100}A\u{9}A") "\u{1100}A\u{9}A"
row "(\"\\u\{1100}A\\u\{9}A\")[-5..-8]" (() -> ("\u{1100}A\u{9}A")[-5..-8]) ""
row "(\"\\u\{1100}A\\u\{9}A\")[-5]" (() -> ("\u{1100}A\u{9}A")[-5]) Fails
row "string.upper \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.upper "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c4}\u{9}\u{4e2d}A\u{3a3}\u{1c90}\u{130}\u{399}\u{2bc}N"
row "string.lower \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.lower "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c6}\u{9}\u{4e2d}a\u{3c2}\u{10d0}i\u{307}\u{345}\u{149}"
row "string.fold_case \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.fold_case "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c6}\u{9}\u{4e2d}a\u{3c3}\u{10d0}i\u{307}\u{3b9}\u{2bc}n"
row "string.trim \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.trim "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.trim_start \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.trim_start "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.trim_end \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.trim_end "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.trim_chars \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.trim_chars "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.words \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.words "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") ["\u{4e2d}\u{1c5}", "\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"]
row "string.pad_right 4 \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.pad_right 4 "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.pad_left 4 \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.pad_left 4 "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.reverse \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.reverse "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{149}\u{345}\u{130}\u{10d0}\u{3c2}A\u{4e2d}\u{9}\u{1c5}\u{4e2d}"
row "string.codes \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.codes "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") [20013, 453, 9, 20013, 65, 962, 4304, 304, 837, 329]
row "string.starts_with? \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.starts_with? "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") true
row "string.ends_with? \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.ends_with? "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") true
row "string.remove_prefix \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.remove_prefix "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.remove_suffix \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.remove_suffix "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.index_of \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.index_of "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") (Some 0)
row "string.last_index_of \"\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.last_index_of "" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") (Some 10)
row "string.lines \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.lines "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") ["\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"]
row "string.normalize \"NFC\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.normalize "NFC" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}"
row "string.normalize \"NFD\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.normalize "NFD" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}I\u{307}\u{345}\u{149}"
row "string.normalize \"NFKC\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.normalize "NFKC" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}D\u{17e}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{2bc}n"
row "string.normalize \"NFKD\" \"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\"" (() -> string.normalize "NFKD" "\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}") "\u{4e2d}Dz\u{30c}\u{9}\u{4e2d}A\u{3c2}\u{10d0}I\u{307}\u{345}\u{2bc}n"
row "(\"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\")[-3..-8]" (() -> ("\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}")[-3..-8]) ""
row "(\"\\u\{4e2d}\\u\{1c5}\\u\{9}\\u\{4e2d}A\\u\{3c2}\\u\{10d0}\\u\{130}\\u\{345}\\u\{149}\")[-3]" (() -> ("\u{4e2d}\u{1c5}\u{9}\u{4e2d}A\u{3c2}\u{10d0}\u{130}\u{345}\u{149}")[-3]) "\u{130}"
row "string.parse_int 10 \"22\"" (() -> string.parse_int 10 "22") 22
row "string.pad_right 6 \"\"" (() -> string.pad_right 6 "") "      "
row "string.pad_left 6 \"\"" (() -> string.pad_left 6 "") "      "
row "(\"\")[9..5]" (() -> ("")[9..5]) ""
row "(\"\")[9]" (() -> ("")[9]) Fails
row "string.upper \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.upper "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{2003}\u{301}B1B1\u{1161}\u{3a3}"
row "string.lower \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.lower "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{2003}\u{301}b1b1\u{1161}\u{3c2}"
row "string.fold_case \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.fold_case "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{2003}\u{301}b1b1\u{1161}\u{3c3}"
row "string.trim \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.trim "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{301}B1B1\u{1161}\u{3c2}"
row "string.trim_start \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.trim_start "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{301}B1B1\u{1161}\u{3c2}"
row "string.trim_end \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.trim_end "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{2003}\u{301}B1B1\u{1161}\u{3c2}"
row "string.trim_chars \"B1\" \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.trim_chars "B1" "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{2003}\u{301}B1B1\u{1161}\u{3c2}"
row "string.words \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.words "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") ["\u{301}B1B1\u{1161}\u{3c2}"]
row "string.pad_right 9 \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.pad_right 9 "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{2003}\u{301}B1B1\u{1161}\u{3c2} "
row "string.pad_left 9 \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.pad_left 9 "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") " \u{2003}\u{301}B1B1\u{1161}\u{3c2}"
row "string.reverse \"\\u\{2003}\\u\{301}B1B1\\u\{1161}\\u\{3c2}\"" (() -> string.reverse "\u{2003}\u{301}B1B1\u{1161}\u{3c2}") "\u{3c2}\u{1161}1B1B\u{301}\u{2003}"
print "{cell.get differing} differ"
# expect: 0 differ
