c = cell 0
spawn { cell.change (n -> cell.get c) c }                       # expect error: Deadlock
