/**
 * Tells webhooks when nothing is received from a provider of prices any more.
 *
 * @module
 */
import { Effect, Option, Queue } from "effect";
import { PROVIDERS } from "../../market/mod.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { type WebhookNotice, WebhookStore } from "../../port/webhook_store.ts";
import { WebhookWriter } from "../../port/webhook_writer.ts";
import type { FeedEvent } from "../../stream/mod.ts";
import { LiveStream } from "../live/live_stream.ts";
import { subscribeScoped } from "../live/publisher.ts";
import { MachineTime } from "../time/machine_time.ts";

/** Changes that wait for the store; beyond it the oldest goes. */
const CHANGES_MAX = 100;
const AGAIN_MS = 1_000;
/** Within so long, by the service's clock, replicas see that a provider is down. */
const SEEN_WITHIN_MS = 10_000;

/**
 * Stores a message for every provider that goes down, in a loop. One that is down as this begins
 * may have gone down while no replica told it, and is told unless another one did.
 */
export const announceFeeds = Effect.gen(function* () {
  const stream = yield* LiveStream;
  const store = yield* WebhookStore;
  const writer = yield* WebhookWriter;
  const { nowMs, sleep } = yield* MachineTime;
  const changes = yield* Queue.sliding<FeedEvent>(CHANGES_MAX);
  yield* subscribeScoped({
    publishEvent: (event) => {
      if (event.kind === "feed" && event.state === "down") Queue.offerUnsafe(changes, event);
    },
  });
  const found = PROVIDERS.map(stream.stateOf).filter((feed) => feed?.state === "down");
  const untilStored = <A>(storing: Effect.Effect<A, StoreFailed>) =>
    Effect.eventually(Effect.tapError(
      storing,
      ({ message }) => Effect.andThen(Effect.logWarning(message), sleep(AGAIN_MS)),
    ));
  const tell = (feed: FeedEvent) => {
    const notice: WebhookNotice = {
      event: "feed.down",
      key: `${keyPrefix(feed)}${feed.sinceMs}`,
      atMs: feed.sinceMs,
      series: Option.none(),
      accountId: Option.none(),
      body: writer.write({ type: "feed.down", feed }),
    };
    return untilStored(
      Effect.flatMap(nowMs, (atMs) => store.announce([notice], Math.floor(atMs))),
    );
  };
  for (const feed of found) {
    if (feed === undefined) continue;
    const told = yield* untilStored(store.announcedKeys("feed", feed.sinceMs - SEEN_WITHIN_MS));
    if (!told.some((key) => key.startsWith(keyPrefix(feed)))) yield* tell(feed);
  }
  return yield* Effect.forever(Effect.flatMap(Queue.take(changes), tell));
}).pipe(Effect.scoped);

function keyPrefix({ provider }: FeedEvent): string {
  return `feed.down:${provider}:`;
}
