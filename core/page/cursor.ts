/**
 * Cursors of paginated listings: the position after which the next page begins, as opaque text.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { Base64Url } from "effect/encoding";
import { RequestRejected } from "../request.ts";
import { digestOf } from "./digest.ts";

/** The version of the cursor format. Change it with the format, so old cursors are refused. */
const VERSION = 1;

/** No cursor issued here is longer. */
const CURSOR_CHARS_MAX = 512;

/** Version, digest of the filters, position, and a digest of the first three. */
type CursorParts = readonly [
  version: number,
  digest: string,
  position: unknown,
  check: string,
];

/** Returns what a text may stand for: whether it is a cursor, its check says. */
function partsOf(text: string): Result.Result<CursorParts, unknown> {
  return Result.flatMap(
    Base64Url.decodeString(text),
    (json) => Result.try(() => JSON.parse(json) as CursorParts),
  );
}

/** Writes and reads the cursors of one listing. */
export interface Cursors<Position> {
  /** Returns the cursor for the page after a position, for requests with the same filters. */
  readonly write: (position: Position, filters: string) => string;
  /** Reads a cursor. Refuses text that was not issued here or was issued for other filters. */
  readonly read: (text: string, filters: string) => Result.Result<Position, RequestRejected>;
}

/**
 * Makes the cursors of a listing whose positions have this shape. `filters` is a text that is equal
 * for requests that may use each other's cursors; `listing` excludes cursors of other listings.
 */
export function makeCursors<Position>(
  listing: string,
  shape: Schema.Codec<Position, unknown>,
): Cursors<Position> {
  const encodePosition = Schema.encodeSync(shape);
  const decodePosition = Schema.decodeUnknownResult(shape);
  const filtersDigest = (filters: string) => digestOf(`${listing} ${filters}`);
  const textOf = (digest: string, position: unknown) => {
    const check = digestOf(JSON.stringify([VERSION, digest, position]));
    const parts: CursorParts = [VERSION, digest, position, check];
    return Base64Url.encode(JSON.stringify(parts));
  };
  return {
    write: (position, filters) => textOf(filtersDigest(filters), encodePosition(position)),
    read: (text, filters) => {
      const refuse = (hint: string) =>
        Result.fail(new RequestRejected({ parameter: "cursor", received: text, hint }));
      const refuseUnreadable = () => refuse("Send the next_cursor of the previous page unchanged");
      if (text.length > CURSOR_CHARS_MAX) return refuseUnreadable();
      const parts = partsOf(text);
      if (Result.isFailure(parts) || !Array.isArray(parts.success)) return refuseUnreadable();
      const [, digest, encoded] = parts.success;
      const position = decodePosition(encoded);
      // A cursor issued here encodes to the same text again.
      if (
        Result.isFailure(position) || textOf(digest, encodePosition(position.success)) !== text
      ) {
        return refuseUnreadable();
      }
      return digest === filtersDigest(filters)
        ? Result.succeed(position.success)
        : refuse("Use this cursor with the filters it was issued for");
    },
  };
}
