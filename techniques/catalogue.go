package techniques

import (
	"context"
	"slices"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/classical"
	"github.com/slidebench/slidebench/classical/naive"
	"github.com/slidebench/slidebench/fancymagic"
	"github.com/slidebench/slidebench/fancymagic/bytes"
	"github.com/slidebench/slidebench/fancymagic/dense"
	"github.com/slidebench/slidebench/fancymagic/gather"
	"github.com/slidebench/slidebench/fancymagic/overlay"
	"github.com/slidebench/slidebench/fancymagic/overlayadjacent"
	"github.com/slidebench/slidebench/fancymagic/persquare"
	"github.com/slidebench/slidebench/fancymagic/torus"
	"github.com/slidebench/slidebench/fancymagic/torusgroups"
	"github.com/slidebench/slidebench/fancymagic/unchecked"
	"github.com/slidebench/slidebench/fancymagic/words16"
	"github.com/slidebench/slidebench/fixedshift"
	"github.com/slidebench/slidebench/hyperbola/dual"
	"github.com/slidebench/slidebench/hyperbola/dualsimd"
	"github.com/slidebench/slidebench/hyperbola/gfni"
	"github.com/slidebench/slidebench/hyperbola/gfnisimd"
	"github.com/slidebench/slidebench/hyperbola/obstruction"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/hyperbola/quintessence"
	"github.com/slidebench/slidebench/hyperbola/reversal"
	"github.com/slidebench/slidebench/magic"
	"github.com/slidebench/slidebench/magic/magic32"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/pext"
	"github.com/slidebench/slidebench/pext/pdep"
	"github.com/slidebench/slidebench/pext/pextload"
	"github.com/slidebench/slidebench/pext/softpext"
	"github.com/slidebench/slidebench/sherwin"
	"github.com/slidebench/slidebench/sherwin/sherwinbytes"
	"github.com/slidebench/slidebench/techniques/bounds/load"
	"github.com/slidebench/slidebench/techniques/bounds/noop"
	"github.com/slidebench/slidebench/techniques/bounds/picked"
	"github.com/slidebench/slidebench/techniques/bounds/walk"
	"github.com/slidebench/slidebench/techniques/techniquestest"
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

var catalogue = complete([]*Entry{
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
		Facts: Facts{
			Name: "gather", Family: "fancymagic", People: "Pradu Kannan; with gathers: not recorded", Year: 2006, Source: "kannan",
			Needs: []string{"avx512"}, Inlines: called,
		},
		batches: batches(gather.RookBatch, gather.BishopBatch, gather.QueenBatch, gather.BothBatch),
		build:   gather.Build, tableBytes: gather.TableBytes, reads: gather.Reads, Kernels: gatherKernels, available: gather.Available,
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
			Name: "pext", Family: "pext", People: "Zach Wegner and others", Year: 2011, Source: "cpw-bmi2", Needs: []string{"bmi2"},
			Inlines: called,
		},
		rook: pext.Rook, bishop: pext.Bishop, queen: pext.Queen,
		batches: batches(pext.RookBatch, pext.BishopBatch, pext.QueenBatch, pext.BothBatch),
		build:   pext.Build, tableBytes: pext.TableBytes, reads: pext.Reads, Kernels: pextKernels, available: pext.Available,
	},
	{
		Facts: Facts{
			Name: "pextload", Family: "pext", People: "Zach Wegner and others", Year: 2011, Source: "cpw-bmi2",
			Needs: []string{"bmi2"}, Inlines: called,
		},
		rook: pextload.Rook, bishop: pextload.Bishop, queen: pextload.Queen,
		build: pextload.Build, tableBytes: pextload.TableBytes, reads: pextload.Reads, Kernels: pextloadKernels, available: pextload.Available,
	},
	{
		Facts: Facts{
			Name: "pdep", Family: "pext", People: "Zach Wegner; Stormphrax, jordanbray/chess and others", Year: 2011, Source: "cpw-bmi2",
			Needs: []string{"bmi2"}, Inlines: called,
		},
		rook: pdep.Rook, bishop: pdep.Bishop, queen: pdep.Queen,
		batches: batches(pdep.RookBatch, pdep.BishopBatch, pdep.QueenBatch, pdep.BothBatch),
		build:   pdep.Build, tableBytes: pdep.TableBytes, reads: pdep.Reads, Kernels: pdepKernels, available: pdep.Available,
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
	{
		Facts: Facts{
			Name: "reversal", Family: "hyperbola", People: "Ryan Mack, Gerd Isenberg, Aleks Peshkov", Year: 2007, Source: "cpw-hyperbola",
			Inlines: called,
		},
		rook: reversal.Rook, bishop: reversal.Bishop, queen: reversal.Queen,
		build: reversal.Build, tableBytes: reversal.TableBytes, reads: reversal.Reads, Kernels: reversalKernels,
	},
	{
		Facts: Facts{
			Name: "dual", Family: "hyperbola", People: "Stockfish developers (anematode, Niklas Fiekas)", Year: 2026, Source: "stockfish-dual",
			Needs: []string{"avx2"}, Inlines: inlinedSingle, CallsBoth: true,
		},
		rook: dual.Rook, bishop: dual.Bishop, queen: dual.Queen,
		build: dual.Build, tableBytes: dual.TableBytes, reads: dual.Reads, Kernels: together(dualKernels), available: dual.Available,
	},
	{
		Facts: Facts{
			Name: "dualsimd", Family: "hyperbola", People: "Stockfish developers (anematode, Niklas Fiekas)", Year: 2026, Source: "stockfish-dual",
			Needs: []string{"avx2"}, Experiment: "simd", Inlines: inlinedSingle, CallsBoth: true,
		},
		rook: dualsimd.Rook, bishop: dualsimd.Bishop, queen: dualsimd.Queen,
		build: dualsimd.Build, tableBytes: dualsimd.TableBytes, reads: dualsimd.Reads, Kernels: together(dualsimdKernels), available: dualsimd.Available,
	},
	{
		Facts: Facts{
			Name: "gfni", Family: "hyperbola", People: "Daniel Inführ", Year: 2023, Source: "infuehr-gfni",
			Needs: []string{"avx2", "gfni"}, Inlines: called,
		},
		rook: gfni.Rook, bishop: gfni.Bishop, queen: gfni.Queen,
		build: gfni.Build, tableBytes: gfni.TableBytes, reads: gfni.Reads, Kernels: gfniKernels, available: gfni.Available,
	},
	{
		Facts: Facts{
			Name: "gfnisimd", Family: "hyperbola", People: "Daniel Inführ", Year: 2023, Source: "infuehr-gfni",
			Needs: []string{"avx512", "gfni"}, Experiment: "simd", Inlines: called,
		},
		rook: gfnisimd.Rook, bishop: gfnisimd.Bishop, queen: gfnisimd.Queen,
		build: gfnisimd.Build, tableBytes: gfnisimd.TableBytes, reads: gfnisimd.Reads, Kernels: gfnisimdKernels, available: gfnisimd.Available,
	},
	{
		Facts: Facts{
			Name: "obstruction", Family: "hyperbola", People: "Michael Hoffmann", Year: 2009, Source: "cpw-obstruction",
			Inlines: called,
		},
		rook: obstruction.Rook, bishop: obstruction.Bishop, queen: obstruction.Queen,
		batches: batches(obstruction.RookBatch, obstruction.BishopBatch, obstruction.QueenBatch, obstruction.BothBatch),
		build:   obstruction.Build, tableBytes: obstruction.TableBytes, Kernels: obstructionKernels,
	},
	{
		Facts: Facts{
			Name: "obstructionavx2", Family: "hyperbola", People: "Ryan Mack, Gerd Isenberg, Aleks Peshkov; Michael Hoffmann", Year: 2007, Source: "cpw-hyperbola",
			Needs: []string{"avx2"}, Inlines: called,
		},
		batches: batches(obstructionavx2.RookBatch, obstructionavx2.BishopBatch, obstructionavx2.QueenBatch, obstructionavx2.BothBatch),
		build:   obstructionavx2.Build, tableBytes: obstructionavx2.TableBytes, reads: obstructionavx2.Reads, Kernels: obstructionavx2Kernels, available: obstructionavx2.Available,
	},
	{
		Facts: Facts{
			Name: "obstructionavx512", Family: "hyperbola", People: "Michael Hoffmann", Year: 2009, Source: "cpw-obstruction",
			Needs: []string{"avx512"}, Inlines: called,
		},
		batches: batches(obstructionavx512.RookBatch, obstructionavx512.BishopBatch, obstructionavx512.QueenBatch, obstructionavx512.BothBatch),
		build:   obstructionavx512.Build, tableBytes: obstructionavx512.TableBytes, reads: obstructionavx512.Reads, Kernels: obstructionavx512Kernels, available: obstructionavx512.Available,
	},
	{
		Facts: Facts{
			Name: "best", Family: "best", People: "this project", Year: 2026, Source: "best",
			Inlines: called,
		},
		rook: best.Rook, bishop: best.Bishop, queen: best.Queen,
		batches: batches(best.RookBatch, best.BishopBatch, best.QueenBatch, best.BothBatch),
		build:   best.Build, tableBytes: best.TableBytes, reads: best.Reads, Kernels: bestKernels,
		tableBytesIn: func(mode Mode, p board.Piece) int {
			if mode == Batch || mode == BatchBoth {
				return best.BatchTableBytes(p)
			}
			return best.TableBytes(p)
		},
	},
})

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
	{
		// In batches it would be a loop around calls, which nobody asked for: what best picked there has a row of its own.
		Facts: Facts{Name: "picked", Inlines: called},
		rook:  picked.Rook, bishop: picked.Bishop, queen: picked.Queen,
		build: picked.Build, tableBytes: picked.TableBytes, Kernels: withoutBatches(pickedKernels),
	},
}

// together leaves out the loops for a rook or a bishop alone, where these lookups are not what the technique is about.
func together(k Kernels) Kernels {
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		k.throughput[p], k.latency[p], k.batch[p], k.setwise[p], k.incremental[p] = nil, nil, nil, nil, nil
	}
	return k
}

func withoutBatches(k Kernels) Kernels {
	k.batch, k.batchBoth = [len(board.Pieces)]BatchKernel{}, nil
	return k
}

func batches(rook, bishop, queen func(dst, occ []uint64, sq []uint8), both func(rook, bishop, occ []uint64, sq []uint8)) *techniquestest.BatchFuncs {
	return &techniquestest.BatchFuncs{RookFunc: rook, BishopFunc: bishop, QueenFunc: queen, BothFunc: both}
}

func sets(rooks, bishops, queens func(sliders, occ uint64) uint64) *techniquestest.SetFuncs {
	return &techniquestest.SetFuncs{RooksFunc: rooks, BishopsFunc: bishops, QueensFunc: queens}
}

func findSet(form factors.Form, layout search.Layout) func(seed uint64) error {
	return func(seed uint64) error {
		_, err := search.FindSet(context.Background(), form, layout, seed)
		return err
	}
}
