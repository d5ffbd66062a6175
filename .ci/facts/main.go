// Command facts prints what a template makes of each technique's facts, for scripts: a line each, none where it makes nothing.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
	"text/template"

	"github.com/slidebench/slidebench/internal/techniques/facts"
)

func main() {
	line, err := template.New("facts").Parse(strings.Join(os.Args[1:], " "))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range facts.Techniques {
		var b strings.Builder
		if err := line.Execute(&b, f); err != nil {
			log.Fatal(err)
		}
		if b.Len() > 0 {
			fmt.Println(b.String())
		}
	}
}
