import { expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime } from "effect";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { StreamPublisher } from "../../../adapters/http/stream/stream_publisher.ts";
import { StreamConnection } from "../../../adapters/http/stream/connection.ts";
import type { StreamSocket } from "../../../adapters/http/stream/stream_socket.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import type { GapEvent, Topic } from "../../../core/stream/mod.ts";
import { NOON_SEC } from "./stream_server.ts";

/** Events that are replayed of each topic, all from memory. */
const EVENTS = 288;
const CLIENTS = 3;

test("replays of many clients leave room for others after each piece", async () => {
  const eventsOf = (topic: Topic): ReadonlyArray<GapEvent> =>
    Array.from({ length: EVENTS }, (_, index) => {
      const seq = NOON_SEC + index + 1;
      return { kind: "gap", topic, fromSeq: seq, toSeq: seq, reason: "no_price" };
    });
  const publisher = new StreamPublisher({
    stream: {
      listen: () => () => {},
      headOf: () => NOON_SEC + EVENTS,
      gamesHead: () => undefined,
      begin: () => ({ current: undefined, cursor: 0 }),
      replay: (topic) => Effect.sync(() => eventsOf(topic)),
      stateOf: () => undefined,
      isLive: () => true,
      latestTwap: () => undefined,
      hasFeed: () => true,
      run: Effect.never,
    },
    venue: { profile: PROFILE_BY_NAME.spec, eventBaseUrl: "", rangePointsMax: 1 },
    checkKey: () => Promise.reject(new Error("no client sends a key")),
    writeGame: () => "",
    run: makeRun(ManagedRuntime.make(Layer.empty)),
    nowMs: () => (NOON_SEC + EVENTS) * 1000,
  });
  let tick = 0;
  let isOver = false;
  const count = () => {
    tick++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);

  const sentInTick = new Map<number, number>();
  const total = CLIENTS * 7 * EVENTS;
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const socket: StreamSocket = {
    send: (text) => {
      if (!String(text).startsWith('{"type":"gap"')) return 1;
      sentInTick.set(tick, (sentInTick.get(tick) ?? 0) + 1);
      if (++sent === total) resolve();
      return 1;
    },
    close: () => {},
    terminate: () => {},
    subscribe: () => true,
    unsubscribe: () => true,
    getBufferedAmount: () => 0,
  };
  for (let client = 0; client < CLIENTS; client++) {
    const connection = new StreamConnection(publisher, {
      opened: () => {},
      closed: () => {},
      failed: (cause) => {
        throw cause;
      },
    });
    connection.open(socket);
    connection.message(undefined, `{"op":"subscribe","channel":"twap","since":${NOON_SEC}}`);
  }
  await promise;
  isOver = true;
  expect(Math.max(...sentInTick.values())).toBeLessThanOrEqual(2 * 64);
});
