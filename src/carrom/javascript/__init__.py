"""Transpiler: the compiled subset of Python as a JavaScript (ES) module, with the same bits."""

from carrom.javascript.es_module import Translation, translate

__all__ = ["Translation", "translate"]
