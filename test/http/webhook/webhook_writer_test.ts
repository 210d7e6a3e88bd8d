import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { layerWebhookWriter } from "../../../adapters/http/webhook/webhook_writer.ts";
import { WALLET_ID_EXAMPLE } from "../../../adapters/http/wire/order_id.ts";
import type { ChainAction } from "../../../core/chain/mod.ts";
import { SPEC_CALENDAR, windowContaining } from "../../../core/market/mod.ts";
import type { StoredFill } from "../../../core/port/stored_fill.ts";
import { type WebhookEvent, WebhookWriter } from "../../../core/port/webhook_writer.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { composeWindow, type SourcedNumber } from "../../../core/window/mod.ts";
import { conditionOf } from "../../condition.ts";
import { MOVED, newAction, UNSIGNED } from "../../contract/chain_fixture.ts";
import { newOrder, NOON_MS, REFUSED } from "../../contract/order_fixture.ts";
import { checkMessage } from "./check_message.ts";

const START_SEC = UnixSec(1_767_225_600);
const window = windowContaining(SPEC_CALENDAR, "5min", START_SEC);

/** The window when it was told of, with a close if that is known. */
const stateAt = (sec: number, close: SourcedNumber | null = null) =>
  composeWindow({
    asset: "btc",
    window,
    nowMs: sec * 1000,
    target: null,
    price: null,
    market: null,
    quoteOf: () => null,
    close,
    outcome: close && "up",
    resolution: null,
  });

/** Writes a message, which must be as documented. */
async function write(event: WebhookEvent) {
  const text = await Effect.runPromise(
    Effect.provide(
      WebhookWriter.use(({ write }) => Effect.succeed(write(event))),
      layerWebhookWriter,
    ),
  );
  expect(checkMessage(text)).toEqual([]);
  const { data, ...envelope } = JSON.parse(text);
  return { data, envelope };
}

