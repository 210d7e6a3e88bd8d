/**
 * Inflates request bodies that were sent with a `Content-Encoding`.
 *
 * gzip and deflate are what clients send. The runtime reads a zstd body that was cut off as an
 * empty one, and 500 bytes of brotli keep it busy for 7 ms, so those are refused by name.
 *
 * @module
 */
import { Result } from "effect";
import { gunzipSync, inflateSync, type InputType, type ZlibOptions } from "node:zlib";
import { type Refusal } from "../answer/refusal.ts";

/** Undoes a coding. With `info` Node tells how many bytes it took; its types do not know that. */
type Inflate = (bytes: InputType, options: ZlibOptions) => unknown;

const INFLATERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ["gzip", gunzipSync],
  // The old name (RFC 9110, section 8.4.1.3).
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
]);

/** The codings that are taken, as `Accept-Encoding` lists them (RFC 9110, section 12.5.3). */
const ACCEPTED = "gzip, deflate";

/** A body that is coded more often is no client's; each time costs as much as the first. */
const CODINGS_MAX = 2;

/** Undoes the codings of a body, the last one first. */
export type DecodeBody = (
  bytes: Uint8Array,
  bytesMax: number,
) => Result.Result<Uint8Array, Refusal | "too large">;

/** Returns what undoes the codings that `Content-Encoding` lists, or the refusal of others. */
export function bodyDecoder(header: string | null): Result.Result<DecodeBody, Refusal> {
  if (header === null) return Result.succeed(asItIs);
  const names = header.split(",").map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  const inflaters: Array<Inflate> = [];
  for (const name of names) {
    const inflate = INFLATERS.get(name);
    if (inflate === undefined) return Result.fail(unknownCoding(header));
    inflaters.unshift(inflate);
  }
  if (inflaters.length > CODINGS_MAX) return Result.fail(unknownCoding(header));
  return Result.succeed((bytes, bytesMax) => inflateAll(inflaters, bytes, bytesMax));
}

function asItIs(bytes: Uint8Array): Result.Result<Uint8Array, never> {
  return Result.succeed(bytes);
}

function inflateAll(
  inflaters: ReadonlyArray<Inflate>,
  bytes: Uint8Array,
  bytesMax: number,
): Result.Result<Uint8Array, Refusal | "too large"> {
  let body = bytes;
  for (const inflate of inflaters) {
    try {
      // Stops at the first byte beyond the maximum: what would follow is never inflated.
      const { buffer, engine } = inflate(body, { maxOutputLength: bytesMax, info: true }) as {
        readonly buffer: Uint8Array;
        readonly engine: { readonly bytesWritten: number };
      };
      if (engine.bytesWritten !== body.length) return Result.fail(BROKEN);
      body = buffer;
    } catch (error) {
      const isLarge = error instanceof RangeError &&
        (error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
      return Result.fail(isLarge ? "too large" : BROKEN);
    }
  }
  return Result.succeed(body);
}

function unknownCoding(header: string): Refusal {
  const quoted = header.length > 80 ? `${header.slice(0, 80)}...` : header;
  return {
    status: 415,
    error: `Cannot read a body with Content-Encoding: ${quoted}`,
    hint: `Send it as it is, or with one of ${ACCEPTED}`,
    headers: { "accept-encoding": ACCEPTED },
  };
}

const BROKEN: Refusal = {
  status: 400,
  error: "Cannot inflate the body: it is not what its Content-Encoding names",
  hint: "Send whole gzip data (RFC 1952) or deflate data (zlib, RFC 1950), and nothing after it",
};
