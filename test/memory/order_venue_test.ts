import { describe, expect, test } from "bun:test";
import { Effect, Option, Redacted } from "effect";
import { TestClock } from "effect/testing";
import { makeStagedVenue, type SendingTrouble } from "./order_venue.ts";
import type { MarketOrder } from "../../core/order/mod.ts";
import { conditionOf, NO_PROTOCOL } from "../condition.ts";

const TERMS = {
  conditionId: conditionOf(12),
  protocol: NO_PROTOCOL,
  tokens: [{ tokenId: "1", outcome: "Up" }, { tokenId: "2", outcome: "Down" }],
  tickE6: 10_000n,
  sizeMinE6: 5_000_000n,
  isNegRisk: false,
  isAcceptingOrders: true,
  fee: { feeSchedule: Option.none() },
};
const holderOf = (address: string) => ({
  address,
  funder: address,
  credentials: {
    apiKey: `key of ${address}`,
    secret: Redacted.make("s"),
    passphrase: Redacted.make("p"),
  },
});
const HOLDER = holderOf("0xa");

/** Buys for 4 USDC at 0.40: ten shares, of which the book has twelve. */
function world() {
  const staged = makeStagedVenue();
  staged.exchange.putMarket(TERMS);
  const asks = [{ priceE6: 400_000n, sizeE6: 12_000_000n }];
  staged.exchange.putBook("1", { bids: [], asks });
  const { venue } = staged;
  const made = Effect.fnUntraced(function* (
    fields: Partial<MarketOrder> = {},
    { owner = HOLDER.credentials.apiKey } = {},
  ) {
    const order = {
      side: "BUY",
      orderType: "FOK",
      priceE6: 400_000n,
      makerAmountE6: 4_000_000n,
      takerAmountE6: 10_000_000n,
      ...fields,
    } as MarketOrder;
    const wallet = { address: "0xa", funder: "0xa", signatureType: 0 } as const;
    const unsigned = yield* venue.prepare({ wallet, tokenId: "1", kind: "v1", order });
    const signingKey = new Uint8Array(32);
    return yield* venue.sign({ order: unsigned, orderType: order.orderType, owner, signingKey });
  });
  const lookUp = (orderId: string, holder = HOLDER) =>
    venue.lookUp({ orderId, tokenId: "1", sentSec: 0, holder });
  const run = <A>(effect: Effect.Effect<A, unknown>) =>
    Effect.runPromise(Effect.scoped(Effect.provide(effect, TestClock.layer())));
  return { ...staged, made, lookUp, run };
}

const FILL = { sharesE6: Option.some(10_000_000n), usdcE6: Option.some(4_000_000n) };
const MATCHED = { kind: "matched", fill: FILL } as const;

