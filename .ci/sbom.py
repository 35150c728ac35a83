#!/usr/bin/env python3
"""Lists the crates that the program is linked from, as CycloneDX 1.5.

usage: sbom.py FILE

The list follows from Cargo.lock and this machine's target alone: the same every time. A crate
without a licence or a checksum is a fault.
"""
import json
import subprocess
import sys
import tomllib


def run(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def main(path):
    host = next(line.split()[1] for line in run("rustc", "-vV").splitlines() if line.startswith("host:"))
    metadata = json.loads(run("cargo", "metadata", "--format-version", "1", "--locked",
                              "--filter-platform", host))
    with open("Cargo.lock", "rb") as lock:
        sums = {(one["name"], one["version"]): one.get("checksum") for one in tomllib.load(lock)["package"]}
    packages = {one["id"]: one for one in metadata["packages"]}
    nodes = {one["id"]: one for one in metadata["resolve"]["nodes"]}
    own = metadata["resolve"]["root"]
    reference = lambda of: f"pkg:cargo/{packages[of]['name']}@{packages[of]['version']}"

    # What is linked: no crate that only builds or tests it.
    linked, to_do = {}, [own]
    while to_do:
        one = to_do.pop()
        if one not in linked:
            linked[one] = sorted(
                dep["pkg"] for dep in nodes[one]["deps"]
                if dep["pkg"] != one and any(kind["kind"] is None for kind in dep["dep_kinds"]))
            to_do += linked[one]

    def component(of, kind):
        package = packages[of]
        found = {"type": kind, "bom-ref": reference(of), "name": package["name"],
                 "version": package["version"], "purl": reference(of)}
        if package["license"]:
            # "MIT/Apache-2.0" is how Cargo once wrote "or".
            found["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        checksum = sums[package["name"], package["version"]]
        if checksum:
            found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return found

    components = [component(one, "library") for one in sorted(linked, key=reference) if one != own]
    bare = [one["bom-ref"] for one in components if not {"licenses", "hashes"} <= one.keys()]
    if bare:
        sys.exit(f"no licence or no checksum: {', '.join(bare)}")
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(own, "application")},
        "components": components,
        "dependencies": [
            {"ref": reference(one), "dependsOn": sorted(map(reference, linked[one]))}
            for one in sorted(linked, key=reference)
        ],
    }
    with open(path, "w", encoding="utf8") as file:
        json.dump(bom, file, indent=2)
        file.write("\n")
    print(f"{len(components)} crates are listed in {path}")


if __name__ == "__main__":
    main(sys.argv[1])
