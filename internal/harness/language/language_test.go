package language

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
)

// Outer leaves out levels of Go between the lowest and the highest; Main leaves one build of each language, of Go the highest level.
func TestOuterAndMain(t *testing.T) {
	for _, c := range []struct{ builds, outer, main []string }{
		{[]string{"v1", "v2", "v3", "v3+simd"}, []string{"v1", "v3", "v3+simd"}, []string{"v3"}},
		{[]string{"v1", "v2", "v3", "v4", "v4+simd", "c-gcc", "c-clang"}, []string{"v1", "v4", "v4+simd", "c-gcc", "c-clang"}, []string{"v4", "c-gcc"}},
		{[]string{"v1", "v2"}, []string{"v1", "v2"}, []string{"v2"}},
		{[]string{"", "c-clang"}, []string{"", "c-clang"}, []string{"", "c-clang"}}, // off amd64 Go has one build, without a level
		{[]string{""}, []string{""}, []string{""}},
	} {
		if got := Outer(build.Must(c.builds...)); !slices.Equal(got, build.Must(c.outer...)) {
			t.Errorf("%q: outer are %q, want %q", c.builds, got, c.outer)
		}
		if got := Main(build.Must(c.builds...)); !slices.Equal(got, build.Must(c.main...)) {
			t.Errorf("%q: main are %q, want %q", c.builds, got, c.main)
		}
	}
}
