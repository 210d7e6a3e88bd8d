import { describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { keepLeases } from "../../../../core/use_case/time/mod.ts";
import { ProcessGate } from "../../../memory/process_gate.ts";
import { VirtualTime } from "../../../stage/virtual_time.ts";

/** How a server answers: that the lease is granted or taken, or not at all. */
type Server = "grants" | "refuses" | "is gone" | "is silent";

const TIMEOUT_MS = 1_000;

/** A process that wants to work, on a time that stands until it is moved. */
function startWorker(first: Server, { worksAlone = true } = {}) {
  let [server, starts, isWorking] = [first, 0, false];
  const time = new VirtualTime(0);
  const gate = new ProcessGate();
  const take = () =>
    server === "grants" || server === "refuses"
      ? Effect.succeed([server === "grants"])
      : Effect.delay(Effect.fail("no answer"), server === "is gone" ? 0 : TIMEOUT_MS);
  const work = Effect.acquireUseRelease(
    Effect.sync(() => {
      starts += 1;
      isWorking = true;
    }),
    () => Effect.never,
    () => Effect.sync(() => void (isWorking = false)),
  );
  let leases: Effect.Success<ReturnType<typeof keepLeases>>["leases"] | undefined;
  const working = Effect.gen(function* () {
    const options = { leaseMs: 3_000, renewEveryMs: 500, worksAlone };
    leases = (yield* keepLeases({ take, release: () => Effect.void, ...options })).leases;
    return yield* leases.whileHeld("work", work);
  });
  const fiber = time.fork(Effect.scoped(working), (enter) => gate.enter(enter));
  time.advance(5_100);
  return {
    leases: () => leases,
    advance: (ms: number) => time.advance(ms),
    becomes: (next: Server) => void (server = next),
    /** Sleeps without noticing it, as a stopped process does. */
    hang: (ms: number) => {
      gate.hang();
      time.advance(ms);
    },
    wake: () => {
      gate.wake();
      time.advance(0);
    },
    interrupt: () => void time.fork(Fiber.interrupt(fiber), (enter) => enter()),
    starts: () => starts,
    isWorking: () => isWorking,
  };
}

describe("a process whose server of leases goes away", () => {
  test.each(["is gone", "is silent"] as const)("goes on with its work: it %s", (how) => {
    for (let afterMs = 0; afterMs < 500; afterMs += 50) {
      const worker = startWorker("grants");
      worker.advance(afterMs);
      worker.becomes(how);
      worker.advance(20_000);
      expect(worker.leases()?.state()).toBe("alone");
      expect([worker.isWorking(), worker.starts()]).toEqual([true, 1]);
      worker.becomes("grants");
      worker.advance(5_000);
      expect(worker.leases()?.state()).toBe("shared");
      expect([worker.isWorking(), worker.starts()]).toEqual([true, 1]);
    }
  });

  test("ends its work when the lease has ended, if it may not work alone", () => {
    const worker = startWorker("grants", { worksAlone: false });
    worker.becomes("is silent");
    // Renewed last at 5,000 ms, which was 100 ms ago.
    worker.advance(2_899);
    expect([worker.isWorking(), worker.leases()?.held()]).toEqual([true, ["work"]]);
    worker.advance(1);
    expect(worker.leases()?.held()).toEqual([]);
    worker.advance(20_000);
    expect([worker.isWorking(), worker.leases()?.state()]).toEqual([false, "shared"]);
    worker.becomes("grants");
    worker.advance(2_000);
    expect([worker.isWorking(), worker.starts()]).toEqual([true, 2]);
  });

  test("ends its work when the server says that another one has it meanwhile", () => {
    const worker = startWorker("grants");
    for (const goneMs of [1_000, 20_000]) {
      worker.becomes("is gone");
      worker.advance(goneMs);
      expect(worker.isWorking()).toBe(true);
      worker.becomes("refuses");
      worker.advance(600);
      expect([worker.isWorking(), worker.leases()?.held()]).toEqual([false, []]);
      worker.becomes("grants");
      worker.advance(600);
    }
  });

  test.each(["is gone", "refuses"] as const)("leaves nothing behind: it %s", (how) => {
    const worker = startWorker(how);
    worker.interrupt();
    worker.advance(0);
    expect([worker.isWorking(), worker.leases()?.held()]).toEqual([false, []]);
  });

  test("begins what another one held only when that one may have lost it", () => {
    const worker = startWorker("refuses");
    worker.becomes("is gone");
    worker.advance(2_900);
    expect([worker.isWorking(), worker.leases()?.state()]).toEqual([false, "shared"]);
    worker.advance(1_000);
    expect([worker.isWorking(), worker.leases()?.state()]).toEqual([true, "alone"]);
  });

  test("has lost its work when it hung meanwhile", () => {
    const worker = startWorker("grants");
    worker.becomes("is silent");
    worker.advance(400);
    worker.hang(10_000);
    expect(worker.leases()?.holds("work")).toBe(false);
    worker.wake();
    expect(worker.leases()?.state()).toBe("alone");
    expect(worker.starts()).toBe(2);
  });
});
