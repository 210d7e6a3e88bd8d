/**
 * Whether an event of a scoreboard is of the league that was asked for.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../core/game/mod.ts";
import { LEAGUE_OF_SOCCER_ID, SPORT_IDS } from "./league_path.ts";
import type { EspnEvent } from "./payload.ts";

/**
 * True unless the event says that it is another's: by the sport or, in soccer, the league in its
 * uid (`s:600~l:700~e:1`), or by a women's season in a league of men where the uid names none.
 *
 * A number of a league that is not known here decides nothing: then what was asked for does.
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
