package feature

import (
	"slices"
	"strings"
	"testing"
)

// The rows of the table keep the order and name the facts that functions rely on.
func TestTable(t *testing.T) {
	for i, f := range Table {
		if first, _ := Find(f.Name); first.Arch != f.Arch {
			t.Errorf("two features are called %s", f.Name)
		}
		for _, name := range f.Implies {
			if !slices.ContainsFunc(Table[:i], func(g Feature) bool { return g.Name == name && g.Arch == f.Arch }) {
				t.Errorf("%s implies %s, which does not stand before it", f.Name, name)
			}
		}
		if like, known := Find(f.Like); f.Like != "" && (!known || like.Arch != "amd64") {
			t.Errorf("%s is like %q, which is no feature of amd64", f.Name, f.Like)
		}
		if f.Axis && (len(f.Parts) == 0 || len(f.Macros) == 0) {
			t.Errorf("%s tells machines apart, but nothing says how it is found here or in C", f.Name)
		}
	}
}

// Hiding names what GODEBUG must set off, want, or returns an error; Without returns the flags for C. Both hide the features that imply the hidden one, too.
func TestHiding(t *testing.T) {
	for _, c := range []struct{ arch, hidden, want, flags string }{
		{"amd64", "bmi2", "bmi2", "-mno-bmi2"},
		{"amd64", "gfni", "avx512gfni gfni", "-mno-gfni"},
		{"amd64", "avx2", "avx2 avx512 avx512f avx512bw avx512dq avx512vl avx512cd avx512vbmi avx512vbmi2 avx512bitalg avx512gfni gfni", "-mno-avx2 -mno-avx512f -mno-avx512vbmi -mno-avx512vbmi2 -mno-avx512bitalg -mno-gfni"},
		{"arm64", "sve2-bitperm", "sve2-bitperm", "-U__ARM_FEATURE_SVE2_BITPERM"},
		{"arm64", "asimd", "asimd sve2 sve2-bitperm", "-U__ARM_NEON -U__ARM_FEATURE_SVE2 -U__ARM_FEATURE_SVE2_BITPERM"},
		{"amd64", "sve2", "cannot do without sve2 on amd64, where no processor has it (have: bmi2, avx2, avx512, gfni)", ""},
		{"amd64", "popcnt", `unknown feature "popcnt" to do without (have: bmi2, avx2, avx512, gfni)`, ""},
		{"arm64", "neon", `unknown feature "neon" to do without (have: asimd, sve2, sve2-bitperm)`, ""},
		{"s390x", "vx", `cannot do without "vx": s390x has no features to hide`, ""},
	} {
		settings, err := Hiding(c.arch, []string{c.hidden})
		got := strings.Join(settings, " ")
		if err != nil {
			got = err.Error()
		} else if flags := strings.Join(Without([]string{c.hidden}), " "); flags != c.flags {
			t.Errorf("%s is hidden from C by %q, want %q", c.hidden, flags, c.flags)
		}
		if got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.hidden, c.arch, got, c.want)
		}
	}
}

// A condition about another architecture's features is false, so that all other headers compile.
func TestCondition(t *testing.T) {
	for names, want := range map[string]string{
		"": "1", "avx2 gfni": "1 && defined(__AVX2__) && defined(__GFNI__)", "asimd": "1 && defined(__ARM_NEON)", "unheardof": "0", "asimd unheardof": "0",
	} {
		if got := Condition(strings.Fields(names)); got != want {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
}
