# Two commands matter: `make demo` and `make test`. Both set up everything they need.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
.DEFAULT_GOAL := help
# Where the data sets lie; the message about a missing one says where it can be had.
export EMBED_KCPD_DATA ?= ../shared/data
READY  := $(VENV)/.ready
TORCH  ?= .venv-torch
PEERS  ?= .venv-peers

.PHONY: help demo test soak test-torch bench-encoder bench-encoder-errors bench-cold-start lint docs docs-theory docs-picture chromium axe model clean

help: ## list every target
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-16s %s\n", $$1, $$2}'

demo: $(READY) ## segment a sample text, write report.html
	$(BIN)/embed-kcpd segment examples/garden.txt --html report.html
	@echo "The report is in report.html"

test: $(READY) lint site chromium axe model ## everything that has to pass
	$(BIN)/python -m pytest

# Kept in build/reproduce: run again after an interruption, delete the folder to begin anew.
# ARGUMENTS="--list" names the steps, "--only elbow,tables" does some, "--take rows.json" takes over rows,
# "--jobs 1" does one step after the other.
.PHONY: reproduce
reproduce: $(READY) ## every table and figure of the paper in one run that can be interrupted
	$(BIN)/python benchmarks/reproduce.py $(ARGUMENTS)

.PHONY: test-paper bench-ruptures bench-arxiv bench-headings
# Embeds the paper's sets once (minutes), then takes their vectors from the cache.
test-paper: $(READY) ## the paper's figures from raw text, to the printed decimal
	$(BIN)/python -m pytest -m slow tests/test_paper.py

PAGE := --write-docs docs/results/reproduction.md
bench-ruptures: $(READY) ## ruptures with the paper's settings, into docs/results/reproduction.md
	$(BIN)/python benchmarks/paper_and_ruptures.py $(PAGE)

bench-arxiv: $(READY) ## many draws of the arXiv set, into docs/results/reproduction.md
	$(BIN)/python benchmarks/arxiv_draws.py $(PAGE)

bench-headings: $(READY) ## what headings are worth as evidence, into docs/how-to/documents.md
	$(BIN)/python benchmarks/headings.py --write-docs docs/how-to/documents.md

.PHONY: fuzz kill-tests
FUZZ ?= --inputs 20000
fuzz: $(READY) ## random input for every way in; FUZZ="--inputs 1000000" for longer
	EMBED_KCPD_CACHE=build/fuzz-cache OPENAI_API_KEY=sk-very-secret-0123456789 PYTHONPATH=tests \
	  $(BIN)/python tests/fuzz.py $(FUZZ)

KILLS ?= 200
kill-tests: $(READY) ## kill everything that writes 200 times, at random moments
	PYTHONPATH=tests $(BIN)/python tests/kill_writers.py --kills $(KILLS) --json tests/results/kills.json
	PYTHONPATH=tests $(BIN)/python tests/kill_corpus.py

soak: $(READY) ## the suite on new random examples, then thousands of longer problems
	HYPOTHESIS_PROFILE=explore $(BIN)/python -m pytest
	$(BIN)/python -m pytest -m slow tests/test_solvers_search.py

lint: $(READY) ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What only the [torch] extra can judge: the adapter, and our vectors beside its own.
test-torch: $(TORCH)/.ready ## the adapter and the vectors, judged by sentence-transformers
	$(TORCH)/bin/python -m pytest -m torch tests/test_encoders_torch.py

bench-encoder: $(TORCH)/.ready ## encoder speed and fidelity beside sentence-transformers
	$(TORCH)/bin/python benchmarks/encoder.py

bench-encoder-errors: $(READY) ## errors and time of all of segment_units with each built-in encoder
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/encoder_errors.py

bench-cold-start: $(TORCH)/.ready ## shell to segments beside ten lines with ruptures
	$(TORCH)/bin/python benchmarks/cold_start.py

# Each adapter is tried with the framework it serves, at the versions named here.
ADAPTERS ?= .venv-adapters
.PHONY: test-adapters
test-adapters: $(ADAPTERS)/.ready ## the adapters with the real LangChain, LlamaIndex, Haystack, chonkie and spaCy
	$(ADAPTERS)/bin/python -m pytest -m adapters tests/test_adapters.py

