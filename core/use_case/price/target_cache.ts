/**
 * The target cache: memory and the store in front of the price providers.
 *
 * A query is answered from memory, else from the store, else by the provider, and then never sent
 * upstream again. A separate job finalizes provisional targets.
 *
 * @module
 */
import { Context, Effect, Layer, Option, Result, Semaphore } from "effect";
import { type Provider, providerOf } from "../../market/mod.ts";
import { PriceFeeds } from "../../port/price_feed.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { TargetJournal } from "../../port/target_journal.ts";
import {
  type IdentifiedPrice,
  type IdentifiedTarget,
  type TargetId,
  TargetStore,
} from "../../port/target_store.ts";
import {
  chooseTarget,
  type Evidence,
  isProvisional,
  oracleSourceOf,
  type Target,
  targetKey,
  type TargetQuery,
} from "../../price/mod.ts";
import { layerPublisher, Publisher } from "../live/publisher.ts";
import { MachineTime } from "../time/machine_time.ts";
import { type FetchedTarget, makeRequestsInFlight } from "./in_flight.ts";
import { makeFetchGroup } from "./target_fetch.ts";
import { makeTargetDisputes } from "./target_disputes.ts";
import { providerOfGroup, type TargetGroup } from "./target_group.ts";
import {
  type KeepOpenings,
  makeKeepOpenings,
  makePutPushed,
  makePutTargets,
  toKnown,
} from "./store_targets.ts";
import { allRemembered, lookUpTargets, rememberStored } from "./target_lookup.ts";
import { idOf, type KnownTarget, makeTargetMemory } from "./target_memory.ts";
import { makeUnstoredTargets } from "./unstored_targets.ts";

/** The answer to one query. */
export type TargetResult = FetchedTarget;

/** Answers in query order. `isCached`: no provider call was needed for any of them. */
export interface TargetAnswers {
  readonly results: ReadonlyArray<TargetResult>;
  readonly isCached: boolean;
}

/** As {@linkcode TargetAnswers}, with none for targets that were not found in time. */
export interface PartialTargetAnswers {
  readonly results: ReadonlyArray<Option.Option<TargetResult>>;
  readonly isCached: boolean;
}

/** Counts of provisional, corrected and disputed targets since the process started. */
export interface TargetCounts {
  /** Targets in memory that are provisional. */
  readonly provisional: number;
  /** Targets whose price was corrected. */
  readonly corrected: number;
  /** Contradictions between the sources of one target. */
  readonly disputed: number;
}

/** Finds and stores targets. */
export class TargetCache extends Context.Service<TargetCache, {
  /** Returns the target in memory, without a lookup elsewhere. */
  readonly peek: (query: TargetQuery) => KnownTarget | undefined;
  /** Answers all queries, however long the providers take. */
  readonly ask: (queries: ReadonlyArray<TargetQuery>) => Effect.Effect<TargetAnswers, StoreFailed>;
  /** Answers what it finds until `timeIsUp` ends. Requests in flight then are still stored. */
  readonly askUntil: (
    queries: ReadonlyArray<TargetQuery>,
    timeIsUp: Effect.Effect<void>,
  ) => Effect.Effect<PartialTargetAnswers, StoreFailed>;
  /** Publishes targets that a provider pushed, and stores them. */
  readonly keep: KeepOpenings;
  /**
   * Stores targets that were found without a query, and returns the stored state of each. A given
   * target confirms or corrects a provisional one; no other known target changes.
   */
  readonly finalize: (
    found: ReadonlyArray<IdentifiedTarget>,
  ) => Effect.Effect<ReadonlyArray<KnownTarget>, StoreFailed>;
  /** Returns the targets in memory that may still be corrected. */
  readonly provisional: () => ReadonlyArray<TargetId>;
  /** Looks up memory and the store, but no provider: another replica may have finalized some. */
  readonly lookUp: (
    queries: ReadonlyArray<TargetQuery>,
  ) => Effect.Effect<ReadonlyArray<KnownTarget | undefined>, StoreFailed>;
  readonly counts: () => TargetCounts;
  /** Remembers what another process fetched or finalized, and publishes it. */
  readonly adopt: (found: ReadonlyArray<IdentifiedPrice>) => void;
  /** Returns the evidence of a known target. */
  readonly evidence: (query: TargetQuery) => Effect.Effect<Option.Option<Evidence>, StoreFailed>;
}>()("core/use_case/TargetCache") {}

/**
 * The most groups of long ranges in flight at one provider. A single query waits behind at most
 * that many.
 */
const BULK_LANES = 4;

/** The longest wait for the store when the service stops, in machine time. */
const SETTLE_MS_MAX = 2_000;

/** The target cache over the store and the price feeds. */
export const layerTargetCache: Layer.Layer<
  TargetCache | Publisher,
  never,
  TargetStore | PriceFeeds
