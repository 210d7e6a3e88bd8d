/**
 * Checks whether an event of a scoreboard belongs to the requested league.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../core/game/mod.ts";
import { LEAGUE_OF_SOCCER_ID, SPORT_IDS } from "./league_path.ts";
import type { EspnEvent } from "./payload.ts";

/**
 * Returns true unless the event names another league: by the sport or, in soccer, the league in its
 * uid (`s:600~l:700~e:1`), or by a women's season in a men's league if the uid names no league.
 *
 * An unknown league number does not exclude the event.
 */
export function isOfLeague(event: EspnEvent, asked: LeagueCode): boolean {
  const { sport, squad } = LEAGUE_FACTS[asked];
  const sportId = partOfUid(event, "s");
  if (sportId !== undefined && sportId !== SPORT_IDS[sport]) return false;
  if (sport !== "soccer") return true;
  const leagueId = partOfUid(event, "l");
  if (leagueId !== undefined) return (LEAGUE_OF_SOCCER_ID.get(leagueId) ?? asked) === asked;
  return squad === "women" || !/\bwomens?\b/.test(event.season?.slug ?? "");
}

function partOfUid({ uid }: EspnEvent, letter: string): string | undefined {
  return (uid ?? "").split("~").find((part) => part.startsWith(`${letter}:`))?.slice(2);
}
