/**
 * Makes the body of a JSON text that is given in pieces.
 *
 * @module
 */
import { EncodedBody } from "./answer.ts";
import { joinUtf8, type Utf8Piece } from "./join_utf8.ts";

/** A shorter body is sent faster as a string. Characters and bytes count alike. */
const PIECES_SIZE_MIN = 8 * 1024;

const decoder = new TextDecoder();

/**
 * Returns the body. A long one is joined when it is sent, into memory that all such bodies share: a
 * `Blob` for each would stay there until the garbage collector finds it, which for a page of 50
 * games costs as much as all the rest.
 */
export function encodedBody(pieces: ReadonlyArray<Utf8Piece>): EncodedBody {
  const inPieces = new EncodedBody(pieces);
  return inPieces.size < PIECES_SIZE_MIN
    ? new EncodedBody(decoder.decode(joinUtf8(pieces)))
    : inPieces;
}
