import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeRecordedTrades } from "../../../app/simulator/binance/recorded_trades.ts";
import { makeTape, type Tape } from "../../../app/simulator/binance/tape.ts";
import { type Trade } from "../../../app/simulator/world/trade.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { processorMsOf } from "../../processor_time.ts";
import { control, get, makeStillClock, ms, start } from "../kit/support.ts";

const NOW_MS = ms("2026-11-05T12:00:00Z");
const MINUTE_MS = 60_000;
const world = makeWorld(1);
const worldTape = world.symbols("spot").get("DOGEUSDT")!.tape;

/** Two hours after indices begin: what is tested lies on both sides. */
const NEAR_0_MS = ms("2026-09-01T02:00:00Z");
/** Recorded spans of a few hours: single trades, identical ones, and empty whole minutes. */
const recordings = fc.array(
  fc.record({
    fromMs: fc.integer({ min: NEAR_0_MS - 180 * MINUTE_MS, max: NEAR_0_MS }),
    gapsMs: fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 8 }),
    silentMinute: fc.boolean(),
  }),
  { maxLength: 5 },
);
const instant = fc.oneof(
  fc.integer({ min: NEAR_0_MS - 200 * MINUTE_MS, max: NEAR_0_MS + 20 * MINUTE_MS }),
  fc.integer({ min: -200, max: 20 }).map((minutes) => NEAR_0_MS + minutes * MINUTE_MS),
);

interface Stretch {
  readonly fromMs: number;
  readonly gapsMs: ReadonlyArray<number>;
  readonly silentMinute: boolean;
}

function put(tape: Tape, { fromMs, gapsMs, silentMinute }: Stretch) {
  let atMs = fromMs;
  tape.recorded.putTrades([0, ...gapsMs].map((gapMs, i): Trade => {
    atMs += gapMs;
    return { atMs, priceE8: 100 + i, quantityE8: 1n, isBuyerMaker: false };
  }));
  const openMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS + 5 * MINUTE_MS;
  const flat = { openMs, openE8: 1, highE8: 1, lowE8: 1, closeE8: 1, volumeE8: 0n };
  if (silentMinute) tape.recorded.putMinutes([flat]);
}

function tapeOf(stretches: ReadonlyArray<Stretch>): Tape {
  const tape = makeTape(worldTape, makeRecordedTrades());
  for (const stretch of stretches) put(tape, stretch);
  return tape;
}

describe("the index of a trade", () => {
  test("counts every trade once, recorded or not", () =>
    fc.assert(fc.property(recordings, instant, instant, (stretches, a, b) => {
      const tape = tapeOf(stretches);
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      expect(tape.indexFrom(to) - tape.indexFrom(from))
        .toBe(tape.first({ from, to }, Infinity).length);
    })));

  test("leads back to the trade's instant", () =>
    fc.assert(fc.property(recordings, instant, (stretches, from) => {
      const tape = tapeOf(stretches);
      const to = from + 2 * MINUTE_MS;
      const trades = tape.first({ from, to }, Infinity);
      const index = tape.indexFrom(from);
      expect(trades.map((_, i) => tape.instantOf(index + i, to)))
        .toEqual(trades.map(({ atMs }) => atMs));
      expect(tape.instantOf(index + trades.length, to)).toBeUndefined();
    })));

  test("is the same whatever was read and recorded before", () =>
    fc.assert(fc.property(recordings, fc.array(instant), instant, (stretches, asked, at) => {
      const tape = tapeOf([]);
      for (const stretch of stretches) {
        asked.forEach((instant) => tape.indexFrom(instant));
        put(tape, stretch);
      }
      expect(tape.indexFrom(at)).toBe(tapeOf(stretches).indexFrom(at));
    })));

  test("has no trade before the world began", () => {
    const tape = tapeOf([]);
    const startMs = ms("2024-01-01T00:00:00Z");
    const firstIndex = tape.indexFrom(startMs);
    expect(tape.indexFrom(0)).toBe(firstIndex);
    const [first] = tape.first({ from: startMs, to: startMs + MINUTE_MS }, 1);
    expect(tape.indexFrom(first!.atMs)).toBe(firstIndex);
    expect(tape.instantOf(firstIndex, NOW_MS)).toBe(first!.atMs);
    expect(tape.instantOf(firstIndex - 1, NOW_MS)).toBeUndefined();
  });

  test("ignores recorded data in a year that no clock gets to", async () => {
    const fromMs = ms("4000-01-01T00:00:00Z");
    const workedMs = await processorMsOf(() => {
      const tape = tapeOf([{ fromMs, gapsMs: [1], silentMinute: false }]);
      expect(tape.indexFrom(NOW_MS)).toBe(tapeOf([]).indexFrom(NOW_MS));
    });
    expect(workedMs).toBeLessThan(1_000);
  });

  test("is fast to count, and constant after that", async () => {
    const tape = tapeOf([]);
    tape.indexFrom(NOW_MS);
    const workedMs = await processorMsOf(() => {
      for (let i = 0; i < 5_000; i++) tape.indexFrom(NOW_MS - i * 1_555_555);
    });
    expect(workedMs).toBeLessThan(300);
  });
});

