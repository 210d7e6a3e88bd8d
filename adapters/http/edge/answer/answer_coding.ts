/**
 * Compresses the bodies of answers for callers that accept it.
 *
 * Every coding is used at its cheapest: 6 KB take zstd 9 us, gzip 12 and brotli 20, and 560 KB
 * about a millisecond, which is less than writing them took.
 *
 * @module
 */
import { brotliCompressSync, constants } from "node:zlib";
import { BoundedMap } from "../../../../core/bounded_map.ts";

/** The codings of answers. Of those that a caller likes equally, the first is the cheapest. */
const CODINGS = ["zstd", "gzip", "br"] as const;

/** A coding, as `Content-Encoding` names it. */
export type Coding = (typeof CODINGS)[number];

/** A shorter body is sent as it is: it fits into one packet anyway. */
export const CODED_BYTES_MIN = 1_024;

type Plain = string | Uint8Array<ArrayBuffer>;

const COMPRESS: Readonly<Record<Coding, (plain: Plain) => Uint8Array>> = {
  zstd: (plain) => Bun.zstdCompressSync(plain, { level: 1 }),
  gzip: (plain) => Bun.gzipSync(plain, { level: 1, library: "libdeflate" }),
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Compresses a body. */
export function compress(plain: Plain, coding: Coding): Blob {
  return new Blob([COMPRESS[coding](plain) as Uint8Array<ArrayBuffer>]);
}

/** Whether a media type shrinks; pictures are compressed already. */
export function isTextual(type: string): boolean {
  return type.startsWith("text/") || type.startsWith("application/json") ||
    type === "image/svg+xml";
}

/** Callers send one of few values, over and over. */
const CHOSEN = new BoundedMap<string, Coding | "identity">(64);
const REMEMBERED_CHARS_MAX = 128;

/**
 * Returns the coding that a caller's `Accept-Encoding` likes best (RFC 9110, section 12.5.3).
 * Undefined if it likes none, or the body as it is better.
 */
export function codingFor(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined;
  const known = CHOSEN.get(acceptEncoding);
  const chosen = known ?? choose(weightsOf(acceptEncoding));
  if (known === undefined && acceptEncoding.length <= REMEMBERED_CHARS_MAX) {
    CHOSEN.set(acceptEncoding, chosen);
  }
  return chosen === "identity" ? undefined : chosen;
}

function choose(weights: ReadonlyMap<string, number>): Coding | "identity" {
  const others = weights.get("*") ?? 0;
  let best: Coding | "identity" = "identity";
  // What is not named is acceptable, and yet what is named is liked better.
  let weight = weights.get("identity") ?? 0;
  for (const coding of CODINGS) {
    const own = weights.get(coding) ?? others;
    if (own > 0 && (best === "identity" ? own >= weight : own > weight)) {
      best = coding;
      weight = own;
    }
  }
  return best;
}

function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const value = Number(weight ?? 1);
    // What is no weight is no wish either.
    weights.set(name === "x-gzip" ? "gzip" : name, value >= 0 && value <= 1 ? value : 0);
  }
  return weights;
}
