import { describe, expect, test } from "bun:test";
import { PacedStream } from "../../../adapters/http/stream/paced_stream.ts";
import { StreamConnection } from "../../../adapters/http/stream/connection.ts";
import type { StreamSocket } from "../../../adapters/http/stream/stream_socket.ts";
import { Effect } from "effect";
import { makePublisher } from "../../../core/use_case/live/mod.ts";
import type { Frame } from "../../stage/stream_client.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { checkFrame } from "./frame_schema.ts";
import { FAILURES, makeMemoryPublisher } from "./memory_publisher.ts";
import { NOON_SEC } from "./stream_server.ts";

const SUBSCRIBE = { op: "subscribe", channel: "spot", assets: ["btc"] };

/** A socket, and what was sent on it. */
function fakeSocket(buffered = () => 0) {
  const frames: Array<Frame> = [];
  const socket = {
    send: (text: string) => frames.push(JSON.parse(text) as Frame),
    getBufferedAmount: buffered,
    subscribe: () => true,
    terminate: () => {},
    close: () => frames.push({ type: "close" } as Frame),
  } as unknown as StreamSocket;
  return { frames, socket };
}

/** A replay's stream, and its clients. */
function start({ isLockstep = true, isReplay = true } = {}) {
  const told: Array<string> = [];
  const paced = new PacedStream({
    isLockstep,
    changed: () => told.push("changed"),
    subscribed: () => told.push("subscribed"),
  });
  const events = makePublisher();
  const publisher = makeMemoryPublisher({
    headSec: NOON_SEC,
    replay: () => Effect.succeed([]),
    publisher: events,
    pace: isReplay ? paced : undefined,
    // The clock stands.
    stopwatchMs: () => 0,
  });
  const connect = (buffered?: () => number) => {
    const { frames, socket } = fakeSocket(buffered);
    const connection = new StreamConnection(publisher, "203.0.113.9", {
      ownCommand: QUIET_EDGE.ownCommand,
      opened: () => {},
      closed: () => {},
      failed: (cause) => void FAILURES.push(cause),
    });
    connection.open(socket);
    const send = (frame: object) => connection.message(null, JSON.stringify(frame));
    return { connection, frames, send, types: () => frames.map(({ type }) => type) };
  };
  let tradedAtMs = NOON_SEC * 1000;
  const trade = () =>
    events.publishEvent({
      ...{ kind: "spot", topic: "spot:btc", asset: "btc", priceE18: 10n ** 18n },
      ...{ market: "spot", tradedAtMs: tradedAtMs++ },
    } as never);
  return { paced, told, connect, trade };
}

describe("a client in lockstep", () => {
  test("gets what waits for it when the work of an instant is done", () => {
    const { paced, connect, trade } = start();
    const { frames, send, types } = connect();
    expect(frames).toMatchObject([{ type: "hello", lockstep: true }]);
    send({ ...SUBSCRIBE, ack: true });
    trade();
    trade();
    expect([types(), paced.isUnread]).toEqual([["hello"], false]);
    expect(paced.release()).toBe(true);
    expect(types()).toEqual(["hello", "subscribed", "spot", "spot"]);
    expect(paced.release()).toBe(false);
    for (const frame of frames) checkFrame(JSON.stringify(frame));
    expect(paced.frames).toBe(4);
  });

  test("holds the clock until it has acknowledged all that was sent", () => {
    const { paced, told, connect } = start();
    const { send } = connect();
    expect(paced.isUnread).toBe(false);
    send({ ...SUBSCRIBE, ack: true });
    paced.release();
    told.length = 0;
    send({ op: "ack", n: 1 });
    expect([paced.isUnread, told]).toEqual([true, []]);
    send({ op: "ack", n: 2 });
    expect([paced.isUnread, told]).toEqual([false, ["changed"]]);
  });

  test("holds it no longer once it has gone", () => {
    const { paced, connect } = start();
    const { connection, send } = connect();
    send({ ...SUBSCRIBE, ack: true });
    paced.release();
    connection.close();
    expect([paced.isUnread, paced.digests.length]).toEqual([false, 1]);
  });

  test("cannot acknowledge what was not sent", () => {
    const { paced, connect } = start();
    const { frames, send } = connect();
    send({ ...SUBSCRIBE, ack: true });
    send({ op: "ack", id: 7, n: 2 });
    paced.release();
    expect(frames.at(-1)).toMatchObject({
      type: "error",
      id: 7,
      error: "Cannot acknowledge 2 frames: 1 were sent",
    });
  });

  test("may acknowledge each frame, however many there are of an instant", () => {
    const { paced, connect, trade } = start();
    const { send, types } = connect();
    send({ ...SUBSCRIBE, ack: true });
    paced.release();
    for (let n = 1; n <= 200; n++) {
      send({ op: "ack", n });
      trade();
      paced.release();
    }
    expect(types().filter((type) => type === "error")).toEqual([]);
    for (let again = 0; again < 100; again++) send({ op: "ack", n: 1 });
    expect(types().at(-1)).toBe("close");
  });

  test("has its turn after those who connected before", () => {
    const { paced, connect } = start();
    const [first, second] = [connect(), connect()];
    for (const { send } of [second, first]) send({ ...SUBSCRIBE, ack: true });
    paced.release();
    expect([first.types().length, second.types().length]).toEqual([2, 1]);
    paced.release();
    expect([first.types().length, second.types().length]).toEqual([2, 2]);
  });
});

describe("another client of a replay", () => {
  test("gets frames at once, and holds the clock while much is unread", () => {
    const { paced, told, connect, trade } = start();
    let unread = 0;
    const { send, types, connection } = connect(() => unread);
    send(SUBSCRIBE);
    expect(told).toEqual(["subscribed"]);
    trade();
    expect(types()).toEqual(["hello", "subscribed", "spot"]);
    expect(paced.isUnread).toBe(false);
    unread = 1_000_000;
    expect(paced.isUnread).toBe(true);
    connection.drain();
    expect(told).toEqual(["subscribed", "changed"]);
  });

  test("may acknowledge where nothing waits for that", () => {
    const { paced, connect, trade } = start({ isLockstep: false });
    const { frames, send, types } = connect();
    expect(frames[0]).not.toHaveProperty("lockstep");
    send({ ...SUBSCRIBE, ack: true });
    trade();
    expect(types()).toEqual(["hello", "subscribed", "spot"]);
    expect(paced.isUnread).toBe(false);
  });

  test("has a digest of all that it was sent but answers to pings", () => {
    const digestOf = (trades: number, pings = 0) => {
      const { paced, connect, trade } = start();
      const { send } = connect();
      send(SUBSCRIBE);
      for (let left = trades; left > 0; left--) trade();
      for (let left = pings; left > 0; left--) send({ op: "ping" });
      return [paced.digests[0], paced.frames];
    };
    expect(digestOf(2)).toEqual(digestOf(2, 3));
    expect(digestOf(2)).not.toEqual(digestOf(1));
  });
});

test("outside of a replay an acknowledgement changes nothing", () => {
  const { connect } = start({ isReplay: false });
  const { frames, send, types } = connect();
  send({ ...SUBSCRIBE, ack: true });
  send({ op: "ack", n: 99 });
  expect(types()).toEqual(["hello", "subscribed"]);
  expect(frames[0]).not.toHaveProperty("lockstep");
  send({ op: "ack", n: 0 });
  expect(frames.at(-1)).toMatchObject({
    error: 'Cannot use n "0"',
    hint: "Send a whole number from 1 to 1000000000000",
  });
});
