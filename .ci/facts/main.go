// Command facts fills a template, as in facts '{{.Family}}', with each technique's facts, and prints a line for each that is not empty. Scripts call it.
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
