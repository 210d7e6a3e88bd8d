import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  ImpossibleStep,
  type IntentEvent,
  type IntentState,
  MISSING_MS_MIN,
  RECEIVED,
  REFUSAL_REASONS,
  SENDING_MS_MAX,
  type Settled,
  type Settlement,
  type Standing,
  stepIntent,
} from "../../../core/order/mod.ts";

const NONE = Option.none<never>();
const MATCHED: Settlement = { kind: "matched", fill: { sharesE6: Option.some(1n), usdcE6: NONE } };
const LIVE: Settlement = { kind: "live" };
const PENDING: Standing = { kind: "pending" };
const MISSING: Standing = { kind: "missing" };

/** Whatever the venue may say; `never_arrived` is for this service alone to conclude. */
const settlement: fc.Arbitrary<Settlement> = fc.oneof(
  fc.constantFrom(MATCHED, LIVE),
  fc.constantFrom(...REFUSAL_REASONS.filter((reason) => reason !== "never_arrived")).map((
    reason,
  ) => ({
    kind: "refused" as const,
    refusal: { reason, words: "no", retryAfterSec: NONE },
  })),
);
const outcome = fc.oneof(
  settlement,
  fc.constantFrom(
    { kind: "unknown" as const, why: "timeout" },
    { kind: "unknown" as const, why: "held back", isAtVenue: true as const },
  ),
);
const standing = fc.oneof(
  { arbitrary: fc.constant(MISSING), weight: 6 },
  { arbitrary: fc.constant(PENDING), weight: 2 },
  { arbitrary: settlement, weight: 1 },
);
/** From one event to the next: often a limit of time, and what is next to it. */
const gapMs = fc.constantFrom(0, 1, 5_000, 9_999, 10_000, 10_001, 60_000);

type Kind = IntentEvent["kind"];

function eventOf(kind: Kind, atMs: number): fc.Arbitrary<IntentEvent> {
  switch (kind) {
    case "signed":
      return fc.constantFrom("0xa", "0xb").map((orderId) => ({ kind, orderId }));
    case "sent":
      return fc.constant({ kind, atMs });
    case "answered":
      return outcome.map((outcome) => ({ kind, outcome }));
    case "looked_up":
      return standing.map((standing) => ({ kind, standing, atMs }));
  }
}

/** Events in the order of their instants. */
function eventsOf(kind: fc.Arbitrary<Kind>): fc.Arbitrary<ReadonlyArray<IntentEvent>> {
  return fc.array(fc.tuple(kind, gapMs), { maxLength: 12 }).chain((steps) => {
    let atMs = 1_000;
    return fc.tuple(...steps.map(([kind, gapMs]) => eventOf(kind, atMs += gapMs)));
  });
}

const anyEvents = eventsOf(fc.constantFrom("signed", "sent", "answered", "looked_up"));
/** What befalls an order once it is sent, most often that it is looked up. */
const laterEvents = eventsOf(fc.constantFrom("looked_up", "looked_up", "looked_up", "answered"));

/** Any mix of steps, or an order that was sent and what befell it then. */
const life = fc.oneof(
  { arbitrary: anyEvents, weight: 1 },
  {
    arbitrary: laterEvents.map((later): ReadonlyArray<IntentEvent> => [
      { kind: "signed", orderId: "0xa" },
      { kind: "sent", atMs: 1_000 },
      ...later,
    ]),
    weight: 3,
  },
);

/** Takes a step where it is possible; stays where it is not. */
function step(state: IntentState, event: IntentEvent): IntentState {
  return Result.getOrElse(stepIntent(state, event), () => state);
}

function stateAfter(events: ReadonlyArray<IntentEvent>, from = RECEIVED): IntentState {
  return events.reduce(step, from);
}

/** Whether the order ended because the venue does not know it, or not any more. */
function isGivenUp(state: IntentState): state is Settled {
  return state.name === "settled" && state.settlement.kind === "refused" &&
    /^(it never reached the venue|the venue let go of it)/.test(state.settlement.refusal.words);
}

const look = (standing: Standing, atMs: number): IntentEvent => ({
  kind: "looked_up",
  standing,
  atMs,
});
const answer = (outcome: Extract<IntentEvent, { kind: "answered" }>["outcome"]): IntentEvent => ({
  kind: "answered",
  outcome,
});
const SENT: IntentState = { name: "sent", orderId: "0xa", sentMs: 1_000 };
const LOST = stateAfter([answer({ kind: "unknown", why: "timeout" })], SENT);

