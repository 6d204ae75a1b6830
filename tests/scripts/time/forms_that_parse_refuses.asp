# As SQLite and many logs write times: without a zone.
match try time.parse "2024-02-29 12:30:00" { Err (ValueError { hint }) -> print hint, other -> print other }
print (time.parse_with "%F %T" "2024-02-29 12:30:00" == time.parse "2024-02-29T12:30:00Z")
match try time.parse "tomorrow" { Err (ValueError { message }) -> print message, other -> print other }
# expect: for other forms, and a time without a zone: `time.parse_with "%F %T" text`
# expect: true
# expect: time.parse: "tomorrow" is not a time such as 2024-02-29T12:30:00Z
for text in ["2023-02-29", "2023-04-31T00:00:00Z", "2023-13-01", "2023-00-10", "2023-01-00"] {
    match try time.parse text { Err (ValueError { message }) -> print message, other -> print other }
}
# expect: time.parse: "2023-02-29" is not a day of the calendar
# expect: time.parse: "2023-04-31T00:00:00Z" is not a day of the calendar
# expect: time.parse: "2023-13-01" is not a day of the calendar
# expect: time.parse: "2023-00-10" is not a day of the calendar
# expect: time.parse: "2023-01-00" is not a day of the calendar
for text in ["2023-02-28x", "2023-02-2", "2023--1-05", "2023/02/29"] {
    match try time.parse text { Err (ValueError { message }) -> print message, other -> print other }
}
# expect: time.parse: "2023-02-28x" is not a time such as 2024-02-29T12:30:00Z
# expect: time.parse: "2023-02-2" is not a time such as 2024-02-29T12:30:00Z
# expect: time.parse: "2023--1-05" is not a time such as 2024-02-29T12:30:00Z
# expect: time.parse: "2023/02/29" is not a time such as 2024-02-29T12:30:00Z
