// Package names parses names in flags and files, and checks which names are safe to show, and which are identifiers in all languages.
package names

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Names and brands are shown unescaped in terminals, Markdown, HTML, SVG and spreadsheets, which take a cell that begins with =, +, - or @ for a formula.
var (
	safe     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+_ ():-]*$`)
	brand    = regexp.MustCompile(`^[\pL\pN][\pL\pM\pN ()@.,+_/:;#&'®™-]*$`)
	notBrand = regexp.MustCompile(`^[^\pL\pN]+|[^\pL\pM\pN ()@.,+_/:;#&'®™-]`)
)

// longest is the largest number of bytes in a name.
const longest = 200

// Safe reports whether a name has only letters, digits and a few other characters of ASCII, and begins with a letter or a digit.
func Safe(s string) bool { return len(s) <= longest && safe.MatchString(s) }

// SafeBrand reports whether the name of a product or a version has only letters, digits and a few other characters, and begins with a letter or a digit.
func SafeBrand(s string) bool {
	return len(s) <= longest && utf8.ValidString(s) && brand.MatchString(s)
}

// CleanBrand returns s without the characters that SafeBrand refuses.
func CleanBrand(s string) string {
	s = notBrand.ReplaceAllString(strings.ToValidUTF8(s, ""), "")
	for len(s) > longest {
		_, last := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-last]
	}
	return s
}

// Parse returns the index of s among at least two names. The error is such as `unknown piece "king" (want rook, bishop or queen)`, where what is "piece".
func Parse[T ~int | ~uint8](what, s string, names []string) (T, error) {
	i := slices.Index(names, s)
	if i < 0 {
		last := len(names) - 1
		return 0, fmt.Errorf("unknown %s %q (want %s or %s)", what, s, strings.Join(names[:last], ", "), names[last])
	}
	return T(i), nil
}
