package c

import (
	"testing"
)

// A copy in C++ has C++'s conversions in place of C's, wherever their operand ends; other parentheses stay.
func TestCasts(t *testing.T) {
	for text, want := range map[string]string{
		"(uint64_t)1 << sq":                     "static_cast<uint64_t>(1) << sq",
		"(uint64_t)t[i >> 1 & 63][sq & 7] << 8": "static_cast<uint64_t>(t[i >> 1 & 63][sq & 7]) << 8",
		"-(int)f(a, (int)b).x->y + 1":           "-static_cast<int>(f(a, static_cast<int>(b)).x->y) + 1",
		"(uint64_t)(uint32_t)g(x) << 32":        "static_cast<uint64_t>(static_cast<uint32_t>(g(x))) << 32",
		"(const __m256i *)&p->from[4])":         "reinterpret_cast<const __m256i *>(&p->from[4]))",
		"(__m256i *)(to + 4), x":                "reinterpret_cast<__m256i *>(to + 4), x",
		"(uint8_t)(a | b) & c":                  "static_cast<uint8_t>(a | b) & c",
		"(uint8_t)(a)(b)":                       "static_cast<uint8_t>((a)(b))",
		"(uint8_t)~x;":                          "static_cast<uint8_t>(~x);",
		"void init(void) { f(sizeof(int)); }":   "void init(void) { f(sizeof(int)); }",
		"uint64_t (*f)(int), g(int) - 1":        "uint64_t (*f)(int), g(int) - 1",
		"(void)occ;":                            "static_cast<void>(occ);",
	} {
		if got := castsOfCpp(text); got != want {
			t.Errorf("%s\n%s, want\n%s", text, got, want)
		}
	}
}