describe("the venue in memory", () => {
  test("matches an order, uses the book up, and takes the same bytes once", async () => {
    const { venue, made, lookUp, exchange, run } = world();
    await run(Effect.gen(function* () {
      const [first, second] = [yield* made(), yield* made()];
      expect(first.orderId).not.toBe(second.orderId);
      expect(yield* venue.send(first, HOLDER)).toEqual(MATCHED);
      expect((yield* venue.book("1")).asks).toEqual([{ priceE6: 400_000n, sizeE6: 2_000_000n }]);
      expect(yield* venue.send(first, HOLDER)).toMatchObject({ kind: "unknown", isAtVenue: true });
      expect(yield* venue.send(second, HOLDER))
        .toMatchObject({ kind: "refused", refusal: { reason: "not_filled" } });
      expect(yield* lookUp(first.orderId)).toEqual(MATCHED);
      expect(yield* lookUp(first.orderId, holderOf("0xb"))).toEqual({ kind: "missing" });
      expect(yield* lookUp(second.orderId)).toEqual({ kind: "missing" });
    }));
    expect(exchange.receivedOrders.map(({ status }) => status.kind)).toEqual([
      "matched",
      "refused",
    ]);
  });

  test("gives a FAK what there is", async () => {
    const { venue, made, run } = world();
    const outcome = await run(Effect.gen(function* () {
      const amounts = { makerAmountE6: 8_000_000n, takerAmountE6: 20_000_000n };
      const signed = yield* made({ ...amounts, orderType: "FAK" });
      return yield* venue.send(signed, HOLDER);
    }));
    expect(outcome).toMatchObject({ fill: { sharesE6: Option.some(12_000_000n) } });
  });

  test.each([
    ["a price under the book's", "not_filled", { takerAmountE6: 10_000_100n }, {}],
    ["parts of cents", "order", { makerAmountE6: 4_001_000n }, {}],
    ["too many decimals", "order", { takerAmountE6: 9_999_990n }, {}],
    ["another one's API key", "wallet", {}, { owner: "stranger" }],
  ])("refuses %s", async (_, reason, fields, options) => {
    const { venue, made, run } = world();
    const outcome = await run(
      Effect.flatMap(made(fields, options), (signed) => venue.send(signed, HOLDER)),
    );
    expect(outcome).toMatchObject({ kind: "refused", refusal: { reason } });
  });

  test("refuses every order of a market that is shut", async () => {
    const { venue, made, run, exchange } = world();
    exchange.putMarket({ ...TERMS, isAcceptingOrders: false });
    const outcome = await run(Effect.flatMap(made(), (signed) => venue.send(signed, HOLDER)));
    expect(outcome).toMatchObject({ kind: "refused", refusal: { reason: "market" } });
  });

  test.each<[SendingTrouble, string, string, string]>([
    [{ kind: "lost_reply" }, "unknown", "matched", "matched"],
    [{ kind: "lost_order" }, "unknown", "missing", "missing"],
    [{ kind: "late", ms: 5_000 }, "unknown", "missing", "matched"],
    [{ kind: "undecided", ms: 5_000 }, "unknown", "pending", "matched"],
  ])("%j: answered %s, looked up as %s and later as %s", async (trouble, answer, soon, later) => {
    const { venue, made, lookUp, fail, run } = world();
    fail(trouble);
    await run(Effect.gen(function* () {
      const signed = yield* made();
      expect((yield* venue.send(signed, HOLDER)).kind as string).toBe(answer);
      yield* TestClock.adjust(4_999);
      expect((yield* lookUp(signed.orderId)).kind as string).toBe(soon);
      yield* TestClock.adjust(1);
      expect((yield* lookUp(signed.orderId)).kind as string).toBe(later);
      expect(
        yield* venue.send(
          yield* made({ makerAmountE6: 800_000n, takerAmountE6: 2_000_000n }),
          HOLDER,
        ),
      )
        .toMatchObject({ kind: "matched" });
    }));
  });

  test("refuses as scripted, once", async () => {
    const { venue, made, fail, exchange, run } = world();
    const refusal = { reason: "stale", message: "version", retryAfterSec: Option.none() } as const;
    fail({ kind: "refused", refusal });
    await run(Effect.gen(function* () {
      const signed = yield* made();
      expect(yield* venue.send(signed, HOLDER)).toEqual({ kind: "refused", refusal });
      expect(exchange.receivedOrders).toHaveLength(0);
      expect(yield* venue.send(signed, HOLDER)).toEqual(MATCHED);
    }));
  });

  test("is out of reach for everything while it is down", async () => {
    const { venue, made, lookUp, setDown, exchange, run } = world();
    const filter = { conditionId: Option.none(), tokenId: Option.none() };
    await run(Effect.gen(function* () {
      const signed = yield* made();
      setDown(true);
      expect(yield* venue.send(signed, HOLDER)).toMatchObject({ refusal: { reason: "not_sent" } });
      for (
        const asked of [
          venue.terms(conditionOf(12)),
          venue.book("1"),
          lookUp(signed.orderId),
          venue.order({ holder: HOLDER, orderId: signed.orderId }),
          venue.openOrders({ holder: HOLDER, filter, cursor: Option.none() }),
          venue.cancel({ holder: HOLDER, filter }),
        ] as ReadonlyArray<Effect.Effect<unknown, unknown>>
      ) expect(yield* Effect.flip(asked)).toMatchObject({ reason: "unreachable" });
    }));
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("has no order book for what was never put", async () => {
    const { venue, run } = world();
    expect(await run(Effect.flip(venue.book("9")))).toMatchObject({ _tag: "NoOrderBook" });
    expect(await run(Effect.flip(venue.terms(conditionOf(13))))).toMatchObject({
      _tag: "NoOrderBook",
    });
  });
});
