/**
 * The changes of a book's levels.
 *
 * @module
 */
import { type Level, type Levels } from "./level.ts";
import { type Side } from "./market_feed.ts";

/** A level's new total in shares times 10^6; 0n if removed. Bids have the side BUY. */
export interface BookChange extends Level {
  readonly side: Side;
}

/**
 * Returns the changes from one book to another, removals first, so that a client that applies them
 * one by one never sees a bid above an ask.
 */
export function bookChanges(before: Levels, after: Levels): ReadonlyArray<BookChange> {
  const changes = [
    ...sideChanges(before.bids, after.bids).map((level) => ({ ...level, side: "BUY" as const })),
    ...sideChanges(before.asks, after.asks).map((level) => ({ ...level, side: "SELL" as const })),
  ];
  const isGone = ({ sizeE6 }: Level) => sizeE6 === 0n;
  return [...changes.filter(isGone), ...changes.filter((change) => !isGone(change))];
}

function sideChanges(
  before: ReadonlyArray<Level>,
  after: ReadonlyArray<Level>,
): ReadonlyArray<Level> {
  const sizes = new Map(before.map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]));
  const changed = after.filter(({ priceE6, sizeE6 }) => sizes.get(priceE6) !== sizeE6);
  for (const { priceE6 } of after) sizes.delete(priceE6);
  return [...[...sizes.keys()].map((priceE6) => ({ priceE6, sizeE6: 0n })), ...changed];
}
