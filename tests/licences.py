"""Checks dependencies against deny.toml: licenses, banned crates and sources.

Reads the dependency graph of `cargo metadata` from the workspace crates on, without
dev-dependencies. Needs Python 3.11 and cargo: python3 tests/licences.py
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
        sys.exit("the license parser of this script is broken; see the failed examples above")
    policy = tomllib.loads((ROOT / "deny.toml").read_text())
    allowed = set(policy["licenses"]["allow"])
    banned = {entry["crate"] for entry in policy["bans"]["deny"]}
    packages = shipped_packages(cargo_metadata())
    problems = [
        f"{package['name']} {package['version']}: {problem}"
        for package in packages
        for problem in problems_of(package, allowed, banned)
    ]
    for problem in sorted(problems):
        print(f"FAIL  {problem}")
    if not packages:
        problems.append("no packages found")
    print(f"{len(packages)} packages, {len(problems)} problems with licenses or sources")
    sys.exit(1 if problems else 0)


def cargo_metadata():
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--all-features", "--quiet"]
    return json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)


def shipped_packages(metadata):
    """Packages reachable from the workspace crates without dev-dependencies."""
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
    """Violations of deny.toml by a package."""
    if package["name"] in banned:
        yield "banned by deny.toml"
    # Workspace crates have no source; all others must come from the registry.
    if package["source"] is not None and not package["source"].startswith("registry+"):
        yield f"source {package['source']} is not the registry"
    if not package["license"]:
        yield "no license"
    elif not is_allowed(package["license"], allowed):
        yield f"license {package['license']} is not allowed by deny.toml"


def is_allowed(expression, allowed):
    """Whether allowed licenses satisfy an SPDX expression; `/` is an old spelling of OR.

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
        met = single_license()
        while tokens and tokens[-1] == "AND":
            tokens.pop()
            met = single_license() and met
        return met

    def single_license():
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
