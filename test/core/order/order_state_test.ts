import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type FinalState, isStated, type OrderOutcome } from "../../../core/order/mod.ts";
import {
  answer,
  isGivenUp,
  life,
  look,
  LOST,
  outcome,
  SENT,
  stateAfter,
  step,
} from "./order_life.ts";

/** Whether it traded, and the venue does not state all of what. */
function isUnstated(outcome: OrderOutcome): boolean {
  return outcome.kind === "matched" && !isStated(outcome.fill);
}

describe("an order", () => {
  test("becomes final as the venue answers, or as it reports in a look-up, reconciled", () =>
    fc.assert(fc.property(outcome, fc.constantFrom(SENT, LOST), (outcome, state) => {
      fc.pre(!isUnstated(outcome));
      const final = { name: "final", orderId: "0xa", outcome } as const;
      expect(step(SENT, answer(outcome))).toEqual({ ...final, isReconciled: false });
      expect(step(state, look(outcome, 1_001))).toEqual({ ...final, isReconciled: true });
    })));

  test("keeps its id and its time of sending, whatever event follows", () =>
    fc.assert(fc.property(life, (life) => {
      const { orderId, sentMs } = SENT;
      const state = stateAfter(life);
      expect(state).toMatchObject(state.name === "final" ? { orderId } : { orderId, sentMs });
    })));

  test("becomes final only as the venue reported, or by being given up", () =>
    fc.assert(fc.property(life, (life) => {
      const state = stateAfter(life);
      fc.pre(state.name === "final" && !isGivenUp(state));
      // Amounts that never become known end it as well; see below.
      fc.pre(!isUnstated((state as FinalState).outcome));
      const { outcome, isReconciled } = state as FinalState;
      const reported = life.map((event) =>
        isReconciled
          ? event.kind === "looked_up" && event.status
          : event.kind === "answered" && event.outcome
      );
      expect(reported).toContainEqual(outcome);
    })));
});
