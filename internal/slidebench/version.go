package slidebench

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version is the version of this module that the program was built from: a release's tag, or Go's name for a commit. It is "" if neither is known, or the tree had
// changes, so that no version is this program's.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != Module || info.Main.Version == "(devel)" || strings.HasSuffix(info.Main.Version, "+dirty") {
		return ""
	}
	return info.Main.Version
}

// Built describes this program: the version, the commit, whether the tree was clean, and the toolchain. A program that the go command fetched knows no
// commit; its version stands for one.
func Built() string {
	said := Version()
	if said == "" {
		said = "(devel)"
	}
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	if commit := settings["vcs.revision"]; commit != "" {
		tree := "clean tree"
		if settings["vcs.modified"] == "true" {
			tree = "changed tree"
		}
		said += fmt.Sprintf(", commit %.12s, %s", commit, tree)
	}
	return fmt.Sprintf("%s, %s %s/%s", said, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
