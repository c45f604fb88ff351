# make play   sets up what is missing and starts the table
# make test   sets up what is missing and passes every test and check, interpreted and compiled
# The rest is for developers: make help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := build/compiled
TESTED := build/tests/compiled
SITE := .cache/site
RELEASE := .cache/release
SOURCE := $(shell find src/parrain -type f ! -name '*.pyc')
WORKERS ?= 3
SPREAD = -n $(WORKERS) --dist worksteal
# Two suites side by side: a worker more would only collect the tests once more.
HALF = -n 2 --dist worksteal

# Compiled modules are kept here, also for those who want none beside the source: the suite starts hundreds of processes.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.cache/pycache
unexport PYTHONDONTWRITEBYTECODE

# A machine without a C compiler gets one from the package index; without Python's C headers nothing can be compiled.
HAS_HEADERS := import pathlib, sys, sysconfig; sys.exit(not (pathlib.Path(sysconfig.get_paths()["include"]) / "Python.h").exists())
ZIG := $(if $(shell command -v cc),,env CC="$(CURDIR)/$(BIN)/python -m ziglang cc" LDSHARED="$(CURDIR)/$(BIN)/python -m ziglang cc -shared")

.PHONY: help play doctor test torture quick check interpreted browser compiled-if-possible compiled-tests compiled bench strength mutants wheels release docs site texts playthroughs pictures lock clean

help:
	@sed -n 's/^# //p' Makefile; grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/'

# -- setting up ----------------------------------------------------------------------------------------

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parrain needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	touch $@

$(VENV)/.play: $(VENV)/.made pyproject.toml
	PARRAIN_COMPILE=0 VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet -e '.[png]'
	touch $@

$(VENV)/.dev: $(VENV)/.made requirements-dev.lock pyproject.toml
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements-dev.lock
	PARRAIN_COMPILE=0 VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --no-deps --no-build-isolation -e .
	touch $@ $(VENV)/.play

# -- the product ---------------------------------------------------------------------------------------

# With the compiled engine if it is there and as new as the source: bots answer several times as fast. If it is not, it is built in
# the background, at the lowest priority, for the next start (PARRAIN_COMPILE=0: not).
ENGINE = $(BIN)/python -m parrain.cli.engine

play: $(VENV)/.play ## start the table
	@$(ENGINE) play

doctor: $(VENV)/.play ## say what is installed, what works here, and what to do about what does not
	@$(ENGINE) run doctor

# -- the checks ----------------------------------------------------------------------------------------

# Both cores are kept busy: the engine is compiled beside the checks and the interpreted tests, and what runs on it shares the rest.
test: ## every check and test, interpreted and compiled
	$(MAKE) --no-print-directory -j 3 compiled-if-possible check interpreted
	$(MAKE) --no-print-directory -j 2 browser compiled-tests
	@echo "all checks and tests passed, interpreted and compiled"

check: $(VENV)/.dev ## ruff, formatting, mypy --strict, the import contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

quick: check ## the inner loop, under a minute: all checks and the quick part of the test suite
	$(BIN)/python -m pytest $(SPREAD) -m "not slow" --ignore tests/browser

# In a fresh environment everything that the tests import is compiled to bytecode: here once, instead of by every worker.
$(PYTHONPYCACHEPREFIX)/.made: $(VENV)/.dev
	-$(BIN)/python -m pytest --collect-only > /dev/null
	mkdir -p $(@D)
	touch $@

interpreted: $(PYTHONPYCACHEPREFIX)/.made ## the test suite on the source as it stands; what computes much waits for the compiled engine
	@if $(BIN)/python -c '$(HAS_HEADERS)'; then left='not heavy'; fi; set -x; \
		PARRAIN_ENGINE=interpreted $(BIN)/python -m pytest $(SPREAD) -m "$$left" --ignore tests/browser

browser: compiled-if-possible ## whole games in a real browser (apart: the driver leaves an event loop running in its process)
	@if $(BIN)/python -c '$(HAS_HEADERS)'; then engine=compiled path=$(TESTED); else engine=interpreted; fi; set -x; \
		PARRAIN_ENGINE=$$engine PYTHONPATH=$$path $(BIN)/python -m pytest $(HALF) tests/browser

compiled-tests: compiled-if-possible ## the same suite on the engine compiled by mypyc, less what that cannot change
	@if $(BIN)/python -c '$(HAS_HEADERS)'; then set -x; \
		PARRAIN_ENGINE=compiled PYTHONPATH=$(TESTED) $(BIN)/python -m pytest $(HALF) -m "not once" --ignore tests/browser; \
	else \
		echo "LEFT OUT: the compiled suite, because this Python has no C headers (Python.h); install its development package"; \
	fi

compiled-if-possible: $(VENV)/.dev
	@if $(BIN)/python -c '$(HAS_HEADERS)'; then $(MAKE) --no-print-directory $(TESTED)/.built; fi

