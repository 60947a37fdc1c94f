"""The proof of the stroke: code that shares nothing with `carrom.physics`, and comparisons of the two."""
