/** The contract about orders that rest, of every adapter of the `OrderVenue` port. @module */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import {
  type LimitOrderTerms,
  marketKindOf,
  priceLimitOrder,
  SIGNATURE_TYPES,
} from "../../core/order/mod.ts";
import { ONE_E6 } from "../../core/fee/mod.ts";
import type { SignedOrder } from "../../core/port/order_venue.ts";
import { protocolOf } from "../../core/venue/mod.ts";
import {
  makeTrading,
  type OrderVenueWorld,
  run,
  type StagedMarket,
  type StagedWallet,
} from "./order_venue_staging.ts";

const EVERY = { conditionId: Option.none<never>(), tokenId: Option.none<string>() };

/** Declares the contract's tests for one adapter. */
export function limitOrdersContract(name: string, start: () => Promise<OrderVenueWorld>): void {
  describe(`OrderVenue contract, limit orders: ${name}`, () => {
    let world: OrderVenueWorld;
    beforeAll(async () => void (world = await start()));
    afterAll(() => world.stop());
    const { send, signOn, stage } = makeTrading(() => world);

    /** Signs an order to buy 20 shares at 0.20, which rest, but for what is said. */
    async function signLimit(
      { conditionId, yes }: StagedMarket,
      { wallet, holder, signingKey }: StagedWallet,
      fields: Partial<LimitOrderTerms> = {},
    ): Promise<SignedOrder> {
      const terms = await run(world.venue.terms(conditionId));
      const order = Result.getOrThrow(priceLimitOrder(terms, {
        side: "BUY",
        orderType: "GTC",
        priceE6: 200_000n,
        sizeE6: 20n * ONE_E6,
        expiresSec: Option.none(),
        isPostOnly: false,
        ...fields,
      }));
      const protocol = Option.getOrElse(protocolOf(terms.protocol), () => "v1" as const);
      const kind = marketKindOf({ protocol, isNegRisk: terms.isNegRisk });
      const unsigned = await run(world.venue.prepare({ wallet, tokenId: yes, kind, order }));
      const { orderType, isPostOnly } = order;
      const owner = holder.credentials.apiKey;
      return run(
        world.venue.sign({ order: unsigned, orderType, isPostOnly, owner, signingKey }),
      );
    }
    const rest = async (market: StagedMarket, wallet: StagedWallet, fields = {}) => {
      const signed = await signLimit(market, wallet, fields);
      expect(await send(signed, wallet)).toMatchObject({ kind: "live" });
      return signed.orderId;
    };
    const look = (orderId: string, { holder }: StagedWallet) =>
      run(world.venue.lookUp({
        orderId,
        orderType: "GTC",
        sentSec: world.nowSec(),
        holder,
      }));
    const cancelIds = ({ holder }: StagedWallet, orderIds: ReadonlyArray<string>) =>
      run(world.venue.cancelIds({ holder, orderIds }));
    const shares = (e6: bigint) => ({ sharesE6: Option.some(e6) });

    for (const staging of [{}, { isNegRisk: true }, { protocol: "v2" }] as const) {
      for (const type of SIGNATURE_TYPES) {
        const what = `${JSON.stringify(staging)}, wallet ${type}`;
        test(`an order rests until it is canceled: ${what}`, async () => {
          const [market, wallet] = await stage(staging, type);
          const orderId = await rest(market, wallet);
          expect(await look(orderId, wallet))
            .toMatchObject({ kind: "live", isDelayed: false, fill: shares(0n) });
          expect(await cancelIds(wallet, [orderId]))
            .toEqual({ cancelled: [orderId], kept: new Map() });
          expect(await look(orderId, wallet))
            .toMatchObject({ kind: "canceled", fill: shares(0n) });
          const { cancelled, kept } = await cancelIds(wallet, [orderId]);
          expect([cancelled, [...kept.keys()]]).toEqual([[], [orderId]]);
        });
      }
    }

    test("it trades with whoever meets it, at its own price, while it rests", async () => {
      const [market, maker] = await stage();
      const taker = await world.wallet(0);
      await world.setShares(taker, market.yes, "8");
      const orderId = await rest(market, maker, { priceE6: 260_000n });
      await world.putBook(market.yes, { bids: [], asks: [] });
      const sold = await signOn(market, taker, { side: "SELL", amountE6: 8n * ONE_E6 });
      expect(await send(sold, taker)).toMatchObject({ kind: "matched" });
      const part = { sharesE6: Option.some(8_000_000n), usdcE6: Option.some(2_080_000n) };
      expect(await look(orderId, maker)).toMatchObject({ kind: "live", fill: part });
      await cancelIds(maker, [orderId]);
      expect(await look(orderId, maker)).toMatchObject({ kind: "canceled", fill: part });
    });

    test("what crosses trades at once, and the rest of it rests", async () => {
      const [market, wallet] = await stage();
      await world.putBook(market.yes, { asks: [["0.27", "12"]] });
      const signed = await signLimit(market, wallet, { priceE6: 270_000n });
      const outcome = await send(signed, wallet);
      expect(outcome).toMatchObject({ kind: "live", fill: shares(12_000_000n) });
      expect(await look(signed.orderId, wallet))
        .toMatchObject({ kind: "live", fill: shares(12_000_000n) });
    });

    test("one that may only rest must not cross, and an end must not come too soon", async () => {
      const [market, wallet] = await stage();
      const crossing = await signLimit(market, wallet, { priceE6: 270_000n, isPostOnly: true });
      expect(await send(crossing, wallet))
        .toMatchObject({ kind: "refused", refusal: { reason: "would_cross" } });
      const dated = (sec: number) =>
        signLimit(market, wallet, {
          orderType: "GTD",
          expiresSec: Option.some(world.nowSec() + sec),
        });
      expect(await send(await dated(125), wallet)).toMatchObject({ kind: "live" });
      expect(await send(await dated(100), wallet))
        .toMatchObject({ kind: "refused", refusal: { reason: "expiration" } });
    });

    test("several go in one call, each with its own outcome", async () => {
      const [market, wallet] = await stage();
      const { holder } = wallet;
      const orders = [
        await signLimit(market, wallet),
        await signLimit(market, wallet, { priceE6: 270_000n, isPostOnly: true }),
        await signLimit(market, wallet, { priceE6: 210_000n }),
      ];
      const { send: sendIn, leave } = await run(world.venue.batch({ count: 4, walletId: "" }));
      const [, ...outcomes] = await run(Effect.all([
        leave,
        ...orders.map((order, place) =>
          world.venue.withinLimits(holder, sendIn(order, holder, place))
        ),
      ], { concurrency: "unbounded" }));
      expect(outcomes).toMatchObject([
        { kind: "live" },
        { kind: "refused", refusal: { reason: "would_cross" } },
        { kind: "live" },
      ]);
      const { cancelled } = await run(world.venue.cancel({ holder, filter: EVERY }));
      expect([...cancelled].sort())
        .toEqual([orders[0], orders[2]].map((order) => order?.orderId ?? "").sort());
    });

    test("some are canceled together, and others stay", async () => {
      const [market, wallet] = await stage();
      const ids = [
        await rest(market, wallet),
        await rest(market, wallet),
        await rest(market, wallet),
      ];
      const [one = "", two = "", three = ""] = ids;
      const found = await cancelIds(wallet, [one, two, `0x${"1".repeat(64)}`]);
      expect([...found.cancelled].sort()).toEqual([one, two].sort());
      expect([...found.kept.keys()]).toEqual([`0x${"1".repeat(64)}`]);
      expect(await look(three, wallet)).toMatchObject({ kind: "live" });
    });
  });
}
