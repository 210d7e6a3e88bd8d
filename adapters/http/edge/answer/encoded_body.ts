/**
 * Makes the body of a JSON text, ready to be sent any number of times.
 *
 * @module
 */
import { EncodedBody } from "./answer.ts";
import { joinUtf8 } from "./join_utf8.ts";

/** A shorter body is sent faster as a string, which needs no `Blob`. */
const BLOB_BYTES_MIN = 8 * 1024;

/**
 * Returns the body of a text that is given in pieces. A long one is encoded once: sending it copies
 * and encodes nothing. `bytes` is its UTF-8, if that is known.
 */
export function encodedBody(
  pieces: ReadonlyArray<string>,
  bytes: Uint8Array<ArrayBuffer> = joinUtf8(pieces),
): EncodedBody {
  return new EncodedBody(
    bytes.length < BLOB_BYTES_MIN ? pieces.join("") : new Blob([bytes]),
  );
}
