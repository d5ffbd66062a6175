package pages

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/plot"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/markdown"
	"github.com/slidebench/slidebench/internal/tracked"
)

// page is a generated part of a page in docs while it is written.
type page struct {
	markdown.Text
	pattern  string                // matches the files that the page is made of; "" for none
	files    map[string][]byte     // files beside the page, by name
	machines map[string][]*machine // machines already read, by pattern
}

// failure is an error that ends a part: check and must panic with it, and written returns it.
type failure struct{ error }

// check ends the part at an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns a value, or ends the part at an error.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// written returns the text that a part writes.
func (p *page) written(part func(*page)) (text string, err error) {
	defer func() {
		switch caught := recover().(type) {
		case nil: // the part is written
		case failure:
			err = caught.error
		default:
			panic(caught)
		}
	}()
	part(p)
	return strings.TrimRight(p.String(), "\n") + "\n", nil
}

// picture adds a picture to the page, and the same for dark screens.
func (p *page) picture(light, dark *plot.Picture) {
	p.files[light.Name+".svg"], p.files[dark.Name+".svg"] = light.SVG(), dark.SVG()
	p.Printf("%s\n\n", markdown.Picture(light.Alt, light.Name))
}

// each calls write for each folder with files of the page's pattern. If there are none, it writes which command measures them.
func (p *page) each(command string, write func(paths []string)) {
	paths := must(tracked.Glob(p.pattern))
	if len(paths) == 0 {
		p.Printf("*There are no raw files `%s`: `%s` measures them.*\n", fromRoot(p.pattern), command)
	}
	for len(paths) > 0 {
		n := 1
		for n < len(paths) && filepath.Dir(paths[n]) == filepath.Dir(paths[0]) {
			n++
		}
		write(paths[:n])
		p.WriteByte('\n')
		paths = paths[n:]
	}
}

// eachRun calls write for each raw file of the page's pattern, like each.
func (p *page) eachRun(command string, write func(f *results.File)) {
	p.each(command, func(paths []string) {
		for _, path := range paths {
			write(must(results.Read(path)))
		}
	})
}

// fromRoot returns a file's path from the root of the module, one folder above the pages.
func fromRoot(path string) string { return strings.TrimPrefix(filepath.ToSlash(path), "../") }

// raw returns a link to a file from the root of the module.
func raw(path string) string { return fmt.Sprintf("[%s](../%[1]s)", fromRoot(path)) }

// percent formats a share: "3.0 %", or "?" if it is unknown.
func percent(part float64) string {
	if math.IsInf(part, 0) || math.IsNaN(part) {
		return "?"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

// thousands formats a number with commas: "65,536".
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
