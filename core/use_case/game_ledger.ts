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
import { DAY_SEC, easternDayRange, UnixSec } from "../time/mod.ts";
import { makeGameMemory } from "./game_memory.ts";
import { Games, linkedRange } from "./game_plan.ts";
import { observeLooks, type SpineLooks } from "./observe_looks.ts";
import { nowSec as currentSec } from "./opened_window.ts";
import { TeamNames } from "./team_names.ts";

/** A look at what a platform lists of a league. */
export interface PlatformLook {
  readonly scan: Scan;
  /** Empty where it failed: then it is only noted. */
  readonly games: ReadonlyArray<PlatformGame>;
}

/** Takes what was seen. */
export class GameLedger extends Context.Service<GameLedger, {
  readonly takeLooks: (looks: SpineLooks) => Effect.Effect<void, StoreFailed>;
  /** Looks at one league, on any platforms. */
  readonly takeScans: (
    league: LeagueCode,
    looks: ReadonlyArray<PlatformLook>,
  ) => Effect.Effect<void, StoreFailed>;
}>()("core/use_case/GameLedger") {}

/** What was last seen longer ago is not linked anew. */
const SEEN_SEC_MAX = 45 * DAY_SEC;

/** The ledger over the store. */
export const layerGameLedger = Layer.effect(
  GameLedger,
  Effect.gen(function* () {
    const store = yield* GameStore;
    const memory = makeGameMemory();
    const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);

    const takeLooks = Effect.fn("takeLooks")(function* (looks: SpineLooks) {
      if (looks.looks.length === 0) return;
      const nowSec = yield* currentSec;
      const { changed, known, remember } = yield* observeLooks(looks, { memory, nowSec });
      const reaches = yield* extendedReaches(looks);
      if (changed.length === 0 && reaches.size === 0) return remember();
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
      takeLooks: (looks) => step(takeLooks(looks)),
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
