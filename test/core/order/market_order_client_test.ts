import { describe, expect, test } from "bun:test";
import { Chain, type ClobClientOptions, OrderBuilder, Side } from "@polymarket/clob-client-v2";
import { Option, Result } from "effect";
import fc from "fast-check";
import { formatDecimal, fromE6, SIDES } from "../../../core/fee/mod.ts";
import { amountDecimals, priceMarketOrder } from "../../../core/order/mod.ts";
import { EMPTY_BOOK, priceOn, TICKS_E6 } from "./arbitrary_book.ts";

type Signer = NonNullable<ClobClientOptions["signer"]>;

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/**
 * The client reckons with doubles, whose digits run out beyond this at the finest ticks: it then
 * takes up to one step of the last decimal less than is due.
 */
const TAKER_E6_MAX = 100_000_000_000n;

/** Only the amounts are looked at, and they are signed after they are made. */
const signer = {
  account: { address: ADDRESS },
  requestAddresses: () => Promise.resolve([ADDRESS]),
  signTypedData: () => Promise.resolve(`0x${"0".repeat(130)}`),
} as unknown as Signer;
const builder = new OrderBuilder(signer, Chain.POLYGON);

interface Terms {
  readonly side: (typeof SIDES)[number];
  readonly amountE6: bigint;
  readonly priceE6: bigint;
  readonly tickE6: bigint;
}

/** The amounts that the venue's own client signs. */
async function clientAmounts({ side, amountE6, priceE6, tickE6 }: Terms) {
  const order = await builder.buildMarketOrder(
    {
      tokenID: "1",
      side: Side[side],
      amount: Number(formatDecimal(fromE6(amountE6))),
      price: Number(formatDecimal(fromE6(priceE6))),
    },
    { tickSize: formatDecimal(fromE6(tickE6)) as "0.01", negRisk: false },
    2,
  );
  return { maker: BigInt(order.makerAmount), taker: BigInt(order.takerAmount) };
}

/** The amounts that are signed here, for a book with enough at this very price. */
function ownAmounts({ side, amountE6, priceE6, tickE6 }: Terms) {
  const level = { priceE6, sizeE6: 10n ** 18n };
  const book = { ...EMPTY_BOOK, bids: [level], asks: [level], tickE6 };
  const limitPriceE6 = Option.none<bigint>();
  return Result.map(
    priceMarketOrder(book, { side, orderType: "FOK", amountE6, limitPriceE6 }),
    ({ makerAmountE6, takerAmountE6 }) => ({ maker: makerAmountE6, taker: takerAmountE6 }),
  );
}

/** Orders of 0.01 to 10,000 at any price of a grid. */
const termsAt = (side: Terms["side"], tickE6: bigint) =>
  fc.record({
    side: fc.constant(side),
    amountE6: fc.oneof(
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: 1n, max: 1_000_000n }),
    ).map((hundredths) => hundredths * 10_000n),
    priceE6: priceOn(tickE6),
    tickE6: fc.constant(tickE6),
  });

describe("the venue's own client", () => {
  const cases = TICKS_E6.flatMap((tickE6) => SIDES.map((side) => [side, tickE6] as const));

  test.each(cases)(
    "signs for a %s at the tick %p the same, or more decimals",
    async (side, tick) => {
      const { bought, proceeds } = Option.getOrThrow(amountDecimals(tick));
      const stepE6 = 10n ** BigInt(6 - (side === "BUY" ? bought : proceeds));
      await fc.assert(fc.asyncProperty(termsAt(side, tick), async (terms) => {
        const own = ownAmounts(terms);
        fc.pre(Result.isSuccess(own) && own.success.taker < TAKER_E6_MAX);
        const { maker, taker } = await clientAmounts(terms);
        expect(own.success.maker).toBe(maker);
        expect(own.success.taker).toBe(taker - taker % stepE6);
      }));
    },
  );
});
