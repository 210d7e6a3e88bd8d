import { afterAll, describe, expect, test } from "bun:test";
import { INTERVALS } from "../../../core/market/mod.ts";
import { makePriceServer } from "./price_server.ts";

const NOW_ISO = "2026-11-20T18:34:56Z";
const servers = {
  spec: makePriceServer({ nowIso: NOW_ISO }),
  polymarket: makePriceServer({ nowIso: NOW_ISO, profile: "polymarket" }),
};
afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())));

interface Place {
  readonly windowStart: number;
  readonly windowEnd: number;
  readonly slug: string;
  readonly url: string;
}
interface Window {
  readonly interval: string;
  readonly start: number;
  readonly end: number;
  readonly slug: string;
  readonly url: string;
}

function placeOf({ windowStart, windowEnd, slug, url }: Partial<Place>) {
  return { windowStart, windowEnd, slug, url };
}

describe.each(["spec", "polymarket"] as const)("in the calendar %s", (profile) => {
  const { get } = servers[profile];
  const instant = encodeURIComponent(NOW_ISO);

  test("every answer with a target says where its window is, as /windows does", async () => {
    const { body } = await get("/windows/active?asset=hype");
    const windows = body["data"] as ReadonlyArray<Window>;
    const { body: active } = await get("/targets/active?asset=hype");
    const targets = active["results"] as ReadonlyArray<Place & { readonly marketType: string }>;
    for (const interval of INTERVALS) {
      const { start, end, slug, url } = windows.find((one) => one.interval === interval) ??
        windows[0] as Window;
      const place = { windowStart: start, windowEnd: end, slug, url };
      const target = targets.find(({ marketType }) => marketType === interval);
      const series = `asset=hype&type=${interval}&timestamp=${instant}`;
      const { body: at } = await get(`/targets/timestamp?${series}`);
      const { body: batch } = await get(
        `/targets/timestamp/batch?assets=hype&type=${interval}&timestamp=${instant}`,
      );
      const [ofBatch = {}] = batch["results"] as ReadonlyArray<Place>;
      const { body: past } = await get(`/history/market?${series}`);
      expect([target ?? {}, at, ofBatch, past].map(placeOf)).toEqual([place, place, place, place]);
      expect(past["market"]).toMatchObject({ timestamp_end: end - 1, slug, url });
    }
  });

  test("one window is found by its slug, or its page, as by an instant inside it", async () => {
    for (const interval of INTERVALS) {
      const series = `asset=sol&type=${interval}&timestamp=${instant}`;
      for (const path of ["/history/market", "/timeseries/market"]) {
        const { body } = await get(`${path}?${series}&includeOutcomeMeta=true`);
        for (const named of [String(body["slug"]), String(body["url"])]) {
          const query = `slug=${encodeURIComponent(named)}&includeOutcomeMeta=true`;
          const found = await get(`${path}?${query}`);
          expect([found.status, found.body]).toEqual([200, body]);
        }
      }
    }
  });
});

test.each([
  ["slug=btc-updown-5m-1", 'Cannot use slug "btc-updown-5m-1"', "such as btc-updown-5m-1795199400"],
  ["slug=gold-updown-5m-1795199400", "Cannot use slug", "such as btc-updown-5m-1795199400"],
  ["slug=btc-updown-5m-1795199700", "Cannot use slug", "opens at 2026-11-20T18:35:00.000Z"],
  ["slug=https://else.example/event/a", "Cannot use slug", "venue.example"],
  ["slug=btc-updown-5m-1795199400&asset=btc", "Cannot use slug", "Send either asset or slug"],
  ["slug=btc-updown-5m-1795199400&interval=5m", "Cannot use slug", "Send either interval or slug"],
  ["slug=btc-updown-5m-1795199400&start=1795199400", "Cannot use slug", "either start or slug"],
  ["asset=btc&timestamp=1795199400", 'a request without "type or slug"', "for example type=15min"],
])("/history/market?%s is 400", async (query, error, hint) => {
  const { status, body } = await servers.spec.get(`/history/market?${query}`);
  expect(status).toBe(400);
  expect(body["error"]).toContain(error);
  expect(body["hint"]).toContain(hint);
});