describe("an order", () => {
  test("goes from received to signed to sent, and ends as the venue answers", () => {
    const events: ReadonlyArray<IntentEvent> = [
      { kind: "signed", orderId: "0xa" },
      { kind: "sent", atMs: 1_000 },
      answer(MATCHED),
    ];
    expect(events.map((_, index) => stateAfter(events.slice(0, index + 1)))).toEqual([
      { name: "signed", orderId: "0xa" },
      SENT,
      { name: "settled", orderId: "0xa", settlement: MATCHED, isReconciled: false },
    ]);
  });

  test("ends as the venue says when it is asked, reconciled", () => {
    fc.assert(fc.property(settlement, fc.constantFrom(SENT, LOST), (settlement, state) => {
      expect(step(state, look(settlement, 1_001)))
        .toEqual({ name: "settled", orderId: "0xa", settlement, isReconciled: true });
    }));
  });

  test("takes only the steps of its state, and else stays what it was", () => {
    const possible: Readonly<Record<IntentState["name"], ReadonlyArray<Kind>>> = {
      received: ["signed"],
      signed: ["sent"],
      sent: ["answered", "looked_up"],
      unknown: ["answered", "looked_up"],
      settled: ["answered", "looked_up"],
    };
    fc.assert(fc.property(life, anyEvents, (life, [event]) => {
      fc.pre(event !== undefined);
      const state = stateAfter(life);
      const before = structuredClone(state);
      const next = stepIntent(state, event);
      expect(structuredClone(state)).toEqual(before);
      expect(Result.isSuccess(next)).toBe(possible[state.name].includes(event.kind));
      if (Result.isSuccess(next)) return;
      expect(next.failure).toBeInstanceOf(ImpossibleStep);
      expect(next.failure.message)
        .toBe(`Cannot take the step "${event.kind}" with an order that is "${state.name}"`);
    }));
  });

  test("that is settled stays as it is, whatever is heard later", () => {
    fc.assert(fc.property(life, anyEvents, (life, later) => {
      const state = stateAfter(life);
      fc.pre(state.name === "settled");
      expect(stateAfter(later, state)).toEqual(state);
    }));
  });

  test("keeps its id and the instant of its sending, whatever happens", () => {
    fc.assert(fc.property(life, (life) => {
      let state = RECEIVED;
      for (const event of life) {
        const next = step(state, event);
        if (state.name !== "received") expect(next).toMatchObject({ orderId: state.orderId });
        if ("sentMs" in state && "sentMs" in next) expect(next.sentMs).toBe(state.sentMs);
        state = next;
      }
    }));
  });

  test("settles only as the venue has said, or as given up", () => {
    fc.assert(fc.property(life, (life) => {
      const state = stateAfter(life);
      fc.pre(state.name === "settled" && !isGivenUp(state));
      const { settlement, isReconciled } = state as Settled;
      const said = life.map((event) =>
        isReconciled
          ? event.kind === "looked_up" && event.standing
          : event.kind === "answered" && event.outcome
      );
      expect(said).toContain(settlement);
    }));
  });
});

