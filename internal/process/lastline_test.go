package process

import "testing"

// What the Go runtime says of GODEBUG settings that it does not know is not why a process failed, wherever it stands.
func TestLastLine(t *testing.T) {
	const unknown = "GODEBUG: unknown cpu feature \"x\"\nGODEBUG sys/cpu: unknown cpu feature \"x\"\n"
	for said, want := range map[string]string{
		unknown + "slidebench: no such thing\n": "no such thing",
		"slidebench: a\n":                       "a",
		"a\nb\n" + unknown + "\n":               "b",
		unknown:                                 "",
		"":                                      "",
	} {
		if got := LastLine(said); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}
