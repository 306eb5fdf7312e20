#!/bin/sh
# Installs the latest release of Thermodon for Linux or macOS:
#
#   curl -LsSf https://github.com/thermodon/thermodon/releases/latest/download/thermodon-installer.sh | sh
#
# Environment: THERMODON_INSTALL_DIR is the directory of the program (~/.local/bin),
# THERMODON_DOWNLOAD_URL the address of the archives (those of the latest release).
set -eu

fail() {
    echo "$1" >&2
    exit 1
}

# All in a function, so that an incomplete download runs nothing.
main() {
    url=${THERMODON_DOWNLOAD_URL:-https://github.com/thermodon/thermodon/releases/latest/download}
    directory=${THERMODON_INSTALL_DIR:-$HOME/.local/bin}
    case $(uname -m) in
        x86_64 | amd64) processor=x86_64 ;;
        aarch64 | arm64) processor=aarch64 ;;
        *) fail "There is no release for the processor $(uname -m); build Thermodon with cargo instead." ;;
    esac
    case $(uname -s) in
        Linux) system=unknown-linux-musl ;;
        Darwin) system=apple-darwin ;;
        *) fail "There is no release for $(uname -s); build Thermodon with cargo instead." ;;
    esac
    name=thermodon-$processor-$system
    archive=$name.tar.xz

    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    for file in "$archive" "$archive.sha256"; do
        download "$url/$file" "$work/$file" || fail "Cannot download $url/$file."
    done
    expected=$(cut -d ' ' -f 1 "$work/$archive.sha256")
    [ "$(sha256 "$work/$archive")" = "$expected" ] || fail "$archive is damaged: its SHA-256 is not $expected."
    tar -xJf "$work/$archive" -C "$work" || fail "Cannot unpack $archive; tar and xz are needed."

    mkdir -p "$directory"
    # A rename replaces a running program, too.
    cp "$work/$name/thermodon" "$directory/.thermodon.new"
    mv "$directory/.thermodon.new" "$directory/thermodon"
    echo "installed $("$directory/thermodon" --version) in $directory"
    case :$PATH: in
        *":$directory:"*) ;;
        *) echo "Add $directory to PATH to run it by name." ;;
    esac
}

download() {
    if command -v curl >/dev/null; then
        curl --fail --location --silent --show-error --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "curl or wget is needed."
    fi
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

main
