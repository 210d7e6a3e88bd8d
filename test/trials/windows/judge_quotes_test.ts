import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { SentTouches } from "../../../app/simulator/polymarket/clob/touch_log.ts";
import { judgeQuotes, type SeenQuote, wrongDates } from "./judge_quotes.ts";

const WINDOW = "windows:btc:5min 0";
const LATE_MS = 100;
const DOUBTFUL_MS = 1_551;

/** The venue's frames: a gap before each, and whether it is of both outcomes or of one. */
const anyGaps = fc.array(
  fc.record({ gapMs: fc.integer({ min: 0, max: 300 }), of: fc.integer({ min: 0, max: 2 }) }),
  { minLength: 3, maxLength: 30 },
);
type Gaps = typeof anyGaps extends fc.Arbitrary<infer A> ? A : never;

/** No two frames leave the same size, so that levels name their frame. */
function framesOf(gaps: Gaps): ReadonlyArray<SentTouches> {
  let atMs = 1_000;
  return gaps.map(({ gapMs, of }, number) => {
    atMs += gapMs;
    const tokenIds = number === 0 || of === 2 ? ["1", "2"] : [String(of + 1)];
    const tokens = tokenIds.map((token_id) => ({
      token_id,
      bid: ["0.4", `${number + 1}`] as const,
      ask: null,
      tick_size: "0.01",
    }));
    return { at_ms: atMs, timestamp_ms: atMs, tokens };
  });
}

/** What one who has read so many frames would quote. */
function quoteAfter(frames: ReadonlyArray<SentTouches>, count: number, atMs: number): SeenQuote {
  const outcomes = ["1", "2"].map((id) => {
    const [price, size] = frames.slice(0, count)
      .flatMap(({ tokens }) => tokens).findLast(({ token_id }) => token_id === id)!.bid!;
    const [best_bid, bid_size] = [Number(price), Number(size)];
    return { best_bid, bid_size, best_ask: null, ask_size: null };
  });
  return { connection: 1, window: WINDOW, atMs, outcomes };
}

const judge = (quotes: ReadonlyArray<SeenQuote>, frames: ReadonlyArray<SentTouches>) =>
  judgeQuotes(quotes, {
    frames,
    tokensOf: () => ["1", "2"],
    lateMsMax: () => LATE_MS,
    isDoubtful: (atMs) => atMs === DOUBTFUL_MS,
    tickMsMax: 2,
  });

/** The quotes of a follower that learns of each frame so late. */
function honestQuotes(frames: ReadonlyArray<SentTouches>, lateMs: number) {
  return frames.map(({ at_ms }, at) => quoteAfter(frames, at + 1, at_ms + lateMs));
}

describe("quotes", () => {
  test("are right as the newest that was sent, however late within what is allowed", () => {
    fc.assert(fc.property(anyGaps, fc.nat(LATE_MS), (gaps, lateMs) => {
      const frames = framesOf(gaps);
      const { wrong, lateMs: found } = judge(honestQuotes(frames, lateMs), frames);
      expect(wrong).toEqual([]);
      expect(Math.max(...found)).toBeLessThanOrEqual(lateMs);
    }));
  });

  test("are wrong with a level that was never sent, or with two of different moments", () => {
    fc.assert(fc.property(anyGaps, fc.nat(), fc.boolean(), (gaps, which, isMixed) => {
      const frames = framesOf(gaps.map((gap) => ({ ...gap, of: 2 })));
      const quotes = honestQuotes(frames, 0);
      const at = which % quotes.length;
      const [up, down] = quotes[at]!.outcomes;
      const other = quotes[(at + 1) % quotes.length]!.outcomes[1]!;
      const outcomes = isMixed ? [up!, other] : [{ ...up!, bid_size: 0.5 }, down!];
      const { wrong } = judge(quotes.with(at, { ...quotes[at]!, outcomes }), frames);
      expect(wrong).toEqual([expect.stringContaining("never stood together")]);
    }));
  });

  const frames = framesOf([0, 50, 500, 500].map((gapMs) => ({ gapMs, of: 2 })));
  const quotes = honestQuotes(frames, 0);
  test.each([
    ["that were sent later", [{ ...quotes[2]!, atMs: 1_549 }], "not sent yet"],
    ["that were replaced too long ago", [{ ...quotes[0]!, atMs: 1_151 }], "101 ms before"],
    ["of an earlier quote", [quotes[1]!, { ...quotes[0]!, atMs: 1_060 }], "an earlier quote"],
  ])("are wrong with levels %s", (_, some, why) => {
    expect(judge(some, frames).wrong).toEqual([expect.stringContaining(why)]);
  });

  test("may begin again over another connection", () => {
    const again = { ...quotes[0]!, connection: 2, atMs: 1_060 };
    expect(judge([quotes[1]!, again], frames)).toMatchObject({
      wrong: [],
      lateMs: [0, 10],
      unknown: 0,
    });
  });

  test("may know nothing of an outcome, which is explained while books are in doubt", () => {
    const nothing = { best_bid: null, bid_size: null, best_ask: null, ask_size: null };
    const outcomes = [quotes[2]!.outcomes[0]!, nothing];
    const half = { ...quotes[2]!, atMs: DOUBTFUL_MS, outcomes };
    expect(judge([half, { ...half, atMs: DOUBTFUL_MS + 1 }], frames))
      .toEqual({ wrong: [], lateMs: [0, 0], unknown: 2, unexplained: 1 });
  });
});

test("quotes that know nothing are explained as the tick changes, and shortly after that", () => {
  const frames = framesOf([{ gapMs: 0, of: 2 }, { gapMs: 50, of: 2 }]);
  const finer = frames.map((frame, at) => ({
    ...frame,
    tokens: frame.tokens.map((token) => ({ ...token, tick_size: at === 0 ? "0.01" : "0.001" })),
  }));
  const nothing = { best_bid: null, bid_size: null, best_ask: null, ask_size: null };
  const quotes = [999, 1_000, 1_052, 1_053]
    .map((atMs) => ({ connection: 1, window: WINDOW, atMs, outcomes: [nothing, nothing] }));
  const unexplainedAt = (some: ReadonlyArray<SentTouches>) =>
    quotes.filter((quote) => judge([quote], some).unexplained > 0).map(({ atMs }) => atMs);
  expect(unexplainedAt(finer)).toEqual([999, 1_053]);
  expect(unexplainedAt(frames)).toEqual([999, 1_000, 1_052, 1_053]);
});

test("dated prices are those of the frame of their instant", () => {
  const frames = framesOf([{ gapMs: 0, of: 2 }, { gapMs: 50, of: 0 }]);
  const dated = { token_id: "1", ...quoteAfter(frames, 2, 0).outcomes[0]! };
  const at = new Date(1_050).toISOString();
  const wrong = wrongDates(
    [{ ...dated, at }, { ...dated, at: new Date(1_000).toISOString() }, {
      ...dated,
      at,
      ask_size: 1,
    }],
    frames,
  );
  expect(wrong).toEqual(["1 1000 0.4 2 null null", "1 1050 0.4 2 null 1"]);
});
