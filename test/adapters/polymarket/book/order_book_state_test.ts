import { describe, expect, test } from "bun:test";
import {
  ASK_MS_MIN,
  BOOK_MS_MAX,
  FOLLOW_MS,
  QUIET_MS_MAX,
  TOKENS_MAX,
} from "../../../../adapters/polymarket/book/book_subscriptions.ts";
import { LIFE_MS_MAX } from "../../../../adapters/polymarket/book/followed_tokens.ts";
import { makeOrderBookState } from "../../../../adapters/polymarket/book/order_book_state.ts";
import { TOKENS_A_MESSAGE } from "../../../../adapters/polymarket/book/subscription_text.ts";
import { KEPT_TRADES_MAX } from "../../../../core/port/venue_books.ts";
import { bookFrame, changeFrame, CONDITION_ID, tickFrame, tradeFrame } from "./book_frames.ts";

interface Said {
  readonly operation?: string;
  readonly type?: string;
  readonly assets_ids: ReadonlyArray<string>;
}

/** A desk with a connection whose end is here, at a time that tests move. */
function makeWorld() {
  const desk = makeOrderBookState();
  const said: Array<Said> = [];
  let nowMs = 0;
  const world = {
    desk,
    /** What was said since the last time, in short. */
    said: () => said.splice(0).map((s) => `${s.type ?? s.operation} ${s.assets_ids}`),
    saidIds: () => said.splice(0).flatMap(({ assets_ids }) => [...assets_ids]),
    pass: (ms: number) => void (nowMs += ms),
    open: () => desk.opened((text) => void said.push(JSON.parse(text)), nowMs),
    follow: (...tokenIds: ReadonlyArray<string>) => desk.follow(tokenIds, nowMs),
    hear: (frame: unknown) => desk.receive(JSON.stringify(frame), nowMs),
    hearText: (text: string) => desk.receive(text, nowMs),
    tend: () => desk.maintain(nowMs),
    bestBid: (tokenId = "1") => desk.knownNow(tokenId, nowMs)?.book.bids[0],
    /** The tokens of which a book is there. */
    known: (...tokenIds: ReadonlyArray<string>) =>
      tokenIds.filter((tokenId) => desk.knownNow(tokenId, nowMs) !== undefined).join(),
  };
  return world;
}

/** Follows "1" and "2", with books, some time after they were asked for. */
function makeBusyWorld() {
  const world = makeWorld();
  world.follow("1", "2");
  world.open();
  world.hear([bookFrame(), bookFrame({ tokenId: "2" })]);
  world.pass(BOOK_MS_MAX);
  world.said();
  return world;
}

const BOTH = ["1", "2"];

describe("what is said", () => {
  test("begins with the channel, and goes on with operations", () => {
    const { desk, said, open, follow } = makeWorld();
    follow("1", "2");
    open();
    expect(said()).toEqual(["market 1,2"]);
    follow("2", "3", "3");
    expect(said()).toEqual(["subscribe 3"]);
    desk.closed();
    follow("4");
    expect(said()).toEqual([]);
    open();
    expect(said()).toEqual(["market 1,2,3,4"]);
  });

  test("names so few tokens at a time that their books fit a frame", () => {
    const { desk, follow } = makeWorld();
    const tokenIds = Array.from({ length: 2 * TOKENS_A_MESSAGE + 1 }, (_, at) => `${at}`);
    const said: Array<Said> = [];
    follow(...tokenIds);
    desk.opened((text) => void said.push(JSON.parse(text)), 0);
    expect(said.map(({ assets_ids }) => assets_ids.length)).toEqual([20, 20, 1]);
    expect(said.map(({ type, operation }) => type ?? operation))
      .toEqual(["market", "subscribe", "subscribe"]);
    expect(said.flatMap(({ assets_ids }) => assets_ids)).toEqual(tokenIds);
  });
});

