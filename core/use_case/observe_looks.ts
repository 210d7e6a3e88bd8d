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
  supersededBy,
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
import { around } from "./game_plan.ts";

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

/** A make-up may be months after the game it is played in the place of. */
const MAKE_UP_DAYS_BACK = 200;

const REFUSED = Metric.counter("strikeline_games_refused_total", {
  description: "Looks at games that were not taken, as no game goes from there to there.",
  incremental: true,
});

/** Takes the looks over what is stored. */
export const observeLooks = Effect.fn("observeLooks")(function* (
  { league, source, looks }: SpineLooks,
  { memory, nowSec }: { readonly memory: GameMemory; readonly nowSec: UnixSec },
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
        lastLiveSec: memory.lastLiveSec(id),
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
  const missing = missingFrom(unseen, { source, looks, memory });
  for (const game of missing) {
    if (memory.wasMissing(game.id)) changed.set(game.id, { ...game, isOffSchedule: true });
  }
  const newcomers = [...changed.values()].filter((game) =>
    !known.has(game.id) && memory.isNewcomer(game)
  );
  for (const game of newcomers.filter((game) => isOnlyOfPair(game, newcomers))) {
    const supersedes = yield* findSuperseded(game, changed);
    if (supersedes !== null) changed.set(game.id, { ...game, supersedes });
  }
  const remember = () => {
    for (const { game, beganMs } of taken.values()) memory.note(game, { beganMs, nowSec });
    for (const { id } of missing) memory.noteMissing(id);
    for (const { day } of looks) memory.noteDay(league, day);
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

/**
 * Games that are to come and that the spine was to have on one of these days, though nothing is
 * unread on that day and those beside it. They were moved to where it is not read, or the spine is
 * not itself: so two looks in a row must miss them.
 */
function missingFrom(
  stored: ReadonlyArray<Game>,
  { source, looks, memory }: Pick<SpineLooks, "source" | "looks"> & {
    readonly memory: GameMemory;
  },
): ReadonlyArray<Game> {
  const beganMs = Math.min(...looks.map((look) => look.beganMs));
  const wholeDays = new Set(
    looks.filter(({ isWhole, troubles }) => isWhole && troubles.length === 0)
      .map(({ day }) => toDayText(day)),
  );
  return stored.filter((game) =>
    game.status === "scheduled" && !game.isOffSchedule && game.spine.source === source.name &&
    memory.isNews(game.id, beganMs) &&
    [-1, 0, 1].every((days) => wholeDays.has(toDayText(addDays(easternDay(game.kickoffSec), days))))
  );
}

/** Of several newcomers of two teams any may be the make-up, or none: a day was listed late. */
function isOnlyOfPair(newcomer: Game, newcomers: ReadonlyArray<Game>): boolean {
  const pairOf = ({ home, away }: Game) => [home.id, away.id].toSorted().join(" ");
  return newcomers.every((other) => other === newcomer || pairOf(other) !== pairOf(newcomer));
}

/** Among what is stored, as far as it has not changed, and what has. */
const findSuperseded = Effect.fnUntraced(function* (
  newcomer: Game,
  changed: ReadonlyMap<string, Game>,
) {
  const range = around(newcomer.kickoffSec, MAKE_UP_DAYS_BACK, 0);
  const stored = yield* (yield* GameStore).gamesIn({ leagues: [newcomer.league], range });
  const unchanged = stored.map(({ game }) => game).filter(({ id }) => !changed.has(id));
  return supersededBy(newcomer, [...unchanged, ...changed.values()]);
});

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
