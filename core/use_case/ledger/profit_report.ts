/**
 * What a wallet made, by day, market or series.
 *
 * @module
 */
import { Effect } from "effect";
import { profitBy, type ProfitRow, type Realization } from "../../ledger/mod.ts";
import { windowOfSlug } from "../../market/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import type { WalletClaim } from "../order/trading_wallet.ts";
import { Venue } from "../venue/venue.ts";
import { foldWallet } from "./list_positions.ts";

/** What profit is added up by. */
export const PROFIT_KEYS = ["day", "market", "series"] as const;

/** One of {@linkcode PROFIT_KEYS}. */
export type ProfitKey = (typeof PROFIT_KEYS)[number];

/** What of a wallet to add up. */
export interface ProfitQuery extends WalletClaim {
  readonly by: ProfitKey;
  /** Half open, unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The name of what belongs to no series. */
const NO_SERIES = "other";

/** Returns a row for each name, in order, and one for all together. */
export const profitReport = Effect.fn("profitReport")(function* (
  { by, fromMs, toMs, ...claim }: ProfitQuery,
) {
  const { ledger, realizations } = yield* foldWallet(claim);
  const { profile } = yield* Venue;
  const slugOf = ({ tokenId }: Realization) => ledger.tokens.get(tokenId)?.slug ?? undefined;
  const keyOf = (one: Realization): string => {
    if (by === "day") return new Date(one.atMs).toISOString().slice(0, 10);
    const slug = slugOf(one);
    if (by === "market") return slug ?? one.conditionId;
    const atSec = UnixSec(Math.max(0, Math.floor(one.atMs / 1000)));
    const found = slug === undefined ? undefined : windowOfSlug(profile, slug, atSec);
    return found === undefined ? NO_SERIES : `${found.asset}:${found.window.interval}`;
  };
  const counted = realizations
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    // Nobody can say what was made of what moved in a way that is not known.
    .map((one) => ledger.unclear.has(one.conditionId) ? { ...one, realizedE6: null } : one);
  const rows = profitBy(counted, keyOf).toSorted((a, b) => a.key < b.key ? -1 : 1);
  const total: Omit<ProfitRow, "key"> = profitBy(counted, () => "")[0] ?? NOTHING;
  return { rows, total, listedMs: ledger.listedMs };
});

const NOTHING = { realizedE6: 0n, feesE6: 0n, claimedE6: 0n, volumeE6: 0n, trades: 0 };
