//go:build !unix

package conform

// fenced is plain memory: this system's standard library has no way to fence it.
type fenced struct{ inside []byte }

func newFenced(bytes int) (fenced, error) { return fenced{make([]byte, bytes)}, nil }

func (fenced) free() {}
