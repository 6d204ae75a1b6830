# What dates functions give is what Python's give.
# `tests/random/library.py dates` has written this file.
differing = cell 0
row = text f expected -> {
    found = match try f () { Ok v -> v, Err _ -> Fails }
    if found != expected {
        print "{text}: {show found}, not {show expected}"
        cell.update (n -> n + 1) differing
    }
}
row "time.format \"%p %u %T %j\" 7036726980" (() -> time.format "%p %u %T %j" 7036726980) "PM 2 14:23:00 360"
row "time.week 7036726980" (() -> time.week 7036726980) (2192, 52)
row "time.show 7036726980" (() -> time.show 7036726980) "2192-12-25T14:23:00Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"2192-12-25 14:23:00\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "2192-12-25 14:23:00") 7036726980
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"25 December 2192, 02:23 PM 00\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "25 December 2192, 02:23 PM 00") 7036726980
row "time.parse_with \"%Y %j %H%M%S\" \"2192 360 142300\"" (() -> time.parse_with "%Y %j %H%M%S" "2192 360 142300") 7036726980
row "time.parse_with \"%a %b %d %T %Y\" \"Tue Dec 25 14:23:00 2192\"" (() -> time.parse_with "%a %b %d %T %Y" "Tue Dec 25 14:23:00 2192") 7036726980
row "time.parse_with \"%G-W%V-%u %T\" \"2192-W52-2 14:23:00\"" (() -> time.parse_with "%G-W%V-%u %T" "2192-W52-2 14:23:00") 7036726980
row "time.parse \"2192-12-26T03:18:00+12:55\"" (() -> time.parse "2192-12-26T03:18:00+12:55") 7036726980
row "time.parse_with \"%F %T%z\" \"2192-12-26 03:18:00+1255\"" (() -> time.parse_with "%F %T%z" "2192-12-26 03:18:00+1255") 7036726980
row "time.date 4439 2 32" (() -> time.date 4439 2 32) Fails
row "time.format \"%Y %R %p %b\" 183432757298" (() -> time.format "%Y %R %p %b" 183432757298) "7782 07:41 AM Oct"
row "time.week 183432757298" (() -> time.week 183432757298) (7782, 40)
row "time.show 183432757298" (() -> time.show 183432757298) "7782-10-02T07:41:38Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"7782-10-02 07:41:38\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "7782-10-02 07:41:38") 183432757298
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"02 October 7782, 07:41 AM 38\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "02 October 7782, 07:41 AM 38") 183432757298
row "time.parse_with \"%Y %j %H%M%S\" \"7782 275 074138\"" (() -> time.parse_with "%Y %j %H%M%S" "7782 275 074138") 183432757298
row "time.parse_with \"%a %b %d %T %Y\" \"Wed Oct 02 07:41:38 7782\"" (() -> time.parse_with "%a %b %d %T %Y" "Wed Oct 02 07:41:38 7782") 183432757298
row "time.parse_with \"%G-W%V-%u %T\" \"7782-W40-3 07:41:38\"" (() -> time.parse_with "%G-W%V-%u %T" "7782-W40-3 07:41:38") 183432757298
row "time.parse \"7782-10-02T18:18:38+10:37\"" (() -> time.parse "7782-10-02T18:18:38+10:37") 183432757298
row "time.parse_with \"%F %T%z\" \"7782-10-02 18:18:38+1037\"" (() -> time.parse_with "%F %T%z" "7782-10-02 18:18:38+1037") 183432757298
row "time.date 4748 10 7" (() -> time.date 4748 10 7) 87689347200
row "time.format \"%G %Y %j %D\" 145037605305" (() -> time.format "%G %Y %j %D" 145037605305) "6566 6566 021 01/21/66"
row "time.week 145037605305" (() -> time.week 145037605305) (6566, 4)
row "time.show 145037605305" (() -> time.show 145037605305) "6566-01-21T23:41:45Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"6566-01-21 23:41:45\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "6566-01-21 23:41:45") 145037605305
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"21 January 6566, 11:41 PM 45\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "21 January 6566, 11:41 PM 45") 145037605305
row "time.parse_with \"%Y %j %H%M%S\" \"6566 021 234145\"" (() -> time.parse_with "%Y %j %H%M%S" "6566 021 234145") 145037605305
row "time.parse_with \"%a %b %d %T %Y\" \"Tue Jan 21 23:41:45 6566\"" (() -> time.parse_with "%a %b %d %T %Y" "Tue Jan 21 23:41:45 6566") 145037605305
row "time.parse_with \"%G-W%V-%u %T\" \"6566-W04-2 23:41:45\"" (() -> time.parse_with "%G-W%V-%u %T" "6566-W04-2 23:41:45") 145037605305
row "time.parse \"6566-01-21T17:04:45-06:37\"" (() -> time.parse "6566-01-21T17:04:45-06:37") 145037605305
row "time.parse_with \"%F %T%z\" \"6566-01-21 17:04:45-0637\"" (() -> time.parse_with "%F %T%z" "6566-01-21 17:04:45-0637") 145037605305
row "time.date 7915 12 2" (() -> time.date 7915 12 2) 187634966400
row "time.format \"%u %G %y %A\" 91915011388" (() -> time.format "%u %G %y %A" 91915011388) "3 4882 82 Wednesday"
row "time.week 91915011388" (() -> time.week 91915011388) (4882, 36)
row "time.show 91915011388" (() -> time.show 91915011388) "4882-09-02T03:36:28Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"4882-09-02 03:36:28\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "4882-09-02 03:36:28") 91915011388
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"02 September 4882, 03:36 AM 28\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "02 September 4882, 03:36 AM 28") 91915011388
row "time.parse_with \"%Y %j %H%M%S\" \"4882 245 033628\"" (() -> time.parse_with "%Y %j %H%M%S" "4882 245 033628") 91915011388
row "time.parse_with \"%a %b %d %T %Y\" \"Wed Sep 02 03:36:28 4882\"" (() -> time.parse_with "%a %b %d %T %Y" "Wed Sep 02 03:36:28 4882") 91915011388
row "time.parse_with \"%G-W%V-%u %T\" \"4882-W36-3 03:36:28\"" (() -> time.parse_with "%G-W%V-%u %T" "4882-W36-3 03:36:28") 91915011388
row "time.parse \"4882-09-01T21:28:28-06:08\"" (() -> time.parse "4882-09-01T21:28:28-06:08") 91915011388
row "time.parse_with \"%F %T%z\" \"4882-09-01 21:28:28-0608\"" (() -> time.parse_with "%F %T%z" "4882-09-01 21:28:28-0608") 91915011388
row "time.date 4584 13 30" (() -> time.date 4584 13 30) Fails
row "time.format \"%I %G %T %H\" 132393424759" (() -> time.format "%I %G %T %H" 132393424759) "07 6165 07:19:19 07"
row "time.week 132393424759" (() -> time.week 132393424759) (6165, 20)
row "time.show 132393424759" (() -> time.show 132393424759) "6165-05-19T07:19:19Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"6165-05-19 07:19:19\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "6165-05-19 07:19:19") 132393424759
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"19 May 6165, 07:19 AM 19\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "19 May 6165, 07:19 AM 19") 132393424759
row "time.parse_with \"%Y %j %H%M%S\" \"6165 139 071919\"" (() -> time.parse_with "%Y %j %H%M%S" "6165 139 071919") 132393424759
row "time.parse_with \"%a %b %d %T %Y\" \"Sun May 19 07:19:19 6165\"" (() -> time.parse_with "%a %b %d %T %Y" "Sun May 19 07:19:19 6165") 132393424759
row "time.parse_with \"%G-W%V-%u %T\" \"6165-W20-7 07:19:19\"" (() -> time.parse_with "%G-W%V-%u %T" "6165-W20-7 07:19:19") 132393424759
row "time.parse \"6165-05-18T23:39:19-07:40\"" (() -> time.parse "6165-05-18T23:39:19-07:40") 132393424759
row "time.parse_with \"%F %T%z\" \"6165-05-18 23:39:19-0740\"" (() -> time.parse_with "%F %T%z" "6165-05-18 23:39:19-0740") 132393424759
row "time.date 5856 2 22" (() -> time.date 5856 2 22) 122634777600
row "time.format \"%D %f %B %V\" 205472146478" (() -> time.format "%D %f %B %V" 205472146478) "02/24/81 000000 February 09"
row "time.week 205472146478" (() -> time.week 205472146478) (8481, 9)
row "time.show 205472146478" (() -> time.show 205472146478) "8481-02-24T20:14:38Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"8481-02-24 20:14:38\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "8481-02-24 20:14:38") 205472146478
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"24 February 8481, 08:14 PM 38\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "24 February 8481, 08:14 PM 38") 205472146478
row "time.parse_with \"%Y %j %H%M%S\" \"8481 055 201438\"" (() -> time.parse_with "%Y %j %H%M%S" "8481 055 201438") 205472146478
row "time.parse_with \"%a %b %d %T %Y\" \"Mon Feb 24 20:14:38 8481\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon Feb 24 20:14:38 8481") 205472146478
row "time.parse_with \"%G-W%V-%u %T\" \"8481-W09-1 20:14:38\"" (() -> time.parse_with "%G-W%V-%u %T" "8481-W09-1 20:14:38") 205472146478
row "time.parse \"8481-02-24T23:16:38+03:02\"" (() -> time.parse "8481-02-24T23:16:38+03:02") 205472146478
row "time.parse_with \"%F %T%z\" \"8481-02-24 23:16:38+0302\"" (() -> time.parse_with "%F %T%z" "8481-02-24 23:16:38+0302") 205472146478
row "time.date 9278 7 3" (() -> time.date 9278 7 3) 230634086400
row "time.format \"%j %I %D %S\" 104596321340" (() -> time.format "%j %I %D %S" 104596321340) "192 01 07/10/84 20"
row "time.week 104596321340" (() -> time.week 104596321340) (5284, 28)
row "time.show 104596321340" (() -> time.show 104596321340) "5284-07-10T13:42:20Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"5284-07-10 13:42:20\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "5284-07-10 13:42:20") 104596321340
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"10 July 5284, 01:42 PM 20\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "10 July 5284, 01:42 PM 20") 104596321340
row "time.parse_with \"%Y %j %H%M%S\" \"5284 192 134220\"" (() -> time.parse_with "%Y %j %H%M%S" "5284 192 134220") 104596321340
row "time.parse_with \"%a %b %d %T %Y\" \"Mon Jul 10 13:42:20 5284\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon Jul 10 13:42:20 5284") 104596321340
row "time.parse_with \"%G-W%V-%u %T\" \"5284-W28-1 13:42:20\"" (() -> time.parse_with "%G-W%V-%u %T" "5284-W28-1 13:42:20") 104596321340
row "time.parse \"5284-07-10T12:13:20-01:29\"" (() -> time.parse "5284-07-10T12:13:20-01:29") 104596321340
row "time.parse_with \"%F %T%z\" \"5284-07-10 12:13:20-0129\"" (() -> time.parse_with "%F %T%z" "5284-07-10 12:13:20-0129") 104596321340
row "time.date 9991 12 24" (() -> time.date 9991 12 24) 253149148800
row "time.format \"%H %S %w %j\" 210279320057" (() -> time.format "%H %S %w %j" 210279320057) "10 17 4 178"
row "time.week 210279320057" (() -> time.week 210279320057) (8633, 26)
row "time.show 210279320057" (() -> time.show 210279320057) "8633-06-27T10:14:17Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"8633-06-27 10:14:17\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "8633-06-27 10:14:17") 210279320057
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"27 June 8633, 10:14 AM 17\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "27 June 8633, 10:14 AM 17") 210279320057
row "time.parse_with \"%Y %j %H%M%S\" \"8633 178 101417\"" (() -> time.parse_with "%Y %j %H%M%S" "8633 178 101417") 210279320057
row "time.parse_with \"%a %b %d %T %Y\" \"Thu Jun 27 10:14:17 8633\"" (() -> time.parse_with "%a %b %d %T %Y" "Thu Jun 27 10:14:17 8633") 210279320057
row "time.parse_with \"%G-W%V-%u %T\" \"8633-W26-4 10:14:17\"" (() -> time.parse_with "%G-W%V-%u %T" "8633-W26-4 10:14:17") 210279320057
row "time.parse \"8633-06-27T08:52:17-01:22\"" (() -> time.parse "8633-06-27T08:52:17-01:22") 210279320057
row "time.parse_with \"%F %T%z\" \"8633-06-27 08:52:17-0122\"" (() -> time.parse_with "%F %T%z" "8633-06-27 08:52:17-0122") 210279320057
row "time.date 9023 12 2" (() -> time.date 9023 12 2) 222600096000
row "time.format \"%F %V %j %T\" (-7119672856)" (() -> time.format "%F %V %j %T" (-7119672856)) "1744-05-21 21 142 09:05:44"
row "time.week (-7119672856)" (() -> time.week (-7119672856)) (1744, 21)
row "time.show (-7119672856)" (() -> time.show (-7119672856)) "1744-05-21T09:05:44Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"1744-05-21 09:05:44\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "1744-05-21 09:05:44") (-7119672856)
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"21 May 1744, 09:05 AM 44\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "21 May 1744, 09:05 AM 44") (-7119672856)
row "time.parse_with \"%Y %j %H%M%S\" \"1744 142 090544\"" (() -> time.parse_with "%Y %j %H%M%S" "1744 142 090544") (-7119672856)
row "time.parse_with \"%a %b %d %T %Y\" \"Thu May 21 09:05:44 1744\"" (() -> time.parse_with "%a %b %d %T %Y" "Thu May 21 09:05:44 1744") (-7119672856)
row "time.parse_with \"%G-W%V-%u %T\" \"1744-W21-4 09:05:44\"" (() -> time.parse_with "%G-W%V-%u %T" "1744-W21-4 09:05:44") (-7119672856)
row "time.parse \"1744-05-21T00:53:44-08:12\"" (() -> time.parse "1744-05-21T00:53:44-08:12") (-7119672856)
row "time.parse_with \"%F %T%z\" \"1744-05-21 00:53:44-0812\"" (() -> time.parse_with "%F %T%z" "1744-05-21 00:53:44-0812") (-7119672856)
row "time.date 3762 9 15" (() -> time.date 3762 9 15) 56572300800
row "time.format \"%G %y %j %w\" (-22097269637)" (() -> time.format "%G %y %j %w" (-22097269637)) "1269 69 279 0"
row "time.week (-22097269637)" (() -> time.week (-22097269637)) (1269, 40)
row "time.show (-22097269637)" (() -> time.show (-22097269637)) "1269-10-06T13:32:43Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"1269-10-06 13:32:43\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "1269-10-06 13:32:43") (-22097269637)
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"06 October 1269, 01:32 PM 43\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "06 October 1269, 01:32 PM 43") (-22097269637)
row "time.parse_with \"%Y %j %H%M%S\" \"1269 279 133243\"" (() -> time.parse_with "%Y %j %H%M%S" "1269 279 133243") (-22097269637)
row "time.parse_with \"%a %b %d %T %Y\" \"Sun Oct 06 13:32:43 1269\"" (() -> time.parse_with "%a %b %d %T %Y" "Sun Oct 06 13:32:43 1269") (-22097269637)
row "time.parse_with \"%G-W%V-%u %T\" \"1269-W40-7 13:32:43\"" (() -> time.parse_with "%G-W%V-%u %T" "1269-W40-7 13:32:43") (-22097269637)
row "time.parse \"1269-10-06T11:16:43-02:16\"" (() -> time.parse "1269-10-06T11:16:43-02:16") (-22097269637)
row "time.parse_with \"%F %T%z\" \"1269-10-06 11:16:43-0216\"" (() -> time.parse_with "%F %T%z" "1269-10-06 11:16:43-0216") (-22097269637)
row "time.date 6788 8 18" (() -> time.date 6788 8 18) 152061235200
row "time.format \"%% %w %M %G\" (-27477474049)" (() -> time.format "%% %w %M %G" (-27477474049)) "% 1 19 1099"
row "time.week (-27477474049)" (() -> time.week (-27477474049)) (1099, 15)
row "time.show (-27477474049)" (() -> time.show (-27477474049)) "1099-04-10T16:19:11Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"1099-04-10 16:19:11\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "1099-04-10 16:19:11") (-27477474049)
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"10 April 1099, 04:19 PM 11\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "10 April 1099, 04:19 PM 11") (-27477474049)
row "time.parse_with \"%Y %j %H%M%S\" \"1099 100 161911\"" (() -> time.parse_with "%Y %j %H%M%S" "1099 100 161911") (-27477474049)
row "time.parse_with \"%a %b %d %T %Y\" \"Mon Apr 10 16:19:11 1099\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon Apr 10 16:19:11 1099") (-27477474049)
row "time.parse_with \"%G-W%V-%u %T\" \"1099-W15-1 16:19:11\"" (() -> time.parse_with "%G-W%V-%u %T" "1099-W15-1 16:19:11") (-27477474049)
row "time.parse \"1099-04-10T09:19:11-07:00\"" (() -> time.parse "1099-04-10T09:19:11-07:00") (-27477474049)
row "time.parse_with \"%F %T%z\" \"1099-04-10 09:19:11-0700\"" (() -> time.parse_with "%F %T%z" "1099-04-10 09:19:11-0700") (-27477474049)
row "time.date 7981 1 31" (() -> time.date 7981 1 31) 189691459200
row "time.format \"%f %w %I %u\" 170694936780" (() -> time.format "%f %w %I %u" 170694936780) "000000 1 08 1"
row "time.week 170694936780" (() -> time.week 170694936780) (7379, 6)
row "time.show 170694936780" (() -> time.show 170694936780) "7379-02-08T20:13:00Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"7379-02-08 20:13:00\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "7379-02-08 20:13:00") 170694936780
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"08 February 7379, 08:13 PM 00\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "08 February 7379, 08:13 PM 00") 170694936780
row "time.parse_with \"%Y %j %H%M%S\" \"7379 039 201300\"" (() -> time.parse_with "%Y %j %H%M%S" "7379 039 201300") 170694936780
row "time.parse_with \"%a %b %d %T %Y\" \"Mon Feb 08 20:13:00 7379\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon Feb 08 20:13:00 7379") 170694936780
row "time.parse_with \"%G-W%V-%u %T\" \"7379-W06-1 20:13:00\"" (() -> time.parse_with "%G-W%V-%u %T" "7379-W06-1 20:13:00") 170694936780
row "time.parse \"7379-02-09T09:58:00+13:45\"" (() -> time.parse "7379-02-09T09:58:00+13:45") 170694936780
row "time.parse_with \"%F %T%z\" \"7379-02-09 09:58:00+1345\"" (() -> time.parse_with "%F %T%z" "7379-02-09 09:58:00+1345") 170694936780
row "time.date 6845 7 23" (() -> time.date 6845 7 23) 153857750400
row "time.format \"%y %T %S %G\" 219920103706" (() -> time.format "%y %T %S %G" 219920103706) "38 13:41:46 46 8938"
row "time.week 219920103706" (() -> time.week 219920103706) (8938, 52)
row "time.show 219920103706" (() -> time.show 219920103706) "8938-12-28T13:41:46Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"8938-12-28 13:41:46\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "8938-12-28 13:41:46") 219920103706
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"28 December 8938, 01:41 PM 46\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "28 December 8938, 01:41 PM 46") 219920103706
row "time.parse_with \"%Y %j %H%M%S\" \"8938 362 134146\"" (() -> time.parse_with "%Y %j %H%M%S" "8938 362 134146") 219920103706
row "time.parse_with \"%a %b %d %T %Y\" \"Sun Dec 28 13:41:46 8938\"" (() -> time.parse_with "%a %b %d %T %Y" "Sun Dec 28 13:41:46 8938") 219920103706
row "time.parse_with \"%G-W%V-%u %T\" \"8938-W52-7 13:41:46\"" (() -> time.parse_with "%G-W%V-%u %T" "8938-W52-7 13:41:46") 219920103706
row "time.parse \"8938-12-28T19:37:46+05:56\"" (() -> time.parse "8938-12-28T19:37:46+05:56") 219920103706
row "time.parse_with \"%F %T%z\" \"8938-12-28 19:37:46+0556\"" (() -> time.parse_with "%F %T%z" "8938-12-28 19:37:46+0556") 219920103706
row "time.date 3961 14 6" (() -> time.date 3961 14 6) Fails
row "time.format \"%D %d %Y %p\" (-12333875263)" (() -> time.format "%D %d %Y %p" (-12333875263)) "02/26/79 26 1579 PM"
row "time.week (-12333875263)" (() -> time.week (-12333875263)) (1579, 9)
row "time.show (-12333875263)" (() -> time.show (-12333875263)) "1579-02-26T19:32:17Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"1579-02-26 19:32:17\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "1579-02-26 19:32:17") (-12333875263)
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"26 February 1579, 07:32 PM 17\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "26 February 1579, 07:32 PM 17") (-12333875263)
row "time.parse_with \"%Y %j %H%M%S\" \"1579 057 193217\"" (() -> time.parse_with "%Y %j %H%M%S" "1579 057 193217") (-12333875263)
row "time.parse_with \"%a %b %d %T %Y\" \"Mon Feb 26 19:32:17 1579\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon Feb 26 19:32:17 1579") (-12333875263)
row "time.parse_with \"%G-W%V-%u %T\" \"1579-W09-1 19:32:17\"" (() -> time.parse_with "%G-W%V-%u %T" "1579-W09-1 19:32:17") (-12333875263)
row "time.parse \"1579-02-26T06:01:17-13:31\"" (() -> time.parse "1579-02-26T06:01:17-13:31") (-12333875263)
row "time.parse_with \"%F %T%z\" \"1579-02-26 06:01:17-1331\"" (() -> time.parse_with "%F %T%z" "1579-02-26 06:01:17-1331") (-12333875263)
row "time.date 5607 4 18" (() -> time.date 5607 4 18) 114781881600
row "time.format \"%d %S %b %w\" 70857528335" (() -> time.format "%d %S %b %w" 70857528335) "22 35 May 1"
row "time.week 70857528335" (() -> time.week 70857528335) (4215, 21)
row "time.show 70857528335" (() -> time.show 70857528335) "4215-05-22T06:45:35Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"4215-05-22 06:45:35\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "4215-05-22 06:45:35") 70857528335
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"22 May 4215, 06:45 AM 35\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "22 May 4215, 06:45 AM 35") 70857528335
row "time.parse_with \"%Y %j %H%M%S\" \"4215 142 064535\"" (() -> time.parse_with "%Y %j %H%M%S" "4215 142 064535") 70857528335
row "time.parse_with \"%a %b %d %T %Y\" \"Mon May 22 06:45:35 4215\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon May 22 06:45:35 4215") 70857528335
row "time.parse_with \"%G-W%V-%u %T\" \"4215-W21-1 06:45:35\"" (() -> time.parse_with "%G-W%V-%u %T" "4215-W21-1 06:45:35") 70857528335
row "time.parse \"4215-05-21T22:29:35-08:16\"" (() -> time.parse "4215-05-21T22:29:35-08:16") 70857528335
row "time.parse_with \"%F %T%z\" \"4215-05-21 22:29:35-0816\"" (() -> time.parse_with "%F %T%z" "4215-05-21 22:29:35-0816") 70857528335
row "time.date 5471 11 19" (() -> time.date 5471 11 19) 110508710400
row "time.format \"%Y %B %j %a\" 241355702691" (() -> time.format "%Y %B %j %a" 241355702691) "9618 April 094 Wed"
row "time.week 241355702691" (() -> time.week 241355702691) (9618, 14)
row "time.show 241355702691" (() -> time.show 241355702691) "9618-04-04T18:44:51Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"9618-04-04 18:44:51\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "9618-04-04 18:44:51") 241355702691
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"04 April 9618, 06:44 PM 51\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "04 April 9618, 06:44 PM 51") 241355702691
row "time.parse_with \"%Y %j %H%M%S\" \"9618 094 184451\"" (() -> time.parse_with "%Y %j %H%M%S" "9618 094 184451") 241355702691
row "time.parse_with \"%a %b %d %T %Y\" \"Wed Apr 04 18:44:51 9618\"" (() -> time.parse_with "%a %b %d %T %Y" "Wed Apr 04 18:44:51 9618") 241355702691
row "time.parse_with \"%G-W%V-%u %T\" \"9618-W14-3 18:44:51\"" (() -> time.parse_with "%G-W%V-%u %T" "9618-W14-3 18:44:51") 241355702691
row "time.parse \"9618-04-04T19:06:51+00:22\"" (() -> time.parse "9618-04-04T19:06:51+00:22") 241355702691
row "time.parse_with \"%F %T%z\" \"9618-04-04 19:06:51+0022\"" (() -> time.parse_with "%F %T%z" "9618-04-04 19:06:51+0022") 241355702691
row "time.date 4080 5 7" (() -> time.date 4080 5 7) 66596169600
row "time.format \"%F %I %Y %y\" 251698630181" (() -> time.format "%F %I %Y %y" 251698630181) "9946-01-05 02 9946 46"
row "time.week 251698630181" (() -> time.week 251698630181) (9946, 1)
row "time.show 251698630181" (() -> time.show 251698630181) "9946-01-05T14:09:41Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"9946-01-05 14:09:41\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "9946-01-05 14:09:41") 251698630181
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"05 January 9946, 02:09 PM 41\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "05 January 9946, 02:09 PM 41") 251698630181
row "time.parse_with \"%Y %j %H%M%S\" \"9946 005 140941\"" (() -> time.parse_with "%Y %j %H%M%S" "9946 005 140941") 251698630181
row "time.parse_with \"%a %b %d %T %Y\" \"Sat Jan 05 14:09:41 9946\"" (() -> time.parse_with "%a %b %d %T %Y" "Sat Jan 05 14:09:41 9946") 251698630181
row "time.parse_with \"%G-W%V-%u %T\" \"9946-W01-6 14:09:41\"" (() -> time.parse_with "%G-W%V-%u %T" "9946-W01-6 14:09:41") 251698630181
row "time.parse \"9946-01-05T00:45:41-13:24\"" (() -> time.parse "9946-01-05T00:45:41-13:24") 251698630181
row "time.parse_with \"%F %T%z\" \"9946-01-05 00:45:41-1324\"" (() -> time.parse_with "%F %T%z" "9946-01-05 00:45:41-1324") 251698630181
row "time.date 7509 3 3" (() -> time.date 7509 3 3) 174799209600
row "time.format \"%D %I %G %y\" 214891084140" (() -> time.format "%D %I %G %y" 214891084140) "08/18/79 07 8779 79"
row "time.week 214891084140" (() -> time.week 214891084140) (8779, 33)
row "time.show 214891084140" (() -> time.show 214891084140) "8779-08-18T07:49:00Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"8779-08-18 07:49:00\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "8779-08-18 07:49:00") 214891084140
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"18 August 8779, 07:49 AM 00\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "18 August 8779, 07:49 AM 00") 214891084140
row "time.parse_with \"%Y %j %H%M%S\" \"8779 230 074900\"" (() -> time.parse_with "%Y %j %H%M%S" "8779 230 074900") 214891084140
row "time.parse_with \"%a %b %d %T %Y\" \"Sat Aug 18 07:49:00 8779\"" (() -> time.parse_with "%a %b %d %T %Y" "Sat Aug 18 07:49:00 8779") 214891084140
row "time.parse_with \"%G-W%V-%u %T\" \"8779-W33-6 07:49:00\"" (() -> time.parse_with "%G-W%V-%u %T" "8779-W33-6 07:49:00") 214891084140
row "time.parse \"8779-08-18T15:20:00+07:31\"" (() -> time.parse "8779-08-18T15:20:00+07:31") 214891084140
row "time.parse_with \"%F %T%z\" \"8779-08-18 15:20:00+0731\"" (() -> time.parse_with "%F %T%z" "8779-08-18 15:20:00+0731") 214891084140
row "time.date 9463 8 15" (() -> time.date 9463 8 15) 236475763200
row "time.format \"%a %D %T %I\" 184269997476" (() -> time.format "%a %D %T %I" 184269997476) "Fri 04/14/09 14:24:36 02"
row "time.week 184269997476" (() -> time.week 184269997476) (7809, 15)
row "time.show 184269997476" (() -> time.show 184269997476) "7809-04-14T14:24:36Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"7809-04-14 14:24:36\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "7809-04-14 14:24:36") 184269997476
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"14 April 7809, 02:24 PM 36\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "14 April 7809, 02:24 PM 36") 184269997476
row "time.parse_with \"%Y %j %H%M%S\" \"7809 104 142436\"" (() -> time.parse_with "%Y %j %H%M%S" "7809 104 142436") 184269997476
row "time.parse_with \"%a %b %d %T %Y\" \"Fri Apr 14 14:24:36 7809\"" (() -> time.parse_with "%a %b %d %T %Y" "Fri Apr 14 14:24:36 7809") 184269997476
row "time.parse_with \"%G-W%V-%u %T\" \"7809-W15-5 14:24:36\"" (() -> time.parse_with "%G-W%V-%u %T" "7809-W15-5 14:24:36") 184269997476
row "time.parse \"7809-04-14T02:24:36-12:00\"" (() -> time.parse "7809-04-14T02:24:36-12:00") 184269997476
row "time.parse_with \"%F %T%z\" \"7809-04-14 02:24:36-1200\"" (() -> time.parse_with "%F %T%z" "7809-04-14 02:24:36-1200") 184269997476
row "time.date 5892 3 14" (() -> time.date 5892 3 14) 123772665600
row "time.format \"%d %B %% %S\" (-1080029251)" (() -> time.format "%d %B %% %S" (-1080029251)) "11 October % 29"
row "time.week (-1080029251)" (() -> time.week (-1080029251)) (1935, 41)
row "time.show (-1080029251)" (() -> time.show (-1080029251)) "1935-10-11T15:52:29Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"1935-10-11 15:52:29\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "1935-10-11 15:52:29") (-1080029251)
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"11 October 1935, 03:52 PM 29\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "11 October 1935, 03:52 PM 29") (-1080029251)
row "time.parse_with \"%Y %j %H%M%S\" \"1935 284 155229\"" (() -> time.parse_with "%Y %j %H%M%S" "1935 284 155229") (-1080029251)
row "time.parse_with \"%a %b %d %T %Y\" \"Fri Oct 11 15:52:29 1935\"" (() -> time.parse_with "%a %b %d %T %Y" "Fri Oct 11 15:52:29 1935") (-1080029251)
row "time.parse_with \"%G-W%V-%u %T\" \"1935-W41-5 15:52:29\"" (() -> time.parse_with "%G-W%V-%u %T" "1935-W41-5 15:52:29") (-1080029251)
row "time.parse \"1935-10-11T16:04:29+00:12\"" (() -> time.parse "1935-10-11T16:04:29+00:12") (-1080029251)
row "time.parse_with \"%F %T%z\" \"1935-10-11 16:04:29+0012\"" (() -> time.parse_with "%F %T%z" "1935-10-11 16:04:29+0012") (-1080029251)
row "time.date 5134 3 1" (() -> time.date 5134 3 1) 99851270400
row "time.format \"%f %V %p %S\" (-9777370601)" (() -> time.format "%f %V %p %S" (-9777370601)) "000000 10 PM 19"
row "time.week (-9777370601)" (() -> time.week (-9777370601)) (1660, 10)
row "time.show (-9777370601)" (() -> time.show (-9777370601)) "1660-03-01T23:43:19Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"1660-03-01 23:43:19\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "1660-03-01 23:43:19") (-9777370601)
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"01 March 1660, 11:43 PM 19\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "01 March 1660, 11:43 PM 19") (-9777370601)
row "time.parse_with \"%Y %j %H%M%S\" \"1660 061 234319\"" (() -> time.parse_with "%Y %j %H%M%S" "1660 061 234319") (-9777370601)
row "time.parse_with \"%a %b %d %T %Y\" \"Mon Mar 01 23:43:19 1660\"" (() -> time.parse_with "%a %b %d %T %Y" "Mon Mar 01 23:43:19 1660") (-9777370601)
row "time.parse_with \"%G-W%V-%u %T\" \"1660-W10-1 23:43:19\"" (() -> time.parse_with "%G-W%V-%u %T" "1660-W10-1 23:43:19") (-9777370601)
row "time.parse \"1660-03-02T13:58:19+14:15\"" (() -> time.parse "1660-03-02T13:58:19+14:15") (-9777370601)
row "time.parse_with \"%F %T%z\" \"1660-03-02 13:58:19+1415\"" (() -> time.parse_with "%F %T%z" "1660-03-02 13:58:19+1415") (-9777370601)
row "time.date 9337 1 25" (() -> time.date 9337 1 25) 232482182400
row "time.format \"%f %u %H %D\" 159235214909" (() -> time.format "%f %u %H %D" 159235214909) "000000 2 04 12/19/15"
row "time.week 159235214909" (() -> time.week 159235214909) (7015, 51)
row "time.show 159235214909" (() -> time.show 159235214909) "7015-12-19T04:08:29Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"7015-12-19 04:08:29\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "7015-12-19 04:08:29") 159235214909
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"19 December 7015, 04:08 AM 29\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "19 December 7015, 04:08 AM 29") 159235214909
row "time.parse_with \"%Y %j %H%M%S\" \"7015 353 040829\"" (() -> time.parse_with "%Y %j %H%M%S" "7015 353 040829") 159235214909
row "time.parse_with \"%a %b %d %T %Y\" \"Tue Dec 19 04:08:29 7015\"" (() -> time.parse_with "%a %b %d %T %Y" "Tue Dec 19 04:08:29 7015") 159235214909
row "time.parse_with \"%G-W%V-%u %T\" \"7015-W51-2 04:08:29\"" (() -> time.parse_with "%G-W%V-%u %T" "7015-W51-2 04:08:29") 159235214909
row "time.parse \"7015-12-19T03:26:29-00:42\"" (() -> time.parse "7015-12-19T03:26:29-00:42") 159235214909
row "time.parse_with \"%F %T%z\" \"7015-12-19 03:26:29-0042\"" (() -> time.parse_with "%F %T%z" "7015-12-19 03:26:29-0042") 159235214909
row "time.date 5850 9 32" (() -> time.date 5850 9 32) Fails
row "time.format \"%j %B %Y %S\" 145557309429" (() -> time.format "%j %B %Y %S" 145557309429) "193 July 6582 09"
row "time.week 145557309429" (() -> time.week 145557309429) (6582, 28)
row "time.show 145557309429" (() -> time.show 145557309429) "6582-07-12T01:57:09Z"
row "time.parse_with \"%Y-%m-%d %H:%M:%S\" \"6582-07-12 01:57:09\"" (() -> time.parse_with "%Y-%m-%d %H:%M:%S" "6582-07-12 01:57:09") 145557309429
row "time.parse_with \"%d %B %Y, %I:%M %p %S\" \"12 July 6582, 01:57 AM 09\"" (() -> time.parse_with "%d %B %Y, %I:%M %p %S" "12 July 6582, 01:57 AM 09") 145557309429
row "time.parse_with \"%Y %j %H%M%S\" \"6582 193 015709\"" (() -> time.parse_with "%Y %j %H%M%S" "6582 193 015709") 145557309429
row "time.parse_with \"%a %b %d %T %Y\" \"Fri Jul 12 01:57:09 6582\"" (() -> time.parse_with "%a %b %d %T %Y" "Fri Jul 12 01:57:09 6582") 145557309429
row "time.parse_with \"%G-W%V-%u %T\" \"6582-W28-5 01:57:09\"" (() -> time.parse_with "%G-W%V-%u %T" "6582-W28-5 01:57:09") 145557309429
print "{cell.get differing} differ"
# expect: 0 differ