describe("what is followed", () => {
  test("is let go ten minutes after it was last asked for", () => {
    const { desk, said, pass, tend, follow, hear, known } = makeBusyWorld();
    pass(FOLLOW_MS - BOOK_MS_MAX - 1);
    follow("2");
    hear([bookFrame(), bookFrame({ tokenId: "2" })]);
    tend();
    expect(said()).toEqual([]);
    pass(1);
    tend();
    expect(said()).toEqual(["unsubscribe 1"]);
    expect(known(...BOTH)).toBe("2");
    pass(FOLLOW_MS - 2);
    expect(desk.isIdle()).toBe(false);
    pass(1);
    tend();
    expect(desk.isIdle()).toBe(true);
  });

  test("is at most so much, and what was asked for longest ago goes first", () => {
    const { said, saidIds, open, follow, hear, known } = makeWorld();
    open();
    follow("first", "second");
    follow("first");
    follow(...Array.from({ length: TOKENS_MAX - 2 }, (_, at) => `${at}`));
    saidIds();
    follow("last");
    expect(said()).toEqual(["unsubscribe second", "subscribe last"]);
    hear([bookFrame({ tokenId: "first" }), bookFrame({ tokenId: "second" })]);
    expect(known("first", "second")).toBe("first");
  });

  test("is not asked for where there is no place for it in one call", () => {
    const { saidIds, open, follow } = makeWorld();
    open();
    follow(...Array.from({ length: TOKENS_MAX + 3 }, (_, at) => `${at}`));
    const asked = saidIds();
    expect(asked).toHaveLength(TOKENS_MAX);
    expect(asked[0]).toBe("3");
  });

  test("ends with the market, whether its tokens are named or not", () => {
    const { desk, said, hear, known } = makeBusyWorld();
    hear({ event_type: "market_resolved", assets_ids: ["2", "3"], market: "0x5" });
    expect(said()).toEqual(["unsubscribe 2"]);
    expect(known(...BOTH)).toBe("1");
    hear({ event_type: "market_resolved", market: CONDITION_ID });
    expect(said()).toEqual(["unsubscribe 1"]);
    expect(desk.isIdle()).toBe(true);
  });
});

