/**
 * The secondary venue's recurring markets, as it lists and prices them now.
 *
 * @module
 */
import { Cache, Clock, Effect, Exit, Option } from "effect";
import type { OutcomeMarketList } from "../../core/port/mod.ts";
import type { HyperliquidClient } from "./client.ts";
import { makeMarketDesk } from "./market_desk.ts";
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
const FAILURE_TTL = "500 millis";

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

  const complain = Effect.suspend(() =>
    Effect.forEach(
      desk.takeSkipped(),
      ({ id, why }) =>
        Effect.annotateLogs(Effect.logWarning("Cannot read an outcome market"), {
          provider: HYPERLIQUID,
          outcome: id,
          detail: why,
        }),
      { discard: true },
    )
  );

  const look = Effect.suspend(() => {
    const { take, end } = desk.lookBegins(nowMs());
    return client.outcomeMeta.pipe(
      Effect.map(({ outcomes }) => take(outcomes)),
      Effect.tap(complain),
      Effect.ensuring(Effect.sync(end)),
    );
  });

  const price = Effect.gen(function* () {
    const atMs = nowMs();
    const mids = readMids(yield* client.allMids);
    desk.takeMids(mids, atMs);
    return mids;
  });

  const looks = yield* sharedCall(look);
  const prices = yield* sharedCall(price);

  yield* Effect.forkScoped(runMarketStream({
    wsUrl,
    hear: (news) => desk.hear(news, nowMs()),
    lost: desk.lostStream,
  }));

  return {
    listed: Effect.suspend(() =>
      Option.match(desk.listedNow(nowMs()), { onNone: () => looks, onSome: Effect.succeed })
    ),
    look: Effect.andThen(Effect.sync(desk.forgetMids), look),
    mids: Effect.suspend(() =>
      Option.match(desk.midsNow(nowMs()), { onNone: () => prices, onSome: Effect.succeed })
    ),
  } satisfies OutcomeMarketList["Service"];
});

/** One call at a time, which all who ask meanwhile share; one that failed is remembered a while. */
const sharedCall = Effect.fnUntraced(function* <A, E>(call: Effect.Effect<A, E>) {
  const calls = yield* Cache.makeWith(() => call, {
    capacity: 1,
    timeToLive: (exit) => Exit.isSuccess(exit) ? 0 : FAILURE_TTL,
  });
  return Cache.get(calls, "call");
});
