/**
 * Parser for the facts in the description of an outcome market.
 *
 * @module
 */

/** Values by key, as written. Unknown keys are kept. */
export type Description = ReadonlyMap<string, string>;

/**
 * Parses `key:value` pairs, joined with `|` in any order, such as
 * `class:priceBinary|underlying:BTC|expiry:20260503-0600|targetPrice:78213|period:1d`.
 *
 * A value may contain colons (`perp:xyz:SILVER`): the first one separates it from its key. Some
 * markets are described in prose; text that is not a pair is ignored and never fails. If a key is
 * repeated, which has not been observed, the first value is used.
 */
export function parseDescription(text: string): Description {
  const facts = new Map<string, string>();
  for (const pair of text.split("|")) {
    const at = pair.indexOf(":");
    if (at < 1) continue;
    const key = pair.slice(0, at);
    if (!facts.has(key)) facts.set(key, pair.slice(at + 1));
  }
  return facts;
}
