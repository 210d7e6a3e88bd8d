/**
 * Applies schedule observations to the stored games and returns the changes.
 *
 * @module
 */
import { Effect, Equal, Metric } from "effect";
import {
  type Game,
  gameId,
  type GameRecord,
  type LeagueCode,
  observeGame,
  type ScheduledGame,
} from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import type { ScheduleDay, ScheduleSource } from "../../port/schedule_source.ts";
import {
  addDays,
  type CalendarDay,
  easternDay,
  easternDayRange,
  type TimeRange,
  toDayText,
  UnixSec,
} from "../../time/mod.ts";
import type { ObservationMemory } from "./observation_memory.ts";
import { judgeNewcomers, newcomerOf } from "./make_ups.ts";

/** An observation of one day of a league. */
export interface ObservedDay extends ScheduleDay {
  readonly day: CalendarDay;
  /** When it began, unix milliseconds: an older one must not undo a more recent one. */
  readonly beganMs: number;
}

/** Observations of a league's schedule, in order. */
export interface ScheduleObservations {
  readonly league: LeagueCode;
  readonly source: Pick<ScheduleSource, "name" | "redistributable">;
  readonly observations: ReadonlyArray<ObservedDay>;
}

/** The games that changed, and the stored records of all observed games. */
export interface Observed {
  readonly changed: ReadonlyArray<Game>;
  readonly known: ReadonlyMap<string, GameRecord>;
  /** Records the observations in the memory. Call it once the changes are stored. */
  readonly remember: () => void;
}

const REFUSED = Metric.counter("strikeline_games_refused_total", {
  description: "Observations of games that were refused because the transition is impossible.",
  incremental: true,
});

/** Applies observations to the stored games. */
export const applyObservations = Effect.fn("applyObservations")(function* (
  { league, source, observations }: ScheduleObservations,
  { memory, nowSec, days, readSec }: {
    readonly memory: ObservationMemory;
    readonly nowSec: UnixSec;
    /** The days of the schedule that are read. */
    readonly days: ReadonlyArray<CalendarDay>;
    /** When any process last read a day of the league; undefined if never. */
    readonly readSec: (day: CalendarDay) => UnixSec | undefined;
  },
) {
  const store = yield* GameStore;
  const idOf = ({ eventId }: ScheduledGame) => gameId(source.name, eventId);
  const known = byId(yield* store.gamesIn({ leagues: [league], range: rangeOf(observations) }));
  const seenIds = new Set(observations.flatMap(({ games }) => games.map(idOf)));
  const moved = [...seenIds].filter((id) => !known.has(id));
  for (const [id, record] of byId(yield* store.gamesById(moved))) known.set(id, record);
  const changed = new Map<string, Game>();
  const accepted = new Map<string, { readonly game: Game; readonly beganMs: number }>();
  for (const { beganMs, games } of observations) {
    for (const seen of games) {
      const id = idOf(seen);
      if (!memory.isCurrent(id, beganMs) || beganMs < (accepted.get(id)?.beganMs ?? 0)) continue;
      const before = changed.get(id) ?? known.get(id)?.game;
      const observation = observeGame(seen, {
        source: source.name,
        redistributable: source.redistributable(seen.league),
        nowSec,
        known: before,
        lastLiveSec: lastLiveSec(before, { memory, readSec }),
      });
      if (observation.kind === "refused") {
        yield* noteRefused(id, observation);
        continue;
      }
      accepted.set(id, { game: observation.game, beganMs });
      if (!Equal.equals(before, observation.game)) changed.set(id, observation.game);
    }
  }
  const unseen = [...known.values()].map(({ game }) => game).filter(({ id }) => !seenIds.has(id));
  const missing = missingFrom(unseen, { league, source, observations, memory });
  for (const { game, isGone } of missing) {
    if (isGone) changed.set(game.id, { ...game, isOffSchedule: true });
  }
  const found = [...changed.values()]
    .filter((game) => !known.has(game.id) && memory.isNewcomer(game))
    .map((game) => newcomerOf(game, accepted.get(game.id)?.beganMs ?? 0));
  const observedMs = lastOf(observations, (day) => memory.observedMs(league, day));
  const makeUps = yield* judgeNewcomers({ league, days, observedMs, changed, found, memory });
  const elsewhere = makeUps.games.map(({ id }) => id).filter((id) => !known.has(id));
  for (const [id, record] of byId(yield* store.gamesById(elsewhere))) known.set(id, record);
  for (const game of makeUps.games) changed.set(game.id, game);
  const remember = () => {
    for (const { game, beganMs } of accepted.values()) memory.note(game, beganMs);
    for (const { game, beganMs } of missing) memory.noteMissing(game.id, beganMs);
    for (const observed of observations) {
      memory.noteDay(league, { ...observed, isClean: isClean(observed) });
    }
    memory.setNewcomers(league, makeUps.waiting);
  };
  return { changed: [...changed.values()], known, remember } satisfies Observed;
});

