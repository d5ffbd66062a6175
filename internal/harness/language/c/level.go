package c

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/process"
)

// levels are the levels of amd64 that builds may be for, the lowest first. There is none for v1: nobody has made a processor of v1 alone since 2008.
var levels = []string{"v2", "v3", "v4"}

// explain adds the missing features to the error about a file that compiles only for a higher level than the build's.
func (o *Objects) explain(ctx context.Context, file string, err error) error {
	if more := o.needs(ctx, file); more != "" {
		return fmt.Errorf("the source %s: %w", more, err)
	}
	return err
}

// needs returns words for the level or the feature that a file needs beyond the build's level; "" if it does not compile without a level either: for this very processor, or
// for any of a target's.
func (o *Objects) needs(ctx context.Context, file string) string {
	compiles := func(level string, more ...string) bool {
		b := o.Build
		b.Level = level
		args := o.command(file)
		args[slices.Index(args, o.Build.processor()[0])] = b.processor()[0] // -march comes first, but for a target without a level
		cmd := process.Tool(ctx, args[0], append(append(args[1:], more...), "-O0", "-c", file, "-o", os.DevNull)...)
		cmd.Dir = o.folder
		return cmd.Run() == nil
	}
	var extensions []string
	for _, f := range feature.Of("amd64") {
		extensions = append(extensions, f.Flags...)
	}
	for _, level := range levels[slices.Index(levels, o.Level)+1:] {
		if !compiles(level) {
			continue
		}
		for _, extension := range extensions {
			if compiles(o.Level, "-m"+extension) {
				return fmt.Sprintf("needs level %s (%s)", level, extension)
			}
		}
		return "needs level " + level
	}
	if !compiles("") {
		return ""
	}
	for _, extension := range extensions {
		if compiles(o.Level, "-m"+extension) {
			return fmt.Sprintf("needs %s, which no level has", extension)
		}
	}
	return "needs more than any level has"
}
