"""Idempotency keys: UUIDs of version 7 (RFC 9562, section 5.7)."""

import secrets
import threading
import time
import uuid

_lock = threading.Lock()
_last_stamp = 0


def uuid7() -> str:
    """Returns a UUID that is greater than every earlier one of this process."""
    global _last_stamp
    with _lock:
        # Milliseconds and 12 bits of sub-millisecond counter, which starts at random in its lower
        # half: section 6.2, method 1. An overflow carries into the milliseconds.
        now = time.time_ns() // 1_000_000 << 12 | secrets.randbits(11)
        stamp = _last_stamp = max(now, _last_stamp + 1)
    high = stamp >> 12 << 16 | 0x7000 | stamp & 0xFFF
    return str(uuid.UUID(int=high << 64 | 0b10 << 62 | secrets.randbits(62)))
