/** How long a question stays with the replica that asks it. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { CallProgress, type CallStep } from "../../../adapters/outbound/mod.ts";
import { makeRedisFleetCalls } from "../../../adapters/redis/fleet_calls.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A Redis that gives this replica every question, and a clock that stands still for nobody. */
function makeWorld() {
  let renewals = 0;
  const calls = makeRedisFleetCalls({
    connection: {
      // Of all scripts, that which renews has one key and two parameters.
      send: (_command, [, keys, ...rest]) => {
        if (keys === "1" && rest.length === 3) renewals += 1;
        return Promise.resolve(1);
      },
    },
    keyOf: (name) => name,
    isAlone: () => false,
    speed: 1,
    sleep: () => Effect.promise(turn),
  });
  return { calls, renewals: () => renewals };
}

/** How often a question is renewed whose call is told to be at these steps, and never ends. */
async function renewalsOf(steps: ReadonlyArray<CallStep>): Promise<number> {
  const { calls, renewals } = makeWorld();
  const ask = Effect.flatMap(CallProgress, (tell) => {
    for (const step of steps) tell(step);
    return Effect.never;
  });
  const asking = Effect.runFork(calls.share({ name: "q", lifeMs: () => 1 }, ask));
  // Each renewal takes a few turns of the event loop.
  for (let turns = 0; turns < 1_000; turns++) await turn();
  await Effect.runPromise(Fiber.interrupt(asking));
  return renewals();
}

describe("a question", () => {
  test("stays longer with a replica whose call stands in a queue, but not for ever", async () => {
    expect(await renewalsOf([])).toBe(3);
    expect(await renewalsOf(["queued", "sent"])).toBe(3);
    expect(await renewalsOf(["queued"])).toBe(30);
    expect(await renewalsOf(["queued", "sent", "queued"])).toBe(30);
  });
});
