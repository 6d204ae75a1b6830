# What format functions give is what Python's give.
# `tests/random/library.py format` has written this file.
differing = cell 0
row = text f expected -> {
    found = match try f () { Ok v -> v, Err _ -> Fails }
    if found != expected {
        print "{text}: {show found}, not {show expected}"
        cell.update (n -> n + 1) differing
    }
}
row "string.format \"\\u\{e9}<-015\" (-489861.9485211566)" (() -> string.format "\u{e9}<-015" (-489861.9485211566)) "-489861.9485211566"
row "string.format \"0>+G\" 3729.677083581595" (() -> string.format "0>+G" 3729.677083581595) "+3729.68"
row "string.format \"+d\" \"0_-a\"" (() -> string.format "+d" "0_-a") Fails
row "string.format \">-0,E\" 4067641772.0767198" (() -> string.format ">-0,E" 4067641772.0767198) "4.067642E+09"
row "string.format \"*^ \" \"1-Z\"" (() -> string.format "*^ " "1-Z") Fails
row "string.format \".7b\" (-9148474998482625)" (() -> string.format ".7b" (-9148474998482625)) Fails
row "string.format \".4e\" 1.5" (() -> string.format ".4e" 1.5) "1.5000e+00"
row "string.format \"<0,.1%\" 1.214346420573873e+17" (() -> string.format "<0,.1%" 1.214346420573873e+17) "12,143,464,205,738,729,472.0%"
row "string.format \">-4_.5\" 224.25672220619774" (() -> string.format ">-4_.5" 224.25672220619774) "224.26"
row "string.format \"^_\" 0.1" (() -> string.format "^_" 0.1) "0.1"
row "string.format \"< \" (-770621275.675505)" (() -> string.format "< " (-770621275.675505)) "-770621275.675505"
row "string.format \"-#010,s\" \"A\"" (() -> string.format "-#010,s" "A") Fails
row "string.format \"+018\" (-99)" (() -> string.format "+018" (-99)) "-00000000000000099"
row "string.format \"+19\" (-0.0)" (() -> string.format "+19" (-0.0)) "               -0.0"
row "string.format \"<-#4.8\" (-67283181)" (() -> string.format "<-#4.8" (-67283181)) Fails
row "string.format \"^-8b\" (-16171)" (() -> string.format "^-8b" (-16171)) "-11111100101011"
row "string.format \"+0\" \"z\"" (() -> string.format "+0" "z") Fails
row "string.format \"x=#18\" (-9850456.539157314)" (() -> string.format "x=#18" (-9850456.539157314)) "-9850456.539157314"
row "string.format \",.6d\" \"b,\"" (() -> string.format ",.6d" "b,") Fails
row "string.format \"0=-_d\" (-94133259381691527)" (() -> string.format "0=-_d" (-94133259381691527)) "-94_133_259_381_691_527"
row "string.format \"+_g\" 0.03210194154899644" (() -> string.format "+_g" 0.03210194154899644) "+0.0321019"
row "string.format \"0d\" \"_\"" (() -> string.format "0d" "_") Fails
row "string.format \"*=,\" 123456789.0" (() -> string.format "*=," 123456789.0) "123,456,789.0"
row "string.format \"-013.1d\" 50798174020813368" (() -> string.format "-013.1d" 50798174020813368) Fails
row "string.format \"x<.8\" \"1b\"" (() -> string.format "x<.8" "1b") "1b"
row "string.format \"+8_o\" (-4645872320071)" (() -> string.format "+8_o" (-4645872320071)) "-103_4663_4433_7107"
row "string.format \" #05,\" (-511545094195.1183)" (() -> string.format " #05," (-511545094195.1183)) "-511,545,094,195.1183"
row "string.format \"0.7d\" \" zAAB\"" (() -> string.format "0.7d" " zAAB") Fails
row "string.format \">-#15.7\" \"B11\"" (() -> string.format ">-#15.7" "B11") Fails
row "string.format \"_\" 123456789.0" (() -> string.format "_" 123456789.0) "123_456_789.0"
row "string.format \"#05G\" 0.1" (() -> string.format "#05G" 0.1) "0.100000"
row "string.format \"\\u\{e9}>03\" (-472951975)" (() -> string.format "\u{e9}>03" (-472951975)) "-472951975"
row "string.format \"0<#0_g\" 0.1" (() -> string.format "0<#0_g" 0.1) "0.100000"
row "string.format \" 11_x\" 1650280938" (() -> string.format " 11_x" 1650280938) "  625d_49ea"
row "string.format \">#.4G\" 6695722130144.18" (() -> string.format ">#.4G" 6695722130144.18) "6.696E+12"
row "string.format \"x<+#12f\" 0.1" (() -> string.format "x<+#12f" 0.1) "+0.100000xxx"
row "string.format \"= 5e\" 1e+16" (() -> string.format "= 5e" 1e+16) " 1.000000e+16"
row "string.format \" #19,x\" 8840" (() -> string.format " #19,x" 8840) Fails
row "string.format \"-#12\" (-0.0002656794854331568)" (() -> string.format "-#12" (-0.0002656794854331568)) "-0.0002656794854331568"
row "string.format \" #0s\" \"90\"" (() -> string.format " #0s" "90") Fails
row "string.format \"^-,\" \"\"" (() -> string.format "^-," "") Fails
row "string.format \"=-016,\" 0.5" (() -> string.format "=-016," 0.5) "00,000,000,000.5"
row "string.format \" 014.1\" (-0.09477279021849483)" (() -> string.format " 014.1" (-0.09477279021849483)) "-0000000000.09"
row "string.format \"= #4\" (-615510836)" (() -> string.format "= #4" (-615510836)) "-615510836"
row "string.format \"+18g\" 48635411.095540635" (() -> string.format "+18g" 48635411.095540635) "      +4.86354e+07"
row "string.format \"x^+7\" (-4873.676866991732)" (() -> string.format "x^+7" (-4873.676866991732)) "-4873.676866991732"
row "string.format \"+17\" 75589524" (() -> string.format "+17" 75589524) "        +75589524"
row "string.format \"^ \" 964864767" (() -> string.format "^ " 964864767) " 964864767"
row "string.format \"\\u\{e9}< #013.4\" 0.30476032021524047" (() -> string.format "\u{e9}< #013.4" 0.30476032021524047) " 0.3048\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}"
row "string.format \"+018_.8f\" 2.5" (() -> string.format "+018_.8f" 2.5) "+0_000_002.50000000"
row "string.format \"-#.4\" 1.5" (() -> string.format "-#.4" 1.5) "1.500"
row "string.format \"x^-#4\" \"\"" (() -> string.format "x^-#4" "") Fails
row "string.format \"12%\" 1020583699778214.8" (() -> string.format "12%" 1020583699778214.8) "102058369977821472.000000%"
row "string.format \"<7.6\" 0.1" (() -> string.format "<7.6" 0.1) "0.1    "
row "string.format \" #\" (-509655434123.81775)" (() -> string.format " #" (-509655434123.81775)) "-509655434123.81775"
row "string.format \"*=#,.2x\" 480083" (() -> string.format "*=#,.2x" 480083) Fails
row "string.format \"0^ #06,d\" \"1z\"" (() -> string.format "0^ #06,d" "1z") Fails
row "string.format \"\\u\{e9}^.1E\" (-0.0)" (() -> string.format "\u{e9}^.1E" (-0.0)) "-0.0E+00"
row "string.format \"\\u\{e9}=0\" 7218544346489795406" (() -> string.format "\u{e9}=0" 7218544346489795406) "7218544346489795406"
row "string.format \"013_\" 70797426157.13551" (() -> string.format "013_" 70797426157.13551) "70_797_426_157.13551"
row "string.format \"-18f\" (-0.017911382067573502)" (() -> string.format "-18f" (-0.017911382067573502)) "         -0.017911"
row "string.format \"-0F\" 0.00019063500317931158" (() -> string.format "-0F" 0.00019063500317931158) "0.000191"
row "string.format \"= 19\" 9005673123838" (() -> string.format "= 19" 9005673123838) "      9005673123838"
row "string.format \" #\" 9128118649769885023" (() -> string.format " #" 9128118649769885023) " 9128118649769885023"
row "string.format \"+#0\" 0.1" (() -> string.format "+#0" 0.1) "+0.1"
row "string.format \"*^15_\" (-321674680667603526)" (() -> string.format "*^15_" (-321674680667603526)) "-321_674_680_667_603_526"
row "string.format \"#8_\" (-49337330.611519285)" (() -> string.format "#8_" (-49337330.611519285)) "-49_337_330.611519285"
row "string.format \"<#17_.8d\" (-6853831)" (() -> string.format "<#17_.8d" (-6853831)) Fails
row "string.format \" 15s\" \"_.\"" (() -> string.format " 15s" "_.") Fails
row "string.format \"^+0\" (-93826588880)" (() -> string.format "^+0" (-93826588880)) "-93826588880"
row "string.format \"18_F\" 2.5" (() -> string.format "18_F" 2.5) "          2.500000"
row "string.format \"f\" (-0.0)" (() -> string.format "f" (-0.0)) "-0.000000"
row "string.format \">+,b\" 46" (() -> string.format ">+,b" 46) Fails
row "string.format \"0,f\" (-760504975.6766671)" (() -> string.format "0,f" (-760504975.6766671)) "-760,504,975.676667"
row "string.format \"< #2X\" (-902978663588)" (() -> string.format "< #2X" (-902978663588)) "-0XD23DB8F4A4"
row "string.format \"> 12,X\" 4989819741085" (() -> string.format "> 12,X" 4989819741085) Fails
row "string.format \"0g\" (-7.453107043739045e-05)" (() -> string.format "0g" (-7.453107043739045e-05)) "-7.45311e-05"
row "string.format \"*> 7G\" 9.99325119444996e+17" (() -> string.format "*> 7G" 9.99325119444996e+17) " 9.99325E+17"
row "string.format \"+E\" (-0.02490999544765009)" (() -> string.format "+E" (-0.02490999544765009)) "-2.491000E-02"
row "string.format \"=#\" \"9_-9\"" (() -> string.format "=#" "9_-9") Fails
row "string.format \"<11_G\" (-90.14236661292752)" (() -> string.format "<11_G" (-90.14236661292752)) "-90.1424   "
row "string.format \"^6d\" \"Z._A\"" (() -> string.format "^6d" "Z._A") Fails
row "string.format \"=+#010\" (-9784105090213219)" (() -> string.format "=+#010" (-9784105090213219)) "-9784105090213219"
row "string.format \"*< #0_f\" (-20832.77108922108)" (() -> string.format "*< #0_f" (-20832.77108922108)) "-20_832.771089"
row "string.format \"^#G\" 1e+16" (() -> string.format "^#G" 1e+16) "1.00000E+16"
row "string.format \"=+E\" (-0.009832456473119453)" (() -> string.format "=+E" (-0.009832456473119453)) "-9.832456E-03"
row "string.format \"^#_d\" (-3778105.2038404183)" (() -> string.format "^#_d" (-3778105.2038404183)) Fails
row "string.format \"\\u\{e9}<+#.6%\" 1.5" (() -> string.format "\u{e9}<+#.6%" 1.5) "+150.000000%"
row "string.format \"-_d\" 2.5" (() -> string.format "-_d" 2.5) Fails
row "string.format \"+#12\" (-3534357028539.128)" (() -> string.format "+#12" (-3534357028539.128)) "-3534357028539.128"
row "string.format \"*^\" (-98323401229.53387)" (() -> string.format "*^" (-98323401229.53387)) "-98323401229.53387"
row "string.format \" #0\" \"B\"" (() -> string.format " #0" "B") Fails
row "string.format \"13.7b\" 9520283449838754" (() -> string.format "13.7b" 9520283449838754) Fails
row "string.format \"13_.7\" (-25.707674550934367)" (() -> string.format "13_.7" (-25.707674550934367)) "    -25.70767"
row "string.format \"x<02.3F\" 2.5" (() -> string.format "x<02.3F" 2.5) "2.500"
row "string.format \"#018o\" (-52104)" (() -> string.format "#018o" (-52104)) "-0o000000000145610"
row "string.format \" 17\" (-762797257328919)" (() -> string.format " 17" (-762797257328919)) " -762797257328919"
row "string.format \"x^-,s\" \"_1\"" (() -> string.format "x^-,s" "_1") Fails
row "string.format \"-9_\" (-172423094679.95386)" (() -> string.format "-9_" (-172423094679.95386)) "-172_423_094_679.95386"
row "string.format \"x<+0_d\" (-471206006986479)" (() -> string.format "x<+0_d" (-471206006986479)) "-471_206_006_986_479"
row "string.format \"<0.1X\" (-227635667747982013)" (() -> string.format "<0.1X" (-227635667747982013)) Fails
row "string.format \"02,\" (-0.0)" (() -> string.format "02," (-0.0)) "-0.0"
row "string.format \"-16_\" (-0.009513860474261749)" (() -> string.format "-16_" (-0.009513860474261749)) "-0.009513860474261749"
row "string.format \" 0s\" \"AB_z1\"" (() -> string.format " 0s" "AB_z1") Fails
row "string.format \"0<#0\" \"_,b\"" (() -> string.format "0<#0" "_,b") Fails
row "string.format \"^ d\" \"zA\"" (() -> string.format "^ d" "zA") Fails
row "string.format \"03,f\" (-494552614191.00415)" (() -> string.format "03,f" (-494552614191.00415)) "-494,552,614,191.004150"
row "string.format \"015\" \" z9. \"" (() -> string.format "015" " z9. ") " z9. 0000000000"
row "string.format \"-3,\" 2.5" (() -> string.format "-3," 2.5) "2.5"
row "string.format \"*> #_\" \"999\"" (() -> string.format "*> #_" "999") Fails
row "string.format \"<-01.8\" 0.5" (() -> string.format "<-01.8" 0.5) "0.5"
row "string.format \"#04X\" 8059145" (() -> string.format "#04X" 8059145) "0X7AF909"
row "string.format \" 1_\" \"z0Z\"" (() -> string.format " 1_" "z0Z") Fails
row "string.format \">-_g\" 0.0" (() -> string.format ">-_g" 0.0) "0"
row "string.format \"\\u\{e9}^-#04_.1\" 5988057869895811483" (() -> string.format "\u{e9}^-#04_.1" 5988057869895811483) Fails
row "string.format \"0,\" 0.1" (() -> string.format "0," 0.1) "0.1"
row "string.format \"+#2,.6d\" \"\"" (() -> string.format "+#2,.6d" "") Fails
row "string.format \"x=+015_E\" (-5500528466456.456)" (() -> string.format "x=+015_E" (-5500528466456.456)) "-xx5.500528E+12"
row "string.format \"-,\" 0.0" (() -> string.format "-," 0.0) "0.0"
row "string.format \"+13.3d\" \"a9\"" (() -> string.format "+13.3d" "a9") Fails
row "string.format \" 8_.8\" 65250738594907" (() -> string.format " 8_.8" 65250738594907) Fails
row "string.format \"15,\" 3208012760" (() -> string.format "15," 3208012760) "  3,208,012,760"
row "string.format \"<#18\" (-7431307467130212858)" (() -> string.format "<#18" (-7431307467130212858)) "-7431307467130212858"
row "string.format \"x<+011.7\" 70136536665262" (() -> string.format "x<+011.7" 70136536665262) Fails
row "string.format \"0_.7d\" \"\"" (() -> string.format "0_.7d" "") Fails
row "string.format \"\\u\{e9}^-0F\" 8.266610376009424" (() -> string.format "\u{e9}^-0F" 8.266610376009424) "8.266610"
row "string.format \".0d\" \"Z\"" (() -> string.format ".0d" "Z") Fails
row "string.format \"-4\" (-76553166192.1674)" (() -> string.format "-4" (-76553166192.1674)) "-76553166192.1674"
row "string.format \"< \" \" Z0\"" (() -> string.format "< " " Z0") Fails
row "string.format \"<12%\" 0.1" (() -> string.format "<12%" 0.1) "10.000000%  "
row "string.format \"\\u\{e9}>+0_\" 2.5" (() -> string.format "\u{e9}>+0_" 2.5) "+2.5"
row "string.format \"0=-6.4s\" \"\"" (() -> string.format "0=-6.4s" "") Fails
row "string.format \"-#04s\" \"_-B-.\"" (() -> string.format "-#04s" "_-B-.") Fails
row "string.format \"\\u\{e9}<-1e\" 199886697.57794675" (() -> string.format "\u{e9}<-1e" 199886697.57794675) "1.998867e+08"
row "string.format \"0< 017F\" 123456789.0" (() -> string.format "0< 017F" 123456789.0) " 123456789.000000"
row "string.format \"#0d\" \"_,aB\"" (() -> string.format "#0d" "_,aB") Fails
row "string.format \"^ 0_E\" 1e-05" (() -> string.format "^ 0_E" 1e-05) " 1.000000E-05"
row "string.format \"-#12g\" 1.5" (() -> string.format "-#12g" 1.5) "     1.50000"
row "string.format \"+16,\" \"\"" (() -> string.format "+16," "") Fails
row "string.format \"\\u\{e9}< 8,.2\" \"_0\"" (() -> string.format "\u{e9}< 8,.2" "_0") Fails
row "string.format \"0f\" (-121071818325127.14)" (() -> string.format "0f" (-121071818325127.14)) "-121071818325127.140625"
row "string.format \"0>#0_\" 435873674.6966614" (() -> string.format "0>#0_" 435873674.6966614) "435_873_674.6966614"
row "string.format \" #.8F\" 0.5" (() -> string.format " #.8F" 0.5) " 0.50000000"
row "string.format \"+07\" \"B -z\"" (() -> string.format "+07" "B -z") Fails
row "string.format \" #_.0s\" \"\"" (() -> string.format " #_.0s" "") Fails
row "string.format \"-#_\" 123456789.0" (() -> string.format "-#_" 123456789.0) "123_456_789.0"
row "string.format \",\" 60246973884.587" (() -> string.format "," 60246973884.587) "60,246,973,884.587"
row "string.format \"+012d\" \",B0\"" (() -> string.format "+012d" ",B0") Fails
row "string.format \"<017x\" 9530607280" (() -> string.format "<017x" 9530607280) "2381186b000000000"
row "string.format \"<+.7%\" (-7223005054712.619)" (() -> string.format "<+.7%" (-7223005054712.619)) "-722300505471261.8750000%"
row "string.format \"#_\" 5111928635837106.0" (() -> string.format "#_" 5111928635837106.0) "5_111_928_635_837_106.0"
row "string.format \"018.6\" 0.5" (() -> string.format "018.6" 0.5) "0000000000000000.5"
row "string.format \"x^+b\" (-628525)" (() -> string.format "x^+b" (-628525)) "-10011001011100101101"
row "string.format \"+18_\" (-637301153273)" (() -> string.format "+18_" (-637301153273)) "  -637_301_153_273"
row "string.format \"= E\" (-416.48853206413696)" (() -> string.format "= E" (-416.48853206413696)) "-4.164885E+02"
row "string.format \"+0\" (-94832566461829806)" (() -> string.format "+0" (-94832566461829806)) "-94832566461829806"
row "string.format \"^04\" \"z \"" (() -> string.format "^04" "z ") "0z 0"
row "string.format \"d\" \"-1\"" (() -> string.format "d" "-1") Fails
row "string.format \"-06,.5\" (-984132270510723)" (() -> string.format "-06,.5" (-984132270510723)) Fails
row "string.format \"0<-.3d\" 0.1" (() -> string.format "0<-.3d" 0.1) Fails
row "string.format \"08\" (-0.0)" (() -> string.format "08" (-0.0)) "-00000.0"
row "string.format \"#10_.0\" \"z\"" (() -> string.format "#10_.0" "z") Fails
row "string.format \"+10_.1\" \"az\"" (() -> string.format "+10_.1" "az") Fails
row "string.format \"*=#,E\" 0.5" (() -> string.format "*=#,E" 0.5) "5.000000E-01"
row "string.format \"\\u\{e9}^ 15e\" (-5590672.987506662)" (() -> string.format "\u{e9}^ 15e" (-5590672.987506662)) "\u{e9}-5.590673e+06\u{e9}"
row "string.format \"+19_G\" (-276482878.4644533)" (() -> string.format "+19_G" (-276482878.4644533)) "       -2.76483E+08"
row "string.format \"1\" 0.5" (() -> string.format "1" 0.5) "0.5"
row "string.format \"0>19F\" (-6.162987959070736e-08)" (() -> string.format "0>19F" (-6.162987959070736e-08)) "0000000000-0.000000"
row "string.format \"*>-13.4o\" 9587545540670" (() -> string.format "*>-13.4o" 9587545540670) Fails
row "string.format \"^7.0\" \"_,_  \"" (() -> string.format "^7.0" "_,_  ") "       "
row "string.format \"05,.7\" 31.929729549873677" (() -> string.format "05,.7" 31.929729549873677) "31.92973"
row "string.format \"0>#0,.1g\" 0.04047547275079125" (() -> string.format "0>#0,.1g" 0.04047547275079125) "0.04"
row "string.format \"=-0.3G\" (-8413689.885219658)" (() -> string.format "=-0.3G" (-8413689.885219658)) "-8.41E+06"
row "string.format \"^-#15e\" (-0.0)" (() -> string.format "^-#15e" (-0.0)) " -0.000000e+00 "
row "string.format \"\\u\{e9}>#8.8\" \"9.\"" (() -> string.format "\u{e9}>#8.8" "9.") Fails
row "string.format \"-\" 123456789.0" (() -> string.format "-" 123456789.0) "123456789.0"
row "string.format \">-.0X\" 65041687334" (() -> string.format ">-.0X" 65041687334) Fails
row "string.format \"^4,.4X\" (-3850273198)" (() -> string.format "^4,.4X" (-3850273198)) Fails
row "string.format \"#10.3s\" \"\"" (() -> string.format "#10.3s" "") Fails
row "string.format \"*=+3,X\" 528866072737336" (() -> string.format "*=+3,X" 528866072737336) Fails
row "string.format \"\\u\{e9}< .1\" (-311772789106515770)" (() -> string.format "\u{e9}< .1" (-311772789106515770)) Fails
row "string.format \"\\u\{e9}= 16s\" \"---\"" (() -> string.format "\u{e9}= 16s" "---") Fails
row "string.format \"\\u\{e9}< #d\" 4.643885591473107e-09" (() -> string.format "\u{e9}< #d" 4.643885591473107e-09) Fails
row "string.format \"*> #16_E\" (-721542588.345571)" (() -> string.format "*> #16_E" (-721542588.345571)) "***-7.215426E+08"
row "string.format \"x> G\" 0.5161547442071401" (() -> string.format "x> G" 0.5161547442071401) " 0.516155"
row "string.format \"#,g\" 7355621499100762.0" (() -> string.format "#,g" 7355621499100762.0) "7.35562e+15"
row "string.format \"\" (-41535.93085902294)" (() -> string.format "" (-41535.93085902294)) "-41535.93085902294"
row "string.format \"0^\" 7956425519688342.0" (() -> string.format "0^" 7956425519688342.0) "7956425519688342.0"
row "string.format \"+\" \"z-bz \"" (() -> string.format "+" "z-bz ") Fails
row "string.format \"-#\" 6439556461" (() -> string.format "-#" 6439556461) "6439556461"
row "string.format \"+8\" \"1\"" (() -> string.format "+8" "1") Fails
row "string.format \"11\" \"A,1\"" (() -> string.format "11" "A,1") "A,1        "
row "string.format \"=+#12e\" 135756390.50594246" (() -> string.format "=+#12e" 135756390.50594246) "+1.357564e+08"
row "string.format \">-15,\" \"A1\"" (() -> string.format ">-15," "A1") Fails
row "string.format \"> #17,d\" 36583964" (() -> string.format "> #17,d" 36583964) "       36,583,964"
row "string.format \"*>#16.4\" \"bA \"" (() -> string.format "*>#16.4" "bA ") Fails
row "string.format \"=-015\" 917039118713589603" (() -> string.format "=-015" 917039118713589603) "917039118713589603"
row "string.format \"-#0\" \"\"" (() -> string.format "-#0" "") Fails
row "string.format \"0=0e\" (-96.64586891994227)" (() -> string.format "0=0e" (-96.64586891994227)) "-9.664587e+01"
row "string.format \"=+#x\" (-351731442956)" (() -> string.format "=+#x" (-351731442956)) "-0x51e4d3e50c"
row "string.format \"-03,\" 123456789.0" (() -> string.format "-03," 123456789.0) "123,456,789.0"
row "string.format \"^ 6_\" \"9-,\"" (() -> string.format "^ 6_" "9-,") Fails
row "string.format \"+5_.4d\" \"z-a0Z\"" (() -> string.format "+5_.4d" "z-a0Z") Fails
row "string.format \" #,\" 336752973290" (() -> string.format " #," 336752973290) " 336,752,973,290"
row "string.format \"\\u\{e9}>-1d\" \" 1BAb\"" (() -> string.format "\u{e9}>-1d" " 1BAb") Fails
row "string.format \"+#0s\" \"b919,\"" (() -> string.format "+#0s" "b919,") Fails
row "string.format \"<+#G\" 0.008649761305544233" (() -> string.format "<+#G" 0.008649761305544233) "+0.00864976"
row "string.format \"18d\" (-3.5929866715762593)" (() -> string.format "18d" (-3.5929866715762593)) Fails
row "string.format \"<+#_\" \"0B-_ \"" (() -> string.format "<+#_" "0B-_ ") Fails
row "string.format \"d\" \"-1.\"" (() -> string.format "d" "-1.") Fails
row "string.format \"<-11G\" 1e+16" (() -> string.format "<-11G" 1e+16) "1E+16      "
row "string.format \">6_\" \".Z\"" (() -> string.format ">6_" ".Z") Fails
row "string.format \">-#19_.5\" \"\"" (() -> string.format ">-#19_.5" "") Fails
row "string.format \"^-#0_.8\" 69888663019738" (() -> string.format "^-#0_.8" 69888663019738) Fails
row "string.format \",\" \" bb \"" (() -> string.format "," " bb ") Fails
row "string.format \"*^#,G\" (-875.9418144077389)" (() -> string.format "*^#,G" (-875.9418144077389)) "-875.942"
row "string.format \"#14.4e\" (-3.8254265093048256)" (() -> string.format "#14.4e" (-3.8254265093048256)) "   -3.8254e+00"
row "string.format \"\\u\{e9}= 0\" \".BaA\"" (() -> string.format "\u{e9}= 0" ".BaA") Fails
row "string.format \" .1G\" 7.170013385703723e-08" (() -> string.format " .1G" 7.170013385703723e-08) " 7E-08"
row "string.format \"0_\" \" azZ\"" (() -> string.format "0_" " azZ") Fails
row "string.format \" 015,.4d\" (-0.0)" (() -> string.format " 015,.4d" (-0.0)) Fails
row "string.format \"^-,s\" \"-0,b\"" (() -> string.format "^-,s" "-0,b") Fails
row "string.format \"-0,\" 52549657242" (() -> string.format "-0," 52549657242) "52,549,657,242"
row "string.format \"\\u\{e9}^+_\" 6.377231694076575" (() -> string.format "\u{e9}^+_" 6.377231694076575) "+6.377231694076575"
row "string.format \"9.5\" \" Z9,.\"" (() -> string.format "9.5" " Z9,.") " Z9,.    "
row "string.format \"<-18.6o\" (-20356267168444)" (() -> string.format "<-18.6o" (-20356267168444)) Fails
row "string.format \"*=0,f\" (-203.18465418630072)" (() -> string.format "*=0,f" (-203.18465418630072)) "-203.184654"
row "string.format \"\\u\{e9}>10\" 52" (() -> string.format "\u{e9}>10" 52) "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}52"
row "string.format \"+\" (-7055585440056071)" (() -> string.format "+" (-7055585440056071)) "-7055585440056071"
row "string.format \"-#_d\" \"\"" (() -> string.format "-#_d" "") Fails
row "string.format \">.2\" \"-zbZ1\"" (() -> string.format ">.2" "-zbZ1") "-z"
row "string.format \".1e\" 0.1" (() -> string.format ".1e" 0.1) "1.0e-01"
row "string.format \"0<\" (-0.0810508645840145)" (() -> string.format "0<" (-0.0810508645840145)) "-0.0810508645840145"
row "string.format \"x<-1,\" (-576427686931447)" (() -> string.format "x<-1," (-576427686931447)) "-576,427,686,931,447"
row "string.format \"-0\" 43096026.56799301" (() -> string.format "-0" 43096026.56799301) "43096026.56799301"
row "string.format \"< 05\" (-307334307569277.8)" (() -> string.format "< 05" (-307334307569277.8)) "-307334307569277.8"
row "string.format \"+3.3G\" (-5.906929910287322e-07)" (() -> string.format "+3.3G" (-5.906929910287322e-07)) "-5.91E-07"
row "string.format \"#016d\" (-1185875997410867178)" (() -> string.format "#016d" (-1185875997410867178)) "-1185875997410867178"
row "string.format \"\\u\{e9}=17_\" 0.1" (() -> string.format "\u{e9}=17_" 0.1) "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}0.1"
row "string.format \"*>-0\" \"  Z_\"" (() -> string.format "*>-0" "  Z_") Fails
row "string.format \"^-.5\" 0.0012849891357617628" (() -> string.format "^-.5" 0.0012849891357617628) "0.001285"
row "string.format \"+9_\" 2.5" (() -> string.format "+9_" 2.5) "     +2.5"
row "string.format \"<0.0\" (-3779943447045282679)" (() -> string.format "<0.0" (-3779943447045282679)) Fails
row "string.format \"-15,.5\" 9648996198759138" (() -> string.format "-15,.5" 9648996198759138) Fails
row "string.format \"\\u\{e9}> #_\" \"\"" (() -> string.format "\u{e9}> #_" "") Fails
row "string.format \"-.5f\" 2.407437771039842e-08" (() -> string.format "-.5f" 2.407437771039842e-08) "0.00000"
row "string.format \"\\u\{e9}<+15.5\" 3543444219554291940" (() -> string.format "\u{e9}<+15.5" 3543444219554291940) Fails
row "string.format \"= 019,d\" \"A A-\"" (() -> string.format "= 019,d" "A A-") Fails
row "string.format \"0.2\" 0.5" (() -> string.format "0.2" 0.5) "0.5"
row "string.format \"<1_.0\" 0.1" (() -> string.format "<1_.0" 0.1) "0.1"
print "{cell.get differing} differ"
# expect: 0 differ
