import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Listing, listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { windowOf } from "../../../../app/simulator/polymarket/venue/outcome_price.ts";
import { type Track } from "../../../../app/simulator/polymarket/venue/track.ts";
import { get, ms } from "../../kit/support.ts";
import { isoSecond, startSiteWorld } from "../site/site_world.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const NOW_SEC = NOW_MS / 1_000;
const world = startSiteWorld(NOW_MS);
afterAll(() => world.stop());

interface Prices {
  readonly priceToBeat?: number;
  readonly finalPrice?: number;
}
interface Event {
  readonly id: string;
  readonly slug: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly closed: boolean;
  readonly series: ReadonlyArray<{ readonly id: string }>;
  readonly eventMetadata?: Prices;
}
interface Page {
  readonly events: ReadonlyArray<Event>;
  readonly next_cursor?: string;
}

const eventOf = async ({ eventNumber }: Listing) =>
  (await get<Event>(`${world.metadata.url}/events/${eventNumber}`)).body;
const tracks = [...world.venue.tracks.values()];
const isOracles = ({ subject }: Track) =>
  subject.kind === "up_down" && ["5min", "15min", "4hour"].includes(subject.interval);
const trackOf = (asset: string, interval: string) =>
  tracks.find(({ subject }) =>
    subject.kind === "up_down" && subject.asset === asset && subject.interval === interval
  )!;

/** Returns all pages of a keyset list. */
async function allPages(query: string) {
  const pages: Page[] = [];
  for (let cursor = "";;) {
    const { status, body } = await get<Page>(
      `${world.metadata.url}/events/keyset?${query}${cursor}`,
    );
    expect(status).toBe(200);
    pages.push(body);
    if (body.next_cursor === undefined) return pages;
    cursor = `&after_cursor=${body.next_cursor}`;
  }
}

