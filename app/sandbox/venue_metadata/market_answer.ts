/**
 * A market on its own: its event stands inside it, without markets and tags.
 *
 * @module
 */
import { type MarketPlace } from "./catalog.ts";
import { type WireObject } from "./wire_text.ts";

/** The market as `/markets` answers it; its tags are there only when they are asked for. */
export function marketAnswer(
  { market, event }: MarketPlace,
  { includesTags }: { readonly includesTags: boolean },
): WireObject {
  const { markets: _, tags, ...rest } = event;
  return { ...market, events: [rest], ...(includesTags ? { tags: tags ?? [] } : {}) };
}
