package c

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A module has tables as data if and only if rustc computes large tables for it, and the copy states their price. Copies in C and C++ have no tables as data.
func TestTablesAsData(t *testing.T) {
	var asData []string
	for _, e := range techniques.Catalogue() {
		if !dialectRust.Copies(e) {
			continue
		}
		computed, err := inRust{dialectRust}.Copy(e, language.CopyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := inRust{dialectRust}.Copy(e, language.CopyOptions{Data: true})
		switch {
		case (err == nil) != strings.Contains(computed.Price, "--table"):
			t.Errorf("%s: %q, and as data %v", e.Name, computed.Price, err)
		case err == nil && (!strings.Contains(data.Price, "MB of source") || bytes.Contains(data.Files[0].Text, []byte("board::ROOKS"))):
			t.Errorf("%s as data: %q", e.Name, data.Price)
		case err == nil:
			asData = append(asData, e.Name)
		}
	}
	if len(asData) != 8 { // all modules that have such tables today
		t.Errorf("%v have tables as data, want eight", asData)
	}
	for _, l := range []language.Copier{inC{dialectC}, inCpp{dialectCpp}} {
		if _, err := l.Copy(techniques.Catalogue()[0], language.CopyOptions{Data: true}); err == nil || !strings.Contains(err.Error(), "no tables as data in "+l.About().Name+" (") {
			t.Errorf("%s: %v", l.About().Name, err)
		}
	}
}

// Lookups in Rust are const where rustc can have them so.
func TestConstInRust(t *testing.T) {
	for _, e := range techniques.Catalogue() {
		if !dialectRust.Copies(e) {
			continue
		}
		want := len(e.Needs) == 0 && e.Name != "unchecked" // rustc refuses its reads without a check in const functions
		if got := strings.Contains(copied(t, inRust{dialectRust}, e, e.Name), "\npub const fn rook("); got != want {
			t.Errorf("rook of %s is const: %v, want %v", e.Name, got, want)
		}
	}
}

// Copies in Rust are right, with tables as data, too, in a crate without std for which each warning is an error; and const lookups make constants.
func TestCopiesInRust(t *testing.T) {
	tiertest.Long(t)
	b, units := unitsHere(t, dialectRust, "rustc")
	_, missing := exec.LookPath("cargo")
	tiertest.Need(t, "cargo", missing)
	var names []string
	crate, text := map[string]string{manifest: "[package]\nname = \"copies\"\nversion = \"1.0.0\"\nedition = \"2018\"\n"}, "#![no_std]\n#![deny(warnings)]\n"
	for _, u := range units {
		if name := u.Technique.Name; u.Technique.Family != "" && b.has(u) {
			names, text = append(names, name), text+"pub mod "+name+";\n"
			crate["src/"+name+".rs"] = copied(t, inRust{dialectRust}, u.Technique, name)
			if c, err := (inRust{dialectRust}).Copy(u.Technique, language.CopyOptions{Data: true}); err == nil {
				names, text = append(names, "data_"+name), text+"pub mod data_"+name+";\n"
				crate["src/data_"+name+".rs"] = string(c.Files[0].Text)
			}
			if strings.Contains(crate["src/"+name+".rs"], "\npub const fn queen(") {
				text += "pub const " + strings.ToUpper(name) + ": u64 = " + name + "::queen(0, 0);\n"
			}
		}
	}
	crate["src/lib.rs"] = text + "pub fn same(a: u64, b: u64) -> u64 {\n    assert_eq!(a, b);\n    a\n}\n"
	c := brought{crate: crate, guest: language.Guest{Rook: agreeing("rook", ".0", names), Bishop: agreeing("bishop", ".1", names), Queen: agreeing("queen", "", names)}}
	if _, err := c.prove(t, inRust{dialectRust}, b.Build, "copies", ".rs"); err != nil {
		t.Error(err)
	}
	t.Logf("copies of %s", strings.Join(names, ", "))
}
