/**
 * The fields of a split or a merge, and what they ask for.
 *
 * @module
 */
import type { Position } from "../../client/typescript/wire/position.ts";
import { amountFault, isAmount } from "../wallets/order_fields.ts";
import type { PairChange } from "./claim_words.ts";

/** What the reader has filled in. */
export interface PairFields {
  readonly kind: PairChange["kind"];
  readonly slug: string;
  readonly size: string;
}

/** Returns what is asked for, or what is wrong with the fields. The service checks the rest. */
export function pairChangeOf(fields: PairFields, walletId: string): PairChange | string {
  const [slug, size] = [fields.slug.trim(), fields.size.trim()];
  if (!isAmount(size)) return amountFault("size", size);
  return { kind: fields.kind, walletId, slug, size: Number(size) };
}

/** Returns the slugs of the markets of positions, each once. */
export function marketsOf(positions: ReadonlyArray<Pick<Position, "slug">>): ReadonlyArray<string> {
  return [...new Set(positions.flatMap(({ slug }) => slug ?? []))];
}

/** Returns how many shares of both outcomes of a market are settled: what merges at most. */
export function pairsHeld(
  positions: ReadonlyArray<Pick<Position, "slug" | "settled_shares">>,
  slug: string,
): number {
  const held = positions.filter((one) => one.slug === slug);
  return held.length < 2 ? 0 : Math.min(...held.map(({ settled_shares }) => settled_shares));
}
