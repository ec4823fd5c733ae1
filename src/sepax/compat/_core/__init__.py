"""The compiled parts of the drop-ins. Nothing outside of `sepax.compat` imports them."""
