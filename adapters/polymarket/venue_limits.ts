/**
 * Implements {@linkcode VenueLimits} from the answers of the primary venue's order book.
 *
 * @module
 */
import { Effect } from "effect";
import { type EntryReport, type TierReport, VenueLimits } from "../../core/port/venue_limits.ts";
import type { EntryLimits, LimitedSigner } from "./clob/entry_limits.ts";
import type { EntryQueue } from "./clob/entry_queue.ts";

/** Makes the adapter. */
export function makePolymarketVenueLimits(limits: EntryLimits): VenueLimits["Service"] {
  return VenueLimits.of({
    reports: Effect.sync(() => {
      const byTier = Map.groupBy(limits.signers(), ({ tier }) => tier ?? null);
      return [...byTier].map(([tier, signers]) => reportOf(tier, signers))
        .toSorted((a, b) => nameOf(a) < nameOf(b) ? -1 : 1);
    }),
  });
}

function reportOf(tier: string | null, signers: ReadonlyArray<LimitedSigner>): TierReport {
  return {
    tier,
    signers: signers.length,
    orders: entryReport(signers.map(({ orders }) => orders)),
    cancels: entryReport(signers.map(({ cancels }) => cancels)),
  };
}

function entryReport(queues: ReadonlyArray<EntryQueue>): EntryReport {
  const restsMs = queues.map(({ restMs }) => restMs);
  return {
    lowestRemaining: Math.floor(Math.min(...queues.map(({ remaining }) => remaining))),
    resting: restsMs.filter((restMs) => restMs > 0).length,
    restMs: Math.max(...restsMs),
  };
}

/** Signers without a tier come first. */
function nameOf({ tier }: TierReport): string {
  return tier ?? "";
}
