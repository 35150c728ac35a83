#!/usr/bin/env bash
# Makes the targets for OSS-Fuzz, each with its first inputs and its words, in the folder $OUT.
set -euo pipefail
cd "$SRC/pliego"

cargo fuzz build -O --fuzz-dir tests/fuzz
built=tests/fuzz/target/x86_64-unknown-linux-gnu/release

cd tests/fuzz
for source in targets/*.rs; do
    target=$(basename "$source" .rs)
    cp "../../$built/$target" "$OUT/"
    for inputs in kept finds; do
        [ ! -d "$inputs/$target" ] || zip --quiet --junk-paths --recurse-paths \
            "$OUT/${target}_seed_corpus.zip" "$inputs/$target"
    done
    [ ! -f "words/$target.dict" ] || cp "words/$target.dict" "$OUT/"
done
