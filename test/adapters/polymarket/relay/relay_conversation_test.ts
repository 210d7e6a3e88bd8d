import { describe, expect, test } from "bun:test";
import { type Asset, ASSETS } from "../../../../core/market/mod.ts";
import { NOW_SEC, snapshotText, updateText } from "./relay_texts.ts";
import { CREDENTIALS, makePlayedConversation } from "./conversation_world.ts";

const VALUE = 87_648_210_000_000_000_000_001n;
type World = ReturnType<typeof makePlayedConversation>;

/** A conversation that has its first snapshots, numbers 1 to 7. */
function running(): World {
  const world = makePlayedConversation({ isDoubting: false });
  world.authed();
  for (const [at, asset] of ASSETS.entries()) sendSnapshot(world, asset, at + 1);
  return world;
}

function sendSnapshot(world: World, asset: Asset, seq: number) {
  const points = [{ sec: world.nowSec() - 1, valueE18: VALUE }];
  return world.receive(snapshotText({ asset, seq, points }));
}

function sendUpdate(world: World, seq: number, asset: Asset = "btc") {
  return world.receive(updateText({ asset, seq, sec: world.nowSec(), valueE18: VALUE }));
}

/** Acknowledges a pair of what was asked for last. */
function acknowledge(world: World) {
  const rid = world.sent.findLast(({ op }) => op === "subscribe")?.rid;
  world.receive({ op: "subscribed", channel: "price.crypto.twap", rid });
}

/** Lets seconds pass, each with an update of these assets, from a number on. Returns the last. */
function passSec(
  world: World,
  count: number,
  { assets = ASSETS, seq = 0 }: { readonly assets?: ReadonlyArray<Asset>; readonly seq?: number },
): number {
  for (let sec = 0; sec < count; sec++) {
    world.pass(1_000);
    for (const asset of assets) sendUpdate(world, ++seq, asset);
  }
  return seq;
}

const asksOf = ({ sent }: World) => sent.filter(({ op }) => op === "subscribe").length;

