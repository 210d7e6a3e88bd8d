/**
 * The secondary venue's recurring markets, as it lists and prices them now.
 *
 * @module
 */
import { Cache, Clock, Effect, Exit, Option } from "effect";
import { type CatalogAnswer, type OutcomeMarketList, ProviderFailed } from "../../core/port/mod.ts";
import type { HyperliquidClient } from "./client.ts";
import { CURRENT_MS, makeMarketDesk } from "./market_desk.ts";
import { runMarketStream } from "./market_stream.ts";
import { readMids } from "./mids.ts";
import { HYPERLIQUID } from "./status.ts";

/** What to ask, and where the stream is. */
export interface OutcomeMarketListOptions {
  readonly client: HyperliquidClient;
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
}

/** A venue that fails is asked again after so long, whoever asks. */
const FAILURE_TTL = `${CURRENT_MS} millis`;

/** What callers are told of it as. */
const SECONDARY_VENUE = "secondary venue";

/**
 * Makes the list, which listens for as long as the scope lives. While the stream runs nobody is
 * asked; else any number of askers cost one call of each kind in two seconds at most: 660 of the
 * 1,200 that the venue lets an address weigh in a minute. Needs the {@linkcode ProviderWatch}.
 */
export const makeHyperliquidOutcomeMarketList = Effect.fnUntraced(function* (
  { client, wsUrl }: OutcomeMarketListOptions,
) {
  const desk = makeMarketDesk();
  const clock = yield* Clock.clockWith(Effect.succeed);
  const nowMs = () => clock.currentTimeMillisUnsafe();

  const complain = Effect.suspend(() => {
    const { rows, more } = desk.takeSkipped();
    const lines = rows.map(({ id, why }) => ({ outcome: id, detail: why }));
    const all = more === 0 ? lines : [...lines, { outcome: `${more} more`, detail: "" }];
    return Effect.forEach(
      all,
      (line) =>
        Effect.annotateLogs(Effect.logWarning("Cannot read an outcome market"), {
          provider: HYPERLIQUID,
          ...line,
        }),
      { discard: true },
    );
  });

  const look = Effect.suspend(() => {
    const { take, end } = desk.lookBegins(nowMs());
    return client.outcomeMeta.pipe(
      Effect.map(({ outcomes }) => take(outcomes)),
      Effect.tap(complain),
      Effect.ensuring(Effect.sync(end)),
      wanting("the list of markets"),
    );
  });

  const price = Effect.suspend(() => {
    const atMs = nowMs();
    return client.allMids.pipe(
      Effect.map((prices) => desk.takeMids(readMids(prices), atMs)),
      wanting("the prices of markets"),
    );
  });

  const looks = yield* sharedCall(look);
  const prices = yield* sharedCall(price);

  yield* Effect.forkScoped(runMarketStream({
    wsUrl,
    hear: (news) => desk.hear(news, nowMs()),
    lost: desk.lostStream,
  }));

  return {
    listed: Effect.suspend(() => knownOr(desk.listedNow(nowMs()), looks)),
    look: Effect.map(
      Effect.all([look, Effect.result(price)], { concurrency: 2 }),
      ([listed]) => listed,
    ),
    mids: Effect.suspend(() => knownOr(desk.midsNow(nowMs()), prices)),
  } satisfies OutcomeMarketList["Service"];
});

/** What is known, else what a call brings. */
function knownOr<A, E>(
  known: Option.Option<A>,
  call: Effect.Effect<A, E>,
): Effect.Effect<CatalogAnswer<A>, E> {
  return Option.match(known, {
    onNone: () => Effect.map(call, (value) => ({ value, isCached: false })),
    onSome: (value) => Effect.succeed({ value, isCached: true }),
  });
}

/** One call at a time, which all who ask meanwhile share; one that failed is remembered a while. */
const sharedCall = Effect.fnUntraced(function* <A, E>(call: Effect.Effect<A, E>) {
  const calls = yield* Cache.makeWith(() => call, {
    capacity: 1,
    timeToLive: (exit) => Exit.isSuccess(exit) ? 0 : FAILURE_TTL,
  });
  return Cache.get(calls, "call");
});

/** Says in a failure what was to be had. */
function wanting(wanted: string) {
  return Effect.mapError(({ reason, retryAfterSec, cause }: ProviderFailed) =>
    new ProviderFailed({
      provider: SECONDARY_VENUE,
      wanted,
      reason,
      ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
      cause,
    })
  );
}
