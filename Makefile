# make test and make bench are the whole set-up. They need Go and git, and nothing else.

GO         ?= go
export GO
# So that a checkout in another folder, such as guard's of the base, is not compiled anew.
export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS 2>/dev/null) -trimpath)
# The go command asks git about the tree, perhaps in a hook, whose index is not to be refreshed.
export GIT_OPTIONAL_LOCKS := 0
RESULTS    ?= results
# How long make bench takes on a quiet machine, by the number of its rounds, or that number itself; and what make guard compares with.
BUDGET     ?= 4m30s
LONG        = $(if $(ROUNDS),--rounds $(ROUNDS),--budget $(BUDGET))
BASE       ?= origin/main
SLIDEBENCH  = bin/slidebench$(shell $(GO) env GOEXE 2>/dev/null)
LAB         = $(GO) run -pgo=off ./cmd/lab
RAW         = $(wildcard $(RESULTS)/*/*.txt $(RESULTS)/*/*.txt.gz)

.PHONY: help
help: ## show this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

# What follows on measuring: raw names the file.
published = \
	$(MAKE) --no-print-directory publish PUBLISHED="$$raw" && \
	$(SLIDEBENCH) recommend "$$raw" && echo && \
	echo "raw results  $$raw" && echo "report       $$(dirname "$$raw")/report.md" && echo "plots        $$(dirname "$$raw")/plots" && \
	echo "more         $(SLIDEBENCH) report $$raw"

# Who interrupts a run has its answers all the same, if any stand: then bench prints the file. The shell goes on, and make itself stops.
patient = trap : INT

.PHONY: bench
bench: build ## prove all techniques, time them in Go and C, the contenders in an engine too, and say which to use (five minutes, longer on a disturbed machine)
	@$(patient); raw=$$($(SLIDEBENCH) bench --build main $(LONG) --results $(RESULTS)) && $(published)

.PHONY: bench-uses
bench-uses: build ## the same for all techniques in every use, sets and moves too, as committed results have it (about twice as long)
	@$(patient); raw=$$($(SLIDEBENCH) bench --build all $(LONG) --cap 30m --results $(RESULTS)) && $(published)

.PHONY: bench-all
bench-all: build ## the same with every corpus, every piece in every mode, and everything at every GOAMD64 level (an hour)
	@$(patient); raw=$$($(SLIDEBENCH) bench --all --build all --cap 2h --results $(RESULTS)) && $(published)

# Pages follow raw files that git tracks, or where git tracks none, as in an unpacked archive, all of them.
PUBLISHED = $(or $(shell git ls-files ':(glob)$(RESULTS)/*/*.txt' ':(glob)$(RESULTS)/*/*.txt.gz' 2>/dev/null),$(RAW))


.PHONY: publish
publish: build ## write report.md, results.csv and pictures of each machine's runs again, of those that git tracks
	@for folder in $(sort $(dir $(PUBLISHED))); do \
		runs=$$(printf '%s\n' $(PUBLISHED) | grep "^$$folder[^/]*$$") && \
		for theme in light dark; do $(SLIDEBENCH) plot --post=search,size --theme $$theme -o "$${folder}plots" $$runs >/dev/null || exit 1; done && \
		$(SLIDEBENCH) report --format markdown --plots plots --csv results.csv -o "$${folder}report.md" $$runs && \
		$(SLIDEBENCH) report --format csv -o "$${folder}results.csv" $$runs || exit 1; \
	done

.PHONY: report-all
report-all: build ## one report of every machine in results, side by side, as tables
	@$(SLIDEBENCH) report $(RAW)

.PHONY: page
page: build ## write the results of every machine, of those that git tracks, as one page to browse: bin/page/index.html
	@mkdir -p bin/page && $(SLIDEBENCH) report --format html -o bin/page/index.html $(PUBLISHED) && \
		$(SLIDEBENCH) plot --post=machines --build c-gcc --format png -o bin/page $(PUBLISHED) >/dev/null && echo bin/page/index.html

