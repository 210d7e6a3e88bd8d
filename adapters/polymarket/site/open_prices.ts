/**
 * Opening prices of the site: requested one by one, newest window first, and cached.
 *
 * @module
 */
import { Clock, Deferred, Effect, Exit, Latch, Option, Result } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { SiteClient } from "./client.ts";
import { makeNewestFirst, type Waiting } from "./newest_first.ts";
import { makeAnswerCache, type SiteAnswer } from "./answer_cache.ts";
import { siteKey, type SiteQuestion } from "./site_question.ts";
import { VENUE_SITE } from "./http_failure.ts";

/** From the end of a call to the start of the next, on the service's clock. */
const GAP_MS = 5_000;
/** After a refused call, unless the site asks for more. */
const TURNED_AWAY_SEC_MIN = 30;
/** The longest pause before the site is tried again, even if it asks for more. */
const TURNED_AWAY_SEC_MAX = 3_600;

/** Decides when to call. One call runs at a time. */
interface SitePace {
  /** Returns how long no call may start, in milliseconds; zero or less if one may. */
  readonly waitMs: (nowMs: number) => number;
  /** Records the result of a call. */
  readonly ended: (result: Result.Result<unknown, ProviderFailed>, nowMs: number) => void;
}

/** The first call may start immediately. */
function makeSitePace(): SitePace {
  let freeAtMs = -Infinity;
  return {
    waitMs: (nowMs) => freeAtMs - nowMs,
    ended: (result, nowMs) => {
      freeAtMs = nowMs + GAP_MS;
      if (Result.isSuccess(result) || result.failure.reason !== "limited") return;
      const askedSec = result.failure.retryAfterSec ?? 0;
      const waitSec = Math.min(Math.max(askedSec, TURNED_AWAY_SEC_MIN), TURNED_AWAY_SEC_MAX);
      freeAtMs = nowMs + waitSec * 1000;
    },
  };
}

/** Requested earlier, the site has no price, and its edge cache would repeat that for 10 s. */
const PUBLISHED_AFTER_MS = 3_000;
const WAITING_MAX = 64;
/** How often a request that was refused is repeated. */
const TRIES_MAX = 3;

/** A queued request that callers share. */
interface Entry extends Waiting {
  /** The shortest requested window among those with this price. */
  question: SiteQuestion;
  /** None if the request was dropped for newer ones. */
  answer: Deferred.Deferred<Option.Option<SiteAnswer>>;
  tries: number;
}

/** Finds opening prices. */
export interface OpenPrices {
  /**
   * Returns the site's answer, possibly cached. Takes as long as the queue; a request stays queued
   * when its caller leaves. None if it was dropped for newer ones.
   */
  readonly ask: (question: SiteQuestion) => Effect.Effect<Option.Option<SiteAnswer>>;
}

/** Creates the queue and works it for the life of the scope. */
export const makeOpenPrices = Effect.fnUntraced(function* (client: SiteClient) {
  const waiting = makeNewestFirst<Entry>(WAITING_MAX);
  const answers = makeAnswerCache();
  const pace = makeSitePace();
  const hasWork = Latch.makeUnsafe();
  let asking: Entry | undefined;

  const enqueue = (entry: Entry): void => {
    const dropped = waiting.add(entry);
    if (dropped !== undefined) Deferred.doneUnsafe(dropped.answer, Effect.succeedNone);
    hasWork.openUnsafe();
  };

  const join = (question: SiteQuestion): Entry => {
    const key = siteKey(question);
    const known = asking?.key === key ? asking : waiting.get(key);
    if (known !== undefined) {
      if (lengthSec(question) < lengthSec(known.question)) known.question = question;
      return known;
    }
    const { startSec } = question.window;
    const entry: Entry = { key, startSec, question, answer: Deferred.makeUnsafe(), tries: 0 };
    enqueue(entry);
    return entry;
  };

  /** Answers the callers; a refused request also returns to the queue. */
  const settle = (entry: Entry, answer: SiteAnswer): void => {
    const { result } = answer;
    const isTurnedAway = Result.isFailure(result) && result.failure.reason === "limited";
    const answered = entry.answer;
    if (isTurnedAway && entry.tries < TRIES_MAX) {
      entry.answer = Deferred.makeUnsafe();
      enqueue(entry);
    } else answers.remember(entry.question, answer);
    Deferred.doneUnsafe(answered, Effect.succeedSome(answer));
  };

  const askNext = Effect.fnUntraced(function* (entry: Entry) {
    waiting.remove(entry.key);
    asking = entry;
    entry.tries += 1;
    const exit = yield* Effect.exit(client.openPrice(entry.question));
    const atMs = yield* Clock.currentTimeMillis;
    const result = resultOf(exit);
    pace.ended(result, atMs);
    asking = undefined;
    settle(entry, { result, atMs });
  });

  const work = Effect.gen(function* () {
    const next = waiting.newest();
    if (next === undefined) {
      hasWork.closeUnsafe();
      return yield* hasWork.await;
    }
    const nowMs = yield* Clock.currentTimeMillis;
    const waitMs = Math.max(
      pace.waitMs(nowMs),
      next.startSec * 1000 + PUBLISHED_AFTER_MS - nowMs,
    );
    // A newer request may arrive meanwhile.
    return yield* waitMs > 0 ? Effect.sleep(waitMs) : askNext(next);
  });
  yield* Effect.forkScoped(Effect.forever(work));

  return {
    ask: Effect.fnUntraced(function* (question) {
      const known = answers.recall(question, yield* Clock.currentTimeMillis);
      if (known !== undefined) return Option.some(known);
      return yield* Deferred.await(join(question).answer);
    }),
  } satisfies OpenPrices;
});

/** A defect must not leave callers waiting. */
function resultOf<A>(exit: Exit.Exit<A, ProviderFailed>): Result.Result<A, ProviderFailed> {
  if (Exit.isSuccess(exit)) return Result.succeed(exit.value);
  const failure = Option.getOrElse(
    Exit.findErrorOption(exit),
    () => new ProviderFailed({ provider: VENUE_SITE, reason: "unreadable", cause: exit.cause }),
  );
  return Result.fail(failure);
}

function lengthSec({ window }: SiteQuestion): number {
  return window.endSec - window.startSec;
}
