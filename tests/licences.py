"""Checks what ships against deny.toml: licences, banned crates, and where crates come from.

Reads the dependency graph from `cargo metadata` and follows everything but dev-dependencies from
the crates of the workspace. Needs nothing but Python 3.11 and cargo; run it anywhere in the
checkout: python3 tests/licences.py
"""

import doctest
import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    if doctest.testmod().failed:
        sys.exit("this script does not understand licences any more: see the examples above")
    policy = tomllib.loads((ROOT / "deny.toml").read_text())
    allowed = set(policy["licenses"]["allow"])
    banned = {entry["crate"] for entry in policy["bans"]["deny"]}
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--all-features", "--quiet"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    shipped = shipped_packages(metadata)
    problems = [
        f"{package['name']} {package['version']}: {problem}"
        for package in shipped
        for problem in problems_of(package, allowed, banned)
    ]
    for problem in sorted(problems):
        print(f"FAIL  {problem}")
    if not shipped:
        problems.append("no package was found")
    print(f"{len(shipped)} packages ship; {len(problems)} problems with their licences or sources")
    sys.exit(1 if problems else 0)


def shipped_packages(metadata):
    """All packages that a crate of the workspace reaches without a dev-dependency."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting, reached = list(metadata["workspace_members"]), set()
    while waiting:
        identifier = waiting.pop()
        if identifier in reached:
            continue
        reached.add(identifier)
        for dependency in nodes[identifier]["deps"]:
            if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return [package for package in metadata["packages"] if package["id"] in reached]


def problems_of(package, allowed, banned):
    """What deny.toml has against a package, as sentences."""
    if package["name"] in banned:
        yield "this crate is banned by deny.toml"
    # Crates of the workspace have no source; all others come from the registry that Cargo.lock
    # and its checksums speak of.
    if package["source"] is not None and not package["source"].startswith("registry+"):
        yield f"it comes from {package['source']}, not from the registry"
    if not package["license"]:
        yield "it states no licence"
    elif not is_allowed(package["license"], allowed):
        yield f"its licence {package['license']} is not allowed by deny.toml"


def is_allowed(expression, allowed):
    """Whether an SPDX expression can be met with allowed licences; `/` is an old way to write OR.

    >>> allowed = {"MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"}
    >>> met = ["MIT", "GPL-3.0/MIT", "Apache-2.0 WITH LLVM-exception OR GPL-3.0", "(GPL-3.0 OR MIT) AND Zlib"]
    >>> unmet = ["GPL-3.0", "MIT AND GPL-3.0", "MIT WITH Foo", "(GPL-3.0 OR MIT) AND LGPL-2.1"]
    >>> [is_allowed(expression, allowed) for expression in met + unmet]
    [True, True, True, True, False, False, False, False]
    """
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    tokens.reverse()

    def alternatives():
        met = conjunction()
        while tokens and tokens[-1] == "OR":
            tokens.pop()
            met = conjunction() or met
        return met

    def conjunction():
        met = licence()
        while tokens and tokens[-1] == "AND":
            tokens.pop()
            met = licence() and met
        return met

    def licence():
        name = tokens.pop()
        if name == "(":
            met = alternatives()
            tokens.pop()
            return met
        if tokens and tokens[-1] == "WITH":
            tokens.pop()
            name += " WITH " + tokens.pop()
        return name in allowed

    met = alternatives()
    return met and not tokens


if __name__ == "__main__":
    main()
