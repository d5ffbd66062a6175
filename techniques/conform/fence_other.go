//go:build !unix || aix

package conform

// fenced is plain memory: there is no way to fence it on this system.
type fenced struct{ inside []byte }

func newFenced(bytes int) (fenced, error) { return fenced{make([]byte, bytes)}, nil }

func (fenced) free() {}
