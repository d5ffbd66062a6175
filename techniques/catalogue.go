package techniques

import (
	"slices"

	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/classical"
	"github.com/slidebench/slidebench/classical/naive"
	"github.com/slidebench/slidebench/fancymagic"
	"github.com/slidebench/slidebench/fancymagic/persquare"
	"github.com/slidebench/slidebench/fixedshift"
	"github.com/slidebench/slidebench/hyperbola/quintessence"
	"github.com/slidebench/slidebench/magic"
	"github.com/slidebench/slidebench/magic/magic32"
	"github.com/slidebench/slidebench/magic/search"
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
		build: naive.Build, tableBytes: naive.TableBytes, Kernels: naiveKernels,
	},
	{
		Facts: Facts{Name: "magic", Family: "magic", People: "Lasse Hansen", Year: 2006, Source: "hansen", Inlines: inlined},
		rook:  magic.Rook, bishop: magic.Bishop, queen: magic.Queen,
		build: magic.Build, tableBytes: magic.TableBytes, Kernels: magicKernels,
		search: findSet(search.White, search.Plain),
	},
	{
		Facts: Facts{Name: "magic32", Family: "magic", People: "not recorded", Source: "cpw-magic", Inlines: inlinedSingle},
		rook:  magic32.Rook, bishop: magic32.Bishop, queen: magic32.Queen,
		build: magic32.Build, tableBytes: magic32.TableBytes, Kernels: magic32Kernels,
		search: findSet(search.Bits32, search.Fancy),
	},
	{
		Facts: Facts{Name: "fancymagic", Family: "fancymagic", People: "Pradu Kannan", Year: 2006, Source: "kannan", Inlines: inlined},
		rook:  fancymagic.Rook, bishop: fancymagic.Bishop, queen: fancymagic.Queen,
		build: fancymagic.Build, tableBytes: fancymagic.TableBytes, Kernels: fancymagicKernels,
		search: findSet(search.White, search.Fancy),
	},
	{
		Facts: Facts{Name: "persquare", Family: "fancymagic", People: "Pradu Kannan", Year: 2006, Source: "kannan", Inlines: inlined},
		rook:  persquare.Rook, bishop: persquare.Bishop, queen: persquare.Queen,
		build: persquare.Build, tableBytes: persquare.TableBytes, Kernels: persquareKernels,
	},
	{
		Facts: Facts{Name: "fixedshift", Family: "fixedshift", People: "Volker Annuß", Source: "annuss", Inlines: inlined},
		rook:  fixedshift.Rook, bishop: fixedshift.Bishop, queen: fixedshift.Queen,
		build: fixedshift.Build, tableBytes: fixedshift.TableBytes, Kernels: fixedshiftKernels,
	},
	{
		Facts: Facts{
			Name: "blackmagic", Family: "blackmagic", People: "Onno Garms, Volker Annuß, Niklas Fiekas",
			Source: "cpw-magic", Inlines: inlined,
		},
		rook: blackmagic.Rook, bishop: blackmagic.Bishop, queen: blackmagic.Queen,
		build: blackmagic.Build, tableBytes: blackmagic.TableBytes, Kernels: blackmagicKernels,
	},
	{
		Facts: Facts{
			Name: "pext", Family: "pext", People: "Zach Wegner and others", Source: "cpw-bmi2", Needs: "bmi2",
			Inlines: called,
		},
		rook: pext.Rook, bishop: pext.Bishop, queen: pext.Queen,
		build: pext.Build, tableBytes: pext.TableBytes, Kernels: pextKernels, available: pext.Available,
	},
	{
		Facts: Facts{
			Name: "softpext", Family: "pext", People: "Henry S. Warren, Zach Wegner", Source: "zp7",
			Inlines: inlinedSingle,
		},
		rook: softpext.Rook, bishop: softpext.Bishop, queen: softpext.Queen,
		build: softpext.Build, tableBytes: softpext.TableBytes, Kernels: softpextKernels,
	},
	{
		Facts: Facts{
			Name: "sherwin", Family: "sherwin", People: "Michael Sherwin", Year: 2006, Source: "sherwin",
			Inlines: [...]bool{true, false, false},
		},
		rook: sherwin.Rook, bishop: sherwin.Bishop, queen: sherwin.Queen,
		build: sherwin.Build, tableBytes: sherwin.TableBytes, Kernels: sherwinKernels,
	},
	{
		Facts: Facts{
			Name: "sherwinbytes", Family: "sherwin", People: "Michael Sherwin", Year: 2006, Source: "sherwin",
			Inlines: inlinedSingle,
		},
		rook: sherwinbytes.Rook, bishop: sherwinbytes.Bishop, queen: sherwinbytes.Queen,
		build: sherwinbytes.Build, tableBytes: sherwinbytes.TableBytes, Kernels: sherwinbytesKernels,
	},
	{
		Facts: Facts{
			Name: "quintessence", Family: "hyperbola", People: "Ryan Mack, Gerd Isenberg, Aleks Peshkov", Year: 2007,
			Source: "cpw-hyperbola", Inlines: inlinedSingle,
		},
		rook: quintessence.Rook, bishop: quintessence.Bishop, queen: quintessence.Queen,
		build: quintessence.Build, tableBytes: quintessence.TableBytes, Kernels: quintessenceKernels,
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

func findSet(form search.Form, layout search.Layout) func(seed uint64) error {
	return func(seed uint64) error {
		_, err := search.FindSet(form, layout, seed)
		return err
	}
}
