/**
 * Disputes between sources of one window's price: stored with the target, logged and counted.
 *
 * @module
 */
import { Effect } from "effect";
import type { IdentifiedTarget, TargetId, TargetStore } from "../../port/target_store.ts";
import {
  agree,
  type Dispute,
  disputeOf,
  formatE18,
  isLateSource,
  type OracleSource,
  oracleSourceOf,
  type Target,
} from "../../price/mod.ts";
import { toIso } from "../../time/mod.ts";
import type { KnownTarget } from "./target_memory.ts";

/** Records targets that contradict the stored one. */
export interface TargetDisputes {
  /**
   * Returns an effect that records that a target contradicts the stored one, or the one that was
   * stored until now; undefined if it does not.
   */
  readonly between: (
    kept: KnownTarget,
    late: IdentifiedTarget,
  ) => Effect.Effect<void> | undefined;
  /**
   * Compares targets with the stored state of each, in the order given. For a target that was
   * stored itself, logs and counts the disputes in its evidence.
   */
  readonly compare: (
    found: ReadonlyArray<IdentifiedTarget>,
    kept: ReadonlyArray<KnownTarget | undefined>,
  ) => Effect.Effect<void>;
  /** Returns the number of disputes recorded since the process started. */
  readonly count: () => number;
}

type Kept = Pick<KnownTarget, "source" | "priceE18">;
const SITE: OracleSource = "site";

/** Makes the recorder of disputes. */
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
    const isNew = yield* store.dispute(id, dispute).pipe(
      Effect.catch((failure) => Effect.as(Effect.logError(failure.message, failure.cause), true)),
    );
    if (isNew) yield* warn(id, dispute, kept);
  });

  const between: TargetDisputes["between"] = (kept, { id, target }) => {
    if (!contradicts(kept, target)) return undefined;
    // A final target replaces a provisional one, whose price is then the disputed one.
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

/** Trades have only one source, and a report of another second does not contradict this one. */
function contradicts(kept: KnownTarget, { priceE18, source, evidence }: Target): boolean {
  if (evidence.kind === "trade" || evidence.kind === "kline") return false;
  if (isLateSource(kept.source) !== isLateSource(source)) return false;
  return !agree(kept.priceE18, priceE18);
}

function disputesOf({ evidence }: Target): ReadonlyArray<Dispute> {
  return "disputed" in evidence ? evidence.disputed ?? [] : [];
}
