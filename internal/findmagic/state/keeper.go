package state

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/slidebench/slidebench/internal/atomicfile"
)

// Interval is the time between two saves. A killed search loses at most this time. Tests that kill searches lower it.
var Interval = 2 * time.Second

// ErrTime is the cause when a search stops because its time is up.
var ErrTime = errors.New("the time is up")

// Keeper saves the state of a search while it runs.
type Keeper struct {
	kind string
	file *atomicfile.Held // nil: nothing is saved
}

// Open returns a keeper, and the text of the state to resume, nil if there is none yet. Without a path, the keeper saves
// nothing. Until the keeper is closed, no other process can open the state. The error is that of Load, says that the file could
// not be written, or says which other process writes it.
func Open(path, kind string) (k *Keeper, text []byte, err error) {
	k = &Keeper{kind: kind}
	if path == "" {
		return k, nil, nil
	}
	defer func() {
		if err != nil {
			k.Close()
			k = nil
		}
	}()
	// Load comes first, too, because it refuses a pipe, and does not wait for it.
	if _, err := Load(path, kind); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return k, nil, err
	}
	if err := atomicfile.Check(path); err != nil {
		return k, nil, err
	}
	if k.file, err = atomicfile.Keep(path); err != nil {
		return k, nil, err
	}
	// Now no other process can write the file: read it again, and remove the temporary files of killed writers.
	if text, err = Load(path, kind); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return k, nil, err
	}
	return k, text, atomicfile.Clean(path)
}

// Close releases the file, so that other processes can open the state.
func (k *Keeper) Close() {
	if k.file != nil {
		k.file.Close()
	}
}

// Run calls search and meanwhile saves the text that snapshot returns: at once, which shows that saving works before the
// search finds anything; at every [Interval]; and when search has returned. It returns the error of search, or of
// saving. It closes the keeper.
//
// The context of search is done when that of Run is, when a time limit above 0 is reached, with [ErrTime] as its cause,
// and when a save failed. If search has not finished by then, it must soon return context.Cause of its context. snapshot is
// called while search runs, in another goroutine.
func (k *Keeper) Run(ctx context.Context, limit time.Duration, search func(context.Context) error, snapshot func() []byte) error {
	defer k.Close()
	if err := k.save(snapshot); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, ErrTime)
		defer cancel()
	}
	done := make(chan error, 1)
	go func() { done <- search(ctx) }()
	tick := time.NewTicker(Interval)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			// An error of saving comes first: the caller must not believe that the search can be resumed.
			if failed := k.save(snapshot); failed != nil {
				return failed
			}
			return err
		case <-tick.C:
			if err := k.save(snapshot); err != nil {
				stop(err)
			}
		}
	}
}

// save writes the state, unless the keeper has no file.
func (k *Keeper) save(snapshot func() []byte) error {
	if k.file == nil {
		return nil
	}
	return k.file.Write(withHead(k.kind, snapshot()))
}
