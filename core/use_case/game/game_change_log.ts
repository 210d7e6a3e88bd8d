/**
 * A log of the last write of every game, per league and in sequence order.
 *
 * @module
 */
import type { LeagueCode } from "../../game/mod.ts";
import type { ChangedGame } from "../../port/game_store.ts";

/** The log. Callers must add every write, in order. */
export interface GameChangeLog {
  /** Adds games that were written since, in sequence order. */
  readonly take: (changed: ReadonlyArray<ChangedGame>) => void;
  /** The greatest sequence number added, of a league or of all; 0 if none. */
  readonly headSeq: (league?: LeagueCode) => number;
  /** Games of a league whose last write has a greater sequence number, in sequence order. */
  readonly after: (league: LeagueCode, seq: number) => ReadonlyArray<ChangedGame>;
}

/** Number of writes between two checks for superseded ones. */
const FORMER_MAX = 256;

/** Makes an empty log. */
export function makeGameChangeLog(): GameChangeLog {
  /** The last write of each game, by id. */
  const last = new Map<string, ChangedGame>();
  /** Writes in ascending order, including superseded ones. */
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
