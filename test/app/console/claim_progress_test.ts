import { describe, expect, test } from "bun:test";
import type { Claim } from "../../../app/client/typescript/wire/position.ts";
import {
  claimRow,
  follow,
  newestClaims,
  pollAfterMs,
  withEnded,
} from "../../../app/console/positions/claim_progress.ts";

const NOW = "2026-11-27T16:05:00.000Z";

const claim = (id: string, fields: Partial<Claim> = {}): Claim => ({
  kind: "claim",
  id,
  condition_id: "a",
  slug: null,
  state: "sent",
  usdc: null,
  tx: null,
  why: null,
  automatic: false,
  requested_at: NOW,
  ended_at: null,
  ...fields,
});

test("what is on its way is asked for ever more slowly, 15 s at most", () => {
  expect([0, 1, 2, 3, 4, 40].map(pollAfterMs)).toEqual([1e3, 2e3, 4e3, 8e3, 15e3, 15e3]);
});

test("of the claims of a market, the one asked for last counts, in whatever order they are", () => {
  const [old, late] = [claim("1"), claim("2", { requested_at: "2026-11-27T16:06:00.000Z" })];
  const other = claim("3", { condition_id: "b" });
  for (const claims of [[old, late, other], [late, other, old]]) {
    expect(newestClaims(claims)).toEqual(new Map([["a", late], ["b", other]]));
  }
});

describe("a claim that was on its way", () => {
  test("has ended once, when it is over", () => {
    const followed = new Set<string>();
    const over = claim("1", { state: "confirmed" });
    expect(follow(followed, [claim("1"), claim("2")])).toEqual([]);
    expect(follow(followed, [over, claim("2")])).toEqual([over]);
    expect(follow(followed, [over, claim("2")])).toEqual([]);
    expect([...followed]).toEqual(["2"]);
  });

  test("is none of those that were over before", () => {
    expect(follow(new Set(), [claim("1", { state: "failed" })])).toEqual([]);
  });

  test("is told once, though two answers say that it has ended", () => {
    const [one, other] = [claim("1", { state: "confirmed" }), claim("2", { state: "failed" })];
    expect(withEnded([one], [other, one])).toEqual([other, one]);
    expect(withEnded([one], [other])).toEqual([other, one]);
  });
});

test.each<[what: string, newest: Claim | undefined, isSaid: boolean, mayClaim: boolean]>([
  ["without a claim", undefined, false, true],
  ["of which the claim is on its way", claim("1"), true, false],
  ["of which the claim failed", claim("1", { state: "failed", ended_at: NOW }), true, true],
  ["that is gone, as far as known", claim("1", { state: "nothing_left" }), true, true],
  [
    "that was claimed after it was listed",
    claim("1", { state: "confirmed", ended_at: NOW }),
    true,
    false,
  ],
  [
    "that has come since the last claim",
    claim("1", { state: "confirmed", ended_at: "2026-11-27T16:04:59.999Z" }),
    false,
    true,
  ],
])("a position %s", (_, newest, isSaid, mayClaim) => {
  expect(claimRow(newest, NOW)).toEqual({ claim: isSaid ? newest : undefined, mayClaim });
});
