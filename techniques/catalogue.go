package techniques

import (
	"context"
	"slices"

	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/classical"
	"github.com/slidebench/slidebench/classical/naive"
	"github.com/slidebench/slidebench/fancymagic"
	"github.com/slidebench/slidebench/fancymagic/bytes"
	"github.com/slidebench/slidebench/fancymagic/dense"
	"github.com/slidebench/slidebench/fancymagic/overlay"
	"github.com/slidebench/slidebench/fancymagic/overlayadjacent"
	"github.com/slidebench/slidebench/fancymagic/persquare"
	"github.com/slidebench/slidebench/fancymagic/torus"
	"github.com/slidebench/slidebench/fancymagic/torusgroups"
	"github.com/slidebench/slidebench/fancymagic/unchecked"
	"github.com/slidebench/slidebench/fancymagic/words16"
	"github.com/slidebench/slidebench/fixedshift"
	"github.com/slidebench/slidebench/hyperbola/quintessence"
	"github.com/slidebench/slidebench/magic"
	"github.com/slidebench/slidebench/magic/magic32"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/pext"
	"github.com/slidebench/slidebench/pext/softpext"
	"github.com/slidebench/slidebench/sherwin"
	"github.com/slidebench/slidebench/sherwin/sherwinbytes"
	"github.com/slidebench/slidebench/techniques/bounds/load"
	"github.com/slidebench/slidebench/techniques/bounds/noop"
	"github.com/slidebench/slidebench/techniques/bounds/walk"
)

// Catalogue returns all techniques. The caller may keep and reorder the slice.
func Catalogue() []*Entry { return slices.Clone(catalogue) }

// Bounds returns the rows that bound every table of results: not techniques to choose from, and but for the walk, not
// right answers either.
func Bounds() []*Entry { return slices.Clone(bounds) }

// Inlined, by rook, bishop and queen.
var (
	inlined       = [...]bool{true, true, true}
	inlinedSingle = [...]bool{true, true, false}
	called        = [...]bool{false, false, false}
)

