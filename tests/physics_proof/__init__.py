"""The proof of the stroke: code of its own, reading only the friction table of `carrom.physics`, and comparisons."""
