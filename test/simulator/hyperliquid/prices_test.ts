import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { ms } from "../kit/support.ts";
import { binariesOf, binaryOf, type Row, startVenue2, type Venue2 } from "./venue.ts";

const NOON = "2026-11-20T12:00:00Z";
const DAY_MS = 86_400_000;
const SLOT_MS = 600_000;
let venue: Venue2;
beforeAll(() => {
  venue = startVenue2(NOON, { season: makeSeason(1) });
});
// Each test begins in a separate minute, with its full weight available.
beforeEach(() => venue.clock.set(venue.clock.nowMs() + 60_000));
afterAll(() => venue.stop());

const sidesOf = (outcome: number) => [`#${outcome * 10}`, `#${outcome * 10 + 1}`] as const;
const midsAt = (atMs: number) => {
  venue.clock.set(atMs);
  return venue.mids();
};
interface Book {
  readonly coin: string;
  readonly time: number;
  readonly levels: ReadonlyArray<ReadonlyArray<{ px: string; sz: string; n: number }>>;
}
const bookOf = (coin: string, more: object = {}) =>
  venue.ask<Book | null>({ type: "l2Book", coin, ...more });

describe("mid prices", () => {
  test("cover seven perpetuals and the listed sides", async () => {
    const [mids, listing] = [await venue.mids(), await venue.list()];
    const names = Object.keys(mids).filter((coin) => !coin.startsWith("#"));
    expect(names.toSorted()).toEqual(["BNB", "BTC", "DOGE", "ETH", "HYPE", "SOL", "XRP"]);
    const listed = new Set(listing.outcomes.flatMap(({ outcome }) => sidesOf(outcome)));
    const sides = Object.keys(mids).filter((coin) => coin.startsWith("#"));
    expect(sides.filter((coin) => !listed.has(coin as `#${number}`))).toEqual([]);
    expect(Object.values(mids).every((price) => /^\d+(\.\d+)?$/.test(price))).toBe(true);
    for (const coin of sides) {
      expect(mids[coin]).toMatch(/^0\.\d{3,5}$/);
      expect(Number(mids[coin])).toBeWithin(0.001, 0.9991);
    }
  });

  test("also cover buckets and contests, but neither free text nor fallbacks", async () => {
    const [mids, { outcomes, questions }] = [await venue.mids(), await venue.list()];
    const isPriced = ({ outcome }: Pick<Row, "outcome">) => sidesOf(outcome)[0] in mids;
    const named = questions.flatMap(({ namedOutcomes }) => namedOutcomes);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((outcome) => !isPriced({ outcome }))).toEqual([]);
    expect(questions.filter(({ fallbackOutcome }) => isPriced({ outcome: fallbackOutcome })))
      .toEqual([]);
    const prose = outcomes.filter(({ name }) => name.includes("sandbox"));
    expect(prose.map(isPriced)).toEqual([false, false]);
    for (const { namedOutcomes } of questions) {
      const sum = namedOutcomes.reduce((sum, id) => sum + Number(mids[sidesOf(id)[0]]), 0);
      expect(sum).toBeCloseTo(1, 1);
    }
  });

  test("add up to about 1, and not always to 1", async () => {
    const sums = [];
    for (let minute = 0; minute < 50; minute++) {
      const mids = await midsAt(ms("2026-11-21T15:00:00Z") + minute * 60_000);
      for (const { outcome } of binariesOf(await venue.list())) {
        const [yes, no] = sidesOf(outcome).map((side) => Number(mids[side] ?? NaN));
        if (yes && no) sums.push(yes + no);
      }
    }
    expect(Math.max(...sums.map((sum) => Math.abs(sum - 1)))).toBeWithin(0.0001, 0.001);
    expect(sums.length).toBeGreaterThan(70);
  });

  test("follow the price, more so near the end", async () => {
    const right = [];
    for (let day = 0; day < 20; day++) {
      const mids = await midsAt(ms("2026-11-21T05:59:59Z") + day * DAY_MS);
      for (const { outcome, facts } of binariesOf(await venue.list())) {
        const isAbove =
          Number(mids[facts.get("underlying") ?? ""]) >= Number(facts.get("targetPrice"));
        const yes = Number(mids[sidesOf(outcome)[0]] ?? NaN);
        if (!Number.isNaN(yes)) right.push(isAbove ? yes > 0.9 : yes < 0.1);
      }
    }
    expect(right.length).toBeGreaterThan(35);
    expect(right.filter((one) => one).length / right.length).toBeGreaterThan(0.9);
  });

  test("move little from one second to the next", async () => {
    const { outcome } = binaryOf(await venue.list(), "BTC");
    const [yes] = sidesOf(outcome);
    const from = venue.clock.nowMs();
    const found: number[] = [];
    for (let second = 0; second < 50; second++) {
      found.push(Number((await midsAt(from + second * 1_000))[yes]));
    }
    const steps = found.slice(1).map((mid, at) => Math.abs(mid - (found[at] ?? 0)));
    expect(Math.max(...steps)).toBeWithin(0.000001, 0.02);
  });

  test("lack one side of a market for ten minutes, twice a day", async () => {
    const from = ms("2026-12-01T06:10:00Z");
    venue.clock.set(from);
    const markets = binariesOf(await venue.list()).map(({ outcome }) => outcome);
    const missing = new Map<string, number[]>();
    for (let slot = 0; slot < 143; slot++) {
      const mids = await midsAt(from + slot * SLOT_MS + 300_000);
      for (const coin of markets.flatMap(sidesOf)) {
        if (!(coin in mids)) missing.set(coin, [...missing.get(coin) ?? [], slot]);
      }
    }
    expect([...missing.values()].flat().length).toBeWithin(3, 5);
    for (const [coin, [slot = 0]] of missing) {
      venue.clock.set(from + slot * SLOT_MS);
      expect(coin in await venue.mids()).toBe(false);
      expect(await bookOf(coin)).toBeNull();
      const other = coin.endsWith("0") ? `${coin.slice(0, -1)}1` : `${coin.slice(0, -1)}0`;
      expect(await bookOf(other)).not.toBeNull();
    }
    // Replacement rows are priced at any time.
    const put = startVenue2(new Date(venue.clock.nowMs()).toISOString());
    await put.put("listing", await put.list());
    const mids = await put.mids();
    expect(markets.flatMap(sidesOf).filter((coin) => !(coin in mids))).toEqual([]);
    await put.stop();
  });
});

