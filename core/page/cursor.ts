/**
 * The cursor of a listing that is given by pages: where the next one goes on, as opaque text.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { RequestRejected } from "../request.ts";
import { digestOf } from "./digest.ts";

/** Changes with what cursors hold, so that none is read as what it is not. */
const VERSION = 1;

/** Longer texts are nothing that was ever written. */
const CURSOR_CHARS_MAX = 512;

/** Version, digest of the filters, place, and a digest of all these. */
const Written = Schema.Tuple([
  Schema.Literal(VERSION),
  Schema.String,
  Schema.Unknown,
  Schema.String,
]);
const CursorText = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(Schema.fromJsonString(Written)),
);
const decodeText = Schema.decodeUnknownResult(CursorText);
const encodeText = Schema.encodeSync(CursorText);

/** Writes and reads the cursors of one listing. */
export interface Cursors<Place> {
  /** The cursor that goes on behind a place, for listings with the same filters. */
  readonly write: (place: Place, filters: string) => string;
  /** Reads a cursor. Refuses any text that was not written here, and one of other filters. */
  readonly read: (text: string, filters: string) => Result.Result<Place, RequestRejected>;
}

/**
 * The cursors of a listing whose places have this shape. `filters` is a text that is the same for
 * requests that may go on with each other's cursors; `listing` keeps those of others out.
 */
export function makeCursors<Place>(
  listing: string,
  shape: Schema.Codec<Place, unknown>,
): Cursors<Place> {
  const encodePlace = Schema.encodeSync(shape);
  const decodePlace = Schema.decodeUnknownResult(shape);
  const filtersOf = (filters: string) => digestOf(`${listing} ${filters}`);
  const textOf = (digest: string, place: unknown) => {
    const check = digestOf(JSON.stringify([VERSION, digest, place]));
    return encodeText([VERSION, digest, place, check]);
  };
  return {
    write: (place, filters) => textOf(filtersOf(filters), encodePlace(place)),
    read: (text, filters) =>
      Result.gen(function* () {
        const refuse = (hint: string) =>
          Result.fail(new RequestRejected({ parameter: "cursor", received: text, hint }));
        const unreadable = refuse("Send the next_cursor of the page before, as it is");
        if (text.length > CURSOR_CHARS_MAX) return yield* unreadable;
        const written = decodeText(text);
        if (Result.isFailure(written)) return yield* unreadable;
        const [, digest, encoded] = written.success;
        const place = decodePlace(encoded);
        // Written again it is the same text, or it was not written here.
        if (Result.isFailure(place) || textOf(digest, encodePlace(place.success)) !== text) {
          return yield* unreadable;
        }
        if (digest === filtersOf(filters)) return place.success;
        return yield* refuse("Send it with the filters of the page before: it goes on with those");
      }),
  };
}
