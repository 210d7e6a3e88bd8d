/**
 * The book of targets: every target that was ever asked for.
 *
 * A question is answered from memory, else from the store, else by the provider, and then never
 * asked upstream again. What is provisional is settled by a job of its own.
 *
 * @module
 */
import { Context, Effect, Layer, Option, Result, Semaphore } from "effect";
import { type Provider, providerOf } from "../market/mod.ts";
import {
  type IdentifiedTarget,
  PriceFeeds,
  type StoreFailed,
  type TargetId,
  TargetStore,
} from "../port/mod.ts";
import {
  chooseTarget,
  type Evidence,
  isProvisional,
  oracleSourceOf,
  type Target,
  targetKey,
  type TargetQuery,
} from "../price/mod.ts";
import { type FlightResult, makeFlights } from "./flights.ts";
import { makeTargetFlight } from "./target_flight.ts";
import { makeTargetDisputes } from "./target_disputes.ts";
import { idOf, providerOfGroup, type TargetGroup } from "./target_group.ts";
import { type KeepOpenings, makeKeepOpenings, StoreGrace } from "./target_keeping.ts";
import { allRemembered, lookUpTargets, rememberStored } from "./target_lookup.ts";
import {
  keyOfId,
  type KnownTarget,
  makeTargetMemory,
  type TargetListener,
} from "./target_memory.ts";

/** The answer to one question of several. */
export type BookResult = FlightResult;

/** Answers in the order of the questions. `isCached`: no provider was asked for any of them. */
export interface BookAnswers {
  readonly results: ReadonlyArray<BookResult>;
  readonly isCached: boolean;
}

/** As {@linkcode BookAnswers}, with none for what could not be had in the time allowed. */
export interface PartialBookAnswers {
  readonly results: ReadonlyArray<Option.Option<BookResult>>;
  readonly isCached: boolean;
}

/** How often sources were wrong, since this process began, and what may still turn out so. */
export interface TargetCounts {
  /** Targets in memory that are provisional. */
  readonly provisional: number;
  /** Targets whose price was corrected. */
  readonly corrected: number;
  /** Contradictions between the sources of one target. */
  readonly disputed: number;
}

/** Knows and finds targets. */
export class TargetBook extends Context.Service<TargetBook, {
  /** What memory holds, without asking anyone. */
  readonly peek: (query: TargetQuery) => KnownTarget | undefined;
  /** Answers all questions, however long the providers take. */
  readonly ask: (queries: ReadonlyArray<TargetQuery>) => Effect.Effect<BookAnswers, StoreFailed>;
  /** Answers what can be had until `timeIsUp` ends; what is under way by then is still kept. */
  readonly askUntil: (
    queries: ReadonlyArray<TargetQuery>,
    timeIsUp: Effect.Effect<void>,
  ) => Effect.Effect<PartialBookAnswers, StoreFailed>;
  /** Takes what a provider published by itself: stores it, and tells the listeners. */
  readonly keep: KeepOpenings;
  /**
   * Stores targets that were found apart from questions, and gives what is known of each then: one
   * confirms or corrects what is provisional, and nothing else that is known changes.
   */
  readonly settle: (
    found: ReadonlyArray<IdentifiedTarget>,
  ) => Effect.Effect<ReadonlyArray<KnownTarget>, StoreFailed>;
  /** Targets in memory that may still be corrected. */
  readonly provisional: () => ReadonlyArray<TargetId>;
  /** What the store knows, without asking a provider: another replica may have settled some. */
  readonly lookUp: (
    queries: ReadonlyArray<TargetQuery>,
  ) => Effect.Effect<ReadonlyArray<KnownTarget | undefined>, StoreFailed>;
  readonly counts: () => TargetCounts;
  /** Adds a listener to all that becomes known; what it gives takes the listener away. */
  readonly listen: (listener: TargetListener) => () => void;
  /** What proves a target that the book has given. */
  readonly evidence: (query: TargetQuery) => Effect.Effect<Option.Option<Evidence>, StoreFailed>;
}>()("core/use_case/TargetBook") {}

