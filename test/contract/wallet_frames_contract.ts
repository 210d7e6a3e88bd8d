/** The contract of frames: what changes of orders and fills is told, once and in order. @module */
import { beforeAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { type OrderFill, type OrderState } from "../../core/order/mod.ts";
import type { FillStore } from "../../core/port/fill_store.ts";
import type { StoredOrder } from "../../core/port/order_store.ts";
import type { WalletFrame, WalletFrames } from "../../core/port/wallet_frames.ts";
import {
  finalAs,
  newOrderId,
  NOON_MS,
  type StagedStores,
  stageOrders,
  storeAt,
  unknownAs,
} from "./order_fixture.ts";

/** Declares the tests. */
export function walletFramesContract(
  staged: () => StagedStores,
  ports: () => { readonly fills: FillStore["Service"]; readonly frames: WalletFrames["Service"] },
): void {
  const run = <A>(effect: Effect.Effect<A, unknown>) => staged().run(effect);
  const after = (walletId: string, seq = 0, limit = 1_000) =>
    run(ports().frames.after({ walletId, seq, limit }));
  const headOf = async (walletId: string) =>
    (await run(ports().frames.heads([walletId]))).get(walletId);
  const note = ({ id }: StoredOrder, state: OrderState, replica = 0) =>
    run(
      storeAt(staged(), replica).note({ id, state, latencyMs: Option.none(), lookUpAtMs: 0 }),
    );
  const noteFill = ({ walletId, state: { orderId } }: StoredOrder, fill: Partial<OrderFill>) =>
    run(
      ports().fills.note({
        walletId,
        atMs: NOON_MS + 9,
        fills: [{
          tradeId: "t1",
          orderId,
          role: "maker",
          priceE6: 530_000n,
          sharesE6: 4_000_000n,
          state: "matched",
          tx: Option.none(),
          matchedMs: NOON_MS,
          ...fill,
        }],
      }),
    );
  const live = (orderId: string): OrderState => ({
    name: "live",
    orderId,
    sentMs: NOON_MS,
    isDelayed: false,
    fill: { sharesE6: Option.some(0n), usdcE6: Option.some(0n) },
    missingSinceMs: Option.none(),
  });
  const canceled = (orderId: string, cause: "venue" | "request" = "venue"): OrderState =>
    finalAs({
      kind: "canceled",
      fill: { sharesE6: Option.some(4_000_000n), usdcE6: Option.some(2_120_000n) },
      cause,
      message: "",
    }, orderId);
  const brief = (frame: WalletFrame) =>
    frame.kind === "order"
      ? [
        frame.seq,
        frame.order.state.name,
        Option.getOrElse(frame.order.fills.heard.sharesE6, () => 0n),
      ]
      : [frame.seq, frame.kind, "fill" in frame ? frame.fill.state : frame.action.state];

  describe("frames", () => {
    let stage: Awaited<ReturnType<typeof stageOrders>>;
    beforeAll(async () => void (stage = await stageOrders(staged())));

    test("tell what a customer sees change, each once and in order", async () => {
      const order = await stage.place();
      const { walletId, state: { orderId } } = order;
      expect([await headOf(walletId), await after(walletId)]).toEqual([0, []]);
      await note(order, unknownAs(orderId));
      await note(order, unknownAs(orderId));
      await note(order, live(orderId));
      await note(order, live(orderId));
      await noteFill(order, {});
      await noteFill(order, {});
      const { id } = order;
      const cancel = { walletId, orderIds: [orderId], lookUpAtMs: 0 } as const;
      await run(stage.store.noteCancel({ ...cancel, cause: "life", isDone: false }));
      await run(stage.store.takeDue({ nowMs: 1, untilMs: 2, limit: 9, all: true }));
      const failed = await noteFill(order, { state: "failed" });
      await note(order, canceled(orderId));
      const told = await after(walletId);
      // Who stores fills need not read what that told.
      expect(failed).toEqual(told.slice(4, 6));
      expect(told.map(brief)).toEqual([
        [1, "unknown", 0n],
        [2, "live", 0n],
        [3, "fill", "matched"],
        [4, "live", 4_000_000n],
        [5, "fill", "failed"],
        [6, "live", 4_000_000n],
        [7, "final", 4_000_000n],
      ]);
      expect(await headOf(walletId)).toBe(7);
      expect((await after(walletId, 2, 3)).map(({ seq }) => seq)).toEqual([3, 4, 5]);
      // The last frame is the order as its history has it.
      const { body: _, ...kept } = Option.getOrThrow(await run(stage.store.find(id)));
      expect(told.at(-1)).toEqual({ kind: "order", walletId, seq: 7, order: kept });
      const [fill] = await run(
        ports().fills.list({
          walletId,
          states: ["failed"],
          conditionId: Option.none(),
          orderId: Option.none(),
          sinceMs: Option.none(),
          after: Option.none(),
          limit: 1,
        }),
      );
      expect(told[4]).toMatchObject({ kind: "fill", fill: { ...fill } });
    });

    test("tell of an order that is found to be canceled on request after all", async () => {
      const own = await stageOrders(staged());
      const order = await own.place();
      const { walletId, state: { orderId } } = order;
      await note(order, canceled(orderId));
      const cancel = { walletId, orderIds: [orderId], cause: "request", lookUpAtMs: 0 } as const;
      await run(own.store.noteCancel({ ...cancel, isDone: true }));
      const causes = (await after(walletId)).map((frame) =>
        frame.kind === "order" ? Option.getOrNull(frame.order.cancelCause) : null
      );
      expect(causes).toEqual(["venue", "request"]);
    });

    test("are counted without a hole, also where replicas store at once", async () => {
      const own = await stageOrders(staged());
      const orders = await Promise.all(Array.from({ length: 12 }, () => own.place()));
      await Promise.all(orders.map(async (order, at) => {
        const { orderId } = order.state;
        await note(order, live(orderId), at);
        await Promise.all([
          noteFill(order, { tradeId: newOrderId() }),
          note(order, canceled(orderId), at + 1),
        ]);
      }));
      const walletId = orders[0]?.walletId ?? "";
      const told = await after(walletId);
      expect(told.map(({ seq }) => seq)).toEqual(told.map((_, at) => at + 1));
      expect(told.filter(({ kind }) => kind === "fill")).toHaveLength(12);
      const last = new Map(
        told.flatMap((frame) =>
          frame.kind === "order" ? [[frame.order.id, frame.order] as const] : []
        ),
      );
      for (const { id } of orders) {
        const { body: _, ...kept } = Option.getOrThrow(await run(own.store.find(id)));
        expect(last.get(id)).toEqual(kept);
      }
      expect(await after(await own.fixture.newWalletId())).toEqual([]);
    });
  });
}
