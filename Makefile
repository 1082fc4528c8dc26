# The two commands are `make run` and `make test`; both set up what they need on a bare clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

READY := $(VENV)/.ready
BENCH_READY := $(VENV)/.bench-ready
NODE_READY := frontend/node_modules/.ready
PAGE := frontend/dist/index.html
PAGE_SOURCES := $(shell find frontend/src frontend/public frontend/*.html frontend/*.ts frontend/*.json -type f 2>/dev/null)

# Without bytecode every worker and every command that a test starts would parse and rewrite all sources again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run test test-fast test-slow setup check format bench docs lock clean browser
.PHONY: check-python check-page page-tests kernels tests-of-python tests-in-browser tests-without-jit

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) $(NODE_READY) ## everything that run and test need

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Gutshot needs Python 3.11 or newer; set PYTHON=/path/to/it")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --no-compile --requirement requirements.lock # most of it is never imported
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# Not `npm ci`: it refuses a lock without the bundler's binaries for every other platform, which no one machine needs.
$(NODE_READY): frontend/package-lock.json
	@command -v npm >/dev/null || { echo "Gutshot's page needs Node 20 or newer with npm; none was found"; exit 1; }
	cd frontend && npm install --no-save --silent
	@touch $@

$(PAGE): $(NODE_READY) $(PAGE_SOURCES)
	cd frontend && npm run --silent build

$(BENCH_READY): $(READY) requirements-bench.lock
	$(PIP) install --requirement requirements-bench.lock
	@touch $@

run: setup $(PAGE) ## the lab on http://127.0.0.1:8000
	$(BIN)/gutshot warm --table
	$(BIN)/gutshot serve

# In pairs, so that no core waits: Python's checks beside the page's, the tests without the JIT and what a table compiles,
# which else several processes would compile at once; then the tests of Python beside those in a browser, which mostly wait.
PAIRS := $(MAKE) --no-print-directory --jobs 2

test: ## all checks and tests
	+$(PAIRS) kernels check-python check-page $(PAGE) page-tests browser tests-without-jit
	+$(PAIRS) tests-of-python tests-in-browser

# Each worker starts at its own end of the rooms, so that a cold cache is filled by both and no kernel compiled twice.
PYTEST := $(BIN)/python -m pytest
SHARED := -n $(JOBS) --dist worksteal

test-fast: $(READY) ## a quicker answer: everything but the heavy tests and the browser's
	$(PYTEST) $(SHARED) -q -m "not slow and not heavy" --ignore tests/browser

test-slow: setup $(PAGE) browser ## the tests that take minutes
	$(PYTEST) -n $(JOBS) -m slow

tests-of-python: $(READY) # nicer than anything of the browser's server, whose coach and jobs would starve beside it
	nice -n 16 $(PYTEST) $(SHARED) -m "not slow" --durations 25 --ignore tests/browser

kernels: $(READY)
	$(BIN)/gutshot warm --table

tests-in-browser: $(READY) $(PAGE) browser
	$(PYTEST) -q -m "not slow" --durations 10 tests/browser

tests-without-jit: $(READY)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m "nojit and not slow" --ignore tests/browser

page-tests: $(NODE_READY)
	cd frontend && npm test --silent

browser: # Debian's Chromium where it may be installed; without one the browser tests skip and say so
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& apt-get update -qq >/dev/null && apt-get install -y -qq chromium >/dev/null; } \
		|| echo "no Chromium found, and none could be installed: the browser tests will be skipped"

check: check-python check-page ## format, lint, types, layers

check-python: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

check-page: $(NODE_READY) $(READY)
	cd frontend && npm run --silent lint && npm run --silent types -- --check

format: setup ## put the sources into the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(BENCH_READY) ## side by side with peers, as ratios
	$(BIN)/python -m benchmarks

docs: $(READY) ## all documents as a site in site/, strict about links
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

TESTED := --extra dev --extra docs --extra rl --extra pettingzoo --extra web --extra cluster --extra plot
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-emit-index-url --no-annotate

lock: $(READY) ## renew the lock files
	$(PIP) install uv
	$(COMPILE) $(TESTED) --output-file requirements.lock pyproject.toml
	$(COMPILE) $(TESTED) --extra bench --output-file requirements-bench.lock pyproject.toml

clean: ## remove what setup, builds and tests made
	rm -rf $(VENV) site frontend/node_modules frontend/dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
