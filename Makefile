# make talk     set up what is missing, build the deck, serve it        PORT=8001 make talk
# make talk DECK=short   the version of 20 minutes
# make check    lint, types and the quick unit tests, while writing
# make test     sets up what tests need and runs all: make check, tests that start processes, tests in a browser
# make dev      the deck with hot reload beside a running `make talk`
# make site     the deck with its recordings, for any web server: site/
# make notebooks   every experiment for Jupyter and Colab: notebooks/        SITE=https://… for the way back to its slide
# make pdf      the main talk with its recordings on paper: jax-live.pdf        ALL=1 with the appendix
# make screenshots  every slide with its results, light and dark: screenshots/        SLIDES=20-29 make screenshots
# make bench    measure the program beside its peers
# make packages  the engine as a wheel, the addon and the theme as tarballs: packages/
# make soak     the long forms: of tests that break the server, of statistics, of the walk through all slides, of installing anew
.DEFAULT_GOAL := talk
.PHONY: talk check test dev site notebooks pdf screenshots bench packages soak deck types format clean \
	lint python-lint deck-lint quick-test slow-test browser-test deck-test
SHELL := /bin/bash
.DELETE_ON_ERROR:
PORT ?= 8000
DECK ?= slides
DIST := $(if $(filter slides,$(DECK)),dist,dist-$(DECK))
VENV := .venv
PYTHON := $(VENV)/bin/python
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# Tests run beside each other: with a thread for each processor, their libraries would stand in line.
PYTEST := env OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 NPROC=1 $(PYTHON) -m pytest --durations 20
NAMED = 2>&1 | while IFS= read -r line; do echo "$@: $$line"; done
DECK_SOURCES := $(shell find slides addons themes imgs recordings experiments package.json -type f \
	-not -path '*/__pycache__/*' -not -path '*/.slidev/*' 2>/dev/null)

talk: $(VENV)/.talk $(DIST)/index.html
	@JAXLIVE_PORT=$(PORT) JAXLIVE_DECK=$(DIST) exec $(PYTHON) -m jaxlive

dev: $(VENV)/.talk node_modules/.package-lock.json
	@DECK_API=http://127.0.0.1:$(PORT) npm run dev

deck: $(DIST)/index.html

site: site/index.html notebooks
	@rm -rf site/notebooks && cp -R notebooks site/notebooks

notebooks: $(VENV)/.talk
	@$(PYTHON) main.py notebook --out notebooks $(if $(SITE),--site "$(SITE)")

pdf: node_modules/.package-lock.json
	@$(if $(ALL),cat,node tools/main-talk.mjs) slides/$(DECK).md > slides/.paper.md
	@DECK=.paper npm run --silent pdf -- --output jax-live.pdf --executable-path "$$(tools/browser)" \
		&& node tools/paper.mjs jax-live.pdf slides/.paper.md; code=$$?; rm slides/.paper.md; exit $$code

screenshots: $(VENV)/.test dist/index.html
	@JAXLIVE_BROWSER="$$(tools/browser)" $(PYTHON) -m tests.browser.screenshots $(SLIDES)

# The longest two beside each other. Each may install a package of the system, which only one can do at a time: the browser comes before.
test: check
	@tools/browser > /dev/null
	@$(MAKE) --no-print-directory --jobs 2 slow-test browser-test

# Two at a time; what each says comes in one piece, except from the make of macOS.
check: $(VENV)/.test node_modules/.package-lock.json
	@$(MAKE) --no-print-directory --jobs 2 $(SYNC) deck-lint quick-test python-lint deck-test

lint: python-lint deck-lint

python-lint: $(VENV)/.test
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy

deck-lint: $(VENV)/.test node_modules/.package-lock.json
	npm run --silent lint
	npm run --silent typecheck
	npm run --silent types -- --check
	node tools/workflows.mjs .github/workflows/*.yml
	@! grep -n '"resolved": "[a-z+]*://' package-lock.json || { echo 'package-lock.json names a registry: delete it and run npm install'; exit 1; }

deck-test: node_modules/.package-lock.json
	npm run --silent test

quick-test: $(VENV)/.test node_modules/.package-lock.json
	$(PYTHON) -m pytest -q --ignore tests/browser -m "not slow"

slow-test: $(VENV)/.test node_modules/.package-lock.json
	@tools/bubblewrap
	@set -o pipefail; $(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/browser -m slow $(NAMED)

browser-test: $(VENV)/.test dist/index.html site/index.html
	@set -o pipefail; JAXLIVE_BROWSER="$$(tools/browser)" $(PYTEST) tests/browser $(NAMED)

bench: $(VENV)/.bench dist/index.html
	JAXLIVE_BROWSER="$$(tools/browser)" $(PYTHON) -m benchmarks

packages: $(VENV)/.talk node_modules/.package-lock.json
	@rm -rf packages && mkdir packages
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir packages ./server
	npm pack --silent --pack-destination packages ./addons/jaxlive ./themes/academic

soak: $(VENV)/.test dist/index.html
	JAXLIVE_SOAK_KILLS=100 JAXLIVE_SOAK_FAULTS=200 JAXLIVE_SOAK_FLOODS=1000 JAXLIVE_SOAK_CASES=2400 \
	JAXLIVE_SOAK_EXTRAS="cuda12 cuda13" JAXLIVE_SOAK_EXPERIMENTS=all JAXLIVE_SOAK_STATISTICS=all \
		$(PYTHON) -m pytest --timeout 3600 tests/jaxlive/runs/test_history.py tests/jaxlive/runs/test_bus.py \
		tests/jaxlive/engines/test_faults.py tests/jaxlive/web/test_openapi.py tests/jaxlive/cli/test_all.py \
		tests/jaxlive/notebook/test_assemble.py \
		tests/jaxlive/lab/measure/test_medians.py tests/jaxlive/lab/measure/test_control.py \
		tests/experiments/test_bias.py tests/tools/test_constraints.py
	JAXLIVE_SOAK_SLIDES=all JAXLIVE_SOAK_TALK=fresh JAXLIVE_BROWSER="$$(tools/browser)" \
		$(PYTHON) -m pytest tests/browser/test_slides.py tests/browser/test_phone.py tests/browser/test_own_talk.py

format: $(VENV)/.test node_modules/.package-lock.json
	$(VENV)/bin/ruff format
	$(VENV)/bin/ruff check --fix
	npm run --silent format

types: $(VENV)/.talk node_modules/.package-lock.json
	npm run --silent types

clean:
	rm -rf $(VENV) node_modules dist dist-* dist.log site site.log jax-live.pdf screenshots packages notebooks

$(VENV)/.talk: constraints.txt pyproject.toml server/pyproject.toml
	@echo "Setting up Python packages: some minutes the first time"
	@tools/venv $(VENV) "$$(tools/gpu-extra)"
	@touch $@

$(VENV)/.test: $(VENV)/.talk
	@tools/venv $(VENV) test
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@tools/venv $(VENV) bench
	@touch $@

node_modules/.package-lock.json: package-lock.json
	@tools/node-version
	@echo "Setting up the deck's packages"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(DIST)/index.html: node_modules/.package-lock.json $(DECK_SOURCES)
	@echo "Building the deck"
	@DECK=$(DECK) DIST=$(DIST) npm run --silent build > dist.log 2>&1 || { cat dist.log; exit 1; }
	@touch $@

site/index.html: node_modules/.package-lock.json $(DECK_SOURCES)
	@echo "Building the site"
	@npm run --silent site > site.log 2>&1 || { cat site.log; exit 1; }
	@touch $@