var catalogue = []*Entry{
	{
		Facts: Facts{Name: "classical", Family: "classical", People: "folklore", Source: "cpw-classical", Inlines: called},
		rook:  classical.Rook, bishop: classical.Bishop, queen: classical.Queen,
		build: classical.Build, tableBytes: classical.TableBytes, Kernels: classicalKernels,
	},
	{
		Facts: Facts{Name: "naive", Family: "classical", People: "folklore", Source: "cpw-magic", Inlines: inlinedSingle},
		rook:  naive.Rook, bishop: naive.Bishop, queen: naive.Queen,
		build: naive.Build, tableBytes: naive.TableBytes, reads: naive.Reads, Kernels: naiveKernels,
	},
	{
		Facts: Facts{Name: "magic", Family: "magic", People: "Lasse Hansen", Year: 2006, Source: "hansen", Inlines: inlined},
		rook:  magic.Rook, bishop: magic.Bishop, queen: magic.Queen,
		build: magic.Build, tableBytes: magic.TableBytes, reads: magic.Reads, Kernels: magicKernels,
		search: findSet(factors.White, search.Plain),
	},
	{
		Facts: Facts{Name: "magic32", Family: "magic", People: "not recorded", Source: "cpw-magic", Inlines: inlinedSingle},
		rook:  magic32.Rook, bishop: magic32.Bishop, queen: magic32.Queen,
		build: magic32.Build, tableBytes: magic32.TableBytes, reads: magic32.Reads, Kernels: magic32Kernels,
		search: findSet(factors.Bits32, search.Fancy),
	},
	{
		Facts: Facts{Name: "fancymagic", Family: "fancymagic", People: "Pradu Kannan", Year: 2006, Source: "kannan", Inlines: inlined},
		rook:  fancymagic.Rook, bishop: fancymagic.Bishop, queen: fancymagic.Queen,
		build: fancymagic.Build, tableBytes: fancymagic.TableBytes, reads: fancymagic.Reads, Kernels: fancymagicKernels,
		search: findSet(factors.White, search.Fancy),
	},
	{
		Facts: Facts{Name: "persquare", Family: "fancymagic", People: "Pradu Kannan", Year: 2006, Source: "kannan", Inlines: inlined},
		rook:  persquare.Rook, bishop: persquare.Bishop, queen: persquare.Queen,
		build: persquare.Build, tableBytes: persquare.TableBytes, reads: persquare.Reads, Kernels: persquareKernels,
	},
	{
		Facts: Facts{Name: "unchecked", Family: "fancymagic", People: "Pradu Kannan", Year: 2006, Source: "kannan", Inlines: inlined},
		rook:  unchecked.Rook, bishop: unchecked.Bishop, queen: unchecked.Queen,
		build: unchecked.Build, tableBytes: unchecked.TableBytes, reads: unchecked.Reads, Kernels: uncheckedKernels,
	},
	{
		Facts: Facts{Name: "dense", Family: "fancymagic", People: "Pradu Kannan, Volker Annuß and others", Year: 2006, Source: "cpw-magic", Inlines: inlined},
		rook:  dense.Rook, bishop: dense.Bishop, queen: dense.Queen,
		build: dense.Build, tableBytes: dense.TableBytes, reads: dense.Reads, Kernels: denseKernels,
	},
	{
		Facts: Facts{Name: "overlay", Family: "fancymagic", People: "this project", Year: 2026, Source: "smallest-tables", Inlines: inlinedSingle},
		rook:  overlay.Rook, bishop: overlay.Bishop, queen: overlay.Queen,
		build: overlay.Build, tableBytes: overlay.TableBytes, reads: overlay.Reads, Kernels: overlayKernels,
	},
	{
		Facts: Facts{Name: "overlayadjacent", Family: "fancymagic", People: "this project", Year: 2026, Source: "smallest-tables", Inlines: inlinedSingle},
		rook:  overlayadjacent.Rook, bishop: overlayadjacent.Bishop, queen: overlayadjacent.Queen,
		build: overlayadjacent.Build, tableBytes: overlayadjacent.TableBytes, reads: overlayadjacent.Reads, Kernels: overlayadjacentKernels,
	},
	{
		Facts: Facts{Name: "torus", Family: "fancymagic", People: "this project", Year: 2026, Source: "smallest-tables", Inlines: inlinedSingle},
		rook:  torus.Rook, bishop: torus.Bishop, queen: torus.Queen,
		build: torus.Build, tableBytes: torus.TableBytes, reads: torus.Reads, Kernels: torusKernels,
	},
	{
		Facts: Facts{Name: "torusgroups", Family: "fancymagic", People: "this project", Year: 2026, Source: "smallest-tables", Inlines: inlinedSingle},
		rook:  torusgroups.Rook, bishop: torusgroups.Bishop, queen: torusgroups.Queen,
		build: torusgroups.Build, tableBytes: torusgroups.TableBytes, reads: torusgroups.Reads, Kernels: torusgroupsKernels,
	},
	{
		Facts: Facts{Name: "bytes", Family: "fancymagic", People: "Robert Houdart, this project", Year: 2010, Source: "cpw-magic", Inlines: inlinedSingle},
		rook:  bytes.Rook, bishop: bytes.Bishop, queen: bytes.Queen,
		build: bytes.Build, tableBytes: bytes.TableBytes, reads: bytes.Reads, Kernels: bytesKernels,
	},
	{
		Facts: Facts{Name: "words16", Family: "fancymagic", People: "this project", Year: 2026, Source: "smallest-tables", Inlines: inlinedSingle},
		rook:  words16.Rook, bishop: words16.Bishop, queen: words16.Queen,
		build: words16.Build, tableBytes: words16.TableBytes, reads: words16.Reads, Kernels: words16Kernels,
	},
	{
		Facts: Facts{Name: "fixedshift", Family: "fixedshift", People: "Volker Annuß", Year: 2010, Source: "annuss", Inlines: inlined},
		rook:  fixedshift.Rook, bishop: fixedshift.Bishop, queen: fixedshift.Queen,
		build: fixedshift.Build, tableBytes: fixedshift.TableBytes, reads: fixedshift.Reads, Kernels: fixedshiftKernels,
	},
	{
		Facts: Facts{
			Name: "blackmagic", Family: "blackmagic", People: "Onno Garms, Volker Annuß, Niklas Fiekas",
			Source: "cpw-magic", Inlines: inlined,
		},
		rook: blackmagic.Rook, bishop: blackmagic.Bishop, queen: blackmagic.Queen,
		build: blackmagic.Build, tableBytes: blackmagic.TableBytes, reads: blackmagic.Reads, Kernels: blackmagicKernels,
	},
	{
		Facts: Facts{
			Name: "pext", Family: "pext", People: "Zach Wegner and others", Year: 2011, Source: "cpw-bmi2", Needs: "bmi2",
			Inlines: called,
		},
		rook: pext.Rook, bishop: pext.Bishop, queen: pext.Queen,
		build: pext.Build, tableBytes: pext.TableBytes, reads: pext.Reads, Kernels: pextKernels, available: pext.Available,
	},
	{
		Facts: Facts{
			Name: "softpext", Family: "pext", People: "Henry S. Warren, Zach Wegner", Year: 2020, Source: "zp7",
			Inlines: called,
		},
		rook: softpext.Rook, bishop: softpext.Bishop, queen: softpext.Queen,
		build: softpext.Build, tableBytes: softpext.TableBytes, reads: softpext.Reads, Kernels: softpextKernels,
	},
	{
		Facts: Facts{
			Name: "sherwin", Family: "sherwin", People: "Michael Sherwin", Year: 2006, Source: "sherwin",
			Inlines: called,
		},
		rook: sherwin.Rook, bishop: sherwin.Bishop, queen: sherwin.Queen,
		build: sherwin.Build, tableBytes: sherwin.TableBytes, reads: sherwin.Reads, Kernels: sherwinKernels,
	},
	{
		Facts: Facts{
			Name: "sherwinbytes", Family: "sherwin", People: "Michael Sherwin", Year: 2006, Source: "sherwin",
			Inlines: called,
		},
		rook: sherwinbytes.Rook, bishop: sherwinbytes.Bishop, queen: sherwinbytes.Queen,
		build: sherwinbytes.Build, tableBytes: sherwinbytes.TableBytes, reads: sherwinbytes.Reads, Kernels: sherwinbytesKernels,
	},
	{
		Facts: Facts{
			Name: "quintessence", Family: "hyperbola", People: "Ryan Mack, Gerd Isenberg, Aleks Peshkov", Year: 2007,
			Source: "cpw-hyperbola", Inlines: inlinedSingle,
		},
		rook: quintessence.Rook, bishop: quintessence.Bishop, queen: quintessence.Queen,
		build: quintessence.Build, tableBytes: quintessence.TableBytes, reads: quintessence.Reads, Kernels: quintessenceKernels,
	},
}

var bounds = []*Entry{
	{
		Facts: Facts{Name: "noop", Inlines: inlined},
		rook:  noop.Rook, bishop: noop.Bishop, queen: noop.Queen,
		build: noop.Build, tableBytes: noop.TableBytes, Kernels: noopKernels,
	},
	{
		Facts: Facts{Name: "load", Inlines: inlined},
		rook:  load.Rook, bishop: load.Bishop, queen: load.Queen,
		build: load.Build, tableBytes: load.TableBytes, Kernels: loadKernels,
	},
	{
		Facts: Facts{Name: "walk", Inlines: called},
		rook:  walk.Rook, bishop: walk.Bishop, queen: walk.Queen,
		build: walk.Build, tableBytes: walk.TableBytes, Kernels: walkKernels,
	},
}

func findSet(form factors.Form, layout search.Layout) func(seed uint64) error {
	return func(seed uint64) error {
		_, err := search.FindSet(context.Background(), form, layout, seed)
		return err
	}
}
