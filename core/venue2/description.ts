/**
 * The facts that the description of an outcome market is made of.
 *
 * @module
 */

/** Values by their keys, as they are written. Keys that nobody knows are kept. */
export type Description = ReadonlyMap<string, string>;

/**
 * Reads `key:value` pairs, joined with `|` in any order, such as
 * `class:priceBinary|underlying:BTC|expiry:20260503-0600|targetPrice:78213|period:1d`.
 *
 * A value may hold colons itself (`perp:xyz:SILVER`): the first one parts it from its key. Some
 * markets are described in prose; what is no pair says nothing, and never fails. Of a key that
 * stands there twice, which was not seen, the first value holds.
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
