// Package shares measures, in C, which shares of the time of a search with a network its parts take, with the lookups of fancymagic.
package shares

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/temporary"
)

// parts are the timed parts of a search, in the order of parts.h.
var parts = []string{"moves with their deltas", "the network's sums", "its layers"}

// Share is the share of the time that a part takes, in per cent, with an interval over passes.
type Share struct {
	Part string
	stats.Interval
}

//go:embed program
var program embed.FS

// Measure searches the positions of mode netsearch in several passes, and returns the shares of the parts.
func Measure(ctx context.Context, compiler string, passes int) ([]Share, error) {
	root, err := source.Tree(".")
	if err != nil {
		return nil, err
	}
	folder, err := temporary.Folder()
	if err != nil {
		return nil, err
	}
	defer temporary.Remove(folder)
	binary, err := compile(ctx, compiler, root, folder)
	if err != nil {
		return nil, err
	}
	pass, err := questions()
	if err != nil {
		return nil, err
	}
	child := process.Program(ctx, binary)
	child.Stdin = strings.NewReader(strings.Repeat(pass, 1+passes)) // the first pass fills caches
	said, err := child.Output()
	if err != nil {
		return nil, err
	}
	return read(string(said), passes)
}

// flags are the flags of the builds in C by gcc, which clang accepts, too.
var flags = []string{"-std=gnu11", "-O3", "-march=native", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-DNDEBUG"}

// compile compiles the program with the engine in C, and returns its path.
func compile(ctx context.Context, compiler, root, folder string) (binary string, err error) {
	texts, err := fs.Sub(program, "program")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(folder, texts); err != nil {
		return "", err
	}
	engine := filepath.Join(root, "internal", "engine", "c")
	binary = filepath.Join(folder, "shares")
	// As in the program of builds in C: T and HEADER name the technique, and HAS_LOOKUPS says that it has lookups. The search includes SLIDEBENCH_PARTS to time its parts.
	args := slices.Concat(flags, []string{
		"-I" + root, "-I" + engine, "-I" + filepath.Join(root, "internal", "harness", "language", "c", "program"), "-I" + folder,
		"-DHAS_LOOKUPS", "-DT=fancymagic", `-DHEADER="fancymagic/fancymagic.h"`, `-DSLIDEBENCH_PARTS="parts.h"`, filepath.Join(folder, "main.c"), "-o", binary,
	})
	for _, file := range []string{"netsearch.c", "network.c", "position.c"} {
		args = append(args, filepath.Join(engine, file))
	}
	if out, err := process.Tool(ctx, compiler, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %s", compiler, cmp.Or(process.LastLine(string(out)), err.Error()))
	}
	return binary, nil
}

// questions returns one pass over the positions of mode netsearch, in the form that main.c reads.
func questions() (string, error) {
	q, err := corpus.NewPositions(grid.DefaultNetGames, 1) // 1 is the seed
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for i := range q.List {
		p := &q.List[i]
		fmt.Fprintf(&text, "%x", q.Depth)
		for _, set := range slices.Concat(p.Types[:], p.Colors[:], []uint64{p.Castling, p.EnPassant, uint64(p.Turn)}) {
			fmt.Fprintf(&text, " %x", set)
		}
		text.WriteByte('\n')
	}
	text.WriteString("end\n")
	return text.String(), nil
}

// read reads the output of main.c: for each pass a line of ticks, of the whole search and then of each part. It leaves out the first pass.
func read(said string, passes int) (shares []Share, err error) {
	of := make([][]float64, len(parts))
	for line := range strings.Lines(said) {
		var ticks []float64
		for _, field := range strings.Fields(line) {
			n, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, fmt.Errorf("%.40q is no line of ticks", line)
			}
			ticks = append(ticks, n)
		}
		if len(ticks) != 1+len(parts) {
			return nil, fmt.Errorf("%.40q has not the ticks of %d parts", line, len(parts))
		}
		for i, part := range ticks[1:] {
			of[i] = append(of[i], 100*part/ticks[0])
		}
	}
	for i, part := range parts {
		if len(of[i]) != 1+passes {
			return nil, fmt.Errorf("%d passes have ticks (want %d)", len(of[i]), 1+passes)
		}
		shares = append(shares, Share{part, stats.Median(of[i][1:])})
	}
	return shares, nil
}

// File is the name of the file beside a machine's matches of engines with a network.
const File = "shares.csv"

// heads are the columns of the file: the share is the median, and low and high are the ends of its interval.
var heads = []string{"part", "share", "low", "high"}

// Write writes shares as CSV.
func Write(w io.Writer, shares []Share) error {
	to := csv.NewWriter(w)
	to.Write(heads)
	for _, s := range shares {
		row := []string{s.Part}
		for _, v := range []float64{s.Median, s.Lo, s.Hi} {
			row = append(row, strconv.FormatFloat(v, 'f', 2, 64))
		}
		to.Write(row)
	}
	to.Flush()
	return to.Error()
}

// Read reads a file that Write has written.
func Read(path string) (shares []Share, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err == nil && (len(rows) < 2 || !slices.Equal(rows[0], heads)) {
		err = fmt.Errorf("no shares (want CSV with the columns %s)", strings.Join(heads, ", "))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, row := range rows[1:] {
		s := Share{Part: row[0]}
		for i, v := range []*float64{&s.Median, &s.Lo, &s.Hi} {
			if *v, err = strconv.ParseFloat(row[1+i], 64); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
		shares = append(shares, s)
	}
	return shares, nil
}
