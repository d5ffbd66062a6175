package c

import (
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// inCpp is the language C++: the same headers and loops as in C, compiled by g++ or clang++.
type inCpp struct{ *dialect }

var dialectCpp = &dialect{
	about:     language.About{Word: "cpp", Name: "C++", Builds: "cpp-gcc or cpp-clang, then as for C", GuestWords: language.Words},
	compilers: []string{"gcc", "clang"}, options: []string{vectorizer, calls}, standard: "-std=gnu++20", extension: ".cpp",
	file: func(e *techniques.Entry) string {
		if e.Family == facts.Guest {
			return e.Folder() + "/" + e.Name + ".hpp"
		}
		return headerOf(e)
	},
	driver: func(compiler string) string { return map[string]string{"gcc": "g++", "clang": "clang++"}[compiler] },
}

func init() { register(inCpp{dialectCpp}, dialectCpp) }
