/**
 * Reads a market object's tradable ids as the venue's documentation says: by `version`, whatever
 * else it contains.
 *
 * @module
 */

/** The condition of 32 bytes, and the ids to trade. */
export interface TradedIds {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
}

/** Undefined until the market is deployed. */
export function tradedIds(market: object): TradedIds | undefined {
  const fields = new Map<string, unknown>(Object.entries(market));
  const isSecond = fields.get("version") === "v2";
  const ids = isSecond ? fields.get("positionIds") : listIn(fields.get("clobTokenIds"));
  const conditionId = fields.get("conditionId");
  return Array.isArray(ids) && typeof conditionId === "string"
    ? {
      conditionId: conditionId + (isSecond ? "00" : ""),
      tokenIds: ids as unknown as readonly [string, string],
    }
    : undefined;
}

function listIn(text: unknown): unknown {
  return typeof text === "string" ? JSON.parse(text) : undefined;
}
