package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/state"
)

func addFormFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "form", "", "form of a file that does not state it: white, black, 32bit or torus")
}

// readSet reads a file of factors. An empty form stands for the form that the file states.
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

// maxFile is the length of the longest file that readFile accepts. Sets have some thousands of bytes.
const maxFile = 16 << 20

// stateLine matches the beginning of a state. state.Load checks the rest of the line.
var stateLine = regexp.MustCompile(`^# findmagic (\S+), `)

// readFile reads a file. If it is a state, its checksum must be right.
func readFile(name string) ([]byte, error) {
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // a device or a pipe may never end
		return nil, fmt.Errorf("%s: not a regular file", name)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s: longer than %d bytes, want a file of factors", name, maxFile)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if kind := stateLine.FindSubmatch(text); kind != nil {
		if _, err := state.Load(name, string(kind[1])); err != nil {
			return nil, err
		}
	}
	return text, nil
}
