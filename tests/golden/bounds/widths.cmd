try bounds 2-4-4-1
