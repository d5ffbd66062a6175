module github.com/slidebench/slidebench

go 1.26.0 // golang.org/x/{image,mod,perf,sys,text} ask for it, and errors.AsType in commands; the public packages build with go 1.24 and an x/sys of 2025

require (
	github.com/jedib0t/go-pretty/v6 v6.8.3 // tables
	github.com/klauspost/compress v1.20.4 // bundles: a program compressed with another as its dictionary
	github.com/klauspost/cpuid/v2 v2.4.2 // features of processors
	github.com/spf13/cobra v1.10.2 // commands, help and completion
	github.com/spf13/pflag v1.0.9 // flags in groups, as cobra's help shows them
	golang.org/x/image v0.46.0 // measuring text in plots
	golang.org/x/mod v0.43.0 // versions of modules; the zip that a module proxy serves, in a test
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // the benchmark format, statistics, benchstat
	golang.org/x/sys v0.49.0 // pinning, features
	golang.org/x/term v0.44.0 // width of a terminal
	gonum.org/v1/plot v0.17.0 // plots
)

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.2.0 // indirect
	codeberg.org/go-pdf/fpdf v0.11.1 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/mattn/go-runewidth v0.0.16 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/text v0.42.0 // indirect
)

tool golang.org/x/perf/cmd/benchstat
