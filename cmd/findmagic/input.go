package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/state"
	"github.com/slidebench/slidebench/internal/input"
)

// addFormFlag adds the flag of commands that read a set.
func addFormFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "form", "", "form of a file that does not state it: white, black, 32bit or torus")
}

// readSet reads a file of magics in a form, "" for the form that the file states.
func readSet(name, form string) (s *factors.Set, err error) {
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	if form == "" {
		s, err = factors.Read(bytes.NewReader(text))
	} else {
		var parsed factors.Form
		if parsed, err = factors.ParseForm(form); err != nil {
			return nil, err
		}
		s, err = factors.ReadAs(bytes.NewReader(text), parsed)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// maxFile is the most bytes of a file that readFile accepts. Sets have some thousands.
const maxFile = 16 << 20

// stateLine matches the beginning of a state's file. state.Parse checks the rest of the line.
var stateLine = regexp.MustCompile(`^# findmagic (\S+), `)

// readFile reads a file or a pipe, or standard input if the name is "-". If it is a state, its checksum must be right.
func readFile(name string) (text []byte, err error) {
	if name == "-" {
		text, err = input.From(os.Stdin, 0, maxFile, false) // of unknown size, and not compressed
	} else {
		text, err = input.Read(name, maxFile)
	}
	if err != nil {
		return nil, err
	}
	if kind := stateLine.FindSubmatch(text); kind != nil {
		if _, err := state.Parse(text, string(kind[1])); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return text, nil
}
