"""The arrays that JavaScript and WebAssembly share: their types, lengths and addresses in one memory."""

from collections.abc import Mapping
from dataclasses import dataclass

FIRST_ADDRESS = 1_024
"""Where the first array begins; address 0 stands for no array."""
ALIGNED = 64


@dataclass(frozen=True)
class Memory:
    """Arrays at fixed places of one memory, which JavaScript and WebAssembly share."""

    shared: Mapping[str, tuple[str, int]]
    """Arrays of the module, by the name of the parameters that they replace: type and length."""
    buffers: Mapping[str, tuple[str, int]]
    """Arrays that are passed to functions."""

    @property
    def arrays(self) -> dict[str, tuple[str, int, int]]:
        """Type, length and address of every array, by name."""
        found, address = {}, FIRST_ADDRESS
        for name, (kind, length) in {**self.shared, **self.buffers}.items():
            found[name] = kind, length, address
            address += -(-length * 8 // ALIGNED) * ALIGNED
        return found

    @property
    def pages(self) -> int:
        """Size in pages of 64 KiB."""
        _, length, address = list(self.arrays.values())[-1]
        return -(-(address + length * 8) // 65_536)

    def javascript(self) -> str:
        """Return the declarations of the memory and the arrays.

        The shared arrays are not exported by name, which would make each access slower.
        """
        size = f"initial: {self.pages}, maximum: {self.pages}"
        lines = [
            "/** The memory of the arrays, which WebAssembly works on too. */",
            "const $memory =",
            f"  typeof WebAssembly === 'object' ? new WebAssembly.Memory({{ {size} }})",
            f"    : {{ buffer: new ArrayBuffer({self.pages * 65_536}) }};",
            *(
                f"const {self._local(name)} = new {kind}($memory.buffer, {address}, {length});"
                for name, (kind, length, address) in self.arrays.items()
            ),
        ]
        names = ", ".join(f"{name}: {self._local(name)}" for name in self.arrays)
        return "\n".join([*lines, f"export const arrays = {{ {names} }};"])

    def typescript(self) -> str:
        """Return the declaration of the arrays for TypeScript."""
        types = " ".join(f"readonly {name}: {kind};" for name, (kind, _, _) in self.arrays.items())
        summary = "/** The arrays that the functions work on, or that can be passed to them. */"
        return f"{summary}\nexport declare const arrays: {{ {types} }};"

    def _local(self, name: str) -> str:
        """Return the name of an array inside the module."""
        return name if name in self.shared else f"${name}"
