print (cell.update (n -> n + 1) (cell 1))                       # expect: ()
