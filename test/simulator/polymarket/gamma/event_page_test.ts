import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { control, makeStillClock, ms, start } from "../../kit/support.ts";

const NOW = "2026-11-20T12:03:20Z";
const simulator = start("venue-metadata", makeStillClock(ms(NOW)));
afterAll(() => simulator.stop());

const page = async (path: string) => {
  const response = await fetch(`${simulator.url}/event/${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
describe("the page of an event", () => {
  test("shows the window, the state and the tags", async () => {
    const { text } = await page("btc-updown-5m-1795176000");
    expect(text).toContain("<dt>Starts</dt><dd>2026-11-20T12:00:00Z</dd>");
    expect(text).toContain("<dt>Ends</dt><dd>2026-11-20T12:05:00Z</dd>");
    expect(text).toContain("<dd>open, takes orders</dd>");
    expect(text).toMatch(/<dt>Tags<\/dt><dd>[^<]*5M/);
    expect(text).toContain("<td>Up</td>");
    expect(text).toContain('href="/events/slug/btc-updown-5m-1795176000"');
    expect((await page("btc-updown-5m-1795089600")).text).toContain("<dd>closed</dd>");
  });

  test.each(["nothing", "%ff", "btc-updown-5m-4102444800", "%3Cscript%3E", "a/b"])(
    "of %s is a 404 for people",
    async (name) => {
      const { status, headers, text } = await page(name);
      expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).toContain("No such event");
      expect(text).not.toContain("<script>");
    },
  );
});

describe("a staged event", () => {
  const HOSTILE = `"><script>alert('1')</script>&`;

  test("is shown as text, with any content", async () => {
    const anything = fc.oneof(
      fc.constant(HOSTILE),
      fc.constant(null),
      fc.jsonValue({ maxDepth: 2 }),
      fc.array(fc.constant(HOSTILE)).map((list) => JSON.stringify(list)),
    );
    const names = ["question", "slug", "conditionId", "outcomes", "outcomePrices", "clobTokenIds"];
    const market = fc.record(
      Object.fromEntries([...names, "positionIds", "version", "active"].map((n) => [n, anything])),
    );
    const fields = fc.record({ title: anything, tags: fc.constant([{ label: HOSTILE }, HOSTILE]) });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fields, fc.array(market, { maxLength: 3 }), async (fields, markets) => {
        number++;
        const slug = `put-${number}`;
        const put = { ...fields, id: `${900_000 + number}`, slug };
        const withIds = markets.map((market, at) => ({ ...market, id: `${number * 10 + at}` }));
        const { status } = await control(`${simulator.url}/__event`, "PUT", {
          ...put,
          markets: withIds,
        });
        if (status !== 200) return;
        const shown = await page(slug);
        expect(shown.status).toBe(200);
        expect(shown.text).not.toContain("<script");
        expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
      }),
      { numRuns: 60 },
    );
  });
});
