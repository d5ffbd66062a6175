package c

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// entry is a function in C that asks a technique in one of its ways.
type entry struct {
	name, text string
	reported   int // table bytes of the technique's rows in results, where Go's numbers stand for C, too
}

// byPointer are techniques whose lookups reach their tables only by pointers, which the filling sets for all pieces.
var byPointer = map[string]bool{"paired": true, "persquare": true, "unchecked": true}

// entries returns functions for all ways in which a unit is asked. A state has one function for all pieces, as a change reads the tables of rook and bishop.
func (u *Unit) entries() (entries []entry) {
	name := u.Technique.Name
	for _, p := range board.Pieces {
		add := func(has bool, m mode.Mode, declared, called string) {
			if has && (p == board.Queen || !byPointer[name]) {
				function := fmt.Sprintf("by_%s_%v", m, p)
				text := fmt.Sprintf("uint64_t %s(%s);\nuint64_t %[1]s(%s) { %s; }\n", function, declared, called)
				entries = append(entries, entry{function, text, u.Technique.TableBytesIn(m, p)})
			}
		}
		add(u.lookups, mode.Throughput, "int sq, uint64_t occ", fmt.Sprintf("return %s_%v(sq, occ)", name, p))
		add(u.batches, mode.Batch, "uint64_t *to, const uint64_t *occ, const uint8_t *sq, size_t n",
			fmt.Sprintf("%s_%v_batch(to, occ, sq, n); return 0", name, p))
		add(u.sets, mode.Setwise, "uint64_t sliders, uint64_t occ", fmt.Sprintf("return %s_%vs(sliders, occ)", name, p))
		add(u.states && p == board.Queen, mode.Incremental, fmt.Sprintf("struct %s_state *s, int sq", name),
			fmt.Sprintf("%s_state_add(s, sq); %[1]s_state_remove(s, sq); return %[1]s_state_queen(s, sq)", name))
	}
	return entries
}

// slack returns how many bytes tables may differ from the reported ones: compilers choose some vectors of constants.
func slack(reported int) int { return 64 + reported/100 }

// checkTables compares the tables of a header with those that are reported: the arrays that a way to ask reaches are no larger, and with
// the compiler's own constants its data are no smaller.
func checkTables(t *testing.T, b Build, u Unit, root string) error {
	t.Helper()
	o, err := scratch(t, b)
	if err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	o.flags = append(o.flags, "-I"+root)
	entries := u.entries()
	var text strings.Builder
	fmt.Fprintf(&text, "#define %s\n#include %q\nvoid init(void);\nvoid init(void) { %s_init(); }\n",
		implementation(u.Technique.Name), headerOf(u.Technique), u.Technique.Name)
	for _, e := range entries {
		text.WriteString(e.text)
	}
	if err := os.WriteFile(filepath.Join(o.folder, "entries.c"), []byte(text.String()), 0o600); err != nil {
		return err
	}
	if err := o.run(t.Context(), "entries.c", "-O1", "-ffunction-sections", "-fdata-sections", "-c", "entries.c"); err != nil {
		return err
	}
	for _, e := range entries {
		// The linker leaves out functions and tables that the entry does not reach.
		kept := "-Wl,--gc-sections,--unresolved-symbols=ignore-all,-e," + e.name
		if byPointer[u.Technique.Name] {
			kept += ",-u,init" // the pointers lead to the tables in what init does alone
		}
		if err := o.run(t.Context(), "entries.c", "-nostdlib", "-static", kept, "entries.o", "-o", e.name); err != nil {
			return err
		}
		arrays, data, err := dataOf(filepath.Join(o.folder, e.name))
		if err != nil {
			return err
		}
		if arrays > e.reported+slack(e.reported) || data < e.reported-slack(e.reported) {
			return fmt.Errorf("%v, %s: tables of %d bytes are reported; arrays take %d, and all data %d", b, e.name, e.reported, arrays, data)
		}
	}
	return nil
}

// dataOf returns the bytes of a program's arrays, and of all its data.
func dataOf(program string) (arrays, data int, err error) {
	f, err := elf.Open(program)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return 0, 0, err
	}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT {
			arrays += int(s.Size)
		}
	}
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".rodata") || strings.HasPrefix(s.Name, ".data") || strings.HasPrefix(s.Name, ".bss") {
			data += int(s.Size)
		}
	}
	return arrays, data, nil
}

// The table sizes in rows of C, which are Go's, fit the headers: of one technique in eight in make test, of all in make check, and by night as each compiler here
// compiles them.
func TestTables(t *testing.T) {
	tiertest.Slow(t)
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	builds := buildsHere(t)
	if !tiertest.Nightly() {
		builds = builds[:1]
	}
	for _, b := range builds {
		for _, u := range tiertest.Sample(units, 8) {
			if !b.has(u) {
				continue
			}
			if err := checkTables(t, b, u, root); err != nil {
				t.Errorf("%s: %v", u.Technique.Name, err)
			}
		}
	}
}

// Tables that are larger or smaller than reported, by more than slack, are found. The first two cases have no fault; make test has time for two of the cases.
func TestTablesFaults(t *testing.T) {
	tiertest.Slow(t)
	b := anyBuild(t)
	for _, c := range tiertest.Sample([]struct{ technique, old, new, want string }{
		{"fancymagic", "", "", ""},
		{"persquare", "", "", ""},
		{"fancymagic", "fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ)", "fancymagic_rook(sq, occ)", "by_throughput_queen"}, // which leaves out the table of bishops
		{"fancymagic", "_bishop_table[5248]", "_bishop_table[5400]", "by_throughput_bishop"},                                       // 3 % more
		{"fancymagic", "_rook_table[102400]", "_rook_table[101300]", "by_throughput_rook"},                                         // 1.1 % less
		{"persquare", "_rook_words[102400]", "_rook_words[104000]", "by_throughput_queen"},                                         // 1.6 % more; it has an entry for queens alone: see byPointer
	}, 3) {
		header := "fancymagic/fancymagic.h"
		if c.technique != "fancymagic" {
			header = "fancymagic/" + c.technique + "/" + c.technique + ".h"
		}
		tree := planted(t, header, header, c.old, c.new)
		units, err := Units(tree)
		if err != nil || len(units) != 1 {
			t.Fatalf("%d units: %v", len(units), err)
		}
		err = checkTables(t, b, units[0], tree)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s, %q in place of %q: %v, want %q", c.technique, c.new, c.old, err, c.want)
		}
	}
}
