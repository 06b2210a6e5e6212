# Everything a person or a CI machine does with a checkout. `make` alone lists it.

SWIFT ?= swift
BUILD := $(SWIFT) build -c release
PREFIX ?= /usr/local
DESTDIR ?=
TEST := $(SWIFT) test -c release --disable-testable-imports

.DEFAULT_GOAL := help
.PHONY: help setup setup-tests build install demo test test-inspector test-gpu test-core test-packages distribution-test test-tsan test-asan fuzz fuzz-asan fuzz-guided soak soak-gpu examples bench bench-gpu bench-filters bench-window bench-inspector bench-media statements site slow-expressions format lint clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install missing system libraries (prints their names, uses sudo if not root).
	@scripts/setup

# Display servers without a screen, a user for them, frames of windows, readers of pages, Markdown and codes, a renderer of OpenGL,
# and a browser.
setup-tests: setup
	@scripts/setup xvfb xauth xdotool x11-apps openbox weston libdecor-0-plugin-1-cairo poppler-utils librsvg2-bin libegl1 \
	  libgl1-mesa-dri python3-markdown python3-numpy python3-zxing-cpp chromium

build: setup ## Build everything in release.
	$(BUILD)

# The Swift runtime is part of the program, which then runs without a toolchain. Its objects are others than those of tests.
install: setup ## Install the tool, its manual and completions under PREFIX (/usr/local), inside DESTDIR; TRAITS=Text,ImageCodecs,Media,Inspector leaves windows out.
	$(BUILD) --product strata $(if $(TRAITS),--traits $(TRAITS)) --static-swift-stdlib --scratch-path .build/install
	@scripts/manual .build/install/release/strata > .build/install/strata.1
	@DESTDIR="$(DESTDIR)" scripts/install .build/install/release/strata .build/install/strata.1 "$(PREFIX)"

demo: setup ## Render the demo document to demo.png and demo.mp4.
	$(BUILD) --product strata
	@scripts/demo

# The browser's tests and the others would keep each other waiting: those of the inspector have a process of their own.
test: setup setup-tests ## Build and run all tests.
	$(TEST) --skip StrataInspectorTests
	$(TEST) --skip-build --filter StrataInspectorTests

test-inspector: setup setup-tests ## Build all tests and run those of the inspector, with a browser.
	$(TEST) --filter StrataInspectorTests

test-gpu: setup setup-tests ## Compare the graphics backend with the processor's: TREES=10000 random trees, scenes, documents, plates, laws.
	STRATA_FIGURES=1 STRATA_GPU_TREES=$(or $(TREES),10000) $(TEST) \
	  --filter 'ExactnessTests|GPUBackendTests|GPUFailureTests|SteadyFrameTests|OnTheDevice|GraphicsPictureTests|PicturesAheadTests'

test-core: ## Build and test the core with no system library: all traits off.
	$(SWIFT) test -c release --disable-testable-imports --disable-default-traits --scratch-path .build/core

# A debug build, which is the quickest; a package shares no built file with another.
test-packages: setup ## Build and test the package of Examples/ThirdPartyViews, which uses Strata as any package does.
	$(SWIFT) test --package-path Examples/ThirdPartyViews --scratch-path .build/packages

distribution-test: setup ## Render a film with the engines of Distribution/ that are installed, killing a third of the tasks.
	$(BUILD) --product strata
	@scripts/distribution-test $(ENGINES)

test-tsan: setup ## Test the live side and its threads under the thread sanitizer.
	STRATA_SANITIZER=thread TSAN_OPTIONS="suppressions=$(CURDIR)/scripts/tsan.supp" STRATA_STRESS_SECONDS=60 \
	  $(TEST) --sanitize=thread --scratch-path .build/tsan \
	  --filter 'StrataRenderServerTests|ThreadStressTests|HeadlessHostTests|WorkerPoolTests|MailboxTests'

# All tests in one process need 1.5 GB. Leak detection is off: the detector does not see references in Swift enumerations,
# which carry tag bits, and XCTest and Foundation leak.
test-asan: setup ## Build and run all tests under the address sanitizer.
	STRATA_SANITIZER=address ASAN_OPTIONS=detect_leaks=0 $(TEST) --sanitize=address --scratch-path .build/asan \
	  --skip StrataInspectorTests
	STRATA_SANITIZER=address ASAN_OPTIONS=detect_leaks=0 $(TEST) --sanitize=address --scratch-path .build/asan \
	  --skip-build --filter StrataInspectorTests

