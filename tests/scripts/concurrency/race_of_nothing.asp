task.race []                                        # expect error: ValueError: task.race: fs is empty
