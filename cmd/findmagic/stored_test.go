package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// storedSets returns the factors.csv of every package, and the sets that no package uses.
func storedSets(t *testing.T) []string {
	sets, err := filepath.Glob("../../internal/findmagic/sets/*.csv")
	if err != nil || len(sets) == 0 {
		t.Fatalf("no sets, %v", err)
	}
	return append(storedFiles(t, "factors.csv"), sets...)
}

// storedFiles returns all files of a name in packages of techniques.
func storedFiles(t *testing.T, name string) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"../../*/", "../../*/*/"} {
		files, err := filepath.Glob(pattern + name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, files...)
	}
	if len(all) < 8 { // there are more: so few show that a pattern is wrong
		t.Fatalf("found only %v", all)
	}
	return all
}

func TestStoredSetsAreProved(t *testing.T) {
	for _, file := range storedSets(t) {
		subsets := 107_648                         // of all squares: 102,400 for rooks, 5,248 for bishops
		if filepath.Base(file) == "mirrored.csv" { // has half the squares
			subsets /= 2
		}
		proved := fmt.Sprintf("proved   %d ", subsets)
		if code, stdout, stderr := try("verify " + file); code != 0 || !strings.Contains(stdout, proved) || stderr != "" {
			t.Errorf("%s: exit %d\n%s\n%s", file, code, stdout, stderr)
		}
	}
}

// The command that each stored set names finds the same set again. Long searches run only at night. A set that several runs found, each resuming the one before, has no
// such command: its state is kept instead.
func TestStoredSetsAreFoundAgain(t *testing.T) {
	tiertest.Slow(t)
	const short, usual = 1, 10 // seconds of CPU time that a search may take in short tests, and by day
	files := storedSets(t)
	t.Chdir("../..")                   // where the commands are at home
	found := map[string]*factors.Set{} // by command, which several files may name
	for _, file := range files {
		file = strings.TrimPrefix(filepath.ToSlash(file), "../../")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := factors.Read(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		t.Run(file, func(t *testing.T) {
			command, said := "", map[string]string{} // as in "tries: 5"
			for _, line := range want.Source {
				if key, value, ok := strings.Cut(line, ": "); ok {
					said[key] = value
				} else if command == "" && strings.HasPrefix(line, "findmagic ") {
					command = line
				}
			}
			if command == "" {
				t.Fatalf("no command in the birth certificate %q", want.Source)
			}
			if runs := said["runs"]; runs != "" && runs != "1" {
				t.Skipf("found in %s runs", runs)
			}
			if cpu := said["CPU seconds"]; cpu != "" {
				seconds, err := strconv.ParseFloat(cpu, 64)
				if err != nil {
					t.Fatal(err)
				}
				if seconds > usual && !tiertest.Nightly() || seconds > short && testing.Short() {
					t.Skipf("takes %s s of CPU time: SLIDEBENCH_NIGHTLY=1 has it done", cpu)
				}
			} else if strings.Contains(command, "dense") && !tiertest.Nightly() { // search states no CPU time, and takes longest for dense magics
				tiertest.Long(t)
			}
			if same, ok := found[command]; ok {
				if !reflect.DeepEqual(same.Entries, want.Entries) {
					t.Errorf("another set is stored that %q finds", command)
				}
				return
			}
			found[command] = want
			args := strings.TrimPrefix(command, "findmagic ")
			state := ""
			if strings.HasPrefix(args, "pack ") {
				state = filepath.Join(t.TempDir(), "state")
				args += fmt.Sprintf(" --tries %s --state %s", said["tries"], state)
			}
			stdout := fine(t, args)
			if state != "" {
				text, err := os.ReadFile(state)
				if err != nil {
					t.Fatal(err)
				}
				stdout = string(text)
			}
			got, err := factors.Read(strings.NewReader(stdout))
			if err != nil {
				t.Fatal(err)
			}
			if got.Content != want.Content || !reflect.DeepEqual(got.Entries, want.Entries) {
				t.Errorf("findmagic %s finds another set, of %d words; %d are stored", args, got.Words(), want.Words())
			}
		})
	}
}
