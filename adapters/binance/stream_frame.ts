/**
 * Reads what the exchange's sockets send. By hand: hundreds of trades come in a busy second.
 *
 * @module
 */
import type { AggTrade } from "./payload.ts";

/** A trade, and the symbol it was made in. */
export interface StreamTrade {
  readonly symbol: string;
  readonly trade: AggTrade;
}

/**
 * The trade in a frame. `other`: something that is no trade and need not be, such as an answer to
 * a subscription. `unreadable`: no JSON, or a trade unlike those that are documented.
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
