package state

import "github.com/slidebench/slidebench/internal/atomicfile"

// Save writes a state without a keeper.
func Save(path, kind string, text []byte) error { return atomicfile.Write(path, withHead(kind, text)) }
