total_count = 5
print total_cuont       # expect error: total_count
