import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { Redacted } from "effect";
import { l1Headers } from "../../../../adapters/polymarket/clob/l1_auth.ts";
import { l2Headers } from "../../../../adapters/polymarket/clob/l2_auth.ts";
import { type ApiKey } from "../../../../app/simulator/polymarket/clob/api_keys.ts";
import { makeSharedParts } from "../../../../app/simulator/shared_parts.ts";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { DEV_ADDRESS, devKey } from "../../../adapters/polymarket/clob/dev_wallet.ts";
import { control, makeStillClock, ms, ORACLE_KEY } from "../../kit/support.ts";
import { averageOf, isSnapshot, openRelay, TRIO, trioOf, TWAP } from "./relay_client.ts";

const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const parts = makeSharedParts(makeWorld(1));
const options = { seed: 1, clock, oracleKey: ORACLE_KEY, ...parts };
const relay = startSimulator("relay", options);
const book = startSimulator("venue-orders", options);
afterAll(() => Promise.all([relay.stop(), book.stop()]));
afterEach(async () => {
  await control(`${relay.url}/__sockets`, "DELETE");
  await control(`${relay.url}/__faults`, "DELETE");
});
const open = () => openRelay(relay);
const openAuthed = async () => {
  const client = await open();
  expect(await client.ask({ op: "auth", auth: TRIO })).toEqual(
    { op: "authed", rid: "q1" } as never,
  );
  return client;
};
const PUBLIC = { channel: "price.polymarket", filter: { asset_id: "1" } };

describe("the client's identity", () => {
  test("the venue's own credentials are accepted, repeatedly", async () => {
    const client = await openAuthed();
    expect((await client.ask({ op: "auth", auth: trioOf("0x02") })).op).toBe("authed");
  });

  test.each([
    ["no credentials", undefined],
    ["a part is missing", { apiKey: TRIO.apiKey, secret: TRIO.secret }],
    ["another secret", { ...TRIO, secret: trioOf("0x02").secret }],
    ["another passphrase", { ...TRIO, passphrase: "x" }],
    ["a list", [TRIO.apiKey, TRIO.secret, TRIO.passphrase]],
    ["a number", { ...TRIO, secret: 1 }],
  ])("%s: refused, and the socket stays open", async (_, auth) => {
    const client = await open();
    const refused = { op: "error", code: "auth_invalid", rid: "q1" };
    expect(await client.ask({ op: "auth", auth })).toEqual(refused as never);
    expect((await client.ask({ op: "auth", auth: TRIO })).op).toBe("authed");
  });

  test("a key that the venue has revoked is refused, and one in use expires", async () => {
    const nowSec = Math.floor(clock.nowMs() / 1_000);
    const signed = { address: DEV_ADDRESS, timestampSec: nowSec, nonce: 0 };
    const headers = await l1Headers(signed, devKey());
    const created = await fetch(`${book.url}/auth/api-key`, { method: "POST", headers });
    const auth = await created.json() as ApiKey;
    const client = await open();
    expect((await client.ask({ op: "auth", auth })).op).toBe("authed");
    const [secret, passphrase] = [Redacted.make(auth.secret), Redacted.make(auth.passphrase)];
    const revoked = await fetch(`${book.url}/auth/api-key`, {
      method: "DELETE",
      headers: l2Headers({ method: "DELETE", path: "/auth/api-key", timestampSec: nowSec }, {
        address: DEV_ADDRESS,
        credentials: { apiKey: auth.apiKey, secret, passphrase },
      }),
    });
    expect(revoked.status).toBe(200);
    expect((await client.ask({ op: "subscribe", ...averageOf("btcusd") })).code)
      .toBe("auth_expired");
    expect((await client.ask({ op: "auth", auth })).code).toBe("auth_invalid");
    expect((await client.ask({ op: "subscribe", ...PUBLIC })).op).toBe("subscribed");
  });

  test("the ninth auth frame closes, whatever the first eight were", async () => {
    const client = await open();
    for (let i = 1; i <= 4; i++) {
      expect((await client.ask({ op: "auth", auth: TRIO })).op).toBe("authed");
      expect((await client.ask({ op: "auth" })).code).toBe("auth_invalid");
    }
    expect((await client.ask({ op: "auth", auth: TRIO })).code).toBe("auth_attempts");
    expect(await client.closed).toBe(4008);
  });

  test("only the venue's own prices are public", async () => {
    const client = await open();
    const item = { filter: { symbol: "btcusd", window_seconds: 60 } };
    for (const channel of [TWAP, "price.crypto", "price.equity"]) {
      expect(await client.ask({ op: "subscribe", channel, ...item }))
        .toMatchObject({ op: "error", code: "auth_required", channel });
    }
    expect((await client.ask({ op: "subscribe", ...PUBLIC })).op).toBe("subscribed");
  });
});