describe("an order that the venue does not know", () => {
  /** Whether a look at that instant ends it, by the looks before. */
  function shouldEnd(before: ReadonlyArray<IntentEvent>, atMs: number): boolean {
    const pending = before.findLastIndex((event) =>
      event.kind === "looked_up" && event.standing.kind === "pending"
    );
    return before.some((event, index) =>
      index > pending && event.kind === "looked_up" && event.standing === MISSING &&
      // A look while it may still be on its way does not count.
      event.atMs - 1_000 >= SENDING_MS_MAX &&
      atMs - event.atMs >= MISSING_MS_MIN
    );
  }

  test("ends exactly when it was missing twice, far enough apart and nothing between", () => {
    let endCount = 0;
    fc.assert(fc.property(laterEvents, (later) => {
      let state: IntentState = SENT;
      for (const [index, event] of later.entries()) {
        if (state.name === "settled") break;
        state = step(state, event);
        const isMissing = event.kind === "looked_up" && event.standing === MISSING;
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

  test.each(
    [
      // Looks count from 10 s after the sending on.
      [SENT, [[MISSING, 10_999], [MISSING, 20_999]], "unknown"],
      [SENT, [[MISSING, 10_999]], "sent"],
      [SENT, [[PENDING, 10_999]], "sent"],
      [SENT, [[PENDING, 11_000]], "unknown"],
      [SENT, [[MISSING, 11_000], [MISSING, 20_999]], "unknown"],
      [SENT, [[MISSING, 11_000], [MISSING, 21_000]], "settled"],
      // A sender that has given up calls nothing back: they count no earlier.
      [LOST, [[MISSING, 1_000], [MISSING, 11_000]], "unknown"],
      [LOST, [[MISSING, 10_999], [MISSING, 20_999]], "unknown"],
      [LOST, [[MISSING, 11_000], [MISSING, 20_999]], "unknown"],
      [LOST, [[MISSING, 11_000], [MISSING, 21_000]], "settled"],
      [LOST, [[MISSING, 11_000], [PENDING, 15_000], [MISSING, 21_000]], "unknown"],
      [
        LOST,
        [[MISSING, 11_000], [PENDING, 15_000], [MISSING, 21_000], [MISSING, 31_000]],
        "settled",
      ],
      // A clock that is set back proves nothing.
      [LOST, [[MISSING, 50_000], [MISSING, 11_000], [MISSING, 59_999]], "unknown"],
    ] as const,
  )("%j, looked up %j, is %s", (state, looks, name) => {
    const events = looks.map(([standing, atMs]) => look(standing, atMs));
    expect(stateAfter(events, state).name).toBe(name);
  });

  test("says why it was not known", () => {
    const ended = (state: IntentState) =>
      stateAfter([look(MISSING, 20_000), look(MISSING, 30_000)], state);
    const refusal = (words: string) => ({
      orderId: "0xa",
      isReconciled: true,
      settlement: { kind: "refused", refusal: { words, retryAfterSec: NONE } },
    });
    expect(ended(LOST)).toMatchObject(refusal("it never reached the venue (timeout)"));
    expect(ended(SENT)).toMatchObject(
      refusal("it never reached the venue (the service stopped while it was sent)"),
    );
    const held = stateAfter(
      [answer({ kind: "unknown", why: "held back", isAtVenue: true })],
      SENT,
    );
    expect(ended(held)).toMatchObject(refusal("the venue let go of it unfilled (held back)"));
  });

  test("has been at the venue if the venue has ever said so, and else has never arrived", () => {
    let given = 0;
    fc.assert(fc.property(laterEvents, (later) => {
      let state: IntentState = LOST;
      let isSaid = false;
      for (const event of later) {
        if (isGivenUp(state)) break;
        isSaid ||= event.kind === "answered" && event.outcome.kind === "unknown" &&
          event.outcome.isAtVenue === true;
        isSaid ||= event.kind === "looked_up" && event.standing === PENDING;
        state = step(state, event);
      }
      fc.pre(isGivenUp(state));
      given++;
      const reason = isSaid ? "not_filled" : "never_arrived";
      expect((state as Settled).settlement).toMatchObject({ refusal: { reason } });
    }));
    expect(given).toBeGreaterThan(0);
  });

  test("settles when it is looked up again and again and is not pending for ever", () => {
    fc.assert(fc.property(life, fc.constantFrom(MISSING, MATCHED, LIVE), (life, standing) => {
      const state = stateAfter(life);
      fc.pre(state.name === "sent" || state.name === "unknown");
      const looks = [200, 210, 220].map((sec) => look(standing, 1_000_000 + sec * 1_000));
      const end = stateAfter(looks, state);
      expect(end.name).toBe("settled");
      if (standing !== MISSING) expect(end).toMatchObject({ settlement: standing });
    }));
  });

  test("is as it was while the venue has not decided, and unknown once nobody sends", () => {
    fc.assert(fc.property(fc.array(gapMs), fc.constantFrom(SENT, LOST), (gaps, state) => {
      let atMs = 1_000;
      const looks = gaps.map((gapMs) => look(PENDING, atMs += gapMs));
      const end = stateAfter([...looks, look(PENDING, atMs)], state);
      if (state === SENT && atMs - SENT.sentMs < SENDING_MS_MAX) expect(end).toBe(SENT);
      else expect(end).toMatchObject({ name: "unknown", missingSinceMs: NONE });
    }));
  });
});
