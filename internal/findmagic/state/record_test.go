package state_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/state"
)

// a1 is a set with a rook on a1, whose magic nothing here proves.
func a1() *factors.Set {
	return &factors.Set{Source: []string{"from elsewhere"}, Entries: []factors.Entry{{Form: factors.Black, Factor: 5, Shift: 60}}}
}

// ReadRecord is the inverse of Text. With magics, the text is a set that package factors reads.
func TestRecord(t *testing.T) {
	for _, want := range []*state.Record{
		{Command: "findmagic pack --form black --shift fixed", From: "some set.csv", Seed: 9, Seeds: []uint64{1, 9}, Tries: 12, Runs: 3, CPU: 34.5, Set: a1()},
		{Command: "findmagic overlay --content whole", Seed: 1<<64 - 1, Runs: 1, Set: a1()},
		{Command: "findmagic pack --form black", Runs: 1, Set: &factors.Set{}},
	} {
		got, err := state.ReadRecord(want.Text())
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		if len(want.Set.Entries) > 0 {
			if _, err := factors.Read(bytes.NewReader(want.Text())); err != nil {
				t.Errorf("read as factors: %v", err)
			}
		}
	}
}

// Older states of overlay, which have the record in another form, are read, too.
func TestOldRecord(t *testing.T) {
	const text = "# from elsewhere\n# factors: x.csv\n# placed: seed 7, tries 300, runs 2, CPU seconds 1.500000\n# form: white\n# content: overlay\n" +
		"piece,square,factor,shift,offset,rotation\nrook,0,0x0000000000000001,52,0,3\n"
	want := state.Record{Command: "findmagic overlay --content overlay", From: "x.csv", Seed: 7, Tries: 300, Runs: 2, CPU: 1.5}
	got, err := state.ReadRecord([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if want.Set = got.Set; !reflect.DeepEqual(*got, want) || len(got.Set.Entries) != 1 || len(got.Set.Source) != 1 {
		t.Errorf("%+v of %+v, want %+v", got, got.Set, want)
	}
}

// A resumed record lists the seeds of all runs. A record that begins from a set drops the set's own record.
func TestRecordNamesItsOrigin(t *testing.T) {
	r := &state.Record{Command: "findmagic pack --form black --shift fixed", Seed: 3, Runs: 1, Set: a1()}
	r.Resume(3)
	if r.Seeds != nil {
		t.Errorf("seeds %v, want none where all are the same", r.Seeds)
	}
	for _, seed := range []uint64{1, 3, 4} {
		r.Resume(seed)
	}
	want := "# findmagic pack --form black --shift fixed --seed 4\n# tries: 0\n# runs: 5\n# seeds: 3, 1, 4\n# CPU seconds: 0.0\n# from elsewhere\n"
	if got := string(r.Text()); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%.300s\nwant\n%s", got, want)
	}
	old, err := factors.Read(bytes.NewReader(append([]byte("# findmagic pack, version 1, sha256 0\n"), r.Text()...)))
	if err != nil {
		t.Fatal(err)
	}
	next := state.Record{Command: "findmagic pack --form black --shift fixed", From: "old.csv", Seed: 5}
	next.Begin(old)
	want = "# findmagic pack --form black --shift fixed --from old.csv --seed 5\n# tries: 0\n# runs: 1\n# CPU seconds: 0.0\n# from elsewhere\n# form"
	if got := string(next.Text()); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%.300s\nwant\n%s", got, want)
	}
}

// A record with a damage is refused. A row whose old text is not there changes nothing, and is read.
func TestReadRecordRefuses(t *testing.T) {
	text := string((&state.Record{Command: "findmagic pack --form black", Runs: 1, Set: a1()}).Text())
	for _, c := range []struct{ old, new string }{
		{"findmagic pack", "find pack"}, {"tries: 0", "tries: -1"}, {"tries: 0", "tries: x"}, {"runs: 1", "runs: 0"}, {"CPU seconds: 0.0", "CPU minutes: 0.0"},
		{"# tries", "tries"}, {"tries: 0", "tries: 0x"}, {"tries: 0", "tries: 99999999999999999999"}, {"# CPU", "# seeds: x\n# CPU"},
		{"# CPU", "# seeds: 99999999999999999999\n# CPU"}, {"# CPU", "piece,square\n# CPU"}, {"bishop", "rock"}, {"rook", "rock"}, {text, ""}, {text, text[:60]},
	} {
		damaged := strings.Replace(text, c.old, c.new, 1)
		if r, err := state.ReadRecord([]byte(damaged)); (err == nil) != (damaged == text) {
			t.Errorf("%s: %+v, %v", c.new, r, err)
		}
	}
}