FUZZ_ARGS = $(if $(RUNS),--runs $(RUNS)) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) \
  $(if $(JOBS),--jobs $(JOBS)) $(if $(TARGETS),--targets $(TARGETS)) $(ARGS)

fuzz: setup ## Read and draw changed documents, archives, pictures and fonts: RUNS=, SECONDS=60, SEED=, JOBS=, TARGETS=.
	$(BUILD) --product strata-fuzz
	.build/release/strata-fuzz $(FUZZ_ARGS)

# The sanitizer's own memory counts: freed memory that it holds back, and a byte for each eight. Its frames are some eight
# times as large, so nested objects need a larger stack than a program has.
fuzz-asan: setup ## The same under the address sanitizer, with fewer inputs in the same time.
	$(BUILD) --product strata-fuzz --sanitize=address --scratch-path .build/asan
	ulimit -s 65536 && ASAN_OPTIONS=detect_leaks=0:handle_abort=1:handle_sigill=1:quarantine_size_mb=32 \
	  .build/asan/release/strata-fuzz --memory 2048 $(FUZZ_ARGS)

# Swift's own archive of libFuzzer; the sanitizer's flags as above.
fuzz-guided: export STRATA_LIBFUZZER = $(shell clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a
fuzz-guided: setup ## The same, chosen by libFuzzer under the address sanitizer; RUNS= and SECONDS= are for each kind of input.
	$(BUILD) --product strata-fuzz --sanitize=address --scratch-path .build/guided \
	  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
	ulimit -s 65536 && ASAN_OPTIONS=detect_leaks=0:handle_abort=1:handle_sigill=1:quarantine_size_mb=32 \
	  .build/guided/release/strata-fuzz --guided --memory 2048 $(FUZZ_ARGS)

soak: setup ## Change a live tree at random for MINUTES=30 and report memory, threads and descriptors.
	$(BUILD) --product strata-soak
	.build/release/strata-soak $(or $(MINUTES),30)

soak-gpu: setup ## Draw random trees on a graphics processor for MINUTES=10, in a context that reports errors, and report memory.
	$(BUILD) --product strata-soak
	.build/release/strata-soak graphics $(or $(MINUTES),10)

examples: build ## Run every example program and write its film to Documentation/pictures.
	@scripts/examples

bench-inspector: setup setup-tests ## Measure the inspector's page in Chromium, and what it costs a program.
	@scripts/figures $(TEST) --filter PreviewFigures

bench-media: setup setup-tests build ## Measure frames of films beside bare children, and overlays beside ffmpeg.
	@scripts/figures $(TEST) --filter MediaFigures
	Benchmarks/Overlay/compare.py --strata .build/release/strata

bench: setup ## Measure scenes and the model; ARGS="--scenes S1,S3 --peers" selects scenes and adds other renderers.
	@scripts/bench $(ARGS)

bench-gpu: setup ## Measure scenes on a graphics processor, which must be there: its time, calls, bytes; beside the processor's backend.
	$(BUILD) --product strata-bench
	.build/release/strata-bench --graphics $(ARGS)

bench-filters: setup ## Measure filters of Core Image beside libvips and ImageMagick, where they are installed; ARGS=9 sets the rounds.
	@scripts/bench-filters $(ARGS)

bench-window: setup setup-tests ## Measure scenes and events in a window, beside GTK 4 and SDL where they are installed; ARGS="--scenes W1 --seconds 5".
	@scripts/bench-window $(ARGS)

statements: setup ## Run all tests and write the tables of statements, Documentation/Statements.
	scripts/statements write

# Needs Python with venv, or the package python3-markdown.
site: ## Write the gallery, examples, articles and API reference as a site: OUT=.build/site, REFERENCE=0 leaves the API reference out.
	python3 scripts/site $(if $(OUT),--out "$(OUT)") $(if $(filter 0,$(REFERENCE)),--no-reference)

slow-expressions: setup ## List the expressions that take over 200 ms to type-check (a debug build from scratch).
	@SWIFT="$(SWIFT)" scripts/slow-expressions

format: ## Format the sources in place.
	$(SWIFT) format -i -r Sources Tests Examples Benchmarks Fuzzing Package.swift

lint: ## Check the format and the style rules.
	$(SWIFT) format lint --strict -r Sources Tests Examples Benchmarks Fuzzing Package.swift

clean: ## Remove what was built.
	rm -rf .build demo.png demo.mp4
