/**
 * Reads the texts of the venue's sockets.
 *
 * @module
 */

/** A frame of the socket whose fields a test still has to check. */
export type Frame = Readonly<Record<string, unknown>> & { readonly event_type: string };

/** One change of a `price_change`. */
export interface PriceChange {
  readonly asset_id: string;
  readonly side: "BUY" | "SELL";
  readonly price: string;
  readonly size: string;
  readonly hash: string;
  readonly best_bid: string;
  readonly best_ask: string;
}

/** The frames in a text of the socket. */
export function framesOf(text: string): ReadonlyArray<Frame> {
  if (!/^[[{]/.test(text)) return [];
  const value = JSON.parse(text) as Frame | ReadonlyArray<Frame>;
  return Array.isArray(value) ? value : [value as Frame];
}

/** The changes of a `price_change`. */
export function changesOf(frame: Frame): ReadonlyArray<PriceChange> {
  return frame["price_changes"] as ReadonlyArray<PriceChange>;
}
