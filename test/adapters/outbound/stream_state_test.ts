import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeStreamState } from "../../../adapters/outbound/mod.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";

const step = fc.record({
  what: fc.constantFrom("delivered", "lost"),
  name: fc.constantFrom("a", "b"),
});

/** A state of connections, and what it has told. */
function makeState(needed: number) {
  const told: Array<boolean> = [];
  const publish = (event: LiveEvent) => void told.push(event.kind === "stream_state" && event.isUp);
  return { told, state: makeStreamState<string>({ provider: "oracle", needed, publish }) };
}

describe("makeStreamState()", () => {
  test("tells each change of whether enough connections deliver, and nothing else", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 }), fc.array(step), (needed, steps) => {
      const { told, state } = makeState(needed);
      for (const { what, name } of steps) {
        state[what as "delivered" | "lost"](name);
        const isUp = ["a", "b"].filter(state.isUp).length >= needed;
        expect(told.at(-1) ?? false).toBe(isUp);
        expect(told.every((isUp, index) => isUp !== told[index - 1])).toBe(true);
      }
    }));
  });

  test("tells at once that the first attempt failed, and nothing of connections replaced", () => {
    const { told, state } = makeState(1);
    state.lost("a");
    state.delivered("a");
    state.reset();
    state.delivered("b");
    expect(told).toEqual([false, true]);
  });
});
