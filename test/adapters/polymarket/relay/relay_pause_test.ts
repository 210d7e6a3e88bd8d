import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { makeBackOff } from "../../../../adapters/outbound/mod.ts";
import {
  type Loss,
  RELAY_BACK_OFF,
  relayPauseMs,
} from "../../../../adapters/polymarket/relay/relay_pause.ts";

describe("relayPauseMs()", () => {
  test.each<[string, Partial<Loss>, ReadonlyArray<number | undefined>]>([
    ["a minute after credentials were refused at once", { closeCode: 4001 }, [60_000, 65_000]],
    ["a minute after a 401", { refusedStatus: 401 }, [60_000, 65_000]],
    ["a minute after a 403", { refusedStatus: 403 }, [60_000, 65_000]],
    ["a minute after refused credentials, whatever closed", {
      fault: "refused",
      closeCode: 1006,
    }, [60_000, 65_000]],
    ["minutes after it broke a rule", { closeCode: 4008 }, [180_000, 300_000]],
    ["minutes after the conversation saw that", { fault: "policy" }, [180_000, 300_000]],
    ["evenly within ten seconds after a drain", { closeCode: 4003 }, [0, 10_000]],
    ["as the back-off has it after a cut", { closeCode: 1006 }, [undefined, undefined]],
    ["so after another code", { closeCode: 4002 }, [undefined, undefined]],
    ["so after a 503", { refusedStatus: 503 }, [undefined, undefined]],
    ["so after a 429", { refusedStatus: 429 }, [undefined, undefined]],
    ["so after other trouble", { fault: "trouble" }, [undefined, undefined]],
  ])("waits %s", (_, loss, shortestAndLongest) => {
    const waits = [0, 1].map((chance) =>
      Option.getOrUndefined(relayPauseMs({ fault: undefined, ...loss }, chance))
    );
    expect(waits).toEqual([...shortestAndLongest]);
  });

  test("leaves to a back-off that grows from two seconds to thirty what has no rule", () => {
    const waitMsAfter = makeBackOff(RELAY_BACK_OFF);
    const longest = [1, 2, 3, 4, 5, 6].map(() =>
      waitMsAfter({ hadData: false, nowMs: 0, chance: 1 })
    );
    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });
});
