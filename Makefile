# make bench and make test are the whole set-up: Go and git are all they need.

GO ?= go
SLIDEBENCH = bin/slidebench
RESULTS = results
# How long make bench may measure for.
BUDGET ?= 4m10s
BASE ?= origin/main

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: $(SLIDEBENCH)
$(SLIDEBENCH):
	@$(GO) build -pgo=off -o $(SLIDEBENCH) ./cmd/slidebench

.PHONY: bench
bench: $(SLIDEBENCH) ## prove, time, report and plot all techniques on this machine (about five minutes)
	@raw=$$($(SLIDEBENCH) bench --levels all --budget $(BUDGET) --results $(RESULTS)) && \
	$(SLIDEBENCH) report --format markdown -o $$(dirname $$raw)/report.md $$raw && \
	$(SLIDEBENCH) plot -o $$(dirname $$raw)/plots $$raw >/dev/null && \
	$(SLIDEBENCH) report $$raw && \
	echo "raw: $$raw" && echo "report: $$(dirname $$raw)/report.md" && echo "plots: $$(dirname $$raw)/plots"
