import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type BookChanges,
  type BookSnapshot,
  doubted,
  type FollowedBook,
  type LevelChange,
  takeBook,
  takeChanges,
  UNKNOWN_BOOK,
} from "../../../../adapters/polymarket/book/followed_book.ts";
import { type Book, type Level } from "../../../../core/order/mod.ts";
import { ONE_E6 } from "../../../../core/fee/mod.ts";
import { conditionOf, NO_PROTOCOL } from "../../../condition.ts";

const CENT_E6 = 10_000n;
/** Bids rest below this many cents, asks at it and above: so that no book is crossed. */
const MIDDLE = 7;

type Frame =
  | { readonly kind: "book"; readonly told: BookSnapshot }
  | { readonly kind: "changes"; readonly told: BookChanges };

function take(known: FollowedBook, frame: Frame): FollowedBook {
  return frame.kind === "book" ? takeBook(known, frame.told) : takeChanges(known, frame.told);
}

function bookOf(totals: ReadonlyMap<bigint, bigint>, isBid: (priceE6: bigint) => boolean): Book {
  const levels = [...totals].filter(([, sizeE6]) => sizeE6 > 0n)
    .map(([priceE6, sizeE6]): Level => ({ priceE6, sizeE6 }))
    .toSorted((a, b) => Number(a.priceE6 - b.priceE6));
  return {
    tokenId: "1",
    conditionId: conditionOf(1),
    protocol: NO_PROTOCOL,
    tickE6: CENT_E6,
    bids: levels.filter(({ priceE6 }) => isBid(priceE6)).toReversed(),
    asks: levels.filter(({ priceE6 }) => !isBid(priceE6)),
  };
}

const isLow = (priceE6: bigint) => priceE6 < BigInt(MIDDLE) * CENT_E6;

