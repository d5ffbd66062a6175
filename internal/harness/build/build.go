// Package build names builds: a build is a language, a compiler, a level of processors and an option. Package language compiles builds.
package build

import (
	"fmt"
	"regexp"
	"strings"
)

// Build says how a program with techniques is compiled. It is spelled like "v3+simd" or "c-gcc-v3+calls": language, compiler and level, as far as it has
// them, and an option after a plus. Go's builds have neither language nor compiler, and the zero Build is Go's default.
type Build struct{ Language, Compiler, Level, Option string }

// NoChecks is the option of builds without checks of indices, to see what these cost.
const NoChecks = "nochecks"

// isLevel matches a level of GOAMD64, which other languages use, too.
var isLevel = regexp.MustCompile(`^v\d+$`)

// Parse reads the spelling of a build in any language; language.Parse also checks that slidebench has that language.
func Parse(spelling string) (b Build, err error) {
	name, option, _ := strings.Cut(spelling, "+")
	parts := strings.Split(name, "-")
	if last := len(parts) - 1; isLevel.MatchString(parts[last]) {
		b.Level, parts = parts[last], parts[:last]
	}
	if len(parts) > 0 {
		b.Language, b.Compiler = parts[0], strings.Join(parts[1:], "-")
	}
	if b.Option = option; b.String() != spelling {
		return Build{}, fmt.Errorf("unknown build %q (want one such as v3, v3+simd, c-gcc or c-gcc-v3)", spelling)
	}
	return b, nil
}

// String returns the build's spelling.
func (b Build) String() string {
	var parts []string
	for _, part := range []string{b.Language, b.Compiler, b.Level} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	name := strings.Join(parts, "-")
	if b.Option != "" {
		name += "+" + b.Option
	}
	return name
}

// IsDefault reports whether a build is Go without an option, the base of comparisons.
func (b Build) IsDefault() bool { return b.Language == "" && b.Option == "" }

// MarshalText returns the spelling.
func (b Build) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads a spelling.
func (b *Build) UnmarshalText(text []byte) (err error) {
	*b, err = Parse(string(text))
	return err
}

// Must parses spellings written in our own code, and panics if one is wrong.
func Must(spellings ...string) (builds []Build) {
	for _, spelling := range spellings {
		b, err := Parse(spelling)
		if err != nil {
			panic(err)
		}
		builds = append(builds, b)
	}
	return builds
}

// Names returns the spellings of builds, joined by commas.
func Names(builds []Build) string {
	var names []string
	for _, b := range builds {
		names = append(names, b.String())
	}
	return strings.Join(names, ", ")
}
