import { afterAll } from "bun:test";
import { Effect, Layer } from "effect";
import { Leases } from "../../core/port/leases.ts";
import { News } from "../../core/port/news.ts";
import { fleetContract } from "../contract/fleet_contract.ts";
import { makeMovedTimers } from "../moved_timers.ts";
import { type FleetTime, MemoryFleet } from "./fleet.ts";
import { MemoryReplica } from "./fleet_replica.ts";

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
