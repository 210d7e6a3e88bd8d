/**
 * The simulated venue's event pages.
 *
 * @module
 */
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
const put = (body: unknown) => control(`${simulator.url}/__event`, "PUT", body);

interface Market {
  readonly slug: string;
  readonly question: string;
  readonly conditionId?: string;
  readonly outcomePrices: string;
  readonly clobTokenIds?: string;
}
interface Event {
  readonly slug: string;
  readonly title: string;
  readonly markets: ReadonlyArray<Market>;
}
const events = async (query: string) =>
  await (await fetch(`${simulator.url}/events?${query}`)).json() as ReadonlyArray<Event>;
const textsOf = (list: string | undefined) => JSON.parse(list ?? "[]") as ReadonlyArray<string>;

describe("the page of an event", () => {
  test("shows every listed event, open or closed, with its trading figures", async () => {
    const listed = [
      ...await events("closed=false&limit=60"),
      ...await events("closed=true&limit=40"),
      ...await events("tag_slug=games&limit=20"),
    ];
    expect(listed.length).toBeGreaterThan(80);
    for (const { slug, title, markets } of listed) {
      const { status, headers, text } = await page(slug);
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(text).toContain(`<h1>${Bun.escapeHTML(title)}</h1>`);
      for (const market of markets) {
        expect(text).toContain(Bun.escapeHTML(market.question));
        if (market.conditionId !== undefined) expect(text).toContain(market.conditionId);
        for (const price of textsOf(market.outcomePrices)) {
          expect(text).toContain(`<td>${price}</td>`);
        }
        for (const token of textsOf(market.clobTokenIds)) expect(text).toContain(token);
      }
    }
  });

  test("shows the window, the state and the tags", async () => {
    const { text } = await page("btc-updown-5m-1795176000");
    expect(text).toContain("<dt>Starts</dt><dd>2026-11-20T12:00:00Z</dd>");
    expect(text).toContain("<dt>Ends</dt><dd>2026-11-20T12:05:00Z</dd>");
    expect(text).toContain("<dd>open, takes orders</dd>");
    expect(text).toMatch(/<dt>Tags<\/dt><dd>[^<]*5M/);
    expect(text).toContain('href="/events/slug/btc-updown-5m-1795176000"');
    expect((await page("btc-updown-5m-1795089600")).text).toContain("<dd>closed</dd>");
  });

  test("shows only the market in the address", async () => {
    const [event] = (await events("closed=false&limit=100")).filter(({ markets }) =>
      markets.length > 2
    );
    const [first, second] = event?.markets ?? [];
    const { status, text } = await page(`${event?.slug}/${second?.slug}/`);
    expect(status).toBe(200);
    expect(text).toContain(`<code>${second?.slug}</code>`);
    expect(text).not.toContain(`<code>${first?.slug}</code>`);
    expect((await page(`${event?.slug}/nothing`)).status).toBe(404);
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

  test("does not exist under other paths, nor by another method", async () => {
    for (const path of ["/event", "/event/", "/event/a/b/c", "/Event/a"]) {
      const response = await fetch(`${simulator.url}${path}`);
      expect([response.status, response.headers.get("content-type")])
        .toEqual([404, expect.stringContaining("json")]);
    }
    const posted = await fetch(`${simulator.url}/event/nothing`, { method: "POST" });
    expect(posted.headers.get("content-type")).toContain("json");
  });
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

  test("has a page with at most a hundred markets", async () => {
    const markets = Array.from({ length: 130 }, (_, at) => ({
      id: `${7_000_000 + at}`,
      slug: `many-${at}`,
      question: `Question ${at}?`,
    }));
    await put({ id: "888888", slug: "many", title: "Many", markets });
    const { text } = await page("many");
    expect(text.match(/<section>/g)).toHaveLength(100);
    expect(text).toContain("And 30 more markets");
  });
});
