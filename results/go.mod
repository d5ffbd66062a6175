module github.com/slidebench/slidebench/results

go 1.26.0
