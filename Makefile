# Two commands matter: `make demo` and `make test`. Both set up everything they need.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
.DEFAULT_GOAL := help
READY  := $(VENV)/.ready

.PHONY: help demo test lint docs clean

help: ## list every target
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-16s %s\n", $$1, $$2}'

demo: $(READY) ## segment a sample text, write report.html
	$(BIN)/embed-kcpd segment examples/garden.txt --html report.html
	@echo "The report is in report.html"

test: $(READY) lint ## everything that has to pass
	$(BIN)/python -m pytest

lint: $(READY) ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(READY): pyproject.toml $(wildcard setup.py)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

docs: $(READY) ## regenerate the reference, command-line and benchmark pages
	$(BIN)/python docs/generate.py

clean: ## remove what make made
	rm -rf $(VENV) build dist report.html