compiled: $(COMPILED)/.built ## build the compiled engine into build/compiled now, on all cores (two minutes; make play then uses it)

# setup.py compiles only when a compiled module has changed; everything else of the package is copied beside its libraries.
# The tests have a build of their own: the C compiler optimizes it less, which takes it half the time.
$(COMPILED)/.built: BUILD := build
$(TESTED)/.built: BUILD := build-for-tests
$(COMPILED)/.built $(TESTED)/.built: $(VENV)/.dev setup.py $(SOURCE)
	$(if $(ZIG),VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet ziglang)
	$(ZIG) $(ENGINE) $(BUILD)

# Against real processes, for as long as it takes; its figures are in docs/reliability.md.
torture: $(VENV)/.dev ## kill servers while people play, attack one from one address, and play for an hour (KILLS=200 SOAK=60)
	PYTHONPATH=src $(BIN)/python -m tests.web.kills --kills $(or $(KILLS),200)
	PARRAIN_TORTURE=1 $(BIN)/python -m pytest $(addprefix tests/web/test_,kill.py secrets.py guards.py fuzz.py connections.py)
	PARRAIN_TORTURE=1 $(BIN)/python -m pytest tests/browser/test_courses.py
	PYTHONPATH=src $(BIN)/python -m parrain attack
	PYTHONPATH=src $(BIN)/python -m parrain attack --soak $(or $(SOAK),60)

bench: $(VENV)/.dev ## measure ourselves and the peers in one run (BENCH=--quick for a first look)
	$(BIN)/python bench/run.py $(BENCH)

strength: $(COMPILED)/.built ## measure the levels against each other and write docs/strength.md (STRENGTH="--games 40 --budget 60" for a first look)
	PYTHONPATH=$(COMPILED) $(BIN)/python -m parrain.lab.strength --write docs/strength.md $(STRENGTH)

MUTANTS = --sample $(or $(SAMPLE),100) --seed $(or $(SEED),1) --jobs 2 $(if $(AGAIN),--again $(AGAIN)) \
	$(if $(CHANGED),--changed $(if $(filter 1,$(CHANGED)),HEAD,$(CHANGED)))
mutants: $(VENV)/.dev ## break the rules of a game and see what its tests miss (GAME=district-noir SAMPLE=100, 0: all; SEED=1; CHANGED=1 or a revision; AGAIN=survivors or all)
	PYTHONPATH=src $(BIN)/python -m parrain.lab.mutation $(GAME) $(MUTANTS)

# -- what is made from the source ----------------------------------------------------------------------

docs: $(VENV)/.dev ## write docs/rules from the rulebooks
	$(BIN)/python -m parrain.lab.pages docs

# Sphinx with MyST and furo: Markdown as it stands, warnings and broken links as errors, the reference without a plugin, nothing fetched
# by a reader's browser. It costs some twenty seconds, so `make test` only checks the links (tests/test_docs.py).
site: $(SITE)/.made ## build the documentation site into build/site; a warning or a broken link fails it
	$(SITE)/bin/sphinx-build -q -W --keep-going -c docs -d $(SITE)/doctrees . build/site
	@echo "the site is in build/site/index.html"

$(SITE)/.made: $(VENV)/.made pyproject.toml
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(SITE)
	VIRTUAL_ENV=$(SITE) $(BIN)/uv pip install --quiet --group site
	touch $@

wheels: $(RELEASE)/.made ## build the wheels and the source distribution into dist/, and check each in an empty environment
	$(RELEASE)/bin/python release/make.py

release: $(RELEASE)/.made ## the same for a new version, with its entry in the changelog (VERSION=0.2.0)
	$(if $(VERSION),,$(error which version: make release VERSION=0.2.0))
	$(RELEASE)/bin/python release/make.py --version $(VERSION)

$(RELEASE)/.made: $(VENV)/.made pyproject.toml
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(RELEASE)
	VIRTUAL_ENV=$(RELEASE) $(BIN)/uv pip install --quiet --group release
	touch $@

texts: $(VENV)/.dev ## bring the translations up to date with the source
	$(BIN)/python -m parrain.locale.update

pictures: $(VENV)/.dev ## draw the pictures of the docs anew
	$(BIN)/python -m parrain.lab.pictures docs/pictures
	$(BIN)/python -m tests.browser.pictures docs/pictures
	$(BIN)/python -m tests.browser.film docs/pictures/film.webp

playthroughs: $(VENV)/.dev ## write the golden playthroughs anew
	$(BIN)/python -m parrain.testing tests

# Every extra but `training`: JAX is large, and no test needs it.
EXTRAS := png texts lab cluster postgres accounts pettingzoo learned openspiel
lock: $(VENV)/.made ## pin what the tests need
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 $(EXTRAS:%=--extra %) pyproject.toml requirements-dev.in -o requirements-dev.lock

clean: ## remove everything that was made
	rm -rf $(VENV) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
