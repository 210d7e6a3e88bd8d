/**
 * Parses one frame and checks the fields that its type requires.
 *
 * @module
 */
import type { Frame } from "./frame.ts";

/** A frame, a frame of an unknown type, or the reason why it is malformed. */
export type ParsedFrame =
  | { readonly kind: "frame"; readonly frame: Frame }
  | { readonly kind: "unknown" }
  | { readonly kind: "malformed"; readonly why: string };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isSec: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isTime: Check = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const isWhole: Check = (value) => typeof value === "string" && /^-?\d+$/.test(value);
const isDecimal: Check = (value) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
const isSecIfAny: Check = (value) => value === undefined || isSec(value);
const isGame: Check = (value) =>
  typeof value === "object" && value !== null && "id" in value && isText(value.id);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isId: Check = (value) => value === undefined || isText(value) || isNumber(value);
const isTextIfAny: Check = (value) => value === undefined || isText(value);

/**
 * The required fields of each type. Enumerated values are checked as text only and unknown fields
 * pass, so that the client works with a newer service.
 */
const FIELDS: ReadonlyMap<string, Readonly<Record<string, Check>>> = new Map([
  ["hello", { protocol: isNumber, serverTime: isTime }],
  ["subscribed", { id: isId, channel: isText, topics: isTexts, seq: isSecIfAny }],
  ["unsubscribed", { id: isId }],
  ["pong", { id: isId }],
  ["error", { id: isId, error: isText, code: isText, hint: isTextIfAny }],
  ["feed", { provider: isText, state: isText, since: isTime }],
  ["gap", { topic: isText, fromSeq: isSec, toSeq: isSec, reason: isText }],
  ["game", { topic: isText, seq: isSec, game: isGame }],
  ["target", {
    topic: isText,
    seq: isSec,
    asset: isText,
    marketType: isText,
    provider: isText,
    source: isText,
    price: isNumber,
    windowStart: isSec,
    windowStartIso: isTime,
    windowEnd: isSec,
    slug: isText,
    url: isText,
    publishedAt: isTime,
    delayMs: isNumber,
  }],
  ["twap", {
    topic: isText,
    seq: isSec,
    asset: isText,
    symbol: isText,
    windowSeconds: isSec,
    value: isDecimal,
    valueE18: isWhole,
    observedAt: isTime,
    source: isText,
  }],
]);

/** Parses the data of a WebSocket message, which must be JSON text. Never throws. */
export function parseFrame(data: unknown): ParsedFrame {
  if (typeof data !== "string") return malformed("not text");
  const fields = parseObject(data);
  if (fields === undefined) return malformed("not a JSON object");
  const { type } = fields;
  if (typeof type !== "string") return malformed("no type");
  const checks = FIELDS.get(type);
  if (checks === undefined) return { kind: "unknown" };
  for (const [field, check] of Object.entries(checks)) {
    if (!check(fields[field])) return malformed(`${type} with ${field} ${shown(fields[field])}`);
  }
  return { kind: "frame", frame: fields as unknown as Frame };
}

function parseObject(
  text: string,
): { readonly [field: string]: unknown; type?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 40);
}

function malformed(why: string): ParsedFrame {
  return { kind: "malformed", why };
}
