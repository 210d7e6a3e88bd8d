/**
 * The header `Idempotency-Key`: a request that is sent more than once runs once.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { RequestRejected } from "../../../../core/request.ts";
import { refuse } from "../../wire/kind.ts";
import { Text } from "../../wire/text.ts";
import { sentOnce } from "./repeated_header.ts";

/** Visible ASCII. Two that differ arrive joined by a blank, and are therefore refused too. */
const KEY_SHAPE = /^[\x21-\x7e]{1,128}$/;

/** Its name. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";

/** The header, for routes that declare it and read it from the request. */
export const IdempotencyKey = keyText(
  "Repeating the request with the same key returns the first answer, for 24 hours",
);

/** The same, of routes that keep their keys for ever. */
export const LastingKey = keyText(
  "Repeating the request with the same key does nothing again, and returns what became of it",
);

function keyText(repeated: string) {
  return Text({
    pattern: KEY_SHAPE.source,
    minLength: 1,
    maxLength: 128,
    description: "A unique key that you choose for this request: 1 to 128 visible ASCII " +
      `characters. ${repeated}`,
    examples: ["8f14e45f-ceea-467f-a0e6-2b1c3d4e5f60"],
  });
}

/** Reads the header `Idempotency-Key`. */
export function readIdempotencyKey(
  headers: Headers,
): Result.Result<Option.Option<string>, RequestRejected> {
  const key = sentOnce(headers.get("idempotency-key"));
  if (key === null) return Result.succeed(Option.none());
  const hint = "Send the header once, with 1 to 128 visible ASCII characters";
  return Result.map(shapedKey(key, { name: IDEMPOTENCY_KEY, hint }), Option.some);
}

/** Returns a key that was sent under a name, if it may be one. */
export function shapedKey(
  key: string,
  { name, hint = "Send 1 to 128 visible ASCII characters" }: {
    readonly name: string;
    readonly hint?: string;
  },
): Result.Result<string, RequestRejected> {
  return KEY_SHAPE.test(key) ? Result.succeed(key) : refuse({ name }, key, hint);
}

const NO_KEY = refuse(
  { name: "a request without" },
  IDEMPOTENCY_KEY,
  "Send the header with a key of your own: whatever breaks, what you ask for is done once",
);

/** Reads the header where the route needs it. */
export function readNeededKey(headers: Headers): Result.Result<string, RequestRejected> {
  return Result.flatMap(
    readIdempotencyKey(headers),
    Option.match({ onNone: () => NO_KEY, onSome: (key) => Result.succeed(key) }),
  );
}

/** The header that marks an answer as a replay of an earlier request with the same key. */
export const REPLAYED_HEADER = { "idempotent-replayed": "true" } as const;
