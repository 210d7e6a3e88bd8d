/**
 * Sources of one window's price that contradict each other: noted with the target, logged, counted.
 *
 * @module
 */
import { Effect } from "effect";
import type { IdentifiedTarget, TargetId, TargetStore } from "../port/mod.ts";
import {
  agree,
  type Dispute,
  disputeOf,
  formatE18,
  isLateSource,
  type OracleSource,
  oracleSourceOf,
  type Target,
} from "../price/mod.ts";
import { toIso } from "../time/mod.ts";
import type { KnownTarget } from "./target_memory.ts";

/** Takes what contradicts a target that is kept. */
export interface TargetDisputes {
  /**
   * Notes that a target contradicts the one that is kept, or was kept until now; undefined where it
   * does not.
   */
  readonly between: (
    kept: KnownTarget,
    late: IdentifiedTarget,
  ) => Effect.Effect<void> | undefined;
  /**
   * Holds targets against what was kept of each, in the order given. Of one that was kept itself,
   * what its evidence names is logged and counted.
   */
  readonly compare: (
    found: ReadonlyArray<IdentifiedTarget>,
    kept: ReadonlyArray<KnownTarget | undefined>,
  ) => Effect.Effect<void>;
  /** How many were noted since this began. */
  readonly count: () => number;
}

type Kept = Pick<KnownTarget, "source" | "priceE18">;
const SITE: OracleSource = "site";

/** None is noted yet. */
export function makeTargetDisputes(store: Pick<TargetStore["Service"], "dispute">): TargetDisputes {
  let count = 0;

  const warn = (
    { asset, interval, startSec }: TargetId,
    { source, price }: Dispute,
    kept: Kept,
  ) => {
    count += 1;
    return Effect.annotateLogs(Effect.logWarning("Sources of a target contradict each other"), {
      asset,
      interval,
      windowStart: toIso(startSec),
      source,
      price,
      keptSource: kept.source,
      keptPrice: formatE18(kept.priceE18),
    });
  };

  const note = Effect.fnUntraced(function* (id: TargetId, dispute: Dispute, kept: Kept) {
    const isNews = yield* store.dispute(id, dispute).pipe(
      Effect.catch((failure) => Effect.as(Effect.logError(failure.message, failure.cause), true)),
    );
    if (isNews) yield* warn(id, dispute, kept);
  });

  const between: TargetDisputes["between"] = (kept, { id, target }) => {
    if (!contradicts(kept, target)) return undefined;
    // What was provisional gives way, and is the one that is in dispute then.
    return kept.isProvisional === true
      ? note(id, { source: SITE, price: formatE18(kept.priceE18) }, target)
      : note(id, disputeOf({ source: oracleSourceOf(target), target }), kept);
  };

  return {
    between,
    compare: Effect.fnUntraced(function* (found, kept) {
      for (const [index, { id, target }] of found.entries()) {
        const known = kept[index];
        const isKept = known === undefined ||
          (known.priceE18 === target.priceE18 && known.source === target.source);
        if (isKept) {
          for (const dispute of disputesOf(target)) yield* warn(id, dispute, target);
        } else {
          const noting = between(known, { id, target });
          if (noting !== undefined) yield* noting;
        }
      }
    }),
    count: () => count,
  };
}

/** Trades are the exchange's alone, and a report of another second says nothing about this one. */
function contradicts(kept: KnownTarget, { priceE18, source, evidence }: Target): boolean {
  if (evidence.kind === "trade" || evidence.kind === "kline") return false;
  if (isLateSource(kept.source) !== isLateSource(source)) return false;
  return !agree(kept.priceE18, priceE18);
}

function disputesOf({ evidence }: Target): ReadonlyArray<Dispute> {
  return "disputed" in evidence ? evidence.disputed ?? [] : [];
}
