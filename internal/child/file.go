package child

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"time"
)

// File is seen by a program and by this one. It has room for data, and behind them a note of the program, and notes of its workers.
type File struct {
	file  *os.File
	room  int64
	notes int // how many
}

// Note says what a program or a worker is doing. Questions have numbers from 1.
type Note struct {
	Doing uint64
	More  [2]uint64 // about it
}

// What a program is doing beside questions.
const (
	Idle     uint64 = 0
	Done     uint64 = 1<<64 - 3 // its answer stands in the file
	Starting uint64 = 1<<64 - 2
	Filling  uint64 = 1<<64 - 1 // the tables
)

// NewFile makes a file in a folder, "" for that of temporary files.
func NewFile(folder string, room, workers int) (*File, error) {
	f := &File{room: int64(room), notes: 1 + workers}
	var err error
	if f.file, err = os.CreateTemp(folder, "slidebench-exchange"); err != nil {
		return nil, err
	}
	err = f.file.Truncate(f.room + int64(f.notes*binary.Size(Note{})))
	if err == nil {
		_, err = f.file.WriteAt(binary.NativeEndian.AppendUint64(nil, Starting), f.room)
	}
	if err != nil {
		f.Close()
	}
	return f, err
}

// Name is the file's path.
func (f *File) Name() string { return f.file.Name() }

// Remove removes the file's name where the system can: who has it open goes on, and who is killed leaves nothing behind.
func (f *File) Remove() { os.Remove(f.Name()) }

// Close closes and removes the file.
func (f *File) Close() {
	f.file.Close()
	f.Remove()
}

// Put writes arrays of numbers, one behind the other.
func (f *File) Put(arrays ...any) error {
	var b bytes.Buffer
	for _, a := range arrays {
		if err := binary.Write(&b, binary.NativeEndian, a); err != nil {
			return err
		}
	}
	if int64(b.Len()) > f.room {
		return fmt.Errorf("%d bytes of questions are more than the %d that the measured program takes", b.Len(), f.room)
	}
	_, err := f.file.WriteAt(b.Bytes(), 0)
	return err
}

// Get reads numbers.
func (f *File) Get(numbers any) error {
	return binary.Read(io.NewSectionReader(f.file, 0, f.room), binary.NativeEndian, numbers)
}

// Notes reads all notes.
func (f *File) Notes() ([]Note, error) {
	notes := make([]Note, f.notes)
	err := binary.Read(io.NewSectionReader(f.file, f.room, int64(binary.Size(notes))), binary.NativeEndian, notes)
	return notes, err
}

// Watch ends the program when a note does not change for longer than a question, or what comes before, may take, until the returned function is called. look is given the
// notes many times in that time; it may be nil.
func (p *Program) Watch(question, begin time.Duration, look func([]Note)) (stop func()) {
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		const ticks = 20
		tick := time.NewTicker(question / ticks)
		defer tick.Stop()
		var last []Note
		since := make([]time.Duration, p.File.notes) // each note has been the same for so long
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			now, err := p.Notes()
			if err != nil {
				continue
			}
			if look != nil {
				look(now)
			}
			var stuck late
			for i, n := range now {
				if since[i] += question / ticks; last == nil || n != last[i] || n.Doing == Idle || n.Doing == Done {
					since[i] = 0
				}
				limit := question
				if n.Doing >= Starting {
					limit = begin
				}
				if since[i] >= limit {
					stuck.limit, stuck.notes = limit, append(stuck.notes, n)
				}
			}
			if stuck.notes != nil {
				p.end(&stuck)
				return
			}
			last = now
		}
	}()
	return func() { close(done); <-stopped }
}
