await 5                    # expect error: await: t must be a Task, not 5, an Int
