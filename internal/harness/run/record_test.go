package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// stopped makes a raw file of a run that was stopped, with the record of a run of this program, changed by a JSON patch.
func stopped(t *testing.T, patch string) (path string) {
	t.Helper()
	record, err := NewRecord(smallRun(t), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var whole, change any
	if err := errors.Join(json.Unmarshal(text, &whole), json.Unmarshal([]byte(patch), &change)); err != nil {
		t.Skip(err) // FuzzResume has drawn a patch that is not JSON
	}
	if text, err = json.Marshal(merged(whole, change)); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "x.txt")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.WriteFile(results.RecordPath(path), text, 0o644)); err != nil {
		t.Fatal(err)
	}
	return path
}

// merged returns a JSON value with a patch in it: an object's keys replace those of the same name, at every depth, and any other value replaces the whole.
func merged(whole, change any) any {
	object, isObject := whole.(map[string]any)
	changes, changesObject := change.(map[string]any)
	if !isObject || !changesObject {
		return change
	}
	for key, value := range changes {
		object[key] = merged(object[key], value)
	}
	return object
}

// newer has patches of a record that no run of this program would write, and what the error says. Keys levels and goamd64 are those of older records, which are read as well.
var newer = map[string]string{
	`{"run": {"builds": ["zzz"]}}`:          `unknown build "zzz"`,
	`{"run": {"levels": ["zzz"]}}`:          `unknown build "zzz"`,
	`{"run": {"builds": ["cobol-gnu-v3"]}}`: `unknown build "cobol-gnu-v3"`,
	`{"segments": [{"goamd64": 7}]}`:        "cannot unmarshal number",
	`{"run": {"levels": [7]}}`:              "cannot unmarshal number",
	`{"compilers": {"zzz": "1.0"}}`:         `unknown build "zzz"`,
	`{"canaries": {"zzz": null}}`:           `unknown build "zzz"`,
	`{"run": {"cells": ["BenchmarkAttacks/technique=magik/piece=rook/mode=latency/corpus=random4"]}}`:      "magik",
	`{"run": {"cells": ["BenchmarkAttacks/technique=magic/piece=rook/mode=clairvoyance/corpus=random4"]}}`: `unknown mode "clairvoyance"`,
	`{"run": {"cells": ["BenchmarkAttacks/technique=magic/piece=knight/mode=latency/corpus=random4"]}}`:    "knight",
	`{"run": {"cells": null}}`:            "no cells",
	`{"run": {"reference": "magik"}}`:     `no technique "fancymagic-again"`, // a row of the cells, and only a reference has a second row
	`{"run": {"questions": -1}}`:          "-1 questions",
	`{"run": {"questions": 99999999999}}`: "99999999999 questions",
	`{"run": {"questions": 1e30}}`:        "cannot unmarshal number",
	`{"run": {"time": -1}}`:               "a time of -1ns",
	`{"run": {"rounds": -1}}`:             "-1 as a number of rounds",
	`{"run": {"rounds": 1000000}}`:        "1000000 rounds",
	`{"run": {"few": -3}}`:                "-3 as a number",
	`{"run": {"without": ["sse9"]}}`:      "sse9",
	`{"run": null}`:                       "no cells",
	`null`:                                "no cells",
	`[]`:                                  "cannot unmarshal array",
	`{"machine": null}`:                   "another machine",
}

