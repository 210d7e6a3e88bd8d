/**
 * How markets of wallets were resolved, read when somebody asks, and kept.
 *
 * A caller waits for two seconds, and reading goes on without him: a wallet may have thousands of
 * markets that nobody has asked for yet. Those of one wallet are read by one reading at a time, so
 * that no wallet waits for all markets of another.
 *
 * @module
 */
import { Context, Effect, Fiber, Layer, Option } from "effect";
import { LedgerStore } from "../../port/ledger_store.ts";
import { Resolutions } from "../../port/resolutions.ts";
import { type ConditionId, finalOf } from "../../venue/mod.ts";
import { CallerPatience } from "../time/caller_patience.ts";

/** Reads resolutions. */
export class ResolutionReadings extends Context.Service<ResolutionReadings, {
  /**
   * Reads those of a wallet's markets that are not kept, and keeps what is final. Returns the ones
   * that are not resolved, as far as it is known in two seconds. Never fails.
   */
  readonly read: (
    walletId: string,
    conditionIds: ReadonlyArray<ConditionId>,
  ) => Effect.Effect<ReadonlySet<ConditionId>>;
}>()("core/use_case/ResolutionReadings") {}

/** Of one wallet. Fewer than the venue's calls that may wait: two wallets do not refuse a third. */
const AT_ONCE = 8;
/** The wallets that are read at once; others are told what is kept. */
const READINGS_MAX = 6;

/** A reading of a wallet. */
interface Running {
  readonly fiber: Fiber.Fiber<void>;
  readonly open: ReadonlySet<ConditionId>;
}

/** Provides the readings. */
export const layerResolutionReadings: Layer.Layer<
  ResolutionReadings,
  never,
  Resolutions | LedgerStore
> = Layer.effect(
  ResolutionReadings,
  Effect.gen(function* () {
    const resolutions = yield* Resolutions;
    const store = yield* LedgerStore;
    const running = new Map<string, Running>();
    const runFork = Effect.runForkWith(yield* Effect.context<never>());

    const readOne = (conditionId: ConditionId, open: Set<ConditionId>) =>
      Effect.gen(function* () {
        const { value } = yield* resolutions.of(conditionId);
        const final = Option.flatMap(value, finalOf);
        if (Option.isNone(final)) open.add(conditionId);
        else yield* store.noteResolutions([{ conditionId, ...final.value }]);
      }).pipe(Effect.catchTag("ProviderFailed", () => Effect.void));
    const reading = (conditionIds: ReadonlyArray<ConditionId>, open: Set<ConditionId>) =>
      Effect.forEach(conditionIds, (conditionId) => readOne(conditionId, open), {
        concurrency: AT_ONCE,
        discard: true,
      }).pipe(
        Effect.catchCause((cause) => Effect.logWarning("Cannot read resolutions", cause)),
      );
    const join = (walletId: string, conditionIds: ReadonlyArray<ConditionId>) => {
      const known = running.get(walletId);
      if (known !== undefined || running.size >= READINGS_MAX) return known;
      const open = new Set<ConditionId>();
      const begun: Running = { fiber: runFork(reading(conditionIds, open)), open };
      running.set(walletId, begun);
      begun.fiber.addObserver(() => running.delete(walletId));
      return begun;
    };

    return ResolutionReadings.of({
      read: Effect.fnUntraced(function* (walletId, conditionIds) {
        if (conditionIds.length === 0) return new Set();
        const begun = join(walletId, conditionIds);
        if (begun === undefined) return new Set();
        yield* Effect.raceFirst(Fiber.await(begun.fiber), yield* CallerPatience);
        return begun.open;
      }),
    });
  }),
);