.PHONY: benchstat
benchstat: ## benchstat's view of the newest file of every machine
	@for machine in $(sort $(dir $(RAW))); do \
		gzip -dcf "$$(ls "$$machine"*.txt* | tail -n 1)" | \
			$(GO) tool benchstat -filter '.unit:(cycles/lookup OR cycles/node OR cycles/op)' -col /technique -row /piece,/mode,/corpus /dev/stdin; \
	done

.PHONY: guard
guard: build ## tell whether this tree is slower than BASE (origin/main): fails if it is
	@$(SLIDEBENCH) guard --base $(BASE)

.PHONY: noise
noise: newgo ## disturb this machine on purpose and write what that does to the numbers into its folder of results (a few minutes)
	@$(LAB) noise --results $(RESULTS)

.PHONY: rehearse
rehearse: newgo ## run guards whose answer is known, 20 of each kind, for docs/measuring.md (two or three hours)
	@$(LAB) rehearse --results $(RESULTS) && $(pages)

.PHONY: verify
verify: build ## prove all techniques right
	@$(SLIDEBENCH) verify

# The rest measures for pages of docs and the README, and replaces the machine's raw files that they are drawn from.
FOLDER  := $(RESULTS)/$$($(SLIDEBENCH) machine | sed -n 's/^machine  *//p')

# The build that most are of: the highest level of this machine, or for times over the number of questions v3, where there is more.
DEAREST := $$($(SLIDEBENCH) machine | sed -n 's/^GOAMD64 levels.* //p')
CURVE   := $$($(SLIDEBENCH) machine | sed -n '/^GOAMD64 levels/s/.*\(v[123]\).*/\1/p')
# Techniques with large tables and with small ones, one or two of each kind.
CURVED   = classical,rays,unrolled,magic,fancymagic,unchecked,overlayadjacent,bytes,pext,pdep,sherwin,sissy,quintessence,hashmap

