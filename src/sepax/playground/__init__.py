"""``python -m sepax.playground``: drag shapes with the mouse and watch what sepax computes.

Only ``canvas`` and ``window`` use pygame-ce (extra ``playground``), and they import it when a
window opens. The other modules are plain Python over the public names of sepax; they run without
a screen.

========== =====================================================================
module     what is in it
========== =====================================================================
kinds      the shapes that the user can add, each centred on its own origin
world      bodies with their poses and velocities, as one `ShapeArray`
insight    what the overlays show: MTV, first impact
particles  a stream of discs that bounces off the bodies
scenes     the ready scenes, which TAB steps through
controls   what keys and the mouse change
canvas     polygons, lines, discs and texts on a surface of pygame
drawing    everything on the screen
window     the screen, the keys and the mouse of pygame
========== =====================================================================

A module imports only from modules above it in this table; tests/test_playground.py checks that.
"""
