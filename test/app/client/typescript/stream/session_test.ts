import { expect, test, vi } from "bun:test";
import { startSession } from "../../../../../app/client/typescript/stream/session.ts";
import { makeSubscription } from "../../../../../app/client/typescript/stream/subscription.ts";
import { HELLO } from "./scripted_server.ts";

const hello = { type: "hello", protocol: 1, serverTime: HELLO.serverTime } as const;
const subscription = () =>
  makeSubscription(
    { channel: "targets", assets: ["btc"], spans: ["5min"], since: undefined },
    { eventsMax: 3, onOver: () => {} },
  );
const NO_LIMITS = {
  ...{ connectionsPerIp: 0, messageBytes: 0, messagesPerSec: 0, messageBurst: 0, topics: 0 },
  ...{ replaysPerIp: 0, replayWindows: 0, replayGames: 0 },
};

/** A session of one subscription, what it sent, and the faults that it reported. */
function start(limits = {}) {
  const sent: Array<string> = [];
  const faults: Array<string> = [];
  const first = subscription();
  const session = startSession({
    hello: { ...hello, limits: { ...NO_LIMITS, ...limits } },
    subscriptions: new Set([first]),
    send: (text) => void sent.push(text),
    onFault: (reason) => void faults.push(reason),
  });
  return { session, first, sent, faults };
}

test("a late error about a loop that has ended does not replace the connection", () => {
  const { session, first, faults } = start();
  const error = { type: "error", id: 1, error: "Cannot go on", code: "internal" } as const;
  session.take(error);
  expect(faults).toEqual(["The service failed: Cannot go on"]);
  session.leave(first);
  session.take(error);
  expect(faults).toHaveLength(1);
});

test("a session that has ended sends nothing of what still waited for its turn", () => {
  const limits = { messagesPerSec: 200, messageBurst: 2 };
  vi.useFakeTimers();
  try {
    const [ended, lasting] = [start(limits), start(limits)];
    for (const { session } of [ended, lasting]) session.ask(subscription());
    expect([ended.sent.length, lasting.sent.length]).toEqual([1, 1]);
    ended.session.end();
    vi.advanceTimersByTime(1_000);
    expect([ended.sent.length, lasting.sent.length]).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});
