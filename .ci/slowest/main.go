// Command slowest reads the output of go test -json and prints the packages, and the tests, that took longest.
//
//	go test -count=1 -json ./... | go run ./.ci/slowest
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
)

// event is what go test -json says of a test, or of a package where Test is empty.
type event struct {
	Action, Package, Test string
	Elapsed               float64
}

func main() {
	log.SetFlags(0)
	var packages, tests []event
	total := 0.0
	for decoder := json.NewDecoder(os.Stdin); ; {
		var e event
		if err := decoder.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal("slowest: ", err)
		}
		e.Package = strings.TrimPrefix(e.Package, "github.com/slidebench/slidebench/")
		switch {
		case e.Action != "pass" && e.Action != "fail" || strings.Contains(e.Test, "/"):
		case e.Test == "":
			packages = append(packages, e)
			total += e.Elapsed
		default:
			tests = append(tests, e)
		}
	}
	fmt.Printf("%d packages, %.1f s between them\n", len(packages), total)
	for _, list := range [][]event{packages, tests} {
		slices.SortStableFunc(list, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
		fmt.Println()
		for _, e := range list[:min(20, len(list))] {
			fmt.Printf("%7.1f s  %s %s\n", e.Elapsed, e.Package, e.Test)
		}
	}
}
