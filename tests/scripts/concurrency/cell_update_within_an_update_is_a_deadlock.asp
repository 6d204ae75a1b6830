c = cell 1
cell.update (n -> { cell.update (m -> m + 1) c; n }) c          # expect error: Deadlock
