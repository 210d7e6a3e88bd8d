import { expect, test, vi } from "bun:test";
import { startConversation } from "../../../../../app/client/typescript/stream/conversation.ts";
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
  ...{ replaysPerIp: 0, replayWindows: 0, replayGames: 0, replayFrames: 0 },
};

/** A conversation of one subscription, what it sent, and the faults that it reported. */
function start(limits = {}) {
  const sent: Array<string> = [];
  const faults: Array<string> = [];
  const first = subscription();
  const conversation = startConversation({
    hello: { ...hello, limits: { ...NO_LIMITS, ...limits } },
    subscriptions: new Set([first]),
    send: (text) => void sent.push(text),
    onFault: (reason) => void faults.push(reason),
  });
  return { conversation, first, sent, faults };
}

test("a late error about a loop that has ended does not replace the connection", () => {
  const { conversation, first, faults } = start();
  const error = { type: "error", id: 1, error: "Cannot go on", code: "internal" } as const;
  conversation.take(error);
  expect(faults).toEqual(["The service failed: Cannot go on"]);
  conversation.leave(first);
  conversation.take(error);
  expect(faults).toHaveLength(1);
});

test("a conversation that has ended sends nothing of what still waited for its turn", () => {
  const limits = { messagesPerSec: 200, messageBurst: 2 };
  vi.useFakeTimers();
  try {
    const [ended, lasting] = [start(limits), start(limits)];
    for (const { conversation } of [ended, lasting]) conversation.ask(subscription());
    expect([ended.sent.length, lasting.sent.length]).toEqual([1, 1]);
    ended.conversation.end();
    vi.advanceTimersByTime(1_000);
    expect([ended.sent.length, lasting.sent.length]).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});
