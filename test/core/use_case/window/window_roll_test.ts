import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type MarketWindow, POLYMARKET_CALENDAR } from "../../../../core/market/mod.ts";
import { composeWindow, type WindowParts, type WindowState } from "../../../../core/window/mod.ts";
import type { Leg } from "../../../../core/leg/mod.ts";
import { makeWindowRoll } from "../../../../core/use_case/window/mod.ts";
import type { WindowEvent } from "../../../../core/stream/mod.ts";

const START_SEC = 1_793_880_000;
const SERIES = { asset: "btc", interval: "5min" } as const;

/** When something of a window becomes known, in seconds: of its start, or of its end. */
interface Facts {
  readonly marketSec: number;
  readonly targetSec: number;
  readonly closeSec: number;
  readonly resolvedSec: number;
}

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  marketSec: fc.integer({ min: -90, max: 20 }),
  targetSec: fc.integer({ min: 0, max: 30 }),
  closeSec: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(2_000)),
  resolvedSec: fc.integer({ min: 30, max: 3_000 }),
});

const MARKET: WindowParts["market"] = {
  conditionId: "0x1",
  protocol: "v2",
  tick: null,
  sizeMin: null,
  isAcceptingOrders: true,
  fee: null,
  outcomes: [{ name: "Up", tokenId: "1" }, { name: "Down", tokenId: "2" }],
};

/** What is known of a window at an instant. */
function stateAt(window: MarketWindow, nowMs: number, facts: Facts): WindowState {
  const sinceStart = nowMs / 1000 - window.startSec;
  const sinceEnd = nowMs / 1000 - window.endSec;
  const number = { priceE18: 10n ** 18n, source: "oracle_twap", atMs: 0 } as const;
  return composeWindow({
    asset: "btc",
    window,
    nowMs,
    target: sinceStart >= facts.targetSec ? { ...number, isProvisional: false } : null,
    price: null,
    market: sinceStart >= facts.marketSec ? MARKET : null,
    quoteOf: () => null,
    close: sinceEnd >= facts.closeSec ? number : null,
    outcome: sinceEnd >= facts.closeSec ? "up" : null,
    resolution: sinceEnd >= Math.max(facts.resolvedSec, facts.closeSec)
      ? { outcome: "up", atMs: null, source: null }
      : null,
  });
}

/** Follows the series for so long, and looks as often as it says; returns all events, and when. */
function followed(facts: ReadonlyArray<Facts>, hours: number) {
  const roll = makeWindowRoll(POLYMARKET_CALENDAR, SERIES);
  const events: Array<WindowEvent & { readonly nowMs: number }> = [];
  const beganMs = (START_SEC + 17) * 1000;
  let looks = 0;
  for (let nowMs = beganMs; nowMs < beganMs + hours * 3_600_000;) {
    looks += 1;
    const found = roll.due(nowMs).map((window) => ({
      state: stateAt(window, nowMs, facts[(window.startSec / 300) % facts.length]!),
      legs: [],
      isWhole: true,
    }));
    for (const event of roll.take(found, nowMs)) events.push({ ...event, nowMs });
    const waitMs = roll.waitMs(nowMs);
    if (waitMs <= 0) throw new Error(`waits ${waitMs} ms`);
    nowMs += waitMs;
  }
  return { events, looks };
}

const prompt = { marketSec: -90, targetSec: 1, closeSec: 2, resolvedSec: 60 };

