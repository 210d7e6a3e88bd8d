/**
 * Parses one frame and checks the fields that its type requires.
 *
 * @module
 */
import type { Frame } from "./frame.ts";

/**
 * The fields of each type, with the letter of what they hold, as in `CHECKS`; a field without one
 * holds text, and one with a question mark may be missing. Enumerated values are checked as text
 * only and unknown fields pass, so that the client works with a newer service.
 */
const FIELDS = {
  hello: "protocol:n serverTime:t",
  subscribed: "id?:i channel topics:l seq?:s seqs?:m",
  unsubscribed: "id?:i",
  pong: "id?:i",
  error: "id?:i error code hint?",
  feed: "provider state since:t",
  gap: "topic fromSeq:s toSeq:s reason",
  game: "topic seq:s game:g",
  order: "topic seq:s order:o",
  fill: "topic seq:s fill:o",
  claim: "topic seq:s claim:g",
  split: "topic seq:s split:g",
  merge: "topic seq:s merge:g",
  target: "topic seq:s asset marketType provider source price:n windowStart:s " +
    "windowStartIso:t windowEnd:s slug url publishedAt:t delayMs:n",
  spot: "topic asset price:n at:t source",
  window: "topic seq:s phase window:v",
  quote: "topic start:s price:p outcomes:q at:t",
  twap: "topic seq:s asset symbol windowSeconds:s value:d valueE18:w observedAt:t source",
} as const;

/** The fields with amounts of money, by type. */
const AMOUNTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  order: ["order"],
  fill: ["fill"],
  claim: ["claim"],
  split: ["split"],
  merge: ["merge"],
  window: ["window"],
  quote: ["price", "outcomes"],
};

/** Whether a value of JSON is text. */
export const isText = (value: unknown): value is string => typeof value === "string";

/** Reads JSON text. */
export type Parse = (text: string) => unknown;

const isSeq = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

type Fields = Readonly<Record<string, unknown>> | null | undefined;

/** Whether a value is a list of outcomes, by name. */
const isOutcomes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one: Fields) => isText(one?.["name"]));

/** Whether a value is a window, as far as this client relies on it. */
function isWindow(value: unknown): boolean {
  const { start, end, target, price, market } = (value ?? {}) as Record<string, Fields>;
  return isSeq(start) && isSeq(end) && target instanceof Object && isPrice(price) &&
    (market === null || isOutcomes(market?.["outcomes"]));
}

/** Whether a value is the price of a window, or none. */
const isPrice = (value: unknown): boolean =>
  value === null || Number.isFinite((value as Fields)?.["value"]);

/** Whether a value is of a kind. */
const CHECKS = {
  text: isText,
  /** A number. */
  n: Number.isFinite,
  /** Unix seconds, a count of them, or another count. */
  s: isSeq,
  /** A seq by topic. */
  m: (value) =>
    value instanceof Object && !Array.isArray(value) && Object.values(value).every(isSeq),
  /** ISO 8601. */
  t: (value) => isText(value) && Date.parse(value) >= 0,
  /** The text of an integer. */
  w: (value) => isText(value) && /^-?\d+$/.test(value),
  /** The text of a decimal. */
  d: (value) => isText(value) && /^-?\d+(\.\d+)?$/.test(value),
  /** A list of texts. */
  l: (value) => Array.isArray(value) && value.every(isText),
  /** The id of a request. */
  i: (value) => isText(value) || Number.isFinite(value),
  /** A window. */
  v: isWindow,
  /** The price of a window, or none. */
  p: isPrice,
  /** The outcomes of a window. */
  q: isOutcomes,
  /** A game, or what a wallet does on the chain. */
  g: (value) => isText((value as { readonly id?: unknown } | null)?.id),
  /** An order, or a fill of one. */
  o: (value) => isText((value as { readonly order_id?: unknown } | null)?.order_id),
} satisfies Readonly<Record<string, (value: unknown) => boolean>>;

/**
 * Parses the data of a WebSocket message, which must be JSON text. Returns a frame, undefined for
 * one of an unknown type, or the reason why it is malformed. Never throws. `parse` reads what a
 * frame says of amounts.
 */
export function parseFrame(data: unknown, parse?: Parse): Frame | string | undefined {
  let frame;
  try {
    // The text of binary data is no JSON.
    frame = JSON.parse(String(data));
  } catch {
    // As without a type.
  }
  const type: unknown = frame?.type;
  if (!isText(type)) return "not JSON with a type";
  if (!Object.hasOwn(FIELDS, type)) return undefined;
  for (const spec of FIELDS[type as keyof typeof FIELDS].split(" ")) {
    const [name, kind = "text"] = spec.split(":") as [name: string, kind?: keyof typeof CHECKS];
    const field = name.replace("?", "");
    const value = frame[field];
    if (value === undefined && field !== name) continue;
    if (!CHECKS[kind](value)) {
      return `${type} with ${field} ${JSON.stringify(value)}`.slice(0, 80);
    }
  }
  const amounts = parse && AMOUNTS[type];
  if (amounts) {
    try {
      const read = parse(String(data)) as typeof frame;
      for (const field of amounts) frame[field] = read[field];
    } catch (error) {
      return `${type} that cannot be parsed: ${error}`.slice(0, 80);
    }
  }
  return frame;
}
