/**
 * The last write of every game, each league's in the order of their numbers.
 *
 * @module
 */
import type { LeagueCode } from "../game/mod.ts";
import type { ChangedGame } from "../port/mod.ts";

/** The log. It is told of every write, in order. */
export interface GameLog {
  /** Takes games that were written since, in the order of their numbers. */
  readonly take: (changed: ReadonlyArray<ChangedGame>) => void;
  /** The greatest number that was taken, of a league or of all; 0: none was. */
  readonly headSeq: (league?: LeagueCode) => number;
  /** Games of a league whose last write has a greater number, in the order of the numbers. */
  readonly after: (league: LeagueCode, seq: number) => ReadonlyArray<ChangedGame>;
}

/** Former writes that are kept at least, before they are cleared away. */
const FORMER_MAX = 256;

/** Knows nothing yet. */
export function makeGameLog(): GameLog {
  /** By id. */
  const last = new Map<string, ChangedGame>();
  /** Ascending. With former writes of games that were written again. */
  const written = new Map<LeagueCode, Array<ChangedGame>>();
  let head = 0;
  const isLast = (changed: ChangedGame) => last.get(changed.record.game.id) === changed;

  function clear(league: LeagueCode, changes: Array<ChangedGame>): void {
    const current = changes.filter(isLast);
    if (changes.length > 2 * current.length) written.set(league, current);
  }

  return {
    take: (changed) => {
      for (const one of changed) {
        const { id, league } = one.record.game;
        last.set(id, one);
        const ofLeague = written.get(league) ?? [];
        if (ofLeague.length === 0) written.set(league, ofLeague);
        ofLeague.push(one);
        if (ofLeague.length % FORMER_MAX === 0) clear(league, ofLeague);
        head = one.seq;
      }
    },
    headSeq: (league) => league === undefined ? head : written.get(league)?.at(-1)?.seq ?? 0,
    after: (league, seq) => {
      const ofLeague = written.get(league) ?? [];
      const before = ofLeague.findLastIndex((one) => one.seq <= seq);
      return ofLeague.slice(before + 1).filter(isLast);
    },
  };
}
