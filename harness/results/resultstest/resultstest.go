// Package resultstest writes raw result files for tests: what a run of slidebench bench would leave behind, with
// invented but plausible times that depend on nothing but a seed.
package resultstest

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Run describes an invented run. Every zero field has a default.
type Run struct {
	Machine, CPU, Features string
	GOARCH                 string             // amd64
	Levels                 []string           // of GOAMD64: v1 to v4; ignored but on amd64
	Rounds                 int                // 6
	Noise                  float64            // relative spread of one value: 0.01
	Seed                   uint64             // of that spread
	Cost                   map[string]float64 // factors on the times of some techniques
	Techniques             []string           // all
}

// technique is an invented rook: its time per independent lookup, its time when each lookup waits for the one before,
// and its bytes of tables. A bishop takes a little less and has a tenth of the bytes, a queen takes both.
type technique struct {
	name                string
	throughput, latency float64
	bytes               int
}

var techniques = []technique{
	{"noop", 0.31, 1.1, 0}, {"load", 0.52, 5.2, 512},
	{"classical", 7.9, 14.6, 4096}, {"naive", 18.5, 24.1, 803_840}, {"magic", 1.93, 9.1, 2_098_688},
	{"magic32", 2.74, 10.3, 2_098_688}, {"fancymagic", 1.89, 8.7, 821_248}, {"fancymagic-again", 1.89, 8.7, 821_248},
	{"persquare", 2.55, 10.9, 822_272}, {"fixedshift", 1.91, 8.6, 702_464}, {"blackmagic", 2.02, 8.4, 668_160},
	{"pext", 1.97, 7.9, 820_736}, {"softpext", 21.7, 31.8, 820_736}, {"sherwin", 4.42, 11.7, 67_584},
	{"sherwinbytes", 4.96, 12.3, 67_584}, {"quintessence", 3.61, 7.2, 2048}, {"walk", 27.4, 38.9, 0},
}

// String returns the run's raw file.
func (r Run) String() string {
	def(&r.Machine, "intel-xeon-sapphire-rapids-vm")
	def(&r.CPU, "Intel(R) Xeon(R) Processor")
	def(&r.Features, "bmi2+avx2+avx512+gfni")
	def(&r.GOARCH, "amd64")
	def(&r.Rounds, 6)
	def(&r.Noise, 0.01)
	if r.GOARCH != "amd64" {
		r.Levels = []string{""}
	} else if r.Levels == nil {
		r.Levels = []string{"v1", "v2", "v3", "v4"}
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	var b bytes.Buffer
	for range r.Rounds {
		for _, l := range rng.Perm(len(r.Levels)) {
			r.round(&b, r.Levels[l], rng)
		}
	}
	return b.String()
}

func def[T comparable](p *T, value T) {
	if zero := *new(T); *p == zero {
		*p = value
	}
}

func (r Run) round(b *bytes.Buffer, level string, rng *rand.Rand) {
	fmt.Fprintf(b, "goos: linux\ngoarch: %s\ncpu: %s\nmachine: %s\nfeatures: %s\n", r.GOARCH, r.CPU, r.Machine, r.Features)
	if level != "" {
		fmt.Fprintf(b, "goamd64: %s\n", level)
	}
	fmt.Fprintf(b, "questions: 65536\ncorpus-digest: 1f2e3d4c5b6a7988\nreference: fancymagic\n")
	fmt.Fprintf(b, "Unit ns/lookup better=lower\nUnit table-bytes better=lower assume=exact\n")

	shared := math.Exp(r.Noise * rng.NormFloat64()) // what moves a whole process
	var lines []string
	add := func(t technique, piece, mode, corpus string, ns float64) {
		if r.Techniques != nil && !slices.Contains(r.Techniques, t.name) {
			return
		}
		if f := r.Cost[strings.TrimSuffix(t.name, "-again")]; f != 0 {
			ns *= f
		}
		ns *= shared * math.Exp(r.Noise*rng.NormFloat64()) * flavour(t.name, piece+corpus)
		size := map[string]int{"rook": t.bytes * 10 / 11, "bishop": t.bytes / 11, "queen": t.bytes}[piece]
		name := fmt.Sprintf("BenchmarkAttacks/technique=%s/piece=%s/mode=%s/corpus=%s", t.name, piece, mode, corpus)
		if mode == "init" {
			lines = append(lines, fmt.Sprintf("%s \t       1\t%12.0f ns/op\t%10d table-bytes\n", name, ns, size))
			return
		}
		lines = append(lines, fmt.Sprintf("%s \t     100\t%12.0f ns/op\t%14.4g ns/lookup\t%10d table-bytes\n",
			name, ns*65536, ns, size))
	}
	for _, t := range techniques {
		bound := t.name == "noop" || t.name == "load"
		for _, corpus := range []string{"random4", "random16", "random32"} {
			for _, piece := range []string{"rook", "bishop", "queen"} {
				scale := map[string]float64{"rook": 1, "bishop": 0.9, "queen": 1.75}[piece]
				if bound {
					scale = 1
				}
				add(t, piece, "throughput", corpus, scale*t.throughput*levelFactor(t.name, level))
				add(t, piece, "latency", corpus, scale*t.latency*levelFactor(t.name, level))
			}
			add(t, "queen", "both", corpus, 1.8*t.throughput*levelFactor(t.name, level))
		}
		if !bound && t.name != "walk" {
			add(t, "queen", "init", "stored", 4000*math.Sqrt(1+float64(t.bytes)))
			if strings.Contains(t.name, "magic") {
				add(t, "queen", "init", "searched", 4e8)
			}
		}
	}
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for _, line := range lines {
		b.WriteString(line)
	}
}

// levelFactor makes the ray loops, which count bits, profit from v3.
func levelFactor(name, level string) float64 {
	if level >= "v3" {
		return 1
	}
	if name == "classical" || name == "quintessence" || name == "softpext" {
		return 1.3
	}
	return 1.02
}

// flavour moves a technique by up to 4 % in every column, so that no two columns look alike. Both rows of the
// reference move alike.
func flavour(name, column string) float64 {
	h := fnv.New32a()
	fmt.Fprint(h, strings.TrimSuffix(name, "-again"), column)
	return 1 + 0.04*float64(h.Sum32()%1000)/1000
}