describe("a message", () => {
  test("has the target of a window as the stream's frame has it", async () => {
    const { envelope, data } = await write({
      type: "window.opened",
      target: {
        kind: "target",
        topic: "targets:btc:5min",
        seq: START_SEC,
        asset: "btc",
        window,
        source: "venue_site",
        priceE18: 87_648_210_000_000_000_000_000n,
        isProvisional: true,
        publishedAtMs: 1_767_225_601_612,
      },
      state: stateAt(START_SEC + 2),
    });
    expect(envelope).toEqual({ type: "window.opened", timestamp: "2026-01-01T00:00:00.000Z" });
    expect(data).toMatchObject({
      price: 87_648.21,
      provisional: true,
      delayMs: 1_612,
      window: { slug: "btc-updown-5m-1767225600", seconds_left: 298, market: null },
    });
    expect(data).not.toHaveProperty("type");
  });

  test("has a closed window as the history has it, and null for what is not known", async () => {
    const closed = { asset: "btc", window, isFinal: true } as const;
    const known = await write({
      type: "window.closed",
      closed: {
        ...closed,
        target: Option.some({ priceE18: 10n ** 18n, source: "oracle_twap" }),
        closeE18: Option.some(2n * 10n ** 18n),
        outcome: Option.some("up"),
      },
      state: stateAt(window.endSec + 2, {
        priceE18: 2n * 10n ** 18n,
        source: "oracle_twap",
        atMs: null,
      }),
    });
    expect(known.envelope).toEqual({
      type: "window.closed",
      timestamp: "2026-01-01T00:05:00.000Z",
    });
    expect(known.data).toMatchObject({
      asset: "btc",
      marketType: "5min",
      provider: "oracle",
      datapoint: { source: "oracle_twap", price: 1 },
      outcomeMeta: { closePrice: 2, outcome: "up", final: true },
      window: { close: { price: 2 }, outcome: "up" },
    });
    const unknown = await write({
      type: "window.closed",
      closed: {
        ...closed,
        isFinal: false,
        target: Option.none(),
        closeE18: Option.none(),
        outcome: Option.none(),
      },
      state: stateAt(window.endSec + 2),
    });
    expect(unknown.data).toMatchObject({
      datapoint: null,
      outcomeMeta: { closePrice: null, outcome: null, final: false },
    });
  });

  test("has both amounts of a position that differs, and its own moves alone", async () => {
    const position = { tokenId: "11", conditionId: conditionOf(1), sharesE6: 10_000_000n };
    const entry = {
      id: "t1:0x1",
      kind: "split",
      atMs: NOON_MS,
      settledMs: NOON_MS,
      conditionId: position.conditionId,
      isFinal: true,
      moves: [
        { tokenId: "11", sharesE6: 10_000_000n, usdcE6: -5_000_000n },
        { tokenId: "22", sharesE6: 10_000_000n, usdcE6: -5_000_000n },
      ],
      feeE6: 0n,
      tx: "0xab",
    } as const;
    const { envelope, data } = await write({
      type: "position.differs",
      sinceMs: NOON_MS,
      differing: {
        walletId: WALLET_ID_EXAMPLE,
        position,
        facts: undefined,
        indexedE6: 12_500_000n,
        asOfMs: NOON_MS + 1,
        entries: [entry],
      },
    });
    expect(envelope).toEqual({ type: "position.differs", timestamp: "2026-01-01T12:00:00.000Z" });
    expect(data).toMatchObject({
      slug: null,
      shares: 10,
      venue: { shares: 12.5, at: "2026-01-01T12:00:00.001Z" },
      entries: [{ id: "t1:0x1", kind: "split", shares: 10, usdc: -5, settled: true, tx: "0xab" }],
    });
    expect(data.entries).toHaveLength(1);
  });

  test("has an order as its history has it, and the time at which that was stored", async () => {
    const { order } = newOrder({ accountId: "a", walletId: "w" });
    const { orderId } = order.state;
    const { envelope, data } = await write({
      type: "order.settled",
      atMs: NOON_MS + 1_500,
      order: {
        ...order,
        state: { name: "final", orderId, outcome: REFUSED, isReconciled: true },
      },
    });
    expect(envelope).toEqual({ type: "order.settled", timestamp: "2026-01-01T12:00:01.500Z" });
    expect(data).toMatchObject({ id: order.id, state: "refused", reconciled: true });
  });

  test("has a fill as their list has it, and when the chain has settled it", async () => {
    const { instruction } = newOrder({ accountId: "a", walletId: "w" }).order;
    const fill: StoredFill = {
      walletId: "w",
      instruction,
      feeRate: Option.none(),
      settledMs: Option.some(NOON_MS + 4_250),
      tradeId: "t",
      orderId: "0xabc",
      role: "maker",
      priceE6: 530_000n,
      sharesE6: 1_000_001n,
      state: "confirmed",
      tx: Option.some("0x01"),
      matchedMs: NOON_MS,
    };
    const { envelope, data } = await write({ type: "fill.confirmed", fill, atMs: 0 });
    expect(envelope).toEqual({ type: "fill.confirmed", timestamp: "2026-01-01T12:00:04.250Z" });
    expect(data).toMatchObject({ id: "t:0xabc", shares: 1.000001, state: "confirmed" });
    const matched = await write({ type: "fill.matched", fill, atMs: 0 });
    expect(matched.envelope.timestamp).toBe("2026-01-01T12:00:00.000Z");
  });

  test("has the wallet of a guard, and when it fired", async () => {
    const { envelope, data } = await write({
      type: "guard.fired",
      walletId: WALLET_ID_EXAMPLE,
      firedMs: NOON_MS + 5,
      atMs: 0,
    });
    expect(envelope).toEqual({ type: "guard.fired", timestamp: "2026-01-01T12:00:00.005Z" });
    expect(data).toEqual({ wallet_id: WALLET_ID_EXAMPLE });
  });

  test("has a claim as their list has it, with its wallet, and when it was over", async () => {
    const action: ChainAction = {
      ...newAction(WALLET_ID_EXAMPLE),
      ...UNSIGNED,
      state: "confirmed",
      tx: Option.some("0x01"),
      moved: Option.some(MOVED),
      endedMs: Option.some(NOON_MS + 5),
    };
    const { envelope, data } = await write({ type: "claim.confirmed", action, atMs: 0 });
    expect(envelope).toEqual({ type: "claim.confirmed", timestamp: "2026-01-01T12:00:00.005Z" });
    expect(data).toMatchObject({ wallet_id: WALLET_ID_EXAMPLE, id: action.id, usdc: 1.000001 });
  });

  test("has a provider's state as the stream's frame has it", async () => {
    const feed = { kind: "feed", provider: "oracle", state: "down", sinceMs: 1_767_225_600_250 };
    const { envelope, data } = await write({ type: "feed.down", feed: feed as never });
    expect(envelope).toEqual({ type: "feed.down", timestamp: "2026-01-01T00:00:00.250Z" });
    expect(data).toMatchObject({ provider: "oracle", state: "down" });
  });

  test("is a ping on request", async () => {
    const { envelope, data } = await write({ type: "ping", webhookId: "hook_1", atMs: 0 });
    expect([envelope.type, data]).toEqual(["ping", { hook: "hook_1" }]);
  });
});