pages = $(GO) generate ./internal/lab/pages
# What bench writes into $$temp becomes the machine's folder.
kept = rm -rf "$$into" && mkdir -p "$$into" && mv "$$temp"/* "$$into" && rmdir "$$temp" && $(pages)

.PHONY: curve
curve: build ## measure some techniques over the number of questions, for docs/measuring.md (a few minutes)
	@temp=$$(mktemp -d) && into=$(FOLDER)/questions && level=$(CURVE) && for power in 10 12 14 16 18 20; do \
		$(SLIDEBENCH) bench --build $$level --piece rook --mode throughput,latency --technique $(CURVED) --rounds 6 --cap 0 \
			--questions $$((1 << power)) -o "$$temp/$$((1 << power)).txt.gz" || exit 2; done && $(kept)

.PHONY: prices
prices: build ## measure what checks of indices cost in Go and calls in C, for docs/go-and-c.md (about five minutes; needs gcc)
	@temp=$$(mktemp -d) && level=$(DEAREST) && into=$(FOLDER)/prices && \
	$(SLIDEBENCH) bench --build $$level,$$level+nochecks,c-gcc,c-gcc+calls --piece queen --mode throughput,both --rounds 12 \
		-o "$$temp/go-and-c.txt.gz" && $(kept)

.PHONY: wasm
wasm: build ## measure Go as WebAssembly beside the processor's own code, for docs/go-and-c.md (about twenty minutes; needs Node.js)
	@temp=$$(mktemp -d) && level=$(DEAREST) && into=$(FOLDER)/wasm && \
	$(SLIDEBENCH) bench --build $$level,wasm --piece queen --mode throughput,latency,perft,search --rounds 8 -o "$$temp/go.txt.gz" && $(kept)

.PHONY: engine
engine: build ## measure loops against an engine, in Go and in C, for docs/engine.md (about thirteen minutes; needs gcc)
	@temp=$$(mktemp -d) && level=$(DEAREST) && into=$(FOLDER)/engine && \
	$(SLIDEBENCH) bench --build $$level,c-gcc --piece queen --rounds 8 -o "$$temp/go-and-c.txt.gz" \
		--mode throughput,latency,pressure,perft,search,attackers,checks,moves,mobility,exchange \
		--corpus random16,trace,crowd0,crowd4,crowd16,crowd64,crowd0+32,crowd0+256,games3 && $(kept)

.PHONY: twice
twice: build ## measure what make bench does twice in a row, for docs/measuring.md (about ten minutes)
	@temp=$$(mktemp -d) && into=$(FOLDER)/twice && for run in 1 2; do \
		$(SLIDEBENCH) bench --build main $(LONG) -o "$$temp/$$run.txt.gz" || exit 2; done && $(kept)

# Processors that share a core, and techniques of all kinds.
CPU       ?= 1
NEIGHBOUR ?= 0
BESIDE     = fancymagic,fixedshift,blackmagic,kgssb,pext,pdep,rookpdep,paired,dual,quintessence,raysavx2,koggestone

.PHONY: beside
beside: build ## measure an engine on CPU, alone twice, and beside neighbours on CPU NEIGHBOUR, for docs/measuring.md (twenty minutes; needs gcc)
	@temp=$$(mktemp -d) && into=$(FOLDER)/beside && $(GO) build -o "$$temp/lab" ./cmd/lab && \
	search() { $(SLIDEBENCH) bench --build c-gcc --piece queen --mode search --technique $(BESIDE) --rounds 8 --cap 4m --cpu $(CPU) "$$@"; } && \
	search -o "$$temp/alone.txt.gz" && for kind in compute loads vector; do \
		"$$temp/lab" burden --cpu $(NEIGHBOUR) --kind $$kind & search --beside -o "$$temp/beside-$$kind.txt.gz"; code=$$?; \
		kill -INT $$!; wait $$!; [ $$code = 0 ] || exit 2; done && \
	search -o "$$temp/alone-again.txt.gz" && rm "$$temp/lab" && $(kept)

.PHONY: crowd
crowd: build ## measure as make bench does beside neighbours that have 90 % of each CPU, for docs/measuring.md (half an hour)
	@temp=$$(mktemp -d) && into=$(FOLDER)/crowd && $(GO) build -o "$$temp/lab" ./cmd/lab && for kind in compute loads vector; do \
		"$$temp/lab" burden --kind $$kind & $(SLIDEBENCH) bench --build main $(LONG) -o "$$temp/$$kind.txt.gz"; code=$$?; \
		kill -INT $$!; wait $$!; [ $$code = 0 ] || exit 2; done && rm "$$temp/lab" && $(kept)

.PHONY: pages
pages: ## write the generated parts of the pages in docs (half a minute)
	@$(pages)

.PHONY: readme
readme: build ## write the results of each machine into the README, of those that git tracks, and draw its picture
	@for theme in light dark; do $(SLIDEBENCH) plot --post=machines --build c-gcc --theme $$theme -o results $(PUBLISHED) >/dev/null || exit 1; done && \
		$(SLIDEBENCH) report --update README.md --plots results/machines-c-gcc.svg $(PUBLISHED)

.PHONY: short
short: newgo ## the tests that take seconds: a sample of what all techniques answer, and nothing built, searched, measured or emulated
	@sh .ci/packages others | xargs $(GO) test -short

# All packages and their tests, which vet has vetted before: go test would vet them and all that they import once more, by fewer checks.
TEST = $(GO) test -vet=off

.PHONY: test
test: vet ## everything that must hold before a commit, on this machine (minutes)
	$(TEST) ./...

# Staticcheck, the emulator, arm64, and hidden features are left to push: each takes minutes where nothing is compiled yet. Answers on 386 and the
# portable forms without an emulator are their sample. Portable forms are vetted by push, and in full by night.
.PHONY: ci
ci: test ## what .ci/run does on a bare machine: test, and a sample of what push tests beside it
	$(call purego,$(TEST))
	@TESTFLAGS='-vet=off $(ASKED)' sh .ci/foreign 386 ./internal/techniques

# The packages of some kind: .ci/packages says which kinds there are.
kind = $$(sh .ci/packages $(1))

# The names of the techniques among them.
names = $$(sh .ci/packages $(1) | xargs -n 1 basename | paste -sd, -)

# These reach code that asks for features, and have no test whose outcome depends on them: by night alone they are tested with features hidden.
ALIKE = ./internal/engines ./internal/harness/language/anylanguage ./internal/harness/plot ./internal/harness/report ./internal/harness/results ./internal/ondemand ./internal/techniques/internal/gen

# What of the catalogue depends on the processor. The rest is about this machine's code.
CATALOGUE = Conform|Squares|Answers

# A sample of that: all kernels answer some questions.
ASKED = -short -run=Squares|Answers

# The search with a network, which finds the same in all forms.
NETWORK = NetSearch|Forms|Rows

# Which entries lookups read, and whether planted faults are caught: that depends on features only.
TABLES = Tables/(Reads|WrongReads|Faults)

.PHONY: check
check: vet ## test, what builds and measures in copies of the tree, and all of it on other processors (half an hour)
	$(call wide,SLIDEBENCH_CHECK=1 $(TEST) -timeout 40m ./...)
	$(portable)
	@for target in 386 arm64; do sh .ci/foreign $$target ./internal/techniques || exit 1; done
	@TESTFLAGS='-short -run=FewestBits' sh .ci/foreign 386 ./internal/findmagic/search
	@TESTFLAGS='-short -run=$(TABLES)' sh .ci/foreign arm64 $(call kind,arm64)
	@for level in v3 v4; do sh .ci/foreign amd64:$$level $(call kind,assembly) && \
		TESTFLAGS='-short -run=$(CATALOGUE)' sh .ci/foreign amd64:$$level ./internal/techniques || exit 1; done
	@$(MAKE) experiments
	@GOTOOLCHAIN=$(NEWEST_GO) $(GO) version && GOTOOLCHAIN=$(NEWEST_GO) $(MAKE) vet experiments
	@$(call vetted,$(ELSEWHERE),./best ./techniques/... ./internal/techniques/...)
	@EXCEPT="$(call kind,users) ./internal/harness/plot" sh .ci/hidden ./...
	@SETTINGS=bmi2,avx2 EXCEPT="$(BUILDERS)" sh .ci/hidden $(call kind,users) ./internal/harness/plot
	@SETTINGS="avx2 avx512 gfni" GOEXPERIMENT=simd GOAMD64=v3 sh .ci/hidden $(call kind,simd)

# An experiment of Go changes with each version. This is the newest that was tried; go.mod names the oldest.
NEWEST_GO = go1.27.4

.PHONY: experiments
experiments: newgo ## what is written for experiments of Go
	@TESTFLAGS=-short sh .ci/foreign amd64:v3:simd $(call kind,simd)
	@SLIDEBENCH_TECHNIQUES=$(call names,simd) TESTFLAGS='-short -run=Conform' \
		sh .ci/foreign amd64:v3:simd ./internal/techniques
	$(GO) test -run Inline $(call kind,simd)

.PHONY: push
push: vet ## what every push is tested by: test, and the portable forms on other processors (check, by night, has the rest, and the proof of all techniques on 386 and an emulated arm64)
	$(call wide,$(TEST) -timeout 20m ./...,LACKING=1)
	$(portable)
	@SLIDEBENCH_TECHNIQUES=$(call names,assembly) SETTINGS=bmi2,avx2 EXCEPT="$(call kind,users) $(ALIKE)" TESTFLAGS='-short -skip=MachineCode|WiringIsUpToDate|$(TABLES)' sh .ci/hidden ./...

# A test command beside what is emulated, which one core does: by day only what the machine lacks.
define wide
@log=$$(mktemp) && { $(2) sh .ci/wide >"$$log" 2>&1 & } && \
echo "$(1)" && status=0 && { $(1) || status=1; } && { wait $$! || status=1; } && cat "$$log" && rm "$$log" && exit $$status
endef

# Techniques with assembly, by their portable forms.
purego = SLIDEBENCH_REQUIRE= SLIDEBENCH_PROVE=1 $(1) -short '-skip=$(TABLES)' -tags purego $(call kind,assembly) ./internal/slowpext

define portable
$(call purego,$(GO) test)
SLIDEBENCH_TECHNIQUES=$(call names,assembly) SLIDEBENCH_REQUIRE= SLIDEBENCH_PROVE=1 $(GO) test -tags purego -short '-run=$(CATALOGUE)' ./internal/techniques
@TESTFLAGS='-short -skip=FewestBits|Tables/(Reads|WrongReads|Faults|SoftwareForm)' sh .ci/foreign 386 ./internal/harness/results ./internal/findmagic/search $(filter-out ./internal/techniques,$(FOREIGN))
@sh .ci/foreign arm64 $(filter-out ./internal/techniques,$(FOREIGN))
@for target in 386 arm64; do TESTFLAGS='$(ASKED)' sh .ci/foreign $$target ./internal/techniques || exit 1; done
$(GO) test -tags purego '-run=$(NETWORK)' ./internal/engine ./internal/engine/network
@for target in 386 arm64; do TESTFLAGS='-run=$(NETWORK)' sh .ci/foreign $$target ./internal/engine ./internal/engine/network || exit 1; done
@sh .ci/staticcheck
endef

.PHONY: release
release: newgo ## build the release VERSION=v0.1.0 of this commit into bin/release, with SNAPSHOT=1 without drafting it on GitHub (ten minutes the first time)
	@PUBLISH=$(if $(SNAPSHOT),,1) sh .ci/release "$(VERSION)"

# Proving, timing, answering; the answer is that of published results, whatever disturbs this machine now.
CAST = 'slidebench verify --technique paired,fancymagic' 'slidebench bench --technique paired,fancymagic --piece queen --rounds 6 -o new.txt' \
	'slidebench recommend $(firstword $(wildcard $(RESULTS)/*zen-3-vm/*.txt.gz))'

.PHONY: cast
cast: build ## draw the README's animated picture of a terminal (a minute; needs a machine that can run paired)
	@temp=$$(mktemp -d) && trap 'rm -rf "$$temp"' EXIT && $(GO) build -pgo=off -o "$$temp/lab" ./cmd/lab && ln -s "$(CURDIR)/results" "$$temp/results" && \
		out="$(CURDIR)/docs/cast.svg" && PATH="$(CURDIR)/bin:$$PATH" && cd "$$temp" && \
		./lab cast -o "$$out" --title "slidebench proves two techniques, times them, and says which to take" $(CAST)

.PHONY: bundles
bundles: newgo ## pack bundles of this commit, which its release then has, too (an hour or more)
	@sh .ci/bundles

.PHONY: try-release
try-release: newgo ## build the release of this commit twice, compare all bytes, and try it in an empty root (half an hour)
	@sh .ci/tryrelease

.PHONY: audit
audit: newgo ## look for known vulnerabilities, unknown licences, and mistakes in workflows
	@sh .ci/audit

.PHONY: slowest
slowest: ## where the time of the tests goes
	@$(GO) test -count=1 -json ./... | $(GO) run ./.ci/slowest

# What is tested on processors other than this one: the truth, the statistics, and all techniques together; and for 32 bits the
# results and the search, which must find the same factors everywhere.
FOREIGN = ./board/... ./internal/harness/stats ./internal/findmagic/factors ./internal/techniques ./best

# Systems for which programs are built that import the techniques, though this project is measured on none of them; and all that Go knows, on some of
# which commands need a linker that is not Go's.
ELSEWHERE = freebsd/amd64 openbsd/amd64 netbsd/amd64 windows/amd64 darwin/arm64 wasip1/wasm
SYSTEMS   = $(shell $(GO) tool dist list)
vetted = for target in $(1); do \
		echo "$$target: go vet $(2)" && CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target\#*/} $(GO) vet $(2) || exit 1; \
	done

