import { expect, test } from "bun:test";
import { Effect } from "effect";
import { StreamConnection } from "../../../adapters/http/stream/connection.ts";
import type { StreamSocket } from "../../../adapters/http/stream/stream_socket.ts";
import { gapsBefore, makeMemoryPublisher } from "./memory_publisher.ts";
import { NOON_SEC } from "./stream_server.ts";

/** Events that are replayed of each topic, all from memory. */
const EVENTS = 288;
const CLIENTS = 3;

test("replays of many clients leave room for others after each piece", async () => {
  const headSec = NOON_SEC + EVENTS;
  const publisher = makeMemoryPublisher({
    headSec,
    replay: (topic) => Effect.sync(() => gapsBefore(headSec, { topic, count: EVENTS })),
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
    const connection = new StreamConnection(publisher, "203.0.113.9", {
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