// A record with names or numbers that no run of this program has is refused in one line. Keys that this program does not know, or that are empty, are no reason.
func TestResumeRefusesWhatIsNotKnown(t *testing.T) {
	for patch, says := range newer {
		if _, err := Resume(stopped(t, patch)); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", patch, err, says)
		}
	}
	for _, patch := range []string{`{}`, `{"later": {"than": "this"}}`, `{"canaries": {"v1": null}, "segments": null, "corpora": null}`} {
		m, err := Resume(stopped(t, patch))
		if err != nil {
			t.Errorf("%s: %v", patch, err)
			continue
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Builds are read under the keys of older records as well, and written under those of today.
func TestOlderRecords(t *testing.T) {
	path := stopped(t, `{"run": {"levels": ["v1", "c-gcc"]}, "segments": [{"round": 1, "goamd64": "c-gcc"}, {"round": 1, "goamd64": ""}, {"round": 2, "build": "v1"}]}`)
	var r Record
	for range 2 { // first as an older program wrote the record, then as this program writes it
		if err := readRecord(results.RecordPath(path), &r); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Run.Builds, r.Segments[0].Build, r.Segments[1].Build, r.Segments[2].Build); got != "[v1 c-gcc] c-gcc  v1" { // the second segment has no build
			t.Errorf("builds %s", got)
		}
		if err := saver(path)(r); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(results.RecordPath(path))
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]int{"levels": 0, "builds": 1, "build": 3} {
			if n := strings.Count(string(text), `"`+key+`":`); n != want {
				t.Errorf("key %s is written %d times, want %d", key, n, want)
			}
		}
		r = Record{}
	}
}

// A record may hold anything: a run goes on, or an error says in one line why not.
func FuzzResume(f *testing.F) {
	for patch := range newer {
		f.Add(patch)
	}
	f.Fuzz(func(t *testing.T, patch string) {
		m, err := Resume(stopped(t, patch))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %v", err)
			}
			return
		}
		if err := m.plan(); err == nil {
			for _, b := range m.builds {
				m.judge(b)
				m.config(Segment{Build: b}, m.digest)
			}
			m.all()
		}
		_ = m.Close()
	})
}

