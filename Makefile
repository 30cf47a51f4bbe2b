# kibitz: everything here makes and uses the virtual environment .venv in this folder.
#
#   make report   a strength report for Skat players (the main job)
#   make test     all tests but the slow ones, peers to compare with included
#
# A fresh clone needs Python 3.11 or later with pip, make and a C compiler. PYTHON names the
# interpreter to build on, as in: make report PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# The compiled half is built in place by its own rule, so that a changed source costs seconds.
INSTALL := KIBITZ_COMPILE=0 $(PIP) install --quiet --no-build-isolation

# The main job. The same command again goes on from the store.
GAME ?= skat(deals=1)
PLAYERS ?= "ismcts(simulations=1000)" "ismcts(simulations=100)" rule
BLOCKS ?= 480
SEED ?= 1
REPORT := build/report
BEGAN := $(shell date +%s)

PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist worksteal
# Tests compare with peers wherever the recorded games lie, or fail: nothing is skipped unseen.
export KIBITZ_CI = 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help report test quick test-slow lint bench docs build clean

help:  ## This list.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | \
	    while IFS='|' read -r target words; do printf '%-16s %s\n' "$$target" "$$words"; done

report: build  ## Measure Skat players and write build/report/skat.html (a few minutes).
	@mkdir -p $(REPORT)
	$(BIN)/kibitz report "$(GAME)" --players $(PLAYERS) --deals $(BLOCKS) --seed $(SEED) \
	    --out $(REPORT)/skat.html --store $(REPORT)/skat.sqlite
	@echo "open file://$(CURDIR)/$(REPORT)/skat.html"

test: build $(VENV)/dev $(VENV)/peers  ## All tests but the slow ones.
	$(PYTEST)

quick: build $(VENV)/dev  ## Tests of what changed (since the last commit, else in it).
	$(BIN)/python tests/quick.py $(BEGAN)

test-slow: build $(VENV)/dev $(VENV)/peers  ## Tests that take minutes.
	$(PYTEST) -m slow

lint: build $(VENV)/dev  ## Style (ruff), types (mypy), stubs of the compiled half (stubtest).
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy.stubtest ext --allowlist tests/house/stubtest_allow.txt \
	    --ignore-unused-allowlist

bench: build $(VENV)/peers  ## Playouts a second, ours and the peers'.
	$(BIN)/kibitz bench playouts

docs: build  ## Write docs/games.md and the list of games in README.md from the catalogue.
	$(BIN)/python docs/generate.py

build: $(VENV)/built  ## The virtual environment and the compiled modules.

clean:  ## Remove everything that was made, the virtual environment included.
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find ext -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Some systems ship Python without the pip that venv puts in; then pip itself puts one in.
$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    "Python 3.11 or later is needed, as in: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV) || { \
	    $(PYTHON) -m venv --clear --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; }
	@touch $@

$(VENV)/installed: pyproject.toml $(VENV)/made
	@$(BIN)/python -c 'import tomllib; build = tomllib.load(open("pyproject.toml", "rb")); \
	    print(*build["build-system"]["requires"], sep="\n")' > $(VENV)/build.txt
	$(INSTALL) --requirement $(VENV)/build.txt
	$(INSTALL) --editable .
	@touch $@

$(VENV)/built: $(VENV)/installed setup.py $(shell find ext -name '*.pyx' -o -name '*.pxd')
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/dev: $(VENV)/installed
	$(INSTALL) --editable ".[dev]"
	@touch $@

# Peers come as wheels or not at all: building one from source takes longer than all tests.
$(VENV)/peers: $(VENV)/installed
	$(INSTALL) --only-binary open_spiel --editable ".[bench]" || \
	    echo "no wheel of open_spiel for this Python: tests that compare with it are skipped"
	@touch $@
