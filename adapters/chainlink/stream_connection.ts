/**
 * One connection to the oracle's stream, with the feeds that are currently needed.
 *
 * @module
 */
import { Deferred, Effect } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { runReconnectingSocket, sleepMachineTime, type SocketLoss } from "../outbound/mod.ts";
import type { StreamFeed, StreamFeeds } from "./stream_feeds.ts";
import { ORACLE_STREAM, type StreamAccess, streamTarget } from "./stream_target.ts";

/** The dependencies and callbacks of a connection. */
export interface StreamLinkOptions {
  readonly access: StreamAccess;
  readonly origin: string | undefined;
  readonly feeds: StreamFeeds;
  /** Called with the feeds that are subscribed from now on. */
  readonly listening: (feeds: ReadonlyArray<StreamFeed>) => void;
  /** Returns whether the message held a usable report. */
  readonly message: (text: string) => boolean;
  readonly lost: () => void;
}

/** Seven feeds send every second. */
const SILENCE_MS_MAX = 5_000;
/** The streams that decide targets change by date, known a day before. */
const FEEDS_EVERY = "12 hours";

/** Runs until interrupted. The feeds are part of the URL: other feeds need another connection. */
export function runStreamLink(options: StreamLinkOptions) {
  return Effect.forever(Effect.suspend(() => {
    const connected: Connected = { key: "", isChosen: Deferred.makeUnsafe() };
    return Effect.raceFirst(runOnFeeds(options, connected), feedsChange(options, connected));
  }));
}

/** The feeds of the latest connection attempt, once there is one. */
interface Connected {
  key: string;
  readonly isChosen: Deferred.Deferred<void>;
}

function runOnFeeds(options: StreamLinkOptions, connected: Connected) {
  const { access, origin } = options;
  const target = Effect.fnUntraced(function* () {
    const feeds = yield* options.feeds.current;
    connected.key = keyOf(feeds);
    Deferred.doneUnsafe(connected.isChosen, Effect.void);
    if (feeds.length === 0) {
      const cause = new Error("the account may read no feed");
      return yield* new ProviderFailed({ provider: ORACLE_STREAM, reason: "refused", cause });
    }
    options.listening(feeds);
    return yield* streamTarget(access, { feedIds: feeds.map(({ feedId }) => feedId), origin });
  });
  return runReconnectingSocket({
    provider: ORACLE_STREAM,
    target,
    message: options.message,
    lost: (why) => {
      if (isForbidden(why)) options.feeds.refused();
      options.lost();
    },
    silenceMsMax: SILENCE_MS_MAX,
  });
}

/** Ends when a new connection would request other feeds. */
const feedsChange = Effect.fnUntraced(function* (
  { feeds }: StreamLinkOptions,
  connected: Connected,
) {
  yield* Deferred.await(connected.isChosen);
  yield* Effect.suspend(() => sleepMachineTime(feeds.againMs())).pipe(
    Effect.raceFirst(Effect.sleep(FEEDS_EVERY)),
    Effect.andThen(feeds.current),
    Effect.repeat({ until: (now) => keyOf(now) !== connected.key }),
  );
});

function keyOf(feeds: ReadonlyArray<StreamFeed>): string {
  return feeds.map(({ feedId }) => feedId).join();
}

/** Whether the account lacks a right; 429 and 5xx pass by themselves. */
function isForbidden({ refusedStatus: status }: SocketLoss): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
