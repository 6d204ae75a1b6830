syntax 'label x { Tag x }
print (label 3)
# expect: Tag 3
syntax 'read r { r.value }
print (read { value: 4 })
# expect: 4
