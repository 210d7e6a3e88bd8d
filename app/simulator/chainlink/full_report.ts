/**
 * Encodes reports as the oracle signs them: the byte layout of schemas v2 and v3.
 *
 * Outer layout: `abi.encode(bytes32[3] context, bytes blob, bytes32[] rs, bytes32[] ss, bytes32
 * rawVs)`, with six signatures as on the main network, which makes 992 bytes for a v3 report.
 * Context and signatures are noise of the right shape: the signing keys are not available here, so
 * an on-chain verifier would refuse them.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { type Report } from "./report.ts";

const SIGNATURES = 6;
const WORD_BYTES = 32;
/** Validity of a report, measured on real ones: 30 days. */
const EXPIRES_SEC = 2_592_000;
const INT192_BITS = 192;
const HASH_BYTES = 4;

/** Returns the `fullReport` of a report as `0x` and lower-case hex. */
export function encodeFullReport(feedId: string, report: Report): string {
  const noise = makeNoise(streamOf(report.observedSec, feedId));
  const blob = blobOf(feedId, report, noise);
  const blobBytes = blob.length * WORD_BYTES;
  const rsOffset = (7 + 1) * WORD_BYTES + blobBytes;
  const ssOffset = rsOffset + (1 + SIGNATURES) * WORD_BYTES;
  return [
    // Context: the configuration's digest, epoch and round, and the report format number.
    `0x0009${noise(30)}`,
    uint(report.observedSec & 0xfffffff),
    ROUND_AND_FORMAT,
    BLOB_OFFSET,
    uint(rsOffset),
    uint(ssOffset),
    RECOVERY_BITS,
    uint(blobBytes),
    ...blob,
    SIGNATURE_COUNT,
    noise(SIGNATURES * WORD_BYTES),
    SIGNATURE_COUNT,
    noise(SIGNATURES * WORD_BYTES),
  ].join("");
}

const ROUND_AND_FORMAT = uint(0x0400000001);
const BLOB_OFFSET = uint(7 * WORD_BYTES);
const SIGNATURE_COUNT = uint(SIGNATURES);
/** The recovery bit of each signature, one byte each from the left. */
const RECOVERY_BITS = `${"000100010100"}${"00".repeat(WORD_BYTES - SIGNATURES)}`;

function blobOf(
  feedId: string,
  { validFromSec, observedSec, priceE18 }: Report,
  noise: (bytes: number) => string,
): ReadonlyArray<string> {
  const fees = [noise(6).padStart(WORD_BYTES * 2, "0"), noise(7).padStart(WORD_BYTES * 2, "0")];
  const blob = [
    feedId.slice(2),
    uint(validFromSec),
    uint(observedSec),
    ...fees,
    uint(observedSec + EXPIRES_SEC),
    int192(priceE18),
  ];
  if (feedId.startsWith("0x0002")) return blob;
  // Bid and ask differ from the price by up to three hundred-thousandths.
  const away = () => priceE18 * BigInt(1 + Number.parseInt(noise(2), 16)) / 2_184_533_333n;
  return [...blob, int192(priceE18 - away()), int192(priceE18 + away())];
}

/** Encodes an unsigned integer as one word. */
function uint(value: number | bigint): string {
  return value.toString(16).padStart(WORD_BYTES * 2, "0");
}

/** Encodes a signed integer as one word: two's complement, sign-extended to the left. */
function int192(value: bigint): string {
  return uint(BigInt.asUintN(WORD_BYTES * 8, BigInt.asIntN(INT192_BITS, value)));
}

/** Makes deterministic hex noise: the same digits for the same stream and order of calls. */
function makeNoise(stream: number): (bytes: number) => string {
  let index = 0;
  return (bytes) => {
    const hashes = new DataView(new ArrayBuffer(Math.ceil(bytes / HASH_BYTES) * HASH_BYTES));
    for (let at = 0; at < bytes; at += HASH_BYTES) hashes.setUint32(at, hash32(stream, index++));
    return new Uint8Array(hashes.buffer, 0, bytes).toHex();
  };
}
