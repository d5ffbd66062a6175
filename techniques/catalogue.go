package techniques

import (
	"context"
	"slices"

	"github.com/slidebench/slidebench/attacktable"
	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard"
	"github.com/slidebench/slidebench/classical"
	"github.com/slidebench/slidebench/classical/abovebelow"
	"github.com/slidebench/slidebench/classical/blockers"
	"github.com/slidebench/slidebench/classical/inbetween"
	"github.com/slidebench/slidebench/classical/naive"
	"github.com/slidebench/slidebench/classical/rays"
	"github.com/slidebench/slidebench/classical/raysavx2"
	"github.com/slidebench/slidebench/classical/raysentinel"
	"github.com/slidebench/slidebench/classical/shifted"
	"github.com/slidebench/slidebench/classical/unrolled"
	"github.com/slidebench/slidebench/fancymagic"
	"github.com/slidebench/slidebench/fancymagic/bytes"
	"github.com/slidebench/slidebench/fancymagic/dense"
	"github.com/slidebench/slidebench/fancymagic/gather"
	"github.com/slidebench/slidebench/fancymagic/overlay"
	"github.com/slidebench/slidebench/fancymagic/overlayadjacent"
	"github.com/slidebench/slidebench/fancymagic/persquare"
	"github.com/slidebench/slidebench/fancymagic/shared"
	"github.com/slidebench/slidebench/fancymagic/torus"
	"github.com/slidebench/slidebench/fancymagic/torusgroups"
	"github.com/slidebench/slidebench/fancymagic/unchecked"
	"github.com/slidebench/slidebench/fancymagic/words16"
	"github.com/slidebench/slidebench/fill/avxshift"
	"github.com/slidebench/slidebench/fill/dumb7"
	"github.com/slidebench/slidebench/fill/koggestone"
	"github.com/slidebench/slidebench/fill/koggestoneavx2"
	"github.com/slidebench/slidebench/firstrank/castingout"
	"github.com/slidebench/slidebench/firstrank/collapsed"
	"github.com/slidebench/slidebench/firstrank/compressed"
	"github.com/slidebench/slidebench/firstrank/exploding"
	"github.com/slidebench/slidebench/firstrank/fillup"
	"github.com/slidebench/slidebench/firstrank/foldinghash"
	"github.com/slidebench/slidebench/firstrank/kgssb"
	"github.com/slidebench/slidebench/firstrank/kindergarten"
	"github.com/slidebench/slidebench/firstrank/kindergarten32"
	"github.com/slidebench/slidebench/firstrank/modulo"
	"github.com/slidebench/slidebench/firstrank/preschool"
	"github.com/slidebench/slidebench/firstrank/rotated"
	"github.com/slidebench/slidebench/firstrank/sharedrank"
	"github.com/slidebench/slidebench/firstrank/splitpext"
	"github.com/slidebench/slidebench/fixedshift"
	"github.com/slidebench/slidebench/hashmap"
	"github.com/slidebench/slidebench/hyperbola/dual"
	"github.com/slidebench/slidebench/hyperbola/dualsimd"
	"github.com/slidebench/slidebench/hyperbola/genetic8ray"
	"github.com/slidebench/slidebench/hyperbola/gfni"
	"github.com/slidebench/slidebench/hyperbola/gfnisimd"
	"github.com/slidebench/slidebench/hyperbola/obstruction"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/hyperbola/obstructionloaded"
	"github.com/slidebench/slidebench/hyperbola/qbb"
	"github.com/slidebench/slidebench/hyperbola/quintessence"
	"github.com/slidebench/slidebench/hyperbola/quintessencecomputed"
	"github.com/slidebench/slidebench/hyperbola/reversal"
	"github.com/slidebench/slidebench/hyperbola/reversebitboards"
	"github.com/slidebench/slidebench/hyperbola/sbamg"
	"github.com/slidebench/slidebench/hyperbola/slidearith"
	"github.com/slidebench/slidebench/magic"
	"github.com/slidebench/slidebench/magic/correlation"
	"github.com/slidebench/slidebench/magic/magic32"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/spectral"
	"github.com/slidebench/slidebench/pext"
	"github.com/slidebench/slidebench/pext/bitnetwork"
	"github.com/slidebench/slidebench/pext/incremental"
	"github.com/slidebench/slidebench/pext/linepdep"
	"github.com/slidebench/slidebench/pext/pdep"
	"github.com/slidebench/slidebench/pext/pextload"
	"github.com/slidebench/slidebench/pext/softpext"
	"github.com/slidebench/slidebench/sherwin"
	"github.com/slidebench/slidebench/sherwin/sherwinbytes"
	"github.com/slidebench/slidebench/sherwin/sissy"
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
		Facts: Facts{
			Name: "rays", Family: "classical", People: "Robert Hyatt, Michael Sherwin", Source: "cpw-classical",
			Inlines: called,
		},
		rook: rays.Rook, bishop: rays.Bishop, queen: rays.Queen,
		build: rays.Build, tableBytes: rays.TableBytes, reads: rays.Reads, Kernels: raysKernels,
	},
	{
		Facts: Facts{
			Name: "raysentinel", Family: "classical", People: "Robert Hyatt, Michael Sherwin, Daniel Inführ", Year: 2022, Source: "infuehr-rays",
			Inlines: inlinedSingle,
		},
		rook: raysentinel.Rook, bishop: raysentinel.Bishop, queen: raysentinel.Queen,
		build: raysentinel.Build, tableBytes: raysentinel.TableBytes, reads: raysentinel.Reads, Kernels: raysentinelKernels,
	},
	{
		Facts: Facts{
			Name: "raysavx2", Family: "classical", People: "Okuhara", Year: 2020, Source: "cfish", Needs: []string{"avx2"},
			Inlines: called,
		},
		rook: raysavx2.Rook, bishop: raysavx2.Bishop, queen: raysavx2.Queen,
		build: raysavx2.Build, tableBytes: raysavx2.TableBytes, reads: raysavx2.Reads, Kernels: raysavx2Kernels, available: raysavx2.Available,
	},
	{
		Facts: Facts{
			Name: "abovebelow", Family: "classical", People: "Shawn Chidester, Martin Sedlak", Year: 2015, Source: "cpw-bitfoot",
			Inlines: called,
		},
		rook: abovebelow.Rook, bishop: abovebelow.Bishop, queen: abovebelow.Queen,
		build: abovebelow.Build, tableBytes: abovebelow.TableBytes, reads: abovebelow.Reads, Kernels: abovebelowKernels,
	},
	{
		Facts: Facts{
			Name: "shifted", Family: "classical", People: "Neels Groenewald", Source: "cpw-shifted",
			Inlines: called,
		},
		rook: shifted.Rook, bishop: shifted.Bishop, queen: shifted.Queen,
		build: shifted.Build, tableBytes: shifted.TableBytes, reads: shifted.Reads, Kernels: shiftedKernels,
	},
	{
		Facts: Facts{
			Name: "blockers", Family: "classical", People: "Fabien Letouzey", Year: 2014, Source: "cpw-blockers",
			Inlines: inlined,
		},
		rook: blockers.Rook, bishop: blockers.Bishop, queen: blockers.Queen,
		build: blockers.Build, tableBytes: blockers.TableBytes, reads: blockers.Reads, Kernels: blockersKernels,
	},
	{
		Facts: Facts{
			Name: "inbetween", Family: "classical", People: "Brian Richardson", Year: 2000, Source: "tinker",
			Inlines: inlined,
		},
		rook: inbetween.Rook, bishop: inbetween.Bishop, queen: inbetween.Queen,
		build: inbetween.Build, tableBytes: inbetween.TableBytes, reads: inbetween.Reads, Kernels: inbetweenKernels,
	},
	{
		Facts: Facts{
			Name: "unrolled", Family: "classical", People: "Daniel Inführ", Year: 2019, Source: "infuehr-switch",
			Inlines: called,
		},
		rook: unrolled.Rook, bishop: unrolled.Bishop, queen: unrolled.Queen,
		build: unrolled.Build, tableBytes: unrolled.TableBytes, Kernels: unrolledKernels,
	},
	{
		Facts: Facts{Name: "magic", Family: "magic", People: "Lasse Hansen", Year: 2006, Source: "hansen", Inlines: inlined},
		rook:  magic.Rook, bishop: magic.Bishop, queen: magic.Queen,
		build: magic.Build, tableBytes: magic.TableBytes, reads: magic.Reads, Kernels: magicKernels,
		search: findSet(factors.White, search.Plain),
	},
	{
		Facts: Facts{Name: "magic32", Family: "magic", People: "Grant Osborne", Year: 2006, Source: "osborne", Inlines: inlinedSingle},
		rook:  magic32.Rook, bishop: magic32.Bishop, queen: magic32.Queen,
		build: magic32.Build, tableBytes: magic32.TableBytes, reads: magic32.Reads, Kernels: magic32Kernels,
		search: findSet(factors.Bits32, search.Fancy),
	},
	{
		Facts: Facts{
			Name: "spectral", Family: "magic", People: "Daniel Inführ", Year: 2023, Source: "infuehr-magic",
			Inlines: inlinedSingle,
		},
		rook: spectral.Rook, bishop: spectral.Bishop, queen: spectral.Queen,
		build: spectral.Build, tableBytes: spectral.TableBytes, reads: spectral.Reads, Kernels: spectralKernels,
	},
	{
		Facts: Facts{
			Name: "correlation", Family: "magic", People: "Daniel Inführ", Year: 2023, Source: "infuehr-magic",
			Inlines: inlined,
		},
		rook: correlation.Rook, bishop: correlation.Bishop, queen: correlation.Queen,
		build: correlation.Build, tableBytes: correlation.TableBytes, reads: correlation.Reads, Kernels: correlationKernels,
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
		Facts: Facts{Name: "unchecked", Family: "fancymagic", People: "Pradu Kannan", Year: 2006, Source: "kannan", Inlines: inlined, Unsafe: true},
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
		Facts: Facts{
			Name: "shared", Family: "fancymagic", People: "Lasse Hansen", Year: 2008, Source: "hansen-postmask",
			Inlines: inlinedSingle,
		},
		rook: shared.Rook, bishop: shared.Bishop, queen: shared.Queen,
		build: shared.Build, tableBytes: shared.TableBytes, reads: shared.Reads, Kernels: sharedKernels,
	},
	{
		Facts: Facts{Name: "fixedshift", Family: "fixedshift", People: "Onno Garms, Volker Annuß", Year: 2009, Source: "annuss", Inlines: inlined},
		rook:  fixedshift.Rook, bishop: fixedshift.Bishop, queen: fixedshift.Queen,
		build: fixedshift.Build, tableBytes: fixedshift.TableBytes, reads: fixedshift.Reads, Kernels: fixedshiftKernels,
	},
	{
		Facts: Facts{
			Name: "blackmagic", Family: "blackmagic", People: "Onno Garms, Volker Annuß, Niklas Fiekas",
			Year: 2017, Source: "cpw-magic", Inlines: inlined,
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
			Name: "incremental", Family: "pext", People: "Daniel Inführ", Year: 2021, Source: "infuehr-hypercube",
			Inlines: inlinedSingle,
		},
		rook: incremental.Rook, bishop: incremental.Bishop, queen: incremental.Queen,
		build: incremental.Build, tableBytes: incremental.TableBytes, reads: incremental.Reads, Kernels: incrementalKernels,
		checkState: techniquestest.CheckState[incremental.State],
	},
	{
		Facts: Facts{
			Name: "linepdep", Family: "pext", People: "William Garvin", Year: 2016, Source: "garvin", Needs: []string{"bmi2"},
			Inlines: called,
		},
		rook: linepdep.Rook, bishop: linepdep.Bishop, queen: linepdep.Queen,
		build: linepdep.Build, tableBytes: linepdep.TableBytes, reads: linepdep.Reads, Kernels: linepdepKernels, available: linepdep.Available,
	},
	{
		Facts: Facts{
			Name: "bitnetwork", Family: "pext", People: "Daniel Inführ", Year: 2022, Source: "infuehr-network", Needs: []string{"avx2", "bmi2"},
			Inlines: called,
		},
		rook: bitnetwork.Rook, bishop: bitnetwork.Bishop, queen: bitnetwork.Queen,
		build: bitnetwork.Build, tableBytes: bitnetwork.TableBytes, reads: bitnetwork.Reads, Kernels: bitnetworkKernels, available: bitnetwork.Available,
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
			Name: "sissy", Family: "sherwin", People: "Michael Sherwin", Year: 2020, Source: "sissy",
			Inlines: called,
		},
		rook: sissy.Rook, bishop: sissy.Bishop, queen: sissy.Queen,
		build: sissy.Build, tableBytes: sissy.TableBytes, reads: sissy.Reads, Kernels: sissyKernels,
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
			Name: "quintessencecomputed", Family: "hyperbola", People: "Ryan Mack, Gerd Isenberg, Aleks Peshkov", Year: 2007, Source: "cpw-hyperbola",
			Inlines: called,
		},
		rook: quintessencecomputed.Rook, bishop: quintessencecomputed.Bishop, queen: quintessencecomputed.Queen,
		build: quintessencecomputed.Build, tableBytes: quintessencecomputed.TableBytes, Kernels: quintessencecomputedKernels,
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
			Needs: []string{"avx2"}, Experiment: "simd", Unsafe: true, Inlines: inlinedSingle, CallsBoth: true,
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
			Name: "obstructionloaded", Family: "hyperbola", People: "Michael Hoffmann", Year: 2009, Source: "cpw-obstruction",
			Inlines: inlinedSingle,
		},
		rook: obstructionloaded.Rook, bishop: obstructionloaded.Bishop, queen: obstructionloaded.Queen,
		build: obstructionloaded.Build, tableBytes: obstructionloaded.TableBytes, reads: obstructionloaded.Reads, Kernels: obstructionloadedKernels,
	},
	{
		Facts: Facts{
			Name: "slidearith", Family: "hyperbola", People: "Jakob Progsch, Daniel Inführ; Thomas Jahn (Leorik)", Year: 2021, Source: "infuehr-slidearith",
			Inlines: called,
		},
		rook: slidearith.Rook, bishop: slidearith.Bishop, queen: slidearith.Queen,
		build: slidearith.Build, tableBytes: slidearith.TableBytes, reads: slidearith.Reads, Kernels: slidearithKernels,
	},
	{
		Facts: Facts{
			Name: "sbamg", Family: "hyperbola", People: "Syed Fahad", Year: 2016, Source: "cpw-sbamg",
			Inlines: called,
		},
		rook: sbamg.Rook, bishop: sbamg.Bishop, queen: sbamg.Queen,
		build: sbamg.Build, tableBytes: sbamg.TableBytes, reads: sbamg.Reads, Kernels: sbamgKernels,
	},
	{
		Facts: Facts{
			Name: "qbb", Family: "hyperbola", People: "Fabio Gobbato", Source: "cpw-qbb",
			Inlines: called,
		},
		rook: qbb.Rook, bishop: qbb.Bishop, queen: qbb.Queen,
		build: qbb.Build, tableBytes: qbb.TableBytes, Kernels: qbbKernels,
	},
	{
		Facts: Facts{
			Name: "genetic8ray", Family: "hyperbola", People: "Daniel Inführ", Year: 2022, Source: "infuehr-genetic",
			Inlines: called,
		},
		rook: genetic8ray.Rook, bishop: genetic8ray.Bishop, queen: genetic8ray.Queen,
		build: genetic8ray.Build, tableBytes: genetic8ray.TableBytes, Kernels: genetic8rayKernels,
	},
	{
		Facts: Facts{
			Name: "reversebitboards", Family: "hyperbola", People: "Ryan Mack", Year: 2000, Source: "cpw-reverse",
			Inlines: called,
		},
		rook: reversebitboards.Rook, bishop: reversebitboards.Bishop, queen: reversebitboards.Queen,
		build: reversebitboards.Build, tableBytes: reversebitboards.TableBytes, reads: reversebitboards.Reads, Kernels: reversebitboardsKernels,
		checkState: techniquestest.CheckState[reversebitboards.State],
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
			Name: "dumb7", Family: "fill", People: "Gerd Isenberg", Year: 2002, Source: "cpw-dumb7",
			Inlines: called,
		},
		rook: dumb7.Rook, bishop: dumb7.Bishop, queen: dumb7.Queen,
		build: dumb7.Build, tableBytes: dumb7.TableBytes, Kernels: dumb7Kernels,
		sets: sets(dumb7.Rooks, dumb7.Bishops, dumb7.Queens),
	},
	{
		Facts: Facts{
			Name: "koggestone", Family: "fill", People: "Steffan Westcott", Year: 2002, Source: "westcott",
			Inlines: called,
		},
		rook: koggestone.Rook, bishop: koggestone.Bishop, queen: koggestone.Queen,
		build: koggestone.Build, tableBytes: koggestone.TableBytes, Kernels: koggestoneKernels,
		sets: sets(koggestone.Rooks, koggestone.Bishops, koggestone.Queens),
	},
	{
		Facts: Facts{
			Name: "avxshift", Family: "fill", People: "Daniel Inführ", Year: 2022, Source: "infuehr-avxshift", Needs: []string{"avx2"},
			Inlines: called,
		},
		rook: avxshift.Rook, bishop: avxshift.Bishop, queen: avxshift.Queen,
		build: avxshift.Build, tableBytes: avxshift.TableBytes, reads: avxshift.Reads, Kernels: avxshiftKernels,
		sets: sets(avxshift.Rooks, avxshift.Bishops, avxshift.Queens), available: avxshift.Available,
	},
	{
		Facts: Facts{
			Name: "koggestoneavx2", Family: "fill", People: "87flowers, Steffan Westcott", Year: 2026, Source: "reckless", Needs: []string{"avx2"},
			Inlines: called,
		},
		rook: koggestoneavx2.Rook, bishop: koggestoneavx2.Bishop, queen: koggestoneavx2.Queen,
		build: koggestoneavx2.Build, tableBytes: koggestoneavx2.TableBytes, reads: koggestoneavx2.Reads, Kernels: koggestoneavx2Kernels,
		sets: sets(koggestoneavx2.Rooks, koggestoneavx2.Bishops, koggestoneavx2.Queens), available: koggestoneavx2.Available,
	},
	{
		Facts: Facts{
			Name: "rotated", Family: "firstrank", People: "Robert Hyatt, Ernst A. Heinz", Year: 1999, Source: "hyatt",
			Inlines: called,
		},
		rook: rotated.Rook, bishop: rotated.Bishop, queen: rotated.Queen,
		build: rotated.Build, tableBytes: rotated.TableBytes, reads: rotated.Reads, Kernels: rotatedKernels,
		checkState: techniquestest.CheckState[rotated.State],
	},
	{
		Facts: Facts{
			Name: "kindergarten", Family: "firstrank", People: "Urban Koistinen, Gerd Isenberg and others; tsoj", Year: 2006, Source: "cpw-kindergarten",
			Inlines: inlinedSingle,
		},
		rook: kindergarten.Rook, bishop: kindergarten.Bishop, queen: kindergarten.Queen,
		build: kindergarten.Build, tableBytes: kindergarten.TableBytes, reads: kindergarten.Reads, Kernels: kindergartenKernels,
	},
	{
		Facts: Facts{
			Name: "kgssb", Family: "firstrank", People: "Michael Sherwin", Year: 2023, Source: "infuehr",
			Inlines: inlinedSingle,
		},
		rook: kgssb.Rook, bishop: kgssb.Bishop, queen: kgssb.Queen,
		build: kgssb.Build, tableBytes: kgssb.TableBytes, reads: kgssb.Reads, Kernels: kgssbKernels,
	},
	{
		Facts: Facts{
			Name: "fillup", Family: "firstrank", People: "Gerd Isenberg and others", Year: 2006, Source: "cpw-kindergarten",
			Inlines: inlinedSingle,
		},
		rook: fillup.Rook, bishop: fillup.Bishop, queen: fillup.Queen,
		build: fillup.Build, tableBytes: fillup.TableBytes, reads: fillup.Reads, Kernels: fillupKernels,
	},
	{
		Facts: Facts{
			Name: "compressed", Family: "firstrank", People: "Grant Osborne; factors: this project", Year: 2008, Source: "osborne-compression",
			Inlines: inlinedSingle,
		},
		rook: compressed.Rook, bishop: compressed.Bishop, queen: compressed.Queen,
		build: compressed.Build, tableBytes: compressed.TableBytes, reads: compressed.Reads, Kernels: compressedKernels,
	},
	{
		Facts: Facts{
			Name: "sharedrank", Family: "firstrank", People: "Gerd Isenberg and others", Year: 2006, Source: "cpw-kindergarten",
			Inlines: inlinedSingle,
		},
		rook: sharedrank.Rook, bishop: sharedrank.Bishop, queen: sharedrank.Queen,
		build: sharedrank.Build, tableBytes: sharedrank.TableBytes, reads: sharedrank.Reads, Kernels: sharedrankKernels,
	},
	{
		Facts: Facts{
			Name: "kindergarten32", Family: "firstrank", People: "Zach Wegner, Gerd Isenberg", Year: 2006, Source: "cpw-kindergarten",
			Inlines: inlinedSingle,
		},
		rook: kindergarten32.Rook, bishop: kindergarten32.Bishop, queen: kindergarten32.Queen,
		build: kindergarten32.Build, tableBytes: kindergarten32.TableBytes, reads: kindergarten32.Reads, Kernels: kindergarten32Kernels,
	},
	{
		Facts: Facts{
			Name: "collapsed", Family: "firstrank", People: "Urban Koistinen, Steffan Westcott, Piotr Cichy", Year: 1997, Source: "cpw-occupancy",
			Inlines: [...]bool{true, false, false},
		},
		rook: collapsed.Rook, bishop: collapsed.Bishop, queen: collapsed.Queen,
		build: collapsed.Build, tableBytes: collapsed.TableBytes, reads: collapsed.Reads, Kernels: collapsedKernels,
	},
	{
		Facts: Facts{
			Name: "splitpext", Family: "firstrank", People: "Daniel Inführ, Thomas Jahn, Michael Sherwin, Martin Novak", Year: 2023, Source: "infuehr", Needs: []string{"bmi2"},
			Inlines: called,
		},
		rook: splitpext.Rook, bishop: splitpext.Bishop, queen: splitpext.Queen,
		build: splitpext.Build, tableBytes: splitpext.TableBytes, reads: splitpext.Reads, Kernels: splitpextKernels, available: splitpext.Available,
	},
	{
		Facts: Facts{
			Name: "exploding", Family: "firstrank", People: "Harald Lüßen", Year: 2006, Source: "cpw-exploding",
			Inlines: [...]bool{false, true, false},
		},
		rook: exploding.Rook, bishop: exploding.Bishop, queen: exploding.Queen,
		build: exploding.Build, tableBytes: exploding.TableBytes, reads: exploding.Reads, Kernels: explodingKernels,
	},
	{
		Facts: Facts{
			Name: "preschool", Family: "firstrank", People: "tsoj", Year: 2023, Source: "infuehr",
			Inlines: inlinedSingle,
		},
		rook: preschool.Rook, bishop: preschool.Bishop, queen: preschool.Queen,
		build: preschool.Build, tableBytes: preschool.TableBytes, reads: preschool.Reads, Kernels: preschoolKernels,
	},
	{
		Facts: Facts{
			Name: "foldinghash", Family: "firstrank", People: "Daniel Inführ", Year: 2022, Source: "infuehr",
			Inlines: inlinedSingle,
		},
		rook: foldinghash.Rook, bishop: foldinghash.Bishop, queen: foldinghash.Queen,
		build: foldinghash.Build, tableBytes: foldinghash.TableBytes, reads: foldinghash.Reads, Kernels: foldinghashKernels,
	},
	{
		Facts: Facts{
			Name: "modulo", Family: "firstrank", People: "Trevor Fenner, Mark Levene; moduli: this project", Year: 2008, Source: "fenner-levene",
			Inlines: inlinedSingle,
		},
		rook: modulo.Rook, bishop: modulo.Bishop, queen: modulo.Queen,
		build: modulo.Build, tableBytes: modulo.TableBytes, reads: modulo.Reads, Kernels: moduloKernels,
	},
	{
		Facts: Facts{
			Name: "castingout", Family: "firstrank", People: "crystalclear; files: this project", Year: 2011, Source: "cpw-modulo",
			Inlines: inlinedSingle,
		},
		rook: castingout.Rook, bishop: castingout.Bishop, queen: castingout.Queen,
		build: castingout.Build, tableBytes: castingout.TableBytes, reads: castingout.Reads, Kernels: castingoutKernels,
	},
	{
		Facts: Facts{
			Name: "hashmap", Family: "hashmap", People: "Sam Tannous", Year: 2007, Source: "tannous",
			Inlines: inlinedSingle,
		},
		rook: hashmap.Rook, bishop: hashmap.Bishop, queen: hashmap.Queen,
		build: hashmap.Build, tableBytes: hashmap.TableBytes, reads: hashmap.Reads, Kernels: hashmapKernels,
	},
	{
		Facts: Facts{
			Name: "byteboard", Family: "byteboard", People: "87flowers", Year: 2025, Source: "byteboard", Needs: []string{"avx2"},
			Inlines: called,
		},
		rook: byteboard.Rook, bishop: byteboard.Bishop, queen: byteboard.Queen,
		build: byteboard.Build, tableBytes: byteboard.TableBytes, reads: byteboard.Reads, Kernels: byteboardKernels, available: byteboard.Available,
	},
	{
		Facts: Facts{
			Name: "attacktable", Family: "attacktable", People: "David Slate, Larry Atkin", Year: 1977, Source: "slateatkin",
			Inlines: called,
		},
		rook: attacktable.Rook, bishop: attacktable.Bishop, queen: attacktable.Queen,
		build: attacktable.Build, tableBytes: attacktable.TableBytes, reads: attacktable.Reads, Kernels: attacktableKernels,
		checkState: techniquestest.CheckState[attacktable.State],
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
		sets: sets(noop.Rooks, noop.Bishops, noop.Queens),
	},
	{
		Facts: Facts{Name: "load", Inlines: inlined},
		rook:  load.Rook, bishop: load.Bishop, queen: load.Queen,
		build: load.Build, tableBytes: load.TableBytes, Kernels: loadKernels,
		sets: sets(load.Rooks, load.Bishops, load.Queens),
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
