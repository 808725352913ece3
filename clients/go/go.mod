module joseki

go 1.19
