/**
 * The header `Idempotency-Key`: a request that is sent more than once runs once.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Option, Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { sentOnce } from "./repeated_header.ts";

/** Visible ASCII. Two that differ arrive joined by a blank, and are therefore refused too. */
const KEY_SHAPE = /^[\x21-\x7e]{1,128}$/;

/** The header, for routes that read it. */
export const IDEMPOTENCY_KEY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: Type.String({ pattern: KEY_SHAPE.source, minLength: 1, maxLength: 128 }),
  description: "A unique key that you choose for this request: 1 to 128 visible ASCII " +
    "characters. Repeating the request with the same key returns the first answer, for 24 hours",
  example: "8f14e45f-ceea-467f-a0e6-2b1c3d4e5f60",
} as const;

/** Reads the header `Idempotency-Key`. */
export function readIdempotencyKey(
  headers: Headers,
): Result.Result<Option.Option<string>, RequestRejected> {
  const key = sentOnce(headers.get("idempotency-key"));
  if (key === null) return Result.succeed(Option.none());
  return KEY_SHAPE.test(key) ? Result.succeed(Option.some(key)) : Result.fail(
    new RequestRejected({
      parameter: "Idempotency-Key",
      received: key,
      hint: "Send the header once, with 1 to 128 visible ASCII characters",
    }),
  );
}

/** The header that marks an answer as a replay of an earlier request with the same key. */
export const REPLAYED_HEADER = { "idempotent-replayed": "true" } as const;
