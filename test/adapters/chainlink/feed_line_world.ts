/**
 * One feed of a simulated past, played to a line: what is published, what of it arrives, and what
 * can be asked for.
 *
 * @module
 */
import { Effect, Layer, Logger } from "effect";
import { type FeedLine, makeFeedLine } from "../../../adapters/chainlink/feed_line.ts";
import { encodeFullReport } from "../../../app/simulator/chainlink/full_report.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { layerStillClock, makeStillClock } from "../../simulator/kit/support.ts";
import { feedId } from "./oracle_world.ts";

/** The feed that is played. */
export const FEED = { asset: "btc", stream: "twap_60", feedId: feedId("btc:twap_60") } as const;
/** When the line is made. */
export const NOW_SEC = 1_800_000_000;
/** What the line has to publish from its past. */
export const START = { fromSec: NOW_SEC - 30, existsSec: NOW_SEC - 1 };
/** How long a report takes to be published. */
const DELAY_SEC = 2;
const CALLS_MAX = 1_000;

/** One report, and what becomes of it. */
export interface Fate {
  readonly fromSec: number;
  readonly toSec: number;
  /** Frames that bring it, each so many seconds after it was published. */
  readonly framesAfterSec: ReadonlyArray<number>;
  readonly isStored: boolean;
}

/** How the oracle answers when it is asked. */
export interface Store {
  /** Reports a page, whatever is asked for. */
  readonly pageMax: number;
  /** Which calls fail, over and over in this order. */
  readonly fails: ReadonlyArray<boolean>;
  readonly reason?: ProviderFailed["reason"];
}

/** A report as it is signed. */
export const report = ({ fromSec, toSec }: Pick<Fate, "fromSec" | "toSec">) =>
  encodeFullReport(FEED.feedId, {
    validFromSec: fromSec,
    observedSec: toSec,
    priceE18: BigInt(toSec),
  });

const failed = (reason: ProviderFailed["reason"]) =>
  new ProviderFailed({ provider: "oracle", reason, cause: new Error(reason) });

/** What a line told, and when. */
export type Told = LiveEvent & { readonly toldAtSec: number };

/** Lets the time of all frames pass over a line, and gives everything it told. */
export async function play(reports: ReadonlyArray<Fate>, store: Store, start = START) {
  const clock = makeStillClock(NOW_SEC * 1000);
  const nowSec = () => Math.floor(clock.nowMs() / 1000);
  const told: Array<Told> = [];
  const jobs: Array<Effect.Effect<void>> = [];
  let calls = 0;
  const frames = reports
    .flatMap((fate) =>
      fate.framesAfterSec.map((sec) => ({ atSec: fate.toSec + DELAY_SEC + sec, fate }))
    )
    .filter(({ atSec }) => atSec >= NOW_SEC)
    .toSorted((a, b) => a.atSec - b.atSec);

  /** Brings the frames whose time has come: also while an answer is awaited. */
  const deliver = (line: FeedLine) => {
    while (frames[0] !== undefined && frames[0].atSec <= nowSec()) {
      line.receive(report((frames.shift() as { fate: Fate }).fate));
    }
  };
  const line: FeedLine = makeFeedLine({
    feed: FEED,
    start,
    publish: (event) => void told.push({ ...event, toldAtSec: nowSec() }),
    client: {
      reportsFrom: (_, { startSec, limit }) =>
        Effect.suspend(() => {
          if (calls++ >= CALLS_MAX) throw new Error("asks for ever");
          const found = reports
            .filter((fate) => fate.isStored && fate.toSec >= startSec)
            .filter(({ toSec }) => toSec + DELAY_SEC <= nowSec())
            .slice(0, Math.min(limit, store.pageMax));
          clock.set(clock.nowMs() + 400);
          deliver(line);
          return store.fails[calls % store.fails.length] === true
            ? Effect.fail(failed(store.reason ?? "refused"))
            : Effect.succeed(found.map((fate) => ({
              feedID: FEED.feedId,
              validFromTimestamp: fate.fromSec,
              observationsTimestamp: fate.toSec,
              fullReport: report(fate),
            })));
        }),
    },
    turn: Effect.void,
    nowSec,
    fork: (job) => void jobs.push(job),
  });
  const layer = Layer.merge(layerStillClock(clock), Logger.layer([]));
  const runJobs = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      await Effect.runPromise(Effect.provide(job, layer));
    }
  };
  await runJobs();
  while (frames[0] !== undefined) {
    clock.set(Math.max(clock.nowMs(), frames[0].atSec * 1000));
    deliver(line);
    await runJobs();
  }
  return { told, calls };
}

/** The event as it was told. */
export function withoutTime({ toldAtSec: _, ...event }: Told): LiveEvent {
  return event;
}

/** A line that is told of everything at this second, and whose questions are never answered. */
export function makeIdleLine(nowSec: () => number) {
  const told: Array<LiveEvent> = [];
  const jobs: Array<Effect.Effect<void>> = [];
  const line = makeFeedLine({
    feed: FEED,
    publish: (event) => void told.push(event),
    client: { reportsFrom: () => Effect.never },
    turn: Effect.never,
    nowSec,
    fork: (job) => void jobs.push(job),
  });
  return { line, told, jobs };
}
