/**
 * Tells webhooks when nothing is received from a provider of prices any more.
 *
 * @module
 */
import { Effect, Option, Queue } from "effect";
import { type HookNotice, HookStore, HookWriter } from "../../port/mod.ts";
import type { FeedEvent } from "../../stream/mod.ts";
import { LiveStream } from "../live/live_stream.ts";
import { MachineTime } from "../time/machine_time.ts";

/** Changes that wait for the store; beyond it the oldest goes. */
const CHANGES_MAX = 100;
const AGAIN_MS = 1_000;

/** Stores a message for every provider that goes down, in a loop. */
export const announceFeeds = Effect.gen(function* () {
  const stream = yield* LiveStream;
  const store = yield* HookStore;
  const writer = yield* HookWriter;
  const { nowMs, sleep } = yield* MachineTime;
  const changes = yield* Queue.sliding<FeedEvent>(CHANGES_MAX);
  const unlisten = stream.listen((event) => {
    if (event.kind === "feed" && event.state === "down") Queue.offerUnsafe(changes, event);
  });
  yield* Effect.addFinalizer(() => Effect.sync(unlisten));
  for (;;) {
    const feed = yield* Queue.take(changes);
    const notice: HookNotice = {
      event: "feed.down",
      key: `feed.down:${feed.provider}:${feed.sinceMs}`,
      atMs: feed.sinceMs,
      series: Option.none(),
      body: writer.write({ type: "feed.down", feed }),
    };
    const announcing = Effect.flatMap(
      nowMs,
      (atMs) => store.announce([notice], Math.floor(atMs)),
    );
    for (let isStored = false; !isStored;) {
      isStored = yield* announcing.pipe(
        Effect.as(true),
        Effect.catch(({ message }) =>
          Effect.as(Effect.andThen(Effect.logWarning(message), sleep(AGAIN_MS)), false)
        ),
      );
    }
  }
}).pipe(Effect.scoped);
