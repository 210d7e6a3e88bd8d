/**
 * Links the games of a league to the platforms' games and returns what changes.
 *
 * @module
 */
import { Equal } from "effect";
import { type UnixSec } from "../time/mod.ts";
import { type GameRecord } from "./game_record.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformRecord } from "./link.ts";
import { MARKETS_AHEAD_SEC } from "./merge_scans.ts";
import { matchPlatformGames, mayPredateGames } from "./matching/match_platform_games.ts";
import { indexTeams } from "./matching/team_index.ts";
import { type NameTable } from "./names/name_table.ts";
import { platformsOf } from "./platforms_of.ts";

/** The games of one league and the platforms' games to link to them. */
export interface LeagueBlock {
  readonly league: LeagueCode;
  readonly names: NameTable;
  readonly nowSec: UnixSec;
  /** The records include every game that begins then or later. */
  readonly sinceSec: UnixSec;
  readonly records: ReadonlyArray<GameRecord>;
  readonly listed: ReadonlyArray<PlatformRecord>;
}

/** Records that changed. */
export interface Relinked {
  readonly games: ReadonlyArray<GameRecord>;
  readonly platformGames: ReadonlyArray<PlatformRecord>;
}

/**
 * Matches from scratch, ignoring earlier links. Listings from a time whose games are no longer all
 * loaded keep their link and only gain further candidates.
 */
export function linkGames(block: LeagueBlock): Relinked {
  const { league, names, nowSec, sinceSec, records, listed } = block;
  const games = records.map(({ game }) => game);
  const teams = games.flatMap(({ home, away }) => [home, away]);
  const index = indexTeams({ league, teams, table: names });
  const matches = matchPlatformGames({ league, index, games, sinceSec, listed, nowSec });
  const linked = listed.map((record, i): PlatformRecord => {
    // Matches come in the order of `listed`.
    const { link = null, maybe = [], why = null } = matches[i] ?? {};
    if (!mayPredateGames(record.game, sinceSec)) return { ...record, link, maybe, why };
    const others = [...new Set([...record.maybe, ...maybe])];
    return { ...record, maybe: others, why: record.link === null ? why : record.why };
  });
  return {
    games: relinkedGames(records, { before: listed, after: linked, nowSec }),
    platformGames: linked.filter((record, i) => !Equal.equals(record, listed[i])),
  };
}

/** A game without any loaded platform record keeps its platforms. */
function relinkedGames(
  records: ReadonlyArray<GameRecord>,
  { before, after, nowSec }: {
    readonly before: ReadonlyArray<PlatformRecord>;
    readonly after: ReadonlyArray<PlatformRecord>;
    readonly nowSec: UnixSec;
  },
): ReadonlyArray<GameRecord> {
  const touched = new Set(
    [...before, ...after].flatMap(({ link, maybe }) => [link?.gameId ?? "", ...maybe]),
  );
  const about = new Map<string, PlatformRecord[]>();
  for (const record of after) {
    const ids = [record.link?.gameId, ...record.maybe].filter((id) => id !== undefined);
    for (const id of ids) about.set(id, [...about.get(id) ?? [], record]);
  }
  return records.flatMap((record) => {
    const { id } = record.game;
    if (!touched.has(id)) return [];
    const areMarketsStored = record.game.kickoffSec - nowSec <= MARKETS_AHEAD_SEC;
    const found = platformsOf(about.get(id) ?? [], { gameId: id, areMarketsStored });
    const changed: GameRecord = { game: record.game, ...found };
    return Equal.equals(changed, record) ? [] : [changed];
  });
}
