# The text of an error with its trace, also in a task, after another `try`, and for a value that nothing has raised.
lines = text -> string.lines text |> map (line -> regex.replace r"[^ ]*/" "" (string.trim line))
fail = n -> error (Bad n)
work = n -> {
    fail n
    1
}
text_of = e -> task.report_text e
caught = body -> match try body () { Err e -> e, Ok v -> v }

for line in lines (text_of (caught (() -> work 7))) { print line }
# expect: error: Bad 7
# expect: --> text_of_a_report.asp:3:13
# expect: 3 | fail = n -> error (Bad n)
# expect: |             ^^^^^^^^^^^^^
# expect: in fail at text_of_a_report.asp:3
# expect: in work at text_of_a_report.asp:5
# expect: in caught at text_of_a_report.asp:9

texts = gather (n -> lines (text_of (caught (() -> work n)))) [1, 2]
print (map first texts, all (text -> contains "in fail at text_of_a_report.asp:3" text) texts)
# expect: (["error: Bad 1", "error: Bad 2"], true)

print (take 2 (lines (text_of (caught (() -> [1][5])))))
# expect: ["IndexError: index 5 is out of range for a list of length 1", "--> text_of_a_report.asp:24:46"]

print (lines (text_of 5))
# expect: ["error: 5", "--> text_of_a_report.asp:8:16", "8 | text_of = e -> task.report_text e", "|                ^^^^^^^^^^^^^^^^^^", "in text_of at text_of_a_report.asp:8", "at text_of_a_report.asp:27"]
