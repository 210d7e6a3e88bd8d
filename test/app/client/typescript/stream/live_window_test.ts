import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import {
  makeLiveWindow,
  makeWindowMerge,
  withQuote,
} from "../../../../../app/client/typescript/stream/live_window.ts";
import { parseFrame } from "../../../../../app/client/typescript/stream/parse_frame.ts";
import type {
  QuoteFrame,
  WindowFrame,
} from "../../../../../app/client/typescript/stream/window_frame.ts";
import { quoteFrame, TOPIC, windowFrame } from "./window_frames.ts";

const START = 1_767_225_600;
const open = windowFrame(START, "open");
/** A price as the wire may have it, in steps of a ten-thousandth. */
const steps = fc.integer({ min: 0, max: 10_000 });
const liveOf = (frame = open, nowMs = START * 1000) => makeLiveWindow(frame, () => nowMs);

describe("a live window", () => {
  test("tells mid and spread exactly, of prices of up to four decimals", () => {
    fc.assert(fc.property(steps, steps, (bidSteps, askSteps) => {
      const [bid, ask] = [bidSteps / 10_000, askSteps / 10_000];
      const window = liveOf(withQuote(open, quoteFrame(START, { bid, ask })));
      const exactly = (units: number, scale: number) =>
        BigDecimal.toNumberUnsafe(BigDecimal.make(BigInt(units), scale));
      expect(window.mid("Up")).toBe(exactly((bidSteps + askSteps) * 5, 5));
      expect(window.spread("up")).toBe(exactly(askSteps - bidSteps, 4));
    }));
    const one = liveOf(withQuote(open, quoteFrame(START, { bid: 0.3, ask: 0.1 + 0.3 })));
    expect([one.mid("Up"), one.spread("Up")]).toEqual([0.35, 0.1]);
  });

  test("has no mid and no spread where a side or the market is missing", () => {
    for (const [bid, ask] of [[null, 0.5], [0.5, null], [null, null]] as const) {
      const window = liveOf(withQuote(open, quoteFrame(START, { bid, ask })));
      expect([window.mid("Up"), window.spread("Up")]).toEqual([null, null]);
    }
    const bare = liveOf({ ...open, window: { ...open.window, market: null } });
    expect([bare.mid("Up"), bare.spread("Up"), bare.outcome("Up")])
      .toEqual([null, null, undefined]);
    expect([liveOf().mid("Sideways"), liveOf().outcome("Sideways")]).toEqual([null, undefined]);
  });

  test("has the fields of a window, and tells sides, distance and how it ended", () => {
    const { outcome: _, seconds_left: _1, ...fields } = open.window;
    expect(liveOf()).toMatchObject({ ...fields, phase: "open", result: null, distance: 54.34 });
    expect(liveOf().outcome("UP")).toEqual(open.window.market?.outcomes[0]);
    expect(liveOf(windowFrame(START, "closed"))).toMatchObject({ phase: "closed", result: "up" });
    const priceless = liveOf({ ...open, window: { ...open.window, price: null } });
    expect(priceless.distance).toBeNull();
  });

  test("counts the seconds to its end by the service's clock, or at an instant", () => {
    expect(liveOf(open, START * 1000 + 1_250).secondsLeft()).toBe(298.75);
    expect(liveOf(open).secondsLeft((START + 299) * 1000)).toBe(1);
    expect(liveOf(open).secondsLeft((START + 301) * 1000)).toBe(0);
  });
});

test("a window whose digits are read as text tells the same, and keeps them all", () => {
  const parse = (text: string) =>
    JSON.parse(text.replaceAll(/":(-?\d[\d.]*)/g, (_, number: string) => `":"${number}"`));
  const digits = "87702.550000000000000001";
  const written = (frame: WindowFrame | QuoteFrame) =>
    JSON.stringify(frame).replace(/"value":[\d.]+/, `"value":${digits}`);
  const read = (frame: WindowFrame | QuoteFrame) =>
    parseFrame(written(frame), parse) as WindowFrame & QuoteFrame;
  const { take } = makeWindowMerge();
  expect(take(read(open))?.window.price?.value).toBe(digits as never);
  const whole = take(read(quoteFrame(START, { bid: 0.4, ask: 0.41 }))) ?? expect.unreachable();
  expect(whole.window.price?.value).toBe(digits as never);
  const window = liveOf(whole, START * 1000 + 1_250);
  expect([window.mid("Up"), window.spread("Up"), window.secondsLeft()]).toEqual([
    0.405,
    0.01,
    298.75,
  ]);
  const torn = () => {
    throw new Error("torn");
  };
  expect(parseFrame(written(open), torn)).toBe("window that cannot be parsed: Error: torn");
});

describe("the prices of a window", () => {
  test("are the newest, and leave all else as it was", () => {
    const { take } = makeWindowMerge();
    take(open);
    const quote = quoteFrame(START, { bid: 0.4, ask: 0.41 });
    const { window, ...frame } = take(quote) ?? expect.unreachable();
    const { market, price, price_state: _, ...rest } = window;
    const { market: market0, price: _1, price_state: _2, ...rest0 } = open.window;
    const [up, down] = market?.outcomes ?? [];
    expect([frame, rest, price]).toEqual([
      { type: "window", topic: TOPIC, seq: START, phase: "open" },
      rest0,
      quote.price,
    ] as never);
    expect(up).toMatchObject({ ...quote.outcomes[0], at: quote.at });
    expect(up?.token_id).toBe(market0?.outcomes[0]?.token_id as string);
    // What is not known of a book was not so at any time.
    expect(down).toMatchObject({ ...quote.outcomes[1], at: null });
  });

  test("are stale where the price is not known, and live again with the next", () => {
    const { take } = makeWindowMerge();
    take(open);
    const states = [null, 87_701].map((value) =>
      take(quoteFrame(START, { bid: 0.4, ask: 0.41, value }))?.window.price_state
    );
    expect(states).toEqual(["stale", "live"]);
  });

  test("of a window that is over, or that was never sent, are no news", () => {
    const { take } = makeWindowMerge();
    const quote = quoteFrame(START, { bid: 0.4, ask: 0.41 });
    expect(take(quote)).toBeUndefined();
    take(open);
    take(windowFrame(START + 300, "open"));
    expect(take(quote)).toBeUndefined();
    take(windowFrame(START + 300, "closed"));
    expect(take({ ...quote, start: START + 300 })).toBeUndefined();
    expect(take({ ...quote, topic: "windows:eth:5min" })).toBeUndefined();
  });
});
