/**
 * Links the games of a league to what platforms list of it, and tells what that changes.
 *
 * @module
 */
import { Equal } from "effect";
import { type UnixSec } from "../time/mod.ts";
import { type GameRecord } from "./game_record.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformRecord } from "./link.ts";
import { MARKETS_AHEAD_SEC } from "./merge_scans.ts";
import { isOutOfSight, matchPlatformGames } from "./matching/match_platform_games.ts";
import { indexTeams } from "./matching/team_index.ts";
import { type NameTable } from "./names/name_table.ts";
import { platformsOf } from "./platforms_of.ts";

/** Everything of one league that links could be made of. */
export interface LeagueBlock {
  readonly league: LeagueCode;
  readonly names: NameTable;
  readonly nowSec: UnixSec;
  /** Every game that begins then or later is among the records. */
  readonly sinceSec: UnixSec;
  readonly records: ReadonlyArray<GameRecord>;
  readonly listed: ReadonlyArray<PlatformRecord>;
}

/** Records that are other than they were. */
export interface Relinked {
  readonly games: ReadonlyArray<GameRecord>;
  readonly platformGames: ReadonlyArray<PlatformRecord>;
}

/**
 * Matches anew, whatever was linked before. What is listed of a time whose games are not all at
 * hand any more keeps its link, and may be other games besides.
 */
export function linkGames(block: LeagueBlock): Relinked {
  const { league, names, nowSec, sinceSec, records, listed } = block;
  const games = records.map(({ game }) => game);
  const teams = games.flatMap(({ home, away }) => [home, away]);
  const index = indexTeams({ league, teams, table: names });
  const matches = matchPlatformGames({ league, index, games, sinceSec, listed, nowSec });
  const linked = listed.map((record, i): PlatformRecord => {
    // Matches come in the order of what was to be matched.
    const { link = null, maybe = [], why = null } = matches[i] ?? {};
    if (!isOutOfSight(record.game, sinceSec)) return { ...record, link, maybe, why };
    const others = [...new Set([...record.maybe, ...maybe])];
    return { ...record, maybe: others, why: record.link === null ? why : record.why };
  });
  return {
    games: relinkedGames(records, { before: listed, after: linked, nowSec }),
    platformGames: linked.filter((record, i) => !Equal.equals(record, listed[i])),
  };
}

/** A game none of whose platforms' records are at hand keeps what was made of them. */
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
