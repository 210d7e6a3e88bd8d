import { expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { makeTokenMarkets } from "../../../adapters/polymarket/token_markets.ts";
import { type ConditionId, parseConditionId } from "../../../core/venue/mod.ts";
import { wireEvent, withCatalog } from "./gamma/gamma_world.ts";
import { stagedEvent, stagedMarket } from "../../stage/staged_event.ts";
import { conditionOf } from "../../condition.ts";

/** An open window of the simulated venue at the time of the tests, by its slug. */
const WINDOW = "btc-updown-5m-1795177800";
const none = Option.none<string>();

/** The first token of the window, and its condition, as a catalog lists them. */
const windowOf = Effect.fnUntraced(function* (
  { catalog }: Effect.Success<ReturnType<typeof makeTokenMarkets>>,
) {
  const { value: { market } } = yield* catalog.market(WINDOW, "lasting");
  return {
    tokenId: Option.getOrThrow(market.outcomes[0]?.tokenId ?? none),
    conditionId: Option.getOrThrow(market.conditionId),
  };
});

test("the market of a token is known once the catalog has listed it", async () => {
  const found = await withCatalog(({ url, asked }) =>
    Effect.gen(function* () {
      const markets = yield* makeTokenMarkets({ gammaUrl: url });
      const { tokenId } = yield* windowOf(markets);
      const calls = (yield* asked).length;
      const slug = yield* markets.tokenMarkets.slugOf(tokenId);
      return { slug, calls: (yield* asked).length - calls };
    })
  );
  expect(found).toEqual({ slug: Option.some(WINDOW), calls: 0 });
});

test("another one is found by its condition, and known from then on", async () => {
  const found = await withCatalog(({ url }) =>
    Effect.gen(function* () {
      const { tokenId, conditionId } = yield* windowOf(yield* makeTokenMarkets({ gammaUrl: url }));
      const { tokenMarkets } = yield* makeTokenMarkets({ gammaUrl: url });
      return [
        yield* tokenMarkets.slugOf(tokenId),
        yield* tokenMarkets.slugOfCondition(conditionId),
        yield* tokenMarkets.slugOf(tokenId),
      ];
    })
  );
  expect(found).toEqual([none, Option.some(WINDOW), Option.some(WINDOW)]);
});

test("no market is found of a condition that is not listed, or is closed", async () => {
  const closed = stagedMarket({});
  const event = stagedEvent({
    id: "9",
    slug: "closed",
    markets: [{ ...closed, conditionId: Option.some(conditionOf(9)), isClosed: true }],
  });
  const unknown = Option.getOrThrow(parseConditionId(`0x${"f".repeat(64)}`));
  const find = (conditionId: ConditionId) =>
    withCatalog(({ url, put }) =>
      Effect.gen(function* () {
        yield* put(wireEvent(event));
        const { tokenMarkets } = yield* makeTokenMarkets({ gammaUrl: url });
        return yield* tokenMarkets.slugOfCondition(conditionId);
      })
    );
  expect([await find(unknown), await find(conditionOf(9))]).toEqual([none, none]);
});
