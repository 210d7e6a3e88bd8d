/** How long a question stays with the replica that asks it. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { CallProgress, type CallStep } from "../../../adapters/outbound/mod.ts";
import { makeRedisFleetCalls } from "../../../adapters/redis/fleet_calls.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Whatever happens by then happens without waiting. */
const TURNS = 1_000;

/** A Redis that answers claims of a question by `claim`, and a clock that waits for nobody. */
function makeWorld(claim: () => unknown) {
  const sleptMs: Array<number> = [];
  const counts = { claims: 0, renewals: 0, givenUp: 0 };
  const scripts = new Map<string, (text: string) => unknown>([
    ["2 keys, 4 parameters", () => (counts.claims += 1, claim())],
    ["2 keys, 3 parameters", (text: string) => (counts.givenUp += text === "" ? 1 : 0)],
    ["1 keys, 2 parameters", () => (counts.renewals += 1)],
  ]);
  const calls = makeRedisFleetCalls({
    connection: {
      send: (_command, [, keys = "", ...rest]) => {
        const parameters = rest.slice(Number(keys));
        const script = scripts.get(`${keys} keys, ${parameters.length} parameters`);
        return Promise.resolve(script?.(parameters[1] ?? ""));
      },
    },
    keyOf: (name) => name,
    isAlone: () => false,
    speed: 1,
    sleep: (ms) => Effect.promise(() => (sleptMs.push(ms), turn())),
  });
  /** Asks, and ends it after many turns of the event loop. */
  const share = async (ask: Parameters<typeof calls.share>[1]) => {
    const asking = Effect.runFork(calls.share({ name: "q", lifeMs: () => 1 }, ask));
    for (let turns = 0; turns < TURNS; turns++) await turn();
    const found = { ...counts, sleptMs: [...sleptMs] };
    await Effect.runPromise(Fiber.interrupt(asking));
    return found;
  };
  return share;
}

/** A call that is told to be at these steps, and never ends. */
function hangAfter(steps: ReadonlyArray<CallStep>) {
  return Effect.flatMap(CallProgress, (tell) => {
    for (const step of steps) tell(step);
    return Effect.never;
  });
}

describe("a question", () => {
  const renewalsOf = async (steps: ReadonlyArray<CallStep>) =>
    (await makeWorld(() => 1)(hangAfter(steps))).renewals;

  test("stays longer with a replica whose call stands in a queue, but not for ever", async () => {
    expect(await renewalsOf([])).toBe(3);
    expect(await renewalsOf(["queued", "sent"])).toBe(3);
    expect(await renewalsOf(["queued"])).toBe(30);
    expect(await renewalsOf(["queued", "sent", "answered", "queued"])).toBe(30);
  });

  test("goes to the next replica as soon as an attempt is lost", async () => {
    const share = makeWorld(() => 1);
    expect((await share(hangAfter(["queued", "sent", "answered"]))).givenUp).toBe(0);
    expect((await makeWorld(() => 1)(hangAfter(["queued", "sent", "lost"]))).givenUp).toBe(1);
  });

  test("is waited for with one replica, then with another one, and then asked", async () => {
    let asked = 0;
    const ask = Effect.suspend(() => {
      asked += 1;
      return Effect.never;
    });
    const { claims, sleptMs } = await makeWorld(() => ["the same"])(ask);
    expect(claims).toBeGreaterThan(10);
    expect(sleptMs.slice(0, 6)).toEqual([20, 40, 80, 160, 160, 160]);
    expect(asked).toBe(0);
    let answered = 0;
    // Each is found asking three times.
    const others = await makeWorld(() => [`asker ${Math.floor(answered++ / 3)}`])(ask);
    expect(others.claims).toBe(7);
    expect(asked).toBe(1);
  });
});
