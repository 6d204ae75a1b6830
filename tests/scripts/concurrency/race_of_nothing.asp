task.race []                                        # expect error: ValueError
