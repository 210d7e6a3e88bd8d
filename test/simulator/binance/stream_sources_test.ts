import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SPOT_INTERVALS } from "../../../app/simulator/binance/kline_interval.ts";
import { makeKlineSource } from "../../../app/simulator/binance/kline_stream.ts";
import { makeRecordedTrades } from "../../../app/simulator/binance/recorded_trades.ts";
import { type StreamEvent, type StreamSource } from "../../../app/simulator/binance/stream_pump.ts";
import { makeTape } from "../../../app/simulator/binance/tape.ts";
import { isSentAt } from "../../../app/simulator/binance/thinning.ts";
import { strideSecOf } from "../../../app/simulator/kit/stride.ts";
import { makeTradeSource } from "../../../app/simulator/binance/trade_stream.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { ms } from "../kit/support.ts";

/** Early in the world, so that counting ids is fast; just before an hour. */
const FROM_MS = ms("2024-01-02T02:58:30Z");
const WINDOW_MS = 300_000;
const { listing, tape: worldTape } = makeWorld(1).symbols("spot").get("DOGEUSDT")!;
const listed = { listing, tape: makeTape(worldTape, makeRecordedTrades()) };

const speed = fc.constantFrom(1, 60, 120, 121, 500, 1_000, 3_000, 10_000);
const anySpeed = fc.double({ min: 0.01, max: 36_000, noNaN: true });
const interval = fc.constantFrom("1s", "1m", "3m", "5m", "1h", "1d");
/** Instants after the start at which the source is read. */
const reads = fc.uniqueArray(fc.integer({ min: 1, max: 3 * WINDOW_MS }), {
  minLength: 1,
  maxLength: 20,
}).map((afterMs) => afterMs.toSorted((a, b) => a - b).map((ms) => FROM_MS + ms));

/** Returns what a stream sends if it is read at these instants. */
function seenBy(source: StreamSource, readsMs: ReadonlyArray<number>): ReadonlyArray<StreamEvent> {
  return readsMs.flatMap((atMs, i) =>
    source.between({ from: (readsMs[i - 1] ?? FROM_MS) + 1, to: atMs + 1 })
  );
}

const sourceOf = (name: string, speed: number) =>
  makeKlineSource(listed, SPOT_INTERVALS.get(name)!, speed);

/** Removes the time of sending, which depends on the reader. */
const bare = (events: ReadonlyArray<StreamEvent>) =>
  events.map(({ atMs, data }) => ({ atMs, data: { ...data, E: 0 } }));
const isClosed = ({ data }: StreamEvent) => (data as { k: { x: boolean } }).k.x;
const idOf = ({ data }: StreamEvent) => (data as { a: number }).a;

describe("streams of trades", () => {
  test("send the same trades at any reading times, each once and in order", () =>
    fc.assert(fc.property(reads, speed, (readsMs, speed) => {
      const source = makeTradeSource(listed, speed);
      const seen = seenBy(source, readsMs);
      expect(bare(seen)).toEqual(bare(seenBy(source, readsMs.slice(-1))));
      seen.slice(1).forEach((event, i) => expect(idOf(event)).toBeGreaterThan(idOf(seen[i]!)));
    })));

  test("send every trade up to 120 seconds a second", () =>
    fc.assert(fc.property(reads, fc.integer({ min: 1, max: 120 }), (readsMs, speed) => {
      const span = { from: FROM_MS + 1, to: readsMs.at(-1)! + 1 };
      const ids = seenBy(makeTradeSource(listed, speed), readsMs).map(idOf);
      const first = listed.tape.indexFrom(span.from) + 5_000_000_000;
      expect(ids).toEqual(listed.tape.first(span, Infinity).map((_, i) => first + i));
    })));

  test("faster, only of some seconds and on either side of five minutes", () =>
    fc.assert(fc.property(reads, fc.constantFrom(1_000, 10_000), (readsMs, speed) => {
      const stride = strideSecOf(speed);
      const seen = seenBy(makeTradeSource(listed, speed), readsMs);
      const span = { from: FROM_MS + 1, to: readsMs.at(-1)! + 1 };
      const all = listed.tape.first(span, Infinity).map(({ atMs }) => atMs);
      const atMs = seen.map((event) => event.atMs);
      expect(atMs.filter((at) => isSentAt(at, stride)))
        .toEqual(all.filter((at) => isSentAt(at, stride)));
      for (let boundaryMs = FROM_MS + 90_000; boundaryMs < span.to; boundaryMs += WINDOW_MS) {
        const after = seen.findIndex((event) => event.atMs >= boundaryMs);
        if (after < 1) continue;
        expect(idOf(seen[after]!)).toBe(idOf(seen[after - 1]!) + 1);
      }
      // Not many more than those.
      expect(seen.length).toBeLessThanOrEqual(Math.ceil(all.length * 2.5 / stride) + 12);
    })));

  test("are never due later than they bring something", () =>
    fc.assert(fc.property(reads, speed, ([atMs = FROM_MS], speed) => {
      const source = makeTradeSource(listed, speed);
      expect(source.between({ from: atMs + 1, to: source.dueAfter(atMs) })).toEqual([]);
    })));
});

