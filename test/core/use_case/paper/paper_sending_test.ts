import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Option } from "effect";
import { TestClock } from "effect/testing";
import { venueBook } from "../../../memory/venue_books.ts";
import { arrive, HOLDER, LATENCY_MS, onPaper, signed, TOKEN, USDC_E6 } from "./paper_world.ts";

/** Crosses the book's 75 shares at 0.48. */
const CROSSING = { makerAmountE6: 4_800_000n, takerAmountE6: 10_000_000n };
const sharesOf = (outcome: unknown) =>
  (outcome as { fill: { sharesE6: Option.Option<bigint> } }).fill.sharesE6;

describe("an order on paper", () => {
  test("meets the book that is there when it arrives", () =>
    onPaper(function* ({ venue, market }) {
      const sending = yield* Effect.forkChild(venue.send(signed(CROSSING), HOLDER));
      yield* TestClock.adjust(LATENCY_MS - 1);
      market.show(venueBook(TOKEN, { asks: [{ priceE6: 480_000n, sizeE6: 4_000_000n }] }));
      yield* TestClock.adjust(1);
      expect(yield* Fiber.join(sending)).toMatchObject({
        kind: "live",
        fill: {
          sharesE6: Option.some(4_000_000n),
          estimates: { optimistic: { sharesE6: 10_000_000n } },
        },
      });
    }));

  test("that would trade at once is held where the venue holds it, and others are not", () =>
    onPaper(function* (world) {
      world.market.takerDelayMs = 250;
      const sending = yield* Effect.forkChild(world.venue.send(signed(CROSSING), HOLDER));
      yield* TestClock.adjust(LATENCY_MS + 249);
      world.market.show(venueBook(TOKEN, { asks: [] }));
      yield* TestClock.adjust(1);
      expect(sharesOf(yield* Fiber.join(sending))).toEqual(Option.some(0n));
      expect(yield* arrive(world, signed())).toMatchObject({ kind: "live" });
    }));

  test("that is sent again says what became of it, and trades nothing more", () =>
    onPaper(function* (world) {
      const order = signed(CROSSING);
      expect(sharesOf(yield* arrive(world, order))).toEqual(Option.some(10_000_000n));
      expect(sharesOf(yield* arrive(world, order))).toEqual(Option.some(10_000_000n));
      const question = { holder: HOLDER, signatureType: 0, tokenId: TOKEN } as const;
      // 4.8 USDC, and the fee of 10 * 0.07 * 0.48 * 0.52.
      expect(yield* world.venue.balanceE6(question)).toBe(USDC_E6 - 4_800_000n - 174_720n);
    }));

  test("is not placed where no book comes within five seconds", () =>
    onPaper(function* ({ venue, market }) {
      market.show(undefined);
      const sending = yield* Effect.forkChild(venue.send(signed(), HOLDER));
      yield* TestClock.adjust(5_000);
      expect(yield* Fiber.join(sending))
        .toMatchObject({ kind: "refused", refusal: { reason: "not_sent" } });
    }));

  test("is listed while it rests, canceled once, and found afterwards", () =>
    onPaper(function* (world) {
      const { venue } = world;
      const order = signed();
      yield* arrive(world, order);
      const all = { conditionId: Option.none(), tokenId: Option.none() };
      const listed = venue.openOrders({ holder: HOLDER, filter: all, cursor: Option.none() });
      expect((yield* listed).orders.map(({ orderId }) => orderId)).toEqual([order.orderId]);
      const canceling = venue.cancelIds({ holder: HOLDER, orderIds: [order.orderId] });
      expect((yield* canceling).cancelled).toEqual([order.orderId]);
      expect([...(yield* canceling).kept.keys()]).toEqual([order.orderId]);
      expect((yield* listed).orders).toEqual([]);
      const looked = venue.lookUp({ ...order, holder: HOLDER, orderType: "GTC", sentSec: 0 });
      expect(yield* looked).toMatchObject({ kind: "canceled", cause: "request" });
    }));

  test("that nobody sent is missing", () =>
    onPaper(function* ({ venue }) {
      const question = { holder: HOLDER, orderType: "GTC", sentSec: 0 } as const;
      expect(yield* venue.lookUp({ ...question, orderId: `0x${"f".repeat(64)}` }))
        .toEqual({ kind: "missing" });
    }));
});
