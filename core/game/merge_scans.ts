/**
 * What is known of a platform's games once a scan has seen some of them.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../time/mod.ts";
import { dayNumber } from "./matching/kickoff_distance.ts";
import { type PlatformRecord } from "./link.ts";
import { mergePlatformGame } from "./merge_platform_game.ts";
import { type PlatformGame, type PlatformKickoff } from "./platform_game.ts";

/** Games that were seen, and when the look began. */
export interface SeenGames {
  readonly atSec: UnixSec;
  readonly games: ReadonlyArray<PlatformGame>;
}

/** What a platform's game is known by, among those of all platforms. */
export function platformKey({ source, key }: PlatformGame): string {
  return `${source}:${key}`;
}

/** Markets are held of games that begin so soon. */
export const MARKETS_AHEAD_SEC = 2 * DAY_SEC;

/** The games that were seen, each with what was known of it before. */
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

/** Those of distant games are many, and change until they are near. */
function withNearMarkets(game: PlatformGame, atSec: UnixSec): PlatformGame {
  if (earliestSec(game.kickoff) - atSec <= MARKETS_AHEAD_SEC) return game;
  return { ...game, events: game.events.map((event) => ({ ...event, markets: [] })) };
}

/** When it may begin at the earliest, as far as the platform says. */
function earliestSec(kickoff: PlatformKickoff): number {
  if (kickoff.kind === "at") return kickoff.sec;
  return kickoff.kind === "day" ? dayNumber(kickoff.day) * DAY_SEC : -Infinity;
}
