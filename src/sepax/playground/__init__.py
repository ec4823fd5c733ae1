"""``python -m sepax.playground``: shapes to drag about, with what sepax says of them drawn beside.

Needs pygame-ce (extra ``playground``), which ``window`` alone imports, and only once it is asked
for a window; all else is plain Python over the public names of sepax, and runs without a screen.

========== =====================================================================
module     what is in it
========== =====================================================================
kinds      the shapes that can be added, each about its own middle
world      bodies with their poses and velocities, as one `ShapeArray`
insight    what the overlays show: shadows, way out, first touch
particles  a stream of discs that bounces off the bodies
scenes     what TAB goes through
controls   what keys and the mouse change
drawing    all that is on the screen
window     the screen, the keys and the mouse of pygame
========== =====================================================================
"""
