/** A venue whose windows live by the clock of a test, and what reads it. @module */
import { Clock, Effect, Layer, ManagedRuntime, References } from "effect";
import { TestClock } from "effect/testing";
import type { LegId, LegMarket, LegRecord } from "../../../../core/leg/mod.ts";
import {
  type LegVenue,
  LegVenues,
  type SeenLeg,
  type UnreadLeg,
} from "../../../../core/port/leg_venue.ts";
import { LegStore } from "../../../../core/port/leg_store.ts";
import { News } from "../../../../core/port/news.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { isInside, type TimeRange, UnixSec } from "../../../../core/time/mod.ts";
import { layerLegDays } from "../../../../core/use_case/leg/mod.ts";
import { makePublisher, Publisher } from "../../../../core/use_case/live/mod.ts";
import { layerMemoryLegStore } from "../../../memory/leg_store.ts";
import { idAt, marketOf, SERIES, START_SEC } from "../../leg/arbitrary.ts";

/** How a window lives. */
export interface Fate {
  /** When its target is there, in seconds of its start; undefined: never. */
  readonly targetSec: number | undefined;
  /** When its result is there, in seconds of its end. */
  readonly resultSec: number;
}

const PROMPT: Fate = { targetSec: 0.9, resultSec: 10 };
const LISTED_SEC = 80_000;

/** The price at an instant on the grid, the same for a settlement and the target after it. */
export const priceAt = (sec: number): string => `0.${String(sec % 9_999_991).padStart(7, "0")}`;

/** The market of a window as the venue has it at an instant; undefined if it has none. */
function marketAt({ startSec, endSec }: LegId, nowMs: number, fate: Fate): LegMarket | undefined {
  const nowSec = nowMs / 1000;
  if (startSec - nowSec > LISTED_SEC) return undefined;
  const id = `DOGE-${startSec}`;
  const hasTarget = fate.targetSec !== undefined && nowSec >= startSec + fate.targetSec;
  const target = hasTarget ? priceAt(startSec) : null;
  if (nowSec < startSec) return marketOf("announced", { id });
  if (nowSec < endSec) return marketOf("open", { id, target });
  if (nowSec < endSec + fate.resultSec) return marketOf("closed", { id, target });
  return marketOf("final", { id, target, settled: priceAt(endSec), result: "up" });
}

/** What a test stages. Windows of which `fateOf` says null do not exist. */
export interface Staged {
  readonly fateOf?: (startSec: number, nowMs: number) => Fate | null;
  readonly isFailing?: (nowMs: number) => boolean;
  readonly isPaused?: boolean;
  /** What no list can read. */
  readonly unread?: ReadonlyArray<UnreadLeg>;
  /** Answers wait for it. */
  readonly held?: Effect.Effect<void>;
}

/** Makes the venue, its clock, a store, and counts of what was asked. */
export function stageVenue(
  { fateOf = () => PROMPT, isFailing = () => false, isPaused = false, unread = [], held }: Staged =
    {},
) {
  const calls = { listed: [] as Array<TimeRange>, current: [] as Array<ReadonlyArray<string>> };
  let [running, mostRunning] = [0, 0];
  const answer = Effect.fnUntraced(function* (starts: ReadonlyArray<number>) {
    mostRunning = Math.max(mostRunning, ++running);
    if (held !== undefined) yield* held;
    running--;
    const nowMs = yield* Clock.currentTimeMillis;
    if (isFailing(nowMs)) {
      return yield* new ProviderFailed({ provider: "kalshi", reason: "unreachable", cause: null });
    }
    const seen = starts.flatMap((sec): ReadonlyArray<SeenLeg> => {
      const fate = fateOf(sec, nowMs);
      const market = fate === null ? undefined : marketAt(idAt(sec), nowMs, fate);
      return market === undefined ? [] : [{ id: idAt(sec), market }];
    });
    const isUnread = (sec: number) => unread.some(({ startSec }) => startSec === sec);
    return { seen: seen.filter(({ id }) => !isUnread(id.startSec)), unread };
  });
  const venue: LegVenue = {
    venue: "kalshi",
    series: [SERIES],
    listed: (_, range) => {
      calls.listed.push(range);
      const starts: Array<number> = [];
      const first = Math.ceil(range.startSec / 900) * 900;
      for (let sec = first; sec < range.endSec; sec += 900) {
        if (isInside(range, UnixSec(sec))) starts.push(sec);
      }
      return answer(starts);
    },
    current: (ids) => {
      calls.current.push(ids);
      return answer(ids.map((id) => Number(id.split("-")[1])));
    },
    isPaused: Effect.succeed(isPaused),
  };
  const publisher = makePublisher();
  const told: Array<LegId> = [];
  publisher.subscribe({ publishLegs: (changed) => void told.push(...changed) });
  const news = { publish: () => {}, listen: () => Effect.void, recall: () => Effect.succeed([]) };
  const runtime = ManagedRuntime.make(
    layerLegDays.pipe(
      Layer.provideMerge(Layer.succeed(LegVenues, [venue])),
      Layer.provideMerge(layerMemoryLegStore),
      Layer.provideMerge(Layer.succeed(News, news)),
      Layer.provideMerge(Layer.succeed(Publisher, publisher)),
      Layer.provideMerge(TestClock.layer()),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    ),
  );
  return {
    venue,
    calls,
    told,
    mostRunning: () => mostRunning,
    run: runtime.runPromise,
    setNow: (sec: number) => runtime.runPromise(TestClock.setTime(sec * 1000)),
    stored: (fromSec: number, toSec: number): Promise<ReadonlyArray<LegRecord>> => {
      const range = { startSec: UnixSec(fromSec), endSec: UnixSec(toSec) };
      return runtime.runPromise(
        LegStore.use((store) => store.find({ asset: "doge", interval: "15min", range })),
      );
    },
  };
}

export { SERIES, START_SEC };
