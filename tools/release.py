#!/usr/bin/env python3
"""Builds and checks release archives.

    tools/release.py build [TARGET]   build the archive of a target in target/dist
    tools/release.py check [ARCHIVE]  unpack an archive, or all of them, and test the program in it
    tools/release.py install          run the installer of this system on the archives
    tools/release.py wheel            build the wheel of the Python package in target/dist and test it in
                                      an environment without Rust
    tools/release.py emulate TARGET   test the rules, the network and the search of another system
    tools/release.py prepare DIR TAG  add installers and checksums to the archives of all targets and
                                      print the changes of the version

Needs Python 3.11, cargo, and Node.js with npm for the page. An archive has the names of cargo-dist:
thermodon-TARGET.tar.xz or .zip, with the program, README, licenses, completions and man pages, and
thermodon-TARGET.tar.xz.sha256 beside it. cargo-dist itself builds neither completions nor man pages
nor the licenses of dependencies, and its workflow runs only on GitHub; this file runs everywhere.

Static programs need musl-tools (Debian). Cross-compilation on Debian: gcc-aarch64-linux-gnu and
qemu-user for ARM64, gcc-mingw-w64-x86-64 and wine64 for Windows; `rustup target add TARGET` for each.
"""

import argparse
import functools
import hashlib
import http.server
import json
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import tomllib
import urllib.request
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import licences  # noqa: E402

TARGET_DIR = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
OUT = TARGET_DIR / "dist"
PROFILE = "dist"
MAX_PROGRAM_BYTES = 25_000_000
RELEASED_TARGETS = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
]
DOCUMENTS = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]
COMPLETIONS = {
    "bash": "thermodon.bash",
    "elvish": "thermodon.elv",
    "fish": "thermodon.fish",
    "powershell": "_thermodon.ps1",
    "zsh": "_thermodon",
}

