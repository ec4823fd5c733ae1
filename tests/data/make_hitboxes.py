"""Make src/sepax/data/hitboxes.json: the hit boxes that arcade computes for sprites it bundles.

Provenance, which the JSON repeats:

- arcade 3.3.3 (https://api.arcade.academy), which vectorises outlines with pymunk;
- the sprites are arcade's own resources, named as arcade names them
  (":resources:images/..."): artwork by Kenney (https://kenney.nl), licensed CC0 1.0, as
  the License.txt beside arcade's images says. Artwork by others is not used;
- algorithm ``arcade.hitbox.PymunkHitBoxAlgorithm`` ("algo_detailed") at its default
  ``detail=4.5``. The coordinates are stored as arcade returns them: clockwise, relative
  to the centre of the image, y up, rounded to whole pixels, and often concave.

Run it where arcade is installed; no window and no display are needed::

    pip install arcade==3.3.3
    python tests/data/make_hitboxes.py
"""

import argparse
import json
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import arcade
from arcade.hitbox import algo_detailed

ROOT = ":resources:images/"
SPRITES = {
    "alien": ["alienBlue_front", "alienBlue_jump", "alienBlue_walk2"],
    "animated_characters/female_adventurer": ["femaleAdventurer_idle", "femaleAdventurer_jump"],
    "animated_characters/male_person": ["malePerson_fall", "malePerson_walk2"],
    "animated_characters/robot": ["robot_idle", "robot_fall"],
    "animated_characters/zombie": ["zombie_climb0", "zombie_walk0"],
    "enemies": [
        "bee",
        "fishGreen",
        "fly",
        "frog",
        "frog_move",
        "ladybug",
        "mouse",
        "saw",
        "sawHalf",
        "slimeBlock",
        "slimeBlue",
        "wormGreen",
    ],
    "items": ["coinGold", "flagRed1", "flagRed_down", "gemBlue", "keyBlue", "star"],
    "space_shooter": [
        "laserBlue01",
        "meteorGrey_big1",
        "meteorGrey_big3",
        "meteorGrey_big4",
        "meteorGrey_med1",
        "meteorGrey_small2",
        "playerLife1_blue",
        "playerShip1_blue",
        "playerShip2_orange",
        "playerShip3_orange",
    ],
    "tiles": [
        "boxCrate",
        "bomb",
        "bush",
        "cactus",
        "dirtHill_left",
        "leverMid",
        "mushroomRed",
        "rock",
        "signRight",
        "torchOff",
    ],
    "topdown_tanks": ["tank_blue", "tankBody_huge", "tankBlue_barrel1", "treeGreen_large"],
}


def sprite_names() -> list[str]:
    """List the resource names of all the sprites, as arcade spells them."""
    return [f"{ROOT}{folder}/{name}.png" for folder, names in SPRITES.items() for name in names]


def hit_box(name: str) -> list[list[float]]:
    """Return the outline of one sprite, as a program that loads it as a texture gets it."""
    texture = arcade.load_texture(name, hit_box_algorithm=algo_detailed)
    return [[float(x), float(y)] for x, y in texture.hit_box_points]


def provenance() -> dict[str, object]:
    """Say where the hit boxes come from, for whoever finds the file without this script."""
    return {
        "about": "Hit boxes of sprites, one outline each, in pixels relative to the centre "
        "of the image, y up. Clockwise; often concave.",
        "made_by": "tests/data/make_hitboxes.py",
        "source": f"arcade {version('arcade')} (pymunk {version('pymunk')})",
        "algorithm": f"arcade.hitbox.{type(algo_detailed).__name__}",
        "parameters": {"detail": algo_detailed.detail},
        "artwork": "Kenney, https://kenney.nl",
        "licence": "CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/",
    }


def to_json(names: Iterable[str]) -> str:
    """Write out the whole file, one hit box a line so that a difference can be read."""
    head = json.dumps(provenance(), indent=2).removesuffix("\n}")
    lines = [f"    {json.dumps(name)}: {json.dumps(hit_box(name))}" for name in names]
    return head + ',\n  "hit_boxes": {\n' + ",\n".join(lines) + "\n  }\n}\n"


def main() -> None:
    """Write the file, or wherever the only argument says."""
    default = Path(__file__).parents[2] / "src" / "sepax" / "data" / "hitboxes.json"
    parser = argparse.ArgumentParser(description="Make the hit boxes that sepax ships.")
    parser.add_argument("output", nargs="?", type=Path, default=default)
    output = parser.parse_args().output
    output.write_text(to_json(sprite_names()), encoding="utf-8")
    print(f"{len(sprite_names())} hit boxes written to {output}")


if __name__ == "__main__":
    main()
