/**
 * The secondary venue's recurring markets, as currently listed and priced.
 *
 * @module
 */
import { Cache, Clock, Effect, Exit, Option } from "effect";
import type { CatalogAnswer } from "../../core/port/event_catalog.ts";
import type { OutcomeMarketList } from "../../core/port/outcome_market_list.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { OutcomeMarketSource } from "../../core/use_case/venue2/mod.ts";
import type { HyperliquidClient } from "./client.ts";
import { CURRENT_MS } from "./listing_state.ts";
import { makeMarketState } from "./market_state.ts";
import { runMarketStream } from "./market_stream.ts";
import { readMids } from "./mids.ts";
import { HYPERLIQUID } from "./http_failure.ts";

/** The client, and the stream's origin. */
export interface OutcomeMarketListOptions {
  readonly client: HyperliquidClient;
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
}

/** How long a failure is shared before the venue is asked again. */
const FAILURE_TTL = `${CURRENT_MS} millis`;

/** The venue's name in failures that callers see. */
const SECONDARY_VENUE = "secondary venue";

/**
 * Creates the list. While its stream is followed and works no call is made; otherwise callers share
 * one call of each kind per two seconds: 660 of the 1,200 weight that the venue grants an address
 * per minute.
 */
export const makeHyperliquidOutcomeMarketList = Effect.fnUntraced(function* (
  { client, wsUrl }: OutcomeMarketListOptions,
) {
  const state = makeMarketState();
  const clock = yield* Clock.clockWith(Effect.succeed);
  const nowMs = () => clock.currentTimeMillisUnsafe();

  const complain = Effect.suspend(() => {
    const { rows, more } = state.takeSkipped();
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
    const { take, end } = state.beginList(nowMs());
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
      Effect.map((prices) => state.takeMids(readMids(prices), atMs)),
      wanting("the prices of markets"),
    );
  });

  const looks = yield* sharedCall(look);
  const prices = yield* sharedCall(price);

  const watch = yield* ProviderWatch;
  const follow = runMarketStream({
    wsUrl,
    receive: (news) => state.receive(news, nowMs()),
    lost: state.lostStream,
  }).pipe(
    Effect.ensuring(Effect.sync(state.lostStream)),
    Effect.provideService(ProviderWatch, watch),
  );

  const list = {
    listed: Effect.suspend(() => knownOr(state.listedNow(nowMs()), looks)),
    look: Effect.map(
      Effect.all([look, Effect.result(price)], { concurrency: 2 }),
      ([listed]) => listed,
    ),
    mids: Effect.suspend(() => knownOr(state.midsNow(nowMs()), prices)),
  } satisfies OutcomeMarketList["Service"];
  return {
    list,
    follow,
    current: () => ({ listed: state.listedNow(nowMs()), mids: state.midsNow(nowMs()) }),
  } satisfies OutcomeMarketSource;
});

/** Returns the current value, else calls. */
function knownOr<A, E>(
  known: Option.Option<A>,
  call: Effect.Effect<A, E>,
): Effect.Effect<CatalogAnswer<A>, E> {
  return Option.match(known, {
    onNone: () => Effect.map(call, (value) => ({ value, isCached: false })),
    onSome: (value) => Effect.succeed({ value, isCached: true }),
  });
}

/** One call at a time, shared by concurrent callers; a failure is shared for a while. */
const sharedCall = Effect.fnUntraced(function* <A, E>(call: Effect.Effect<A, E>) {
  const calls = yield* Cache.makeWith(() => call, {
    capacity: 1,
    timeToLive: (exit) => Exit.isSuccess(exit) ? 0 : FAILURE_TTL,
  });
  return Cache.get(calls, "call");
});

/** Adds the requested item to a failure. */
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
