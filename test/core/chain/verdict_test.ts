import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { type Evidence, type Moved, verdictOn } from "../../../core/chain/mod.ts";

const some = Option.some;
/** A claim of five shares, whose nonce has passed while nobody says by which transaction. */
const CLAIM = {
  kind: "claim",
  sizeE6: Option.none(),
  payoutsE6: some([1_000_000n, 0n] as const),
  before: some({ usdcE6: 0n, sharesE6: [5_000_000n, 0n] as const }),
  attempts: 1,
} as const;
const PASSED: Evidence = {
  end: "passed",
  isNowhere: false,
  mayBeExecutedLater: false,
  isTogether: false,
  endMs: 100_000,
  why: Option.none(),
  now: { usdcE6: 5_000_000n, sharesE6: [0n, 0n] },
  logged: Option.none(),
  listed: Option.none(),
  listedMs: Option.none(),
  nowMs: 101_000,
};
const PAID: Moved = { usdcE6: 5_000_000n, sharesE6: [-5_000_000n, 0n] };
const LISTED_MS = some(PASSED.endMs + 60_000);

test("a claim without logs was paid what the balances say, to the last digit, or the index", () => {
  const executed = { ...PASSED, end: "executed" } as const;
  expect(verdictOn(CLAIM, executed)).toMatchObject({ state: "confirmed", moved: some(PAID) });
  const left = { usdcE6: 5_000_000n, sharesE6: [3_000_000n, 0n] } as const;
  const more = { usdcE6: 5_500_000n, sharesE6: [0n, 0n] } as const;
  const paid: Moved = { usdcE6: 5_500_000n, sharesE6: [-5_500_000n, 0n] };
  for (const now of [left, more]) {
    expect(verdictOn(CLAIM, { ...executed, now })).toMatchObject({ verdict: "wait" });
    expect(verdictOn(CLAIM, { ...executed, now, listed: some(paid) }))
      .toMatchObject({ state: "confirmed", moved: some(paid) });
  }
  // Where the index never lists it, the balances are what there is.
  expect(verdictOn(CLAIM, { ...executed, now: more, listedMs: LISTED_MS }))
    .toMatchObject({ state: "confirmed", moved: some(PAID) });
});

test("a split whose number another transaction has is not made again, and says why", () => {
  const before = { usdcE6: 9_000_000n, sharesE6: [0n, 0n] } as const;
  const split = {
    ...CLAIM,
    kind: "split",
    sizeE6: some(2_000_000n),
    before: some(before),
  } as const;
  const passed = { ...PASSED, now: before, listedMs: LISTED_MS };
  expect(
    verdictOn(split, { ...passed, end: "failed", mayBeExecutedLater: true, why: some("no gas") }),
  )
    .toEqual({ verdict: "again", why: "no gas" });
  expect(verdictOn(split, passed)).toMatchObject({ state: "failed" });
  expect(verdictOn(split, { ...passed, why: some("it reverted") }))
    .toMatchObject({ state: "failed", why: some("it reverted") });
});

describe("a claim whose nonce has passed", () => {
  test("waits for what the index lists, whatever is left", () => {
    expect(verdictOn(CLAIM, PASSED)).toMatchObject({ verdict: "wait" });
    const left = { ...PASSED, now: { usdcE6: 0n, sharesE6: [5_000_000n, 0n] } } as const;
    expect(verdictOn(CLAIM, left)).toMatchObject({ verdict: "wait" });
    expect(verdictOn(CLAIM, { ...left, listedMs: LISTED_MS })).toMatchObject({ verdict: "again" });
  });

  test("was paid what the index lists, and nothing is left where that is nothing", () => {
    expect(verdictOn(CLAIM, { ...PASSED, listed: some(PAID) }))
      .toMatchObject({ state: "confirmed", moved: some(PAID) });
    expect(verdictOn(CLAIM, { ...PASSED, listedMs: LISTED_MS }))
      .toMatchObject({ state: "nothing_left", moved: Option.none() });
  });
});

test("a claim without logs has failed once the index, too, lists nothing of it", () => {
  const executed: Evidence = {
    ...PASSED,
    end: "executed",
    now: { usdcE6: 0n, sharesE6: [5_000_000n, 0n] },
    nowMs: PASSED.endMs + 130_000,
  };
  expect(verdictOn(CLAIM, executed)).toMatchObject({ verdict: "wait" });
  expect(verdictOn(CLAIM, { ...executed, listedMs: LISTED_MS })).toMatchObject({ state: "failed" });
});

describe("a split whose deadline is over", () => {
  const split = { ...CLAIM, kind: "split", sizeE6: some(2n), payoutsE6: Option.none() } as const;
  const expired = {
    ...PASSED,
    end: "expired",
    now: { usdcE6: 0n, sharesE6: [5_000_000n, 0n] },
  } as const;

  test("is signed anew once the index does not list it", () => {
    expect(verdictOn(split, expired)).toMatchObject({ verdict: "wait" });
    expect(verdictOn(split, { ...expired, listedMs: LISTED_MS }))
      .toMatchObject({ verdict: "again" });
    const moved: Moved = { usdcE6: -2n, sharesE6: [2n, 2n] };
    expect(verdictOn(split, { ...expired, listed: some(moved) }))
      .toMatchObject({ state: "confirmed", moved: some(moved) });
  });

  test("is signed anew at once where the road never had it", () => {
    expect(verdictOn(split, { ...expired, isNowhere: true })).toMatchObject({ verdict: "again" });
  });
});

test("a claim whose bytes failed and whose shares are gone is judged again, not over", () => {
  const failed = { ...PASSED, end: "failed", mayBeExecutedLater: true } as const;
  expect(verdictOn(CLAIM, failed)).toMatchObject({ verdict: "again" });
  expect(verdictOn({ ...CLAIM, attempts: 9 }, failed)).toMatchObject({ verdict: "again" });
  // A node means the very bytes.
  expect(verdictOn(CLAIM, { ...failed, mayBeExecutedLater: false }))
    .toMatchObject({ state: "nothing_left" });
});
