/** What the relay writes, for the tests of its reader. @module */
import { type Asset } from "../../../../core/market/mod.ts";
import { formatE18, type RelayPoint } from "../../../../core/price/mod.ts";

/** 2026-11-10T12:00:00Z. */
export const NOW_SEC = 1_794_312_000;

/** A value of one second, scaled by 10^18. */
export interface WrittenPoint {
  readonly sec: number;
  readonly valueE18: bigint;
}

function written({ sec, valueE18 }: WrittenPoint) {
  const text = formatE18(valueE18);
  return { timestamp: sec * 1000, value: Number(text), full_accuracy_value: text };
}

function envelope(seq: number, rest: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ v: 1, channel: "price.crypto.twap", seq, ts: NOW_SEC * 1000, ...rest });
}

/** An update; `rest` goes into its payload. */
export function updateText(
  { asset, seq, ...point }: WrittenPoint & { readonly asset: Asset; readonly seq: number },
  rest: Readonly<Record<string, unknown>> = {},
): string {
  const pair = { symbol: `${asset}usd`, window_seconds: 60, source: "chainlink" };
  return envelope(seq, { payload: { ...pair, ...written(point), ...rest } });
}

/** A snapshot; `rest` goes into its payload. */
export function snapshotText(
  { asset, seq, points }: {
    readonly asset: Asset;
    readonly seq: number;
    readonly points: ReadonlyArray<WrittenPoint>;
  },
  rest: Readonly<Record<string, unknown>> = {},
): string {
  const pair = { symbol: `${asset}usd`, window_seconds: 60, source: "chainlink" };
  return envelope(seq, {
    snapshot: true,
    payload: { ...pair, data: points.map(written), ...rest },
  });
}

/** A point as it is read. */
export function pointOf(
  sec: number,
  { asset = "btc", valueE18 = 87_648_210_000_000_000_000_001n, seq = 1 }: {
    readonly asset?: Asset;
    readonly valueE18?: bigint;
    readonly seq?: number;
  } = {},
): RelayPoint {
  return {
    stream: "twap_60",
    validFromSec: sec,
    observedSec: sec,
    priceE18: valueE18,
    symbol: `${asset}usd`,
    fullAccuracyValue: formatE18(valueE18),
    seq,
    receivedAtMs: sec * 1000 + 1_500,
  };
}