function byId(records: ReadonlyArray<GameRecord>): Map<string, GameRecord> {
  return new Map(records.map((record) => [record.game.id, record]));
}

/** The range from the first of the days to the last. */
function rangeOf(observations: ReadonlyArray<ObservedDay>): TimeRange {
  const days = observations.map(({ day }) => easternDayRange(day));
  return {
    startSec: UnixSec(Math.min(...days.map(({ startSec }) => startSec))),
    endSec: UnixSec(Math.max(...days.map(({ endSec }) => endSec))),
  };
}

/** Whether every list and every entry of the day could be read. */
function isClean({ isWhole, troubles }: ObservedDay): boolean {
  return isWhole && troubles.length === 0;
}

/** When the last observation of a day began, including these. */
function lastOf(
  observations: ReadonlyArray<ObservedDay>,
  beforeMs: (day: CalendarDay) => number,
): (day: CalendarDay) => number {
  const beganMs = new Map(
    observations.map((observed) => [toDayText(observed.day), observed.beganMs]),
  );
  return (day) => Math.max(beganMs.get(toDayText(day)) ?? -Infinity, beforeMs(day));
}

/**
 * When a game was last observed live: from the memory of this process or, if it has not observed
 * the game yet, from the last reading of the day, whichever process made it.
 */
function lastLiveSec(
  known: Game | undefined,
  { memory, readSec }: {
    readonly memory: ObservationMemory;
    readonly readSec: (day: CalendarDay) => UnixSec | undefined;
  },
): UnixSec | undefined {
  if (known?.status !== "live") return undefined;
  return memory.hasSeen(known.id)
    ? memory.lastLiveSec(known.id)
    : readSec(easternDay(known.kickoffSec));
}

/** A game that the schedule no longer lists on its day. */
interface MissingGame {
  readonly game: Game;
  /** When the observation that missed it began. */
  readonly beganMs: number;
  /** Whether it is missing from the adjacent days too. */
  readonly isGone: boolean;
}

/**
 * Upcoming games that the schedule should list on one of these completely read days, and does not.
 * Either they moved to a day that is not read, or the schedule is faulty. So a second observation
 * must miss them, and the adjacent days must have been read since the first that did.
 */
function missingFrom(
  stored: ReadonlyArray<Game>,
  { league, source, observations, memory }: ScheduleObservations & {
    readonly memory: ObservationMemory;
  },
): ReadonlyArray<MissingGame> {
  const clean = observations.filter(isClean);
  const byDay = new Map(clean.map((observed) => [toDayText(observed.day), observed]));
  const readWholeMs = lastOf(clean, (day) => memory.readWholeMs(league, day));
  return stored.flatMap((game): ReadonlyArray<MissingGame> => {
    const day = easternDay(game.kickoffSec);
    const observed = byDay.get(toDayText(day));
    if (
      observed === undefined || game.status !== "scheduled" || game.isOffSchedule ||
      game.spine.source !== source.name || !memory.isCurrent(game.id, observed.beganMs)
    ) return [];
    const sinceMs = memory.missingSinceMs(game.id);
    const isGone = sinceMs !== undefined &&
      [-1, 1].every((days) => readWholeMs(addDays(day, days)) >= sinceMs);
    return [{ game, beganMs: observed.beganMs, isGone }];
  });
}

const noteRefused = Effect.fnUntraced(function* (
  game: string,
  { from, to }: { readonly from: string | null; readonly to: string },
) {
  yield* Metric.update(REFUSED, 1);
  yield* Effect.annotateLogs(
    Effect.logWarning("Cannot apply the schedule's change to a game"),
    { game, from, to },
  );
});
