"""The pure part: it builds requests, reads answers and decides. No socket, no clock, no thread."""