describe("a book", () => {
  test("is there once it was told on this connection", () => {
    const { desk, open, follow, hear, known, bestBid } = makeWorld();
    follow("1", "2");
    expect(known(...BOTH)).toBe("");
    open();
    hear(changeFrame([{ level: ["0.41", "7"] }], { timestampMs: 900 }));
    expect(known(...BOTH)).toBe("");
    hear([bookFrame(), bookFrame({ tokenId: "3" })]);
    expect(known(...BOTH, "3")).toBe("1");
    hear(changeFrame([{ level: ["0.41", "7"], best: ["0.41", "0.60"] }]));
    expect(bestBid()).toEqual({ priceE6: 410_000n, sizeE6: 7_000_000n });
    desk.closed();
    expect(known(...BOTH)).toBe("");
    open();
    expect(known(...BOTH)).toBe("");
    // The times of another connection are not compared with this one's.
    hear(bookFrame({ timestampMs: 1 }));
    expect(known(...BOTH)).toBe("1");
  });

  test("is there as long as there are signs of life, answers to pings among them", () => {
    const { pass, hearText, known } = makeBusyWorld();
    expect(hearText("PONG")).toBe(false);
    pass(LIFE_MS_MAX - 1);
    expect(known(...BOTH)).toBe("1,2");
    pass(1);
    expect(known(...BOTH)).toBe("");
    hearText("PONG");
    expect(known(...BOTH)).toBe("1,2");
  });

  test("is asked for anew once its tick has changed, and so is that of the other outcome", () => {
    const { desk, said, hear, known } = makeBusyWorld();
    hear(tickFrame());
    expect(known(...BOTH)).toBe("");
    expect(said()).toEqual(["unsubscribe 1,2", "subscribe 1,2"]);
    hear([bookFrame({ tick: "0.001" }), bookFrame({ tokenId: "2" })]);
    expect(known(...BOTH)).toBe("1,2");
    expect(desk.takeDoubt()).toBeUndefined();
  });

  test("is asked for anew, alone, where what was told of it does not fit", () => {
    const { desk, said, hear, known } = makeBusyWorld();
    hear(changeFrame([
      { level: ["0.41", "7"], best: ["0.42", "0.60"] },
      { tokenId: "2", level: ["0.41", "7"], best: ["0.41", "0.60"] },
    ]));
    expect(known(...BOTH)).toBe("2");
    expect(said()).toEqual(["unsubscribe 1", "subscribe 1"]);
    expect(desk.takeDoubt()).toContain("token 1");
    expect(desk.takeDoubt()).toBeUndefined();
    // What was on its way already.
    hear(changeFrame([{ level: ["0.40", "9"] }], { timestampMs: 2_001 }));
    hear(bookFrame({ timestampMs: 2_000 }));
    expect(known(...BOTH)).toBe("2");
    hear(bookFrame({ timestampMs: 2_001 }));
    expect(known(...BOTH)).toBe("1,2");
  });

  test.each([
    ["its book cannot be read", JSON.stringify(bookFrame({ bids: [["2", "1"]] })), "2"],
    ["its change cannot be read", JSON.stringify(changeFrame([{ level: ["2", "1"] }])), "2"],
    ["a frame cannot be read at all", '{"event_type":"price_cha', ""],
    ["the venue did not understand", "INVALID OPERATION", ""],
  ])("is none where %s", (_, text, left) => {
    const { desk, said, hearText, known } = makeBusyWorld();
    expect(hearText(text)).toBe(left !== "");
    expect(known(...BOTH)).toBe(left);
    const lost = left === "" ? "1,2" : "1";
    expect(said()).toEqual([`unsubscribe ${lost}`, `subscribe ${lost}`]);
    expect(desk.takeDoubt()).toContain("token 1");
  });

  test("is not asked for again and again where none comes that holds", () => {
    const { said, hear, tend, pass, known } = makeBusyWorld();
    hear(tickFrame());
    expect(said()).toHaveLength(2);
    hear([bookFrame(), bookFrame({ tokenId: "2" })]);
    hear(tickFrame());
    pass(ASK_MS_MIN - 1);
    tend();
    expect(said()).toEqual([]);
    pass(1);
    tend();
    expect(said()).toEqual(["unsubscribe 1,2", "subscribe 1,2"]);
    // It is not lost another time where it did not come in between.
    hear(tickFrame());
    pass(BOOK_MS_MAX - 1);
    tend();
    expect(said()).toEqual([]);
    pass(1);
    tend();
    expect(said()).toEqual(["unsubscribe 1,2", "subscribe 1,2"]);
    tend();
    expect(said()).toEqual([]);
    expect(known(...BOTH)).toBe("");
  });

  test("that was lost and came by itself is not asked for", () => {
    const { said, hear, tend, pass } = makeBusyWorld();
    hear(tickFrame());
    hear([bookFrame(), bookFrame({ tokenId: "2" })]);
    said();
    hear(tickFrame());
    hear([bookFrame(), bookFrame({ tokenId: "2" })]);
    pass(ASK_MS_MIN);
    tend();
    expect(said()).toEqual([]);
  });

  test("of an older time is taken after one was waited for in vain", () => {
    const { hear, tend, pass, known } = makeBusyWorld();
    hear(changeFrame([{ level: ["0.41", "7"], best: ["0", "1"] }], { timestampMs: 9_000_000 }));
    hear(bookFrame({ timestampMs: 5_000 }));
    expect(known("1")).toBe("");
    pass(BOOK_MS_MAX);
    tend();
    hear(bookFrame({ timestampMs: 5_000 }));
    expect(known("1")).toBe("1");
  });

  test("of which nothing is heard for long is asked for anew, and not trusted meanwhile", () => {
    const { said, hear, hearText, tend, pass, known } = makeBusyWorld();
    pass(QUIET_MS_MAX - BOOK_MS_MAX - 1);
    hear(changeFrame([{ level: ["0.41", "7"] }]));
    hearText("PONG");
    tend();
    expect(said()).toEqual([]);
    pass(1);
    tend();
    expect(said()).toEqual(["unsubscribe 2", "subscribe 2"]);
    expect(known(...BOTH)).toBe("1");
    hear(bookFrame({ tokenId: "2" }));
    expect(known(...BOTH)).toBe("1,2");
  });
});

describe("the trades of a token", () => {
  test("are the last fifty, newest first, and outlive a connection but not the following", () => {
    const { desk, open, hear, follow, pass, tend } = makeBusyWorld();
    const prices = () => desk.tradesNow("1").map(({ priceE6 }) => Number(priceE6) / 1_000);
    const trade = (thousandths: number) =>
      hear(tradeFrame({ price: (thousandths / 1_000).toFixed(3) }));
    for (let at = 1; at <= KEPT_TRADES_MAX + 2; at += 1) trade(at);
    expect(prices()).toEqual(Array.from({ length: KEPT_TRADES_MAX }, (_, at) => 52 - at));
    desk.closed();
    open();
    trade(100);
    expect(prices().slice(0, 2)).toEqual([100, 52]);
    expect(desk.tradesNow("2")).toEqual([]);
    pass(FOLLOW_MS);
    tend();
    follow("1");
    expect(prices()).toEqual([]);
  });
});
