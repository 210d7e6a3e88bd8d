/**
 * A publisher without a server, over a stream whose events are all in memory.
 *
 * @module
 */
import { Effect } from "effect";
import { StreamPublisher } from "../../../adapters/http/stream/stream_publisher.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import type { GapEvent, Topic } from "../../../core/stream/mod.ts";
import type { LiveStream } from "../../../core/use_case/mod.ts";
import { UNCOUNTED } from "./stream_edge.ts";

/** What differs from one stream to another. */
export interface MemoryPublisherOptions {
  /** The last second of every topic, at which the clock stands. */
  readonly headSec: number;
  readonly replay: LiveStream["Service"]["replay"];
  /** Left out: everything is known. */
  readonly isReplayable?: LiveStream["Service"]["isReplayable"];
  /** Left out: nothing is published later. */
  readonly listen?: LiveStream["Service"]["listen"];
  /** Left out: the machine's. */
  readonly stopwatchMs?: () => number;
}

/** Makes the publisher. No client has a key. */
export function makeMemoryPublisher(
  { headSec, replay, isReplayable, listen, stopwatchMs }: MemoryPublisherOptions,
): StreamPublisher {
  return new StreamPublisher({
    stream: {
      listen: listen ?? (() => () => {}),
      headOf: () => headSec,
      gamesHead: () => undefined,
      begin: () => ({ current: undefined, cursor: headSec }),
      isReplayable: isReplayable ?? (() => true),
      replay,
      stateOf: () => undefined,
      isLive: () => true,
      latestTwap: () => undefined,
      hasFeed: () => true,
      run: Effect.never,
    },
    venue: { profile: PROFILE_BY_NAME.spec, eventBaseUrl: "", rangePointsMax: 1 },
    checkKey: () => ({ status: 401, error: "", hint: "" }),
    countStranger: UNCOUNTED,
    writeGame: () => [],
    run: (effect) => Effect.runPromiseExit(effect),
    nowMs: () => headSec * 1000,
    stopwatchMs: stopwatchMs ?? (() => performance.now()),
  });
}

/** Returns a gap for each of the last seconds of a topic up to `headSec`. */
export function gapsBefore(
  headSec: number,
  { topic, count }: { readonly topic: Topic; readonly count: number },
): ReadonlyArray<GapEvent> {
  return Array.from({ length: count }, (_, index) => {
    const seq = headSec - count + index + 1;
    return { kind: "gap", topic, fromSeq: seq, toSeq: seq, reason: "no_price" };
  });
}
