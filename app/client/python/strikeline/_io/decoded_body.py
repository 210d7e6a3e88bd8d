"""Undoes the coding of an answer: gzip, the only one that requests accept."""

import http.client
import zlib

#: The longest body of an answer that is read, as it arrives and as what it holds.
BODY_BYTES_MAX = 64 * 1024 * 1024
#: Tells zlib that there is a gzip header around the data.
GZIP_WBITS = 31


def decoded_body(body: bytes, coding: str, bytes_max: int) -> bytes:
    """Returns what a body holds. Raises an `HTTPException` if it is cut off or too long."""
    if coding.lower() == "identity":
        return body
    if coding.lower() != "gzip":
        raise http.client.HTTPException(f"the answer has the coding {coding}")
    inflater = zlib.decompressobj(wbits=GZIP_WBITS)
    try:
        plain = inflater.decompress(body, bytes_max + 1)
    except zlib.error as error:
        raise http.client.HTTPException(f"the answer cannot be inflated: {error}") from None
    if len(plain) > bytes_max:
        raise http.client.HTTPException(f"the answer is longer than {bytes_max} bytes")
    if not inflater.eof or inflater.unused_data:
        raise http.client.HTTPException("the answer is no whole gzip data")
    return plain
