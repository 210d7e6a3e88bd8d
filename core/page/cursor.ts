/**
 * Cursors of paginated listings: the position after which the next page begins, as opaque text.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { RequestRejected } from "../request.ts";
import { digestOf } from "./digest.ts";

/** The version of the cursor format. Change it with the format, so old cursors are refused. */
const VERSION = 1;

/** No cursor issued here is longer. */
const CURSOR_CHARS_MAX = 512;

/** Version, digest of the filters, position, and a digest of the first three. */
const CursorParts = Schema.Tuple([
  Schema.Literal(VERSION),
  Schema.String,
  Schema.Unknown,
  Schema.String,
]);
const CursorText = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(Schema.fromJsonString(CursorParts)),
);
const decodeText = Schema.decodeUnknownResult(CursorText);
const encodeText = Schema.encodeSync(CursorText);

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
    return encodeText([VERSION, digest, position, check]);
  };
  return {
    write: (position, filters) => textOf(filtersDigest(filters), encodePosition(position)),
    read: (text, filters) =>
      Result.gen(function* () {
        const refuse = (hint: string) =>
          Result.fail(new RequestRejected({ parameter: "cursor", received: text, hint }));
        const unreadable = refuse("Send the next_cursor of the previous page unchanged");
        if (text.length > CURSOR_CHARS_MAX) return yield* unreadable;
        const parts = decodeText(text);
        if (Result.isFailure(parts)) return yield* unreadable;
        const [, digest, encoded] = parts.success;
        const position = decodePosition(encoded);
        // A cursor issued here encodes to the same text again.
        if (
          Result.isFailure(position) || textOf(digest, encodePosition(position.success)) !== text
        ) {
          return yield* unreadable;
        }
        if (digest === filtersDigest(filters)) return position.success;
        return yield* refuse("Use this cursor with the filters it was issued for");
      }),
  };
}
