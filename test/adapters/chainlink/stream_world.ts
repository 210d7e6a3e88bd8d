/** A listener to the stream of a simulated oracle, and what it was told. @module */
import { Effect, Fiber, Logger } from "effect";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { makeChainlinkReportStream } from "../../../adapters/chainlink/report_stream.ts";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { ASSETS, PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";
import type { OracleStream } from "../../../core/price/mod.ts";
import { ms } from "../../simulator/kit/support.ts";
import { makeOracle } from "./oracle_world.ts";
import { runScoped } from "../../still_run.ts";
import { moveTime } from "../outbound/moved_time.ts";

/** What a listener was told, and the oracle it listens to. */
export interface Listening {
  readonly events: ReadonlyArray<LiveEvent>;
  readonly oracle: Effect.Success<ReturnType<typeof makeOracle>>;
  readonly nowSec: () => number;
  /** The connections that are open. */
  readonly sockets: () => Promise<number>;
  /** Cuts them all. */
  readonly cut: () => Promise<unknown>;
  readonly fault: (fault: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly clearFaults: () => Promise<unknown>;
  /** Lets time pass until what was told is so, and gives how long that took, in milliseconds. */
  readonly until: (isTrue: (events: ReadonlyArray<LiveEvent>) => boolean) => Promise<number>;
  /** Lets time pass until it is so. */
  readonly settled: (isSo: () => Promise<boolean>) => Promise<number>;
  /** Paths of the requests so far. */
  readonly paths: () => Promise<ReadonlyArray<string>>;
}

/** Less than most waits here, and much more than those of the simulator. */
const STEP_MS = 100;

/** Listens in a moved time while `body` runs, and gives how many sockets are left after. */
export async function listening(
  {
    startIso = "2026-11-10T12:00:00Z",
    feeds = MAINNET_FEEDS,
    prepare,
  }: {
    readonly startIso?: string;
    readonly feeds?: typeof MAINNET_FEEDS;
    /** Faults that are there before anything is asked. */
    readonly prepare?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  },
  body: (world: Listening) => Promise<void>,
): Promise<number> {
  using time = moveTime({ stepMs: STEP_MS });
  const clock = makeSandboxClock({ startMs: ms(startIso) });
  const program = Effect.gen(function* () {
    const oracle = yield* makeOracle({ clock, feeds });
    const stream = yield* makeChainlinkReportStream(oracle.account, {
      wsUrl: oracle.url.replace("http", "ws"),
      profile: PROFILE_BY_NAME.spec,
    });
    for (const fault of prepare ?? []) yield* oracle.fault(fault);
    const events: Array<LiveEvent> = [];
    const fiber = yield* Effect.forkChild(stream.listen((event) => void events.push(event)));
    const sockets = Effect.map(oracle.send("GET", "/__sockets"), ({ sockets }) => Number(sockets));
    yield* Effect.promise(() =>
      body({
        events,
        oracle,
        nowSec: () => Math.floor(clock.nowMs() / 1000),
        sockets: () => Effect.runPromise(sockets),
        cut: () => Effect.runPromise(oracle.send("DELETE", "/__sockets")),
        fault: (fault) => Effect.runPromise(oracle.fault(fault)),
        clearFaults: () => Effect.runPromise(oracle.heal),
        until: (isTrue) => time.untilTold(events, isTrue),
        settled: (isSo) => time.until(isSo),
        paths: () => Effect.runPromise(oracle.asked),
      })
    );
    yield* Fiber.interrupt(fiber);
    yield* Effect.promise(time.settle);
    return yield* sockets;
  });
  return await runScoped(Effect.provide(program, [layerClock(clock), Logger.layer([])]));
}

/** What a listener was told of one feed, and what follows from it. */
interface Told {
  readonly reported: Set<number>;
  readonly lost: Set<number>;
  /** All up to here is lost, as nobody asks for it. */
  beforeSec: number;
  firstSec: number;
  lastSec: number;
  /** Up to here nothing is missing. */
  completeSec: number;
}

/** The events of a listener that were read, and what they told: each event is read once. */
const readings = new WeakMap<
  ReadonlyArray<LiveEvent>,
  { count: number; told: Map<string, Told> }
>();

/** What the listener was told of one feed, second by second. */
export function toldOf(
  events: ReadonlyArray<LiveEvent>,
  { asset, stream = "twap_60" }: { readonly asset: string; readonly stream?: OracleStream },
): Readonly<Told> {
  const reading = readings.get(events) ?? { count: 0, told: new Map<string, Told>() };
  readings.set(events, reading);
  while (reading.count < events.length) read(reading.told, events[reading.count++]!);
  return toldUnder(reading.told, `${asset}:${stream}`);
}

function toldUnder(all: Map<string, Told>, feed: string): Told {
  const known = all.get(feed);
  if (known !== undefined) return known;
  const told = {
    reported: new Set<number>(),
    lost: new Set<number>(),
    beforeSec: 0,
    firstSec: 0,
    lastSec: 0,
    completeSec: -1,
  };
  all.set(feed, told);
  return told;
}

function read(all: Map<string, Told>, event: LiveEvent): void {
  if (event.kind === "lost_reports") {
    const told = toldUnder(all, `${event.asset}:${event.stream}`);
    // The first one is of everything that nobody asks for.
    if (event.fromSec === 0) told.beforeSec = told.completeSec = event.toSec;
    tell(told, told.lost, event.fromSec === 0 ? event.toSec + 1 : event.fromSec, event.toSec);
  } else if (event.kind === "report") {
    const { stream, validFromSec, observedSec } = event.report;
    const told = toldUnder(all, `${event.asset}:${stream}`);
    tell(told, told.reported, Math.max(validFromSec, told.beforeSec + 1), observedSec);
  }
}

function tell(told: Told, seconds: Set<number>, fromSec: number, toSec: number): void {
  for (let sec = fromSec; sec <= toSec; sec++) {
    seconds.add(sec);
    told.firstSec = told.firstSec === 0 ? sec : Math.min(told.firstSec, sec);
    told.lastSec = Math.max(told.lastSec, sec);
  }
  if (told.beforeSec === 0) told.completeSec = told.firstSec - 1;
  while (told.reported.has(told.completeSec + 1) || told.lost.has(told.completeSec + 1)) {
    told.completeSec += 1;
  }
}

/** The averages that the oracle has: of HYPE only the longer one. */
export const AVERAGES = ASSETS.flatMap((asset) =>
  (["twap_30", "twap_60"] as const)
    .filter((stream) => asset !== "hype" || stream === "twap_60")
    .map((stream) => ({ asset, stream }))
);

/** Whether all averages are told up to this second, without a hole. */
export function isCompleteTo(events: ReadonlyArray<LiveEvent>, untilSec: number): boolean {
  return AVERAGES.every((average) => toldOf(events, average).completeSec >= untilSec);
}

/** What was told of the connection, in order. */
export function statesOf(events: ReadonlyArray<LiveEvent>): ReadonlyArray<boolean> {
  return events.flatMap((event) => event.kind === "stream_state" ? [event.isUp] : []);
}
