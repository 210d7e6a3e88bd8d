/**
 * The book of targets: every final target that was ever asked for.
 *
 * A question is answered from memory, else from the store, else by the provider, and then never
 * asked upstream again.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Option, Result, Semaphore } from "effect";
import { type Provider, providerOf } from "../market/mod.ts";
import {
  type IdentifiedTarget,
  type OpeningFailure,
  PriceFeeds,
  type StoreFailed,
  type TargetId,
  TargetStore,
} from "../port/mod.ts";
import { type Evidence, targetKey, type TargetQuery } from "../price/mod.ts";
import { UnixSec } from "../time/mod.ts";
import { makeFlights } from "./flights.ts";
import { type KnownTarget, makeTargetMemory } from "./target_memory.ts";

/** The answer to one question of several. */
export type BookResult = Result.Result<KnownTarget, OpeningFailure>;

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
      const lanes: Record<Provider, Semaphore.Semaphore> = {
        oracle: yield* Semaphore.make(BULK_LANES),
        exchange: yield* Semaphore.make(BULK_LANES),
      };

      /** What the store holds of these now: another replica may have been first. */
      const keep = Effect.fnUntraced(function* (found: ReadonlyArray<IdentifiedTarget>) {
        if (found.length === 0) return [];
        // A price that could not be stored is still right: it is asked for again after a restart.
        return yield* store.put(found).pipe(
          Effect.catch((failure) =>
            Effect.as(
              Effect.logError(failure.message, failure.cause),
              found.map(({ target }) => target),
            )
          ),
        );
      });

      const fly = Effect.fn("TargetBook.fly")(function* (group: ReadonlyArray<TargetQuery>) {
        const results = yield* feeds[providerOfGroup(group)].openings(group);
        const found = group.flatMap((query, index) => {
          const result = results[index];
          return result !== undefined && Result.isSuccess(result)
            ? [{ id: idOf(query), target: result.success, key: targetKey(query) }]
            : [];
        });
        const kept: ReadonlyArray<KnownTarget> = yield* keep(found);
        for (const [index, { key, target }] of found.entries()) {
          memory.remember(key, kept[index] ?? target);
        }
        const nowMs = yield* Clock.currentTimeMillis;
        return group.map((query, index): BookResult => {
          const result = results[index];
          if (result === undefined) throw new Error("a group came back short");
          if (Result.isFailure(result)) {
            memory.rememberMiss(targetKey(query), result.failure, nowMs);
            return Result.fail(result.failure);
          }
          return Result.succeed(memory.known(targetKey(query)) ?? result.success);
        });
      });

      const groups = (queries: ReadonlyArray<TargetQuery>) =>
        [...Map.groupBy(queries, ({ window }) => providerOf(window.interval))]
          .flatMap(([provider, asked]) => feeds[provider].groups(asked));

      const join = makeFlights({ groups, fly });

      const readStore = Effect.fn("TargetBook.readStore")(function* (
        queries: ReadonlyArray<TargetQuery>,
      ) {
        for (const [, group] of Map.groupBy(queries, (q) => `${q.asset}:${q.window.interval}`)) {
          const found = yield* store.find(spanOf(group));
          for (const target of found) {
            memory.remember(targetKey(identify(group, target.startSec)), target);
          }
        }
      });

      /** All answers from memory, or undefined if one is missing: what most questions need. */
      const fromMemory = (queries: ReadonlyArray<TargetQuery>) => {
        const results: Array<BookResult> = [];
        for (const query of queries) {
          const known = memory.known(targetKey(query));
          if (known === undefined) return undefined;
          results.push(Result.succeed(known));
        }
        return results;
      };

      /** What needs no provider: memory, the store, and failures too fresh to try again. */
      const lookUp = Effect.fn("TargetBook.lookUp")(function* (
        queries: ReadonlyArray<TargetQuery>,
      ) {
        const unknown = queries.filter((query) => memory.known(targetKey(query)) === undefined);
        if (unknown.length > 0) yield* readStore(unknown);
        const nowMs = yield* Clock.currentTimeMillis;
        const answers = new Map<string, BookResult>();
        for (const key of queries.map(targetKey)) {
          const known = memory.known(key);
          const missed = known === undefined ? memory.missed(key, nowMs) : undefined;
          if (known !== undefined) answers.set(key, Result.succeed(known));
          else if (missed !== undefined) answers.set(key, Result.fail(missed));
        }
        return { answers, open: queries.filter((query) => !answers.has(targetKey(query))) };
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
        const remembered = fromMemory(queries);
        if (remembered !== undefined) return { results: remembered, isCached: true };
        const { answers, open } = yield* lookUp(queries);
        if (open.length > 0) yield* askGroup(open, answers);
        const results = queries.flatMap((query) => answers.get(targetKey(query)) ?? []);
        return { results, isCached: open.length === 0 };
      });

      const askUntil = Effect.fn("TargetBook.askUntil")(function* (
        queries: ReadonlyArray<TargetQuery>,
        timeIsUp: Effect.Effect<void>,
      ) {
        const remembered = fromMemory(queries);
        if (remembered !== undefined) {
          return { results: remembered.map(Option.some), isCached: true };
        }
        const { answers, open } = yield* lookUp(queries);
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

      return TargetBook.of({
        peek: (query) => memory.known(targetKey(query)),
        ask,
        askUntil,
        evidence: (query) => store.evidence(idOf(query)),
      });
    }),
  );

/** The first of a group stands for all: a group is never empty and has one provider. */
function headOf(group: ReadonlyArray<TargetQuery>): TargetQuery {
  const [head] = group;
  if (head === undefined) throw new Error("a group of questions is never empty");
  return head;
}

function providerOfGroup(group: ReadonlyArray<TargetQuery>): Provider {
  return providerOf(headOf(group).window.interval);
}

function idOf({ asset, window }: TargetQuery): TargetId {
  return { asset, interval: window.interval, startSec: window.startSec };
}

/** The smallest range that holds every window of a group of one asset and interval. */
function spanOf(group: ReadonlyArray<TargetQuery>) {
  const { asset, window } = headOf(group);
  let [first, last] = [window.startSec, window.startSec];
  for (const { window: { startSec } } of group) {
    if (startSec < first) first = startSec;
    if (startSec > last) last = startSec;
  }
  const range = { startSec: first, endSec: UnixSec(last + 1) };
  return { asset, interval: window.interval, range };
}

function identify(group: ReadonlyArray<TargetQuery>, startSec: UnixSec) {
  const { asset, window } = headOf(group);
  return { asset, window: { ...window, startSec } };
}
