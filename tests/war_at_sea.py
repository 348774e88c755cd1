"""What tests of War at Sea share: the cases, texts and hashes of them, mirror images."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

from navalenv.games.war_at_sea.sectors import MIRROR, NUM_SECTORS

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "cases" / "war_at_sea.json").read_text("utf-8")
)
"""The cases of another implementation."""
PAIRS = (
    "initiative_dice",
    "scores",
    "wrecks",
    "units",
    "no_ships_scored",
    "main_made",
    "pursuit_turn",
    "embark_scored",
    "cargo_scored",
)
"""Keys of a set-up whose values are for both players."""


def hash_of(text: str) -> str:
    """How the cases name a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def snapshot_hash(snapshot: dict[str, Any]) -> str:
    """How the cases name a snapshot."""
    return hash_of(json.dumps(snapshot, sort_keys=True, separators=(",", ":")))


def mirrored_sector(place: Any) -> Any:
    """The mirror image of a sector; other places stay as they are."""
    if isinstance(place, str) and place.isdigit():
        return str(MIRROR[int(place)])
    return int(MIRROR[place]) if isinstance(place, int) and place < NUM_SECTORS else place


def mirrored(setup: dict[str, Any]) -> dict[str, Any]:
    """The same position with the players swapped and the map mirrored."""
    image = copy.deepcopy(setup)
    for key in PAIRS:
        if key in image:
            image[key].reverse()
    for key in ("to_act", "first_player"):
        if image.get(key, -1) >= 0:
            image[key] = 1 - image[key]
    for key in ("objectives", "smoke"):
        if key in image:
            image[key] = {mirrored_sector(s): value for s, value in image[key].items()}
    if "objectives" in image:
        image["objectives"] = {s: 1 - owner for s, owner in image["objectives"].items()}
    if "mines" in image:
        image["mines"] = sorted(map(mirrored_sector, image["mines"]))
    if "wrecks" in image:
        image["wrecks"] = [sorted(map(mirrored_sector, own)) for own in image["wrecks"]]
    if image.get("runner"):
        image["runner_from"] = mirrored_sector(image.get("runner_from", 0))
    if image.get("result") in ("player_0", "player_1"):
        image["result"] = f"player_{1 - int(image['result'][-1])}"
    for fleet in image["units"]:
        for unit in fleet:
            unit[1] = mirrored_sector(unit[1])
            if "began" in unit[2]:
                unit[2]["began"] = mirrored_sector(unit[2]["began"])
    return image
