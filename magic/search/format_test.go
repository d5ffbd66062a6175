package search_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/magic/search"
)

func TestCSVComesBackUnchanged(t *testing.T) {
	stored, err := os.ReadFile("../../blackmagic/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	s, birth, err := search.ReadCSV(bytes.NewReader(stored), search.Black, search.Fixed)
	if err != nil {
		t.Fatal(err)
	}
	if len(birth) == 0 {
		t.Error("the birth certificate is lost")
	}
	var again bytes.Buffer
	if err := s.WriteCSV(&again, birth); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), stored) {
		t.Errorf("differs from what was read:\n%s", again.Bytes())
	}
}

func TestReadCSVNamesTheDamage(t *testing.T) {
	stored, err := os.ReadFile("../../blackmagic/factors.csv")
	if err != nil {
		t.Fatal(err)
	}
	const line4 = "rook,0,0xfc2000e11410000a,52,8179"
	for _, c := range []struct{ old, new, want string }{
		{"piece,square,", "piece,", `line 3: "piece,factor,shift,offset", want the header`},
		{line4, "rook,0,0xfc2000e11410000a,52", "line 4: 4 columns, want 5"},
		{line4, "knight,0,0xfc2000e11410000a,52,8179", `line 4: column piece: "knight", want rook or bishop`},
		{line4, "queen,0,0xfc2000e11410000a,52,8179", `line 4: column piece: "queen", want rook or bishop`},
		{line4, "rook,64,0xfc2000e11410000a,52,8179", `line 4: column square: "64", want 0 to 63`},
		{line4, "rook,0,0xfc2000e11410000g,52,8179", `line 4: column factor: "0xfc2000e11410000g", want a 64-bit number`},
		{line4, "rook,0,0xfc2000e11410000a,53,8179", `line 4: column shift: "53", want 52 in the fixed layout`},
		{line4, "rook,0,0xfc2000e11410000a,52,300000", `line 4: column offset: "300000", want -4096 to 294912`},
		{line4, "", "line 4: 1 columns, want 5"},
		{line4, "rook,1,0xfc2000e11410000a,52,8179", "line 5: a second rook on b1"},
		{line4 + "\n", "", "line 130: ends after 127 entries, want 128"},
		{line4, strings.Repeat("x", 1<<17), "line 4: bufio.Scanner: token too long"},
	} {
		damaged := strings.Replace(string(stored), c.old, c.new, 1)
		_, _, err := search.ReadCSV(strings.NewReader(damaged), search.Black, search.Fixed)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("# birth\npiece,square,factor,shift,offset\nrook,0,0x1,52,-1\n")
	if stored, err := os.ReadFile("../../blackmagic/factors.csv"); err == nil {
		f.Add(string(stored))
	}
	f.Fuzz(func(t *testing.T, file string) {
		s, birth, err := search.ReadCSV(strings.NewReader(file), search.White, search.Fixed)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		var b bytes.Buffer
		if err := s.WriteCSV(&b, birth); err != nil {
			t.Fatal(err)
		}
		again, _, err := search.ReadCSV(&b, search.White, search.Fixed)
		if err != nil || *again != *s {
			t.Errorf("comes back as %v, %v, want %v", again, err, s)
		}
		_ = s.Verify() // any answer, but no panic
	})
}