// While a process goes on with a run, a second one gets an error, and leaves the line that the first is writing.
func TestResumeTwice(t *testing.T) {
	path := stopped(t, `{}`)
	first, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	if errors.Is(atomicfile.Hold(first.file), errors.ErrUnsupported) {
		t.Skip("no locks here")
	}
	const half = "BenchmarkAttacks/technique=ma"
	if err := os.WriteFile(path, []byte(half), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(path); err == nil || !strings.HasPrefix(err.Error(), path+" is being written by ") {
		t.Errorf("the second: %v", err)
	}
	if text, err := os.ReadFile(path); string(text) != half {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// A record names the program that measured, which may be of another version than the measured tree.
func TestRecordNamesProgram(t *testing.T) {
	record, err := NewRecord(smallRun(t), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(record); err != nil || !strings.Contains(string(text), `"by":"`+slidebench.Built()+`"`) {
		t.Errorf("%v, %.300s", err, text)
	}
}

// A run that is killed anywhere can be resumed, and then ends as if it had not been killed.
func TestKilledRunsResume(t *testing.T) {
	tiertest.Slow(t)
	run := smallRun(t)
	record, err := NewRecord(run, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.txt")
	m, err := Create(whole, record)
	if err != nil {
		t.Fatal(err)
	}
	m.Progress, m.Record.Canary.Any = func(int, int, time.Duration) {}, true // a disturbed machine is no reason to fail
	if err := errors.Join(m.Do(context.Background()), m.Close()); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, whole, run)
	if _, err := Resume(whole); err == nil || !strings.Contains(err.Error(), "complete") {
		t.Errorf("resuming a complete run: %v", err)
	}
	if _, err := Create(whole, record); err == nil {
		t.Error("a raw file is overwritten")
	}

	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, len(text) / 2, len(text) - 3} { // before its first line, in a line, and in its last
		killed := filepath.Join(dir, "killed.txt")
		if err := os.WriteFile(killed, text[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		unfinished := m.Record
		unfinished.Finished = ""
		if err := saver(killed)(unfinished); err != nil {
			t.Fatal(err)
		}
		again, err := Resume(killed)
		if err != nil {
			t.Fatal(err)
		}
		last, total := 0, 0
		again.Progress = func(done, of int, _ time.Duration) { last, total = done, of }
		if err := errors.Join(again.Do(context.Background()), again.Close()); err != nil {
			t.Fatal(err)
		}
		if last != total {
			t.Errorf("progress ends at %d of %d", last, total)
		}
		checkWhole(t, killed, run)
	}
}

// A run is resumed only if it is unfinished, by the same program, of the same tree, on the same machine.
func TestResumeRefusesWhatWouldMix(t *testing.T) {
	record, err := NewRecord(smallRun(t), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.resumable(); err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string]func(*Record){
		"complete":         func(r *Record) { r.Finished = now() },
		"another machine":  func(r *Record) { r.Machine.Fingerprint.Model++ },
		"another program":  func(r *Record) { r.Program = "sha256:0" },
		"built with go1.0": func(r *Record) { r.Toolchain = "go1.0" },
		"measures commit":  func(r *Record) { r.Commit = "0123456789ab" },
		"dirty tree":       func(r *Record) { r.Run.Builds, r.Dirty = build.Must("v1"), true },
	} {
		r := record
		change(&r)
		if err := r.resumable(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want an error that says %q", err, says)
		}
	}
}

// A run is not resumed without its file and a record that can be read. If the compressed file is there, the run is complete.
func TestResumeNeedsItsRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	if _, err := Resume(path); err == nil {
		t.Error("no file: no error")
	}
	packed := path + ".gz"
	if _, err := Resume(packed); err == nil || strings.Contains(err.Error(), "complete") {
		t.Errorf("no compressed file: %v", err)
	}
	if err := os.WriteFile(packed, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(packed); err == nil || err.Error() != packed+" cannot be resumed: it is complete" {
		t.Errorf("a compressed file: %v", err)
	}
	for _, record := range []string{"", "{", `{"run": {"cells": ["nonsense"]}}`} {
		if err := errors.Join(os.WriteFile(path, nil, 0o644), os.WriteFile(results.RecordPath(path), []byte(record), 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(path); err == nil {
			t.Errorf("record %q: no error", record)
		}
	}
}

// A write that fails half-way, as on a full disk, leaves whole lines.
func TestRawFileTakesBackHalfLines(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer f.Close()
	raw := &rawFile{File: f}
	if _, err := raw.Write([]byte("line\n")); err == nil || raw.size != 0 {
		t.Errorf("error %v, size %d: want an error, and nothing written", err, raw.size)
	}
}

// Create refuses a raw file whose name is its record's, and overwrites no file in the place of the record.
func TestCreateOverwritesNoRecord(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(filepath.Join(dir, "x.json"), Record{}); err == nil {
		t.Error("a raw file under its record's name: no error")
	}
	record := filepath.Join(dir, "y.json")
	if err := os.WriteFile(record, []byte("of another program"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "y.txt"), Record{}); err == nil {
		t.Error("another file under the record's name: no error")
	}
	if text, _ := os.ReadFile(record); string(text) != "of another program" {
		t.Errorf("it holds %q now", text)
	}
}

// An unpacked archive has no commit, and neither has a tree where there is no git.
func TestNoCommit(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir)) // git looks for no repository above dir
	for _, missing := range []string{"repository", "git"} {
		if missing == "git" {
			t.Setenv("PATH", dir)
		}
		if commit, dirty, err := Checkout(dir); commit != "" || !dirty || err != nil {
			t.Errorf("no %s: commit %q, dirty %v, %v", missing, commit, dirty, err)
		}
	}
}

// New raw files and records do not make the tree dirty, as a run may have written them itself. Any other change does.
func TestRawFileIsNoChange(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := func(about string, want bool) {
		t.Helper()
		if commit, dirty, err := Checkout(dir); commit == "" || dirty != want || err != nil {
			t.Errorf("%s: commit %q, dirty %v, %v; want dirty %v", about, commit, dirty, err, want)
		}
	}
	write("old.txt", "before")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "-m", "first"}} {
		if out, err := gitcmd.Inside(dir, args...).CombinedOutput(); err != nil {
			t.Skipf("SKIP: needs git: %v\n%s", err, out)
		}
	}
	check("a committed tree", false)
	write("raw.txt", "new")
	check("a new raw file", false)
	write("raw.json", "new")
	check("a new record", false)
	write("a.go", "new")
	check("a new source file", true)
	if err := os.Remove(filepath.Join(dir, "a.go")); err != nil {
		t.Fatal(err)
	}
	write("old.txt", "after")
	check("a committed raw file that has changed", true)
}
