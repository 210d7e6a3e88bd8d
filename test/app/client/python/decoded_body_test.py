"""What is read of an answer in a coding."""

import gzip
import http.client
import unittest

from strikeline._io.decoded_body import decoded_body

PLAIN = b'{"ok": true}' * 20
PACKED = gzip.compress(PLAIN)


class DecodedBody(unittest.TestCase):
    def test_whole(self) -> None:
        """a body is what was packed, up to the limit"""
        for coding in ("gzip", "GZIP"):
            self.assertEqual(decoded_body(PACKED, coding, len(PLAIN)), PLAIN)
        self.assertEqual(decoded_body(PLAIN, "identity", 1), PLAIN)

    def test_parts(self) -> None:
        """a body that is cut off or goes on is none, whatever of it could be read"""
        for cut in range(len(PACKED)):
            with self.assertRaises(http.client.HTTPException):
                decoded_body(PACKED[:cut], "gzip", len(PLAIN))
        with self.assertRaisesRegex(http.client.HTTPException, "no whole gzip data"):
            decoded_body(PACKED + b"x", "gzip", len(PLAIN))

    def test_others(self) -> None:
        """a body that is longer, no gzip or in another coding is refused"""
        for body, coding, bytes_max, why in (
            (PACKED, "gzip", len(PLAIN) - 1, "longer than 239 bytes"),
            (gzip.compress(bytes(50_000_000)), "gzip", 1_000, "longer than 1000 bytes"),
            (PLAIN, "gzip", 1_000, "cannot be inflated"),
            (PACKED, "br", 1_000, "the coding br"),
        ):
            with self.assertRaisesRegex(http.client.HTTPException, why):
                decoded_body(body, coding, bytes_max)
