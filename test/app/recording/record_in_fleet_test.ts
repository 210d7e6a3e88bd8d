import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { FleetStanding, Standing } from "../../../app/recording/fleet_standing.ts";
import { recordWhileHeld } from "../../../app/recording/record_in_fleet.ts";
import { EVERY_LEASE, Leases } from "../../../core/port/leases.ts";
import { keepLeases } from "../../../core/use_case/time/mod.ts";
import { LeaseTable } from "../../memory/lease_table.ts";
import { ProcessGate } from "../../memory/process_gate.ts";
import { VirtualTime } from "../../stage/virtual_time.ts";

const LEASE_MS = 3_000;

/** Replicas that all would record, on a time that stands until it is moved. */
function startReplicas(names: ReadonlyArray<string>) {
  const time = new VirtualTime(0);
  const table = new LeaseTable(LEASE_MS);
  const running: Array<string> = [];
  /** Those whose folder cannot be written. */
  const broken = new Set<string>();
  /** Those whose disk is full. */
  const full = new Set<string>();
  const started = names.map((name) => {
    const gate = new ProcessGate();
    const standing = new Standing();
    let kept = 0;
    const start = Effect.suspend(() => {
      if (broken.has(name)) return Effect.fail(new Error("Cannot record: the disk is full"));
      running.push(name);
      const failure = () => full.has(name) ? "no space left" : undefined;
      const report = () => ({ ...RUNNING, kept: ++kept, failure: failure() });
      const stop = Effect.sync(() => void running.splice(running.indexOf(name), 1));
      return Effect.succeed({ report, stop });
    });
    const work = Effect.gen(function* () {
      const claim = () => ({ holder: name, nowMs: time.nowMs });
      const { leases } = yield* keepLeases({
        take: (leases) => Effect.sync(() => leases.map((lease) => table.take(lease, claim()))),
        release: (leases) =>
          Effect.sync(() => leases.forEach((lease) => table.release(lease, name))),
        leaseMs: LEASE_MS,
        renewEveryMs: 500,
        worksAlone: true,
      });
      return yield* recordWhileHeld(start).pipe(
        Effect.provideService(Leases, leases),
        Effect.provideService(FleetStanding, standing),
      );
    });
    time.fork(Effect.scoped(work), (enter) => gate.enter(enter));
    return { name, standing, kill: () => gate.kill() };
  });
  return { time, running, broken, full, started };
}

const RUNNING = {
  state: "recording",
  bytes: 7,
  kept: 0,
  dropped: 0,
  failure: undefined,
  lastMs: 0,
} as const;

test("a process that is no replica never records so, and goes on", () => {
  const time = new VirtualTime(0);
  const start = Effect.sync(() => expect.unreachable());
  const work = Effect.provideService(recordWhileHeld(start), Leases, EVERY_LEASE);
  const fiber = time.fork(work, (enter) => enter());
  time.advance(60_000);
  expect(fiber.pollUnsafe()).toBeUndefined();
});

test("a replica that stands by has recorded nothing, and tells each failure once", () => {
  const standing = new Standing();
  const nothing = { bytes: 0, kept: 0, dropped: 0, failure: undefined, lastMs: 0 };
  expect(standing.report()).toEqual({ state: "standing_by", ...nothing });
  const fail = (why: string) => standing.fail(new Error(why));
  expect([fail("a"), fail("a"), fail("b")]).toEqual([true, false, true]);
  let kept = 1;
  standing.begin({ report: () => ({ ...nothing, state: "recording", kept }) });
  kept = 2;
  standing.end();
  expect(standing.report()).toEqual({ state: "standing_by", ...nothing, kept: 2 });
});

describe("the replicas of a fleet that would record", () => {
  test("record one at a time, and another one goes on when it dies", () => {
    const { time, running, started } = startReplicas(["a", "b", "c"]);
    time.advance(10_000);
    expect(running).toHaveLength(1);
    const states = () => started.map(({ standing }) => standing.report().state).toSorted();
    expect(states()).toEqual(["recording", "standing_by", "standing_by"]);
    const [first] = running;
    started.find(({ name }) => name === first)?.kill();
    time.advance(5_000);
    // The dead one has no end of its own.
    expect(running.filter((name) => name !== first)).toHaveLength(1);
  });

  test("leave the recording to another where one cannot begin, and say why", () => {
    const { time, running, broken, started: [a, b] } = startReplicas(["a", "b"]);
    broken.add("a").add("b");
    time.advance(10_000);
    expect(running).toEqual([]);
    expect([a, b].map((one) => one?.standing.report())).toMatchObject([
      { state: "standing_by", failure: "Cannot record: the disk is full" },
      { state: "standing_by", failure: "Cannot record: the disk is full" },
    ]);
    broken.delete("b");
    time.advance(30_000);
    expect(running).toEqual(["b"]);
    expect(b?.standing.report()).toMatchObject({ state: "recording", failure: undefined });
  });

  test("leave it to another where nothing can be kept for half a minute", () => {
    const { time, running, full, started } = startReplicas(["a", "b"]);
    time.advance(5_000);
    const [first = ""] = running;
    full.add(first);
    time.advance(20_000);
    expect(running).toEqual([first]);
    full.delete(first);
    time.advance(5_000);
    full.add(first);
    time.advance(29_000);
    expect(running).toEqual([first]);
    time.advance(10_000);
    expect(running).toEqual([first === "a" ? "b" : "a"]);
    expect(started.find(({ name }) => name === first)?.standing.report())
      .toMatchObject({ state: "standing_by", failure: "no space left" });
  });
});
