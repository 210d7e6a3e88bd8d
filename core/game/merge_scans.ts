/**
 * Merges the games found by scans into the known games of the platforms.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../time/mod.ts";
import { dayNumber } from "./matching/kickoff_distance.ts";
import { type PlatformRecord } from "./link.ts";
import { mergePlatformGame } from "./merge_platform_game.ts";
import { type PlatformGame, type PlatformKickoff } from "./platform_game.ts";

/** Games found by one scan, and when the scan began. */
export interface SeenGames {
  readonly atSec: UnixSec;
  readonly games: ReadonlyArray<PlatformGame>;
}

/** Returns a key that is unique among the games of all platforms. */
export function platformKey({ source, key }: PlatformGame): string {
  return `${source}:${key}`;
}

/** Markets are stored for games that begin within this time, in seconds: 2 days. */
export const MARKETS_AHEAD_SEC = 2 * DAY_SEC;

/** Returns the games that were found, each merged with its known record. */
export function mergeScans(
  known: ReadonlyArray<PlatformRecord>,
  seen: ReadonlyArray<SeenGames>,
): ReadonlyArray<PlatformRecord> {
  const before = new Map(known.map((record) => [platformKey(record.game), record]));
  const merged = new Map<string, PlatformRecord>();
  for (const { atSec, games } of seen) {
    for (const game of games) {
      const key = platformKey(game);
      const last = merged.get(key) ?? before.get(key);
      merged.set(key, mergeGame(withNearMarkets(game, atSec), last, atSec));
    }
  }
  return [...merged.values()];
}

function mergeGame(
  game: PlatformGame,
  last: PlatformRecord | undefined,
  atSec: UnixSec,
): PlatformRecord {
  if (last === undefined) {
    return { game, firstSeenSec: atSec, lastSeenSec: atSec, link: null, maybe: [], why: null };
  }
  const lastSeenSec = atSec > last.lastSeenSec ? atSec : last.lastSeenSec;
  return { ...last, game: mergePlatformGame(last.game, game), lastSeenSec };
}

/** Drops the markets of distant games: there are many, and they change until kickoff is near. */
function withNearMarkets(game: PlatformGame, atSec: UnixSec): PlatformGame {
  if (earliestSec(game.kickoff) - atSec <= MARKETS_AHEAD_SEC) return game;
  return { ...game, events: game.events.map((event) => ({ ...event, markets: [] })) };
}

/** The earliest possible kickoff according to the platform. */
function earliestSec(kickoff: PlatformKickoff): number {
  if (kickoff.kind === "at") return kickoff.sec;
  return kickoff.kind === "day" ? dayNumber(kickoff.day) * DAY_SEC : -Infinity;
}
