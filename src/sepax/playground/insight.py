"""What the overlays show: a body and its partner, which it overlaps most or is nearest to."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

import sepax
from sepax import Contact, Impact, Shape
from sepax.playground.world import NOTICEABLE, Place, World


class Partner(NamedTuple):
    """The body with the deepest overlap, else the least distance, and the parts that decide."""

    body: int
    one: Shape
    other: Shape
    contact: Contact | None
    distance: float


class Touch(NamedTuple):
    """The first impact of a body, and the body that it meets."""

    body: int
    impact: Impact


def partner_of(world: World, k: int) -> Partner | None:
    """Find the partner of body k; None if there is no other body."""
    own, others = np.flatnonzero(world.owner == k), np.flatnonzero(world.owner != k)
    if not len(others):
        return None
    here, there = world.array[own], world.array[others]
    meeting = sepax.find_pairs(here, there)
    if len(meeting):
        deepest = int(np.argmax(sepax.collide(here, there, pairs=meeting).depth))
        i, j = meeting[deepest].tolist()
    else:
        rows, distances = sepax.nearest(here, there)
        i = int(np.argmin(distances[:, 0]))
        j = int(rows[i, 0])
    one, other = here[i], there[j]
    distance = sepax.distance(one, other)
    return Partner(int(world.owner[others[j]]), one, other, sepax.collide(one, other), distance)


def way_out(world: World, k: int, partner: Partner) -> Place | None:
    """Return the MTV of body k, with all its parts, against its partner.

    None if they are apart or only touch.
    """
    way: Place | None = sepax.mtv(world.shape(k), world.shape(partner.body))
    return way if way is not None and math.hypot(*way) > NOTICEABLE else None


def first_touch(world: World, k: int) -> Touch | None:
    """Find the first impact of body k while all bodies move and spin during [0, 1]."""
    own, others = np.flatnonzero(world.owner == k), np.flatnonzero(world.owner != k)
    rows, impacts = sepax.first_impacts(
        world.array[own],
        world.array[others],
        world.velocities[k],
        world.velocities[world.owner[others]],
        angular_velocity_a=float(world.rates[k]),
        angular_velocity_b=world.rates[world.owner[others]],
    )
    first = int(np.argmin(impacts.time))
    impact = impacts[first]
    return Touch(int(world.owner[others[rows[first]]]), impact) if impact is not None else None


def verdict(world: World, k: int, partner: Partner | None) -> str:
    """Return a sentence about a body and its partner: distance, touching or overlap."""
    name = world.models[k].name
    if partner is None:
        return f"The {name} is alone."
    both = f"The {name} (blue) and the {world.models[partner.body].name} (orange)"
    if partner.contact is None:
        return f"{both} are apart, at a distance of {partner.distance:.3g}."
    way = way_out(world, k, partner)
    if way is None:
        return f"{both} touch, with depth 0."
    return f"{both} overlap. A move of {math.hypot(*way):.3g} separates them."
