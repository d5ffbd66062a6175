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
	for _, c := range []struct{ name, code, want string }{
		{"ud2", "\x0f\x0b", onPurpose},
		{"ud1 with an address", "\x67\x0f\xb9\x40\x0c", onPurpose},
		{"pext", "\xc4\xe2\xfa\xf5\xc6", "bmi2"},
		{"pdep", "\xc4\xe2\xfb\xf5\xc6", "bmi2"},
		{"shlx", "\xc4\xe2\xc9\xf7\xc7", "bmi2"},
		{"rorx", "\xc4\xe3\xfb\xf0\xc7\x05", "bmi2"},
		{"bextr", "\xc4\xe2\xc8\xf7\xc7", "bmi1"},
		{"blsr", "\xc4\xe2\xf8\xf3\xcf", "bmi1"},
		{"tzcnt", "\xf3\x48\x0f\xbc\xc7", "bmi1"},
		{"vmovdqa of 32 bytes", "\xc5\xfd\x6f\x07", "avx2"},
		{"vmovdqa64 of 64 bytes", "\x62\xf1\xfd\x48\x6f\x07", "avx512f"},
		{"popcnt", "\xf3\x48\x0f\xb8\xc7", "popcnt"},
		{"lzcnt", "\xf3\x48\x0f\xbd\xc7", "lzcnt"},
		{"gf2p8mulb", "\x66\x0f\x38\xcf\xc1", "gfni"},
		{"gf2p8affineqb", "\x66\x0f\x3a\xce\xc1\x00", "gfni"},
		{"vgf2p8affineqb", "\xc4\xe3\xf1\xce\xc1\x00", "gfni"},
		{"nothing", "", ""},
		{"nop", "\x90", ""},
		{"prefixes alone", "\x48\x66\x67", ""},
		{"the first byte of a VEX prefix alone", "\xc4", "avx2"},
	} {
		if got := instruction([]byte(c.code)); got != c.want {
			t.Errorf("%s (% x): %q, want %q", c.name, c.code, got, c.want)
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
	for name, has := range Detect().Features {
		if said := Illegal(""); strings.Contains(said+",", " "+name+",") == has {
			t.Errorf("%s is here: %v, but %q", name, has, said)
		}
	}
}
