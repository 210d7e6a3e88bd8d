/**
 * Keeps the game graph: takes looks at the spine and scans of platforms, links what was seen, and
 * writes what has changed.
 *
 * Reading, linking and writing is one step, and one follows the other, so that none undoes what
 * another has written meanwhile.
 *
 * @module
 */
import { Context, Effect, Layer, Semaphore } from "effect";
import {
  extendReach,
  type Game,
  type GameRecord,
  isCalledOff,
  type LeagueCode,
  linkGames,
  mergeScans,
  type PlatformGame,
  platformKey,
  type PlatformRecord,
  type Reaches,
  type Scan,
} from "../game/mod.ts";
import { GameStore, type StoreFailed } from "../port/mod.ts";
import { DAY_SEC, easternDayRange, easternDaysOf, UnixSec } from "../time/mod.ts";
import { makeGameMemory } from "./game_memory.ts";
import { Games, linkedRange, scheduleRange } from "./game_plan.ts";
import { observeLooks, type SpineLooks } from "./observe_looks.ts";
import { nowSec as currentSec } from "./opened_window.ts";
import { makeReadingLog, type ReadingFailure, type ReadingLog } from "./reading_log.ts";
import { TeamNames } from "./team_names.ts";

/** A look at what a platform lists of a league. */
export interface PlatformLook {
  readonly scan: Scan;
  /** Empty where it failed: then it is only noted. */
  readonly games: ReadonlyArray<PlatformGame>;
}

/** Takes what was seen. */
export class GameLedger extends Context.Service<GameLedger, {
  /** What was read of the schedule, and when. */
  readonly readings: LedgerReadings;
  /** Takes looks at a league, and notes that its days were read. */
  readonly takeLooks: (looks: SpineLooks) => Effect.Effect<void, StoreFailed>;
  /** Notes what could not be read. */
  readonly takeFailure: (failure: ReadingFailure) => Effect.Effect<void, StoreFailed>;
  /** Looks at one league, on any platforms. */
  readonly takeScans: (
    league: LeagueCode,
    looks: ReadonlyArray<PlatformLook>,
  ) => Effect.Effect<void, StoreFailed>;
}>()("core/use_case/GameLedger") {}

/** The log of readings, for whoever plans them. */
export interface LedgerReadings extends Pick<ReadingLog, "stateOf" | "hasFailed"> {
  /** Takes over what others have read. */
  readonly load: Effect.Effect<void, StoreFailed>;
}

/** What was last seen longer ago is not linked anew. */
const SEEN_SEC_MAX = 45 * DAY_SEC;

/** The ledger over the store. */
export const layerGameLedger = Layer.effect(
  GameLedger,
  Effect.gen(function* () {
    const store = yield* GameStore;
    const memory = makeGameMemory();
    const log = makeReadingLog();
    let isLogLoaded = false;
    const loadLog = Effect.andThen(log.load, Effect.sync(() => void (isLogLoaded = true)));
    const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);

    const takeLooks = Effect.fn("takeLooks")(function* (looks: SpineLooks) {
      if (looks.looks.length === 0) return;
      const nowSec = yield* currentSec;
      if (!isLogLoaded) yield* loadLog;
      const { league } = looks;
      const { changed, known, remember } = yield* observeLooks(looks, {
        memory,
        nowSec,
        days: easternDaysOf(scheduleRange(yield* Games, nowSec)),
        readSec: (day) => log.readSec(league, day),
      });
      const reaches = yield* extendedReaches(looks);
      const noted = log.noteRead(looks.looks.map(({ day, beganMs }) => {
        return { league, day, atSec: UnixSec(Math.floor(beganMs / 1000)) };
      }));
      if (changed.length === 0 && reaches.size === 0) {
        remember();
        return yield* noted;
      }
      const games = changed.map((game): GameRecord => {
        const { platforms = [], maybeOn = [] } = known.get(game.id) ?? {};
        return { game, platforms, maybeOn };
      });
      const isSamePlace = changed.every((game) => isLinkedAs(game, known.get(game.id)?.game));
      const linked = isSamePlace ? { games: [], platformGames: [] } : yield* relink({
        league: looks.league,
        nowSec,
        games,
        platformGames: () => [],
      });
      yield* store.write({
        atSec: nowSec,
        games: overlaid(games, linked.games, idOf),
        platformGames: linked.platformGames,
        reaches,
        scans: [],
      });
      remember();
      yield* noted;
    });

    const takeScans = Effect.fn("takeScans")(function* (
      league: LeagueCode,
      looks: ReadonlyArray<PlatformLook>,
    ) {
      const nowSec = yield* currentSec;
      // Without a schedule there is nothing to link, and nothing that could be said to be absent.
      if ((yield* store.head).revision === 0) return;
      const seen = looks.map(({ scan, games }) => ({ atSec: scan.atSec, games }));
      const linked = yield* relink({
        league,
        nowSec,
        games: [],
        platformGames: (listed) => mergeScans(listed, seen),
      });
      const scans = looks.map(({ scan }) => scan);
      yield* store.write({ atSec: nowSec, ...linked, scans });
    });

    const context = yield* Effect.context<GameStore>();
    const step = <A>(effect: Effect.Effect<A, StoreFailed, GameStore>) =>
      oneAtATime(Effect.provide(effect, context));
    return GameLedger.of({
      readings: {
        stateOf: log.stateOf,
        hasFailed: log.hasFailed,
        load: step(loadLog),
      },
      takeLooks: (looks) => step(takeLooks(looks)),
      takeFailure: (failure) => step(log.noteFailed(failure)),
      takeScans: (league, looks) => step(takeScans(league, looks)),
    });
  }),
);

