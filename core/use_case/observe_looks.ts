/**
 * What looks at the spine have changed of the games that are stored.
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
  type SpineGame,
} from "../game/mod.ts";
import { GameStore, type ScheduleDay, type ScheduleSource } from "../port/mod.ts";
import {
  addDays,
  type CalendarDay,
  easternDay,
  easternDayRange,
  type TimeRange,
  toDayText,
  UnixSec,
} from "../time/mod.ts";
import { type GameMemory } from "./game_memory.ts";
import { judgeNewcomers, newcomerOf } from "./make_ups.ts";

/** A look at one day of a league. */
export interface DayLook extends ScheduleDay {
  readonly day: CalendarDay;
  /** When it began, unix milliseconds: an older one must not undo a younger. */
  readonly beganMs: number;
}

/** Looks at a league's spine, one after the other. */
export interface SpineLooks {
  readonly league: LeagueCode;
  readonly source: Pick<ScheduleSource, "name" | "redistributable">;
  readonly looks: ReadonlyArray<DayLook>;
}

/** Games that differ from what is stored, and what is stored of all that were seen. */
export interface Observed {
  readonly changed: ReadonlyArray<Game>;
  readonly known: ReadonlyMap<string, GameRecord>;
  /** Notes in the memory what was seen: to be called once that is stored. */
  readonly remember: () => void;
}

const REFUSED = Metric.counter("strikeline_games_refused_total", {
  description: "Looks at games that were not taken, as no game goes from there to there.",
  incremental: true,
});

/** Takes the looks over what is stored. */
export const observeLooks = Effect.fn("observeLooks")(function* (
  { league, source, looks }: SpineLooks,
  { memory, nowSec, days, readSec }: {
    readonly memory: GameMemory;
    readonly nowSec: UnixSec;
    /** The days of the schedule that are read. */
    readonly days: ReadonlyArray<CalendarDay>;
    /** When a day of the league was read last, by any process; undefined where it never was. */
    readonly readSec: (day: CalendarDay) => UnixSec | undefined;
  },
) {
  const store = yield* GameStore;
  const idOf = ({ eventId }: SpineGame) => gameId(source.name, eventId);
  const known = byId(yield* store.gamesIn({ leagues: [league], range: rangeOf(looks) }));
  const seenIds = new Set(looks.flatMap(({ games }) => games.map(idOf)));
  const moved = [...seenIds].filter((id) => !known.has(id));
  for (const [id, record] of byId(yield* store.gamesById(moved))) known.set(id, record);
  const changed = new Map<string, Game>();
  const taken = new Map<string, { readonly game: Game; readonly beganMs: number }>();
  for (const { beganMs, games } of looks) {
    for (const seen of games) {
      const id = idOf(seen);
      if (!memory.isNews(id, beganMs) || beganMs < (taken.get(id)?.beganMs ?? 0)) continue;
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
      taken.set(id, { game: observation.game, beganMs });
      if (!Equal.equals(before, observation.game)) changed.set(id, observation.game);
    }
  }
  const unseen = [...known.values()].map(({ game }) => game).filter(({ id }) => !seenIds.has(id));
  const missing = missingFrom(unseen, { league, source, looks, memory });
  for (const { game, isGone } of missing) {
    if (isGone) changed.set(game.id, { ...game, isOffSchedule: true });
  }
  const found = [...changed.values()]
    .filter((game) => !known.has(game.id) && memory.isNewcomer(game))
    .map((game) => newcomerOf(game, taken.get(game.id)?.beganMs ?? 0));
  const lookedMs = lastOf(looks, (day) => memory.lookedMs(league, day));
  const makeUps = yield* judgeNewcomers({ league, days, lookedMs, changed, found, memory });
  const elsewhere = makeUps.games.map(({ id }) => id).filter((id) => !known.has(id));
  for (const [id, record] of byId(yield* store.gamesById(elsewhere))) known.set(id, record);
  for (const game of makeUps.games) changed.set(game.id, game);
  const remember = () => {
    for (const { game, beganMs } of taken.values()) memory.note(game, beganMs);
    for (const { game, beganMs } of missing) memory.noteMissing(game.id, beganMs);
    for (const look of looks) memory.noteDay(league, { ...look, isClean: isClean(look) });
    memory.setNewcomers(league, makeUps.waiting);
  };
  return { changed: [...changed.values()], known, remember } satisfies Observed;
});

