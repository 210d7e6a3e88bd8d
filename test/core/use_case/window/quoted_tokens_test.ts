import { describe, expect, test } from "bun:test";
import type { Quote } from "../../../../core/port/venue_books.ts";
import { PROFILE_BY_NAME, windowContaining } from "../../../../core/market/mod.ts";
import type { WindowEvent, WindowPhase } from "../../../../core/stream/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { makeQuotedTokens } from "../../../../core/use_case/window/mod.ts";
import { composeWindow } from "../../../../core/window/mod.ts";

const START_SEC = 1_793_880_000;
const TOPIC = "windows:btc:5min";

/** A window of the series, with two tokens. */
function windowOf(
  phase: WindowPhase,
  startSec: number,
  tokenIds: readonly [string, string],
  quoteOf: (tokenId: string) => Quote | null = () => null,
) {
  const state = composeWindow({
    ...{ asset: "btc", nowMs: START_SEC * 1000, target: null, price: null },
    window: windowContaining(PROFILE_BY_NAME.spec.calendar, "5min", UnixSec(startSec)),
    market: {
      ...{ conditionId: "0x1", protocol: "v2", tick: null, sizeMin: null, fee: null },
      isAcceptingOrders: true,
      outcomes: tokenIds.map((tokenId) => ({ name: tokenId, tokenId })),
    },
    quoteOf,
    ...{ close: null, outcome: null, resolution: null },
  });
  return {
    kind: "window",
    topic: TOPIC,
    seq: startSec,
    phase,
    state,
    legs: [],
  } satisfies WindowEvent;
}

const quoteAt = (cents: number, shares = 5): Quote => ({
  bid: { priceE6: BigInt(cents) * 10_000n, sizeE6: BigInt(shares) * 1_000_000n },
  ask: null,
  atMs: cents,
});

const OPEN = windowOf("open", START_SEC, ["1", "2"]);
const NEXT = windowOf("next", START_SEC + 300, ["3", "4"]);

describe("the tokens of followed windows", () => {
  test("are followed of the next window too, and told of the open one alone", () => {
    const tokens = makeQuotedTokens();
    expect(tokens.set([OPEN, NEXT])).toEqual(["1", "2", "3", "4"]);
    expect(["1", "2", "3", "4", "5"].map((tokenId) => tokens.news(tokenId, quoteAt(40))))
      .toEqual([TOPIC, TOPIC, undefined, undefined, undefined]);
    tokens.set([{ ...NEXT, phase: "open" }]);
    expect(["1", "3"].map((tokenId) => tokens.news(tokenId, quoteAt(41))))
      .toEqual([undefined, TOPIC]);
  });

  test("are told of when their best prices, sizes included, changed or came into doubt", () => {
    const tokens = makeQuotedTokens();
    const tell = (...quotes: ReadonlyArray<Quote | null>) =>
      tokens.told(windowOf("open", START_SEC, ["1", "2"], (id) => quotes[Number(id) - 1]!).state);
    tokens.set([OPEN]);
    // Whether the window was told with prices is not known here.
    expect(tokens.news("1", null)).toBe(TOPIC);
    const quotes = [quoteAt(40), quoteAt(40), quoteAt(40, 6), null, null, quoteAt(40, 6)];
    const isNews = quotes.map((quote) => {
      // A look at the same windows forgets nothing.
      tokens.set([OPEN, NEXT]);
      const topic = tokens.news("1", quote);
      if (topic !== undefined) tell(quote, quoteAt(60));
      return topic !== undefined;
    });
    expect(isNews).toEqual([true, false, true, true, false, true]);
    // Both are told together.
    expect([60, 61].map((cents) => tokens.news("2", quoteAt(cents)))).toEqual([undefined, TOPIC]);
  });
});
