/**
 * What the arguments of tools are, in few words: a model reads them all before it does anything.
 *
 * @module
 */
import type { Parameter } from "../edge/request/parameter.ts";

/**
 * By name, in the terms of the other tools. Without a text, how the value is spelled stands, or
 * else what the route says of it. Null is for what the schema and the tool say already.
 */
const TEXTS: ReadonlyMap<string, string | null> = new Map([
  ["action", null],
  ["amount", "BUY: USDC, at least 1. SELL: shares"],
  ["asset", null],
  ["asset_id", "Token id"],
  ["by", null],
  ["condition_id", "One market; else all, 100 at a time"],
  ["cursor", null],
  ["day", "YYYY-MM-DD in `tz`; not with from and to"],
  ["days", "Days, from `day` on"],
  ["depth", "Levels a side"],
  ["end", "Not included"],
  ["eventId", "Else `eventSlug`"],
  ["expiresAt", "End of a GTD order, ISO 8601, at least 120 s ahead"],
  ["from", "Then or later, ISO 8601"],
  ["id", "Hash of one order, without other filters"],
  ["idempotencyKey", "You make it up"],
  ["includeOutcomeMeta", "Adds close and outcome"],
  ["includeResolution", "Adds the venue's resolution, of 50 windows at most"],
  ["interval", "Comma-separated"],
  ["lifeS", "Seconds until a GTC order is cancelled"],
  ["limit", null],
  ["limitPrice", "Of a market order: worst price, USDC a share"],
  ["makingAmount", "Given: USDC in a BUY, shares in a SELL"],
  ["market", "Condition id"],
  ["orderId", "Hash of the order"],
  ["order_id", "Hash of an order"],
  ["outcome", "Its name, such as Up"],
  ["postOnly", "Refuse it if it would trade at once"],
  ["previewToken", "Of the preview, unchanged"],
  ["price", "USDC a share, on the market's tick"],
  ["settledOnly", "Refuse to sell shares that are not confirmed"],
  ["side", null],
  ["since", "Matched then or later, ISO 8601"],
  ["start", "Included, ISO 8601"],
  ["takingAmount", "Received: shares in a BUY, USDC in a SELL"],
  ["to", "Before then, ISO 8601"],
  ["trades", "How many of the last trades, too"],
  ["type", null],
  ["tz", "IANA time zone"],
  ["walletId", null],
]);

/** Returns the text for an argument; undefined where its schema says everything. */
export function argumentText({ name, description, schema }: Parameter): string | undefined {
  const text = TEXTS.get(name);
  return text === null ? undefined : text ?? schema.description ?? description;
}
