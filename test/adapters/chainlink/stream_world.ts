/**
 * A listener to the stream of a simulated oracle, and what it was told.
 *
 * @module
 */
import { Effect, Fiber, Layer, Logger } from "effect";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { makeChainlinkReportStream } from "../../../adapters/chainlink/report_stream.ts";
import { layerMemoryProviderWatch } from "../../../adapters/memory/provider_watch.ts";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { ASSETS, PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import type { LiveEvent } from "../../../core/port/mod.ts";
import type { OracleStream } from "../../../core/price/mod.ts";
import { control, ms } from "../../simulator/kit/support.ts";
import { waitUntil } from "../outbound/link_world.ts";
import { makeOracle } from "./oracle_world.ts";

/** What a listener was told, and the oracle it listens to. */
export interface Listening {
  readonly events: ReadonlyArray<LiveEvent>;
  readonly oracle: Effect.Success<ReturnType<typeof makeOracle>>;
  readonly nowSec: () => number;
  /** The connections that are open. */
  readonly sockets: () => Promise<number>;
  /** Cuts them all. */
  readonly cut: () => Promise<void>;
  readonly fault: (fault: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly until: (isTrue: (events: ReadonlyArray<LiveEvent>) => boolean) => Promise<void>;
  /** Paths of the requests so far. */
  readonly paths: () => Promise<ReadonlyArray<string>>;
}

/** Listens on a clock of its own while `body` runs, and gives how many sockets are left after. */
export function listening(
  { speed = 10, startIso = "2026-11-10T12:00:00Z", feeds = MAINNET_FEEDS, prepare }: {
    readonly speed?: number;
    readonly startIso?: string;
    readonly feeds?: typeof MAINNET_FEEDS;
    /** Faults that are there before anything is asked. */
    readonly prepare?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  },
  body: (world: Listening) => Promise<void>,
): Promise<number> {
  const clock = makeSandboxClock({ speed, startMs: ms(startIso) });
  const program = Effect.gen(function* () {
    const oracle = yield* makeOracle({ clock, feeds });
    const stream = yield* makeChainlinkReportStream(oracle.account, {
      wsUrl: oracle.url.replace("http", "ws"),
      profile: PROFILE_BY_NAME.spec,
    });
    for (const fault of prepare ?? []) yield* oracle.fault(fault);
    const events: Array<LiveEvent> = [];
    const fiber = yield* Effect.forkChild(stream.listen((event) => void events.push(event)));
    const sockets = async () => {
      const { body } = await control<{ sockets: number }>(`${oracle.url}/__sockets`, "GET");
      return body.sockets;
    };
    yield* Effect.promise(() =>
      body({
        events,
        oracle,
        nowSec: () => Math.floor(clock.nowMs() / 1000),
        sockets,
        cut: async () => void await control(`${oracle.url}/__sockets`, "DELETE"),
        fault: async (fault) => void await control(`${oracle.url}/__faults`, "POST", fault),
        until: (isTrue) => waitUntil(() => isTrue(events), { waitMsMax: 25_000, everyMs: 50 }),
        paths: async () => (await Effect.runPromise(oracle.log)).map(({ path }) => path),
      })
    );
    yield* Fiber.interrupt(fiber);
    yield* Effect.promise(() => Bun.sleep(20));
    return yield* Effect.promise(sockets);
  });
  const layer = Layer.mergeAll(
    layerMemoryProviderWatch({ providers: [], off: [] }),
    layerClock(clock),
    Logger.layer([]),
  );
  return Effect.runPromise(Effect.scoped(Effect.provide(program, layer)));
}

/** What the listener was told of one feed, second by second. Throws where one is told of twice. */
export function toldOf(
  events: ReadonlyArray<LiveEvent>,
  { asset, stream = "twap_60" }: { readonly asset: string; readonly stream?: OracleStream },
) {
  const reported = new Set<number>();
  const lost = new Set<number>();
  let beforeSec = 0;
  for (const event of events) {
    if (event.kind === "lost_reports" && event.asset === asset && event.stream === stream) {
      // The first one is of everything that nobody asks for.
      if (event.fromSec === 0) beforeSec = event.toSec;
      else {
        for (let sec = event.fromSec; sec <= event.toSec; sec++) {
          if (reported.has(sec) || lost.has(sec)) throw new Error(`${sec} is lost, and was told`);
          lost.add(sec);
        }
      }
    }
    if (event.kind !== "report" || event.asset !== asset || event.report.stream !== stream) {
      continue;
    }
    const { validFromSec, observedSec } = event.report;
    let news = 0;
    for (let sec = validFromSec; sec <= observedSec; sec++) {
      if (lost.has(sec) || reported.has(sec) || sec <= beforeSec) continue;
      reported.add(sec);
      news += 1;
    }
    if (news === 0) throw new Error(`the report of ${observedSec} is no news`);
  }
  const told = [...reported, ...lost].toSorted((a, b) => a - b);
  const firstSec = told[0] ?? 0;
  let completeSec = beforeSec === 0 ? firstSec - 1 : beforeSec;
  while (reported.has(completeSec + 1) || lost.has(completeSec + 1)) completeSec += 1;
  return {
    firstSec,
    lastSec: told.at(-1) ?? 0,
    /** Up to here nothing is missing. */
    completeSec,
    lost,
    beforeSec,
  };
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
export function linksOf(events: ReadonlyArray<LiveEvent>): ReadonlyArray<boolean> {
  return events.flatMap((event) => event.kind === "link" ? [event.isUp] : []);
}
