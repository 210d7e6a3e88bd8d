import { afterAll, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { makePolymarketChainBalances } from "../../../../adapters/polymarket/chain_balances.ts";
import { makePolymarketVenueAccount } from "../../../../adapters/polymarket/venue_account.ts";
import { runStill } from "../../../still_run.ts";
import { marketOf, startRoads } from "./road_world.ts";

const world = startRoads();
afterAll(() => world.stop());
const { book, clock, give, user } = world;
const clobUrl = book.url;

test.each(["v1", "v1_neg_risk", "v2"] as const)("node and order book agree: %s", async (kind) => {
  const tokens = kind === "v2"
    ? book.stageV2Market()
    : book.stageMarket({ negRisk: kind !== "v1" });
  const { wallet, signingKey } = user(0);
  const credentials = await runStill(
    clock,
    Effect.flatMap(
      makePolymarketVenueAccount({ clobUrl }),
      (account) => account.deriveCredentials(wallet, signingKey),
    ),
  );
  await give(wallet.funder, { [tokens.yes]: "5", [tokens.no]: "0.25" });
  const market = marketOf(tokens, kind);
  const query = { holder: { ...wallet, credentials }, signatureType: 0, market } as const;
  const byOrderBook = await runStill(
    clock,
    Effect.flatMap(
      makePolymarketChainBalances({ chain: Option.none(), clobUrl }),
      (balances) => balances.of(query),
    ),
  );
  expect(byOrderBook).toEqual({ usdcE6: 10_000_000_000n, sharesE6: [5_000_000n, 250_000n] });
  expect(await world.ask(({ balances }) => balances.of(query))).toEqual(byOrderBook);
});
