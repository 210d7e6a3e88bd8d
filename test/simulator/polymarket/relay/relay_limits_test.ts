import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { refusal } from "../../kit/socket_client.ts";
import { control, get, makeStillClock, ms, start } from "../../kit/support.ts";
import { averageOf, openRelay, TRIO } from "./relay_client.ts";

const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const relay = start("relay", clock);
afterAll(() => relay.stop());
afterEach(async () => {
  await control(`${relay.url}/__sockets`, "DELETE");
  await control(`${relay.url}/__faults`, "DELETE");
});
const open = () => openRelay(relay);
const post = (path: string, body?: object) => control(`${relay.url}${path}`, "POST", body ?? {});
const PUBLIC = { channel: "price.polymarket", filter: { asset_id: "1" } };

describe("limits of a connection", () => {
  test("64 pairs; the 65th closes, an existing one does not", async () => {
    const client = await open();
    const items = Array.from(
      { length: 64 },
      (_, i) => ({ ...PUBLIC, filter: { asset_id: `${i}` } }),
    );
    client.sendFrame({ op: "subscribe", subscriptions: [...items, ...items] });
    await client.untilAll((frames) => frames.length === 128);
    expect(client.all().every(({ op }) => op === "subscribed")).toBe(true);
    expect((await client.ask({ op: "unsubscribe", ...items[0] })).op).toBe("unsubscribed");
    expect((await client.ask({ op: "subscribe", ...PUBLIC, filter: { asset_id: "x" } })).op)
      .toBe("subscribed");
    expect((await client.ask({ op: "subscribe", ...items[0] })).code).toBe("sub_limit");
    expect(await client.closed).toBe(4008);
  });

  test("20 subscribe or unsubscribe frames a second; a list is one of them", async () => {
    const client = await open();
    for (let i = 0; i < 40; i++) {
      if (i === 20) clock.set(clock.nowMs() + 1_000);
      const op = i % 2 === 0 ? "subscribe" : "unsubscribe";
      expect((await client.ask({ op, subscriptions: [PUBLIC, PUBLIC] })).op).toBe(`${op}d`);
    }
    expect((await client.ask({ op: "ping" })).op).toBe("pong");
    expect((await client.ask({ op: "unsubscribe", ...PUBLIC })).code).toBe("rate_limited");
    expect(await client.closed).toBe(4008);
  });

  test("64 KB a frame, in bytes", async () => {
    const client = await open();
    const padded = (bytes: number) => {
      const [head, tail] = ['{"op":"ping","rid":"', '"}'];
      return head + "ü".repeat((bytes - head.length - tail.length) / 2) + tail;
    };
    client.send(padded(64 * 1024));
    await client.untilAll((frames) => frames[0]?.op === "pong");
    client.send(padded(64 * 1024 + 2));
    expect(await client.closed).toBe(1009);
  });
});

describe("a fault requested by a test", () => {
  test("a drain closes every socket with 4003, and new ones are accepted", async () => {
    const clients = [await open(), await open()];
    expect((await post("/__drain")).body).toEqual({ sockets: 2 });
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([4003, 4003]);
    expect((await (await open()).ask({ op: "ping" })).op).toBe("pong");
  });

  test("any code of the relay's own can close", async () => {
    const client = await open();
    expect((await post("/__close", { code: 4001 })).body).toEqual({ sockets: 1 });
    expect(await client.closed).toBe(4001);
    expect((await post("/__close", { code: 1006 })).status).toBe(400);
    expect((await post("/__close")).status).toBe(400);
  });

  test("errors are answered the requested number of times, or sent immediately", async () => {
    const client = await open();
    await post("/__error", { code: "auth_unavailable", op: "auth", times: 2 });
    for (const code of ["auth_unavailable", "auth_unavailable", undefined]) {
      expect((await client.ask({ op: "auth", auth: TRIO })).code).toBe(code as never);
    }
    await post("/__error", { code: "sub_later", op: "subscribe" });
    expect((await client.ask({ op: "subscribe", ...averageOf("btcusd") })).code).toBe("sub_later");
    expect((await client.ask({ op: "subscribe", ...averageOf("btcusd") })).op).toBe("subscribed");
    await post("/__error", { code: "auth_expired" });
    await client.untilAll((frames) => frames.some(({ code }) => code === "auth_expired"));
    expect((await client.ask({ op: "ping" })).op).toBe("pong");
    expect((await post("/__error", { code: "x", op: "ping" })).status).toBe(400);
  });

  test.each([429, 503])("a handshake's %i says when to retry", async (status) => {
    await post("/__faults", { match: "GET /ws", kind: "status", status, times: 1 });
    const refused = await refusal(`${relay.url}/ws`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([status, "2"]);
    const fault = { match: "GET /ws", kind: "status", status, times: 1, retry_after: 7 };
    await post("/__faults", fault);
    expect((await refusal(`${relay.url}/ws`)).headers.get("retry-after")).toBe("7");
  });

  test("other paths have no socket, and there is nothing to get", async () => {
    expect((await refusal(`${relay.url}/`)).status).toBe(404);
    expect((await get(`${relay.url}/ws`)).status).toBe(404);
  });
});
