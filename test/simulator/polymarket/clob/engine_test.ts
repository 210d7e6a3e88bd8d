import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { sharesOf } from "../../../../app/simulator/polymarket/clob/accounts.ts";
import { type Level } from "../../../../app/simulator/polymarket/clob/level.ts";
import { costE6, ONE_E6 } from "../../../../app/simulator/polymarket/clob/micro_units.ts";
import {
  filledE6,
  type PlacedOrder,
} from "../../../../app/simulator/polymarket/clob/placed_order.ts";
import {
  type OrderType,
  type SignedOrder,
} from "../../../../app/simulator/polymarket/clob/signed_order.ts";
import { makeVenueParts } from "../../../../app/simulator/polymarket/clob/venue_parts.ts";
import { makeStagedEvents } from "../../../../app/simulator/polymarket/venue/staged_events.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
const TOKEN = "12345";

/** One order of one of three wallets. */
interface Step {
  readonly wallet: number;
  readonly isOther: boolean;
  readonly side: "BUY" | "SELL";
  readonly cents: bigint;
  readonly shares: bigint;
  readonly orderType: OrderType;
}

const step: fc.Arbitrary<Step> = fc.record({
  wallet: fc.nat(2),
  isOther: fc.boolean(),
  side: fc.constantFrom("BUY", "SELL"),
  cents: fc.bigInt(45n, 55n),
  shares: fc.bigInt(5n, 40n),
  orderType: fc.constantFrom("GTC", "GTC", "FOK", "FAK"),
});
const levels = fc.array(
  fc.record({ cents: fc.bigInt(1n, 4n), shares: fc.bigInt(1n, 30n) }),
  { maxLength: 4 },
);
const scene = fc.record({
  bids: levels,
  asks: levels,
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
});

/**
 * Makes a venue with one replacement book, whose bids are below its asks, and a function to send
 * orders to it.
 */
function makeVenue({ bids, asks }: { bids: Scene["bids"]; asks: Scene["asks"] }) {
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  const parts = makeVenueParts({ venue, clock, staged: makeStagedEvents() });
  const market = parts.markets.atLeastPlain(TOKEN);
  const side = (from: Scene["bids"], sign: bigint): ReadonlyArray<Level> => {
    const sizes = new Map<bigint, bigint>();
    for (const { cents, shares } of from) {
      const priceE6 = 500_000n + sign * cents * 10_000n;
      sizes.set(priceE6, (sizes.get(priceE6) ?? 0n) + shares * ONE_E6);
    }
    return [...sizes].map(([priceE6, sizeE6]) => ({ priceE6, sizeE6 }))
      .sort((a, b) => Number(sign * (b.priceE6 - a.priceE6)));
  };
  parts.liquidity.put(TOKEN, { bids: side(bids, -1n), asks: side(asks, 1n) });
  let number = 0;
  const send = async ({ wallet, isOther, side: which, cents, shares, orderType }: Step) => {
    const priceE6 = cents * 10_000n;
    const sharesE6 = shares * ONE_E6;
    const moneyE6 = costE6(sharesE6, priceE6);
    const address = `0x${String(wallet + 1).repeat(40)}` as const;
    const isBuy = which === "BUY";
    const placed: PlacedOrder = {
      id: `0x${(++number).toString(16).padStart(64, "0")}`,
      order: {
        maker: address,
        signer: address,
        tokenId: market.tokenIds[isOther ? 1 : 0],
        side: which,
        makerE6: isBuy ? moneyE6 : sharesE6,
        takerE6: isBuy ? sharesE6 : moneyE6,
      } as SignedOrder,
      orderType,
      owner: `key ${wallet}`,
      address,
      payer: address,
      market,
      side: which,
      priceE6,
      sizeE6: sharesE6,
      createdMs: clock.nowMs(),
      expirationSec: 0,
      status: "delayed",
      fills: [],
      tradeIds: [],
    };
    const outcome = await parts.engine.place({ placed, isPostOnly: false });
    return { placed, isTaken: Result.isSuccess(outcome) };
  };
  return { ...parts, market, send };
}
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;
type Venue = ReturnType<typeof makeVenue>;

/** Returns the shares in all levels that no user owns. */
const worldSize = ({ liquidity, market }: Venue) => {
  const { bids, asks } = liquidity.levels(market, TOKEN);
  return [...bids, ...asks].reduce((sum, { sizeE6 }) => sum + sizeE6, 0n);
};
const sum = (values: ReadonlyArray<bigint>) => values.reduce((total, each) => total + each, 0n);

