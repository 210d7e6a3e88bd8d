/**
 * A publisher without a server, over a stream whose events are all in memory, and its clients.
 *
 * @module
 */
import { Effect, Exit } from "effect";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { StreamConnection } from "../../../adapters/http/stream/connection.ts";
import { StreamPublisher } from "../../../adapters/http/stream/stream_publisher.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import type { GapEvent, Topic } from "../../../core/stream/mod.ts";
import { type LiveStream, makePublisher } from "../../../core/use_case/live/mod.ts";
import type { Frame } from "../../stage/stream_client.ts";
import { UNCOUNTED } from "./stream_edge.ts";
import { NO_WINDOWS } from "./no_windows.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";

type Stream = LiveStream["Service"];

/** What differs from one stream to another. */
export interface MemoryPublisherOptions {
  /** The last second of every topic, at which the clock stands. */
  readonly headSec: number;
  readonly replay: Stream["replay"];
  /** Left out: everything is known. */
  readonly isReplayable?: Stream["isReplayable"];
  /** Left out: nothing is published later. */
  readonly publisher?: ReturnType<typeof makePublisher>;
  /** Left out: no client has a key. */
  readonly checkKey?: CheckKey;
  /** Left out: the machine's. */
  readonly stopwatchMs?: () => number;
  /** Left out: nothing is told of windows. */
  readonly windows?: StreamPublisher["windows"];
  /** Left out: nothing was traded. */
  readonly newestTrade?: Stream["newestTrade"];
  /** Left out: frames are sent at once. */
  readonly pace?: StreamPublisher["pace"];
}

/** Makes the publisher. */
export function makeMemoryPublisher(
  {
    headSec,
    replay,
    isReplayable,
    publisher,
    checkKey,
    stopwatchMs,
    newestTrade,
    windows = NO_WINDOWS,
    pace,
  }: MemoryPublisherOptions,
): StreamPublisher {
  const streams = new StreamPublisher({
    windows,
    stream: {
      headOf: () => headSec,
      gamesHead: () => undefined,
      begin: () => ({ current: undefined, cursor: headSec }),
      isReplayable: isReplayable ?? (() => true),
      replay,
      followWallets: () => Effect.succeed(new Map()),
      stateOf: () => undefined,
      isLive: () => true,
      latestTwap: () => undefined,
      newestOraclePrice: () => undefined,
      newestTrade: newestTrade ?? (() => undefined),
      hasFeed: () => true,
      run: Effect.never,
    },
    publisher: publisher ?? makePublisher(),
    venue: { profile: PROFILE_BY_NAME.spec, eventBaseUrl: "", rangePointsMax: 1 },
    checkKey: checkKey ?? (() => ({ status: 401, error: "", hint: "" })),
    countStranger: UNCOUNTED,
    gameWriter: { ofRecord: () => [], ofRows: () => [] },
    watchWallets: ({ walletIds }) => Exit.succeed(new Map(walletIds.map((id) => [id, () => {}]))),
    run: (effect) => Effect.runPromiseExit(effect),
    nowMs: () => headSec * 1000,
    stopwatchMs: stopwatchMs ?? (() => performance.now()),
    pace,
  });
  streams.serve({
    publish: (name, text) => {
      for (const { followed, take } of CLIENTS.get(streams) ?? []) {
        if (followed.has(name)) take(String(text));
      }
      return 1;
    },
  });
  return streams;
}

/** The clients of each publisher. */
const CLIENTS = new WeakMap<
  StreamPublisher,
  Set<{ readonly followed: ReadonlySet<string>; readonly take: (text: string) => void }>
>();

/** Unexpected errors of all clients here. */
export const FAILURES: Array<unknown> = [];

/** A client without a socket, at one address for all: what it is sent, and how it is ended. */
export function connectInMemory(
  publisher: StreamPublisher,
  { onFrame = () => {}, buffered = () => 0 }: {
    readonly onFrame?: (frame: Frame) => void;
    /** Bytes that it has not read yet. */
    readonly buffered?: () => number;
  } = {},
) {
  const connection = new StreamConnection(publisher, "203.0.113.9", {
    ownCommand: QUIET_EDGE.ownCommand,
    opened: () => {},
    closed: () => {},
    failed: (cause) => void FAILURES.push(cause),
  });
  const followed = new Set<string>();
  const frames: Array<Frame> = [];
  const ends: Array<number | undefined> = [];
  const take = (text: string) => {
    const frame = JSON.parse(text) as Frame;
    frames.push(frame);
    onFrame(frame);
  };
  CLIENTS.set(publisher, (CLIENTS.get(publisher) ?? new Set()).add({ followed, take }));
  connection.open({
    send: (text) => (take(String(text)), 1),
    close: (code) => void ends.push(code),
    terminate: () => {},
    subscribe: (topic) => (followed.add(topic), true),
    unsubscribe: (topic) => followed.delete(topic),
    getBufferedAmount: buffered,
  });
  return {
    connection,
    followed,
    frames,
    ends,
    take,
    send: (message: unknown) => connection.message(undefined, JSON.stringify(message)),
  };
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
