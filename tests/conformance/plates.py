"""Fails if anything but black is on the plates of a book in black.

usage: plates.py FOLDER

The folder holds what Ghostscript's device `tiffsep` writes without compression: for every
page `N(Cyan).tif` and the like, greys of one byte, 255 where there is no ink.
"""

import struct
import sys
from pathlib import Path

STRIP_OFFSETS, STRIP_SIZES = 273, 279


def pixels(path):
    """All pixels of an uncompressed TIFF."""
    data = path.read_bytes()
    order = "<" if data[:2] == b"II" else ">"
    (place,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, place)
    strips = {}
    for entry in range(count):
        at = place + 2 + 12 * entry
        tag, kind, number = struct.unpack_from(order + "HHI", data, at)
        if tag in (STRIP_OFFSETS, STRIP_SIZES):
            form = {3: "H", 4: "I"}[kind]
            size = number * struct.calcsize(form)
            if size > 4:
                (at,) = struct.unpack_from(order + "I", data, at + 8)
            else:
                at += 8
            strips[tag] = struct.unpack_from(f"{order}{number}{form}", data, at)
    return b"".join(
        data[at : at + size]
        for at, size in zip(strips[STRIP_OFFSETS], strips[STRIP_SIZES])
    )


def main(folder):
    blank, inked = set(), []
    for ink in ("Cyan", "Magenta", "Yellow", "Black"):
        for path in sorted(folder.glob(f"*({ink}).tif")):
            if pixels(path).strip(b"\xff"):
                inked.append(path.name)
            else:
                blank.add(path.name)
    coloured = [name for name in inked if "Black" not in name]
    for name in coloured:
        print(f"there is ink on {name}")
    if not any("Black" in name for name in inked):
        print("nothing is on the plate of black")
    return bool(coloured) or len(inked) == len(coloured)


sys.exit(main(Path(sys.argv[1])))
