// Package all lists the languages of builds.
package all

import (
	_ "github.com/slidebench/slidebench/internal/harness/language/anylanguage"
	_ "github.com/slidebench/slidebench/internal/harness/language/c"
	_ "github.com/slidebench/slidebench/internal/harness/language/golang"
)
