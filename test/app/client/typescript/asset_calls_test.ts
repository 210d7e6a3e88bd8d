import { expect, test } from "bun:test";
import { answerOf, startService } from "./scripted_service.ts";

test("a request about several assets is answered by asset, however many there are", async () => {
  const now = "2026-01-01T00:00:00.000Z";
  const { client, asked } = await startService((_, { address }) => {
    const [, ...assets] = /asset=(\w+)(?:%2C(\w+))?/.exec(address) ?? [];
    const told = assets.flatMap((asset) => asset === undefined ? [] : [{ asset, results: [] }]);
    const byAsset = { assets: Object.fromEntries(told.map((one) => [one.asset, one])) };
    return answerOf(200, { now, ...(told.length === 1 ? told[0] : byAsset) });
  });
  const { activeByAsset, active } = client.targets;
  const [btc, eth] = ["btc", "eth"].map((asset) => ({ asset, results: [] }));
  expect(await activeByAsset({ assets: ["btc", "eth"], types: "5min" }))
    .toEqual({ now, assets: { btc, eth } } as never);
  expect(await activeByAsset({ assets: ["eth"] })).toEqual({ now, assets: { eth } } as never);
  expect(await client.markets.timestampsByAsset({ assets: ["eth"], date: "2026-01-01" }))
    .toEqual({ now, assets: { eth } } as never);
  const { results } = await active({ asset: "btc" });
  expect(results).toEqual([]);
  expect(asked.map(({ address }) => address)).toEqual([
    "/api/v1/targets/active?types=5min&asset=btc%2Ceth",
    "/api/v1/targets/active?asset=eth",
    "/api/v1/markets/timestamps?date=2026-01-01&asset=eth",
    "/api/v1/targets/active?asset=btc",
  ]);
});
