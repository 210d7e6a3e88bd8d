import { describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { makeRedisLeases } from "../../../adapters/redis/leases.ts";
import { turn } from "../../until.ts";

/** How a server answers: that the lease is granted or taken, or not at all. */
type Server = "grants" | "refuses" | "is gone" | "is silent";

const TIMEOUT_MS = 1_000;

/** A replica that wants to work, on a time that stands until it is moved. */
function startReplica() {
  let [nowMs, server, starts, isWorking] = [0, "grants" as Server, 0, false];
  const sleepers: Array<{ readonly atMs: number; readonly wake: () => void }> = [];
  const after = (ms: number, wake: () => void) => void sleepers.push({ atMs: nowMs + ms, wake });
  const send = () => {
    if (server === "grants") return Promise.resolve([1]);
    if (server === "refuses") return Promise.resolve([0]);
    if (server === "is gone") return Promise.reject(new Error("gone"));
    return new Promise((_, reject) => after(TIMEOUT_MS, () => reject(new Error("silent"))));
  };
  const every = (ms: number, work: () => void) => {
    let isEnded = false;
    const again = () => {
      if (isEnded) return;
      work();
      after(ms, again);
    };
    after(ms, again);
    return () => void (isEnded = true);
  };
  const { leases, close } = makeRedisLeases({
    connection: { send },
    holder: "one",
    keyOf: (lease) => lease,
    time: { nowMs: () => nowMs, every },
  });
  const work = Effect.acquireUseRelease(
    Effect.sync(() => {
      starts += 1;
      isWorking = true;
    }),
    () => Effect.never,
    () => Effect.sync(() => void (isWorking = false)),
  );
  const advance = async (ms: number) => {
    const untilMs = nowMs + ms;
    for (;;) {
      await turn();
      const next = sleepers.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > untilMs) break;
      sleepers.splice(sleepers.indexOf(next), 1);
      nowMs = Math.max(nowMs, next.atMs);
      next.wake();
    }
    nowMs = untilMs;
  };
  const wants = (first: Server) => {
    server = first;
    return Effect.runFork(leases.whileHeld("work", work));
  };
  return {
    leases,
    advance,
    /** Wants to work, and goes on for a while. */
    start: async (first: Server) => {
      const fiber = wants(first);
      await advance(5_100);
      return async () => {
        server = "grants";
        await Effect.runPromise(Fiber.interrupt(fiber));
        await close();
      };
    },
    becomes: (next: Server) => void (server = next),
    /** Sleeps without noticing it, as a stopped process does. */
    hang: (ms: number) => void (nowMs += ms),
    starts: () => starts,
    isWorking: () => isWorking,
  };
}

describe("a replica whose Redis goes away", () => {
  test.each(["is gone", "is silent"] as const)("goes on with its work: it %s", async (how) => {
    for (let afterMs = 0; afterMs < 500; afterMs += 50) {
      const replica = startReplica();
      const end = await replica.start("grants");
      await replica.advance(afterMs);
      replica.becomes(how);
      await replica.advance(20_000);
      expect(replica.leases.state()).toBe("alone");
      expect([replica.isWorking(), replica.starts()]).toEqual([true, 1]);
      replica.becomes("grants");
      await replica.advance(5_000);
      expect(replica.leases.state()).toBe("shared");
      expect([replica.isWorking(), replica.starts()]).toEqual([true, 1]);
      await end();
    }
  });

  test("ends its work when Redis says that another one has it meanwhile", async () => {
    const replica = startReplica();
    const end = await replica.start("grants");
    for (const goneMs of [1_000, 20_000]) {
      replica.becomes("is gone");
      await replica.advance(goneMs);
      expect(replica.isWorking()).toBe(true);
      replica.becomes("refuses");
      await replica.advance(600);
      expect([replica.isWorking(), replica.leases.held()]).toEqual([false, []]);
      replica.becomes("grants");
      await replica.advance(600);
    }
    await end();
  });

  test("begins what another one held only when that one may have lost it", async () => {
    const replica = startReplica();
    const end = await replica.start("refuses");
    replica.becomes("is gone");
    await replica.advance(2_900);
    expect([replica.isWorking(), replica.leases.state()]).toEqual([false, "shared"]);
    await replica.advance(1_000);
    expect([replica.isWorking(), replica.leases.state()]).toEqual([true, "alone"]);
    await end();
  });

  test("has lost its work when it hung meanwhile", async () => {
    const replica = startReplica();
    const end = await replica.start("grants");
    replica.becomes("is silent");
    await replica.advance(400);
    replica.hang(10_000);
    expect(replica.leases.holds("work")).toBe(false);
    await replica.advance(0);
    expect(replica.leases.state()).toBe("alone");
    expect(replica.starts()).toBe(2);
    await end();
  });
});
