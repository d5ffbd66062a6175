// Command measure is the program that bench and guard build anew for every round: of slidebench's commands it has only measuring and listing, without reports and plots.
// So it links in half the time, and leaves less garbage to collect before each benchmark. People have no use for it.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/run"
)

func main() {
	out := os.Stdout
	os.Stdout = os.Stderr // lookups of others may print
	if err := execute(os.Args[1:], os.Stdin, out); err != nil {
		fmt.Fprintf(os.Stderr, "slidebench: %s\n", strings.Join(strings.Fields(err.Error()), " "))
		os.Exit(2) // cli.Failed; this program does not link package cli
	}
}

// execute serves one round of a run, or lists the techniques.
func execute(args []string, in io.Reader, out io.Writer) error {
	switch {
	case slices.Equal(args, []string{run.Command}):
		return run.Serve(in, out)
	case slices.Equal(args, language.ListCommand):
		return json.NewEncoder(out).Encode(language.Offers())
	}
	return fmt.Errorf("unexpected arguments %q (want %s, or %s; slidebench starts this program)", args, run.Command, strings.Join(language.ListCommand, " "))
}
