/** The contract that every adapter of the `OrderVenue` port must meet. @module */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { type MarketOrderType, type OrderRefusal, SIGNATURE_TYPES } from "../../core/order/mod.ts";
import { ONE_E6 } from "../../core/fee/mod.ts";
import {
  makeTrading,
  type MarketStaging,
  type OrderTrouble,
  type OrderVenueWorld,
  run,
} from "./order_venue_staging.ts";
import { conditionOf, NO_PROTOCOL } from "../condition.ts";

/** Every kind of market, and a finer tick. */
const STAGINGS: ReadonlyArray<MarketStaging> = [
  {},
  { isNegRisk: true },
  { tick: "0.001" },
  { protocol: "v2" },
  { protocol: "v2", isNegRisk: true },
];

/** Declares the contract's tests for one adapter. */
export function orderVenueContract(
  name: string,
  start: () => Promise<OrderVenueWorld>,
): void {
  describe(`OrderVenue contract: ${name}`, () => {
    let world: OrderVenueWorld;
    beforeAll(async () => void (world = await start()));
    afterAll(() => world.stop());
    const { signOn, send, lookUp, stage } = makeTrading(() => world);

    describe("a market's terms", () => {
      test("are the venue's", async () => {
        const market = await world.market({ tick: "0.001", isNegRisk: true });
        expect(await run(world.venue.terms(market.conditionId))).toMatchObject({
          conditionId: market.conditionId,
          tokens: [{ tokenId: market.yes, outcome: "Yes" }, { tokenId: market.no, outcome: "No" }],
          tickE6: 1_000n,
          sizeMinE6: 5_000_000n,
          isNegRisk: true,
          isAcceptingOrders: true,
        });
        const closed = await world.market({ isAcceptingOrders: false });
        expect(await run(world.venue.terms(closed.conditionId)))
          .toMatchObject({ tickE6: 10_000n, isNegRisk: false, isAcceptingOrders: false });
      });

      test("and books exist only for its markets", async () => {
        const failure = await run(Effect.flip(world.venue.terms(conditionOf(0))));
        expect(failure).toMatchObject({ _tag: "NoOrderBook" });
        expect(failure.message).toContain(`condition "0x0000`);
        expect(await run(Effect.flip(world.venue.book("12345678901234567890"))))
          .toMatchObject({ _tag: "NoOrderBook", named: 'token "12345678901234567890"' });
      });
    });

    test("a book lists its levels best first, and the other token's mirrored", async () => {
      const { conditionId, yes, no } = await world.market({});
      const bids = [["0.01", "3.5"], ["0.2", "7"], ["0.1", "9"]] as const;
      await world.putBook(yes, { bids, asks: [["0.9", "100"], ["0.27", "18.52"]] });
      expect(await run(world.venue.book(yes))).toEqual({
        tokenId: yes,
        conditionId,
        protocol: NO_PROTOCOL,
        bids: [
          { priceE6: 200_000n, sizeE6: 7_000_000n },
          { priceE6: 100_000n, sizeE6: 9_000_000n },
          { priceE6: 10_000n, sizeE6: 3_500_000n },
        ],
        asks: [
          { priceE6: 270_000n, sizeE6: 18_520_000n },
          { priceE6: 900_000n, sizeE6: 100_000_000n },
        ],
        tickE6: 10_000n,
      });
      expect((await run(world.venue.book(no))).asks[0])
        .toEqual({ priceE6: 800_000n, sizeE6: 7_000_000n });
    });

    describe.each([...SIGNATURE_TYPES])("an order of signature type %d", (type) => {
      test.each(
        (["BUY", "SELL"] as const).flatMap((side) =>
          (["FOK", "FAK"] as const).flatMap((orderType) =>
            STAGINGS.map((staging) => [side, orderType, staging] as const)
          )
        ),
      )("fills on the book it was priced on: %s %s in %j", async (side, orderType, staging) => {
        const [market, wallet] = await stage(staging, type);
        await world.setShares(wallet, market.yes, side === "SELL" ? "10" : "0");
        const signed = await signOn(market, wallet, { side, orderType });
        const outcome = await send(signed, wallet);
        expect(outcome).toMatchObject({ kind: "matched" });
        if (outcome.kind !== "matched") return;
        const sharesE6 = Option.getOrThrow(outcome.fill.sharesE6);
        const usdcE6 = Option.getOrThrow(outcome.fill.usdcE6);
        const gotE6 = side === "BUY" ? sharesE6 * 270_000n : sharesE6 * 250_000n;
        const difference = gotE6 - usdcE6 * ONE_E6;
        expect(difference > -ONE_E6 && difference < ONE_E6).toBe(true);
        expect(await world.accepted()).toContain(signed.orderId);
        expect(await lookUp(signed, wallet)).toMatchObject({
          kind: "matched",
          fill: { sharesE6: Option.some(sharesE6) },
        });
      });
    });

    test("a lookup returns what an order got, and its cost at each level", async () => {
      const market = await world.market({});
      await world.putBook(market.yes, { asks: [["0.5", "4"], ["0.6", "1000"]] });
      const wallet = await world.wallet(0);
      const signed = await signOn(market, wallet);
      const sent = await send(signed, wallet);
      const found = await lookUp(signed, wallet);
      expect(sent).toEqual(found as never);
      expect(found).toMatchObject({
        kind: "matched",
        fill: { sharesE6: Option.some(9_000_000n), usdcE6: Option.some(5_000_000n) },
      });
    });

    describe("an order that the venue refuses", () => {
      const refusedFor = (reason: OrderRefusal["reason"], message?: RegExp) => ({
        kind: "refused",
        refusal: {
          reason,
          message: message === undefined ? expect.any(String) : expect.stringMatching(message),
        },
      });

      test.each<[MarketOrderType]>([["FOK"], ["FAK"]])(
        "has no orders to trade with: %s",
        async (orderType) => {
          const [market, wallet] = await stage();
          const signed = await signOn(market, wallet, { orderType });
          await world.putBook(market.yes, { asks: [["0.9", "1000"]] });
          expect(await send(signed, wallet)).toMatchObject(refusedFor(
            orderType === "FOK" ? "killed" : "no_liquidity",
            /order/,
          ));
          expect(await world.accepted()).not.toContain(signed.orderId);
          expect(await lookUp(signed, wallet)).toEqual({ kind: "missing" });
        },
      );

      test("exceeds the balance, is too small, or is for a market that accepts none", async () => {
        const [market, wallet] = await stage();
        const small = await signOn(market, wallet, { amountE6: 500_000n });
        expect(await send(small, wallet)).toMatchObject(refusedFor("too_small", /min size/));
        await world.setBalance(wallet, "1");
        expect(await send(await signOn(market, wallet), wallet))
          .toMatchObject(refusedFor("balance", /balance/));
        const [shut, other] = await stage({ isAcceptingOrders: false });
        expect(await send(await signOn(shut, other), other)).toMatchObject(
          refusedFor("market_closed"),
        );
      });

      test("is signed with another's key, or owned by another's API key", async () => {
        const [market, wallet] = await stage();
        const other = await world.wallet(0);
        const forged = await signOn(market, { ...wallet, signingKey: other.signingKey });
        expect(await send(forged, wallet)).toMatchObject(refusedFor("wallet", /signature/));
        const stolen = await signOn(market, { ...wallet, holder: other.holder });
        expect(await send(stolen, wallet)).toMatchObject(refusedFor("wallet", /owner/));
        expect(await send(await signOn(market, wallet), other))
          .toMatchObject(refusedFor("wallet"));
      });

      test("has a price that is no longer on the grid", async () => {
        const market = await world.market({ tick: "0.001" });
        await world.putBook(market.yes, { asks: [["0.273", "1000"]] });
        const wallet = await world.wallet(0);
        const signed = await signOn(market, wallet);
        await world.setTick(market.yes, "0.01");
        expect(await send(signed, wallet)).toMatchObject(refusedFor("stale", /tick/));
        await run(world.venue.forgetRules);
        expect(await run(world.venue.terms(market.conditionId))).toMatchObject({ tickE6: 10_000n });
        await world.putBook(market.yes, { asks: [["0.28", "1000"]] });
        expect(await send(await signOn(market, wallet), wallet))
          .toMatchObject({ kind: "matched" });
      });

      test("is for a protocol that its market no longer has, until a refresh", async () => {
        const [market, wallet] = await stage();
        const signed = await signOn(market, wallet);
        await world.setProtocol(market.yes, "v2");
        expect(await send(signed, wallet)).toMatchObject(refusedFor("stale", /version_mismatch/));
        await run(world.venue.forgetRules);
        expect(await run(world.venue.terms(market.conditionId)))
          .toMatchObject({ protocol: Option.some("v2") });
      });

      test.each(
        [
          [{ mode: "restarting", retryAfterSec: 30 }, "paused", 30],
          [{ mode: "restarting" }, "paused", 60],
          [{ mode: "post_only", retryAfterSec: 70 }, "post_only", 70],
          [{ mode: "cancel_only" }, "paused", undefined],
          [{ mode: "disabled" }, "paused", undefined],
          [{ region: "blocked" }, "region", undefined],
          [{ region: "firewall" }, "region", undefined],
        ] as const,
      )("comes when the venue is %j", async (mode, reason, waitSec) => {
        const [market, wallet] = await stage();
        const signed = await signOn(market, wallet);
        await world.setMode(mode);
        const outcome = await send(signed, wallet);
        await world.setMode({ mode: "normal", region: "open" });
        expect(outcome).toMatchObject(refusedFor(reason));
        if (outcome.kind !== "refused") return;
        const retryAfterSec = Option.getOrUndefined(outcome.refusal.retryAfterSec);
        if (waitSec === undefined) expect(retryAfterSec).toBeUndefined();
        else expect([waitSec - 1, waitSec]).toContain(retryAfterSec ?? 0);
        expect(await world.accepted()).not.toContain(signed.orderId);
      });
    });

    describe("an order with an unknown result", () => {
      const already = {
        isAtVenue: true,
        why: "the venue says that it already has the order",
      };
      test.each<[what: string, OrderTrouble, found: "matched" | "missing", says: object]>([
        ["was accepted, and can be found", "lost_reply", "matched", {}],
        ["never came on a broken connection, and is missing", "drop", "missing", {}],
        ["never came to a venue that fails, and is missing", "error_500", "missing", {}],
        ["exists already, and can be found", "duplicate", "matched", already],
      ])("%s", async (_, trouble, found, says) => {
        const [market, wallet] = await stage();
        const signed = await signOn(market, wallet);
        await world.trouble(trouble);
        expect(await send(signed, wallet)).toMatchObject({ kind: "unknown", ...says });
        const accepted = (await world.accepted()).filter((id) => id === signed.orderId);
        expect(accepted).toHaveLength(found === "matched" ? 1 : 0);
        expect(await lookUp(signed, wallet)).toMatchObject({ kind: found });
      });

      test("is delayed by the venue", async () => {
        const [market, wallet] = await stage({ delaySec: 2 });
        const signed = await signOn(market, wallet);
        expect(await send(signed, wallet)).toMatchObject({ kind: "unknown" });
        expect(await lookUp(signed, wallet)).toEqual({ kind: "pending" });
        await world.pass(2_000);
        expect(await lookUp(signed, wallet)).toMatchObject({ kind: "matched" });
      });

      test("is another wallet's, and missing", async () => {
        const [market, wallet] = await stage();
        const signed = await signOn(market, wallet);
        await send(signed, wallet);
        expect(await lookUp(signed, await world.wallet(0))).toEqual({ kind: "missing" });
      });
    });
  });
}
