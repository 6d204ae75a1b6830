use "./lib/control"
disclose 1
control._secret 3 # expect error: private
