"""A run's numbers for TensorBoard: its event file format, written by hand, since it needs two kinds of messages only.

A file is a series of records: length, checksum of the length, message, checksum of the message. A message is an `Event`
of Protocol Buffers: wall time (field 1), step (2), and either the version of the file (3) or a `Summary` (5) of values,
each a tag (1) and a number (2).
"""

import struct
import time
from collections.abc import Mapping
from pathlib import Path

_POLYNOMIAL = 0x82F63B78  # CRC-32C, reflected
_MASK = 0xA282EAD8
_VERSION = b"brain.Event:2"


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return tuple(table)


_CRC = _crc_table()


def checksum(data: bytes) -> int:
    """The masked CRC-32C of a record."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _CRC[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + _MASK) & 0xFFFFFFFF


def record(message: bytes) -> bytes:
    """A message as it stands in the file."""
    length = struct.pack("<Q", len(message))
    return length + struct.pack("<I", checksum(length)) + message + struct.pack("<I", checksum(message))


def _varint(number: int) -> bytes:
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def event(wall_time: float, step: int, values: Mapping[str, float]) -> bytes:
    """An `Event` with a summary."""
    summary = b"".join(
        _field(1, _field(1, tag.encode()) + b"\x15" + struct.pack("<f", value)) for tag, value in values.items()
    )
    return b"\x09" + struct.pack("<d", wall_time) + b"\x10" + _varint(step) + _field(5, summary)


class EventFile:
    """A file that TensorBoard reads while it grows."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        now = time.time()
        self.path = folder / f"events.out.tfevents.{time.time_ns()}.gutshot"
        self.path.write_bytes(record(b"\x09" + struct.pack("<d", now) + _field(3, _VERSION)))

    def add(self, step: int, values: Mapping[str, float]) -> None:
        """Numbers by tag, at a step."""
        with open(self.path, "ab") as file:
            file.write(record(event(time.time(), step, values)))
