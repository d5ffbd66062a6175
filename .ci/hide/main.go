// Command hide lists the features that can be hidden. "hide FEATURES" exits with 0 if this machine has any of the features, a list separated by commas, with 1 if it
// has none, and with 2 for an error. "hide FEATURES PROGRAM ARGUMENT..." runs a program with them hidden, for go test -exec.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/machine"
)

func main() {
	if len(os.Args) == 1 {
		for _, feature := range machine.Features {
			fmt.Println(feature)
		}
		return
	}
	features := strings.Split(os.Args[1], ",")
	here := machine.Detect()
	if err := machine.Hide(features); err != nil {
		fail(2, err)
	}
	if len(os.Args) == 2 {
		if !slices.ContainsFunc(features, here.Has) {
			os.Exit(1)
		}
		return
	}
	if slices.ContainsFunc(features, machine.Detect().Has) {
		fail(2, fmt.Errorf("not all of %s are hidden", os.Args[1]))
	}
	program := exec.Command(os.Args[2], os.Args[3:]...)
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := program.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.Exited() {
		os.Exit(exit.ExitCode())
	} else if err != nil {
		fail(1, err)
	}
}

func fail(status int, err error) {
	fmt.Fprintln(os.Stderr, "hide:", err)
	os.Exit(status)
}
