/**
 * What a wallet took from the levels of books, which the venue's books still show.
 *
 * @module
 */
import type { Side } from "../fee/mod.ts";
import type { Level } from "../order/mod.ts";

/** What was taken from one level, and its size as it was then, times 10^6. */
export interface TakenLevel {
  readonly tokenId: string;
  /** The side of the order that took it. */
  readonly side: Side;
  readonly priceE6: bigint;
  readonly takenE6: bigint;
  readonly shownE6: bigint;
}

/** The most levels that are remembered of a wallet: those that it took from last. */
export const TAKEN_LEVELS_MAX = 500;

/** Which levels: those that an order of this side meets in the book of a token. */
export interface Meeting {
  readonly tokenId: string;
  readonly side: Side;
}

/** Returns what is left of levels: what was taken stays taken until the venue changes the size. */
export function leftLevels(
  levels: ReadonlyArray<Level>,
  { taken, ...meeting }: Meeting & { readonly taken: ReadonlyArray<TakenLevel> },
): ReadonlyArray<Level> {
  const known = new Map(
    taken.filter((each) => isOf(each, meeting)).map((each) => [each.priceE6, each]),
  );
  if (known.size === 0) return levels;
  return levels.flatMap(({ priceE6, sizeE6 }) => {
    const own = known.get(priceE6);
    const leftE6 = own === undefined || own.shownE6 !== sizeE6 ? sizeE6 : sizeE6 - own.takenE6;
    return leftE6 > 0n ? [{ priceE6, sizeE6: leftE6 }] : [];
  });
}

/** Remembers what was taken now. `shown`: the levels as the venue shows them. */
export function withTaken(
  taken: ReadonlyArray<TakenLevel>,
  { shown, fills, ...meeting }: Meeting & {
    readonly shown: ReadonlyArray<Level>;
    readonly fills: ReadonlyArray<Level>;
  },
): ReadonlyArray<TakenLevel> {
  const sizes = new Map(shown.map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]));
  const added = fills.flatMap(({ priceE6, sizeE6 }): ReadonlyArray<TakenLevel> => {
    const shownE6 = sizes.get(priceE6);
    if (shownE6 === undefined) return [];
    const before = taken.find((each) => isOf(each, meeting) && each.priceE6 === priceE6);
    const beforeE6 = before?.shownE6 === shownE6 ? before.takenE6 : 0n;
    return [{ ...meeting, priceE6, shownE6, takenE6: beforeE6 + sizeE6 }];
  });
  const prices = new Set(added.map(({ priceE6 }) => priceE6));
  const others = taken.filter((each) => !(isOf(each, meeting) && prices.has(each.priceE6)));
  return [...others, ...added].slice(-TAKEN_LEVELS_MAX);
}

function isOf(taken: TakenLevel, { tokenId, side }: Meeting): boolean {
  return taken.tokenId === tokenId && taken.side === side;
}
