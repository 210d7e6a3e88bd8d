/** How windows ended, as `history/range` and `history/market` return it. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { itemsOf, OPEN } from "./history_item.ts";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:31:00Z" });
const eastern = makePriceServer({ nowIso: "2026-11-20T18:31:00Z", profile: "polymarket" });
afterAll(() => Promise.all([server.stop(), eastern.stop()]));

describe("includeOutcomeMeta", () => {
  test.each(["1hour", "daily"])("of %s equals that of history/exchange/range", async (type) => {
    for (const { get } of [server, eastern]) {
      const range = "start=2026-11-19T00:00:00Z&end=2026-11-21T00:00:00Z&includeOutcomeMeta=true";
      const [own, exchange] = [
        itemsOf(await get(`/history/range?type=${type}&${range}`)),
        itemsOf(await get(`/history/exchange/range?type=${type}&${range}`)),
      ];
      expect(own).toEqual(exchange);
      expect(own.some(({ outcomeMeta }) => outcomeMeta.final)).toBe(true);
      expect(own.at(-1)?.outcomeMeta).toEqual(OPEN);
    }
  });

  test.each(["5min", "15min", "1hour", "4hour", "daily"])(
    "returns for one window of %s what it returns for a range",
    async (type) => {
      const range = "start=2026-11-18T12:00:00Z&end=2026-11-20T12:34:56Z&includeOutcomeMeta=true";
      const items = itemsOf(await eastern.get(`/history/range?type=${type}&${range}`));
      for (const path of ["/history/market", "/timeseries/market"]) {
        for (const item of [items[0], items.at(-2), items.at(-1)]) {
          const query = `type=${type}&start=${item?.timestamp_start}&includeOutcomeMeta=true`;
          const { body } = await eastern.get(`${path}?${query}`);
          expect(body["outcomeMeta"]).toEqual(item?.outcomeMeta as never);
          expect(body).toMatchObject({ datapoint: { price: item?.price } });
        }
      }
    },
  );

  test("is returned only if requested", async () => {
    const range = "start=2026-11-20T11:00:00Z&end=2026-11-20T13:00:00Z";
    for (const flag of ["", "&includeOutcomeMeta=false", "&includeResolution=false"]) {
      const answer = await server.get(`/history/range?type=5min&${range}${flag}`);
      expect(itemsOf(answer).some((item) => "outcomeMeta" in item)).toBe(false);
      const one = await server.get(`/history/market?type=5min&start=2026-11-20T11:00:00Z${flag}`);
      expect("outcomeMeta" in one.body).toBe(false);
    }
  });
});