describe("the windows of a series", () => {
  test("open one after the other, the next one a minute before, and end in order", () => {
    fc.assert(
      fc.property(fc.array(anyFacts, { minLength: 1, maxLength: 7 }), (facts) => {
        const { events } = followed(facts, 1);
        const ofPhase = (phase: WindowEvent["phase"]) =>
          events.filter((event) => event.phase === phase);
        const starts = [...new Set(ofPhase("open").map(({ seq }) => seq))];
        expect(starts).toEqual(starts.map((_, at) => START_SEC + 300 * at));
        expect(starts.length).toBe(13);
        // As it opens, whatever is known of it.
        for (const start of starts.slice(1)) {
          const opened = ofPhase("open").find(({ seq }) => seq === start);
          expect(opened?.nowMs).toBe(start * 1000);
        }
        for (const { seq, nowMs, state } of ofPhase("next")) {
          expect(nowMs).toBeWithin((seq - 60) * 1000, seq * 1000);
          expect(state.market).not.toBeNull();
          expect(state.target.state).toBe("pending");
        }
        // Each is told closed once its close is known, after those before it.
        const firstClosed = ofPhase("closed").filter(({ seq }, at, all) =>
          all.findIndex((other) => other.seq === seq) === at
        );
        const late = facts.some(({ closeSec }) => closeSec > 600);
        if (!late) {
          // Who begins soon after a roll is told how the window before it ended.
          expect(firstClosed.map(({ seq }) => seq))
            .toEqual(firstClosed.map((_, at) => START_SEC + 300 * (at - 1)));
        }
        for (const { state } of ofPhase("closed")) {
          expect([state.close, state.outcome]).not.toContain(null);
        }
      }),
      { numRuns: 15 },
    );
  });

  test("are told again when anything but a price has changed, and not otherwise", () => {
    fc.assert(
      fc.property(fc.array(anyFacts, { minLength: 1, maxLength: 5 }), (facts) => {
        const { events } = followed(facts, 1);
        for (const told of Map.groupBy(events, ({ seq }) => seq).values()) {
          const texts = told.map((
            { phase, state: { target, close, outcome, resolution, market } },
          ) =>
            `${phase} ${target.state} ${close !== null} ${outcome} ${resolution !== null} ${
              market !== null
            }`
          );
          expect(new Set(texts).size).toBe(texts.length);
        }
      }),
      { numRuns: 15 },
    );
  });

  test("are looked at once a second only while something is awaited", () => {
    const { looks } = followed([prompt], 2);
    // A window of 300 s: each quarter of a minute, at its boundaries, and a few seconds after it.
    expect(looks / 24).toBeLessThan(30);
  });

  test("are told again where another venue's leg alone has changed, and said to be of legs", () => {
    const roll = makeWindowRoll(POLYMARKET_CALENDAR, SERIES);
    const nowMs = (START_SEC + 100) * 1000;
    const open = roll.due(nowMs).at(-1) ?? expect.unreachable();
    const leg = { venue: "kalshi", outcomeState: "open" } as Leg;
    const take = (targetSec: number, legs: ReadonlyArray<Leg>, isWhole = true) =>
      roll.take([{ state: stateAt(open, nowMs, { ...prompt, targetSec }), legs, isWhole }], nowMs)
        .map(({ isOfLegs, legs }) => [isOfLegs ?? false, legs.length]);
    const other = { ...leg, target: "1" };
    expect(take(200, [leg, leg])).toEqual([[false, 2]]);
    expect(take(200, [leg, leg])).toEqual([]);
    expect(take(200, [leg, other])).toEqual([[true, 2]]);
    expect(take(200, [leg], false)).toEqual([]);
    expect(take(1, [leg], false)).toEqual([[false, 2]]);
    expect(take(1, [leg, other])).toEqual([]);
    expect(take(9_999, [leg, { ...other, target: "2" }])).toEqual([[false, 2]]);
  });

  test("that are not resolved are given up, so that few are looked at", () => {
    const roll = makeWindowRoll(POLYMARKET_CALENDAR, SERIES);
    const never = { marketSec: -90, targetSec: 1, closeSec: 9e9, resolvedSec: 9e9 };
    for (let sec = START_SEC; sec < START_SEC + 14_400; sec += 60) {
      const due = roll.due(sec * 1000);
      expect(due.length).toBeLessThanOrEqual(14);
      const nowMs = sec * 1000;
      const found = due.map((window) => ({
        state: stateAt(window, nowMs, never),
        ...{ legs: [], isWhole: true },
      }));
      roll.take(found, nowMs);
    }
  });
});