describe("makeRelayConversation()", () => {
  test("authenticates first, and sends nothing else before the venue accepts it", () => {
    const world = makePlayedConversation({ isDoubting: false });
    expect(world.sent).toMatchObject([{
      op: "auth",
      auth: {
        apiKey: CREDENTIALS.apiKey,
        secret: "the secret",
        passphrase: "the passphrase",
      },
    }]);
    world.pass(4_500);
    expect(world.sent).toHaveLength(1);
    expect(world.ends).toEqual([]);
    world.pass(500);
    expect(world.ends).toEqual([["trouble", "the relay did not answer the credentials"]]);
  });

  test("subscribes to the sixty seconds' average of all seven in one frame", () => {
    const world = makePlayedConversation({ isDoubting: false });
    world.authed();
    world.authed();
    expect(world.sent).toHaveLength(2);
    expect(world.sent[1]).toMatchObject({
      op: "subscribe",
      subscriptions: ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"].map((asset) => ({
        channel: "price.crypto.twap",
        filter: { symbol: `${asset}usd`, window_seconds: 60 },
      })),
    });
  });

  test.each(
    [
      ["auth_invalid", "refused"],
      ["rate_limited", "policy"],
      ["sub_limit", "policy"],
      ["auth_attempts", "policy"],
      ["auth_expired", "trouble"],
      ["auth_unavailable", "trouble"],
      ["auth_required", "trouble"],
    ] as const,
  )("ends at %s, as %s", (code, fault) => {
    const world = running();
    world.receive({ op: "error", code });
    expect(world.ends).toMatchObject([[fault, expect.anything()]]);
  });

  test.each(["bad_op", "came_later"])("continues after %s", (code) => {
    const world = running();
    world.receive({ op: "error", code });
    world.receive({ op: "came_later" });
    world.receive({ channel: "price.crypto", seq: 1, payload: {} });
    world.pass(10_000);
    expect(world.ends).toEqual([]);
    expect(world.complaints).toEqual([`error code ${code}`]);
  });

  test("ends where no subscription is acknowledged, and stays away where all are refused", () => {
    for (const fault of ["trouble", "policy"] as const) {
      const world = makePlayedConversation({ isDoubting: false });
      world.authed();
      if (fault === "policy") world.receive({ op: "error", code: "bad_filter", rid: "s1" });
      world.pass(4_000);
      expect(world.ends).toMatchObject([[fault, expect.anything()]]);
    }
  });

  test("asks for all pairs again when a number is missing, once in five seconds", () => {
    const world = running();
    sendUpdate(world, 8);
    world.pass(5_000);
    expect(asksOf(world)).toBe(1);
    sendUpdate(world, 10);
    expect(asksOf(world)).toBe(2);
    expect(world.sent.slice(-2).map(({ op }) => op)).toEqual(["unsubscribe", "subscribe"]);
    expect(world.lastAsked()).toEqual([...ASSETS]);
    for (const [at, asset] of ASSETS.entries()) sendSnapshot(world, asset, at + 11);
    sendUpdate(world, 20);
    world.pass(4_750);
    expect(asksOf(world)).toBe(2);
    world.pass(250);
    expect(asksOf(world)).toBe(3);
  });

  test("subscribes to all pairs again when the venue reports dropped ones", () => {
    const world = running();
    world.pass(5_000);
    const text = updateText({ asset: "btc", seq: 8, sec: world.nowSec(), valueE18: VALUE });
    world.receive(text.replace('"seq":8', '"seq":8,"dropped":2'));
    expect(asksOf(world)).toBe(2);
  });

  test("ends when it is sent no snapshot of what it asked for again", () => {
    const world = running();
    world.pass(5_000);
    sendUpdate(world, 9);
    for (let at = 0; at < 7; at++) acknowledge(world);
    world.pass(4_000);
    expect(world.ends).toEqual([["trouble", "the relay sent no snapshot"]]);
  });

  test("continues with a venue that sends no snapshots", () => {
    const world = makePlayedConversation({ isDoubting: false });
    world.authed();
    let seq = 0;
    for (let sec = 0; sec < 30; sec++) {
      acknowledge(world);
      seq = passSec(world, 1, { seq: seq + (sec === 15 ? 1 : 0) });
    }
    expect(world.ends).toEqual([]);
  });

  test("continues without an unknown asset, and asks for it rarely", () => {
    const world = makePlayedConversation({ isDoubting: false });
    world.authed();
    const assets = ASSETS.filter((asset) => asset !== "hype");
    for (const [at, asset] of assets.entries()) sendSnapshot(world, asset, at + 1);
    passSec(world, 125, { assets, seq: assets.length });
    expect(world.ends).toEqual([]);
    expect(asksOf(world)).toBe(3);
    expect(world.lastAsked()).toEqual(["hype"]);
  });

  test("asks again for an asset that has fallen quiet, and then for all", () => {
    const world = running();
    const assets = ASSETS.filter((asset) => asset !== "sol");
    let seq = passSec(world, 20, { assets, seq: ASSETS.length });
    expect(asksOf(world)).toBe(2);
    expect(world.lastAsked()).toEqual(["sol"]);
    seq = passSec(world, 5, { assets, seq });
    expect(asksOf(world)).toBe(3);
    expect(world.lastAsked()).toEqual([...ASSETS]);
    for (const asset of assets) sendSnapshot(world, asset, ++seq);
    passSec(world, 10, { assets, seq });
    expect(world.ends).toEqual([]);
  });

  test("reports what it cannot use, and continues", () => {
    const world = running();
    expect(world.receive('{"v":1,"channel":"price.cry')).toBe(false);
    const other = updateText(
      { asset: "btc", seq: 8, sec: NOW_SEC, valueE18: VALUE },
      { source: "pyth" },
    );
    expect(world.receive(other)).toBe(false);
    expect(world.receive({ op: "pong", rid: "p1" })).toBe(false);
    expect(sendUpdate(world, 9)).toBe(true);
    // It is known now.
    expect(sendUpdate(world, 10)).toBe(false);
    expect(world.complaints).toHaveLength(2);
    expect(world.ends).toEqual([]);
    expect(world.events.filter(({ kind }) => kind === "point")).toHaveLength(8);
  });
});
