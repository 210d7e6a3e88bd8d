/**
 * `PUT /__book`: replaces the levels of a token from now on.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readFields, readList, readText } from "../../kit/control_body.ts";
import { type Fields } from "../../kit/json.ts";
import { type Control } from "../../kit/simulator.ts";
import { type Books } from "./books.ts";
import { type Level } from "./level.ts";
import { type Liquidity } from "./liquidity.ts";
import { type MarketFeed } from "./market_feed.ts";
import { type Markets } from "./markets.ts";
import { ONE_E6, parseE6 } from "./micro_units.ts";

/** Makes the control. Fills consume the levels, which may come in any order. */
export function makeBookControl(
  { markets, liquidity, books, feed }: {
    readonly markets: Markets;
    readonly liquidity: Liquidity;
    readonly books: Books;
    readonly feed: MarketFeed;
  },
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["token_id", "bids", "asks"]);
      const tokenId = yield* readText(fields, "token_id");
      if (!/^[1-9]\d{0,77}$/.test(tokenId)) {
        return yield* Result.fail(`"token_id" must be digits`);
      }
      const bids = yield* readLevels(fields, "bids");
      const asks = yield* readLevels(fields, "asks");
      const market = markets.atLeastPlain(tokenId);
      liquidity.put(tokenId, { bids: sorted(bids), asks: sorted(asks).toReversed() });
      for (const each of market.tokenIds) {
        const book = books.book(each);
        if (book !== undefined) feed.publish({ kind: "book", book });
      }
    });
}

/** Reads `[price, size]` pairs of decimal text; an omitted side is empty. */
function readLevels(fields: Fields, side: "bids" | "asks"): Read<ReadonlyArray<Level>> {
  if (!fields.has(side)) return Result.succeed([]);
  return Result.flatMap(readList(fields, side), (items) => readEach(items, side, readLevel));
}

function readLevel(item: unknown): Read<Level> {
  const [price, size] = Array.isArray(item) ? item as ReadonlyArray<unknown> : [];
  const [priceE6, sizeE6] = [price, size].map((each) =>
    typeof each === "string" ? parseE6(each) : undefined
  );
  const isLevel = priceE6 !== undefined && sizeE6 !== undefined && priceE6 > 0n &&
    priceE6 < ONE_E6 && sizeE6 > 0n;
  return isLevel
    ? Result.succeed({ priceE6, sizeE6 })
    : Result.fail("Send a price between 0 and 1 and a size, both as text");
}

/** Sorts by price, lowest first; sizes at one price add up. */
function sorted(levels: ReadonlyArray<Level>): ReadonlyArray<Level> {
  const sizes = new Map<bigint, bigint>();
  for (const { priceE6, sizeE6 } of levels) sizes.set(priceE6, (sizes.get(priceE6) ?? 0n) + sizeE6);
  return [...sizes]
    .map(([priceE6, sizeE6]): Level => ({ priceE6, sizeE6 }))
    .sort((a, b) => (a.priceE6 < b.priceE6 ? -1 : 1));
}