async function play({ bids, asks, steps }: Scene) {
  const world = makeVenue({ bids, asks });
  const before = worldSize(world);
  const sent = [];
  for (const each of steps) sent.push({ ...await world.send(each), step: each });
  return { world, before, sent };
}

describe("for any sequence of orders", () => {
  test("no fill is worse than its order's price", async () => {
    await fc.assert(fc.asyncProperty(scene, async (each) => {
      const { world } = await play(each);
      for (const { side, priceE6, fills } of world.ledger.all()) {
        for (const fill of fills) {
          expect(side === "BUY" ? fill.priceE6 <= priceE6 : fill.priceE6 >= priceE6).toBe(true);
        }
      }
    }));
  });

  test("a FOK order is filled whole, or is not at the venue and changed nothing", async () => {
    await fc.assert(fc.asyncProperty(scene, async (each) => {
      const world = makeVenue(each);
      for (const one of each.steps) {
        const resting = sum(
          world.ledger.resting().map((placed) => placed.sizeE6 - filledE6(placed)),
        );
        const there = worldSize(world) + resting;
        const { placed, isTaken } = await world.send(one);
        if (one.orderType !== "FOK") continue;
        const after = worldSize(world) +
          sum(world.ledger.resting().map((other) => other.sizeE6 - filledE6(other)));
        if (!isTaken) {
          expect([after, placed.fills.length]).toEqual([there, 0]);
          expect(world.ledger.byId(placed.id)).toBeUndefined();
        } else if (one.side === "SELL") expect(filledE6(placed)).toBe(placed.sizeE6);
        else {
          const spent = sum(placed.fills.map((fill) => costE6(fill.sizeE6, fill.priceE6)));
          expect(placed.order.makerE6 - spent <= BigInt(placed.fills.length)).toBe(true);
        }
      }
    }));
  });

  test("traded shares come out of levels and resting orders exactly", async () => {
    await fc.assert(fc.asyncProperty(scene, async (each) => {
      const { world, before } = await play(each);
      const taken = sum(world.trades.all().map(({ sizeE6 }) => sizeE6));
      const ours = sum(
        world.trades.all().flatMap(({ makers }) => makers)
          .filter(({ owner }) => owner.startsWith("key ")).map(({ matchedE6 }) => matchedE6),
      );
      expect(before - worldSize(world)).toBe(taken - ours);
      expect(sum(world.ledger.all().map(filledE6))).toBe(taken + ours);
    }));
  });

  test("wallets hold what their fills say", async () => {
    await fc.assert(fc.asyncProperty(scene, async (each) => {
      const { world } = await play(each);
      for (const wallet of [1, 2, 3]) {
        const payer = `0x${String(wallet).repeat(40)}`;
        const account = world.accounts.of(payer);
        const own = world.ledger.all().filter((placed) => placed.payer === payer);
        const money = sum(
          own.flatMap(({ side, fills }) =>
            fills.map(({ sizeE6, priceE6 }) =>
              costE6(sizeE6, priceE6) * (side === "BUY" ? -1n : 1n)
            )
          ),
        );
        expect(account.balanceE6 - 10_000n * ONE_E6).toBe(money);
        for (const tokenId of world.market.tokenIds) {
          const shares = sum(
            own.filter(({ order }) => order.tokenId === tokenId)
              .map((placed) => filledE6(placed) * (placed.side === "BUY" ? 1n : -1n)),
          );
          expect(sharesOf(account, tokenId) - 1_000n * ONE_E6).toBe(shares);
        }
      }
    }));
  });

  test("no book is crossed, and each outcome's is the other's mirror", async () => {
    await fc.assert(fc.asyncProperty(scene, async (each) => {
      const { world } = await play(each);
      const [first, second] = world.market.tokenIds.map((id) => world.books.book(id)!);
      const [bid, ask] = [first!.bids.at(-1)?.priceE6, first!.asks.at(-1)?.priceE6];
      expect(bid === undefined || ask === undefined || bid < ask).toBe(true);
      const across = (level: Level) => ({ ...level, priceE6: ONE_E6 - level.priceE6 });
      expect(second!.bids).toEqual(first!.asks.map(across));
      expect(second!.asks).toEqual(first!.bids.map(across));
    }));
  });
});
