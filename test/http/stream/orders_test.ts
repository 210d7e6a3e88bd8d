import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Option } from "effect";
import type { ChainAction } from "../../../core/chain/mod.ts";
import { KEY_KNOWN_MS } from "../../../core/use_case/account/mod.ts";
import { FRAMES_KEPT } from "../../../core/port/wallet_frames.ts";
import type { StoredFill } from "../../../core/port/stored_fill.ts";
import { MOVED, newAction, newPairAction, UNSIGNED } from "../../contract/chain_fixture.ts";
import { newOrder, newOrderId, NOON_MS } from "../../contract/order_fixture.ts";
import { NOW_MS } from "../edge/test_server.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import type { StreamClient } from "../../stage/stream_client.ts";
import { startStreamServer } from "./stream_server.ts";

const WALLET = "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5a";
const OTHER = "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5b";
const FOREIGN = "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5c";
const topicOf = (walletId: string) => `orders:${walletId}`;

let keys: Awaited<ReturnType<typeof keyedServer>>;
let server: Awaited<ReturnType<typeof startStreamServer>>;
let bot: StreamClient;
let key: Awaited<ReturnType<(typeof keys)["issue"]>>;
let ticks: Array<() => void>;
let stopwatchMs: number;
beforeEach(async () => {
  [ticks, stopwatchMs] = [[], 0];
  keys = await keyedServer();
  key = await keys.issue(["read"]);
  server = await startStreamServer({
    checkKey: keys.checkKey,
    ownerOf: (walletId) => walletId === FOREIGN ? "somebody" : ACCOUNT.id,
    stopwatchMs: () => stopwatchMs,
    every: (run) => {
      ticks.push(run);
      return () => {};
    },
  });
  bot = await server.connect();
});
afterEach(() => server.stop());

const subscribe = (more: Readonly<Record<string, unknown>> = {}) => ({
  op: "subscribe",
  channel: "orders",
  key: key.text,
  wallets: [WALLET],
  ...more,
});
const orderOf = (walletId: string) => {
  const { body: _, ...order } = newOrder({ accountId: ACCOUNT.id, walletId }).order;
  return { kind: "order", walletId, order } as const;
};
const fillOf = (walletId: string) => {
  const { order } = newOrder({ accountId: ACCOUNT.id, walletId });
  const fill: StoredFill = {
    walletId,
    instruction: order.instruction,
    feeRate: Option.none(),
    settledMs: Option.none(),
    tradeId: "t",
    orderId: newOrderId(),
    role: "maker",
    priceE6: 530_000n,
    sharesE6: 1_000_001n,
    state: "mined",
    tx: Option.none(),
    matchedMs: NOON_MS,
  };
  return { kind: "fill", walletId, fill } as const;
};

