# The two commands are `make run` and `make test`; both set up what they need on a bare clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.DEFAULT_GOAL := help
.PHONY: help run test test-slow setup check format bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## everything that run and test need

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Gutshot needs Python 3.11 or newer; set PYTHON=/path/to/it")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

run: setup ## show what the lab can do now: exact equities
	$(BIN)/gutshot equity AA KK --exact
	$(BIN)/gutshot equity "QQ+,AK" "22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo" --exact

test: check ## all checks and tests
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(JOBS) -q -m "nojit and not slow"

test-slow: setup ## the tests that take minutes
	$(BIN)/python -m pytest -n $(JOBS) -m slow

check: setup ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## put the sources into the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.bench-ready: $(READY) requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-bench.lock
	@touch $@

bench: $(VENV)/.bench-ready ## side by side with peers, as ratios
	$(BIN)/python -m benchmarks

TESTED := --extra dev --extra rl --extra pettingzoo --extra web --extra cluster
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-emit-index-url --no-annotate

lock: setup ## renew the lock files from pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) $(TESTED) --output-file requirements.lock pyproject.toml
	$(COMPILE) $(TESTED) --extra bench --output-file requirements-bench.lock pyproject.toml

clean: ## remove what setup and tests made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