> = Layer
  .effect(
    TargetCache,
    Effect.gen(function* () {
      const store = yield* TargetStore;
      const feeds = yield* PriceFeeds;
      const { publishTarget, publishFound } = yield* Publisher;
      const memory = makeTargetMemory(publishTarget);
      const disputes = makeTargetDisputes(store);
      const lanes: Record<Provider, Semaphore.Semaphore> = {
        oracle: yield* Semaphore.make(BULK_LANES),
        exchange: yield* Semaphore.make(BULK_LANES),
      };
      const groups = (queries: ReadonlyArray<TargetQuery>): ReadonlyArray<TargetGroup> =>
        [...Map.groupBy(queries, ({ window }) => providerOf(window.interval))]
          .flatMap(([provider, asked]) => feeds[provider].groups(asked));
      const announce = (ids: ReadonlyArray<TargetId>) => {
        const found = ids.flatMap((id) => {
          const target = memory.known(id.asset, id);
          return target === undefined ? [] : [{ id, target }];
        });
        if (found.length > 0) publishFound(found);
      };
      const put = makePutTargets({ store, memory });
      const putPushed = makePutPushed(put, disputes);
      const unstored = makeUnstoredTargets({
        journal: yield* TargetJournal,
        // What could not be stored was not announced to the other replicas.
        put: (found) =>
          Effect.andThen(
            putPushed(found),
            Effect.sync(() => announce(found.map(({ id }) => id))),
          ),
      });
      for (const { id, target } of yield* unstored.takeOver) memory.remember(id, toKnown(target));
      const join = makeRequestsInFlight({
        groups,
        fetchGroup: makeFetchGroup({ put, unstored, feeds, memory, disputes, announce }),
      });

      const askGroup = Effect.fn("TargetCache.askGroup")(function* (
        group: ReadonlyArray<TargetQuery>,
        answers: Map<string, TargetResult>,
      ) {
        // A long range waits for a lane: another caller may have found some targets meanwhile.
        const open = group.filter((query) => {
          const known = memory.known(query.asset, query.window);
          if (known !== undefined) answers.set(targetKey(query), Result.succeed(known));
          return known === undefined;
        });
        for (const [key, result] of yield* join(open)) answers.set(key, result);
      });

      const ask = Effect.fn("TargetCache.ask")(function* (queries: ReadonlyArray<TargetQuery>) {
        const remembered = allRemembered(memory, queries);
        if (remembered !== undefined) return { results: remembered, isCached: true };
        const { answers, open } = yield* lookUpTargets({ store, memory }, queries);
        if (open.length > 0) yield* askGroup(open, answers);
        const results = queries.flatMap((query) => answers.get(targetKey(query)) ?? []);
        return { results, isCached: open.length === 0 };
      });

      const askUntil = Effect.fn("TargetCache.askUntil")(function* (
        queries: ReadonlyArray<TargetQuery>,
        timeIsUp: Effect.Effect<void>,
      ) {
        const remembered = allRemembered(memory, queries);
        if (remembered !== undefined) {
          return { results: remembered.map(Option.some), isCached: true };
        }
        const { answers, open } = yield* lookUpTargets({ store, memory }, queries);
        yield* Effect.forEach(
          groups(open),
          (group) => lanes[providerOfGroup(group)].withPermits(1)(askGroup(group, answers)),
          { concurrency: BULK_LANES, discard: true },
        ).pipe(Effect.raceFirst(timeIsUp));
        return {
          results: queries.map((query) => Option.fromUndefinedOr(answers.get(targetKey(query)))),
          isCached: open.length === 0,
        };
      });

      const finalize = Effect.fn("TargetCache.finalize")(function* (
        found: ReadonlyArray<IdentifiedTarget>,
      ) {
        const chosen = yield* Effect.forEach(found, chooseFinal);
        const kept = yield* chosen.length === 0 ? Effect.succeed([]) : store.put(chosen);
        for (const [index, { id }] of chosen.entries()) {
          const known = kept[index];
          if (known !== undefined) memory.remember(id, known);
        }
        announce(chosen.map(({ id }) => id));
        yield* disputes.compare(chosen, kept);
        return kept;
      });

      /** Chooses between a known provisional target and a newly found one. */
      const chooseFinal = Effect.fnUntraced(function* ({ id, target }: IdentifiedTarget) {
        const known = memory.known(id.asset, id);
        if (known?.isProvisional !== true) return { id, target };
        const evidence = yield* Effect.orElseSucceed(store.evidence(id), Option.none<Evidence>);
        const before = Option.map(evidence, (evidence): Target => ({ ...known, evidence }));
        if (Option.isNone(before) || !isProvisional(before.value)) return { id, target };
        const both = [before.value, target].map((target) => ({
          source: oracleSourceOf(target),
          target,
        }));
        return { id, target: chooseTarget(both) ?? target };
      });

      /** What was published and is not stored yet has its evidence too. */
      const evidence = (query: TargetQuery) => {
        const waiting = unstored.find(idOf(query));
        return waiting === undefined
          ? store.evidence(idOf(query))
          : Effect.succeedSome(waiting.evidence);
      };

      const lookUp = Effect.fn("TargetCache.lookUp")(function* (
        queries: ReadonlyArray<TargetQuery>,
      ) {
        yield* rememberStored({ store, memory }, queries);
        return queries.map((query) => memory.known(query.asset, query.window));
      });

      const { keep, settled } = makeKeepOpenings({
        put: putPushed,
        unstored,
        memory,
        disputes,
      });
      const { sleep } = yield* MachineTime;
      // The store is closed after this: what was pushed last is stored before.
      yield* Effect.addFinalizer(() => Effect.raceFirst(settled, sleep(SETTLE_MS_MAX)));

      return TargetCache.of({
        peek: (query) => memory.known(query.asset, query.window),
        ask,
        askUntil,
        keep,
        finalize,
        provisional: memory.provisional,
        lookUp,
        counts: () => ({
          provisional: memory.provisional().length,
          corrected: memory.correctedCount(),
          disputed: disputes.count(),
        }),
        adopt: (found) => {
          for (const { id, target } of found) memory.remember(id, target);
        },
        evidence,
      });
    }),
  ).pipe(Layer.provideMerge(layerPublisher));