describe("the client's subscriptions", () => {
  test("one item at the top, or a list: each is acknowledged with the frame's rid", async () => {
    const client = await openAuthed();
    expect(await client.ask({ op: "subscribe", ...averageOf("ethusd") }))
      .toEqual({ op: "subscribed", channel: TWAP, rid: "q2" } as never);
    const equity = { channel: "price.equity", filter: { symbol: "aapl" } };
    client.sendFrame({ op: "subscribe", rid: "s", subscriptions: [averageOf("btcusd"), equity] });
    await client.untilAll((frames) => frames.filter(({ rid }) => rid === "s").length === 2);
    expect(client.all().filter(({ rid }) => rid === "s").map(({ channel }) => channel))
      .toEqual([TWAP, "price.equity"]);
  });

  test("without an rid the answer has none", async () => {
    const client = await open();
    client.sendFrame({ op: "subscribe", ...PUBLIC });
    client.sendFrame({ op: "ping" });
    await client.untilAll((frames) => frames.length === 2);
    expect(client.texts).toEqual([
      '{"op":"subscribed","channel":"price.polymarket"}',
      '{"op":"pong"}',
    ]);
  });

  test("a bad item of a list does not affect the others", async () => {
    const client = await openAuthed();
    const items = [{ channel: "price.gold", filter: {} }, 7, averageOf("btcusd")];
    client.sendFrame({ op: "subscribe", rid: "s", subscriptions: items });
    await client.untilAll((frames) => frames.some(isSnapshot));
    expect(client.all().slice(1, 4).map(({ op, code, channel }) => [op, code, channel])).toEqual([
      ["error", "bad_channel", "price.gold"],
      ["error", "bad_channel", undefined],
      ["subscribed", undefined, TWAP],
    ]);
  });

  test.each([
    ["text", "btcusd"],
    ["a list", ["btcusd"]],
    ["null", null],
    ["nothing", undefined],
    ["no symbol", { window_seconds: 60 }],
    ["an unknown symbol", { symbol: "goldusd", window_seconds: 60 }],
    ["capitals", { symbol: "BTCUSD", window_seconds: 60 }],
    ["no window", { symbol: "btcusd" }],
    ["a window as text", { symbol: "btcusd", window_seconds: "60" }],
  ])("a filter that is %s is bad", async (_, filter) => {
    const client = await openAuthed();
    expect(await client.ask({ op: "subscribe", channel: TWAP, filter }))
      .toMatchObject({ op: "error", code: "bad_filter", channel: TWAP });
  });

  test.each([
    "",
    "PING",
    "[]",
    "7",
    '{"op":7}',
    '{"op":"hello"}',
    '{"op":"subscribe","subscriptions":{}}',
  ])("%j is a bad op", async (text) => {
    const client = await open();
    client.send(text);
    await client.untilAll((frames) => frames.length === 1);
    expect(client.all()).toEqual([{ op: "error", code: "bad_op" } as never]);
  });

  test("each pair of the eight symbols has one snapshot, empty unless of 60 s", async () => {
    const client = await openAuthed();
    const symbols = ["btc", "eth", "sol", "xrp", "doge", "hype", "bnb", "zec"].map((a) =>
      `${a}usd`
    );
    const items = [...symbols.map((symbol) => averageOf(symbol)), averageOf("btcusd", 30)];
    client.sendFrame({ op: "subscribe", subscriptions: items });
    await client.untilAll((frames) => frames.filter(isSnapshot).length === items.length);
    const snapshots = client.all().filter(isSnapshot);
    expect(snapshots.map(({ seq }) => seq)).toEqual(items.map((_, i) => i + 1));
    for (const [i, { payload }] of snapshots.entries()) {
      const { symbol, window_seconds } = items[i]?.filter ?? { symbol: "", window_seconds: 0 };
      expect(payload).toMatchObject({ symbol, window_seconds, source: "chainlink" });
      if (symbol === "zecusd" || window_seconds !== 60) expect(payload.data).toEqual([]);
      else expect(payload.data.length).toBeGreaterThan(90);
    }
  });

  test("an existing pair has no second snapshot, a resubscribed one has", async () => {
    const client = await openAuthed();
    const item = averageOf("btcusd");
    // The order of a filter's fields does not make another pair.
    const same = { channel: TWAP, filter: { window_seconds: 60, symbol: "btcusd" } };
    const subscribed = async (each: object) => (await client.ask({ op: "subscribe", ...each })).op;
    const snapshots = async () => {
      await client.roundTrip();
      return client.all().filter(isSnapshot).length;
    };
    expect([await subscribed(item), await snapshots()]).toEqual(["subscribed", 1]);
    expect([await subscribed(same), await snapshots()]).toEqual(["subscribed", 1]);
    expect(await client.ask({ op: "unsubscribe", ...same }))
      .toMatchObject({ op: "unsubscribed", channel: TWAP });
    expect([await subscribed(item), await snapshots()]).toEqual(["subscribed", 2]);
  });
});