describe("eventMetadata", () => {
  const listings = fc.record({
    track: fc.constantFrom(...tracks.filter(isOracles)),
    back: fc.integer({ min: 1, max: 20 * 288 }),
  }).map(({ track, back }) => listingAt(track, track.indexAt(NOW_SEC - back * 300) - 1));

  test("appear as observed, the final price perhaps later, and stay", async () => {
    const delaysSec = new Set<number>();
    let lateCount = 0;
    await fc.assert(
      fc.asyncProperty(listings, async (listing) => {
        const at = async (sec: number) => {
          world.clock.set(sec * 1_000);
          return (await eventOf(listing)).eventMetadata;
        };
        expect(await at(listing.endSec + 20)).toBeUndefined();
        const found = await at(listing.endSec + 143);
        if (found === undefined) return expect(await at(NOW_SEC + 864_000)).toBeUndefined();
        const whole = await at(listing.endSec + 1_296);
        expect(whole?.priceToBeat).toBe(found.priceToBeat as number);
        expect(whole?.finalPrice).toBeDefined();
        if (found.finalPrice === undefined) lateCount++;
        else expect(found.finalPrice).toBe(whole?.finalPrice as number);
        let [low, high] = [20, 143];
        while (high - low > 1) {
          const middle = Math.floor((low + high) / 2);
          const then = await at(listing.endSec + middle);
          if (then !== undefined) expect(then).toEqual(found);
          if (then === undefined) low = middle;
          else high = middle;
        }
        delaysSec.add(high);
        expect(await at(NOW_SEC + 864_000)).toEqual(whole!);
      }),
      { numRuns: 200 },
    );
    expect(lateCount).toBeGreaterThan(0);
    expect(delaysSec.size).toBeGreaterThan(15);
    world.clock.set(NOW_MS);
  });

  test("match the site, and a final price is the next one's price to beat", async () => {
    world.clock.set(NOW_MS);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(listings, async (listing) => {
        const { eventMetadata } = await eventOf(listing);
        const next = await eventOf(listingAt(listing.track, listing.index + 1));
        if (eventMetadata === undefined) return;
        const { openPrice, closePrice } = await world.prices(windowOf(listing)!);
        expect(eventMetadata.priceToBeat).toBe(openPrice as number);
        // It may come later than the price to beat.
        if (eventMetadata.finalPrice === undefined) return;
        expect(eventMetadata.finalPrice).toBe(closePrice as number);
        if (next.eventMetadata === undefined) return;
        expect(next.eventMetadata.priceToBeat).toBe(eventMetadata.finalPrice as number);
        compared++;
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test("decide the outcome: a tie goes Up", async () => {
    world.clock.set(NOW_MS);
    await fc.assert(
      fc.asyncProperty(listings, async (listing) => {
        const event = await eventOf(listing) as Event & {
          readonly markets: ReadonlyArray<{ readonly outcomePrices: string }>;
        };
        const { priceToBeat = NaN, finalPrice = NaN } = event.eventMetadata ?? {};
        if (!event.closed || Number.isNaN(priceToBeat + finalPrice)) return;
        expect(JSON.parse(event.markets[0]!.outcomePrices))
          .toEqual(finalPrice >= priceToBeat ? ["1", "0"] : ["0", "1"]);
      }),
      { numRuns: 100 },
    );
  });

  test("do not exist for windows decided by the exchange, nor for topics", async () => {
    world.clock.set(NOW_MS);
    for (const track of tracks.filter((track) => !isOracles(track))) {
      const event = await eventOf(listingAt(track, track.indexAt(NOW_SEC - 40 * 86_400) - 1));
      expect(event.closed).toBe(true);
      expect(event.eventMetadata).toBeUndefined();
    }
  });

  test.each([
    ["btc", "5min", "2026-02-19"],
    ["eth", "5min", "2026-03-18"],
    ["hype", "5min", "2026-03-18"],
    ["btc", "15min", "2026-02-18"],
    ["doge", "15min", "2026-02-18"],
    ["xrp", "4hour", "2026-02-18"],
  ])("of %s %s begin on %s", async (asset, interval, date) => {
    const track = trackOf(asset, interval);
    const first = track.indexAt(ms(`${date}T00:00:00Z`) / 1_000 - 1) + 1;
    const has = async (index: number) =>
      (await eventOf(listingAt(track, index))).eventMetadata !== undefined;
    expect(await Promise.all([-3, -2, -1].map((i) => has(first + i))))
      .toEqual([false, false, false]);
    // One of three may be a hole.
    expect((await Promise.all([0, 1, 2].map((i) => has(first + i)))).filter(Boolean).length)
      .toBeGreaterThanOrEqual(2);
  });
});

describe("GET /events/keyset of a series", () => {
  const query = (more: string) => `series_id=10684&closed=true&limit=500&${more}`;
  const span = "end_date_min=2026-11-10T00:00:00Z&end_date_max=2026-11-15T00:00:00Z";

  test("returns every ended window in order, with its prices except for rare gaps", async () => {
    world.clock.set(NOW_MS);
    const pages = await allPages(query(span));
    expect(pages.map(({ events }) => events.length)).toEqual([500, 500, 441]);
    const events = pages.flatMap(({ events }) => events);
    const fromSec = ms("2026-11-10T00:00:00Z") / 1_000 - 300;
    for (const [i, event] of events.entries()) {
      expect(event.startTime).toBe(isoSecond(fromSec + 300 * i));
      expect(event.endDate).toBe(isoSecond(fromSec + 300 * i + 300));
      expect([event.closed, event.series[0]?.id]).toEqual([true, "10684"]);
    }
    const missing = events.filter(({ eventMetadata }) => eventMetadata === undefined);
    // One in 150 of 1441, drawn.
    expect(missing.length).toBeWithin(2, 25);
    for (let i = 1; i < events.length; i++) {
      const { eventMetadata: before } = events[i - 1]!;
      const { eventMetadata: after } = events[i]!;
      if (before !== undefined && after !== undefined) {
        expect(after.priceToBeat).toBe(before.finalPrice!);
      }
    }
    const picked = [events[3], events[700], missing[0]].map((event) => event!);
    for (const { slug, eventMetadata } of picked) {
      const { body } = await get<Event>(`${world.metadata.url}/events/slug/${slug}`);
      expect(body.eventMetadata).toEqual(eventMetadata!);
    }
  });

  test("can be reversed, and ordered by the end", async () => {
    world.clock.set(NOW_MS);
    const idsOf = async (more: string) =>
      (await allPages(query(`${span}&${more}`))).flatMap(({ events }) =>
        events.map(({ id }) => id)
      );
    const up = await idsOf("order=id&ascending=true");
    expect(await idsOf("order=endDate&ascending=true")).toEqual(up);
    expect(await idsOf("order=endDate&ascending=false")).toEqual(up.toReversed());
  });

  test("ends with the last window that is closed", async () => {
    world.clock.set(NOW_MS);
    const from = `end_date_min=${isoSecond(NOW_SEC - 3_600)}`;
    const [page] = await allPages(query(from));
    expect(page?.events.at(-1)?.endDate).toBe("2026-11-20T12:00:00Z");
    const [open] = await allPages(`series_id=10684&closed=false&limit=1&${from}`);
    expect(open?.events[0]?.endDate).toBe("2026-11-20T12:05:00Z");
  });

  test("contains one asset and interval", async () => {
    world.clock.set(NOW_MS);
    const seen = new Set<string>();
    for (const track of tracks.filter(isOracles)) {
      const event = await eventOf(listingAt(track, track.indexAt(NOW_SEC)));
      const id = event.series[0]?.id ?? "";
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      const { body } = await get<Page>(
        `${world.metadata.url}/events/keyset?series_id=${id}&closed=true&limit=3` +
          `&order=endDate&ascending=false`,
      );
      const stem = event.slug.replace(/\d+$/, "");
      expect(body.events.map(({ slug }) => slug.startsWith(stem))).toEqual([true, true, true]);
    }
    expect(seen.has("10192")).toBe(true);
  });
});
