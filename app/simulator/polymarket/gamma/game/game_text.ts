/**
 * The venue's names for games and sides.
 *
 * @module
 */
import { LEAGUE_FACTS } from "../../../../../core/game/mod.ts";
import { easternDay, toDayText, UnixSec } from "../../../../../core/time/mod.ts";
import { type Offer } from "../../../season/season.ts";
import { dateText } from "../wire_text.ts";
import { type GameListing, inTitleOrder, type ListedSide } from "./game_listing.ts";
import { type VenueSport } from "./venue_sport.ts";

/**
 * Leagues whose slugs carry the UTC day of the kickoff; the others carry the Eastern one. Both
 * occur on the real venue. Leagues in which the same teams meet on consecutive days use the Eastern
 * day, because two games could otherwise share a slug.
 */
const UTC_SLUGS: ReadonlySet<string> = new Set(["nfl", "laliga", "mls"]);

/** Returns `nfl-ind-kc-2026-09-21`, from the kickoff at the time of listing. */
export function stemOf(
  { offer, sport }: { readonly offer: Offer; readonly sport: VenueSport },
  firstKickoffSec: number,
): string {
  const codes = inTitleOrder({ offer, sport }).map(({ code }) =>
    code.toLowerCase().replace(/[^a-z0-9]/g, "")
  );
  const day = UTC_SLUGS.has(sport.league)
    ? dateText(firstKickoffSec)
    : easternText(firstKickoffSec);
  const { gameNumber, replaces } = offer.game;
  const again = replaces !== null ? ["makeup"] : gameNumber === 2 ? ["game-2"] : [];
  return [sport.sport, ...codes, day, ...again].join("-");
}

/** Returns the slug of the event. */
export function gameEventSlug({ stem, part }: Pick<GameListing, "stem" | "part">): string {
  return part === "main" ? stem : `${stem}-${part}`;
}

/** Returns `Colts vs. Chiefs`, `Chelsea FC vs. Hull City AFC - More Markets`. */
export function gameTitle(listing: GameListing): string {
  const sides = inTitleOrder(listing).map((side) => calledIn(listing.sport, side)).join(" vs. ");
  return `${sides}${TITLE_END[listing.part]}`;
}

const TITLE_END: Readonly<Record<GameListing["part"], string>> = {
  main: "",
  "more-markets": " - More Markets",
  "player-props": " - Player Props",
};

/**
 * Returns the name in titles and outcomes: the nickname for teams of the American leagues, and the
 * full name for clubs, and for colleges, many of which share a nickname.
 */
export function calledIn(sport: VenueSport, side: ListedSide): string {
  const isWhole = isSoccer(sport) || sport.league === "ncaab" || sport.league === "ncaaf";
  return isWhole ? side.name : aliasOf(sport, side) ?? side.name;
}

/**
 * Returns the short name, if the venue's name contains it. A name that says more than the team's,
 * such as a mark of women's teams, has none, because the mark would be lost.
 */
export function aliasOf(sport: VenueSport, { name, team }: ListedSide): string | undefined {
  const short = isSoccer(sport) ? team.shortName : team.nickname;
  const isMarked = LEAGUE_FACTS[sport.league].squad === "women" && name !== team.displayName;
  return short !== name && short !== "" && name.includes(short) && !isMarked ? short : undefined;
}

/** Returns whether a game may end in a draw, and is listed with three answers. */
export function isSoccer({ league }: VenueSport): boolean {
  return LEAGUE_FACTS[league].sport === "soccer";
}

/** Returns the US Eastern day of an instant, `2026-09-20`. */
export function easternText(sec: number): string {
  return toDayText(easternDay(UnixSec(sec)));
}