$(ADAPTERS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(ADAPTERS)
	$(ADAPTERS)/bin/python -m pip install --quiet --editable '.[langchain,llama-index,haystack,chonkie,spacy]' \
	  duckdb pytest hypothesis
	touch $@

.PHONY: test-server
test-server: $(READY) ## thousands of requests to the server: whatever OpenAPI allows, and what it does not
	SERVER_EXAMPLES=400 SERVER_REQUESTS=10000 $(BIN)/python -m pytest tests/test_server_openapi.py tests/test_server_load.py

# Engines run for real on this machine; Spark needs Java.
ENGINES ?= .venv-engines
.PHONY: test-engines
test-engines: $(ENGINES)/.ready java ## corpus runs over the real Daft, Ray and Spark, workers and drivers killed
	OMP_NUM_THREADS=1 $(ENGINES)/bin/python -m pytest -m engines tests/test_corpora_engines.py

$(ENGINES)/.ready: pyproject.toml
	$(PYTHON) -m venv $(ENGINES)
	$(ENGINES)/bin/python -m pip install --quiet --editable '.[daft,spark,ray]' pytest hypothesis
	touch $@

.PHONY: java
java: ## install Debian's Java where apt-get may be used
	@command -v java >/dev/null \
	|| { command -v apt-get >/dev/null && $(APT) update -qq && $(APT) install -y -qq default-jre-headless; } \
	|| echo "Java is not here and cannot be installed: the tests of Spark will fail."

# What documents cost, then a thousand workers with these costs; the page follows with make docs.
.PHONY: bench-scale
bench-scale: $(READY) ## costs of documents and a simulation of 1,000 workers, for docs/explanation/scale.md
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/stragglers.py
	$(BIN)/python docs/generate.py

.PHONY: bench-end-to-end
bench-end-to-end: $(READY) ## where the time of segment goes, and how many threads help
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/end_to_end.py

.PHONY: bench-server
bench-server: $(READY) ## short texts by many clients of the server, alone and beside a book
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/server.py $(ARGUMENTS)

# S3 is played by moto on this machine; nothing leaves it.
S3 ?= .venv-s3
.PHONY: test-s3
test-s3: $(S3)/.ready ## a corpus on S3: found, cut, written back, skipped
	$(S3)/bin/python -m pytest tests/test_corpora_s3.py

$(S3)/.ready: pyproject.toml
	$(PYTHON) -m venv $(S3)
	$(S3)/bin/python -m pip install --quiet --editable '.[corpora]' 'moto[server]' s3fs pytest hypothesis
	touch $@

# One thread for each process, on a machine that does nothing else.
.PHONY: bench-corpora
bench-corpora: $(READY) ## a corpus in worker processes beside a plain loop, and its memory, into benchmarks/results
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/corpora.py $(ARGUMENTS)

.PHONY: bench-slider
bench-slider: $(READY) chromium ## the levels of the report's slider, and a step of it in Chromium
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/slider.py

.PHONY: bench-all
# One after the other, on a machine that does nothing else; the baselines take hours and stay out.
# Corpora and books are shorter here than by themselves: more of the same would tell nothing new.
bench-all: ## every timing of docs/results/benchmarks.md again, and the page
	$(MAKE) bench-solver
	$(MAKE) bench-stages
	$(MAKE) bench-decision
	$(MAKE) bench-confidence
	$(MAKE) bench-path
	$(MAKE) bench-end-to-end
	$(MAKE) bench-corpora ARGUMENTS="--documents 60 --rounds 1 --small-documents 40000"
	$(MAKE) bench-cold-start
	$(MAKE) bench-encoder
	$(MAKE) bench-encoder-errors
	$(MAKE) bench-peers DOCUMENTS=20
	$(MAKE) bench-server ARGUMENTS="--seconds 8 --characters 500000"
	$(MAKE) bench-slider
	$(MAKE) bench
	$(MAKE) docs

.PHONY: bench bench-baselines bench-peers
# Each group runs where its peers are installed; the page gathers them with the commit they belong to.
bench: $(READY) $(PEERS)/.ready $(TORCH)/.ready ## one page of ratios against the peers people use
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/ratios.py solver
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/ratios.py found
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/ratios.py counts
	OMP_NUM_THREADS=1 $(PEERS)/bin/python benchmarks/ratios.py chunkers
	OMP_NUM_THREADS=1 $(TORCH)/bin/python benchmarks/ratios.py torch
	$(BIN)/python benchmarks/ratios.py page

bench-baselines: $(READY) ## every baseline on Choi, beside what its own paper reports
	$(BIN)/python benchmarks/baselines.py $(if $(DOCUMENTS),--documents $(DOCUMENTS))

.PHONY: bench-coherence
bench-coherence: $(READY) ## what the constants of one baseline would have to be
	$(BIN)/python benchmarks/coherence_constants.py

# The chunkers that people use are measured, never depended on: they have a place of their own.
bench-peers: $(PEERS)/.ready ## LangChain, LlamaIndex, chonkie and NLTK beside ours
	$(PEERS)/bin/python benchmarks/peers.py $(if $(DOCUMENTS),--documents $(DOCUMENTS))

.PHONY: bench-rag
bench-rag: $(PEERS)/.ready ## our chunks and those of LangChain, chonkie and semchunk by the questions they serve
	OMP_NUM_THREADS=1 $(PEERS)/bin/python benchmarks/rag.py

$(PEERS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --editable . \
	  langchain-experimental==0.4.2 llama-index-core==0.14.25 'chonkie[semantic]==1.7.0' nltk==3.10.4 semchunk==4.1.1
	touch $@

# torch first and by itself, so that nothing else chooses its version.
$(TORCH)/.ready: pyproject.toml
	$(PYTHON) -m venv $(TORCH)
	$(TORCH)/bin/python -m pip install --quiet torch==2.13.0
	$(TORCH)/bin/python -m pip install --quiet --editable '.[torch]' pytest hypothesis ruptures
	touch $@

# A changed C file is compiled again; where there is a compiler, its errors end make.
$(READY): pyproject.toml setup.py $(wildcard native/*.c native/*.h native/*.inc native/*/*.inc)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	EMBED_KCPD_NEED_NATIVE=1 $(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

docs: $(READY) ## regenerate the reference, command-line, JSON and benchmark pages
	$(BIN)/python docs/generate.py

.PHONY: docs-examples site
docs-examples: $(READY) ## write what the examples of the documents print today into them
	$(BIN)/python docs/examples.py

site: $(READY) ## the documentation site, strictly and offline, into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Every table and figure of docs/explanation/theory.md; the memory of texts needs the data sets.
STUDIES := agreement deviation stability oracle localisation constants
SETS := choi-3-5 choi-6-8 choi-9-11 choi-3-11 wiki300 wiki50 elements arxiv \
	cities lectures_ai clinical eslpod dialseg711
docs-theory: $(READY) ## run the studies of docs/explanation/theory.md again (minutes, once the data sets are embedded)
	$(BIN)/embed-kcpd theory requirements \
		--into docs/explanation/theory.md --figure docs/figures/theory-requirements.svg
	for study in $(STUDIES); do $(BIN)/embed-kcpd theory experiment $$study \
		--into docs/explanation/theory.md --figure docs/figures/theory-$$study.svg || exit 1; done
	$(BIN)/embed-kcpd theory memory $(SETS) --encoder minilm-fp32 \
		--into docs/explanation/theory.md --figure docs/figures/theory-memory.svg
	$(BIN)/embed-kcpd theory sets $(SETS) --encoder minilm-fp32 --into docs/explanation/theory.md

.PHONY: docs-simulation
docs-simulation: $(READY) ## run the study of docs/explanation/simulation.md again (minutes, once the sentences are embedded)
	$(BIN)/embed-kcpd simulate study examples/simulation.jsonl -o docs/figures/simulation \
		--encoder minilm --encoder mpnet-fp32
	$(BIN)/python docs/generate.py

docs-picture: $(READY) chromium ## take the pictures of reports and of the page again
	$(BIN)/python docs/picture.py

# The browser tests need Chromium and say so where it cannot be had.
APT := $(if $(filter 0,$(shell id -u)),apt-get,sudo -n apt-get)
chromium: ## install Chromium where apt-get may be used
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	|| { command -v apt-get >/dev/null && $(APT) update -qq && $(APT) install -y -qq chromium; } \
	|| echo "Chromium is not here and cannot be installed: the browser tests will be skipped."

# The rules for people who use a keyboard or a screen reader, checked by the browser tests.
AXE := axe-core@4.14.0
axe: ## fetch axe-core where npm is there
	@test -f node_modules/axe-core/axe.min.js \
	|| { command -v npm >/dev/null && npm install --silent --no-save --no-package-lock --prefix . $(AXE); } \
	|| echo "axe-core is not here and cannot be fetched: its tests will be skipped."

.PHONY: test-players
test-players: $(READY) chromium ## chapters read back by ffmpeg, mkvmerge and Chromium
	@command -v ffmpeg >/dev/null && command -v mkvmerge >/dev/null \
	|| { command -v apt-get >/dev/null && $(APT) update -qq && $(APT) install -y -qq ffmpeg mkvtoolnix; } \
	|| echo "ffmpeg or mkvmerge is not here and cannot be installed: their tests will be skipped."
	$(BIN)/python -m pytest tests/test_players.py

# The examples of the documents run with the real encoder and say so where it cannot be had.
model: $(READY) ## fetch the built-in encoders: minilm in int8 and float32, multilingual, wordllama
	@$(BIN)/embed-kcpd download && $(BIN)/embed-kcpd download minilm-fp32 && $(BIN)/embed-kcpd download multilingual && $(BIN)/embed-kcpd download wordllama || echo "The encoder cannot be had: the examples will be skipped."

clean: ## remove what make made
	rm -rf $(VENV) build dist report.html

.PHONY: bench-case-studies
bench-case-studies: $(READY) ## timelines of four streams, into docs/results/case-studies.md
	$(BIN)/python benchmarks/case_studies.py

.PHONY: bench-solver bench-stages bench-decision sanitize
bench-solver: $(READY) ## the public call, the bare search (C, NumPy) and ruptures on the same vectors
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/solver.py

bench-stages: $(READY) ## where the time of the public call goes, and its floor, into benchmarks/results
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/stages.py

bench-decision: $(READY) ## the default rule and 33 prices beside one search, into benchmarks/results
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/decision.py

# One thread: CPU seconds of many would add up.
.PHONY: bench-confidence
bench-confidence: $(READY) ## what confidence costs beside the segmentation, into benchmarks/results
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/confidence.py

.PHONY: bench-path
bench-path: $(READY) ## every granularity at once, and appending to a stream, into benchmarks/results
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/path.py

# The extension of the sanitizers is built aside and put first on the path of Python.
SANITIZED := build/sanitized
SANITIZE  := -std=c99 -g -O1 -fopenmp-simd -DEMBED_KCPD_TEST_BUILD -fsanitize=address,undefined -fno-sanitize-recover=undefined
INCLUDE    = $(shell $(BIN)/python -c "import sysconfig; print(sysconfig.get_path('include'))")
sanitize: $(READY) ## every engine of the C search under address and undefined-behaviour sanitizers, and valgrind
	rm -rf $(SANITIZED) && mkdir -p $(SANITIZED) && cp -r src/embed_kcpd $(SANITIZED)
	$(CC) $(SANITIZE) -Wall -Wextra -pedantic -shared -fPIC -DPy_LIMITED_API=0x030A0000 -I$(INCLUDE) \
	  native/*.c -o $(SANITIZED)/embed_kcpd/_native.abi3.so -lm
	# The tests force each engine of the processor in turn.
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$(SANITIZED) \
	  $(BIN)/python -m pytest tests/test_native.py tests/test_rows.py tests/test_reach.py tests/test_pairs.py \
	    tests/test_consensus.py tests/test_confidence_native.py tests/test_native_rbf.py \
	    tests/test_median_distance.py tests/test_solvers_count.py tests/test_path.py tests/test_kept.py tests/test_short_texts.py \
	    -p no:cacheprovider
	$(CC) -std=c99 -g -O1 -fopenmp-simd -DEMBED_KCPD_TEST_BUILD -Wall -Wextra -pedantic tests/native_program.c \
	  $(filter-out native/%module.c,$(wildcard native/*.c)) -o $(SANITIZED)/program -lm
	valgrind --quiet --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=all \
	  $(SANITIZED)/program

.PHONY: release-check sbom test-pythons test-oldest
release-check: $(READY) ## build, install and test what would be published, into dist/
	$(BIN)/python tools/release_check.py

sbom: $(READY) ## the software bill of materials of the wheel in dist/
	$(BIN)/python tools/sbom.py

test-pythons: $(READY) ## the suite on every Python that is installed
	$(BIN)/python tools/test_pythons.py $(PYTHONS)

test-oldest: $(READY) ## the suite on Python 3.10 with the lowest versions of the dependencies
	$(BIN)/python tools/test_pythons.py 3.10 --oldest
