"""Disks that fail at one write: a VFS layer under SQLite, and file objects for plain text files.

Every write, sync, cut and removal of a file is counted, and at the number that is asked for something goes wrong.
"""

import ctypes
import errno
import os
import signal
from collections.abc import Callable
from typing import IO, Any

KINDS = ("error", "twice", "short", "full", "readonly", "killed")
"""An error of the device; two in a row; half of it written, then an error; no room, or nothing writable, from then on;
half of it written, then SIGKILL."""
_CODES = {"write": 778, "sync": 1034, "truncate": 1546, "delete": 2570}
"""SQLite's errors for what a device refuses."""
_FULL, _READ_ONLY = 13, 8


class Fault:
    """What goes wrong, and at which write; nothing, unless that is said."""

    def __init__(self, at: int | None = None, kind: str = "error") -> None:
        self.at, self.kind, self.count = at, kind, 0

    def comes(self) -> bool:
        """Count one more write, and return whether this one goes wrong."""
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
    """SQLite's way to files with a fault in it; every database that is opened within a `with` block goes by it."""

    def __init__(self, fault: Fault) -> None:
        """Prepare it."""
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
        """Let SQLite go this way by default."""
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

        self._kept += [kept := (_OPEN(open_file), _DELETE(delete)), opens, deletes]
        self._vfs.open, self._vfs.delete = (ctypes.cast(each, ctypes.c_void_p).value for each in kept)
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        return self

    def __exit__(self, *_: object) -> None:
        """Let SQLite go as before; whoever has a database open keeps to this way."""
        self._library.sqlite3_vfs_register(self._before, 1)
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def _methods(self, real: Any) -> _Methods:
        """Return the methods of a file with those that write replaced."""
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

        kept = _WRITE(faulty_write), _CUT(faulty_cut), _SYNC(faulty_sync)
        mine.write, mine.truncate, mine.sync = (ctypes.cast(each, ctypes.c_void_p).value for each in kept)
        self._kept += [kept, write, cut, sync]
        self._patched[where] = mine
        return mine

    def _refused(self, what: str, half: Callable[[], object]) -> int:
        """Return 0, or the error with which this write fails."""
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
    """The process would be gone now: nothing of it may do anything any more."""


class FaultyFile:
    """A plain file with a fault in it."""

    def __init__(self, file: IO[bytes], fault: Fault) -> None:
        self._file, self._fault = file, fault

    def write(self, data: Any) -> int:
        """Write it, or half of it, or nothing."""
        size = len(data)
        if not self._fault.comes():
            return self._file.write(data)
        if self._fault.kind in ("short", "killed"):
            self._file.write(bytes(data)[: size // 2])
        fail(self._fault)
        return size // 2

    def truncate(self, size: int | None = None) -> int:
        """Cut it, or not."""
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
    """Raise what a device says; half a write is no error until the next."""
    if fault.kind == "killed":
        raise Killed
    if fault.kind == "short":
        fault.at, fault.kind = fault.count + 1, "error"
        return
    code = {"full": errno.ENOSPC, "readonly": errno.EROFS}.get(fault.kind, errno.EIO)
    raise OSError(code, os.strerror(code))