/** Links a league anew, with changes over what is stored; gives those and what they entail. */
const relink = Effect.fnUntraced(function* (
  { league, nowSec, games, platformGames }: {
    readonly league: LeagueCode;
    readonly nowSec: UnixSec;
    readonly games: ReadonlyArray<GameRecord>;
    readonly platformGames: (
      listed: ReadonlyArray<PlatformRecord>,
    ) => ReadonlyArray<PlatformRecord>;
  },
) {
  const store = yield* GameStore;
  const names = yield* TeamNames;
  const range = linkedRange(yield* Games, nowSec);
  const stored = yield* store.gamesIn({ leagues: [league], range });
  const seenSinceSec = UnixSec(Math.max(0, nowSec - SEEN_SEC_MAX));
  const listed = yield* store.platformGames({ league, seenSinceSec });
  const seen = platformGames(listed);
  const linked = linkGames({
    league,
    names,
    nowSec,
    sinceSec: range.startSec,
    records: overlaid(stored, games, idOf),
    listed: overlaid(listed, seen, keyOf),
  });
  return {
    games: linked.games,
    platformGames: overlaid(seen, linked.platformGames, keyOf),
  };
});

const NOTHING: Reaches = new Map();

/** Of what time the league's schedule was read by now, to its end; empty if that is known. */
const extendedReaches = Effect.fnUntraced(function* ({ league, looks }: SpineLooks) {
  const known = (yield* (yield* GameStore).reaches).get(league);
  const whole = looks.filter(({ isWhole }) => isWhole);
  const reach = whole.reduce(
    (reach, { day }) => extendReach(reach, easternDayRange(day)),
    known ?? [],
  );
  return reach === known ? NOTHING : new Map([[league, reach]]);
});

/** Whether nothing has changed that links are made of. */
function isLinkedAs(game: Game, before: Game | undefined): boolean {
  return before !== undefined && game.kickoffSec === before.kickoffSec &&
    isCalledOff(game) === isCalledOff(before) && game.home.id === before.home.id &&
    game.away.id === before.away.id;
}

const idOf = ({ game }: GameRecord) => game.id;
const keyOf = ({ game }: PlatformRecord) => platformKey(game);

/** The first, with each of the others in the place of its like or behind. */
function overlaid<A>(
  below: ReadonlyArray<A>,
  above: ReadonlyArray<A>,
  keyOf: (item: A) => string,
): ReadonlyArray<A> {
  const items = new Map(below.map((item) => [keyOf(item), item]));
  for (const item of above) items.set(keyOf(item), item);
  return [...items.values()];
}
