"""The bill of materials of a wheel: CycloneDX 1.6 in JSON, from the wheel and the lock file of its dependencies."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
import uuid
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

NAMESPACE = uuid.UUID("5c1f6f2e-9a51-4b0f-9d0b-6b9c1a8d3f10")
"""Namespace of the serial numbers: a fixed random number."""


class Pinned(NamedTuple):
    """A package of the lock file."""

    name: str
    version: str
    marker: str
    wanted_by: tuple[str, ...]
    """Names of the packages that need it; `carrom` for direct dependencies."""


def pinned(lock: str) -> list[Pinned]:
    """Return the packages of a lock file that `uv pip compile` has written."""
    found = []
    for block in re.split(r"\n(?=\S)", lock):
        head = re.match(r"([a-z0-9][a-z0-9._-]*)==([^ ;\\\n]+)(?: ; ([^\\\n]+))?", block)
        if head is None:
            continue
        via = re.findall(r"^    #(?: via)? +(?!via\b)(\S.*)$", block, re.MULTILINE)
        names = {re.split(r"[ (]", each)[0] for each in via if not each.startswith("-")}
        wanted_by = {"carrom" if name == "pyproject.toml" or name.startswith("carrom") else name for name in names}
        found.append(Pinned(head[1], head[2], (head[3] or "").strip(), tuple(sorted(wanted_by))))
    return found


def of_wheel(wheel: Path, lock: str, epoch: int) -> str:
    """Return the document: the wheel with its hash, its pinned dependencies, and which of them needs which."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(name).decode())
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    version = metadata["Version"]
    packages = pinned(lock)
    main = f"pkg:pypi/carrom@{version}"
    references: dict[str, list[str]] = {"carrom": [main]}
    for each in packages:  # a package may be pinned twice, for different Pythons
        references.setdefault(each.name, []).append(_reference(each))
    needs: dict[str, set[str]] = {name: set() for name in references}
    for package in packages:
        for other in package.wanted_by:
            needs[other].add(_reference(package))
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "library",
                "bom-ref": main,
                "name": "carrom",
                "version": version,
                "description": metadata["Summary"],
                "licenses": [{"license": {"id": metadata["License-Expression"]}}],
                "purl": main,
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": [_component(package) for package in packages],
        "dependencies": [
            {"ref": reference, "dependsOn": sorted(needs[name])}
            for name in sorted(references)
            for reference in references[name]
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _component(package: Pinned) -> dict[str, object]:
    reference = _reference(package)
    found: dict[str, object] = {
        "type": "library",
        "bom-ref": reference,
        "name": package.name,
        "version": package.version,
        "purl": reference,
        "scope": "required",
    }
    if package.marker:
        found["properties"] = [{"name": "carrom:marker", "value": package.marker}]
    return found


def _reference(package: Pinned) -> str:
    return f"pkg:pypi/{package.name}@{package.version}"