function byId(records: ReadonlyArray<GameRecord>): Map<string, GameRecord> {
  return new Map(records.map((record) => [record.game.id, record]));
}

/** From the first of the days to the last. */
function rangeOf(looks: ReadonlyArray<DayLook>): TimeRange {
  const days = looks.map(({ day }) => easternDayRange(day));
  return {
    startSec: UnixSec(Math.min(...days.map(({ startSec }) => startSec))),
    endSec: UnixSec(Math.max(...days.map(({ endSec }) => endSec))),
  };
}

/** Everything there was could be read. */
function isClean({ isWhole, troubles }: DayLook): boolean {
  return isWhole && troubles.length === 0;
}

/** When a day was looked at last, these looks included. */
function lastOf(
  looks: ReadonlyArray<DayLook>,
  beforeMs: (day: CalendarDay) => number,
): (day: CalendarDay) => number {
  const beganMs = new Map(looks.map((look) => [toDayText(look.day), look.beganMs]));
  return (day) => Math.max(beganMs.get(toDayText(day)) ?? -Infinity, beforeMs(day));
}

/**
 * When a game was last seen being played: as this process remembers, or, where it has not looked
 * yet, at the last reading of its day that any has made.
 */
function lastLiveSec(
  known: Game | undefined,
  { memory, readSec }: {
    readonly memory: GameMemory;
    readonly readSec: (day: CalendarDay) => UnixSec | undefined;
  },
): UnixSec | undefined {
  if (known?.status !== "live") return undefined;
  return memory.hasSeen(known.id)
    ? memory.lastLiveSec(known.id)
    : readSec(easternDay(known.kickoffSec));
}

/** A game that is not where it was to be. */
interface MissingGame {
  readonly game: Game;
  /** When the look began that has not found it. */
  readonly beganMs: number;
  /** Whether it is nowhere near either. */
  readonly isGone: boolean;
}

/**
 * Games that are to come and that the spine was to have on one of these days, of which it could all
 * be read. They were moved to where it is not read, or the spine is not itself: so a second look
 * must miss them, and the days beside must have been read since the first that did.
 */
function missingFrom(
  stored: ReadonlyArray<Game>,
  { league, source, looks, memory }: SpineLooks & { readonly memory: GameMemory },
): ReadonlyArray<MissingGame> {
  const clean = looks.filter(isClean);
  const byDay = new Map(clean.map((look) => [toDayText(look.day), look]));
  const readWholeMs = lastOf(clean, (day) => memory.readWholeMs(league, day));
  return stored.flatMap((game): ReadonlyArray<MissingGame> => {
    const day = easternDay(game.kickoffSec);
    const look = byDay.get(toDayText(day));
    if (
      look === undefined || game.status !== "scheduled" || game.isOffSchedule ||
      game.spine.source !== source.name || !memory.isNews(game.id, look.beganMs)
    ) return [];
    const sinceMs = memory.missingSinceMs(game.id);
    const isGone = sinceMs !== undefined &&
      [-1, 1].every((days) => readWholeMs(addDays(day, days)) >= sinceMs);
    return [{ game, beganMs: look.beganMs, isGone }];
  });
}

const noteRefused = Effect.fnUntraced(function* (
  game: string,
  { from, to }: { readonly from: string | null; readonly to: string },
) {
  yield* Metric.update(REFUSED, 1);
  yield* Effect.annotateLogs(
    Effect.logWarning("Cannot take what the spine says of a game"),
    { game, from, to },
  );
});
