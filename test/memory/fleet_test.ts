import { afterAll, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { Leases, News, type ReceivedNews } from "../../core/port/mod.ts";
import { fleetContract } from "../contract/fleet_contract.ts";
import { makeMovedTimers } from "../moved_timers.ts";
import { type FleetTime, MemoryFleet } from "./fleet.ts";
import { MemoryReplica } from "./fleet_replica.ts";
import { VirtualTime } from "../stage/virtual_time.ts";

/** A time that passes by 10 ms in each turn of the loop, whatever the machine does. */
function makeTurningTime(): FleetTime {
  const timers = makeMovedTimers();
  const pass = () => {
    if (isOver) return;
    timers.advance(10);
    setImmediate(pass);
  };
  let isOver = false;
  afterAll(() => void (isOver = true));
  pass();
  return timers;
}

fleetContract({
  name: "memory",
  open: () => {
    const fleet = new MemoryFleet({ time: makeTurningTime(), keptMax: () => 2_000 });
    let joined = 0;
    return () => {
      const replica = new MemoryReplica(fleet, `replica ${++joined}`);
      const layer = Layer.mergeAll(
        Layer.succeed(Leases, replica.leases),
        Layer.succeed(News, replica.news),
        Layer.effectDiscard(Effect.acquireRelease(Effect.void, () => {
          return Effect.sync(() => replica.close());
        })),
      );
      return Promise.resolve({
        layer,
        cut: () => Promise.resolve(replica.cut()),
        mend: () => Promise.resolve(replica.mend()),
      });
    };
  },
});

/** Two replicas on a time that stands until it is moved, the first of which holds the lease. */
function twoReplicas() {
  const time = new VirtualTime(0);
  const fleet = new MemoryFleet({
    time: { nowMs: () => time.nowMs, after: (ms, wake) => time.after(ms, wake) },
    keptMax: () => 3,
  });
  const start = (name: string) => {
    const replica = new MemoryReplica(fleet, name);
    const received: Array<ReceivedNews> = [];
    replica.news.listen("games", (one) => void received.push(one));
    let starts = 0;
    const work = Effect.andThen(Effect.sync(() => void (starts += 1)), Effect.never);
    time.fork(replica.leases.whileHeld("work", work), (work) => replica.gate.enter(work));
    time.advance(10);
    return { replica, received, starts: () => starts };
  };
  return { time, first: start("first"), second: start("second") };
}

test("a replica that hangs is replaced, and refused what it still publishes", () => {
  const { time, first, second } = twoReplicas();
  expect(first.replica.leases.held()).toEqual(["work"]);
  first.replica.news.publish("games", { kind: "games", revision: 1 }, "work");
  first.replica.gate.hang();
  time.advance(5_000);
  expect(second.replica.leases.held()).toEqual(["work"]);
  first.replica.gate.wake();
  time.advance(5_000);
  expect(second.received).toEqual([]);
  expect([first, second].map(({ replica }) => replica.leases.held())).toEqual([[], ["work"]]);
});

test("a holder that is cut off goes on with its work, until another one has it", () => {
  const { time, first, second } = twoReplicas();
  first.replica.cut();
  time.advance(60_000);
  expect(first.replica.leases.state()).toBe("alone");
  expect([first, second].map(({ starts }) => starts())).toEqual([1, 1]);
  first.replica.mend();
  time.advance(100);
  expect([first, second].map(({ replica }) => replica.leases.held())).toEqual([[], ["work"]]);
});

test("a replica that receives less than was published receives that it missed some", () => {
  const { time, first, second } = twoReplicas();
  second.replica.cut();
  for (let revision = 1; revision <= 5; revision++) {
    first.replica.news.publish("games", { kind: "games", revision });
  }
  time.advance(100);
  second.replica.mend();
  time.advance(100);
  const items = [3, 4, 5].map((revision) => ({ item: { kind: "games", revision } as const }));
  expect(second.received).toEqual([{ missed: true }, ...items]);
});
