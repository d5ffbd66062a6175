package machine

import (
	"runtime"
	"strings"
	"testing"
)

// instruction recognizes, by their first bytes, instructions that gcc and clang write for intrinsics of lookups, and those that end a program on purpose.
func TestInstruction(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("needs amd64")
	}
	for code, want := range map[string]string{
		"\x0f\x0b": onPurpose, "\x67\x0f\xb9\x40\x0c": onPurpose,
		"\xc4\xe2\xfa\xf5\xc6": "bmi2", "\xc4\xe2\xfb\xf5\xc6": "bmi2", "\xc4\xe2\xc9\xf7\xc7": "bmi2", "\xc4\xe3\xfb\xf0\xc7\x05": "bmi2",
		"\xc4\xe2\xc8\xf7\xc7": "bmi1", "\xc4\xe2\xf8\xf3\xcf": "bmi1", "\xf3\x48\x0f\xbc\xc7": "bmi1",
		"\xc5\xfd\x6f\x07": "avx2", "\x62\xf1\xfd\x48\x6f\x07": "avx512f", "\xf3\x48\x0f\xb8\xc7": "popcnt", "\xf3\x48\x0f\xbd\xc7": "lzcnt",
		"\x66\x0f\x38\xcf\xc1": "gfni", "\x66\x0f\x3a\xce\xc1\x00": "gfni", "\xc4\xe3\xf1\xce\xc1\x00": "gfni",
		"": "", "\x90": "", "\x48\x66\x67": "", "\xc4": "avx2",
	} {
		if got := instruction([]byte(code)); got != want {
			t.Errorf("% x: %q, want %q", code, got, want)
		}
	}
}

// The explanation is one line that names the features that this machine lacks, whether or not the instruction is known.
func TestIllegal(t *testing.T) {
	for said, want := range map[string]string{
		"":                                  "the function may need",
		"x\ninstruction bytes: 0f 0b 90\ny": "__builtin_trap",
		"instruction bytes: 0xc4 0xe2 0xfa 0xf5 0xc6\n": "the instruction needs bmi2",
	} {
		got := Illegal(said)
		if runtime.GOARCH != "amd64" {
			want = "the function may need"
		}
		if !strings.Contains(got, want) || !strings.Contains(got, "this machine lacks") || strings.Contains(got, "\n") {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
	here := Detect()
	for name, has := range here.Features {
		if said := Illegal(""); strings.Contains(said+",", " "+name+",") == has {
			t.Errorf("%s is here: %v, but %q", name, has, said)
		}
	}
}
