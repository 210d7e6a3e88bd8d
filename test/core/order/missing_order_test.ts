import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type FinalState,
  MISSING_MS_MIN,
  type OrderState,
  SENDING_MS_MAX,
} from "../../../core/order/mod.ts";
import {
  gapMs,
  HELD,
  isGivenUp,
  life,
  look,
  LOST,
  MATCHED,
  MISSING,
  NONE,
  type OrderEvent,
  PENDING,
  SENT,
  stateAfter,
  step,
} from "./order_life.ts";

describe("an order that the venue does not know", () => {
  /** Whether a look-up at that time makes it final, by the look-ups before. */
  function shouldEnd(before: ReadonlyArray<OrderEvent>, atMs: number): boolean {
    const pending = before.findLastIndex((event) =>
      event.kind === "looked_up" && event.status.kind === "pending"
    );
    return before.some((event, index) =>
      index > pending && event.kind === "looked_up" && event.status === MISSING &&
      // A look-up while it may still be on its way does not count.
      event.atMs - 1_000 >= SENDING_MS_MAX &&
      atMs - event.atMs >= MISSING_MS_MIN
    );
  }

  test("becomes final exactly when it was missing twice in a row, far enough apart", () => {
    let endCount = 0;
    fc.assert(fc.property(life, (later) => {
      let state: OrderState = SENT;
      for (const [index, event] of later.entries()) {
        // What has traded is not missed: see matched_order_test.ts.
        if (state.name === "final" || (state.name === "unknown" && state.isMatched)) break;
        state = step(state, event);
        const isMissing = event.kind === "looked_up" && event.status === MISSING;
        const has = isMissing && shouldEnd(later.slice(0, index), event.atMs);
        expect(isGivenUp(state)).toBe(has);
        if (isGivenUp(state)) {
          endCount++;
          expect(isMissing && event.atMs - SENT.sentMs >= SENDING_MS_MAX).toBe(true);
        }
      }
    }));
    expect(endCount).toBeGreaterThan(0);
  });

  test("states why its outcome was unknown", () => {
    const ended = (state: OrderState) =>
      stateAfter([look(MISSING, 20_000), look(MISSING, 30_000)], state);
    const refusal = (message: string) => ({
      orderId: "0xa",
      isReconciled: true,
      outcome: { kind: "refused", refusal: { message, retryAfterSec: NONE } },
    });
    expect(ended(LOST)).toMatchObject(refusal("it never reached the venue (timeout)"));
    expect(ended(SENT)).toMatchObject(
      refusal("it never reached the venue (no answer to it was recorded)"),
    );
    expect(ended(HELD)).toMatchObject(refusal("the venue dropped it unfilled (held back)"));
  });

  test("is not_filled if the venue ever acknowledged it, else never_arrived", () => {
    let given = 0;
    fc.assert(fc.property(life, fc.constantFrom(LOST, HELD), (later, first) => {
      let state = first;
      let isSeen = first === HELD;
      for (const event of later) {
        if (isGivenUp(state)) break;
        isSeen ||= event.kind === "looked_up" && event.status === PENDING;
        state = step(state, event);
      }
      fc.pre(isGivenUp(state));
      given++;
      const reason = isSeen ? "killed" : "never_arrived";
      expect((state as FinalState).outcome).toMatchObject({ refusal: { reason } });
    }));
    expect(given).toBeGreaterThan(0);
  });

  test("becomes final if it is looked up repeatedly and does not stay pending", () =>
    fc.assert(fc.property(life, fc.constantFrom(MISSING, MATCHED), (life, status) => {
      const state = stateAfter(life);
      fc.pre(state.name === "sent" || state.name === "unknown");
      const looks = [200, 210, 220].map((sec) => look(status, 1_000_000 + sec * 1_000));
      const end = stateAfter(looks, state);
      expect(end.name).toBe("final");
      if (status !== MISSING) expect(end).toMatchObject({ outcome: status });
    })));

  test("is unchanged while the venue has not decided, and unknown once no sender is left", () =>
    fc.assert(fc.property(fc.array(gapMs), fc.constantFrom(SENT, LOST), (gaps, state) => {
      let atMs = 1_000;
      const looks = gaps.map((gapMs) => look(PENDING, atMs += gapMs));
      const end = stateAfter([...looks, look(PENDING, atMs)], state);
      if (state === SENT && atMs - SENT.sentMs < SENDING_MS_MAX) expect(end).toBe(SENT);
      else expect(end).toMatchObject({ name: "unknown", missingSinceMs: NONE });
    })));
});
