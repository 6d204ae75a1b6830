# What urls functions give is what Python's give.
# `tests/random/library.py urls` has written this file.
differing = cell 0
row = text f expected -> {
    found = match try f () { Ok v -> v, Err _ -> Fails }
    if found != expected {
        print "{text}: {show found}, not {show expected}"
        cell.update (n -> n + 1) differing
    }
}
row "url.encode \"-@\"" (() -> url.encode "-@") "-%40"
row "url.decode (url.encode \"-@\")" (() -> url.decode (url.encode "-@")) "-@"
row "url.query_pairs \"\"" (() -> url.query_pairs "") []
row "url.parse_query \"\"" (() -> url.parse_query "") [:]
row "url.encode \"\"" (() -> url.encode "") ""
row "url.decode (url.encode \"\")" (() -> url.decode (url.encode "")) ""
row "url.query_pairs \"a%C3%A9%26=d&aa=&k=%3D%25c\"" (() -> url.query_pairs "a%C3%A9%26=d&aa=&k=%3D%25c") [("a\u{e9}&", "d"), ("aa", ""), ("k", "=%c")]
row "url.parse_query \"a%C3%A9%26=d&aa=&k=%3D%25c\"" (() -> url.parse_query "a%C3%A9%26=d&aa=&k=%3D%25c") ["a\u{e9}&": "d", "aa": "", "k": "=%c"]
row "url.join \"http://h/x/y/z?w\" \"/g:h?q=1&r\"" (() -> url.join "http://h/x/y/z?w" "/g:h?q=1&r") "http://h/g:h?q=1&r"
row "url.encode \";;\\u\{4e2d}=Z\"" (() -> url.encode ";;\u{4e2d}=Z") "%3B%3B%E4%B8%AD%3DZ"
row "url.decode (url.encode \";;\\u\{4e2d}=Z\")" (() -> url.decode (url.encode ";;\u{4e2d}=Z")) ";;\u{4e2d}=Z"
row "url.query_pairs \"k=%26&k=%25%3D&%26%C3%A9=c%E4%B8%AD%3D\"" (() -> url.query_pairs "k=%26&k=%25%3D&%26%C3%A9=c%E4%B8%AD%3D") [("k", "&"), ("k", "%="), ("&\u{e9}", "c\u{4e2d}=")]
row "url.parse_query \"k=%26&k=%25%3D&%26%C3%A9=c%E4%B8%AD%3D\"" (() -> url.parse_query "k=%26&k=%25%3D&%26%C3%A9=c%E4%B8%AD%3D") ["k": "%=", "&\u{e9}": "c\u{4e2d}="]
row "url.parse_query \"k=%25%3D&%26%C3%A9=c%E4%B8%AD%3D\"" (() -> url.parse_query "k=%25%3D&%26%C3%A9=c%E4%B8%AD%3D") ["k": "%=", "&\u{e9}": "c\u{4e2d}="]
row "url.encode \"\\u\{e9}\"" (() -> url.encode "\u{e9}") "%C3%A9"
row "url.decode (url.encode \"\\u\{e9}\")" (() -> url.decode (url.encode "\u{e9}")) "\u{e9}"
row "url.encode \"0+[**;a\"" (() -> url.encode "0+[**;a") "0%2B%5B%2A%2A%3Ba"
row "url.decode (url.encode \"0+[**;a\")" (() -> url.decode (url.encode "0+[**;a")) "0+[**;a"
row "url.query_pairs \"%25=%2B%E4%B8%AD\"" (() -> url.query_pairs "%25=%2B%E4%B8%AD") [("%", "+\u{4e2d}")]
row "url.parse_query \"%25=%2B%E4%B8%AD\"" (() -> url.parse_query "%25=%2B%E4%B8%AD") ["%": "+\u{4e2d}"]
row "url.join \"http://h/x/y/z?w\" \"a/e%20f?a/b\"" (() -> url.join "http://h/x/y/z?w" "a/e%20f?a/b") "http://h/x/y/a/e%20f?a/b"
row "url.encode \"9\\u\{1f600}?(]\\u\{a}\"" (() -> url.encode "9\u{1f600}?(]\u{a}") "9%F0%9F%98%80%3F%28%5D%0A"
row "url.decode (url.encode \"9\\u\{1f600}?(]\\u\{a}\")" (() -> url.decode (url.encode "9\u{1f600}?(]\u{a}")) "9\u{1f600}?(]\u{a}"
row "url.query_pairs \"%2Ba%2B=c%3D+&b=cd\"" (() -> url.query_pairs "%2Ba%2B=c%3D+&b=cd") [("+a+", "c= "), ("b", "cd")]
row "url.parse_query \"%2Ba%2B=c%3D+&b=cd\"" (() -> url.parse_query "%2Ba%2B=c%3D+&b=cd") ["+a+": "c= ", "b": "cd"]
row "url.parse_query \"%2Ba%2B=c%3D%20&b=cd\"" (() -> url.parse_query "%2Ba%2B=c%3D%20&b=cd") ["+a+": "c= ", "b": "cd"]
row "url.join \"http://h/x/y/z?w\" \"\"" (() -> url.join "http://h/x/y/z?w" "") "http://h/x/y/z?w"
row "url.encode \":&~'\"" (() -> url.encode ":&~'") "%3A%26~%27"
row "url.decode (url.encode \":&~'\")" (() -> url.decode (url.encode ":&~'")) ":&~'"
row "url.query_pairs \"b+=%26&%26=%E4%B8%AD%2B\"" (() -> url.query_pairs "b+=%26&%26=%E4%B8%AD%2B") [("b ", "&"), ("&", "\u{4e2d}+")]
row "url.parse_query \"b+=%26&%26=%E4%B8%AD%2B\"" (() -> url.parse_query "b+=%26&%26=%E4%B8%AD%2B") ["b ": "&", "&": "\u{4e2d}+"]
row "url.parse_query \"b%20=%26&%26=%E4%B8%AD%2B\"" (() -> url.parse_query "b%20=%26&%26=%E4%B8%AD%2B") ["b ": "&", "&": "\u{4e2d}+"]
row "url.encode \"(@.@)%\"" (() -> url.encode "(@.@)%") "%28%40.%40%29%25"
row "url.decode (url.encode \"(@.@)%\")" (() -> url.decode (url.encode "(@.@)%")) "(@.@)%"
row "url.join \"http://h/x/y/z?w\" \"a?q=1&r\"" (() -> url.join "http://h/x/y/z?w" "a?q=1&r") "http://h/x/y/a?q=1&r"
row "url.encode \"\\u\{e9}%\"" (() -> url.encode "\u{e9}%") "%C3%A9%25"
row "url.decode (url.encode \"\\u\{e9}%\")" (() -> url.decode (url.encode "\u{e9}%")) "\u{e9}%"
row "url.query_pairs \"%3Da%25=%25c\"" (() -> url.query_pairs "%3Da%25=%25c") [("=a%", "%c")]
row "url.parse_query \"%3Da%25=%25c\"" (() -> url.parse_query "%3Da%25=%25c") ["=a%": "%c"]
row "url.join \"http://h/x/y/z?w\" \"../.\"" (() -> url.join "http://h/x/y/z?w" "../.") "http://h/x/"
row "url.encode \"+\"" (() -> url.encode "+") "%2B"
row "url.decode (url.encode \"+\")" (() -> url.decode (url.encode "+")) "+"
row "url.query_pairs \"%25=+c&k=%E4%B8%AD\"" (() -> url.query_pairs "%25=+c&k=%E4%B8%AD") [("%", " c"), ("k", "\u{4e2d}")]
row "url.parse_query \"%25=+c&k=%E4%B8%AD\"" (() -> url.parse_query "%25=+c&k=%E4%B8%AD") ["%": " c", "k": "\u{4e2d}"]
row "url.parse_query \"%25=%20c&k=%E4%B8%AD\"" (() -> url.parse_query "%25=%20c&k=%E4%B8%AD") ["%": " c", "k": "\u{4e2d}"]
row "url.encode \")\"" (() -> url.encode ")") "%29"
row "url.decode (url.encode \")\")" (() -> url.decode (url.encode ")")) ")"
row "url.query_pairs \"%C3%A9=&%26%C3%A9a=%25%26&k=%3D\"" (() -> url.query_pairs "%C3%A9=&%26%C3%A9a=%25%26&k=%3D") [("\u{e9}", ""), ("&\u{e9}a", "%&"), ("k", "=")]
row "url.parse_query \"%C3%A9=&%26%C3%A9a=%25%26&k=%3D\"" (() -> url.parse_query "%C3%A9=&%26%C3%A9a=%25%26&k=%3D") ["\u{e9}": "", "&\u{e9}a": "%&", "k": "="]
row "url.encode \"#\"" (() -> url.encode "#") "%23"
row "url.decode (url.encode \"#\")" (() -> url.decode (url.encode "#")) "#"
row "url.query_pairs \"%3Dba=&+=%3D\"" (() -> url.query_pairs "%3Dba=&+=%3D") [("=ba", ""), (" ", "=")]
row "url.parse_query \"%3Dba=&+=%3D\"" (() -> url.parse_query "%3Dba=&+=%3D") ["=ba": "", " ": "="]
row "url.parse_query \"%3Dba=&%20=%3D\"" (() -> url.parse_query "%3Dba=&%20=%3D") ["=ba": "", " ": "="]
row "url.encode \"=\"" (() -> url.encode "=") "%3D"
row "url.decode (url.encode \"=\")" (() -> url.decode (url.encode "=")) "="
row "url.query_pairs \"+b%2B=\"" (() -> url.query_pairs "+b%2B=") [(" b+", "")]
row "url.parse_query \"+b%2B=\"" (() -> url.parse_query "+b%2B=") [" b+": ""]
row "url.parse_query \"%20b%2B=\"" (() -> url.parse_query "%20b%2B=") [" b+": ""]
row "url.join \"http://h/x/y/z?w\" \"b/e%20f/..\"" (() -> url.join "http://h/x/y/z?w" "b/e%20f/..") "http://h/x/y/b/"
row "url.encode \"-;_&?=\"" (() -> url.encode "-;_&?=") "-%3B_%26%3F%3D"
row "url.decode (url.encode \"-;_&?=\")" (() -> url.decode (url.encode "-;_&?=")) "-;_&?="
row "url.encode \"]\"" (() -> url.encode "]") "%5D"
row "url.decode (url.encode \"]\")" (() -> url.decode (url.encode "]")) "]"
row "url.join \"http://h/x/y/z?w\" \"#top\"" (() -> url.join "http://h/x/y/z?w" "#top") "http://h/x/y/z?w#top"
row "url.encode \"~\\u\{e9}\"" (() -> url.encode "~\u{e9}") "~%C3%A9"
row "url.decode (url.encode \"~\\u\{e9}\")" (() -> url.decode (url.encode "~\u{e9}")) "~\u{e9}"
row "url.query_pairs \"+=\"" (() -> url.query_pairs "+=") [(" ", "")]
row "url.parse_query \"+=\"" (() -> url.parse_query "+=") [" ": ""]
row "url.parse_query \"%20=\"" (() -> url.parse_query "%20=") [" ": ""]
row "url.encode \"$0Z\"" (() -> url.encode "$0Z") "%240Z"
row "url.decode (url.encode \"$0Z\")" (() -> url.decode (url.encode "$0Z")) "$0Z"
row "url.join \"http://h/x/y/z?w\" \"c;d/g:h?q=1&r#top\"" (() -> url.join "http://h/x/y/z?w" "c;d/g:h?q=1&r#top") "http://h/x/y/c;d/g:h?q=1&r#top"
row "url.encode \"-\"" (() -> url.encode "-") "-"
row "url.decode (url.encode \"-\")" (() -> url.decode (url.encode "-")) "-"
row "url.query_pairs \"b%26%3D=%2B%26+&%26=%3D\"" (() -> url.query_pairs "b%26%3D=%2B%26+&%26=%3D") [("b&=", "+& "), ("&", "=")]
row "url.parse_query \"b%26%3D=%2B%26+&%26=%3D\"" (() -> url.parse_query "b%26%3D=%2B%26+&%26=%3D") ["b&=": "+& ", "&": "="]
row "url.parse_query \"b%26%3D=%2B%26%20&%26=%3D\"" (() -> url.parse_query "b%26%3D=%2B%26%20&%26=%3D") ["b&=": "+& ", "&": "="]
row "url.join \"http://h/x/y/z?w\" \"b/\"" (() -> url.join "http://h/x/y/z?w" "b/") "http://h/x/y/b/"
row "url.encode \";#+0$\"" (() -> url.encode ";#+0$") "%3B%23%2B0%24"
row "url.decode (url.encode \";#+0$\")" (() -> url.decode (url.encode ";#+0$")) ";#+0$"
row "url.query_pairs \"%26%3D=dd\"" (() -> url.query_pairs "%26%3D=dd") [("&=", "dd")]
row "url.parse_query \"%26%3D=dd\"" (() -> url.parse_query "%26%3D=dd") ["&=": "dd"]
row "url.join \"http://h/x/y/z?w\" \".#top\"" (() -> url.join "http://h/x/y/z?w" ".#top") "http://h/x/y/#top"
row "url.encode \"&\"" (() -> url.encode "&") "%26"
row "url.decode (url.encode \"&\")" (() -> url.decode (url.encode "&")) "&"
row "url.join \"http://h/x/y/z?w\" \"/\"" (() -> url.join "http://h/x/y/z?w" "/") "http://h/"
row "url.encode \"/\\u\{a}\\u\{1f600}!\"" (() -> url.encode "/\u{a}\u{1f600}!") "%2F%0A%F0%9F%98%80%21"
row "url.decode (url.encode \"/\\u\{a}\\u\{1f600}!\")" (() -> url.decode (url.encode "/\u{a}\u{1f600}!")) "/\u{a}\u{1f600}!"
row "url.join \"http://h/x/y/z?w\" \"b/..\"" (() -> url.join "http://h/x/y/z?w" "b/..") "http://h/x/y/"
row "url.encode \"+.= )\"" (() -> url.encode "+.= )") "%2B.%3D%20%29"
row "url.decode (url.encode \"+.= )\")" (() -> url.decode (url.encode "+.= )")) "+.= )"
row "url.query_pairs \"k=%3D+\"" (() -> url.query_pairs "k=%3D+") [("k", "= ")]
row "url.parse_query \"k=%3D+\"" (() -> url.parse_query "k=%3D+") ["k": "= "]
row "url.parse_query \"k=%3D%20\"" (() -> url.parse_query "k=%3D%20") ["k": "= "]
row "url.join \"http://h/x/y/z?w\" \"/e%20f/..\"" (() -> url.join "http://h/x/y/z?w" "/e%20f/..") "http://h/"
row "url.encode \"-\\u\{e9}%@\"" (() -> url.encode "-\u{e9}%@") "-%C3%A9%25%40"
row "url.decode (url.encode \"-\\u\{e9}%@\")" (() -> url.decode (url.encode "-\u{e9}%@")) "-\u{e9}%@"
row "url.query_pairs \"a%25%2B=%26&a%25a=&++=%26\"" (() -> url.query_pairs "a%25%2B=%26&a%25a=&++=%26") [("a%+", "&"), ("a%a", ""), ("  ", "&")]
row "url.parse_query \"a%25%2B=%26&a%25a=&++=%26\"" (() -> url.parse_query "a%25%2B=%26&a%25a=&++=%26") ["a%+": "&", "a%a": "", "  ": "&"]
row "url.parse_query \"a%25%2B=%26&a%25a=&%20%20=%26\"" (() -> url.parse_query "a%25%2B=%26&a%25a=&%20%20=%26") ["a%+": "&", "a%a": "", "  ": "&"]
row "url.join \"http://h/x/y/z?w\" \"/e%20f/e%20f\"" (() -> url.join "http://h/x/y/z?w" "/e%20f/e%20f") "http://h/e%20f/e%20f"
row "url.encode \"\\u\{a}a'\"" (() -> url.encode "\u{a}a'") "%0Aa%27"
row "url.decode (url.encode \"\\u\{a}a'\")" (() -> url.decode (url.encode "\u{a}a'")) "\u{a}a'"
row "url.query_pairs \"%3D%3D%2B=%E4%B8%AD%3D%25&%26%3D=\"" (() -> url.query_pairs "%3D%3D%2B=%E4%B8%AD%3D%25&%26%3D=") [("==+", "\u{4e2d}=%"), ("&=", "")]
row "url.parse_query \"%3D%3D%2B=%E4%B8%AD%3D%25&%26%3D=\"" (() -> url.parse_query "%3D%3D%2B=%E4%B8%AD%3D%25&%26%3D=") ["==+": "\u{4e2d}=%", "&=": ""]
row "url.encode \")+\"" (() -> url.encode ")+") "%29%2B"
row "url.decode (url.encode \")+\")" (() -> url.decode (url.encode ")+")) ")+"
row "url.query_pairs \"%2B+=dd%25&+=%25%3D\"" (() -> url.query_pairs "%2B+=dd%25&+=%25%3D") [("+ ", "dd%"), (" ", "%=")]
row "url.parse_query \"%2B+=dd%25&+=%25%3D\"" (() -> url.parse_query "%2B+=dd%25&+=%25%3D") ["+ ": "dd%", " ": "%="]
row "url.parse_query \"%2B%20=dd%25&%20=%25%3D\"" (() -> url.parse_query "%2B%20=dd%25&%20=%25%3D") ["+ ": "dd%", " ": "%="]
row "url.join \"http://h/x/y/z?w\" \"/?q=1&r#top\"" (() -> url.join "http://h/x/y/z?w" "/?q=1&r#top") "http://h/?q=1&r#top"
row "url.encode \"#*0_@\"" (() -> url.encode "#*0_@") "%23%2A0_%40"
row "url.decode (url.encode \"#*0_@\")" (() -> url.decode (url.encode "#*0_@")) "#*0_@"
row "url.join \"http://h/x/y/z?w\" \"/b/..?a/b\"" (() -> url.join "http://h/x/y/z?w" "/b/..?a/b") "http://h/?a/b"
row "url.encode \":#%[*$\\u\{e9}\"" (() -> url.encode ":#%[*$\u{e9}") "%3A%23%25%5B%2A%24%C3%A9"
row "url.decode (url.encode \":#%[*$\\u\{e9}\")" (() -> url.decode (url.encode ":#%[*$\u{e9}")) ":#%[*$\u{e9}"
row "url.query_pairs \"%3Db%25=d%26%26\"" (() -> url.query_pairs "%3Db%25=d%26%26") [("=b%", "d&&")]
row "url.parse_query \"%3Db%25=d%26%26\"" (() -> url.parse_query "%3Db%25=d%26%26") ["=b%": "d&&"]
row "url.join \"http://h/x/y/z?w\" \"e%20f?a/b\"" (() -> url.join "http://h/x/y/z?w" "e%20f?a/b") "http://h/x/y/e%20f?a/b"
row "url.encode \"\\u\{e9}ZZ:@)'=\"" (() -> url.encode "\u{e9}ZZ:@)'=") "%C3%A9ZZ%3A%40%29%27%3D"
row "url.decode (url.encode \"\\u\{e9}ZZ:@)'=\")" (() -> url.decode (url.encode "\u{e9}ZZ:@)'=")) "\u{e9}ZZ:@)'="
row "url.query_pairs \"%26=%26%E4%B8%AD\"" (() -> url.query_pairs "%26=%26%E4%B8%AD") [("&", "&\u{4e2d}")]
row "url.parse_query \"%26=%26%E4%B8%AD\"" (() -> url.parse_query "%26=%26%E4%B8%AD") ["&": "&\u{4e2d}"]
row "url.join \"http://h/x/y/z?w\" \"c;d?q=1&r\"" (() -> url.join "http://h/x/y/z?w" "c;d?q=1&r") "http://h/x/y/c;d?q=1&r"
row "url.encode \"#)=\"" (() -> url.encode "#)=") "%23%29%3D"
row "url.decode (url.encode \"#)=\")" (() -> url.decode (url.encode "#)=")) "#)="
row "url.encode \"= -?+%/$\"" (() -> url.encode "= -?+%/$") "%3D%20-%3F%2B%25%2F%24"
row "url.decode (url.encode \"= -?+%/$\")" (() -> url.decode (url.encode "= -?+%/$")) "= -?+%/$"
row "url.encode \"+[,\\u\{a}~\"" (() -> url.encode "+[,\u{a}~") "%2B%5B%2C%0A~"
row "url.decode (url.encode \"+[,\\u\{a}~\")" (() -> url.decode (url.encode "+[,\u{a}~")) "+[,\u{a}~"
row "url.query_pairs \"%3Da%26=%E4%B8%AD&%26+%C3%A9=%2B&k=%25%25%2B\"" (() -> url.query_pairs "%3Da%26=%E4%B8%AD&%26+%C3%A9=%2B&k=%25%25%2B") [("=a&", "\u{4e2d}"), ("& \u{e9}", "+"), ("k", "%%+")]
row "url.parse_query \"%3Da%26=%E4%B8%AD&%26+%C3%A9=%2B&k=%25%25%2B\"" (() -> url.parse_query "%3Da%26=%E4%B8%AD&%26+%C3%A9=%2B&k=%25%25%2B") ["=a&": "\u{4e2d}", "& \u{e9}": "+", "k": "%%+"]
row "url.parse_query \"%3Da%26=%E4%B8%AD&%26%20%C3%A9=%2B&k=%25%25%2B\"" (() -> url.parse_query "%3Da%26=%E4%B8%AD&%26%20%C3%A9=%2B&k=%25%25%2B") ["=a&": "\u{4e2d}", "& \u{e9}": "+", "k": "%%+"]
row "url.join \"http://h/x/y/z?w\" \"/?q=1&r\"" (() -> url.join "http://h/x/y/z?w" "/?q=1&r") "http://h/?q=1&r"
row "url.encode \"Z]![\"" (() -> url.encode "Z]![") "Z%5D%21%5B"
row "url.decode (url.encode \"Z]![\")" (() -> url.decode (url.encode "Z]![")) "Z]!["
row "url.query_pairs \"b=&%26%25=+%E4%B8%AD\"" (() -> url.query_pairs "b=&%26%25=+%E4%B8%AD") [("b", ""), ("&%", " \u{4e2d}")]
row "url.parse_query \"b=&%26%25=+%E4%B8%AD\"" (() -> url.parse_query "b=&%26%25=+%E4%B8%AD") ["b": "", "&%": " \u{4e2d}"]
row "url.parse_query \"b=&%26%25=%20%E4%B8%AD\"" (() -> url.parse_query "b=&%26%25=%20%E4%B8%AD") ["b": "", "&%": " \u{4e2d}"]
row "url.join \"http://h/x/y/z?w\" \"/g:h/..?q=1&r\"" (() -> url.join "http://h/x/y/z?w" "/g:h/..?q=1&r") "http://h/?q=1&r"
row "url.encode \".%-/\"" (() -> url.encode ".%-/") ".%25-%2F"
row "url.decode (url.encode \".%-/\")" (() -> url.decode (url.encode ".%-/")) ".%-/"
row "url.encode \")):,\"" (() -> url.encode ")):,") "%29%29%3A%2C"
row "url.decode (url.encode \")):,\")" (() -> url.decode (url.encode ")):,")) ")):,"
row "url.query_pairs \"k=&%C3%A9a=%26\"" (() -> url.query_pairs "k=&%C3%A9a=%26") [("k", ""), ("\u{e9}a", "&")]
row "url.parse_query \"k=&%C3%A9a=%26\"" (() -> url.parse_query "k=&%C3%A9a=%26") ["k": "", "\u{e9}a": "&"]
row "url.join \"http://h/x/y/z?w\" \"/c;d/.?q=1&r#top\"" (() -> url.join "http://h/x/y/z?w" "/c;d/.?q=1&r#top") "http://h/c;d/?q=1&r#top"
row "url.encode \"\\u\{1f600}@\"" (() -> url.encode "\u{1f600}@") "%F0%9F%98%80%40"
row "url.decode (url.encode \"\\u\{1f600}@\")" (() -> url.decode (url.encode "\u{1f600}@")) "\u{1f600}@"
row "url.query_pairs \"%26=c&%2B%25%3D=%3Dd\"" (() -> url.query_pairs "%26=c&%2B%25%3D=%3Dd") [("&", "c"), ("+%=", "=d")]
row "url.parse_query \"%26=c&%2B%25%3D=%3Dd\"" (() -> url.parse_query "%26=c&%2B%25%3D=%3Dd") ["&": "c", "+%=": "=d"]
row "url.join \"http://h/x/y/z?w\" \"/g:h?a/b\"" (() -> url.join "http://h/x/y/z?w" "/g:h?a/b") "http://h/g:h?a/b"
row "url.encode \"\\u\{4e2d}*  \"" (() -> url.encode "\u{4e2d}*  ") "%E4%B8%AD%2A%20%20"
row "url.decode (url.encode \"\\u\{4e2d}*  \")" (() -> url.decode (url.encode "\u{4e2d}*  ")) "\u{4e2d}*  "
row "url.query_pairs \"%26%25=d&%26=&k=%25\"" (() -> url.query_pairs "%26%25=d&%26=&k=%25") [("&%", "d"), ("&", ""), ("k", "%")]
row "url.parse_query \"%26%25=d&%26=&k=%25\"" (() -> url.parse_query "%26%25=d&%26=&k=%25") ["&%": "d", "&": "", "k": "%"]
row "url.query_pairs \"k=%E4%B8%AD%2B%26\"" (() -> url.query_pairs "k=%E4%B8%AD%2B%26") [("k", "\u{4e2d}+&")]
row "url.parse_query \"k=%E4%B8%AD%2B%26\"" (() -> url.parse_query "k=%E4%B8%AD%2B%26") ["k": "\u{4e2d}+&"]
row "url.join \"http://h/x/y/z?w\" \"/?a/b\"" (() -> url.join "http://h/x/y/z?w" "/?a/b") "http://h/?a/b"
row "url.encode \";\"" (() -> url.encode ";") "%3B"
row "url.decode (url.encode \";\")" (() -> url.decode (url.encode ";")) ";"
row "url.query_pairs \"%C3%A9=%25+%3D&%26=%25%3D%E4%B8%AD&%2B%C3%A9=\"" (() -> url.query_pairs "%C3%A9=%25+%3D&%26=%25%3D%E4%B8%AD&%2B%C3%A9=") [("\u{e9}", "% ="), ("&", "%=\u{4e2d}"), ("+\u{e9}", "")]
row "url.parse_query \"%C3%A9=%25+%3D&%26=%25%3D%E4%B8%AD&%2B%C3%A9=\"" (() -> url.parse_query "%C3%A9=%25+%3D&%26=%25%3D%E4%B8%AD&%2B%C3%A9=") ["\u{e9}": "% =", "&": "%=\u{4e2d}", "+\u{e9}": ""]
row "url.parse_query \"%C3%A9=%25%20%3D&%26=%25%3D%E4%B8%AD&%2B%C3%A9=\"" (() -> url.parse_query "%C3%A9=%25%20%3D&%26=%25%3D%E4%B8%AD&%2B%C3%A9=") ["\u{e9}": "% =", "&": "%=\u{4e2d}", "+\u{e9}": ""]
row "url.join \"http://h/x/y/z?w\" \"b\"" (() -> url.join "http://h/x/y/z?w" "b") "http://h/x/y/b"
row "url.encode \"$#=([*!\"" (() -> url.encode "$#=([*!") "%24%23%3D%28%5B%2A%21"
row "url.decode (url.encode \"$#=([*!\")" (() -> url.decode (url.encode "$#=([*!")) "$#=([*!"
row "url.join \"http://h/x/y/z?w\" \"?q=1&r\"" (() -> url.join "http://h/x/y/z?w" "?q=1&r") "http://h/x/y/z?q=1&r"
row "url.encode \"@ _\\u\{4e2d}+a\"" (() -> url.encode "@ _\u{4e2d}+a") "%40%20_%E4%B8%AD%2Ba"
row "url.decode (url.encode \"@ _\\u\{4e2d}+a\")" (() -> url.decode (url.encode "@ _\u{4e2d}+a")) "@ _\u{4e2d}+a"
row "url.join \"http://h/x/y/z?w\" \"?a/b\"" (() -> url.join "http://h/x/y/z?w" "?a/b") "http://h/x/y/z?a/b"
row "url.encode \"~%_(\"" (() -> url.encode "~%_(") "~%25_%28"
row "url.decode (url.encode \"~%_(\")" (() -> url.decode (url.encode "~%_(")) "~%_("
row "url.encode \"@::9\"" (() -> url.encode "@::9") "%40%3A%3A9"
row "url.decode (url.encode \"@::9\")" (() -> url.decode (url.encode "@::9")) "@::9"
row "url.query_pairs \"%25a=%25%3D\"" (() -> url.query_pairs "%25a=%25%3D") [("%a", "%=")]
row "url.parse_query \"%25a=%25%3D\"" (() -> url.parse_query "%25a=%25%3D") ["%a": "%="]
row "url.encode \"9)\"" (() -> url.encode "9)") "9%29"
row "url.decode (url.encode \"9)\")" (() -> url.decode (url.encode "9)")) "9)"
row "url.query_pairs \"k=&k=%2Bd%2B&k=c\"" (() -> url.query_pairs "k=&k=%2Bd%2B&k=c") [("k", ""), ("k", "+d+"), ("k", "c")]
row "url.parse_query \"k=&k=%2Bd%2B&k=c\"" (() -> url.parse_query "k=&k=%2Bd%2B&k=c") ["k": "c"]
row "url.parse_query \"k=c\"" (() -> url.parse_query "k=c") ["k": "c"]
row "url.encode \"@\"" (() -> url.encode "@") "%40"
row "url.decode (url.encode \"@\")" (() -> url.decode (url.encode "@")) "@"
row "url.query_pairs \"k=c%25&k=%2B+\"" (() -> url.query_pairs "k=c%25&k=%2B+") [("k", "c%"), ("k", "+ ")]
row "url.parse_query \"k=c%25&k=%2B+\"" (() -> url.parse_query "k=c%25&k=%2B+") ["k": "+ "]
row "url.parse_query \"k=%2B%20\"" (() -> url.parse_query "k=%2B%20") ["k": "+ "]
row "url.encode \"),,\"" (() -> url.encode "),,") "%29%2C%2C"
row "url.decode (url.encode \"),,\")" (() -> url.decode (url.encode "),,")) "),,"
row "url.query_pairs \"b+%C3%A9=&+%3D=%25%2B&k=%2B+d\"" (() -> url.query_pairs "b+%C3%A9=&+%3D=%25%2B&k=%2B+d") [("b \u{e9}", ""), (" =", "%+"), ("k", "+ d")]
row "url.parse_query \"b+%C3%A9=&+%3D=%25%2B&k=%2B+d\"" (() -> url.parse_query "b+%C3%A9=&+%3D=%25%2B&k=%2B+d") ["b \u{e9}": "", " =": "%+", "k": "+ d"]
row "url.parse_query \"b%20%C3%A9=&%20%3D=%25%2B&k=%2B%20d\"" (() -> url.parse_query "b%20%C3%A9=&%20%3D=%25%2B&k=%2B%20d") ["b \u{e9}": "", " =": "%+", "k": "+ d"]
row "url.encode \"+$/&$a\"" (() -> url.encode "+$/&$a") "%2B%24%2F%26%24a"
row "url.decode (url.encode \"+$/&$a\")" (() -> url.decode (url.encode "+$/&$a")) "+$/&$a"
row "url.encode \"&\\u\{1f600}\\u\{4e2d}?#_9\"" (() -> url.encode "&\u{1f600}\u{4e2d}?#_9") "%26%F0%9F%98%80%E4%B8%AD%3F%23_9"
row "url.decode (url.encode \"&\\u\{1f600}\\u\{4e2d}?#_9\")" (() -> url.decode (url.encode "&\u{1f600}\u{4e2d}?#_9")) "&\u{1f600}\u{4e2d}?#_9"
row "url.query_pairs \"k=%26%3D%2B\"" (() -> url.query_pairs "k=%26%3D%2B") [("k", "&=+")]
row "url.parse_query \"k=%26%3D%2B\"" (() -> url.parse_query "k=%26%3D%2B") ["k": "&=+"]
row "url.encode \"*Z!@; ~'\"" (() -> url.encode "*Z!@; ~'") "%2AZ%21%40%3B%20~%27"
row "url.decode (url.encode \"*Z!@; ~'\")" (() -> url.decode (url.encode "*Z!@; ~'")) "*Z!@; ~'"
row "url.query_pairs \"k=&b%3D=dd&k=+\"" (() -> url.query_pairs "k=&b%3D=dd&k=+") [("k", ""), ("b=", "dd"), ("k", " ")]
row "url.parse_query \"k=&b%3D=dd&k=+\"" (() -> url.parse_query "k=&b%3D=dd&k=+") ["k": " ", "b=": "dd"]
row "url.parse_query \"k=%20&b%3D=dd\"" (() -> url.parse_query "k=%20&b%3D=dd") ["k": " ", "b=": "dd"]
row "url.encode \":%\\u\{e9}?(\\u\{1f600}-\"" (() -> url.encode ":%\u{e9}?(\u{1f600}-") "%3A%25%C3%A9%3F%28%F0%9F%98%80-"
row "url.decode (url.encode \":%\\u\{e9}?(\\u\{1f600}-\")" (() -> url.decode (url.encode ":%\u{e9}?(\u{1f600}-")) ":%\u{e9}?(\u{1f600}-"
row "url.query_pairs \"%3Da%25=d%25%25&k=%E4%B8%ADc\"" (() -> url.query_pairs "%3Da%25=d%25%25&k=%E4%B8%ADc") [("=a%", "d%%"), ("k", "\u{4e2d}c")]
row "url.parse_query \"%3Da%25=d%25%25&k=%E4%B8%ADc\"" (() -> url.parse_query "%3Da%25=d%25%25&k=%E4%B8%ADc") ["=a%": "d%%", "k": "\u{4e2d}c"]
row "url.encode \"$=]]\"" (() -> url.encode "$=]]") "%24%3D%5D%5D"
row "url.decode (url.encode \"$=]]\")" (() -> url.decode (url.encode "$=]]")) "$=]]"
row "url.query_pairs \"%26+%C3%A9=+&a%25=\"" (() -> url.query_pairs "%26+%C3%A9=+&a%25=") [("& \u{e9}", " "), ("a%", "")]
row "url.parse_query \"%26+%C3%A9=+&a%25=\"" (() -> url.parse_query "%26+%C3%A9=+&a%25=") ["& \u{e9}": " ", "a%": ""]
row "url.parse_query \"%26%20%C3%A9=%20&a%25=\"" (() -> url.parse_query "%26%20%C3%A9=%20&a%25=") ["& \u{e9}": " ", "a%": ""]
row "url.encode \"_\"" (() -> url.encode "_") "_"
row "url.decode (url.encode \"_\")" (() -> url.decode (url.encode "_")) "_"
row "url.encode \"#\\u\{4e2d}~\\u\{1f600}/\"" (() -> url.encode "#\u{4e2d}~\u{1f600}/") "%23%E4%B8%AD~%F0%9F%98%80%2F"
row "url.decode (url.encode \"#\\u\{4e2d}~\\u\{1f600}/\")" (() -> url.decode (url.encode "#\u{4e2d}~\u{1f600}/")) "#\u{4e2d}~\u{1f600}/"
row "url.query_pairs \"+a+=%2B+\"" (() -> url.query_pairs "+a+=%2B+") [(" a ", "+ ")]
row "url.parse_query \"+a+=%2B+\"" (() -> url.parse_query "+a+=%2B+") [" a ": "+ "]
row "url.parse_query \"%20a%20=%2B%20\"" (() -> url.parse_query "%20a%20=%2B%20") [" a ": "+ "]
row "url.join \"http://h/x/y/z?w\" \"e%20f/?a/b#top\"" (() -> url.join "http://h/x/y/z?w" "e%20f/?a/b#top") "http://h/x/y/e%20f/?a/b#top"
row "url.encode \"%,\\u\{a})\"" (() -> url.encode "%,\u{a})") "%25%2C%0A%29"
row "url.decode (url.encode \"%,\\u\{a})\")" (() -> url.decode (url.encode "%,\u{a})")) "%,\u{a})"
row "url.query_pairs \"%25bb=%3D&%3D=&k=+%E4%B8%AD\"" (() -> url.query_pairs "%25bb=%3D&%3D=&k=+%E4%B8%AD") [("%bb", "="), ("=", ""), ("k", " \u{4e2d}")]
row "url.parse_query \"%25bb=%3D&%3D=&k=+%E4%B8%AD\"" (() -> url.parse_query "%25bb=%3D&%3D=&k=+%E4%B8%AD") ["%bb": "=", "=": "", "k": " \u{4e2d}"]
row "url.parse_query \"%25bb=%3D&%3D=&k=%20%E4%B8%AD\"" (() -> url.parse_query "%25bb=%3D&%3D=&k=%20%E4%B8%AD") ["%bb": "=", "=": "", "k": " \u{4e2d}"]
row "url.encode \"]~@&'\\u\{1f600}9)\"" (() -> url.encode "]~@&'\u{1f600}9)") "%5D~%40%26%27%F0%9F%98%809%29"
row "url.decode (url.encode \"]~@&'\\u\{1f600}9)\")" (() -> url.decode (url.encode "]~@&'\u{1f600}9)")) "]~@&'\u{1f600}9)"
row "url.join \"http://h/x/y/z?w\" \"b/g:h/?a/b#top\"" (() -> url.join "http://h/x/y/z?w" "b/g:h/?a/b#top") "http://h/x/y/b/g:h/?a/b#top"
row "url.encode \"\\u\{1f600}\"" (() -> url.encode "\u{1f600}") "%F0%9F%98%80"
row "url.decode (url.encode \"\\u\{1f600}\")" (() -> url.decode (url.encode "\u{1f600}")) "\u{1f600}"
row "url.join \"http://h/x/y/z?w\" \"/e%20f?a/b\"" (() -> url.join "http://h/x/y/z?w" "/e%20f?a/b") "http://h/e%20f?a/b"
row "url.encode \"@]\"" (() -> url.encode "@]") "%40%5D"
row "url.decode (url.encode \"@]\")" (() -> url.decode (url.encode "@]")) "@]"
row "url.query_pairs \"%3D%2B%C3%A9=&k=%26c\"" (() -> url.query_pairs "%3D%2B%C3%A9=&k=%26c") [("=+\u{e9}", ""), ("k", "&c")]
row "url.parse_query \"%3D%2B%C3%A9=&k=%26c\"" (() -> url.parse_query "%3D%2B%C3%A9=&k=%26c") ["=+\u{e9}": "", "k": "&c"]
row "url.encode \"]! \"" (() -> url.encode "]! ") "%5D%21%20"
row "url.decode (url.encode \"]! \")" (() -> url.decode (url.encode "]! ")) "]! "
row "url.query_pairs \"%25=&%25=%26%E4%B8%AD\"" (() -> url.query_pairs "%25=&%25=%26%E4%B8%AD") [("%", ""), ("%", "&\u{4e2d}")]
row "url.parse_query \"%25=&%25=%26%E4%B8%AD\"" (() -> url.parse_query "%25=&%25=%26%E4%B8%AD") ["%": "&\u{4e2d}"]
row "url.parse_query \"%25=%26%E4%B8%AD\"" (() -> url.parse_query "%25=%26%E4%B8%AD") ["%": "&\u{4e2d}"]
row "url.encode \":,''\\u\{e9}!9\"" (() -> url.encode ":,''\u{e9}!9") "%3A%2C%27%27%C3%A9%219"
row "url.decode (url.encode \":,''\\u\{e9}!9\")" (() -> url.decode (url.encode ":,''\u{e9}!9")) ":,''\u{e9}!9"
row "url.query_pairs \"%3D=%E4%B8%AD%E4%B8%AD&b+=%26\"" (() -> url.query_pairs "%3D=%E4%B8%AD%E4%B8%AD&b+=%26") [("=", "\u{4e2d}\u{4e2d}"), ("b ", "&")]
row "url.parse_query \"%3D=%E4%B8%AD%E4%B8%AD&b+=%26\"" (() -> url.parse_query "%3D=%E4%B8%AD%E4%B8%AD&b+=%26") ["=": "\u{4e2d}\u{4e2d}", "b ": "&"]
row "url.parse_query \"%3D=%E4%B8%AD%E4%B8%AD&b%20=%26\"" (() -> url.parse_query "%3D=%E4%B8%AD%E4%B8%AD&b%20=%26") ["=": "\u{4e2d}\u{4e2d}", "b ": "&"]
row "url.join \"http://h/x/y/z?w\" \"/b?a/b\"" (() -> url.join "http://h/x/y/z?w" "/b?a/b") "http://h/b?a/b"
row "url.encode \"~;\"" (() -> url.encode "~;") "~%3B"
row "url.decode (url.encode \"~;\")" (() -> url.decode (url.encode "~;")) "~;"
row "url.query_pairs \"%25%2B=\"" (() -> url.query_pairs "%25%2B=") [("%+", "")]
print "{cell.get differing} differ"
# expect: 0 differ
