package child

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"time"
)

// File is a file that a program shares with this process. It has room for data, and after that a note of the program and a note of each of its workers.
type File struct {
	file  *os.File
	room  int64 // bytes for data
	notes int   // number of notes
}

// Note says what a program or a worker is doing.
type Note struct {
	Doing uint64    // the number of a question, from 1, or one of the values below
	More  [2]uint64 // about the question
}

// Values of Doing that are no questions.
const (
	Idle     uint64 = 0
	Done     uint64 = 1<<64 - 3 // the answer is in the file
	Starting uint64 = 1<<64 - 2
	Filling  uint64 = 1<<64 - 1 // the tables
)

// NewFile makes a file in a folder, "" for the folder of temporary files, with so many bytes of room for data, for a program with so many workers.
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

// Name returns the file's path.
func (f *File) Name() string { return f.file.Name() }

// Remove removes the file's name if the system can remove that of an open file. Processes that have it open go on, and leave no file behind if they are killed.
func (f *File) Remove() { os.Remove(f.Name()) }

// Close closes and removes the file.
func (f *File) Close() {
	f.file.Close()
	f.Remove()
}

// Put writes arrays of numbers into the room for data, one after the other.
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

// Get reads numbers from the start of the room for data.
func (f *File) Get(numbers any) error {
	return binary.Read(io.NewSectionReader(f.file, 0, f.room), binary.NativeEndian, numbers)
}

// Notes reads all notes.
func (f *File) Notes() ([]Note, error) {
	notes := make([]Note, f.notes)
	err := binary.Read(io.NewSectionReader(f.file, f.room, int64(binary.Size(notes))), binary.NativeEndian, notes)
	return notes, err
}

// Watch ends the program if a note stays the same for too long, until the returned function is called: question is the limit for a question, begin that for
// starting and for filling tables. Watch calls look, unless it is nil, with all notes 20 times in each question's limit.
func (p *Program) Watch(question, begin time.Duration, look func([]Note)) (stop func()) {
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		const ticks = 20
		tick := time.NewTicker(question / ticks)
		defer tick.Stop()
		var last []Note
		since := make([]time.Duration, p.File.notes) // how long each note has been the same
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			now, err := p.Notes()
			if err != nil {
				continue // a reading that fails tells nothing: the next one may
			}
			if look != nil {
				look(now)
			}
			var stuck late
			for i, n := range now {
				if since[i] += question / ticks; last == nil || n != last[i] || n.Doing == Idle || n.Doing == Done { // it is new or has changed, or nothing is done
					since[i] = 0
				}
				limit := question
				if n.Doing >= Starting { // or Filling
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
