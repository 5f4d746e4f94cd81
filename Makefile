# What can be done with the project; `make help` lists it. Only python3 and make are needed.

PYTHON ?= python3
PIP = .venv/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes

.PHONY: help
help:  ## This list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

.PHONY: run
run: .venv/runtime  ## Serve on this machine and its network: HOST, PORT and the README's other settings
	.venv/bin/python -m prefweb.serve --demo

.PHONY: setup
setup: .venv/tools browser  ## Install everything that running, testing and checking need
	.venv/bin/python -m prefweb.translations

.PHONY: test
test: setup  ## Run all tests; ARGS go to pytest
	.venv/bin/python -m pytest -n logical --maxprocesses 4 --dist worksteal $(ARGS)

.PHONY: lint
lint: .venv/tools  ## Check form, types, imports, templates and translations
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy .
	.venv/bin/lint-imports
	.venv/bin/djlint --lint templates
	.venv/bin/python -m tools.messages --check

.PHONY: format
format: .venv/tools  ## Bring the code into form
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

.PHONY: messages
messages: .venv/tools  ## Bring the catalogues of translations up to date
	.venv/bin/python -m tools.messages

.PHONY: pictures
pictures: .venv/tools browser  ## Take the pictures of the README anew
	.venv/bin/python -m tools.pictures

.PHONY: lock
lock:  ## Choose the newest versions anew (for maintainers; needs uv)
	uv pip compile $(LOCK) -o requirements.txt requirements.in
	uv pip compile $(LOCK) -o requirements-test.txt requirements-test.in

LOCK = --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet

.PHONY: browser
browser: .venv/tools
	.venv/bin/python -m tools.browser

.venv/runtime: requirements.txt
	test -x .venv/bin/python || $(PYTHON) tools/environment.py
	$(PIP) -r requirements.txt
	touch $@

.venv/tools: .venv/runtime requirements-test.txt
	$(PIP) -r requirements-test.txt
	touch $@