# These build for minutes, and with features hidden by night.
BUILDERS = ./internal/harness/language/c ./internal/harness/language/golang ./internal/guest ./internal/lab/pages

.PHONY: nightly
nightly: ## find every stored set again, play all games again, prove the shortest indices of bishops, simulate guards by the thousand, prove wide instructions in full on an emulator, and test the rest on other processors (hours)
	SLIDEBENCH_NIGHTLY=1 $(GO) test -timeout 5h -run FoundAgain -v ./cmd/findmagic
	SLIDEBENCH_NIGHTLY=1 $(GO) test -timeout 5h -run SimulatedGuards -v ./internal/harness/...
	SLIDEBENCH_NIGHTLY=1 SLIDEBENCH_CHECK=1 $(GO) test -timeout 2h -run "Right|Engine|Copies|Several|Tables|Alone" -v ./internal/harness/language/...
	SLIDEBENCH_NIGHTLY=1 $(GO) test -timeout 1h ./internal/engine ./internal/harness/corpus ./internal/findmagic/search
	@FULL=1 TIMEOUT=14400 sh .ci/wide
	@SLIDEBENCH_TECHNIQUES=$(call names,simd) GOEXPERIMENT=simd GOAMD64=v4 TIMEOUT=14400 TESTFLAGS='-test.timeout=0 -test.v -test.run=Conform' \
		sh .ci/emulated ./internal/techniques
	@GOEXPERIMENT=simd GOAMD64=v4 TIMEOUT=14400 TESTFLAGS='-test.timeout=0 -test.v -test.run=$(TABLES)' sh .ci/emulated $(call kind,simd)
	@TESTFLAGS=-timeout=1h sh .ci/hidden ./...
	@for target in 386 arm64 s390x; do sh .ci/foreign $$target ./board/... ./internal/harness/results $(call kind,techniques) && \
		TESTFLAGS='-timeout=5h -run=Conform' sh .ci/foreign $$target ./internal/techniques || exit 1; done
	@GO="$(GO)" sh .ci/platforms
	$(GO) vet -tags purego ./...
	@$(call vetted,$(filter-out android/% ios/%,$(SYSTEMS)),./...)
	@$(call vetted,$(filter android/% ios/%,$(SYSTEMS)),./best ./internal/techniques ./techniques/conform ./techniques/techniquestest)
	@if command -v "$$($(GO) env CC)" >/dev/null; then echo "tests for races" && $(GO) test -race -short -timeout 1h ./internal/harness/... ./internal/findmagic/...; \
		else echo "SKIP tests for races: no $$($(GO) env CC) in PATH"; fi

# Go 1.21 is the first that fetches a newer one where go.mod asks for it. Older ones complain of flags and files that they do not know.
OLDGO = $(shell $(GO) version | sed -n -E 's/.*(go1(\.([0-9]|1[0-9]|20)((\.|rc|beta)[0-9]+)*)?)( .*|)$$/\1/p')

.PHONY: newgo
newgo:
	$(if $(OLDGO),$(error $(GO) is too old to build with: $(OLDGO) (want Go $(shell sed -n 's/^go \([^ ]*\).*/\1/p' go.mod), or 1.21 or newer, which fetches it)))

.PHONY: vet
vet: newgo
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not gofmt-clean: $$unformatted"; exit 1; }
	$(GO) vet ./...

.PHONY: build
build: newgo
	@$(GO) build -pgo=off -ldflags "-X '$$($(GO) list -m)/internal/guest.builtFrom=$(CURDIR)'" -o $(SLIDEBENCH) ./cmd/slidebench
