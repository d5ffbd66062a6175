// Package all makes all languages of builds known: it imports their packages, whose init functions register them with package language.
package all

import (
	_ "github.com/slidebench/slidebench/internal/harness/language/anylanguage"
	_ "github.com/slidebench/slidebench/internal/harness/language/c"
	_ "github.com/slidebench/slidebench/internal/harness/language/golang"
)
