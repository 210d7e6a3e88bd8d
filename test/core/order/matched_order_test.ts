import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  AMOUNTS_MS_MAX,
  knownOutcome,
  listedStateOf,
  type OrderOutcome,
} from "../../../core/order/mod.ts";
import {
  answer,
  HALF_STATED,
  life,
  look,
  LOST,
  MATCHED,
  MISSING,
  PENDING,
  SENT,
  stateAfter,
  UNSTATED,
} from "./order_life.ts";

/** An order that was sent at 1,000 ms, and whose match left out its amounts. */
const HALF_KNOWN = fc.constantFrom(
  stateAfter([answer(UNSTATED)]),
  stateAfter([answer(HALF_STATED)]),
  stateAfter([look(UNSTATED, 1_001)]),
  stateAfter([look(HALF_STATED, 1_001)], LOST),
);
/** The last instant at which amounts are still asked for. */
const LAST_MS = SENT.sentMs + AMOUNTS_MS_MAX - 1;
/** The venue says that it was never filled. */
const NOT_FILLED: OrderOutcome = {
  kind: "refused",
  refusal: { reason: "killed", message: "CANCELED", retryAfterSec: Option.none() },
};

describe("an order that traded, and of which the venue has not stated how much", () => {
  test("is known to have matched, and is not final", () =>
    fc.assert(fc.property(HALF_KNOWN, (state) => {
      expect(state).toMatchObject({ name: "unknown", isMatched: true, isAtVenue: true });
      expect(knownOutcome(state)).toEqual(Option.some(UNSTATED));
      expect(listedStateOf(state)).toBe("matched");
    })));

  test("becomes final with its amounts, as soon as a look-up has both", () =>
    fc.assert(fc.property(HALF_KNOWN, fc.constantFrom(UNSTATED, HALF_STATED), (state, half) => {
      expect(stateAfter([look(half, LAST_MS), look(MATCHED, LAST_MS)], state))
        .toMatchObject({ name: "final", outcome: MATCHED, isReconciled: true });
    })));

  test("is never taken for one that the venue does not have, or has not filled", () => {
    const statuses = fc.array(fc.constantFrom(MISSING, PENDING, NOT_FILLED));
    fc.assert(fc.property(HALF_KNOWN, statuses, (state, all) => {
      const looks = all.map((status, at) => look(status, LAST_MS - all.length + at));
      expect(stateAfter(looks, state)).toBe(state);
    }));
  });

  test("ends as matched, without amounts, once they have been missing for ten minutes", () =>
    fc.assert(fc.property(
      HALF_KNOWN,
      fc.constantFrom(MISSING, PENDING, NOT_FILLED, UNSTATED, HALF_STATED),
      (state, status) => {
        expect(stateAfter([look(status, LAST_MS)], state).name).toBe("unknown");
        const outcome = status === HALF_STATED ? HALF_STATED : UNSTATED;
        expect(stateAfter([look(status, LAST_MS + 1)], state))
          .toMatchObject({ name: "final", outcome, isReconciled: true });
      },
    )));

  test("is refused only where the venue says so of the order itself", () =>
    fc.assert(fc.property(HALF_KNOWN, life, (state, later) => {
      const end = stateAfter(later, state);
      if (end.name !== "final" || end.outcome.kind !== "refused") return;
      expect(later).toContainEqual(expect.objectContaining({ status: end.outcome }));
    })));
});
