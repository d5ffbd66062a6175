package state_test

import (
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

// Run saves before it searches, so that a state that cannot be saved is an error at once.
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

// wait is a search that finds nothing until its context is done.
func wait(ctx context.Context) error {
	<-ctx.Done()
	return context.Cause(ctx)
}

// With a limit of 5 seconds, Run saves at the beginning, twice at an interval of 2 seconds, and at the end.
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

// Run returns the error of the search, or the cause of its own context. A keeper without a path takes no snapshot.
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

// A state that is open cannot be opened again until its keeper is closed, also when Run has replaced the file.
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
	again, last, err := state.Open(path, "search")
	if err != nil || string(last) != "replaced\n" {
		t.Fatalf("%q, %v", last, err)
	}
	again.Close()
}
