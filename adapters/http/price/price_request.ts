/**
 * Parses the values of the price routes' parameters into domain values.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../../../core/fold_name.ts";
import { type Asset, parseAsset } from "../../../core/market/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { parseTimestamp, UnixSec } from "../../../core/time/mod.ts";
import type { RequestedInstant, RequestedRange } from "../../../core/use_case/price/mod.ts";

/** The default asset. */
const ASSET_DEFAULT = "btc";

/** Reads `asset`. */
export function readAsset(value: string | undefined): Result.Result<Asset, RequestRejected> {
  return parseAsset(value ?? ASSET_DEFAULT);
}

/** Reads an instant and keeps the parameter's name for later refusals. */
export function readInstant(
  value: string,
  parameter: string,
  nowMs: number,
): Result.Result<RequestedInstant, RequestRejected> {
  const nowSec = UnixSec(Math.floor(nowMs / 1000));
  return Result.map(
    parseTimestamp(value, { parameter, nowSec }),
    (atSec) => ({ atSec, parameter, text: value }),
  );
}

/**
 * Reads `start` and `end`. Whether they form a valid range is checked in the core.
 *
 * Windows start at whole seconds, and one starts in `[start, end)` exactly if it does with both
 * bounds rounded up.
 */
export function readRange(
  query: { readonly start: string; readonly end: string },
  nowMs: number,
): Result.Result<RequestedRange, RequestRejected> {
  return Result.gen(function* () {
    const context = { nowSec: UnixSec(Math.floor(nowMs / 1000)), rounding: "up" } as const;
    const startSec = yield* parseTimestamp(query.start, { ...context, parameter: "start" });
    const endSec = yield* parseTimestamp(query.end, { ...context, parameter: "end" });
    return { startSec, endSec, startText: query.start, endText: query.end };
  });
}

/** Reads a comma-separated list: each value once, in the order sent. */
export function readList<Word>(
  value: string,
  parameter: string,
  parse: (word: string, parameter: string) => Result.Result<Word, RequestRejected>,
): Result.Result<ReadonlyArray<Word>, RequestRejected> {
  return Result.gen(function* () {
    const words = new Set<Word>();
    for (const part of value.split(",")) {
      if (part.trim() === "") {
        const hint = "Separate the values with single commas";
        return yield* Result.fail(new RequestRejected({ parameter, received: value, hint }));
      }
      words.add(yield* parse(part, parameter));
    }
    return [...words];
  });
}

/** Reads `true` or `false`; defaults to false. */
export function readFlag(
  value: string | undefined,
  parameter: string,
): Result.Result<boolean, RequestRejected> {
  const text = foldName(value ?? "false");
  if (text === "true" || text === "false") return Result.succeed(text === "true");
  const hint = "Send true or false";
  return Result.fail(new RequestRejected({ parameter, received: value ?? "", hint }));
}
