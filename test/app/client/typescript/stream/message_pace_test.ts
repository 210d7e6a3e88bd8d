import { expect, test } from "bun:test";
import fc from "fast-check";
import { MessageBudget, STREAM_LIMITS } from "../../../../../adapters/http/stream/stream_limits.ts";
import { makeMessagePace } from "../../../../../app/client/typescript/stream/message_pace.ts";

test("a bot never sends more than the service takes, even if a second of it comes at once", () => {
  fc.assert(fc.property(fc.array(fc.nat({ max: 5_000 }), { maxLength: 300 }), (restsMs) => {
    const pace = makeMessagePace(STREAM_LIMITS);
    const budget = new MessageBudget();
    let nowMs = 0;
    for (const restMs of restsMs) {
      // Mostly it has the next message ready.
      nowMs += restMs < 4_000 ? 0 : restMs;
      const waitMs = pace(nowMs);
      if (waitMs > 0) {
        nowMs += waitMs;
        expect(pace(nowMs)).toBe(0);
      }
      expect(budget.spend(Math.ceil(nowMs / 1_000) * 1_000)).toBe(true);
    }
  }));
});

test("a bot is not slowed down by a service that announces no limits", () => {
  const pace = makeMessagePace();
  expect(Array.from({ length: 1_000 }, () => pace(0))).toEqual(Array(1_000).fill(0));
});
