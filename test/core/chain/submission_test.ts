import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import {
  type ChainRoadName,
  mayBeExecutedLater,
  nextStep,
  type RoadReport,
  type SubmissionEnd,
} from "../../../core/chain/mod.ts";

const NOW_MS = 1_767_268_800_000;
const SIGNED = {
  road: "relayer" as const,
  nonce: 7n,
  deadlineSec: Option.some(NOW_MS / 1000 + 600),
  sentMs: Option.some(NOW_MS),
  sends: 1,
  refusals: 0,
  passedMs: Option.none<number>(),
};

/** What to do so many milliseconds after bytes were sent. */
function after(
  ms: number,
  report: Partial<RoadReport>,
  signed: Partial<Parameters<typeof nextStep>[0]> = {},
) {
  return nextStep({ ...SIGNED, ...signed }, {
    report: {
      state: "unknown",
      tx: Option.none(),
      why: Option.none(),
      nextNonce: Option.some(7n),
      ...report,
    },
    machineMs: NOW_MS + ms,
    nowMs: NOW_MS + ms,
  });
}

const END = (end: SubmissionEnd) => ({ step: "end" as const, end });
const WAIT = { step: "wait" as const };

describe("signed bytes", () => {
  test("are sent at once, and again while the road does not know them", () => {
    expect(after(0, {}, { sentMs: Option.none(), sends: 0 })).toEqual({ step: "send" });
    expect(after(1, {}, { refusals: 1 })).toEqual({ step: "send" });
    expect(after(14_999, {})).toEqual(WAIT);
    expect(after(15_000, {})).toEqual({ step: "send" });
    expect(after(15_000, { state: "waiting" })).toEqual(WAIT);
  });

  test("are over when the road says so", () => {
    expect(after(1, { state: "confirmed" })).toEqual(END("executed"));
    expect(after(1, { state: "failed" })).toEqual(END("failed"));
  });

  test("are given up a minute after the nonce has passed theirs", () => {
    const passed = { nextNonce: Option.some(8n) };
    const since = { passedMs: Option.some(NOW_MS + 5_000) };
    expect(after(5_000, passed)).toEqual(WAIT);
    expect(after(64_999, passed, since)).toEqual(WAIT);
    expect(after(65_000, passed, since)).toEqual(END("passed"));
    expect(after(65_000, { ...passed, state: "confirmed" }, since)).toEqual(END("executed"));
    // A road may count what it has among the numbers that are taken.
    expect(after(65_000, { ...passed, state: "waiting" }, since)).toEqual(WAIT);
  });

  test("may be executed all the same where a relayer says that they failed", () => {
    const failed = { state: "failed" } as const;
    const past = { ...failed, nextNonce: Option.some(8n) };
    expect(after(1, past)).toEqual(END("passed"));
    expect(after(1, failed, { sends: 2 })).toEqual(END("failed"));
    expect(after(1, past, { road: "rpc" })).toEqual(END("failed"));
    const mayBe = (end: SubmissionEnd, road = SIGNED.road as ChainRoadName, attempts = 1) =>
      mayBeExecutedLater({ submission: { road }, action: { attempts }, end });
    expect([mayBe("failed"), mayBe("failed", "rpc")]).toEqual([true, false]);
    // Of others that were signed with their number, the road never had any.
    for (const end of ["stale", "refused"] as const) {
      expect([mayBe(end), mayBe(end, "relayer", 2), mayBe(end, "rpc", 2)])
        .toEqual([false, true, false]);
    }
    for (const end of ["executed", "expired", "passed"] as const) {
      expect(mayBe(end, "relayer", 2)).toBe(false);
    }
  });

  test("have not expired where the nonce has passed theirs, whatever the road says", () => {
    const passed = { nextNonce: Option.some(8n), state: "waiting" } as const;
    expect(after(629_999, passed)).toEqual(WAIT);
    expect(after(630_000, passed)).toEqual(END("passed"));
  });

  test("expire by the venue's clock, and not while the nonce is unknown", () => {
    expect(after(629_999, { state: "waiting" })).toEqual(WAIT);
    expect(after(630_000, { state: "waiting" })).toEqual(END("expired"));
    expect(after(630_000, { nextNonce: Option.none() })).toEqual(WAIT);
    expect(after(630_000, { nextNonce: Option.none() }, { refusals: 1 }))
      .toEqual(END("expired"));
    expect(after(9e9, { state: "waiting" }, { deadlineSec: Option.none() })).toEqual(WAIT);
  });
});
