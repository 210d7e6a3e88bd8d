import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import {
  type FinalState,
  ImpossibleStep,
  isStated,
  type OrderEvent,
  type OrderOutcome,
  type OrderState,
  RECEIVED,
  stepOrder,
} from "../../../core/order/mod.ts";
import {
  answer,
  anyEvents,
  isGivenUp,
  type Kind,
  life,
  look,
  LOST,
  MATCHED,
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
  test("goes from received to signed to sent, and ends as the venue answers", () => {
    const events: ReadonlyArray<OrderEvent> = [
      { kind: "signed", orderId: "0xa" },
      { kind: "sent", atMs: 1_000 },
      answer(MATCHED),
    ];
    expect(events.map((_, index) => stateAfter(events.slice(0, index + 1)))).toEqual([
      { name: "signed", orderId: "0xa" },
      SENT,
      { name: "final", orderId: "0xa", outcome: MATCHED, isReconciled: false },
    ]);
  });

  test("becomes final as the venue reports in a look-up, reconciled", () =>
    fc.assert(fc.property(outcome, fc.constantFrom(SENT, LOST), (outcome, state) => {
      fc.pre(!isUnstated(outcome));
      expect(step(state, look(outcome, 1_001)))
        .toEqual({ name: "final", orderId: "0xa", outcome, isReconciled: true });
    })));

  test("accepts only the events of its state, and else stays unchanged", () => {
    const possible: Readonly<Record<OrderState["name"], ReadonlyArray<Kind>>> = {
      received: ["signed"],
      signed: ["sent"],
      sent: ["answered", "looked_up"],
      unknown: ["answered", "looked_up"],
      final: ["answered", "looked_up"],
    };
    fc.assert(fc.property(life, anyEvents, (life, [event]) => {
      fc.pre(event !== undefined);
      const state = stateAfter(life);
      const before = structuredClone(state);
      const next = stepOrder(state, event);
      expect(structuredClone(state)).toEqual(before);
      expect(Result.isSuccess(next)).toBe(possible[state.name].includes(event.kind));
      if (Result.isSuccess(next)) return;
      expect(next.failure).toBeInstanceOf(ImpossibleStep);
      expect(next.failure.message)
        .toBe(`Cannot apply the event "${event.kind}" to an order in the state "${state.name}"`);
    }));
  });

  test("that is final never changes, whatever event follows", () =>
    fc.assert(fc.property(life, anyEvents, (life, later) => {
      const state = stateAfter(life);
      fc.pre(state.name === "final");
      expect(stateAfter(later, state)).toEqual(state);
    })));

  test("keeps its id and its time of sending, whatever event follows", () =>
    fc.assert(fc.property(life, (life) => {
      let state = RECEIVED;
      for (const event of life) {
        const next = step(state, event);
        if (state.name !== "received") expect(next).toMatchObject({ orderId: state.orderId });
        if ("sentMs" in state && "sentMs" in next) expect(next.sentMs).toBe(state.sentMs);
        state = next;
      }
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
