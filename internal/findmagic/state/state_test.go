package state_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/slidebench/slidebench/internal/findmagic/state"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const text = "one\ntwo\n"

// saved returns the path of a state of the kind "search".
func saved(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.state")
	must(t, state.Save(path, "search", []byte(text)))
	return path
}

func TestLoadReturnsWhatWasSaved(t *testing.T) {
	path := saved(t)
	for _, want := range []string{text, "", "no end of line", "\n\n"} {
		must(t, state.Save(path, "search", []byte(want)))
		if got, err := state.Load(path, "search"); err != nil || string(got) != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if _, err := state.Load(path+"x", "search"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no state: %v", err)
	}
}

func TestLoadRefusesDamage(t *testing.T) {
	path := saved(t)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage := map[string]string{}
	for cut := range file {
		damage[fmt.Sprintf("first %d bytes", cut)] = string(file[:cut])
		for bit := range 8 {
			flipped := bytes.Clone(file)
			flipped[cut] ^= 1 << bit
			damage[fmt.Sprintf("byte %d, bit %d", cut, bit)] = string(flipped)
		}
	}
	damage["one line more"] = string(file) + "three\n"
	damage["zeros at the end"] = string(file) + "\x00"
	for what, damaged := range damage {
		must(t, os.WriteFile(path, []byte(damaged), 0o644))
		if got, err := state.Load(path, "search"); err == nil || !strings.HasPrefix(err.Error(), path+": line 1: ") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %q, %v", what, got, err)
		}
	}
}

func TestLoadRefusesOtherKindsAndVersions(t *testing.T) {
	path := saved(t)
	if _, err := state.Load(path, "pack"); err == nil || !strings.Contains(err.Error(), "the state of a search, want that of a pack") {
		t.Errorf("other kind: %v", err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	must(t, os.WriteFile(path, bytes.Replace(file, []byte("version 1"), []byte("version 9"), 1), 0o644))
	if _, err := state.Load(path, "search"); err == nil || !strings.Contains(err.Error(), "version 9, want 1") {
		t.Errorf("other version: %v", err)
	}
}

func TestOpenRefusesWhatCannotBeWritten(t *testing.T) {
	readOnly := saved(t)
	must(t, os.Chmod(readOnly, 0o444))
	for path, want := range map[string]string{
		readOnly:      "read-only",
		t.TempDir():   "not a regular file",
		os.DevNull:    "not a regular file",
		"/none/state": "no such file or directory",
	} {
		if _, _, err := state.Open(path, "search"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// Run saves once before it searches, so that an impossible state is an error at once.
func TestRunSavesBeforeItSearches(t *testing.T) {
	dir := t.TempDir()
	k, _, err := state.Open(filepath.Join(dir, "x.state"), "search")
	if err != nil {
		t.Fatal(err)
	}
	must(t, os.Remove(dir))
	err = k.Run(t.Context(), 0, func(context.Context) error {
		t.Error("searched without a place to save")
		return nil
	}, func() []byte { return nil })
	if err == nil {
		t.Error("no error")
	}
}

// wait searches in vain until it is stopped.
func wait(ctx context.Context) error {
	<-ctx.Done()
	return context.Cause(ctx)
}

func TestRunSavesEveryTwoSecondsAndAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.state")
	synctest.Test(t, func(t *testing.T) {
		k, old, err := state.Open(path, "search")
		if err != nil || old != nil {
			t.Fatal(old, err)
		}
		begin := time.Now()
		var saves []time.Duration
		err = k.Run(t.Context(), 5*time.Second, wait, func() []byte {
			saves = append(saves, time.Since(begin))
			return fmt.Append(nil, saves)
		})
		if !errors.Is(err, state.ErrTime) {
			t.Errorf("got %v, want ErrTime", err)
		}
		if want := "[0s 2s 4s 5s]"; fmt.Sprint(saves) != want {
			t.Errorf("saved after %v, want %s", saves, want)
		}
		if _, last, err := state.Open(path, "search"); err != nil || string(last) != "[0s 2s 4s 5s]" {
			t.Errorf("the state is %q, %v", last, err)
		}
	})
}

func TestRunReturnsWhyItEnded(t *testing.T) {
	failed, asked := errors.New("exhausted"), errors.New("asked to stop")
	k, _, err := state.Open("", "search")
	if err != nil {
		t.Fatal(err)
	}
	snapshot := func() []byte { panic("a snapshot without a path") }
	for _, want := range []error{nil, failed} {
		if err := k.Run(t.Context(), time.Hour, func(context.Context) error { return want }, snapshot); err != want {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(asked)
	if err := k.Run(ctx, time.Hour, wait, snapshot); err != asked {
		t.Errorf("got %v, want %v", err, asked)
	}
}

// A search whose state can no longer be saved stops.
func TestRunStopsWhenASaveFails(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		k, _, err := state.Open(filepath.Join(dir, "x.state"), "search")
		if err != nil {
			t.Fatal(err)
		}
		err = k.Run(t.Context(), 0, func(ctx context.Context) error {
			if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
			return wait(ctx)
		}, func() []byte { return nil })
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v", err)
		}
	})
}

// A state that is open is not opened again, and stays as it is, until its keeper is closed.
func TestOpenTwice(t *testing.T) {
	path := saved(t)
	k, _, err := state.Open(path, "search")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = state.Open(path, "search")
	if err == nil {
		t.Skip("no locks here")
	}
	if !strings.HasPrefix(err.Error(), path+" is being written by ") {
		t.Error(err)
	}
	err = k.Run(t.Context(), 0, func(context.Context) error {
		if _, _, err := state.Open(path, "search"); err == nil {
			t.Error("opened while a search runs, which has replaced the file")
		}
		return nil
	}, func() []byte { return []byte("replaced\n") })
	must(t, err)
	again, text, err := state.Open(path, "search")
	if err != nil || string(text) != "replaced\n" {
		t.Fatalf("%q, %v", text, err)
	}
	again.Close()
}
