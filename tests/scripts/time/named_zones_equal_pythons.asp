# What clocks of named time zones show, and when, is what Python's zoneinfo says.
# `tests/random/local_times.py --named` has written this file.
differing = cell 0
differ = what found expected -> {
    print "{what}: {found}, not {expected}"
    cell.update (n -> n + 1) differing
}
from_zone = zone date hour minute offset expected -> {
    year, month, day = date
    r = { year, month, day, hour, minute }
    found = time.from_zone zone (if offset == () { r } else { { ..r, offset } })
    if found != expected { differ "{zone} {date} {hour}:{minute} {offset}" found expected }
}
to_zone = zone t expected -> {
    r = time.in_zone zone t
    found = (r.year, r.month, r.day, r.hour, r.minute, r.second, r.offset, r.zone)
    if found != expected { differ "{zone} {t}" found expected }
    if time.from_zone zone r != t { differ "{zone} {t} and back" (time.from_zone zone r) t }
}
to_zone "America/Santiago" 3891020977 (2093, 4, 19, 19, 9, 37, -14400, "-04")
to_zone "Europe/Dublin" 764730109 (1994, 3, 27, 2, 1, 49, 3600, "IST")
to_zone "America/New_York" 3225074157 (2072, 3, 13, 0, 55, 57, -18000, "EST")
to_zone "Europe/Berlin" 717553840 (1992, 9, 27, 2, 30, 40, 7200, "CEST")
from_zone "America/New_York" (2044, 1, 16) 6 11 -18000 2336555460
from_zone "Pacific/Chatham" (2021, 9, 26) 3 46 49500 1632578460
from_zone "Australia/Lord_Howe" (2003, 3, 30) 2 30 37800 1048953600
from_zone "America/St_Johns" (1928, 5, 7) 0 30 -9052 -1314478748
from_zone "America/Santiago" (2041, 4, 30) 18 4 -14400 2250972240
from_zone "Asia/Kolkata" (1905, 12, 31) 23 30 19270 -2019707470
from_zone "Pacific/Chatham" (2069, 4, 7) 1 14 49500 3132473340
from_zone "America/New_York" (1927, 6, 30) 5 27 -14400 -1341412380
from_zone "America/Santiago" (2007, 10, 14) 3 30 () 1192343400
from_zone "America/Santiago" (2022, 9, 10) 23 29 () 1662866940
from_zone "Asia/Kolkata" (1942, 9, 1) 1 30 () -862635600
from_zone "America/St_Johns" (1968, 4, 28) 1 59 -12600 -52943460
from_zone "Europe/Berlin" (1917, 4, 16) 3 30 () -1663453800
from_zone "Pacific/Chatham" (2015, 9, 27) 4 15 49500 1443277800
from_zone "America/St_Johns" (2008, 3, 25) 19 52 () 1206483720
from_zone "America/St_Johns" (2028, 3, 12) 1 59 () 1836451740
from_zone "Pacific/Chatham" (2087, 9, 28) 2 45 45900 3715509600
from_zone "Australia/Lord_Howe" (2095, 4, 3) 2 0 () 3952596600
from_zone "Asia/Kolkata" (1906, 1, 1) 0 59 () -2019702660
from_zone "America/St_Johns" (1903, 9, 9) 1 5 -12652 -2092677848
from_zone "Europe/Berlin" (2025, 3, 30) 3 30 7200 1743298200
from_zone "Europe/Dublin" (2087, 10, 26) 0 59 () 3717964740
from_zone "Pacific/Chatham" (1975, 2, 23) 2 44 49500 162305940
to_zone "America/New_York" -1157302732 (1933, 4, 30, 3, 1, 8, -14400, "EDT")
from_zone "America/St_Johns" (1923, 5, 7) 0 58 -9052 -1472329868
from_zone "America/Santiago" (2013, 9, 8) 1 30 -10800 1378614600
from_zone "Europe/Berlin" (1917, 4, 16) 3 30 7200 -1663453800
from_zone "Pacific/Chatham" (1975, 2, 23) 2 44 49500 162305940
to_zone "America/Santiago" 2753918965 (2057, 4, 7, 22, 29, 25, -10800, "-03")
from_zone "Australia/Lord_Howe" (2095, 4, 3) 2 0 37800 3952596600
from_zone "America/New_York" (1995, 10, 28) 23 29 () 814937340
to_zone "Australia/Lord_Howe" 3779020750 (2089, 10, 2, 2, 59, 10, 39600, "+11")
from_zone "Europe/Dublin" (2038, 3, 28) 3 0 () 2153354400
to_zone "Europe/Dublin" 2361394817 (2044, 10, 30, 0, 0, 17, 3600, "IST")
from_zone "America/Santiago" (1999, 4, 3) 23 30 -10800 923193000
from_zone "Europe/Dublin" (1960, 10, 2) 1 59 3600 -291855660
to_zone "America/St_Johns" 2546318062 (2050, 9, 9, 4, 4, 22, -9000, "NDT")
to_zone "Europe/Berlin" 780453033 (1994, 9, 25, 2, 30, 33, 7200, "CEST")
from_zone "Australia/Lord_Howe" (2031, 10, 5) 2 59 39600 1948895940
from_zone "Europe/Berlin" (1994, 9, 25) 2 30 7200 780453000
to_zone "Europe/Dublin" 1887845444 (2029, 10, 28, 1, 30, 44, 0, "GMT")
from_zone "Asia/Kolkata" (1906, 1, 1) 1 30 () -2019700800
from_zone "Europe/Dublin" (2022, 10, 30) 1 1 () 1667088060
from_zone "America/New_York" (1947, 9, 28) 3 30 -18000 -702487800
from_zone "America/St_Johns" (2039, 11, 6) 2 0 -12600 2204170200
from_zone "America/Santiago" (1979, 3, 11) 0 30 -14400 289974600
from_zone "Australia/Lord_Howe" (1936, 2, 27) 14 14 36000 -1068061560
from_zone "Europe/Berlin" (2095, 3, 27) 4 30 () 3952031400
to_zone "Europe/Dublin" -950486360 (1939, 11, 19, 1, 0, 40, 3600, "IST")
to_zone "Europe/Dublin" -1301257781 (1928, 10, 7, 3, 30, 19, 0, "GMT")
from_zone "Asia/Kolkata" (1942, 9, 1) 2 0 () -862633800
from_zone "America/St_Johns" (1936, 10, 4) 22 30 () -1048978800
to_zone "America/St_Johns" -1330819159 (1927, 10, 30, 21, 29, 49, -9052, "NDT")
to_zone "America/Santiago" 3524441373 (2081, 9, 6, 23, 29, 33, -14400, "-04")
from_zone "America/New_York" (2004, 4, 4) 0 55 -18000 1081058100
from_zone "America/St_Johns" (2057, 3, 11) 3 31 -9000 2751516060
from_zone "Pacific/Chatham" (2079, 4, 2) 2 44 49500 3447579540
from_zone "Asia/Kolkata" (1905, 12, 31) 23 30 19270 -2019707470
from_zone "Europe/Berlin" (1945, 9, 24) 2 1 7200 -765935940
to_zone "America/Santiago" 3713749258 (2087, 9, 7, 2, 0, 58, -10800, "-03")
from_zone "America/Santiago" (2081, 9, 6) 23 29 () 3524441340
from_zone "America/St_Johns" (1914, 11, 5) 3 26 () -1740589388
to_zone "Australia/Lord_Howe" 1223136091 (2008, 10, 5, 3, 1, 31, 39600, "+11")
from_zone "Pacific/Chatham" (1987, 3, 1) 4 15 45900 541524600
from_zone "America/Santiago" (1985, 3, 9) 23 30 -10800 479269800
from_zone "Australia/Lord_Howe" (2040, 4, 1) 3 0 () 2216824200
from_zone "America/New_York" (1973, 10, 27) 23 29 -14400 120626940
from_zone "Australia/Lord_Howe" (2087, 10, 5) 3 30 39600 3716123400
from_zone "Asia/Kolkata" (1905, 12, 31) 23 30 () -2019707470
from_zone "Pacific/Chatham" (2007, 9, 30) 4 15 () 1191076200
from_zone "America/Santiago" (2009, 3, 14) 23 1 -10800 1237082460
from_zone "Australia/Lord_Howe" (1936, 2, 27) 14 14 36000 -1068061560
from_zone "Pacific/Chatham" (1987, 3, 1) 4 15 45900 541524600
from_zone "America/New_York" (1985, 10, 27) 1 59 -18000 499244340
from_zone "Europe/Dublin" (2093, 10, 25) 1 30 0 3907272600
from_zone "Europe/Dublin" (2067, 3, 27) 3 30 () 3068418600
from_zone "Europe/Dublin" (2025, 3, 30) 1 29 () 1743298140
from_zone "America/St_Johns" (1935, 5, 6) 1 29 () -1093723260
to_zone "Asia/Kolkata" -872047751 (1942, 5, 15, 2, 0, 49, 19800, "IST")
from_zone "America/New_York" (2006, 4, 2) 2 59 () 1143964740
from_zone "America/St_Johns" (2062, 11, 5) 3 0 -12600 2929933800
from_zone "America/Santiago" (2067, 4, 2) 22 29 -10800 3069019740
from_zone "America/St_Johns" (1914, 11, 5) 3 26 -12652 -1740589388
from_zone "Australia/Lord_Howe" (2008, 10, 5) 3 1 39600 1223136060
from_zone "America/New_York" (1958, 10, 26) 1 1 () -352925940
to_zone "Europe/Berlin" 2752711198 (2057, 3, 25, 3, 59, 58, 7200, "CEST")
from_zone "Europe/Dublin" (2025, 3, 30) 1 29 3600 1743294540
from_zone "America/New_York" (2093, 11, 1) 0 59 -14400 3907889940
from_zone "America/Santiago" (2017, 5, 14) 1 30 () 1494739800
from_zone "Australia/Lord_Howe" (2043, 4, 5) 0 59 39600 2311768740
from_zone "Asia/Kolkata" (1906, 1, 1) 1 29 19800 -2019700860
from_zone "Australia/Lord_Howe" (2086, 4, 7) 0 30 () 3668938200
from_zone "Australia/Lord_Howe" (2009, 10, 4) 3 29 39600 1254587340
to_zone "Europe/Berlin" -1632002357 (1918, 4, 15, 4, 0, 43, 7200, "CEST")
from_zone "Europe/Dublin" (2002, 10, 27) 1 59 0 1035683940
to_zone "Europe/Dublin" -214797560 (1963, 3, 12, 22, 0, 40, 0, "GMT")
from_zone "Europe/Berlin" (2026, 3, 29) 3 30 () 1774747800
from_zone "Australia/Lord_Howe" (1993, 10, 31) 2 0 37800 751995000
from_zone "Australia/Lord_Howe" (2003, 3, 30) 2 30 () 1048953600
from_zone "Australia/Lord_Howe" (2094, 4, 4) 4 0 37800 3921154200
from_zone "Asia/Kolkata" (1942, 5, 15) 1 0 19800 -872051400
from_zone "America/New_York" (2098, 12, 6) 9 6 () 4068713160
from_zone "Europe/Berlin" (2097, 12, 26) 7 26 3600 4038877560
from_zone "Asia/Kolkata" (1942, 5, 15) 2 0 19800 -872047800
to_zone "America/Santiago" 1743901254 (2025, 4, 5, 22, 0, 54, -10800, "-03")
from_zone "America/St_Johns" (2057, 3, 11) 3 31 () 2751516060
to_zone "Europe/Dublin" 3492737995 (2080, 9, 5, 5, 59, 55, 3600, "IST")
from_zone "Europe/Berlin" (2096, 3, 25) 3 29 () 3983477340
from_zone "Europe/Berlin" (1918, 4, 15) 4 0 7200 -1632002400
from_zone "Australia/Lord_Howe" (2087, 10, 5) 3 30 () 3716123400
from_zone "America/Santiago" (1977, 3, 13) 0 0 () 227073600
from_zone "America/Santiago" (2007, 10, 14) 3 30 -10800 1192343400
from_zone "America/St_Johns" (2006, 4, 2) 1 30 -9000 1143950400
from_zone "America/New_York" (2006, 4, 2) 2 59 -18000 1143964740
from_zone "Europe/Berlin" (1994, 9, 25) 2 30 () 780453000
from_zone "Asia/Kolkata" (1942, 8, 31) 23 25 19800 -862639500
to_zone "Australia/Lord_Howe" 2311768751 (2043, 4, 5, 0, 59, 11, 39600, "+11")
from_zone "Pacific/Chatham" (2069, 4, 7) 1 14 49500 3132473340
to_zone "Pacific/Chatham" 1033824572 (2002, 10, 6, 2, 14, 32, 45900, "+1245")
from_zone "Europe/Berlin" (2097, 12, 26) 7 26 () 4038877560
from_zone "Pacific/Chatham" (2009, 4, 5) 2 46 45900 1238853660
to_zone "Pacific/Chatham" 2879672357 (2061, 4, 3, 2, 44, 17, 49500, "+1345")
from_zone "America/Santiago" (2055, 4, 3) 20 55 () 2690409300
from_zone "America/St_Johns" (2050, 9, 9) 4 4 () 2546318040
from_zone "America/St_Johns" (2039, 11, 6) 2 0 () 2204170200
to_zone "Europe/Dublin" 3510521985 (2081, 3, 30, 0, 59, 45, 0, "GMT")
from_zone "Asia/Kolkata" (1942, 9, 1) 2 0 23400 -862633800
to_zone "America/St_Johns" 1836451772 (2028, 3, 12, 1, 59, 32, -12600, "NST")
to_zone "America/St_Johns" -544656627 (1952, 9, 27, 23, 59, 33, -9000, "NDT")
from_zone "America/Santiago" (2081, 9, 6) 23 29 -14400 3524441340
from_zone "Europe/Dublin" (1993, 10, 24) 1 0 0 751424400
from_zone "America/New_York" (2009, 3, 8) 3 30 () 1236497400
from_zone "Asia/Kolkata" (1941, 10, 1) 2 0 23400 -891577800
from_zone "Australia/Lord_Howe" (2089, 10, 2) 2 59 39600 3779020740
from_zone "Europe/Dublin" (2076, 3, 29) 3 30 () 3352674600
from_zone "Europe/Dublin" (2029, 10, 28) 1 30 0 1887845400
to_zone "Australia/Lord_Howe" 751993204 (1993, 10, 31, 1, 30, 4, 37800, "+1030")
from_zone "America/St_Johns" (2081, 3, 9) 3 30 -9000 3508725600
from_zone "Asia/Kolkata" (1906, 1, 1) 1 30 19800 -2019700800
from_zone "Asia/Kolkata" (1906, 1, 1) 1 30 () -2019700800
from_zone "Europe/Dublin" (2081, 3, 30) 1 59 0 3510525540
from_zone "America/St_Johns" (1938, 7, 16) 3 6 -9000 -992888640
to_zone "Asia/Kolkata" 1027554605 (2002, 7, 25, 5, 20, 5, 19800, "IST")
from_zone "Australia/Lord_Howe" (2008, 10, 5) 3 1 () 1223136060
to_zone "America/New_York" 4094161581 (2099, 9, 26, 23, 6, 21, -14400, "EDT")
from_zone "America/New_York" (2080, 3, 10) 2 0 -14400 3477276000
from_zone "Pacific/Chatham" (1980, 10, 26) 2 45 49500 341326800
to_zone "Pacific/Chatham" 1348927300 (2012, 9, 30, 3, 46, 40, 49500, "+1345")
from_zone "America/St_Johns" (2016, 11, 6) 1 29 -12600 1478408340
from_zone "America/New_York" (2072, 3, 13) 0 55 -18000 3225074100
from_zone "Australia/Lord_Howe" (2089, 10, 2) 3 29 39600 3779022540
from_zone "America/St_Johns" (2081, 3, 9) 3 30 -9000 3508725600
to_zone "Pacific/Chatham" 162305947 (1975, 2, 23, 2, 44, 7, 49500, "+1345")
to_zone "Australia/Lord_Howe" 3779022540 (2089, 10, 2, 3, 29, 0, 39600, "+11")
to_zone "Australia/Lord_Howe" 3589721951 (2083, 10, 3, 3, 59, 11, 39600, "+11")
from_zone "Australia/Lord_Howe" (2084, 4, 2) 1 59 () 3605439540
from_zone "Australia/Lord_Howe" (2083, 10, 3) 3 59 39600 3589721940
to_zone "Pacific/Chatham" 2438175622 (2047, 4, 7, 3, 45, 22, 45900, "+1245")
from_zone "Europe/Berlin" (2087, 10, 26) 2 29 () 3717966540
to_zone "Australia/Lord_Howe" 1948895951 (2031, 10, 5, 2, 59, 11, 39600, "+11")
from_zone "Pacific/Chatham" (1969, 3, 6) 11 17 45900 -26011680
from_zone "Europe/Dublin" (2079, 10, 29) 3 30 () 3465775800
to_zone "Asia/Kolkata" -862639471 (1942, 8, 31, 23, 25, 29, 19800, "IST")
to_zone "America/Santiago" 3965947232 (2095, 9, 4, 1, 0, 32, -10800, "-03")
from_zone "Europe/Dublin" (2099, 10, 25) 1 0 () 4096569600
from_zone "Europe/Dublin" (2099, 10, 25) 1 0 0 4096573200
from_zone "Australia/Lord_Howe" (2087, 10, 5) 3 30 39600 3716123400
from_zone "America/Santiago" (2020, 4, 5) 0 0 -14400 1586059200
from_zone "America/Santiago" (1999, 4, 3) 23 30 () 923193000
from_zone "Europe/Berlin" (1917, 4, 16) 3 30 7200 -1663453800
from_zone "Europe/Berlin" (1994, 7, 22) 5 10 () 774846600
from_zone "Europe/Berlin" (2071, 1, 21) 0 10 () 3189021000
from_zone "Australia/Lord_Howe" (1998, 10, 25) 3 59 39600 909248340
from_zone "America/New_York" (1964, 4, 26) 2 0 () -179341200
from_zone "America/St_Johns" (1928, 5, 7) 0 30 -9052 -1314478748
from_zone "Pacific/Chatham" (1980, 3, 2) 3 15 49500 320765400
from_zone "Europe/Berlin" (1983, 3, 27) 5 30 7200 417583800
from_zone "Pacific/Chatham" (1988, 10, 30) 2 45 () 594136800
from_zone "America/Santiago" (2006, 10, 15) 1 30 () 1160886600
from_zone "Australia/Lord_Howe" (2089, 10, 2) 2 59 () 3779020740
from_zone "America/St_Johns" (2008, 3, 25) 19 52 -9000 1206483720
from_zone "Europe/Berlin" (2084, 10, 29) 4 30 () 3623628600
from_zone "Asia/Kolkata" (1945, 10, 15) 0 0 () -764141400
from_zone "America/Santiago" (2017, 5, 14) 1 30 -14400 1494739800
to_zone "America/Santiago" 1586059249 (2020, 4, 5, 0, 0, 49, -14400, "-04")
from_zone "Pacific/Chatham" (2055, 4, 4) 1 14 49500 2690364540
from_zone "Pacific/Chatham" (2055, 4, 4) 1 14 () 2690364540
from_zone "America/Santiago" (2025, 4, 5) 22 0 -10800 1743901200
to_zone "Europe/Berlin" 3717970190 (2087, 10, 26, 2, 29, 50, 3600, "CET")
from_zone "Pacific/Chatham" (2014, 4, 6) 2 14 () 1396700940
to_zone "America/Santiago" 227073629 (1977, 3, 13, 0, 0, 29, -14400, "-04")
to_zone "America/Santiago" 1160886615 (2006, 10, 15, 1, 30, 15, -10800, "-03")
from_zone "Pacific/Chatham" (2009, 4, 5) 2 46 49500 1238850060
to_zone "Asia/Kolkata" -872063973 (1942, 5, 14, 22, 30, 27, 23400, "+0630")
from_zone "Europe/Dublin" (2044, 10, 30) 0 0 () 2361394800
from_zone "Asia/Kolkata" (1945, 10, 14) 22 30 23400 -764150400
from_zone "Australia/Lord_Howe" (2034, 4, 2) 2 30 37800 2027520000
from_zone "America/Santiago" (2017, 5, 14) 1 30 -14400 1494739800
from_zone "Europe/Berlin" (2071, 1, 21) 0 10 3600 3189021000
to_zone "Asia/Kolkata" -2019702641 (1906, 1, 1, 0, 59, 19, 19800, "IST")
from_zone "Europe/Berlin" (2057, 3, 25) 3 59 7200 2752711140
from_zone "Pacific/Chatham" (2061, 4, 3) 2 44 49500 2879672340
from_zone "America/St_Johns" (2050, 9, 9) 4 4 -9000 2546318040
to_zone "Australia/Lord_Howe" 3716123408 (2087, 10, 5, 3, 30, 8, 39600, "+11")
to_zone "Asia/Kolkata" -862635555 (1942, 9, 1, 1, 30, 45, 23400, "+0630")
to_zone "Australia/Lord_Howe" 909248348 (1998, 10, 25, 3, 59, 8, 39600, "+11")
to_zone "Europe/Dublin" 3465775822 (2079, 10, 29, 3, 30, 22, 0, "GMT")
from_zone "Europe/Dublin" (2002, 10, 27) 1 59 () 1035680340
to_zone "Pacific/Chatham" 594133257 (1988, 10, 30, 1, 45, 57, 45900, "+1245")
from_zone "Asia/Kolkata" (1906, 1, 1) 1 29 () -2019700860
from_zone "America/Santiago" (2093, 4, 19) 19 9 () 3891020940
from_zone "Pacific/Chatham" (2061, 4, 3) 2 44 () 2879672340
to_zone "America/Santiago" 1662866961 (2022, 9, 10, 23, 29, 21, -14400, "-04")
from_zone "Australia/Lord_Howe" (2086, 4, 7) 0 30 39600 3668938200
to_zone "Europe/Berlin" 1792891754 (2026, 10, 25, 2, 29, 14, 3600, "CET")
from_zone "America/New_York" (1912, 2, 9) 17 52 () -1826932080
to_zone "Europe/Berlin" 3983477377 (2096, 3, 25, 3, 29, 37, 7200, "CEST")
from_zone "Europe/Berlin" (2045, 10, 28) 23 55 7200 2392840500
from_zone "America/New_York" (1947, 9, 28) 3 30 () -702487800
from_zone "Europe/Dublin" (2024, 10, 27) 2 0 0 1729994400
to_zone "Europe/Berlin" -765934233 (1945, 9, 24, 2, 29, 27, 7200, "CEST")
from_zone "America/Santiago" (2077, 4, 4) 1 30 () 3384739800
to_zone "Europe/Berlin" 2392840541 (2045, 10, 28, 23, 55, 41, 7200, "CEST")
from_zone "Pacific/Chatham" (2021, 9, 26) 3 46 () 1632578460
from_zone "Australia/Lord_Howe" (2095, 4, 3) 2 0 37800 3952596600
from_zone "Europe/Berlin" (1993, 3, 28) 2 29 3600 733282140
from_zone "Pacific/Chatham" (2007, 9, 30) 4 15 49500 1191076200
to_zone "America/Santiago" 3587340593 (2083, 9, 4, 23, 29, 53, -14400, "-04")
from_zone "Europe/Dublin" (2067, 3, 27) 3 30 3600 3068418600
from_zone "Europe/Berlin" (2026, 3, 29) 3 30 7200 1774747800
from_zone "America/St_Johns" (1938, 5, 9) 1 30 -9000 -998769600
from_zone "America/St_Johns" (1990, 10, 28) 1 0 -12600 657088200
from_zone "Australia/Lord_Howe" (1963, 2, 9) 17 46 () -217527240
to_zone "Europe/Dublin" 3352674604 (2076, 3, 29, 3, 30, 4, 3600, "IST")
to_zone "America/New_York" 1236497449 (2009, 3, 8, 3, 30, 49, -14400, "EDT")
to_zone "Asia/Kolkata" -764141398 (1945, 10, 15, 0, 0, 2, 19800, "IST")
from_zone "Europe/Berlin" (2057, 3, 25) 3 59 () 2752711140
to_zone "America/Santiago" 3069019782 (2067, 4, 2, 22, 29, 42, -10800, "-03")
to_zone "Pacific/Chatham" 541524620 (1987, 3, 1, 4, 15, 20, 45900, "+1245")
from_zone "Australia/Lord_Howe" (2043, 4, 5) 0 59 () 2311768740
to_zone "America/New_York" 3477279624 (2080, 3, 10, 3, 0, 24, -14400, "EDT")
from_zone "Pacific/Chatham" (2022, 9, 25) 4 15 () 1664029800
from_zone "America/St_Johns" (2062, 11, 5) 3 0 -12600 2929933800
to_zone "America/New_York" 3876443945 (2092, 11, 2, 1, 59, 5, -14400, "EDT")
from_zone "Asia/Kolkata" (2002, 7, 25) 5 20 19800 1027554600
from_zone "America/Santiago" (2083, 9, 4) 23 29 -14400 3587340540
from_zone "America/St_Johns" (1927, 10, 30) 21 29 -9052 -1330819208
from_zone "America/St_Johns" (2016, 11, 6) 1 29 () 1478404740
to_zone "Europe/Dublin" 3717964799 (2087, 10, 26, 0, 59, 59, 3600, "IST")
to_zone "Europe/Dublin" 1035680373 (2002, 10, 27, 1, 59, 33, 3600, "IST")
from_zone "America/Santiago" (1930, 8, 31) 22 55 -18000 -1241294700
from_zone "Australia/Lord_Howe" (2094, 4, 4) 4 0 37800 3921154200
from_zone "America/St_Johns" (1968, 4, 28) 1 59 -12600 -52943460
from_zone "America/New_York" (1938, 9, 25) 1 59 -18000 -986749260
from_zone "America/New_York" (2098, 12, 6) 9 6 -18000 4068713160
from_zone "America/New_York" (1927, 6, 30) 5 27 () -1341412380
to_zone "Australia/Lord_Howe" -217527191 (1963, 2, 9, 17, 46, 49, 36000, "AEST")
from_zone "America/St_Johns" (1952, 4, 27) 4 30 -9000 -557946000
from_zone "Asia/Kolkata" (1942, 9, 1) 1 30 23400 -862635600
to_zone "Asia/Kolkata" -2019700834 (1906, 1, 1, 1, 29, 26, 19800, "IST")
from_zone "Europe/Dublin" (2044, 10, 30) 0 0 3600 2361394800
from_zone "Europe/Dublin" (1928, 10, 7) 3 30 () -1301257800
from_zone "Pacific/Chatham" (2020, 4, 5) 3 15 45900 1586010600
to_zone "America/St_Johns" 2929933857 (2062, 11, 5, 3, 0, 57, -12600, "NST")
from_zone "Pacific/Chatham" (2028, 4, 2) 2 44 49500 1838206740
from_zone "America/St_Johns" (1952, 9, 27) 23 59 -9000 -544656660
from_zone "Europe/Berlin" (1994, 9, 25) 2 30 3600 780456600
to_zone "America/Santiago" 479273401 (1985, 3, 9, 23, 30, 1, -14400, "-04")
to_zone "America/Santiago" 1494739800 (2017, 5, 14, 1, 30, 0, -14400, "-04")
from_zone "Asia/Kolkata" (1942, 9, 1) 2 0 () -862633800
from_zone "Australia/Lord_Howe" (2001, 3, 25) 2 0 37800 985447800
from_zone "Europe/Dublin" (1939, 11, 19) 1 0 3600 -950486400
from_zone "America/New_York" (1912, 2, 9) 17 52 -18000 -1826932080
from_zone "America/New_York" (2091, 3, 11) 1 29 -18000 3824432940
from_zone "Australia/Lord_Howe" (2001, 3, 25) 2 0 37800 985447800
from_zone "America/St_Johns" (2006, 4, 2) 1 30 () 1143950400
from_zone "America/New_York" (2004, 4, 4) 0 55 () 1081058100
to_zone "Asia/Kolkata" -2019700741 (1906, 1, 1, 1, 30, 59, 19800, "IST")
to_zone "Europe/Berlin" 3754328733 (2088, 12, 19, 22, 5, 33, 3600, "CET")
from_zone "Europe/Dublin" (2074, 10, 28) 1 59 3600 3307913940
from_zone "America/Santiago" (2006, 10, 15) 1 30 -10800 1160886600
to_zone "America/New_York" -179341142 (1964, 4, 26, 3, 0, 58, -14400, "EDT")
from_zone "Europe/Dublin" (1994, 3, 27) 2 1 3600 764730060
to_zone "Asia/Kolkata" -314753072 (1960, 1, 11, 6, 5, 28, 19800, "IST")
from_zone "Pacific/Chatham" (2075, 4, 7) 5 15 () 3321793800
from_zone "Asia/Kolkata" (1942, 9, 1) 4 0 23400 -862626600
from_zone "Europe/Dublin" (2024, 10, 27) 2 0 () 1729994400
from_zone "Asia/Kolkata" (1960, 1, 11) 6 5 () -314753100
to_zone "Europe/Berlin" -1680474583 (1916, 10, 1, 2, 30, 17, 3600, "CET")
from_zone "Europe/Dublin" (1963, 3, 12) 22 0 0 -214797600
from_zone "Pacific/Chatham" (1997, 3, 16) 5 15 45900 858443400
from_zone "Pacific/Chatham" (1980, 10, 26) 2 45 45900 341330400
from_zone "Europe/Dublin" (1939, 11, 19) 1 0 () -950486400
from_zone "Europe/Dublin" (1994, 3, 27) 2 1 () 764730060
to_zone "Pacific/Chatham" 3715509644 (2087, 9, 28, 3, 45, 44, 49500, "+1345")
to_zone "Europe/Dublin" 4096573207 (2099, 10, 25, 1, 0, 7, 0, "GMT")
to_zone "Europe/Dublin" -291855607 (1960, 10, 2, 1, 59, 53, 3600, "IST")
to_zone "America/Santiago" 2690409306 (2055, 4, 3, 20, 55, 6, -10800, "-03")
from_zone "Asia/Kolkata" (1942, 9, 1) 2 0 23400 -862633800
from_zone "Asia/Kolkata" (1941, 10, 1) 2 0 () -891577800
from_zone "America/New_York" (1985, 10, 27) 1 59 () 499240740
to_zone "America/New_York" 290407247 (1979, 3, 15, 23, 40, 47, -18000, "EST")
to_zone "Europe/Berlin" 1743298249 (2025, 3, 30, 3, 30, 49, 7200, "CEST")
from_zone "Europe/Dublin" (1987, 10, 25) 1 59 0 562125540
from_zone "Pacific/Chatham" (2066, 9, 26) 4 44 49500 3052652340
from_zone "Australia/Lord_Howe" (1963, 2, 9) 17 46 36000 -217527240
from_zone "Europe/Berlin" (2088, 12, 19) 22 5 3600 3754328700
to_zone "America/St_Johns" 2751516105 (2057, 3, 11, 3, 31, 45, -9000, "NDT")
from_zone "America/New_York" (1972, 4, 30) 2 0 -14400 73461600
from_zone "Europe/Dublin" (2087, 10, 26) 0 59 3600 3717964740
from_zone "America/Santiago" (2093, 4, 19) 19 9 -14400 3891020940
to_zone "America/New_York" 814937395 (1995, 10, 28, 23, 29, 55, -14400, "EDT")
from_zone "Europe/Berlin" (1945, 9, 24) 2 1 10800 -765939540
to_zone "America/New_York" 3907889993 (2093, 11, 1, 0, 59, 53, -14400, "EDT")
to_zone "Asia/Kolkata" -2019700748 (1906, 1, 1, 1, 30, 52, 19800, "IST")
to_zone "America/Santiago" 2250972284 (2041, 4, 30, 18, 4, 44, -14400, "-04")
from_zone "Europe/Berlin" (2084, 10, 29) 4 30 3600 3623628600
to_zone "America/St_Johns" -998769598 (1938, 5, 9, 1, 30, 2, -9000, "NDT")
from_zone "America/Santiago" (2055, 4, 3) 20 55 -10800 2690409300
to_zone "Australia/Lord_Howe" 3668938219 (2086, 4, 7, 0, 30, 19, 39600, "+11")
from_zone "Europe/Berlin" (2084, 10, 29) 4 30 3600 3623628600
from_zone "America/St_Johns" (2008, 3, 25) 19 52 -9000 1206483720
from_zone "Asia/Kolkata" (1942, 5, 15) 0 0 19800 -872055000
to_zone "Pacific/Chatham" 320769001 (1980, 3, 2, 3, 15, 1, 45900, "+1245")
to_zone "Pacific/Chatham" 3132473344 (2069, 4, 7, 1, 14, 4, 49500, "+1345")
from_zone "Europe/Berlin" (2022, 7, 20) 9 33 () 1658302380
to_zone "Australia/Lord_Howe" 1048953649 (2003, 3, 30, 2, 30, 49, 37800, "+1030")
to_zone "Pacific/Chatham" 1838206740 (2028, 4, 2, 2, 44, 0, 49500, "+1345")
to_zone "America/New_York" 120626977 (1973, 10, 27, 23, 29, 37, -14400, "EDT")
from_zone "Europe/Berlin" (1945, 9, 24) 2 29 () -765937860
from_zone "Australia/Lord_Howe" (2098, 4, 6) 3 0 () 4047553800
to_zone "America/St_Johns" -1472329863 (1923, 5, 7, 0, 58, 5, -9052, "NDT")
from_zone "America/St_Johns" (1982, 4, 25) 2 59 -12600 388564140
from_zone "Pacific/Chatham" (2066, 9, 26) 4 44 () 3052652340
to_zone "America/New_York" 1081058157 (2004, 4, 4, 0, 55, 57, -18000, "EST")
from_zone "Australia/Lord_Howe" (2078, 10, 2) 1 29 () 3431861940
from_zone "Australia/Lord_Howe" (2078, 10, 2) 1 29 37800 3431861940
to_zone "Australia/Lord_Howe" 2216824254 (2040, 4, 1, 3, 0, 54, 37800, "+1030")
to_zone "Pacific/Chatham" 3321793838 (2075, 4, 7, 5, 15, 38, 45900, "+1245")
from_zone "Pacific/Chatham" (2075, 4, 7) 5 15 45900 3321793800
from_zone "America/New_York" (2099, 9, 26) 23 6 -14400 4094161560
from_zone "Pacific/Chatham" (2009, 4, 5) 2 46 () 1238850060
to_zone "America/New_York" 1143961163 (2006, 4, 2, 1, 59, 23, -18000, "EST")
from_zone "Australia/Lord_Howe" (2094, 4, 4) 4 0 () 3921154200
from_zone "Europe/Dublin" (2002, 10, 27) 1 59 3600 1035680340
from_zone "Europe/Dublin" (1939, 11, 19) 1 0 3600 -950486400
from_zone "America/Santiago" (2013, 9, 8) 1 30 -10800 1378614600
from_zone "America/New_York" (2017, 11, 5) 1 59 -14400 1509861540
from_zone "America/St_Johns" (1938, 7, 16) 3 6 () -992888640
from_zone "Australia/Lord_Howe" (2008, 10, 5) 3 1 39600 1223136060
to_zone "Pacific/Chatham" 1664029807 (2022, 9, 25, 4, 15, 7, 49500, "+1345")
from_zone "America/St_Johns" (1952, 4, 27) 4 30 () -557946000
from_zone "Europe/Berlin" (1992, 9, 27) 2 30 3600 717557400
from_zone "America/St_Johns" (1910, 3, 29) 6 18 -12652 -1885903868
to_zone "Europe/Berlin" -765939492 (1945, 9, 24, 2, 1, 48, 10800, "CEMT")
from_zone "Australia/Lord_Howe" (1993, 10, 31) 2 0 39600 751993200
from_zone "Europe/Berlin" (1916, 10, 1) 2 30 () -1680474600
to_zone "Pacific/Chatham" 3052652376 (2066, 9, 26, 4, 44, 36, 49500, "+1345")
to_zone "Europe/Berlin" 1658302427 (2022, 7, 20, 9, 33, 47, 7200, "CEST")
from_zone "America/New_York" (1912, 2, 9) 17 52 -18000 -1826932080
from_zone "Europe/Berlin" (1945, 9, 24) 2 1 () -765939540
from_zone "Pacific/Chatham" (1987, 3, 1) 4 15 () 541524600
from_zone "America/Santiago" (2057, 4, 7) 22 29 -10800 2753918940
from_zone "America/Santiago" (2000, 10, 15) 1 1 -10800 971582460
from_zone "Europe/Berlin" (1983, 3, 27) 5 30 () 417583800
from_zone "America/Santiago" (2025, 4, 5) 22 0 () 1743901200
from_zone "Europe/Dublin" (2093, 10, 25) 1 30 () 3907269000
to_zone "Australia/Lord_Howe" 3605441375 (2084, 4, 2, 1, 59, 35, 37800, "+1030")
to_zone "Europe/Dublin" 3307913971 (2074, 10, 28, 1, 59, 31, 3600, "IST")
from_zone "Europe/Berlin" (1993, 3, 28) 2 29 7200 733278540
from_zone "America/Santiago" (2087, 9, 7) 2 0 () 3713749200
to_zone "America/St_Johns" -992888582 (1938, 7, 16, 3, 6, 58, -9000, "NDT")
from_zone "America/New_York" (1964, 4, 26) 2 0 -18000 -179341200
from_zone "America/St_Johns" (1927, 10, 30) 21 29 -9052 -1330819208
from_zone "America/New_York" (2017, 11, 5) 1 59 () 1509861540
from_zone "America/St_Johns" (1982, 4, 25) 2 59 () 388564140
from_zone "Europe/Dublin" (2044, 10, 30) 0 0 3600 2361394800
from_zone "America/New_York" (2093, 11, 1) 0 59 -14400 3907889940
from_zone "Australia/Lord_Howe" (2084, 4, 2) 1 59 39600 3605439540
from_zone "Europe/Berlin" (2011, 3, 27) 3 1 () 1301187660
from_zone "Australia/Lord_Howe" (2002, 10, 27) 3 0 () 1035648000
from_zone "Europe/Dublin" (2080, 9, 5) 5 59 () 3492737940
from_zone "America/Santiago" (2083, 9, 4) 23 29 () 3587340540
from_zone "Europe/Dublin" (2093, 10, 25) 1 30 3600 3907269000
from_zone "America/New_York" (2091, 3, 11) 1 29 -18000 3824432940
from_zone "Europe/Berlin" (2026, 3, 29) 3 30 7200 1774747800
from_zone "America/Santiago" (1977, 3, 13) 0 0 -14400 227073600
to_zone "America/New_York" 499240740 (1985, 10, 27, 1, 59, 0, -14400, "EDT")
from_zone "Europe/Dublin" (1993, 10, 24) 1 0 3600 751420800
from_zone "America/Santiago" (2041, 4, 30) 18 4 () 2250972240
from_zone "Pacific/Chatham" (2021, 9, 26) 3 46 49500 1632578460
from_zone "Asia/Kolkata" (1941, 10, 1) 1 29 23400 -891579660
from_zone "Australia/Lord_Howe" (1998, 10, 25) 3 59 39600 909248340
to_zone "Europe/Berlin" -1663453750 (1917, 4, 16, 3, 30, 50, 7200, "CEST")
from_zone "Europe/Dublin" (2022, 10, 30) 1 1 3600 1667088060
from_zone "America/New_York" (1964, 4, 26) 2 0 -14400 -179344800
from_zone "Australia/Lord_Howe" (2089, 10, 2) 3 29 39600 3779022540
from_zone "Australia/Lord_Howe" (2046, 10, 7) 3 59 39600 2422457940
from_zone "America/New_York" (1973, 10, 27) 23 29 -14400 120626940
from_zone "Pacific/Chatham" (1969, 3, 6) 11 17 45900 -26011680
from_zone "Asia/Kolkata" (1960, 1, 11) 6 5 19800 -314753100
from_zone "America/New_York" (2080, 3, 10) 2 0 -18000 3477279600
from_zone "Asia/Kolkata" (1942, 5, 15) 1 0 () -872051400
from_zone "America/Santiago" (2020, 4, 5) 0 0 () 1586059200
from_zone "Europe/Dublin" (2079, 10, 29) 3 30 0 3465775800
from_zone "Europe/Berlin" (2011, 3, 27) 3 1 7200 1301187660
from_zone "Australia/Lord_Howe" (2009, 10, 4) 4 30 () 1254591000
from_zone "Australia/Lord_Howe" (2002, 10, 27) 3 0 39600 1035648000
from_zone "America/New_York" (2072, 3, 13) 0 55 () 3225074100
to_zone "Asia/Kolkata" 1710199634 (2024, 3, 12, 4, 57, 14, 19800, "IST")
to_zone "America/Santiago" 574223364 (1988, 3, 12, 23, 29, 24, -10800, "-03")
from_zone "Asia/Kolkata" (1945, 10, 15) 0 0 19800 -764141400
from_zone "Europe/Berlin" (2025, 3, 30) 3 30 7200 1743298200
to_zone "America/New_York" -319396394 (1959, 11, 18, 1, 46, 46, -18000, "EST")
from_zone "America/St_Johns" (1936, 10, 4) 22 30 -9000 -1048978800
from_zone "Asia/Kolkata" (1942, 9, 1) 1 29 () -862635660
from_zone "America/New_York" (2009, 3, 8) 3 30 -14400 1236497400
from_zone "Pacific/Chatham" (2075, 4, 7) 5 15 45900 3321793800
from_zone "Europe/Berlin" (2022, 7, 20) 9 33 7200 1658302380
to_zone "Europe/Dublin" 3068418622 (2067, 3, 27, 3, 30, 22, 3600, "IST")
from_zone "Asia/Kolkata" (1945, 10, 14) 22 30 () -764150400
to_zone "America/Santiago" 923193024 (1999, 4, 3, 23, 30, 24, -10800, "-03")
from_zone "Asia/Kolkata" (2052, 8, 15) 21 50 19800 2607351600
to_zone "Europe/Dublin" 2153354410 (2038, 3, 28, 3, 0, 10, 3600, "IST")
from_zone "America/New_York" (1979, 3, 15) 23 40 -18000 290407200
from_zone "America/New_York" (1933, 4, 30) 3 1 () -1157302740
from_zone "Europe/Dublin" (2024, 10, 27) 2 0 0 1729994400
to_zone "America/Santiago" 1192343428 (2007, 10, 14, 3, 30, 28, -10800, "-03")
from_zone "Europe/Dublin" (2081, 3, 30) 1 59 3600 3510521940
from_zone "Asia/Kolkata" (1960, 1, 11) 6 5 19800 -314753100
from_zone "America/St_Johns" (1935, 5, 6) 1 29 -9000 -1093723260
from_zone "America/New_York" (1927, 6, 30) 5 27 -14400 -1341412380
from_zone "Pacific/Chatham" (2015, 9, 27) 4 15 49500 1443277800
to_zone "Pacific/Chatham" 1586007039 (2020, 4, 5, 3, 15, 39, 49500, "+1345")
from_zone "Pacific/Chatham" (2012, 9, 30) 3 46 () 1348927260
from_zone "America/St_Johns" (1938, 7, 16) 3 6 -9000 -992888640
from_zone "America/St_Johns" (1936, 10, 4) 22 30 -9000 -1048978800
from_zone "America/Santiago" (2041, 4, 30) 18 4 -14400 2250972240
from_zone "Pacific/Chatham" (1988, 10, 30) 2 45 49500 594133200
from_zone "Pacific/Chatham" (2007, 9, 30) 4 15 49500 1191076200
from_zone "Asia/Kolkata" (1945, 10, 14) 22 30 23400 -764150400
from_zone "America/Santiago" (2006, 10, 15) 1 30 -10800 1160886600
to_zone "America/New_York" 73461651 (1972, 4, 30, 1, 0, 51, -18000, "EST")
to_zone "America/New_York" -1341412328 (1927, 6, 30, 5, 27, 52, -14400, "EDT")
from_zone "Asia/Kolkata" (2002, 7, 25) 5 20 () 1027554600
from_zone "Australia/Lord_Howe" (2009, 10, 4) 4 30 39600 1254591000
from_zone "Europe/Dublin" (2076, 3, 29) 3 30 3600 3352674600
from_zone "Australia/Lord_Howe" (1993, 10, 31) 2 0 () 751995000
from_zone "America/Santiago" (2055, 4, 3) 20 55 -10800 2690409300
from_zone "Europe/Dublin" (2087, 10, 26) 0 59 3600 3717964740
from_zone "Europe/Dublin" (2096, 3, 25) 2 59 3600 3983479140
from_zone "Europe/Berlin" (2095, 3, 27) 4 30 7200 3952031400
to_zone "America/St_Johns" -52943429 (1968, 4, 28, 1, 59, 31, -12600, "NST")
from_zone "Europe/Dublin" (2099, 10, 25) 1 0 3600 4096569600
from_zone "Europe/Dublin" (2081, 3, 30) 1 59 () 3510525540
from_zone "Europe/Berlin" (2026, 10, 25) 2 29 () 1792888140
to_zone "America/New_York" 3824432958 (2091, 3, 11, 1, 29, 18, -18000, "EST")
from_zone "America/Santiago" (1979, 3, 11) 0 30 () 289974600
to_zone "Pacific/Chatham" 1238850076 (2009, 4, 5, 2, 46, 16, 49500, "+1345")
from_zone "Australia/Lord_Howe" (2040, 4, 1) 3 0 37800 2216824200
from_zone "America/New_York" (2044, 1, 16) 6 11 () 2336555460
from_zone "Europe/Dublin" (2038, 3, 28) 3 0 3600 2153354400
to_zone "Europe/Dublin" 3907272629 (2093, 10, 25, 1, 30, 29, 0, "GMT")
from_zone "Europe/Berlin" (1983, 3, 27) 5 30 7200 417583800
from_zone "America/Santiago" (1985, 3, 9) 23 30 -14400 479273400
from_zone "Europe/Dublin" (1993, 10, 24) 1 0 () 751420800
from_zone "America/Santiago" (2022, 9, 10) 23 29 -14400 1662866940
to_zone "Europe/Dublin" 1667088095 (2022, 10, 30, 1, 1, 35, 3600, "IST")
to_zone "Europe/Berlin" 1774747832 (2026, 3, 29, 3, 30, 32, 7200, "CEST")
from_zone "Asia/Kolkata" (1942, 5, 14) 22 30 23400 -872064000
from_zone "Pacific/Chatham" (1997, 3, 16) 5 15 () 858443400
from_zone "Europe/Dublin" (2079, 10, 29) 3 30 0 3465775800
from_zone "America/New_York" (1972, 4, 30) 2 0 () 73465200
from_zone "Europe/Berlin" (2087, 10, 26) 2 29 3600 3717970140
to_zone "America/St_Johns" 388564177 (1982, 4, 25, 3, 59, 37, -9000, "NDT")
to_zone "America/St_Johns" 2204170206 (2039, 11, 6, 2, 0, 6, -12600, "NST")
from_zone "America/St_Johns" (2058, 3, 10) 4 30 () 2782969200
from_zone "America/St_Johns" (2006, 4, 2) 1 30 -9000 1143950400
to_zone "Europe/Dublin" 3983479163 (2096, 3, 25, 2, 59, 23, 3600, "IST")
to_zone "America/New_York" -1826932076 (1912, 2, 9, 17, 52, 4, -18000, "EST")
from_zone "America/New_York" (2092, 11, 2) 1 59 -14400 3876443940
from_zone "America/New_York" (2017, 11, 5) 1 59 -18000 1509865140
to_zone "Europe/Berlin" 3952031432 (2095, 3, 27, 4, 30, 32, 7200, "CEST")
from_zone "America/Santiago" (1930, 8, 31) 22 55 () -1241294700
from_zone "America/New_York" (1938, 9, 25) 1 59 -14400 -986752860
to_zone "Asia/Kolkata" -2019702638 (1906, 1, 1, 0, 59, 22, 19800, "IST")
to_zone "Pacific/Chatham" 858443434 (1997, 3, 16, 5, 15, 34, 45900, "+1245")
from_zone "Australia/Lord_Howe" (1998, 10, 25) 3 59 () 909248340
from_zone "Europe/Dublin" (2086, 3, 31) 3 30 3600 3668380200
to_zone "America/New_York" 4068713168 (2098, 12, 6, 9, 6, 8, -18000, "EST")
from_zone "Europe/Berlin" (1975, 8, 21) 14 5 () 177858300
from_zone "Asia/Kolkata" (1942, 5, 15) 0 0 () -872055000
from_zone "America/Santiago" (2000, 10, 15) 1 1 () 971582460
from_zone "America/St_Johns" (2050, 9, 9) 4 4 -9000 2546318040
from_zone "America/New_York" (2098, 12, 6) 9 6 -18000 4068713160
from_zone "Asia/Kolkata" (2002, 7, 25) 5 20 19800 1027554600
from_zone "Europe/Dublin" (2086, 3, 31) 3 30 () 3668380200
from_zone "Europe/Berlin" (2088, 12, 19) 22 5 3600 3754328700
from_zone "Australia/Lord_Howe" (2043, 4, 5) 0 59 39600 2311768740
to_zone "America/St_Johns" -1740589368 (1914, 11, 5, 3, 26, 20, -12652, "NST")
from_zone "America/New_York" (1973, 10, 27) 23 29 () 120626940
from_zone "Europe/Berlin" (2026, 10, 25) 2 29 7200 1792888140
from_zone "Europe/Dublin" (1928, 10, 7) 3 30 0 -1301257800
from_zone "Asia/Kolkata" (1942, 5, 15) 1 0 19800 -872051400
from_zone "Europe/Dublin" (1960, 10, 2) 1 59 () -291855660
from_zone "America/Santiago" (1930, 8, 31) 22 55 -18000 -1241294700
from_zone "America/St_Johns" (1938, 5, 9) 1 30 () -998769600
to_zone "America/St_Johns" 1143950457 (2006, 4, 2, 1, 30, 57, -9000, "NDT")
to_zone "Asia/Kolkata" -872051367 (1942, 5, 15, 1, 0, 33, 19800, "IST")
to_zone "America/St_Johns" 657088242 (1990, 10, 28, 1, 0, 42, -12600, "NST")
from_zone "Australia/Lord_Howe" (2040, 4, 1) 3 0 37800 2216824200
from_zone "Europe/Dublin" (2029, 10, 28) 1 30 () 1887841800
to_zone "Asia/Kolkata" -862633772 (1942, 9, 1, 2, 0, 28, 23400, "+0630")
from_zone "America/St_Johns" (1910, 3, 29) 6 18 () -1885903868
from_zone "Europe/Berlin" (2071, 1, 21) 0 10 3600 3189021000
from_zone "Europe/Berlin" (1916, 10, 1) 2 30 3600 -1680474600
from_zone "Europe/Dublin" (2038, 3, 28) 3 0 3600 2153354400
from_zone "Australia/Lord_Howe" (2001, 3, 25) 2 0 () 985447800
from_zone "Australia/Lord_Howe" (2009, 10, 4) 3 29 () 1254587340
to_zone "America/Santiago" -1241294671 (1930, 8, 31, 22, 55, 29, -18000, "-05")
from_zone "Pacific/Chatham" (2012, 9, 30) 3 46 49500 1348927260
from_zone "America/Santiago" (1979, 3, 11) 0 30 -14400 289974600
from_zone "America/New_York" (1947, 9, 28) 3 30 -18000 -702487800
from_zone "America/St_Johns" (1968, 4, 28) 1 59 () -52943460
from_zone "America/St_Johns" (2062, 11, 5) 3 0 () 2929933800
to_zone "America/St_Johns" 1206483765 (2008, 3, 25, 19, 52, 45, -9000, "NDT")
from_zone "America/Santiago" (1985, 3, 9) 23 30 () 479269800
from_zone "Asia/Kolkata" (1942, 8, 31) 23 25 () -862639500
from_zone "Asia/Kolkata" (2052, 8, 15) 21 50 () 2607351600
from_zone "Asia/Kolkata" (1942, 9, 1) 1 29 23400 -862635660
from_zone "Pacific/Chatham" (2002, 10, 6) 2 14 45900 1033824540
from_zone "Asia/Kolkata" (1906, 1, 1) 1 30 19800 -2019700800
to_zone "Pacific/Chatham" 3447579545 (2079, 4, 2, 2, 44, 5, 49500, "+1345")
from_zone "Europe/Dublin" (2080, 9, 5) 5 59 3600 3492737940
from_zone "America/St_Johns" (1952, 4, 27) 4 30 -9000 -557946000
to_zone "America/New_York" 1509861576 (2017, 11, 5, 1, 59, 36, -14400, "EDT")
from_zone "Europe/Berlin" (1992, 9, 27) 2 30 7200 717553800
to_zone "America/St_Johns" -557945952 (1952, 4, 27, 4, 30, 48, -9000, "NDT")
from_zone "Europe/Berlin" (1916, 10, 1) 2 30 3600 -1680474600
from_zone "Pacific/Chatham" (2079, 4, 2) 2 44 () 3447579540
from_zone "America/St_Johns" (1927, 10, 30) 21 29 () -1330819208
from_zone "America/St_Johns" (1910, 3, 29) 6 18 -12652 -1885903868
from_zone "Europe/Dublin" (1960, 10, 2) 1 59 3600 -291855660
from_zone "America/New_York" (2080, 3, 10) 2 0 () 3477279600
from_zone "America/New_York" (1985, 10, 27) 1 59 -14400 499240740
from_zone "America/New_York" (1959, 11, 18) 1 46 () -319396440
from_zone "Pacific/Chatham" (1980, 3, 2) 3 15 45900 320769000
from_zone "America/St_Johns" (2057, 3, 11) 3 31 -9000 2751516060
from_zone "Pacific/Chatham" (1997, 3, 16) 5 15 45900 858443400
from_zone "Europe/Dublin" (2096, 3, 25) 2 59 3600 3983479140
from_zone "America/Santiago" (2000, 10, 15) 1 1 -10800 971582460
from_zone "Asia/Kolkata" (1941, 10, 1) 1 29 23400 -891579660
to_zone "Australia/Lord_Howe" 1254587361 (2009, 10, 4, 3, 29, 21, 39600, "+11")
from_zone "Australia/Lord_Howe" (2034, 4, 2) 2 30 () 2027520000
from_zone "America/St_Johns" (1952, 9, 27) 23 59 () -544656660
from_zone "Australia/Lord_Howe" (2098, 4, 6) 3 0 37800 4047553800
from_zone "Australia/Lord_Howe" (2046, 10, 7) 3 59 39600 2422457940
from_zone "Asia/Kolkata" (1941, 10, 1) 0 59 23400 -891581460
from_zone "Pacific/Chatham" (2087, 9, 28) 2 45 () 3715509600
from_zone "America/Santiago" (2095, 9, 4) 1 0 -10800 3965947200
from_zone "Asia/Kolkata" (1942, 9, 1) 2 0 23400 -862633800
from_zone "Europe/Berlin" (2095, 3, 27) 4 30 7200 3952031400
to_zone "Australia/Lord_Howe" 1035648031 (2002, 10, 27, 3, 0, 31, 39600, "+11")
from_zone "Asia/Kolkata" (1942, 8, 31) 23 25 19800 -862639500
from_zone "Europe/Berlin" (1918, 4, 15) 4 0 () -1632002400
from_zone "America/Santiago" (2009, 3, 14) 23 1 () 1237082460
to_zone "Australia/Lord_Howe" 3952596659 (2095, 4, 3, 2, 0, 59, 37800, "+1030")
from_zone "America/New_York" (2044, 1, 16) 6 11 -18000 2336555460
from_zone "Europe/Berlin" (1918, 4, 15) 4 0 7200 -1632002400
from_zone "America/Santiago" (2013, 9, 8) 1 30 () 1378614600
from_zone "America/Santiago" (2087, 9, 7) 2 0 -10800 3713749200
to_zone "Europe/Berlin" 177858347 (1975, 8, 21, 14, 5, 47, 3600, "CET")
to_zone "Australia/Lord_Howe" 2422457951 (2046, 10, 7, 3, 59, 11, 39600, "+11")
to_zone "Europe/Dublin" 1729994425 (2024, 10, 27, 2, 0, 25, 0, "GMT")
from_zone "Pacific/Chatham" (2079, 4, 2) 2 44 49500 3447579540
from_zone "America/St_Johns" (2058, 3, 10) 4 30 -9000 2782969200
from_zone "Pacific/Chatham" (1988, 10, 30) 2 45 45900 594136800
to_zone "Europe/Berlin" 3189021019 (2071, 1, 21, 0, 10, 19, 3600, "CET")
from_zone "America/Santiago" (2067, 4, 2) 22 29 () 3069019740
from_zone "America/Santiago" (1988, 3, 12) 23 29 -14400 574226940
to_zone "Australia/Lord_Howe" 3431861950 (2078, 10, 2, 1, 29, 10, 37800, "+1030")
from_zone "America/New_York" (2072, 3, 13) 0 55 -18000 3225074100
from_zone "Asia/Kolkata" (2024, 3, 12) 4 57 19800 1710199620
to_zone "America/New_York" 2336555489 (2044, 1, 16, 6, 11, 29, -18000, "EST")
from_zone "America/New_York" (1933, 4, 30) 3 1 -14400 -1157302740
from_zone "America/Santiago" (1977, 3, 13) 0 0 -14400 227073600
from_zone "Australia/Lord_Howe" (2009, 10, 4) 4 30 39600 1254591000
to_zone "America/New_York" -986749237 (1938, 9, 25, 1, 59, 23, -18000, "EST")
from_zone "America/St_Johns" (1938, 5, 9) 1 30 -9000 -998769600
from_zone "Asia/Kolkata" (1942, 9, 1) 1 29 23400 -862635660
from_zone "Europe/Berlin" (1994, 7, 22) 5 10 7200 774846600
to_zone "Asia/Kolkata" -764150374 (1945, 10, 14, 22, 30, 26, 23400, "+0630")
from_zone "America/New_York" (2009, 3, 8) 3 30 -14400 1236497400
to_zone "America/St_Johns" -1048978759 (1936, 10, 4, 22, 30, 41, -9000, "NDT")
from_zone "Pacific/Chatham" (2028, 4, 2) 2 44 () 1838206740
to_zone "Europe/Berlin" 774846646 (1994, 7, 22, 5, 10, 46, 7200, "CEST")
from_zone "Pacific/Chatham" (1980, 10, 26) 2 45 () 341330400
from_zone "Europe/Dublin" (2074, 10, 28) 1 59 0 3307917540
from_zone "America/Santiago" (2077, 4, 4) 1 30 -14400 3384739800
to_zone "Europe/Berlin" 1301187695 (2011, 3, 27, 3, 1, 35, 7200, "CEST")
from_zone "America/New_York" (2091, 3, 11) 1 29 () 3824432940
to_zone "Asia/Kolkata" 2607351655 (2052, 8, 15, 21, 50, 55, 19800, "IST")
from_zone "Europe/Dublin" (1928, 10, 7) 3 30 0 -1301257800
from_zone "Europe/Dublin" (1963, 3, 12) 22 0 () -214797600
to_zone "Europe/Dublin" 3668380240 (2086, 3, 31, 3, 30, 40, 3600, "IST")
from_zone "Pacific/Chatham" (2014, 4, 6) 2 14 49500 1396700940
from_zone "Pacific/Chatham" (2012, 9, 30) 3 46 49500 1348927260
to_zone "Asia/Kolkata" -891579611 (1941, 10, 1, 1, 29, 49, 23400, "+0630")
from_zone "Australia/Lord_Howe" (2089, 10, 2) 3 29 () 3779022540
from_zone "America/Santiago" (2083, 9, 4) 23 29 -14400 3587340540
from_zone "America/Santiago" (2057, 4, 7) 22 29 -10800 2753918940
from_zone "Europe/Berlin" (1993, 3, 28) 2 29 () 733282140
from_zone "America/St_Johns" (1990, 10, 28) 1 0 () 657088200
from_zone "Australia/Lord_Howe" (2086, 4, 7) 0 30 39600 3668938200
from_zone "America/New_York" (1958, 10, 26) 1 1 -18000 -352922340
from_zone "Australia/Lord_Howe" (2034, 4, 2) 2 30 37800 2027520000
to_zone "Australia/Lord_Howe" -1068061511 (1936, 2, 27, 14, 14, 49, 36000, "AEST")
to_zone "Australia/Lord_Howe" 985447845 (2001, 3, 25, 2, 0, 45, 37800, "+1030")
to_zone "Pacific/Chatham" 341330411 (1980, 10, 26, 3, 45, 11, 49500, "+1345")
to_zone "Australia/Lord_Howe" 1254591020 (2009, 10, 4, 4, 30, 20, 39600, "+11")
from_zone "America/New_York" (1979, 3, 15) 23 40 -18000 290407200
from_zone "Pacific/Chatham" (1975, 2, 23) 2 44 () 162305940
to_zone "America/St_Johns" -1093723249 (1935, 5, 6, 1, 29, 11, -9000, "NDT")
from_zone "Australia/Lord_Howe" (2002, 10, 27) 3 0 39600 1035648000
from_zone "America/New_York" (1958, 10, 26) 1 1 -14400 -352925940
from_zone "Europe/Berlin" (2045, 10, 28) 23 55 () 2392840500
from_zone "Pacific/Chatham" (1980, 3, 2) 3 15 () 320765400
from_zone "America/Santiago" (2022, 9, 10) 23 29 -14400 1662866940
from_zone "Australia/Lord_Howe" (2003, 3, 30) 2 30 37800 1048953600
to_zone "Asia/Kolkata" -2019707418 (1905, 12, 31, 23, 30, 52, 19270, "MMT")
from_zone "America/St_Johns" (1952, 9, 27) 23 59 -9000 -544656660
from_zone "Australia/Lord_Howe" (1936, 2, 27) 14 14 () -1068061560
from_zone "Australia/Lord_Howe" (2031, 10, 5) 2 59 39600 1948895940
from_zone "Europe/Berlin" (2022, 7, 20) 9 33 7200 1658302380
from_zone "America/Santiago" (1999, 4, 3) 23 30 -14400 923196600
from_zone "Pacific/Chatham" (2020, 4, 5) 3 15 () 1586007000
from_zone "Pacific/Chatham" (2002, 10, 6) 2 14 45900 1033824540
from_zone "Australia/Lord_Howe" (2031, 10, 5) 2 59 () 1948895940
to_zone "America/Santiago" 1237086112 (2009, 3, 14, 23, 1, 52, -14400, "-04")
from_zone "America/Santiago" (2009, 3, 14) 23 1 -14400 1237086060
to_zone "America/St_Johns" -1314478708 (1928, 5, 7, 0, 30, 40, -9052, "NDT")
from_zone "Asia/Kolkata" (1942, 9, 1) 4 0 () -862626600
to_zone "Pacific/Chatham" 2690364576 (2055, 4, 4, 1, 14, 36, 49500, "+1345")
from_zone "America/St_Johns" (2039, 11, 6) 2 0 -12600 2204170200
from_zone "America/New_York" (1938, 9, 25) 1 59 () -986752860
from_zone "Pacific/Chatham" (2055, 4, 4) 1 14 49500 2690364540
from_zone "America/Santiago" (1988, 3, 12) 23 29 -10800 574223340
from_zone "Asia/Kolkata" (2024, 3, 12) 4 57 () 1710199620
from_zone "America/New_York" (2099, 9, 26) 23 6 -14400 4094161560
from_zone "America/Santiago" (2057, 4, 7) 22 29 () 2753918940
from_zone "America/Santiago" (2007, 10, 14) 3 30 -10800 1192343400
from_zone "Europe/Dublin" (1994, 3, 27) 2 1 3600 764730060
from_zone "America/New_York" (1979, 3, 15) 23 40 () 290407200
to_zone "America/Santiago" 1378614615 (2013, 9, 8, 1, 30, 15, -10800, "-03")
from_zone "Asia/Kolkata" (1942, 9, 1) 1 30 23400 -862635600
from_zone "Asia/Kolkata" (1906, 1, 1) 0 59 19800 -2019702660
from_zone "Europe/Dublin" (2076, 3, 29) 3 30 3600 3352674600
from_zone "America/St_Johns" (1982, 4, 25) 2 59 -9000 388560540
from_zone "Asia/Kolkata" (1945, 10, 15) 0 0 19800 -764141400
from_zone "Europe/Berlin" (2096, 3, 25) 3 29 7200 3983477340
to_zone "Pacific/Chatham" 1443277841 (2015, 9, 27, 4, 15, 41, 49500, "+1345")
from_zone "America/St_Johns" (2028, 3, 12) 1 59 -12600 1836451740
to_zone "Europe/Berlin" 417583807 (1983, 3, 27, 5, 30, 7, 7200, "CEST")
from_zone "Asia/Kolkata" (1941, 10, 1) 0 59 () -891577860
to_zone "Europe/Dublin" 1743294551 (2025, 3, 30, 0, 29, 11, 0, "GMT")
from_zone "Pacific/Chatham" (2047, 4, 7) 3 45 () 2438175600
to_zone "Europe/Berlin" 733278541 (1993, 3, 28, 1, 29, 1, 3600, "CET")
from_zone "Asia/Kolkata" (1941, 10, 1) 2 0 23400 -891577800
from_zone "Europe/Dublin" (2080, 9, 5) 5 59 3600 3492737940
to_zone "America/Santiago" 289974621 (1979, 3, 11, 0, 30, 21, -14400, "-04")
from_zone "Europe/Dublin" (2022, 10, 30) 1 1 0 1667091660
to_zone "America/New_York" -352925919 (1958, 10, 26, 1, 1, 21, -14400, "EDT")
from_zone "Europe/Berlin" (2088, 12, 19) 22 5 () 3754328700
from_zone "Asia/Kolkata" (1942, 5, 14) 22 30 () -872064000
from_zone "Asia/Kolkata" (1906, 1, 1) 0 59 () -2019702660
from_zone "Europe/Berlin" (2057, 3, 25) 3 59 7200 2752711140
from_zone "America/New_York" (1995, 10, 28) 23 29 -14400 814937340
to_zone "Asia/Kolkata" -862626596 (1942, 9, 1, 4, 0, 4, 23400, "+0630")
from_zone "Asia/Kolkata" (1906, 1, 1) 0 59 19800 -2019702660
to_zone "Europe/Berlin" 3623628659 (2084, 10, 29, 4, 30, 59, 3600, "CET")
from_zone "Asia/Kolkata" (1942, 5, 15) 2 0 () -872047800
from_zone "America/St_Johns" (2058, 3, 10) 4 30 -9000 2782969200
from_zone "America/St_Johns" (1928, 5, 7) 0 30 () -1314478748
from_zone "America/Santiago" (2093, 4, 19) 19 9 -14400 3891020940
from_zone "Pacific/Chatham" (2066, 9, 26) 4 44 49500 3052652340
from_zone "Europe/Berlin" (1945, 9, 24) 2 29 10800 -765937860
from_zone "Australia/Lord_Howe" (2084, 4, 2) 1 59 37800 3605441340
from_zone "Asia/Kolkata" (1906, 1, 1) 1 30 19800 -2019700800
from_zone "Pacific/Chatham" (2028, 4, 2) 2 44 49500 1838206740
to_zone "Pacific/Chatham" 1632578466 (2021, 9, 26, 3, 46, 6, 49500, "+1345")
from_zone "America/New_York" (2004, 4, 4) 0 55 -18000 1081058100
from_zone "Europe/Dublin" (1987, 10, 25) 1 59 3600 562121940
from_zone "Pacific/Chatham" (2087, 9, 28) 2 45 49500 3715506000
from_zone "Europe/Dublin" (1987, 10, 25) 1 59 () 562121940
from_zone "America/St_Johns" (2028, 3, 12) 1 59 -12600 1836451740
from_zone "Europe/Berlin" (1992, 9, 27) 2 30 () 717553800
from_zone "America/St_Johns" (1935, 5, 6) 1 29 -9000 -1093723260
from_zone "Asia/Kolkata" (1942, 5, 14) 22 30 23400 -872064000
from_zone "Europe/Berlin" (2097, 12, 26) 7 26 3600 4038877560
from_zone "America/St_Johns" (1923, 5, 7) 0 58 -9052 -1472329868
to_zone "Europe/Dublin" 751420804 (1993, 10, 24, 1, 0, 4, 3600, "IST")
from_zone "America/Santiago" (2081, 9, 6) 23 29 -14400 3524441340
to_zone "America/Santiago" 3384739823 (2077, 4, 4, 1, 30, 23, -14400, "-04")
from_zone "Europe/Dublin" (2096, 3, 25) 2 59 () 3983479140
from_zone "Pacific/Chatham" (2022, 9, 25) 4 15 49500 1664029800
from_zone "Asia/Kolkata" (1941, 10, 1) 1 29 () -891579660
from_zone "Asia/Kolkata" (1906, 1, 1) 0 59 19800 -2019702660
from_zone "America/St_Johns" (1990, 10, 28) 1 0 -12600 657088200
from_zone "Europe/Berlin" (2011, 3, 27) 3 1 7200 1301187660
from_zone "America/St_Johns" (2016, 11, 6) 1 29 -9000 1478404740
to_zone "Asia/Kolkata" -891577754 (1941, 10, 1, 2, 0, 46, 23400, "+0630")
from_zone "America/Santiago" (2025, 4, 5) 22 0 -10800 1743901200
from_zone "Asia/Kolkata" (1942, 5, 15) 0 0 19800 -872055000
to_zone "Asia/Kolkata" -872054956 (1942, 5, 15, 0, 0, 44, 19800, "IST")
from_zone "Europe/Berlin" (2045, 10, 28) 23 55 7200 2392840500
from_zone "America/St_Johns" (1903, 9, 9) 1 5 () -2092677848
from_zone "Australia/Lord_Howe" (2083, 10, 3) 3 59 39600 3589721940
from_zone "America/New_York" (2093, 11, 1) 0 59 () 3907889940
from_zone "America/New_York" (1972, 4, 30) 2 0 -18000 73465200
to_zone "Pacific/Chatham" 1396700970 (2014, 4, 6, 2, 14, 30, 49500, "+1345")
from_zone "America/Santiago" (2087, 9, 7) 2 0 -10800 3713749200
to_zone "America/St_Johns" 1478404794 (2016, 11, 6, 1, 29, 54, -9000, "NDT")
from_zone "Europe/Berlin" (1994, 7, 22) 5 10 7200 774846600
from_zone "Europe/Dublin" (2067, 3, 27) 3 30 3600 3068418600
from_zone "Europe/Berlin" (1945, 9, 24) 2 29 7200 -765934260
from_zone "Pacific/Chatham" (2015, 9, 27) 4 15 () 1443277800
from_zone "Pacific/Chatham" (1969, 3, 6) 11 17 () -26011680
from_zone "Europe/Dublin" (1963, 3, 12) 22 0 0 -214797600
from_zone "America/Santiago" (2095, 9, 4) 1 0 () 3965947200
to_zone "Australia/Lord_Howe" 4047553841 (2098, 4, 6, 3, 0, 41, 37800, "+1030")
from_zone "Europe/Dublin" (2029, 10, 28) 1 30 3600 1887841800
to_zone "Asia/Kolkata" -862635660 (1942, 9, 1, 1, 29, 0, 23400, "+0630")
from_zone "Europe/Dublin" (2086, 3, 31) 3 30 3600 3668380200
from_zone "Asia/Kolkata" (1942, 9, 1) 2 0 23400 -862633800
to_zone "America/New_York" -702487798 (1947, 9, 28, 3, 30, 2, -18000, "EST")
from_zone "America/Santiago" (2020, 4, 5) 0 0 -14400 1586059200
to_zone "Pacific/Chatham" -26011675 (1969, 3, 6, 11, 17, 5, 45900, "+1245")
from_zone "America/New_York" (2099, 9, 26) 23 6 () 4094161560
from_zone "America/New_York" (1959, 11, 18) 1 46 -18000 -319396440
from_zone "America/St_Johns" (2081, 3, 9) 3 30 () 3508725600
from_zone "America/St_Johns" (1903, 9, 9) 1 5 -12652 -2092677848
from_zone "Europe/Berlin" (1975, 8, 21) 14 5 3600 177858300
from_zone "Pacific/Chatham" (2014, 4, 6) 2 14 49500 1396700940
from_zone "Europe/Berlin" (1975, 8, 21) 14 5 3600 177858300
from_zone "Europe/Berlin" (2096, 3, 25) 3 29 7200 3983477340
from_zone "Australia/Lord_Howe" (2009, 10, 4) 3 29 39600 1254587340
to_zone "Europe/Dublin" 562121994 (1987, 10, 25, 1, 59, 54, 3600, "IST")
to_zone "Asia/Kolkata" -862633765 (1942, 9, 1, 2, 0, 35, 23400, "+0630")
from_zone "America/Santiago" (2067, 4, 2) 22 29 -10800 3069019740
to_zone "America/St_Johns" 3508725616 (2081, 3, 9, 3, 30, 16, -9000, "NDT")
from_zone "Australia/Lord_Howe" (2098, 4, 6) 3 0 37800 4047553800
from_zone "Asia/Kolkata" (2052, 8, 15) 21 50 19800 2607351600
from_zone "Europe/Berlin" (2025, 3, 30) 3 30 () 1743298200
from_zone "America/St_Johns" (1914, 11, 5) 3 26 -12652 -1740589388
from_zone "Europe/Berlin" (2087, 10, 26) 2 29 7200 3717966540
from_zone "Asia/Kolkata" (1941, 10, 1) 0 59 19800 -891577860
from_zone "America/New_York" (2092, 11, 2) 1 59 -18000 3876447540
from_zone "America/New_York" (2092, 11, 2) 1 59 () 3876443940
from_zone "Pacific/Chatham" (2002, 10, 6) 2 14 () 1033824540
from_zone "America/New_York" (1995, 10, 28) 23 29 -14400 814937340
from_zone "Asia/Kolkata" (2024, 3, 12) 4 57 19800 1710199620
from_zone "Australia/Lord_Howe" (1963, 2, 9) 17 46 36000 -217527240
to_zone "America/St_Johns" -2092677814 (1903, 9, 9, 1, 5, 34, -12652, "NST")
to_zone "America/St_Johns" -1885903834 (1910, 3, 29, 6, 18, 34, -12652, "NST")
from_zone "Pacific/Chatham" (2061, 4, 3) 2 44 49500 2879672340
to_zone "Australia/Lord_Howe" 3921154219 (2094, 4, 4, 4, 0, 19, 37800, "+1030")
from_zone "America/St_Johns" (1923, 5, 7) 0 58 () -1472329868
from_zone "Australia/Lord_Howe" (2078, 10, 2) 1 29 37800 3431861940
to_zone "Asia/Kolkata" -891577814 (1941, 10, 1, 1, 59, 46, 23400, "+0630")
from_zone "Asia/Kolkata" (1942, 5, 15) 2 0 19800 -872047800
from_zone "Pacific/Chatham" (2022, 9, 25) 4 15 49500 1664029800
from_zone "Pacific/Chatham" (2047, 4, 7) 3 45 45900 2438175600
from_zone "America/New_York" (1933, 4, 30) 3 1 -14400 -1157302740
from_zone "Pacific/Chatham" (2047, 4, 7) 3 45 45900 2438175600
from_zone "Europe/Berlin" (2026, 10, 25) 2 29 3600 1792891740
from_zone "Australia/Lord_Howe" (2046, 10, 7) 3 59 () 2422457940
from_zone "Australia/Lord_Howe" (2089, 10, 2) 2 59 39600 3779020740
from_zone "Pacific/Chatham" (2020, 4, 5) 3 15 49500 1586007000
from_zone "Asia/Kolkata" (1906, 1, 1) 0 59 19800 -2019702660
to_zone "America/St_Johns" 2782969236 (2058, 3, 10, 4, 30, 36, -9000, "NDT")
from_zone "Pacific/Chatham" (2069, 4, 7) 1 14 () 3132473340
from_zone "Europe/Dublin" (2025, 3, 30) 1 29 0 1743298140
from_zone "Asia/Kolkata" (1942, 9, 1) 4 0 23400 -862626600
to_zone "America/Santiago" 971582495 (2000, 10, 15, 1, 1, 35, -10800, "-03")
from_zone "Australia/Lord_Howe" (2083, 10, 3) 3 59 () 3589721940
from_zone "America/New_York" (2006, 4, 2) 2 59 -14400 1143961140
from_zone "America/Santiago" (1988, 3, 12) 23 29 () 574223340
to_zone "Europe/Berlin" 4038877565 (2097, 12, 26, 7, 26, 5, 3600, "CET")
from_zone "America/Santiago" (2095, 9, 4) 1 0 -10800 3965947200
to_zone "Australia/Lord_Howe" 2027520003 (2034, 4, 2, 2, 30, 3, 37800, "+1030")
from_zone "Asia/Kolkata" (1906, 1, 1) 1 29 19800 -2019700860
from_zone "America/Santiago" (2077, 4, 4) 1 30 -14400 3384739800
from_zone "America/New_York" (1959, 11, 18) 1 46 -18000 -319396440
from_zone "Asia/Kolkata" (1906, 1, 1) 1 30 19800 -2019700800
to_zone "Pacific/Chatham" 1191076208 (2007, 9, 30, 4, 15, 8, 49500, "+1345")
from_zone "Europe/Dublin" (2074, 10, 28) 1 59 () 3307913940
print "{cell.get differing} differ"
# expect: 0 differ
