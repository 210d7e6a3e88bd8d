import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { agreesWith, areUpAndDown, paidOutcome } from "../../../core/venue/mod.ts";

const PAYOUTS = { up: [1_000_000n, 0n], down: [0n, 1_000_000n], tie: [500_000n, 500_000n] };
const outcome = fc.constantFrom("up", "down", "tie");

describe("paidOutcome()", () => {
  test.each(Object.entries(PAYOUTS))("%s pays so", (outcome, payouts) => {
    expect<unknown>(paidOutcome(payouts)).toEqual(Option.some(outcome));
  });

  test("is undefined for payouts of any other kind, number or sum", () => {
    const payout = fc.constantFrom(0n, 300_000n, 500_000n, 700_000n, 1_000_000n);
    const payouts = fc.array(payout, { maxLength: 3 });
    const known = Object.values(PAYOUTS).map(String);
    fc.assert(fc.property(payouts, (payouts) => {
      fc.pre(!known.includes(String(payouts)));
      expect(paidOutcome(payouts)).toEqual(Option.none());
    }));
  });
});

describe("agreesWith()", () => {
  test("is true for the outcome that is paid, and false for the others", () =>
    fc.assert(fc.property(outcome, outcome, (paid, ours) => {
      const agrees = agreesWith({ payoutsE6: Option.some(PAYOUTS[paid]) }, Option.some(ours));
      expect(agrees).toEqual(Option.some(paid === ours));
    })));

  test("is false for payouts that are no outcome, and unknown while either is", () => {
    const odd = { payoutsE6: Option.some([700_000n, 300_000n]) };
    expect(agreesWith(odd, Option.some("up"))).toEqual(Option.some(false));
    expect(agreesWith(odd, Option.none())).toEqual(Option.none());
    expect(agreesWith({ payoutsE6: Option.none() }, Option.some("up"))).toEqual(Option.none());
  });
});

test.each([
  [["Up", "Down"], true],
  [["Yes", "No"], true],
  [[" UP ", "ｄown"], true],
  [["Down", "Up"], false],
  [["No", "Yes"], false],
  [["Up", "Down", "Tie"], false],
  [["Up"], false],
  [[], false],
  [["Lakers", "Celtics"], false],
])("outcomes named %j are Up and Down: %p", (names, are) => {
  expect(areUpAndDown(names)).toBe(are);
});
