/** A price that the venue's site alone has named, in every answer that carries it. @module */
import { afterAll, expect, test } from "bun:test";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:31:00Z" });
afterAll(server.stop);

/** Everything in an answer that has a price and a source. */
function prices(value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) return value.flatMap(prices);
  if (typeof value !== "object" || value === null) return [];
  const here = "price" in value && "source" in value ? [{ ...value }] : [];
  return [...here, ...Object.values(value).flatMap(prices)];
}

test("is marked provisional in every answer, and a final price has no mark", async () => {
  await server.fault("oracle", { match: "GET /api/v1/reports", kind: "status", status: 404 });
  const at = "2026-11-20T12:30:10Z";
  const range = "start=2026-11-20T12:20:00Z&end=2026-11-20T12:31:00Z";
  const answers = await Promise.all([
    `/targets/timestamp?asset=btc&type=5min&timestamp=${at}`,
    `/targets/timestamp/batch?assets=btc&type=5min&timestamp=${at}`,
    `/history/market?asset=btc&type=5min&timestamp=${at}`,
    "/targets/active?asset=btc&types=5min",
  ].map(async (path) => prices((await server.get(path)).body)));
  for (const found of answers) {
    expect(found).toEqual([expect.objectContaining({ source: "venue_site", provisional: true })]);
  }
  const history = prices((await server.get(`/history/range?asset=btc&type=5min&${range}`)).body);
  const sources = history.map(({ source, provisional }) => [source, provisional]);
  expect([sources[0], sources.at(-1)]).toEqual([["venue_metadata", undefined], [
    "venue_site",
    true,
  ]]);
});
