package imported

import "testing"

// A hexadecimal number of an assembler may begin like a binary one.
func TestAssemblersNumber(t *testing.T) {
	for text, want := range map[string]uint64{"0B123456789ABCDEFh": 0xB123456789ABCDEF, "0b1h": 0xb1, "0b11": 3, "0FFh": 255} {
		if l, ok := number(text); !ok || l.values[0] != want {
			t.Errorf("%s: %x, %v (want %x)", text, l.values, ok, want)
		}
	}
}
