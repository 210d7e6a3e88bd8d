/**
 * A single market as served, with its event nested without markets and tags.
 *
 * @module
 */
import { type MarketInEvent } from "./catalog.ts";
import { type WireObject } from "./wire_text.ts";

/** Returns the market as `/markets` answers it, with its tags only on request. */
export function marketAnswer(
  { market, event }: MarketInEvent,
  { includesTags }: { readonly includesTags: boolean },
): WireObject {
  const { markets: _, tags, ...rest } = event;
  return { ...market, events: [rest], ...(includesTags ? { tags: tags ?? [] } : {}) };
}