/** Few prices and sizes, so that changes meet; a third of them take a level away. */
const total = fc.record({
  priceE6: fc.integer({ min: 1, max: 13 }).map((cents) => BigInt(cents) * CENT_E6),
  sizeE6: fc.constantFrom(0n, 1n, 5_000_000n),
});
/** What the venue does, moment by moment: level totals, told one by one or with a whole book. */
const history = fc.array(
  fc.record({
    totals: fc.array(total, { maxLength: 4 }),
    isWhole: fc.boolean(),
    laterMs: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The frames of a history, as a venue without fault would send them, and the book at its end. */
function told(
  moments: typeof history extends fc.Arbitrary<infer T> ? T : never,
  { hasTouch = true, isAtOnce = false } = {},
): { readonly frames: ReadonlyArray<Frame>; readonly books: ReadonlyArray<Book> } {
  const totals = new Map<bigint, bigint>();
  const frames: Array<Frame> = [];
  const books: Array<Book> = [];
  let timestampMs = 1_000;
  for (const [at, moment] of moments.entries()) {
    if (!isAtOnce) timestampMs += moment.laterMs;
    for (const { priceE6, sizeE6 } of moment.totals) totals.set(priceE6, sizeE6);
    const book = bookOf(totals, isLow);
    books.push(book);
    if (at === 0 || moment.isWhole) {
      frames.push({ kind: "book", told: { book, timestampMs } });
      continue;
    }
    const changes = moment.totals.map(({ priceE6, sizeE6 }): LevelChange => ({
      side: isLow(priceE6) ? "bids" : "asks",
      priceE6,
      sizeE6,
    }));
    const touch = hasTouch
      ? {
        bestBidE6: book.bids[0]?.priceE6 ?? 0n,
        bestAskE6: book.asks[0]?.priceE6 ?? ONE_E6,
      }
      : { bestBidE6: undefined, bestAskE6: undefined };
    const common = { tokenId: "1", conditionId: conditionOf(1), timestampMs };
    frames.push({ kind: "changes", told: { ...common, changes, ...touch } });
  }
  return { frames, books };
}

const known = (state: FollowedBook) => state.kind === "known" ? state.book : undefined;

describe("a book that is followed", () => {
  test("is at every moment the book that the venue has", () => {
    fc.assert(fc.property(history, fc.boolean(), fc.boolean(), (moments, hasTouch, isAtOnce) => {
      const { frames, books } = told(moments, { hasTouch, isAtOnce });
      let state = UNKNOWN_BOOK;
      for (const [at, frame] of frames.entries()) {
        state = take(state, frame);
        expect(known(state)).toEqual(books[at]);
      }
    }));
  });

  test("is right or none when frames come in another order, or more than once", () => {
    fc.assert(fc.property(history, fc.infiniteStream(fc.nat()), (moments, random) => {
      const { frames, books } = told(moments);
      const again = frames.filter(() => (random.next().value ?? 0) % 3 === 0);
      const shuffled = [...frames, ...again]
        .map((frame) => ({ frame, rank: random.next().value ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank);
      const end = shuffled.reduce((state, { frame }) => take(state, frame), UNKNOWN_BOOK);
      expect([undefined, books.at(-1)]).toContainEqual(known(end));
    }));
  });

  test("has the best prices that the venue stated, whatever frame was lost", () => {
    fc.assert(fc.property(history, fc.nat(), (moments, at) => {
      const { frames, books } = told(moments);
      const lost = at % frames.length;
      let state = UNKNOWN_BOOK;
      for (const [index, frame] of frames.entries()) {
        if (index === lost) continue;
        state = take(state, frame);
        const book = known(state);
        if (book === undefined) continue;
        expect(book.bids[0]?.priceE6).toBe(books[index]?.bids[0]?.priceE6);
        expect(book.asks[0]?.priceE6).toBe(books[index]?.asks[0]?.priceE6);
      }
    }));
  });

  test("is none after a doubt, until the next whole book that is not older", () => {
    fc.assert(fc.property(history, history, (before, after) => {
      const state = told(before).frames.reduce(take, UNKNOWN_BOOK);
      const next = told(after);
      const lateMs = state.kind === "known" ? state.changedMs : 0;
      let doubtful = doubted(state);
      let hasNew = false;
      for (const [at, frame] of next.frames.entries()) {
        doubtful = take(doubtful, frame);
        hasNew ||= frame.kind === "book" && frame.told.timestampMs >= lateMs;
        expect(known(doubtful)).toEqual(hasNew ? next.books[at] : undefined);
      }
    }));
  });
});

describe("takeChanges()", () => {
  const level = (cents: number, shares: number): Level => ({
    priceE6: BigInt(cents) * CENT_E6,
    sizeE6: BigInt(shares) * ONE_E6,
  });
  const book: Book = {
    tokenId: "1",
    conditionId: conditionOf(1),
    protocol: NO_PROTOCOL,
    tickE6: CENT_E6,
    bids: [level(40, 20), level(39, 30)],
    asks: [level(60, 10)],
  };
  const state = takeBook(UNKNOWN_BOOK, { book, timestampMs: 1_000 });
  const change = (side: LevelChange["side"], cents: number, shares: number): LevelChange => ({
    side,
    ...level(cents, shares),
  });
  const frame = (changes: ReadonlyArray<LevelChange>, rest: Partial<BookChanges> = {}) => ({
    tokenId: "1",
    conditionId: conditionOf(1),
    timestampMs: 2_000,
    changes,
    bestBidE6: undefined,
    bestAskE6: undefined,
    ...rest,
  });

  test.each([
    ["a bid at the best ask", frame([change("bids", 60, 1)])],
    ["an ask below the best bid", frame([change("asks", 39, 1)])],
    ["another market", frame([change("bids", 41, 1)], { conditionId: conditionOf(2) })],
    ["another best bid", frame([change("bids", 41, 1)], { bestBidE6: 420_000n })],
    ["another best ask", frame([change("bids", 41, 1)], { bestAskE6: 610_000n })],
    ["no best bid", frame([change("bids", 41, 1)], { bestBidE6: 0n })],
    ["no best ask", frame([change("bids", 41, 1)], { bestAskE6: ONE_E6 })],
  ])("doubts the book after %s", (_, changes) => {
    expect(takeChanges(state, changes)).toEqual({ kind: "awaited", notBeforeMs: 2_000 });
  });

  test("takes levels that cross in the midst of a frame, but not after it", () => {
    const moved = takeChanges(state, frame([change("bids", 60, 5), change("asks", 60, 0)]));
    expect(known(moved)).toMatchObject({ bids: [level(60, 5), ...book.bids], asks: [] });
  });

  test("passes over what is older than the whole book, but not what is older than a change", () => {
    const older = frame([change("bids", 41, 1)], { timestampMs: 999 });
    expect(takeChanges(state, older)).toBe(state);
    const changed = takeChanges(state, frame([change("bids", 41, 1)]));
    const between = { ...older, timestampMs: 1_999 };
    expect(takeChanges(changed, between)).toEqual({ kind: "awaited", notBeforeMs: 2_000 });
    expect(takeBook(changed, { book, timestampMs: 1_999 }).kind).toBe("awaited");
    expect(takeChanges(changed, { ...older, timestampMs: 1_000 }).kind).toBe("awaited");
    expect(takeBook(changed, { book, timestampMs: 999 })).toBe(changed);
    expect(known(takeBook(changed, { book, timestampMs: 2_000 }))).toEqual(book);
  });

  test("takes no crossed book, be it the first or a later one", () => {
    const crossed = { ...book, asks: [level(40, 1)] };
    const none = { kind: "awaited", notBeforeMs: 3_000 } as const;
    expect(takeBook(UNKNOWN_BOOK, { book: crossed, timestampMs: 3_000 })).toEqual(none);
    expect(takeBook(state, { book: crossed, timestampMs: 3_000 })).toEqual(none);
  });
});
