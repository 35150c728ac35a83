#!/bin/sh
# Installs pliego @VERSION@ for this user: downloads the archive of this machine, compares
# its checksum, and puts the program, its manual pages and its completions below ~/.local.
#
# PLIEGO_PREFIX is another place than ~/.local.
set -eu

base=${PLIEGO_URL:-@URL@}
prefix=${PLIEGO_PREFIX:-$HOME/.local}

case $(uname -s)-$(uname -m) in
    Linux-x86_64) target=x86_64-unknown-linux-musl sum=@LINUX_X64@ ;;
    Linux-aarch64) target=aarch64-unknown-linux-musl sum=@LINUX_ARM64@ ;;
    Darwin-x86_64) target=x86_64-apple-darwin sum=@MAC_X64@ ;;
    Darwin-arm64) target=aarch64-apple-darwin sum=@MAC_ARM64@ ;;
    *) target= sum= ;;
esac
if [ -z "$sum" ]; then
    echo "install.sh: there is no program for $(uname -s) on $(uname -m); build it from its source" >&2
    exit 1
fi

name=pliego-@VERSION@-$target
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --output "$stage/$name.tar.gz" "$base/$name.tar.gz"
elif command -v wget >/dev/null; then
    wget --quiet --output-document "$stage/$name.tar.gz" "$base/$name.tar.gz"
else
    echo "install.sh: install curl or wget first" >&2
    exit 1
fi
if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$stage/$name.tar.gz")
else
    found=$(shasum -a 256 "$stage/$name.tar.gz")
fi
if [ "${found%% *}" != "$sum" ]; then
    echo "install.sh: $base/$name.tar.gz is not the file of this release; nothing was installed" >&2
    exit 1
fi
tar -xzf "$stage/$name.tar.gz" -C "$stage"

mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
    "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
cp "$stage/$name/man/"*.1 "$prefix/share/man/man1/"
cp "$stage/$name/completions/pliego.bash" "$prefix/share/bash-completion/completions/pliego"
cp "$stage/$name/completions/_pliego" "$prefix/share/zsh/site-functions/"
cp "$stage/$name/completions/pliego.fish" "$prefix/share/fish/vendor_completions.d/"
# Last, and at once: a running pliego keeps its own file.
cp "$stage/$name/pliego" "$prefix/bin/.pliego.new"
mv "$prefix/bin/.pliego.new" "$prefix/bin/pliego"
echo "pliego @VERSION@ is in $prefix/bin"
case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "add it to the path of your shell: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
