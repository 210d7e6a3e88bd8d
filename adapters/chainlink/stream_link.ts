/**
 * One connection to the oracle's stream, with the feeds that are right at its time.
 *
 * @module
 */
import { Effect } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import { type LinkLoss, runLink, sleepMachineTime } from "../outbound/mod.ts";
import type { StreamFeed, StreamFeeds } from "./stream_feeds.ts";
import { ORACLE_STREAM, type StreamAccess, streamTarget } from "./stream_target.ts";

/** What a connection works with, and whom it tells. */
export interface StreamLinkOptions {
  readonly access: StreamAccess;
  readonly origin: string | undefined;
  readonly feeds: StreamFeeds;
  /** What is listened to from now on. */
  readonly listening: (feeds: ReadonlyArray<StreamFeed>) => void;
  /** Says whether it held a report that can be used. */
  readonly message: (text: string) => boolean;
  readonly lost: () => void;
}

/** Seven feeds send every second. */
const SILENCE_MS_MAX = 5_000;
/** A feed that could not be found, or was refused, is looked for again. */
const FEEDS_MACHINE_MS = 300_000;
/** Which streams decide targets changes with the date, and is known a day before. */
const FEEDS_EVERY = "12 hours";

/** Runs until interrupted. The feeds are in the address: others need another connection. */
export function runStreamLink(options: StreamLinkOptions) {
  return Effect.forever(Effect.suspend(() => {
    const connected: Connected = { key: undefined };
    return Effect.raceFirst(runOnFeeds(options, connected), feedsChange(options, connected));
  }));
}

/** The feeds that were last asked for, if any were. */
interface Connected {
  key: string | undefined;
}

function runOnFeeds(options: StreamLinkOptions, connected: Connected) {
  const { access, origin } = options;
  const target = Effect.fnUntraced(function* () {
    const feeds = yield* options.feeds.current;
    connected.key = keyOf(feeds);
    if (feeds.length === 0) {
      const cause = new Error("no feed is ours to read");
      return yield* new ProviderFailed({ provider: ORACLE_STREAM, reason: "refused", cause });
    }
    options.listening(feeds);
    return yield* streamTarget(access, { feedIds: feeds.map(({ feedId }) => feedId), origin });
  });
  return runLink({
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

/** Ends when a connection would ask for other feeds than this one does. */
const feedsChange = Effect.fnUntraced(function* (
  { feeds }: StreamLinkOptions,
  connected: Connected,
) {
  for (;;) {
    yield* Effect.raceFirst(Effect.sleep(FEEDS_EVERY), sleepMachineTime(FEEDS_MACHINE_MS));
    const key = keyOf(yield* feeds.current);
    if (connected.key !== undefined && connected.key !== key) return;
  }
});

function keyOf(feeds: ReadonlyArray<StreamFeed>): string {
  return feeds.map(({ feedId }) => feedId).join();
}

/** 429 and 5xx pass by themselves. */
function isForbidden({ refusedStatus: status }: LinkLoss): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
