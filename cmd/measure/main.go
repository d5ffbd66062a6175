// Command measure is the program that bench and guard build anew for every round: slidebench's commands measure and list without what reports and
// plots need. It links in half the time, and leaves less garbage to collect before each benchmark. People have no use for it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/run"
)

func main() {
	var err error
	switch args := os.Args[1:]; {
	case slices.Equal(args, []string{run.Command}):
		err = run.Measure(os.Stdin, os.Stdout)
	case slices.Equal(args, run.ListCommand):
		err = json.NewEncoder(os.Stdout).Encode(run.Offers())
	default:
		err = fmt.Errorf("unexpected arguments %q (want %s, or %s; slidebench starts this program)", args, run.Command, strings.Join(run.ListCommand, " "))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "slidebench: %s\n", strings.Join(strings.Fields(err.Error()), " "))
		os.Exit(2)
	}
}
