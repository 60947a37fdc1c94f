"""Disks that fail at a given write: a VFS layer under SQLite, and file objects for plain text files.

Every write, sync, truncation and deletion of a file is counted, and the one with the given number fails.
"""

import ctypes
import errno
import os
import signal
from collections.abc import Callable
from typing import IO, Any

KINDS = ("error", "twice", "short", "full", "readonly", "killed")
"""Kinds of fault: I/O error; two in a row; half of the data written, then an error; disk full or read-only from then
on; half of the data written, then SIGKILL.
"""
_CODES = {"write": 778, "sync": 1034, "truncate": 1546, "delete": 2570}
"""SQLite's I/O error codes by operation."""
_FULL, _READ_ONLY = 13, 8


class Fault:
    """A fault and the number of the write at which it occurs; without a number nothing fails."""

    def __init__(self, at: int | None = None, kind: str = "error") -> None:
        self.at, self.kind, self.count = at, kind, 0

    def comes(self) -> bool:
        """Count one more write, and return whether it fails."""
        self.count += 1
        if self.at is None:
            return False
        return (
            self.at <= self.count <= self.at + {"full": 1_000_000, "readonly": 1_000_000, "twice": 1}.get(self.kind, 0)
        )


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        *((name, ctypes.c_void_p) for name in (
            "close", "read", "write", "truncate", "sync", "size", "lock", "unlock", "reserved", "control", "sector",
            "device", "map", "shm_lock", "barrier", "unmap", "fetch", "unfetch",
        )),
    )  # fmt: skip


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int), ("size", ctypes.c_int), ("longest", ctypes.c_int), ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p), ("app", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in (
            "open", "delete", "access", "full", "dl_open", "dl_error", "dl_sym", "dl_close", "random", "sleep",
            "time", "last_error", "time64", "set_call", "get_call", "next_call",
        )),
    )  # fmt: skip


_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(_File), ctypes.c_int, ctypes.c_void_p
)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_File), ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_CUT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_File), ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_File), ctypes.c_int)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)


class FaultyVfs:
    """A SQLite VFS with a fault, used by every database that is opened within a `with` block."""

    def __init__(self, fault: Fault) -> None:
        """Load SQLite's VFS functions."""
        import _sqlite3

        self._fault = fault
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._library.sqlite3_vfs_find.argtypes = (ctypes.c_char_p,)
        self._library.sqlite3_vfs_register.argtypes = (ctypes.POINTER(_Vfs), ctypes.c_int)
        self._library.sqlite3_vfs_unregister.argtypes = (ctypes.POINTER(_Vfs),)
        self._kept: list[Any] = []
        self._patched: dict[int, Any] = {}

    def __enter__(self) -> "FaultyVfs":
        """Make this VFS the default."""
        self._before = self._library.sqlite3_vfs_find(None)
        self._vfs = _Vfs.from_buffer_copy(self._before.contents)
        self._vfs.name, self._vfs.next = b"faulty", None
        opens, deletes = _OPEN(self._vfs.open), _DELETE(self._vfs.delete)

        def open_file(vfs: Any, name: Any, file: Any, flags: int, out: Any) -> int:
            code = opens(vfs, name, file, flags, out)
            if file.contents.methods:
                file.contents.methods = ctypes.pointer(self._methods(file.contents.methods))
            return int(code)

        def delete(vfs: Any, name: Any, sync: int) -> int:
            return self._refused("delete", lambda: None) or int(deletes(vfs, name, sync))

        self._kept += [stored := (_OPEN(open_file), _DELETE(delete)), opens, deletes]
        self._vfs.open, self._vfs.delete = (ctypes.cast(each, ctypes.c_void_p).value for each in stored)
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the former default; databases that are open keep this VFS."""
        self._library.sqlite3_vfs_register(self._before, 1)
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def _methods(self, real: Any) -> _Methods:
        """Return the methods of a file with the writing ones replaced."""
        where = ctypes.addressof(real.contents)
        if where in self._patched:
            return self._patched[where]  # type: ignore[no-any-return]
        mine = _Methods.from_buffer_copy(real.contents)
        write, cut, sync = _WRITE(mine.write), _CUT(mine.truncate), _SYNC(mine.sync)

        def faulty_write(file: Any, data: int, amount: int, offset: int) -> int:
            refused = self._refused("write", lambda: write(file, data, amount // 2, offset))
            return refused or int(write(file, data, amount, offset))

        def faulty_cut(file: Any, size: int) -> int:
            return self._refused("truncate", lambda: None) or int(cut(file, size))

        def faulty_sync(file: Any, flags: int) -> int:
            return self._refused("sync", lambda: None) or int(sync(file, flags))

        stored = _WRITE(faulty_write), _CUT(faulty_cut), _SYNC(faulty_sync)
        mine.write, mine.truncate, mine.sync = (ctypes.cast(each, ctypes.c_void_p).value for each in stored)
        self._kept += [stored, write, cut, sync]
        self._patched[where] = mine
        return mine

    def _refused(self, what: str, half: Callable[[], object]) -> int:
        """Return 0, or the error code with which this write fails."""
        if not self._fault.comes():
            return 0
        if self._fault.kind in ("short", "killed"):
            half()
        if self._fault.kind == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self._fault.kind == "readonly":
            return _READ_ONLY
        return _FULL if self._fault.kind == "full" and what == "write" else _CODES[what]


class Killed(BaseException):
    """Simulates SIGKILL: the process must not do anything after this."""


class FaultyFile:
    """A plain file with a fault."""

    def __init__(self, file: IO[bytes], fault: Fault) -> None:
        self._file, self._fault = file, fault

    def write(self, data: Any) -> int:
        """Write all of the data, half of it, or nothing."""
        size = len(data)
        if not self._fault.comes():
            return self._file.write(data)
        if self._fault.kind in ("short", "killed"):
            self._file.write(bytes(data)[: size // 2])
        fail(self._fault)
        return size // 2

    def truncate(self, size: int | None = None) -> int:
        """Truncate the file, or fail."""
        if self._fault.comes():
            fail(self._fault)
        return self._file.truncate(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> "FaultyFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def fail(fault: Fault) -> None:
    """Raise the error of a fault; for "short", the write after this one fails."""
    if fault.kind == "killed":
        raise Killed
    if fault.kind == "short":
        fault.at, fault.kind = fault.count + 1, "error"
        return
    code = {"full": errno.ENOSPC, "readonly": errno.EROFS}.get(fault.kind, errno.EIO)
    raise OSError(code, os.strerror(code))
