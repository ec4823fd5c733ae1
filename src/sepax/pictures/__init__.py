"""Pictures: drawings turn shapes, results and explanations into marks, and two painters draw marks.

============== ==============================================================================
`colors`       the colours of all pictures
`marks`        what a picture consists of: outlines, lines, arrows, dots, bars and texts
`drawings`     marks in world coordinates that both painters draw
`axes`         marks of the axes of an explanation
`layout`       where the axes stand in a picture of all
`svg`          the painter of notebooks and of the documentation
`artists`      the painter with matplotlib, for `sepax.plot`
`notebook`     the views of shapes, arrays and results in notebooks
`explained`    the view of an explanation in notebooks
`words`        numbers, tables and sentences
============== ==============================================================================

Drawings read attributes of shapes and import no class of a shape, so that every module can import
them when somebody asks for a picture. `import sepax` imports none of them.
"""