/**
 * How many groups of long ranges may be under way at one provider. A single question queues
 * behind at most so many.
 */
const BULK_LANES = 4;

/** A book over the store and the feeds. */
export const layerTargetBook: Layer.Layer<TargetBook, never, TargetStore | PriceFeeds> = Layer
  .effect(
    TargetBook,
    Effect.gen(function* () {
      const store = yield* TargetStore;
      const feeds = yield* PriceFeeds;
      const memory = makeTargetMemory();
      const disputes = makeTargetDisputes(store);
      let corrected = 0;
      memory.listen((_id, _target, change) => void (corrected += change === "corrected" ? 1 : 0));
      const lanes: Record<Provider, Semaphore.Semaphore> = {
        oracle: yield* Semaphore.make(BULK_LANES),
        exchange: yield* Semaphore.make(BULK_LANES),
      };
      const groups = (queries: ReadonlyArray<TargetQuery>): ReadonlyArray<TargetGroup> =>
        [...Map.groupBy(queries, ({ window }) => providerOf(window.interval))]
          .flatMap(([provider, asked]) => feeds[provider].groups(asked));
      const join = makeFlights({
        groups,
        fly: makeTargetFlight({ store, feeds, memory, disputes }),
      });

      const askGroup = Effect.fn("TargetBook.askGroup")(function* (
        group: ReadonlyArray<TargetQuery>,
        answers: Map<string, BookResult>,
      ) {
        // A long range comes here late: another caller may have found some of it meanwhile.
        const open = group.filter((query) => {
          const known = memory.known(targetKey(query));
          if (known !== undefined) answers.set(targetKey(query), Result.succeed(known));
          return known === undefined;
        });
        for (const [key, result] of yield* join(open)) answers.set(key, result);
      });

      const ask = Effect.fn("TargetBook.ask")(function* (queries: ReadonlyArray<TargetQuery>) {
        const remembered = allRemembered(memory, queries);
        if (remembered !== undefined) return { results: remembered, isCached: true };
        const { answers, open } = yield* lookUpTargets({ store, memory }, queries);
        if (open.length > 0) yield* askGroup(open, answers);
        const results = queries.flatMap((query) => answers.get(targetKey(query)) ?? []);
        return { results, isCached: open.length === 0 };
      });

      const askUntil = Effect.fn("TargetBook.askUntil")(function* (
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

      const settle = Effect.fn("TargetBook.settle")(function* (
        found: ReadonlyArray<IdentifiedTarget>,
      ) {
        const settled = yield* Effect.forEach(found, settledBy);
        const kept = yield* settled.length === 0 ? Effect.succeed([]) : store.put(settled);
        for (const [index, { id }] of settled.entries()) {
          const known = kept[index];
          if (known !== undefined) memory.remember(id, known);
        }
        yield* disputes.compare(settled, kept);
        return kept;
      });

      /** What stands of a target that is provisional and one that was found since. */
      const settledBy = Effect.fnUntraced(function* ({ id, target }: IdentifiedTarget) {
        const known = memory.known(keyOfId(id));
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

      const lookUp = Effect.fn("TargetBook.lookUp")(function* (
        queries: ReadonlyArray<TargetQuery>,
      ) {
        yield* rememberStored({ store, memory }, queries);
        return queries.map((query) => memory.known(targetKey(query)));
      });

      return TargetBook.of({
        peek: (query) => memory.known(targetKey(query)),
        ask,
        askUntil,
        keep: makeKeepOpenings({ store, memory, disputes, grace: yield* StoreGrace }),
        settle,
        provisional: memory.provisional,
        lookUp,
        counts: () => ({
          provisional: memory.provisional().length,
          corrected,
          disputed: disputes.count(),
        }),
        listen: memory.listen,
        evidence: (query) => store.evidence(idOf(query)),
      });
    }),
  );
