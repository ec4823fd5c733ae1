"""The compiled core: buffers at its edges, plain C inside; it imports no NumPy.

README.md of each folder says what a module holds. Compiled modules import downwards: from `arrays`
to `answers` to `kernels` to `simd`, and never in a circle. `pair`, `raw`, `numbers` and
`arrays.pairs` share the answers and never import each other. Python code outside of the core
imports what a stub shows without an underscore. tests/docs/test_architecture.py checks that.
"""