describe("ids", () => {
  const clock = makeStillClock(NOW_MS);
  const spot = start("exchange-spot", clock);
  const again = start("exchange-spot", clock);
  afterAll(() => Promise.all([spot.stop(), again.stop()]));

  interface Row {
    readonly a: number;
    readonly f: number;
    readonly l: number;
    readonly p: string;
    readonly T: number;
  }
  const rows = async (query: string, simulator = spot) =>
    (await get<Row[]>(`${simulator.url}/api/v3/aggTrades?${query}`)).body;
  const idsOf = (found: Row[]) => found.map(({ a }) => a);
  const run = (first: number, length: number) => Array.from({ length }, (_, i) => first + i);

  /** Returns every trade of a span, in pages that each begin with the id after the last. */
  async function pages(symbol: string, fromMs: number, limit: number): Promise<Row[]> {
    const found = await rows(`symbol=${symbol}&startTime=${fromMs}&limit=${limit}`);
    for (;;) {
      const page = await rows(`symbol=${symbol}&fromId=${found.at(-1)!.a + 1}&limit=${limit}`);
      if (page.length === 0) return found;
      found.push(...page);
    }
  }

  test("follow each other from page to page and from minute to minute", async () => {
    const found = await pages("BTCUSDT", NOW_MS - 10 * MINUTE_MS, 77);
    expect(found.length).toBeGreaterThan(600);
    expect(idsOf(found)).toEqual(run(found[0]!.a, found.length));
    const whole = await rows(`symbol=BTCUSDT&startTime=${NOW_MS - 10 * MINUTE_MS}&limit=1000`);
    expect(whole).toEqual(found.slice(0, 1000));
    const recent = await rows(`symbol=BTCUSDT&limit=30`);
    expect(recent).toEqual(found.slice(-30));
    found.forEach(({ a, f, l }) => expect([f, l]).toEqual([a, a]));
  });

  test("are those of every other process of the seed, and stay as time passes", async () => {
    const query = `symbol=ETHUSDT&startTime=${ms("2026-03-01T00:00:00Z")}&limit=3`;
    const found = await rows(query);
    expect(await rows(query, again)).toEqual(found);
    clock.set(NOW_MS + 86_400_000);
    expect(await rows(query)).toEqual(found);
    clock.set(NOW_MS);
    expect(idsOf(found)).toEqual(run(4_979_131_203, 3));
  });

  test("from an id, the trade with it comes first", () =>
    fc.assert(
      // From two years before the first of September to two months after.
      fc.asyncProperty(fc.integer({ min: -60_000_000, max: 6_000_000 }), async (index) => {
        const [row] = await rows(`symbol=DOGEUSDT&fromId=${5_000_000_000 + index}&limit=1`);
        expect(row!.a).toBe(5_000_000_000 + index);
        const [same] = await rows(`symbol=DOGEUSDT&startTime=${row!.T}&limit=1`);
        expect(same).toEqual(row!);
      }),
      { numRuns: 20 },
    ));

  test("an id that was never issued leads to the first trade, a future one to none", async () => {
    const ofStart = await rows(`symbol=XRPUSDT&startTime=${ms("2024-01-01T00:00:00Z")}&limit=1`);
    expect(ofStart).toHaveLength(1);
    expect(await rows("symbol=XRPUSDT&fromId=5&limit=1")).toEqual(ofStart);
    const [last] = await rows("symbol=XRPUSDT&limit=1");
    expect(await rows(`symbol=XRPUSDT&fromId=${last!.a + 1}`)).toEqual([]);
    expect(await rows("symbol=XRPUSDT&fromId=99999999999999999999")).toEqual([]);
  });

  test("count recorded trades in place of the world's, and shift later ones", async () => {
    const [fromMs, toMs] = [NOW_MS - 20 * MINUTE_MS, NOW_MS - 10 * MINUTE_MS];
    const before = await pages("SOLUSDT", NOW_MS - 30 * MINUTE_MS, 500);
    // Two trades of one millisecond, then one more, in place of ten minutes.
    const trades = [[fromMs, "1", "1"], [fromMs, "2", "1"], [toMs, "3", "1"]];
    await control(`${spot.url}/__series`, "PUT", { symbol: "SOLUSDT", trades });
    for (const limit of [2, 500]) {
      const after = await pages("SOLUSDT", NOW_MS - 30 * MINUTE_MS, limit);
      expect(idsOf(after)).toEqual(run(before[0]!.a, after.length));
      const remaining = before.filter(({ T }) => T < fromMs || T > toMs);
      expect(after.length).toBe(remaining.length + 3);
      expect(after.map(({ T }) => T)).toEqual(
        [...remaining.map(({ T }) => T), fromMs, fromMs, toMs].toSorted((a, b) => a - b),
      );
    }
  }, 300_000);
});
