// A small engine of its own, as somebody else's repository would be: docs/your-engine.md has the commands for it.
module example.com/engine

go 1.26.0

// Elsewhere go get writes a version here, and nothing is replaced.
require github.com/slidebench/slidebench v0.0.0

replace github.com/slidebench/slidebench => ../..
