import { afterAll, describe, expect, jest, test } from "bun:test";
import { startRelayPulse } from "../../../../app/simulator/polymarket/relay/relay_pulse.ts";
import { makeStillClock, ms, start } from "../../kit/support.ts";
import { averageOf, openRelay, TRIO, trioOf, TWAP } from "./relay_client.ts";

/** What the relay's documentation says, and its adapter never does. */
const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const relay = start("relay", clock);
afterAll(() => relay.stop());

const openAuthed = async () => {
  const client = await openRelay(relay);
  await client.ask({ op: "auth", auth: TRIO });
  return client;
};

test.each([
  ["nothing", undefined],
  ["two parts of it", { apiKey: TRIO.apiKey, secret: TRIO.secret }],
  ["another's secret", { ...TRIO, secret: trioOf("0x02").secret }],
  ["another passphrase", { ...TRIO, passphrase: "x" }],
])("the relay refuses %s for a key, and asks for one before a channel", async (_, auth) => {
  const client = await openRelay(relay);
  expect((await client.ask({ op: "auth", auth })).code).toBe("auth_invalid");
  expect((await client.ask({ op: "subscribe", ...averageOf("btcusd") })).code)
    .toBe("auth_required");
});

test.each([
  ["bad_op", { op: "hello" }],
  ["bad_op", { op: "subscribe", subscriptions: {} }],
  ["bad_channel", { op: "subscribe", channel: "price.gold", filter: {} }],
  ["bad_filter", { op: "subscribe", channel: TWAP, filter: null }],
  ["bad_filter", { op: "subscribe", channel: TWAP, filter: { symbol: "btcusd" } }],
  ["bad_filter", { op: "subscribe", ...averageOf("BTCUSD") }],
  ["bad_filter", { op: "unsubscribe", ...averageOf("goldusd") }],
])("the relay answers %s to %j", async (code, frame) => {
  expect(await (await openAuthed()).ask(frame)).toMatchObject({ op: "error", code });
});

describe("a connection to the relay is closed", () => {
  const pairs = Array.from({ length: 64 }, (_, i) => averageOf("btcusd", 100 + i));

  test.each<[string, ReadonlyArray<object>, object, string]>([
    ["ninth frame of authentication", Array(7).fill({ op: "auth" }), {
      op: "auth",
      auth: TRIO,
    }, "auth_attempts"],
    [
      "65th pair, of which a repeated one is none",
      [
        { op: "subscribe", subscriptions: [...pairs, ...pairs] },
        { op: "unsubscribe", ...pairs[0] },
        { op: "subscribe", ...pairs[0] },
      ],
      { op: "subscribe", ...averageOf("btcusd") },
      "sub_limit",
    ],
    [
      "21st frame of subscriptions in a second",
      Array(20).fill({ op: "unsubscribe", ...averageOf("ethusd") }),
      { op: "unsubscribe", ...averageOf("ethusd") },
      "rate_limited",
    ],
  ])("by the %s", async (_, frames, last, code) => {
    const client = await openAuthed();
    for (const frame of frames) client.sendFrame(frame);
    expect((await client.ask(last)).code).toBe(code);
    expect(await client.closed).toBe(4008);
  });

  test("by a frame of more than 64 KB", async () => {
    const client = await openRelay(relay);
    client.send(`{"op":"ping","rid":"${"ü".repeat(32 * 1024)}"}`);
    expect(await client.closed).toBe(1009);
  });

  test.each([["even ones", 2, []], ["none", Infinity, [4002]]])(
    "by the second missed ping of a client that answers %s",
    (_, every, closed) => {
      jest.useFakeTimers();
      let pings = 0;
      const closes: number[] = [];
      const pulse = startRelayPulse({
        ping: () => ++pings % every === 0 && pulse.ponged(),
        close: (code) => void closes.push(code),
      });
      jest.advanceTimersByTime(75_000);
      pulse.stop();
      jest.useRealTimers();
      expect(closes).toEqual(closed);
    },
  );
});
