/**
 * The header `Idempotency-Key`, by which a request is done once however often it is sent.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Option, Result } from "effect";
import { RequestRejected } from "../../core/request.ts";

/** Visible ASCII. Two headers arrive as one with a blank in it, and are refused as well. */
const KEY_SHAPE = /^[\x21-\x7e]{1,128}$/;

/** The header, for routes that read it. */
export const IDEMPOTENCY_KEY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: Type.String({ pattern: KEY_SHAPE.source, minLength: 1, maxLength: 128 }),
  description: "Your own name for this request, new for each: 1 to 128 visible ASCII characters. " +
    "The same key with the same request gives the first one's answer, for 24 hours",
  example: "8f14e45f-ceea-467f-a0e6-2b1c3d4e5f60",
} as const;

/** Reads the header. */
export function readIdempotencyKey(
  headers: Headers,
): Result.Result<Option.Option<string>, RequestRejected> {
  const key = headers.get("idempotency-key");
  if (key === null) return Result.succeed(Option.none());
  return KEY_SHAPE.test(key) ? Result.succeed(Option.some(key)) : Result.fail(
    new RequestRejected({
      parameter: "Idempotency-Key",
      received: key,
      hint: "Send the header once, with 1 to 128 visible ASCII characters",
    }),
  );
}

/** The header of an answer that an earlier request with the same key was given. */
export const REPLAYED_HEADER = { "idempotent-replayed": "true" } as const;