describe("orders and fills", () => {
  test("come as their lists have them, to the followers of their wallet", async () => {
    bot.send(subscribe({ id: 1 }));
    expect(await bot.next("subscribed")).toEqual({
      type: "subscribed",
      id: 1,
      channel: "orders",
      topics: [topicOf(WALLET)],
      seqs: { [topicOf(WALLET)]: 0 },
    });
    const [order, fill] = [orderOf(WALLET), fillOf(WALLET)];
    server.changeWallets([orderOf(OTHER), fill, order]);
    expect(await bot.next("order")).toMatchObject({
      topic: topicOf(WALLET),
      seq: 2,
      order: { id: order.order.id, order_id: order.order.state.orderId, state: "sent" },
    });
    expect(bot.of(topicOf(WALLET))[0]).toMatchObject({
      type: "fill",
      seq: 1,
      fill: { order_id: fill.fill.orderId, state: "mined", shares: 1.000001, price: 0.53 },
    });
    expect(bot.of(topicOf(OTHER))).toEqual([]);
  });

  test("are followed by claims, splits and merges, as answers have them", async () => {
    bot.send(subscribe());
    await bot.next("subscribed");
    const [claim, split] = [newAction(WALLET), newPairAction(WALLET)];
    const actions: ReadonlyArray<ChainAction> = [
      { ...claim, ...UNSIGNED, state: "confirmed", moved: Option.some(MOVED) },
      { ...split, ...UNSIGNED },
      { ...split, ...UNSIGNED, kind: "merge", state: "failed", why: Option.some("no") },
    ];
    server.changeWallets(
      actions.map((action) => ({ kind: action.kind, walletId: WALLET, action })),
    );
    expect(await bot.next("merge")).toMatchObject({ merge: { kind: "merge", state: "failed" } });
    expect(bot.of(topicOf(WALLET))).toMatchObject([
      { type: "claim", seq: 1, claim: { id: claim.id, state: "confirmed", usdc: 1.000001 } },
      { type: "split", seq: 2, split: { id: split.id, state: "sent", usdc: null } },
      { type: "merge", seq: 3, merge: { why: "no" } },
    ]);
  });

  test("go on after any seq of the store, and what is kept no more is a gap", async () => {
    server.changeWallets(Array.from({ length: FRAMES_KEPT + 3 }, () => orderOf(WALLET)));
    bot.send(subscribe({ since: FRAMES_KEPT + 1 }));
    await bot.until(() => bot.of(topicOf(WALLET)).length === 2);
    expect(bot.of(topicOf(WALLET)).map(({ seq }) => seq)).toEqual([1_002, 1_003]);
    bot.send(subscribe({ since: 1 }));
    await bot.next("gap");
    await bot.until(() => bot.of(topicOf(WALLET)).length === FRAMES_KEPT + 3);
    const again = bot.of(topicOf(WALLET)).slice(2);
    expect(again[0]).toMatchObject({ fromSeq: 2, toSeq: 3, reason: "replay_limit" });
    expect(again.slice(1).map(({ seq }) => seq)).toEqual(
      Array.from({ length: FRAMES_KEPT }, (_, at) => at + 4),
    );
    server.changeWallets([orderOf(WALLET)]);
    await bot.until(() => bot.of(topicOf(WALLET)).at(-1)?.["seq"] === FRAMES_KEPT + 4);
    expect(bot.of(topicOf(WALLET))).toHaveLength(FRAMES_KEPT + 4);
  });

  test("end with unsubscribe, and begin again where they are by then", async () => {
    bot.send(subscribe());
    await bot.next("subscribed");
    bot.send({ op: "unsubscribe", channel: "orders", wallets: [WALLET] });
    await bot.next("unsubscribed");
    server.changeWallets([orderOf(WALLET)]);
    bot.send(subscribe());
    expect((await bot.next("subscribed", 2))["seqs"]).toEqual({ [topicOf(WALLET)]: 1 });
    server.changeWallets([orderOf(WALLET)]);
    expect(await bot.next("order")).toMatchObject({ seq: 2 });
  });

  test("are refused without a key, and of wallets that are not the account's", async () => {
    const refused: ReadonlyArray<readonly [object, string, string]> = [
      [{ key: undefined }, "unauthorized", "field key"],
      [{ key: (await keys.issue(["trade"])).text }, "forbidden", "with read"],
      [{ wallets: [WALLET, FOREIGN] }, "forbidden", "GET /api/v1/account"],
      [{ since: 201 }, "bad_request", "without since"],
      [{ wallets: [] }, "bad_request", "list of the UUIDs"],
      [{ wallets: [WALLET, "w"] }, "bad_request", "list of the UUIDs"],
      [{ wallets: undefined }, "bad_request", "list of the UUIDs"],
    ];
    for (const [id, [more, code, hint]] of refused.entries()) {
      bot.send(subscribe({ ...more, id }));
      const error = await bot.next("error", id + 1);
      expect(error).toMatchObject({ id, code });
      expect(error["hint"]).toContain(hint);
    }
    server.changeWallets([orderOf(WALLET), orderOf(FOREIGN)]);
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "order")).toEqual([]);
  });

  test("end when their key is revoked, and nothing of them comes any more", async () => {
    bot.send(subscribe());
    await bot.next("subscribed");
    await keys.runPromise(keys.store.revokeKey(key.id, NOW_MS));
    keys.state.machineMs += KEY_KNOWN_MS + 1;
    stopwatchMs = 20_000;
    for (const tick of ticks) tick();
    expect(await bot.next("error")).toMatchObject({ code: "unauthorized" });
    server.changeWallets([orderOf(WALLET)]);
    await bot.roundTrip();
    expect(bot.of(topicOf(WALLET))).toEqual([]);
  });
});
