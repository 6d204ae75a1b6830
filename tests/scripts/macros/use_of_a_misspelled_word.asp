syntax a 'swap b { tmp = a; a = b; b = tmp }
x = 1
y = 2
x swpa y # expect error: unknown name `swpa`
