/** The contract of fills: stored with orders, joined, summed up, listed. @module */
import { beforeAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import {
  FILL_STATES,
  fillIdOf,
  fillsById,
  type OrderFill,
  totalsOf,
} from "../../core/order/mod.ts";
import type { FillListing, FillStore } from "../../core/port/fill_store.ts";
import { conditionOf } from "../condition.ts";
import { anyFill } from "../core/order/arbitrary_fill.ts";
import {
  finalAs,
  newOrderId,
  NOON_MS,
  noteFinal,
  REFUSED,
  type StagedStores,
  stageOrders,
} from "./order_fixture.ts";

/** Shares that are sold of 10 that are settled and 4 that are not, and how many of those count. */
const SALES = [[0n, 0n], [10n, 0n], [11n, 1n], [14n, 4n], [100n, 4n]] as const;

/** Declares the tests. */
export function fillsContract(
  staged: () => StagedStores,
  fillStore: () => FillStore["Service"],
): void {
  const run = <A>(effect: Effect.Effect<A, unknown>) => staged().run(effect);
  const fillOf = (orderId: string, fields: Partial<OrderFill> = {}): OrderFill => ({
    tradeId: "t1",
    orderId,
    role: "taker",
    priceE6: 530_000n,
    sharesE6: 10_000_000n,
    state: "matched",
    tx: Option.none(),
    matchedMs: NOON_MS,
    ...fields,
  });
  const listing = (walletId: string, fields: Partial<FillListing> = {}): FillListing => ({
    walletId,
    states: FILL_STATES,
    conditionId: Option.none(),
    orderId: Option.none(),
    sinceMs: Option.none(),
    after: Option.none(),
    limit: 100,
    ...fields,
  });
  const list = (walletId: string, fields?: Partial<FillListing>) =>
    run(fillStore().list(listing(walletId, fields)));
  const note = (walletId: string, fills: ReadonlyArray<OrderFill>, atMs = NOON_MS + 1) =>
    run(fillStore().note({ walletId, fills, atMs }));
  /** What a fill says, without what the store adds. */
  const toldOf = (
    { tradeId, orderId, role, priceE6, sharesE6, state, tx, matchedMs }: OrderFill,
  ) => ({ tradeId, orderId, role, priceE6, sharesE6, state, tx, matchedMs });

  describe("fills", () => {
    let stage: Awaited<ReturnType<typeof stageOrders>>;
    beforeAll(async () => void (stage = await stageOrders(staged())));

    test("are what was heard of them, in whatever order and parts it comes", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(anyFill(["0x1", "0x2"]), { maxLength: 4 }), { maxLength: 5 }),
          async (parts) => {
            const own = await stageOrders(staged());
            const orders = [await own.place(), await own.place()] as const;
            const real = { "0x1": orders[0].state.orderId, "0x2": orders[1].state.orderId };
            const known = new Map<string, OrderFill>();
            for (const part of parts) {
              // Trades of two wallets would have one id otherwise.
              const fills = part.map((fill): OrderFill => ({
                ...fill,
                tradeId: `${fill.tradeId}-${own.make().order.walletId}`,
                orderId: real[fill.orderId as keyof typeof real],
              }));
              const before = new Map(known);
              for (const [id, fill] of fillsById([...known.values(), ...fills])) {
                known.set(id, fill);
              }
              const changed = [...known].filter(([id, fill]) =>
                !Bun.deepEquals(before.get(id), fill)
              ).map(([id]) => id);
              const told = await note(orders[0].walletId, fills);
              const filled = told.flatMap((one) => one.kind === "fill" ? [fillIdOf(one.fill)] : []);
              expect(filled.sort()).toEqual(changed.sort());
            }
            const listed = await list(orders[0].walletId);
            const byId = (a: OrderFill, b: OrderFill) => fillIdOf(a) < fillIdOf(b) ? -1 : 1;
            expect(listed.map(toldOf).sort(byId)).toEqual([...known.values()].sort(byId));
            for (const order of orders) {
              const { fills } = await own.find(order);
              const { orderId } = order.state;
              expect(fills).toEqual(
                totalsOf([...known.values()].filter((fill) => fill.orderId === orderId)),
              );
            }
          },
        ),
        { numRuns: 20 },
      );
    });

    test("of orders that are not stored, or are another wallet's, are left out", async () => {
      const { state: { orderId } } = await stage.place();
      const other = await stageOrders(staged());
      const { walletId } = other.make().order;
      expect(await note(walletId, [fillOf(orderId), fillOf(newOrderId())])).toEqual([]);
      expect(await list(walletId)).toEqual([]);
    });

    test("carry what their order trades, and when they settled", async () => {
      const own = await stageOrders(staged());
      const { walletId, instruction, state: { orderId } } = await own.place();
      const tradeId = newOrderId();
      await note(walletId, [fillOf(orderId, { tradeId })], 10);
      expect(await list(walletId)).toMatchObject([{ walletId, settledMs: Option.none() }]);
      await note(walletId, [fillOf(orderId, { tradeId, state: "failed" })], 20);
      await note(walletId, [fillOf(orderId, { tradeId, state: "mined" })], 30);
      const { slug, outcome, tokenId, conditionId, side } = instruction;
      expect(await list(walletId)).toMatchObject([{
        instruction: { slug, outcome, tokenId, conditionId, side },
        state: "failed",
        settledMs: Option.some(20),
      }]);
    });

    test("are listed newest first, page by page, by each filter", async () => {
      const own = await stageOrders(staged());
      const first = await own.place();
      const second = await own.place({
        instruction: { ...first.instruction, conditionId: conditionOf(77) },
      });
      const { walletId } = first;
      const [a = "", b = "", c = ""] = [newOrderId(), newOrderId(), newOrderId()].sort();
      const fills = [
        fillOf(first.state.orderId, { tradeId: a, matchedMs: NOON_MS }),
        fillOf(first.state.orderId, { tradeId: b, matchedMs: NOON_MS, state: "failed" }),
        fillOf(second.state.orderId, { tradeId: c, matchedMs: NOON_MS - 1 }),
      ];
      await note(walletId, fills);
      const idsOf = async (fields?: Partial<FillListing>) =>
        (await list(walletId, fields)).map(({ tradeId }) => tradeId);
      expect(await idsOf()).toEqual([b, a, c]);
      expect(await idsOf({ limit: 1 })).toEqual([b]);
      const after = { matchedMs: NOON_MS, id: `${b}:${first.state.orderId}` };
      expect(await idsOf({ after: Option.some(after) })).toEqual([a, c]);
      expect(await idsOf({ states: ["failed", "confirmed"] })).toEqual([b]);
      expect(await idsOf({ states: [] })).toEqual([]);
      expect(await idsOf({ sinceMs: Option.some(NOON_MS) })).toEqual([b, a]);
      expect(await idsOf({ orderId: Option.some(second.state.orderId) })).toEqual([c]);
      expect(await idsOf({ conditionId: Option.some(conditionOf(77)) })).toEqual([c]);
    });

    test("add up to what a wallet has of an outcome by what it traded", async () => {
      const own = await stageOrders(staged());
      const bought = await own.place();
      const sold = await own.place({ instruction: { ...bought.instruction, side: "SELL" } });
      const other = await own.place({ instruction: { ...bought.instruction, tokenId: "8" } });
      const { walletId, instruction: { tokenId } } = bought;
      const traded = () => run(fillStore().tradedShares({ walletId, tokenId }));
      expect(await traded()).toEqual({ settledE6: 0n, unsettledE6: 0n });
      const of = (order: typeof bought, sharesE6: bigint, state: OrderFill["state"]) =>
        fillOf(order.state.orderId, { tradeId: newOrderId(), sharesE6, state });
      await note(walletId, [of(bought, 8n, "confirmed"), of(bought, 100n, "failed")]);
      await note(walletId, [of(bought, 1n, "matched"), of(bought, 2n, "mined")]);
      await note(walletId, [of(bought, 4n, "retrying"), of(other, 1_000n, "confirmed")]);
      await note(walletId, [of(sold, 3n, "matched"), of(sold, 6n, "confirmed")]);
      await note(walletId, [of(sold, 50n, "failed")]);
      expect(await traded()).toEqual({ settledE6: -1n, unsettledE6: 7n });
      // What nobody has told of counts as well.
      const all = (sharesE6: bigint) => ({
        kind: "matched" as const,
        fill: { sharesE6: Option.some(sharesE6), usdcE6: Option.some(1n) },
      });
      await noteFinal(staged(), bought, all(120n));
      await noteFinal(staged(), sold, all(61n));
      expect(await traded()).toEqual({ settledE6: -3n, unsettledE6: 12n });
      const unheard = await run(fillStore().unheard(walletId));
      expect(
        unheard.map(({ orderId, instruction: { side }, sharesE6 }) => [side, orderId, sharesE6])
          .toSorted(),
      ).toEqual([["BUY", bought.state.orderId, 120n], ["SELL", sold.state.orderId, 61n]]);
    });

    test("give what of a sale is not settled as it is stored", async () => {
      const own = await stageOrders(staged());
      const { walletId, instruction, state: { orderId } } = await own.place();
      const heard = (sharesE6: bigint, state: OrderFill["state"]) =>
        fillOf(orderId, { tradeId: newOrderId(), sharesE6, state });
      await note(walletId, [heard(10n, "confirmed"), heard(4n, "mined")]);
      for (const fields of [{}, { key: undefined }, { dayMaxE6: 10n ** 12n }]) {
        for (const [saleE6, unsettledE6] of SALES) {
          const sold = { ...instruction, side: "SELL" } as const;
          const sale = own.make({ instruction: sold, saleE6, ...fields });
          expect(await own.add(sale)).toEqual({ kind: "stored", unsettledE6 });
          expect(await run(own.store.find(sale.order.id)))
            .toMatchObject(Option.some({ unsettledE6 }));
        }
      }
    });

    test("that failed count no more for the day's limit", async () => {
      const own = await stageOrders(staged());
      const fill = { sharesE6: Option.some(10_000_000n), usdcE6: Option.some(5_300_000n) };
      const order = await own.place({ notionalE6: 10_600_000n });
      const { walletId, state: { orderId } } = order;
      await noteFinal(staged(), order, { kind: "matched", fill });
      const tradeId = newOrderId();
      await note(walletId, [fillOf(orderId, { tradeId, sharesE6: 4_000_000n, state: "failed" })]);
      const day = { walletId, startMs: 0, endMs: Number.MAX_SAFE_INTEGER };
      expect(await run(own.store.spentE6(day))).toBe(5_300_000n - 2_120_000n);
    });
  });

  describe("a wallet is open", () => {
    const openOf = async (walletId: string) =>
      (await run(fillStore().openWallets({ sinceMs: NOON_MS - 1, limit: 1_000 })))
        .find((open) => open.walletId === walletId);
    const matched = (sharesE6: bigint) => ({
      kind: "matched" as const,
      fill: { sharesE6: Option.some(sharesE6), usdcE6: Option.some(1n) },
    });

    test("until its orders are over, and their fills heard of and settled", async () => {
      const own = await stageOrders(staged());
      const order = await own.place();
      const { walletId, state: { orderId } } = order;
      const tradeId = newOrderId();
      expect(await openOf(walletId))
        .toEqual({ walletId, sinceMs: NOON_MS, unsettledMs: Option.none() });
      await noteFinal(staged(), order, matched(10_000_000n));
      expect(await openOf(walletId)).toMatchObject({ unsettledMs: Option.some(NOON_MS) });
      const matchedMs = NOON_MS + 9;
      await note(walletId, [fillOf(orderId, { tradeId, matchedMs })]);
      expect(await openOf(walletId)).toMatchObject({ unsettledMs: Option.some(matchedMs) });
      await note(walletId, [fillOf(orderId, { tradeId, matchedMs, state: "confirmed" })]);
      expect(await openOf(walletId)).toBeUndefined();
    });

    test("no more for fills of long ago that nobody has told of", async () => {
      const own = await stageOrders(staged(), { createdMs: NOON_MS - 2 });
      const order = await own.place();
      await noteFinal(staged(), order, matched(1n));
      expect(await openOf(order.walletId)).toBeUndefined();
    });

    test("not for what was refused", async () => {
      const own = await stageOrders(staged());
      const order = await own.place();
      await run(own.store.note({
        id: order.id,
        state: finalAs(REFUSED, order.state.orderId),
        latencyMs: Option.none(),
        lookUpAtMs: 0,
      }));
      expect(await openOf(order.walletId)).toBeUndefined();
    });
  });
}
