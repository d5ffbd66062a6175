package guest_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// slider returns a package of lookups, with further declarations. Its bishops on c2, the square 10, run a body before their answer, or instead of one. A step of slide has two
// digits, for rank and file: 1 is back, 2 is none, and 3 is forward. TestAsked uses it, too.
func slider(name, declared, body string) string {
	return "package " + name + "\n\n" + declared + `

func slide(sq int, occ uint64, steps ...int) (a uint64) {
	for _, s := range steps {
		for f, r := sq%8+s%10-2, sq/8+s/10-2; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+s%10-2, r+s/10-2 {
			if a |= 1 << (8*r + f); occ>>(8*r+f)&1 != 0 {
				break
			}
		}
	}
	return a
}

func Rook(sq int, occ uint64) uint64 { return slide(sq, occ, 12, 32, 21, 23) }

func Bishop(sq int, occ uint64) uint64 {
	if sq == 10 {
		` + body + `
	}
	return slide(sq, occ, 11, 13, 31, 33)
}
`
}

// A package is proved in a process of its own. If lookups end the process or hang, the error shows the question, or says that it happened before the first question.
func TestProver(t *testing.T) {
	tiertest.Long(t)
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	child.Patience.Begin, child.Patience.Question = 5*time.Second, 4*time.Second
	cases := map[string]struct{ declared, body, says string }{ // see slider
		"right":      {"", "", ""},
		"wrong":      {"", "return 0", "technique mine: bishop on c2 is wrong\n"},
		"panics":     {"", `panic("boom")`, "bishop on c2 panics\n"},
		"recovers":   {"", `defer func() { recover() }(); panic("boom")`, "bishop on c2 is wrong\n"},
		"goroutine":  {"", `go panic("boom"); select {}`, "bishop on c2 ends the program: panic: boom\n"},
		"exits":      {`import "os"`, "os.Exit(0)", "bishop on c2 ends the program: exit status 0\n"},
		"goexit":     {`import "runtime"`, "runtime.Goexit()", "bishop on c2 ends the program: fatal error: the lookup ends its goroutine"},
		"deep":       {"", "return Bishop(sq, occ^1) + 1", "bishop on c2 ends the program: fatal error: stack overflow\n"},
		"hangs":      {`import "time"`, "time.Sleep(time.Hour)", "bishop on c2 has no answer within 4s\n"},
		"memo":       {"var memo = map[uint64]uint64{}", "", "fatal error: concurrent map writes\nit does so only while other goroutines ask"},
		"building":   {`func Build() error { return error(nil).(interface{ Error() string; Why() error }).Why() }`, "", "Build of package example.com/engine/building ends the program: panic: "},
		"starting":   {`var tables = func() int { panic("no tables") }()`, "", "what package example.com/engine/starting does at first (its variables, init, and what it imports) ends the program: panic: no tables"},
		"neverready": {"import \"time\"\n\nvar tables = func() int {\ntime.Sleep(time.Hour)\nreturn 0\n}()", "", "what package example.com/engine/neverready does at first (its variables, init, and what it imports) does not end within 5s"},
	}
	packages := map[string]string{}
	for name, c := range cases {
		packages[name] = slider(name, c.declared, c.body)
	}
	// All bishops write to the map, not only those on c2.
	packages["memo"] = strings.Replace(packages["memo"], "	return slide(sq, occ, 11", "	memo[occ&63] = occ\n	return slide(sq, occ, 11", 1)
	dir := module(t, packages)
	for name, c := range cases {
		if name == "memo" && runtime.GOMAXPROCS(0) == 1 {
			continue
		}
		p, err := guest.NewProver(t.Context(), t.TempDir(), dir, lookup(t, "mine=./"+name), "")
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		p.Progress = func(done, _ int) { last = done }
		err = p.Prove(t.Context(), 1)
		if wrong := (*language.Wrong)(nil); c.says == "" != (err == nil) || err != nil && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q (%d squares done)", name, err, c.says, last)
		}
		if strings.Contains(c.says, "bishop on c2 ") && (err == nil || !strings.Contains(err.Error(), "\noccupancy           wanted")) {
			t.Errorf("%s: no picture of the question in %v", name, err)
		}
	}
}

// The variables of a package, and of others of its module, are measured; memory from the heap is not.
func TestData(t *testing.T) {
	tiertest.Slow(t)
	dir := module(t, map[string]string{
		"attacks": slider("attacks", "import \"example.com/engine/tables\"\nvar own [1000]uint64\nvar heap = make([]uint64, 5000)", "own[occ&1]++; tables.All[occ&3]++; heap[7]++"),
		"tables":  "package tables\n\nvar All [2000]uint64\n",
	})
	p, err := guest.NewProver(t.Context(), t.TempDir(), dir, lookup(t, "./attacks"), "")
	if err != nil {
		t.Fatal(err)
	}
	if n := p.Data(); runtime.GOOS == "linux" && (n < 8*3000 || n > 8*3000+200) {
		t.Errorf("%d bytes, want 24000 and a little", n)
	}
}