describe("a book", () => {
  test("has its mid price in the middle, and the best prices first", async () => {
    const { outcome } = binaryOf(await venue.list(), "BTC");
    const mids = await venue.mids();
    for (const coin of ["BTC", "DOGE", ...sidesOf(outcome)]) {
      const book = await bookOf(coin);
      expect([book?.coin, book?.time]).toEqual([coin, venue.clock.nowMs()]);
      const [bids = [], asks = []] = book?.levels.map((side) => side.map(({ px }) => Number(px))) ??
        [];
      expect(((bids[0] ?? 0) + (asks[0] ?? 0)) / 2).toBeCloseTo(Number(mids[coin]), 8);
      expect(bids).toEqual(bids.toSorted((a, b) => b - a));
      expect(asks).toEqual(asks.toSorted((a, b) => a - b));
      expect([...bids, ...asks].every((price) => price > 0)).toBe(true);
      expect(Math.max(bids.length, asks.length)).toBeWithin(1, 21);
      const levels = book?.levels.flat() ?? [];
      expect(levels.every(({ sz, n }) => /^\d+\.\d+$/.test(sz) && Number(sz) > 0 && n > 0)).toBe(
        true,
      );
    }
  });

  test("keeps the total size when prices are grouped", async () => {
    const sizes = (book: Book | null) =>
      book?.levels.map((side) => side.reduce((sum, { sz }) => sum + Number(sz), 0).toFixed(3));
    const whole = await bookOf("BTC");
    for (const grouping of [{ nSigFigs: 5 }, { nSigFigs: 5, mantissa: 5 }, { nSigFigs: 3 }]) {
      const grouped = await bookOf("BTC", grouping);
      expect(sizes(grouped)).toEqual(sizes(whole) ?? []);
      const step = 10 ** (5 - grouping.nSigFigs) * (grouping.mantissa ?? 1);
      const prices = grouped?.levels.flat().map(({ px }) => Number(px)) ?? [];
      expect(prices.filter((price) => price % step !== 0)).toEqual([]);
      expect(new Set(prices).size).toBe(prices.length);
    }
  });

  test.each(["#95", "#9512", "PEPE", "#-10", "constructor"])(
    "is not there for %s",
    async (coin) => {
      expect(await bookOf(coin)).toBeNull();
    },
  );
});
