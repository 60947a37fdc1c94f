"""Data sets of lawful strokes as Parquet, and loaders for NumPy, PyTorch and JAX (docs/how-to/strokes.md)."""
