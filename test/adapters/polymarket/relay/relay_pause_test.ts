import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { makeBackOff } from "../../../../adapters/outbound/mod.ts";
import {
  type Loss,
  RELAY_BACK_OFF,
  relayPauseMs,
} from "../../../../adapters/polymarket/relay/relay_pause.ts";

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const MINUTE_MS = 60_000;

function waits(loss: Partial<Loss>) {
  return [0, 1].map((chance) =>
    Option.getOrUndefined(relayPauseMs({ fault: undefined, ...loss }, chance))
  );
}

describe("relayPauseMs()", () => {
  test("comes back from a drain within ten seconds, evenly", () => {
    fc.assert(fc.property(chance, (chance) => {
      const drained = relayPauseMs({ fault: undefined, closeCode: 4003 }, chance);
      expect(Option.getOrThrow(drained)).toBeCloseTo(10_000 * chance, 6);
    }));
  });

  test.each([
    [{ closeCode: 4001 }],
    [{ refusedStatus: 401 }],
    [{ refusedStatus: 403 }],
    [{ fault: "refused" as const, closeCode: 1006 }],
  ])("waits a minute after credentials were refused: %p", (loss) => {
    for (const waitMs of waits(loss)) {
      expect(waitMs).toBeGreaterThanOrEqual(MINUTE_MS);
      expect(waitMs).toBeLessThanOrEqual(MINUTE_MS + 5_000);
    }
  });

  test.each([[{ closeCode: 4008 }], [{ fault: "policy" as const }]])(
    "waits minutes after it broke a rule: %p",
    (loss) => {
      for (const waitMs of waits(loss)) expect(waitMs).toBeGreaterThanOrEqual(3 * MINUTE_MS);
    },
  );

  test.each([
    [{ closeCode: 1006 }],
    [{ closeCode: 4002 }],
    [{ closeCode: 4999 }],
    [{ refusedStatus: 503 }],
    [{ refusedStatus: 429 }],
    [{ fault: "trouble" as const }],
    [{}],
  ])("leaves the rest to the back-off: %p", (loss) => {
    expect(waits(loss)).toEqual([undefined, undefined]);
  });

  test("backs off from one second to thirty, with jitter", () => {
    const attempts = fc.array(fc.record({ hadData: fc.boolean(), chance }), { maxLength: 20 });
    fc.assert(fc.property(attempts, (attempts) => {
      const waitMsAfter = makeBackOff(RELAY_BACK_OFF);
      for (const [at, attempt] of attempts.entries()) {
        const waitMs = waitMsAfter({ ...attempt, nowMs: at * 1_000 });
        expect(waitMs).toBeGreaterThanOrEqual(1_000);
        expect(waitMs).toBeLessThanOrEqual(30_000);
      }
    }));
    const waitMsAfter = makeBackOff(RELAY_BACK_OFF);
    const longest = [1, 2, 3, 4, 5, 6].map(() =>
      waitMsAfter({ hadData: false, nowMs: 0, chance: 1 })
    );
    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });
});
