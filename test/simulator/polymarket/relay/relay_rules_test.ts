import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { startRelayPulse } from "../../../../app/simulator/polymarket/relay/relay_pulse.ts";
import { makeStillClock, ms, start } from "../../kit/support.ts";
import { averageOf, openRelay, TRIO, trioOf, TWAP } from "./relay_client.ts";

/** What the relay's documentation says, and its adapter never does. */
const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const relay = start("relay", clock);
afterAll(() => relay.stop());

const open = () => openRelay(relay);
const openAuthed = async () => {
  const client = await open();
  expect((await client.ask({ op: "auth", auth: TRIO })).op).toBe("authed");
  return client;
};

test.each([
  ["nothing", undefined],
  ["two parts of it", { apiKey: TRIO.apiKey, secret: TRIO.secret }],
  ["another's secret", { ...TRIO, secret: trioOf("0x02").secret }],
  ["another passphrase", { ...TRIO, passphrase: "x" }],
])("the relay refuses %s for a key, and asks for one before a channel", async (_, auth) => {
  const client = await open();
  const refused = { op: "error", code: "auth_required", channel: TWAP };
  expect(await client.ask({ op: "auth", auth })).toMatchObject({ code: "auth_invalid" });
  expect(await client.ask({ op: "subscribe", ...averageOf("btcusd") })).toMatchObject(refused);
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
  test("by the ninth frame of authentication", async () => {
    const client = await open();
    for (let i = 1; i <= 8; i++) await client.ask({ op: "auth" });
    expect((await client.ask({ op: "auth", auth: TRIO })).code).toBe("auth_attempts");
    expect(await client.closed).toBe(4008);
  });

  test("by the 65th pair, of which a repeated one is none", async () => {
    const client = await openAuthed();
    const items = Array.from({ length: 64 }, (_, i) => averageOf("btcusd", 100 + i));
    client.sendFrame({ op: "subscribe", subscriptions: [...items, ...items] });
    expect((await client.ask({ op: "unsubscribe", ...items[0] })).op).toBe("unsubscribed");
    expect((await client.ask({ op: "subscribe", ...items[0] })).op).toBe("subscribed");
    expect((await client.ask({ op: "subscribe", ...averageOf("btcusd") })).code).toBe("sub_limit");
    expect(await client.closed).toBe(4008);
  });

  test("by the 21st frame of subscriptions in a second", async () => {
    const client = await openAuthed();
    clock.set(clock.nowMs() + 1_000);
    for (let i = 0; i < 20; i++) {
      expect((await client.ask({ op: "unsubscribe", ...averageOf("ethusd") })).code)
        .toBeUndefined();
    }
    expect((await client.ask({ op: "unsubscribe", ...averageOf("ethusd") })).code)
      .toBe("rate_limited");
    expect(await client.closed).toBe(4008);
  });

  test("by a frame of more than 64 KB", async () => {
    const client = await open();
    client.send(`{"op":"ping","rid":"${"ü".repeat(32 * 1024)}"}`);
    expect(await client.closed).toBe(1009);
  });

  describe("by the second missed ping", () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    test.each([["even ones", 2, []], ["none", Infinity, [4002]]])(
      "of a client that answers %s",
      (_, every, closed) => {
        let pings = 0;
        const closes: number[] = [];
        const pulse = startRelayPulse({
          ping: () => ++pings % every === 0 && pulse.ponged(),
          close: (code) => void closes.push(code),
        });
        jest.advanceTimersByTime(75_000);
        expect(closes).toEqual(closed);
        pulse.stop();
      },
    );
  });
});