describe("streams of candles", () => {
  test("close the same candles at any reading times, each once and in order", () =>
    fc.assert(fc.property(reads, speed, interval, (readsMs, speed, name) => {
      const seen = seenBy(sourceOf(name, speed), readsMs);
      const closed = seen.filter(isClosed);
      if (name === "1s") expect(closed.length).toBe(seen.length);
      const atOnce = seenBy(sourceOf(name, speed), readsMs.slice(-1)).filter(isClosed);
      expect(bare(closed)).toEqual(bare(atOnce));
    })));

  test("all close on every clock, except those of a second", () =>
    fc.assert(fc.property(reads, speed, interval, (readsMs, speed, name) => {
      const closed = (speed: number) => seenBy(sourceOf(name, speed), readsMs).filter(isClosed);
      const isSent = ({ atMs }: StreamEvent) =>
        name !== "1s" || isSentAt(atMs - 1_000, strideSecOf(speed));
      expect(closed(speed)).toEqual(closed(1).filter(isSent));
    })));

  test("are never due later than they bring something", () =>
    fc.assert(fc.property(reads, speed, interval, ([atMs = FROM_MS], speed, name) => {
      const source = sourceOf(name, speed);
      expect(source.between({ from: atMs + 1, to: source.dueAfter(atMs) })).toEqual([]);
      expect(source.dueAfter(atMs)).toBeGreaterThan(atMs);
    })));

  test("send an open candle only when it has changed", () => {
    const source = sourceOf("1h", 1);
    const [trade] = listed.tape.first({ from: FROM_MS, to: FROM_MS + 60_000 }, 1);
    const toMs = Math.ceil(trade!.atMs / 2_000) * 2_000;
    const span = { from: FROM_MS + 1, to: toMs + 1 };
    expect(source.between(span)).toHaveLength(1);
    expect(source.between(span)).toHaveLength(0);
  });
});

describe("the stride of a clock", () => {
  test("divides five minutes, and leaves at most 120 groups a second", () =>
    fc.assert(fc.property(anySpeed, (speed) => {
      const stride = strideSecOf(speed);
      expect(300 % stride).toBe(0);
      expect(speed / stride).toBeLessThanOrEqual(120);
    })));

  test("is 1 while nothing has to be skipped, and 100 on the fastest clock", () => {
    expect([0.5, 1, 120, 121, 1_000, 10_000].map(strideSecOf)).toEqual([1, 1, 1, 2, 10, 100]);
  });

  test("keeps the second before every five minutes and the one after", () =>
    fc.assert(fc.property(anySpeed, fc.integer({ min: 5e6, max: 7e6 }), (speed, window) => {
      const stride = strideSecOf(speed);
      const boundaryMs = window * WINDOW_MS;
      expect(isSentAt(boundaryMs - 1_000, stride)).toBe(true);
      expect(isSentAt(boundaryMs - 1, stride)).toBe(true);
      expect(isSentAt(boundaryMs, stride)).toBe(true);
      expect(isSentAt(boundaryMs + 999, stride)).toBe(true);
      if (stride > 2) expect(isSentAt(boundaryMs + 1_000, stride)).toBe(false);
    })));
});
