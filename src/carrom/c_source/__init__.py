"""Transpiler: the compiled subset of Python as C, with the same bits."""