# Linker and emulator of a target that is not the host.
CROSS = {
    "aarch64-unknown-linux-gnu": ("aarch64-linux-gnu-gcc", "qemu-aarch64 -L /usr/aarch64-linux-gnu"),
    "aarch64-unknown-linux-musl": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    "x86_64-pc-windows-gnu": ("x86_64-w64-mingw32-gcc", "wine"),
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    build_parser = commands.add_parser("build")
    build_parser.add_argument("target", nargs="?", default=host())
    commands.add_parser("check").add_argument("archive", nargs="?", type=pathlib.Path)
    commands.add_parser("install")
    commands.add_parser("wheel")
    commands.add_parser("emulate").add_argument("target")
    prepare_parser = commands.add_parser("prepare")
    prepare_parser.add_argument("directory", type=pathlib.Path)
    prepare_parser.add_argument("tag")
    arguments = parser.parse_args()
    match arguments.command:
        case "build":
            build(arguments.target)
        case "check":
            for archive in [arguments.archive] if arguments.archive else archives_in(OUT):
                check(archive)
        case "install":
            install(OUT)
        case "wheel":
            wheel()
        case "emulate":
            emulate(arguments.target)
        case "prepare":
            prepare(arguments.directory, arguments.tag)


# Build


def build(target):
    page = build_page()
    paths = {ROOT: "thermodon", pathlib.Path(os.environ.get("CARGO_HOME", "~/.cargo")).expanduser(): "cargo"}
    flags = "\x1f".join(f"--remap-path-prefix={path}={name}" for path, name in paths.items())
    environment = cross_environment(target) | {"THERMODON_PAGE": str(page), "CARGO_ENCODED_RUSTFLAGS": flags}
    cargo("build", "--profile", PROFILE, "--target", target, "-p", "thermodon", environment=environment)
    program = TARGET_DIR / target / PROFILE / program_name(target)

    command = command_of(target, program)

    name = f"thermodon-{target}"
    with tempfile.TemporaryDirectory() as temporary:
        stage = pathlib.Path(temporary) / name
        stage.mkdir()
        shutil.copy2(program, stage)
        for document in DOCUMENTS:
            shutil.copy2(ROOT / document, stage)
        (stage / "LICENSES-THIRD-PARTY.md").write_text(third_party_licenses(page), encoding="utf-8")
        (stage / "completions").mkdir()
        for shell, file in COMPLETIONS.items():
            script = output([*command, "completions", shell])
            (stage / "completions" / file).write_text(script, encoding="utf-8")
        (stage / "man").mkdir()
        output([*command, "man", "--dir", "man"], directory=stage)
        OUT.mkdir(parents=True, exist_ok=True)
        archive = OUT / archive_name(target)
        pack(stage, archive)
    pathlib.Path(f"{archive}.sha256").write_text(checksum_line(archive), newline="\n")
    print(f"{archive}: {archive.stat().st_size:,} bytes, program {program.stat().st_size:,} bytes")


def build_page():
    """Builds the web page and returns its directory. Unlike cargo, fails without Node.js."""
    npm = shutil.which("npm") or sys.exit("npm is not installed; the page needs it")
    page = TARGET_DIR / "page"
    for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build", "--", "--outDir", str(page), "--emptyOutDir"]):
        subprocess.run([npm, *arguments], cwd=ROOT / "web", check=True, stdout=subprocess.DEVNULL)
    return page


def third_party_licenses(page=None):
    """License texts of all crates, and of the npm packages of a page; equal texts are listed once."""
    packages = {}
    for package in licences.shipped_packages(licences.cargo_metadata()):
        if package["source"] is None:
            continue
        title = f"{package['name']} {package['version']} ({package['license']})"
        directory = pathlib.Path(package["manifest_path"]).parent
        files = [file for file in directory.iterdir() if re.match(r"(?i)(licen[sc]e|copying|notice)", file.name)]
        text = "\n\n".join(file.read_text(errors="replace").strip() for file in sorted(files) if file.is_file())
        packages.setdefault(text, []).append(title)
    sections = [
        "- " + "\n- ".join(sorted(titles)) + (f"\n\n```text\n{text}\n```" if text else "")
        for text, titles in sorted(packages.items(), key=lambda item: item[1])
    ]
    crates = "# Crates\n\nBesides these, the Rust standard library (MIT OR Apache-2.0) and, on Linux, musl (MIT).\n\n"
    npm = "\n\n# Web page\n\n" + (page / "licenses.md").read_text(encoding="utf-8") if page else ""
    return crates + "\n\n".join(sections) + npm


def pack(stage, archive):
    """Packs a directory. The bytes depend on names and contents alone."""
    files = sorted(path for path in stage.rglob("*") if path.is_file())
    names = [path.relative_to(stage.parent).as_posix() for path in files]
    executable = [path.parent == stage and path.stem == "thermodon" for path in files]
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zip_file:
            for path, name in zip(files, names):
                zip_file.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        return
    with lzma.open(archive, "wb", preset=9) as compressed, tarfile.open(fileobj=compressed, mode="w") as tar:
        for path, name, runs in zip(files, names, executable):
            entry = tarfile.TarInfo(name)
            entry.size = path.stat().st_size
            entry.mode = 0o755 if runs else 0o644
            with path.open("rb") as content:
                tar.addfile(entry, content)


# Check


def check(archive):
    """Checks checksum, contents, version, a game, the page and the bench signature of an archive."""
    name = re.fullmatch(r"thermodon-(.+?)\.(tar\.xz|zip)", archive.name)
    ensure(name, f"{archive} is not named thermodon-TARGET.tar.xz or .zip")
    target = name[1]
    verify_checksum(archive)
    with tempfile.TemporaryDirectory() as temporary:
        shutil.unpack_archive(archive, temporary)
        root = pathlib.Path(temporary) / f"thermodon-{target}"
        path = root / program_name(target)
        expected = {*DOCUMENTS, "LICENSES-THIRD-PARTY.md", path.name, "man/thermodon.1", "man/thermodon-play.1"}
        expected |= {f"completions/{file}" for file in COMPLETIONS.values()}
        files = {file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file()}
        ensure(expected <= files, f"missing in the archive: {', '.join(sorted(expected - files))}")
        size = path.stat().st_size
        ensure(size <= MAX_PROGRAM_BYTES, f"the program has {size:,} bytes, limit {MAX_PROGRAM_BYTES:,}")
        foreign = re.search(rb"/(home|root|Users)/[\w./-]*\.rs\b", path.read_bytes())
        ensure(not foreign, f"the program names a file of the machine that built it: {foreign and foreign[0]}")
        report("contents", f"{len(files)} files, program {size:,} bytes")
        # A static program needs no other file: it runs with the archive as its root directory.
        is_static = target.endswith("musl") and is_native(target)
        command = chroot_command(root, path) if is_static else command_of(target, path)
        (root / "tmp").mkdir()
        check_version(command)
        check_game(command)
        check_page(command)
        check_signature(command)


def verify_checksum(archive):
    recorded = pathlib.Path(f"{archive}.sha256").read_text()
    ensure(recorded == checksum_line(archive), f"{archive.name}.sha256 does not match the archive")
    report("checksum", recorded.strip())


def check_version(command, has_commit=True):
    printed = output([*command, "--version"]).strip()
    commit = r" \([0-9a-f]{9,}\)" if has_commit and (ROOT / ".git").exists() else ""
    pattern = re.escape(f"thermodon {version()}") + commit
    ensure(re.fullmatch(pattern, printed), f"--version prints {printed!r}, expected {pattern}")
    report("version", printed)


def check_game(command):
    """Plays a game on 6x6 over UCI, the program against itself."""
    with subprocess.Popen([*command, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:

        def send(line):
            print(line, file=engine.stdin, flush=True)

        send("setoption name BoardSize value 6")
        moves = []
        while True:
            send(" ".join(["position startpos moves", *moves]) if moves else "position startpos")
            send("go nodes 50")
            line = next((line for line in engine.stdout if line.startswith("bestmove ")), None)
            ensure(line, f"the engine stopped after {len(moves)} moves")
            move = line.split()[1]
            if move == "(none)":
                break
            moves.append(move)
        send("quit")
    ensure(engine.returncode == 0 and len(moves) >= 8, f"exit status {engine.returncode} after {len(moves)} moves")
    report("game", f"{len(moves)} moves, the last is {moves[-1]}")


def check_page(command):
    """Starts the server and loads the page."""
    arguments = ["serve", "--no-browser", "--port", "0", "--data-dir", ":memory:", "--memory", "16"]
    with subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(address) as response:
                page = response.read().decode()
            with urllib.request.urlopen(f"{address}api/v1/about") as response:
                about = json.load(response)
        finally:
            # sudo can be ended by root alone.
            if command[0] == "sudo":
                subprocess.run(["sudo", "kill", str(server.pid)], check=True)
            else:
                server.terminate()
    ensure('<script type="module"' in page, "the program was built without its web page")
    ensure(about["version"] == version(), f"the server has version {about['version']}")
    report("page", f"{len(page)} bytes")


def check_signature(command):
    pinned = (ROOT / "crates/thermodon/tests/bench.signature").read_text().strip()
    bench = json.loads(output([*command, "bench", "--json"]))
    ensure(bench["signature"] == pinned, f"bench signature {bench['signature']}, expected {pinned}")
    report("signature", f"{pinned} ({bench['instructions']})")


# Installer


def install(directory):
    """Runs the installer on the archives of a directory, served on the loopback interface."""
    script = ROOT / "tools" / ("install.ps1" if os.name == "nt" else "install.sh")
    shell = ["powershell", "-ExecutionPolicy", "Bypass", "-File"] if os.name == "nt" else ["sh"]
    handler = functools.partial(QuietHandler, directory=directory)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, tempfile.TemporaryDirectory() as home:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        variables = {
            "THERMODON_DOWNLOAD_URL": f"http://127.0.0.1:{server.server_port}",
            "THERMODON_INSTALL_DIR": str(pathlib.Path(home) / "bin"),
        }
        subprocess.run([*shell, str(script)], env=os.environ | variables, check=True)
        check_version([str(pathlib.Path(home) / "bin" / program_name(host()))])
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_):
        pass


# Python package

WHEEL_BUILDER = "maturin==1.16.0"


def wheel():
    """Builds the wheel, installs it in an environment without Rust and runs the example of its README."""
    package = ROOT / "python"
    # The builder takes all files named LICENSE* beside the package's description.
    for file in ("LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copyfile(ROOT / file, package / file)
    (package / "LICENSES-THIRD-PARTY.md").write_text(third_party_licenses(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        python = environment_with(temporary, WHEEL_BUILDER)
        command = [python, "-m", "maturin", "build", "--profile", PROFILE, "--locked", "--out", str(OUT)]
        subprocess.run([*command, "--target-dir", str(TARGET_DIR)], cwd=package, check=True)
    built = max(OUT.glob("thermodon-*.whl"), key=lambda path: path.stat().st_mtime)
    names = zipfile.ZipFile(built).namelist()
    for expected in ("thermodon/py.typed", "thermodon/_thermodon.pyi", "LICENSES-THIRD-PARTY.md"):
        ensure(any(name.endswith(expected) for name in names), f"missing in the wheel: {expected}")
    with tempfile.TemporaryDirectory() as temporary:
        python = environment_with(temporary, str(built))
        variables = {"PATH": str(pathlib.Path(python).parent)}
        if "SystemRoot" in os.environ:
            variables["SystemRoot"] = os.environ["SystemRoot"]
        example = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False).failed)"
        readme = str(package / "README.md")
        subprocess.run([python, "-c", example, readme], cwd=temporary, env=variables, check=True)
    report("wheel", f"{built.name}, {built.stat().st_size:,} bytes")


def environment_with(directory, package):
    """Creates a Python environment with a package; returns its interpreter."""
    venv.create(directory, with_pip=True)
    python = pathlib.Path(directory) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True)
    return str(python)


# Emulation


def emulate(target):
    """Tests the rules, the network and the search signature of a target."""
    environment = cross_environment(target)
    packages = ["-p", "thermodon-amazons", "-p", "thermodon-network"]
    cargo("test", "--target", target, *packages, "--lib", "--tests", environment=environment)
    cargo("build", "--target", target, "-p", "thermodon", environment=environment)
    command = command_of(target, TARGET_DIR / target / "debug" / program_name(target))
    check_version(command, has_commit=False)
    check_signature(command)


# Release


def prepare(directory, tag):
    """Completes a directory with the archives of all targets."""
    ensure(tag == f"v{version()}", f"the tag {tag} is not v{version()}, the version in Cargo.toml")
    print(changes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version()))
    expected = [archive_name(target) for target in RELEASED_TARGETS]
    found = [archive.name for archive in archives_in(directory)]
    ensure(found == expected, f"archives {', '.join(found)}; expected {', '.join(expected)}")
    for archive in archives_in(directory):
        verify_checksum(archive)
    for script in ("install.sh", "install.ps1"):
        shutil.copyfile(ROOT / "tools" / script, directory / script.replace("install", "thermodon-installer"))
    files = sorted(path for path in directory.iterdir() if path.suffix != ".sha256")
    (directory / "sha256.sum").write_text("".join(checksum_line(file) for file in files), newline="\n")


def changes(changelog, release):
    """Section of a version in the changelog.

    >>> changes("# Changelog\\n\\n## 0.2.0 - 2026-01-02\\n\\n- New.\\n\\n## 0.1.0\\n\\n- Old.\\n", "0.2.0")
    '- New.'
    """
    section = re.search(rf"(?ms)^## {re.escape(release)}\b.*?\n(.*?)(?=^## |\Z)", changelog)
    ensure(section, f"CHANGELOG.md has no section {release}")
    return section[1].strip()


# Targets


@functools.cache
def version():
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


@functools.cache
def host():
    return re.search(r"^host: (.*)$", output(["rustc", "-vV"]), re.MULTILINE)[1]


def is_native(target):
    """Whether this machine runs programs of a target."""
    processor_and_system = r"(\w+?)-.*(linux|darwin|windows)"
    return re.match(processor_and_system, target).groups() == re.match(processor_and_system, host()).groups()


def cross_environment(target):
    """Variables that make cargo link and run programs of a target that is not native."""
    if is_native(target):
        return {}
    ensure(target in CROSS, f"{target} cannot be built on {host()}; targets: {', '.join(CROSS)}")
    linker, emulator = CROSS[target]
    prefix = f"CARGO_TARGET_{target.upper().replace('-', '_')}"
    compiler = f"CC_{target.replace('-', '_')}"
    return {f"{prefix}_LINKER": linker, compiler: linker, f"{prefix}_RUNNER": emulator, "WINEDEBUG": "-all"}


def command_of(target, path):
    """Command line that runs a program of a target."""
    emulator = [] if is_native(target) else CROSS[target][1].split()
    return [*emulator, str(path)]


def chroot_command(root, path):
    """Command line that runs a program with `root` as its root directory."""
    privilege = [] if os.geteuid() == 0 else ["sudo"]
    user = f"--userspec={os.geteuid()}:{os.getegid()}"
    return [*privilege, "chroot", user, str(root), f"/{path.name}"]


def archive_name(target):
    return f"thermodon-{target}.{'zip' if 'windows' in target else 'tar.xz'}"


def archives_in(directory):
    archives = sorted([*directory.glob("thermodon-*.tar.xz"), *directory.glob("thermodon-*.zip")])
    ensure(archives, f"there are no archives in {directory}")
    return archives


def checksum_line(file):
    """Line of sha256sum for a file."""
    return f"{hashlib.sha256(file.read_bytes()).hexdigest()} *{file.name}\n"


def program_name(target):
    return "thermodon.exe" if "windows" in target else "thermodon"


def cargo(command, *arguments, environment):
    subprocess.run(["cargo", command, "--locked", *arguments], cwd=ROOT, env=os.environ | environment, check=True)


def output(command, directory=None):
    """Standard output of a command that succeeds."""
    return subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True).stdout


def ensure(condition, message):
    if not condition:
        sys.exit(message)


def report(subject, text):
    print(f"ok    {subject}: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
