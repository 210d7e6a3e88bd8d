/**
 * Parses the exchange's socket frames by hand: a busy second has hundreds of trades.
 *
 * @module
 */
import type { AggTrade } from "./payload.ts";

/** A trade and its symbol. */
export interface StreamTrade {
  readonly symbol: string;
  readonly trade: AggTrade;
}

/**
 * Parses a frame. `other`: not a trade, such as an answer to a subscription. `unreadable`: not
 * JSON, or not a trade as documented.
 */
export function readStreamFrame(text: string): StreamTrade | "other" | "unreadable" {
  const frame = parseJson(text);
  if (frame === undefined) return "unreadable";
  const data = isRecord(frame) ? frame["data"] : undefined;
  if (!isRecord(data) || data["e"] !== "aggTrade") return "other";
  const { s: symbol, a, p, q, T } = data;
  if (typeof symbol !== "string" || typeof p !== "string" || typeof q !== "string") {
    return "unreadable";
  }
  return isWhole(a) && isWhole(T) ? { symbol, trade: { a, p, q, T } } : "unreadable";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
