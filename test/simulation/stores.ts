/**
 * The stores as one replica reaches them: over a network that fails, and with a leader among all.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type GameChanges,
  type GameStore,
  type Leadership,
  StoreFailed,
  type TargetStore,
} from "../../core/port/mod.ts";
import type { MachineClock } from "../../core/use_case/mod.ts";
import type { Enter } from "../order_safety/virtual_time.ts";
import type { Ground, Trip } from "./ground.ts";

/** A call to a store that is away fails after so long. */
const AWAY_MS = 20_000;
const LATE_MS_MAX = 40_000;
const LEAD = "lead";
const LEAD_MS = 3_000;
const RENEW_EVERY_MS = 750;

/** The way from one process to the store. */
export interface StoreWay {
  readonly ground: Ground;
  readonly process: string;
  readonly enter: Enter;
}

function tripOf({ chance, conditions: { store } }: Ground, operation: string): Trip<StoreFailed> {
  const quickMs = chance.is(0.75) ? 0 : 5;
  const quick = { thereMs: chance.within(0, quickMs), backMs: chance.within(0, quickMs) };
  // Made only where it is needed: that takes longer than a call.
  const failure = () => new StoreFailed({ operation, cause: "staged" });
  switch (store) {
    case "answers":
      return quick;
    case "fails":
      return { ...quick, fails: { when: "before", failure: failure() } };
    case "fails_after":
      return { ...quick, fails: { when: "after", failure: failure() } };
    case "late":
      return { thereMs: chance.within(0, LATE_MS_MAX), backMs: chance.within(0, LATE_MS_MAX) };
    case "away":
      return { thereMs: 0, backMs: AWAY_MS, fails: { when: "before", failure: failure() } };
  }
}

function callVia({ ground, enter }: StoreWay) {
  return <A>(operation: string, work: Effect.Effect<A, StoreFailed>) =>
    Effect.suspend(() => ground.call(work, tripOf(ground, operation), enter));
}

/** The targets. */
export function targetStoreVia(way: StoreWay): TargetStore["Service"] {
  const [call, { targets }] = [callVia(way), way.ground];
  return {
    find: (query) => call("find targets", targets.find(query)),
    provisional: (limit) => call("find provisional targets", targets.provisional(limit)),
    evidence: (id) => call("find evidence", targets.evidence(id)),
    put: (found) => call("store targets", targets.put(found)),
    dispute: (id, dispute) => call("store a dispute", targets.dispute(id, dispute)),
    ping: call("ping", targets.ping),
  };
}

/** The games. What a former leader still writes is refused. */
export function gameStoreVia(way: StoreWay): GameStore["Service"] {
  const [call, { ground: { games } }] = [callVia(way), way];
  const write = (changes: GameChanges) =>
    Effect.suspend(() => {
      if (way.ground.leads.isTakenFrom(LEAD, way.process)) {
        const cause = new Error("another process leads");
        return Effect.fail(
          new StoreFailed({ operation: "store games", cause, refusal: "led_elsewhere" }),
        );
      }
      return Effect.tap(games.write(changes), ({ revision }) => keepWrite(way.ground, revision));
    });
  return {
    gamesIn: (query) => call("find games", games.gamesIn(query)),
    gamesById: (ids) => call("find games", games.gamesById(ids)),
    platformGames: (query) => call("find listings", games.platformGames(query)),
    unsettled: (query) => call("find listings", games.unsettled(query)),
    write: (changes) => call("store games", write(changes)),
    head: call("find the head", games.head),
    changedSince: (query) => call("find changes", games.changedSince(query)),
    reaches: call("find reaches", games.reaches),
    readings: call("find readings", games.readings),
    noteReadings: (notes) => call("note readings", games.noteReadings(notes)),
    scansSince: (sec) => call("find scans", games.scansSince(sec)),
    forgetScans: (sec) => call("forget scans", games.forgetScans(sec)),
  };
}

/** Keeps what is stored after a write, for listings to be held against. */
const keepWrite = Effect.fnUntraced(function* (ground: Ground, revision: number) {
  const stored = yield* ground.games.changedSince({ afterSeq: 0, limit: 10_000 });
  ground.wroteMs.set(revision, ground.time.nowMs);
  ground.writes.set(revision, new Map(stored.map((one) => [one.record.game.id, one])));
});

/** Who leads, by a lease in the store. The renewing is a job of the process. */
export function leadershipVia(
  way: StoreWay,
  { sleep }: MachineClock,
): { readonly leadership: Leadership["Service"]; readonly renewing: Effect.Effect<never> } {
  const { ground, process } = way;
  let untilMs = -Infinity;
  const renew = Effect.suspend(() => {
    const askedMs = ground.machineMs;
    const take = Effect.sync(() =>
      ground.leads.take(LEAD, { holder: process, nowMs: ground.machineMs })
    );
    return Effect.map(callVia(way)("take the lead", take), (isHeld) => {
      // Counted from before the question: here it ends no later than in the store.
      untilMs = isHeld ? askedMs + LEAD_MS : -Infinity;
    });
  }).pipe(Effect.ignore);
  return {
    leadership: { isLeading: Effect.sync(() => ground.machineMs < untilMs) },
    renewing: Effect.forever(Effect.andThen(renew, sleep(RENEW_EVERY_MS))),
  };
}
