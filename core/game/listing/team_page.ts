/**
 * Pages of teams.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode, LEAGUES } from "../league.ts";
import { plainLetters } from "../names/name_key.ts";
import { type Sport } from "../sport.ts";
import { type Team } from "../team.ts";
import { type GameListing } from "./game_listing.ts";
import { type GameRows } from "./game_rows.ts";
import { withheldGames } from "./league_totals.ts";
import { type ListedTeams } from "./listed_teams.ts";
import { isShown } from "./listing_settings.ts";

/** A filter whose conditions must all match. An empty list matches everything. */
export interface TeamFilter {
  readonly leagues: ReadonlyArray<LeagueCode>;
  readonly sports: ReadonlyArray<Sport>;
  /** Part of the name or the whole abbreviation, ignoring case and accents; null matches all. */
  readonly text: string | null;
}

/** A page of teams, by id. */
export interface TeamPage {
  readonly teams: ReadonlyArray<Team>;
  /** The id after which the next page starts; null on the last page. */
  readonly next: string | null;
  /** The number of teams that match. */
  readonly total: number;
  /** The number of withheld games of these leagues with a team that matches. */
  readonly withheld: number;
}

/** Returns the leagues that a filter selects. */
export function leaguesOf({ leagues, sports }: TeamFilter): ReadonlyArray<LeagueCode> {
  return LEAGUES.filter((league) =>
    (leagues.length === 0 || leagues.includes(league)) &&
    (sports.length === 0 || sports.includes(LEAGUE_FACTS[league].sport))
  );
}

/** Returns a text that is equal for equivalent filters. */
export function teamFilterText(filter: TeamFilter): string {
  return `${leaguesOf(filter).join()} ${filter.text === null ? "" : folded(filter.text)}`;
}

/**
 * Returns the teams that match and whose id follows another, each once.
 *
 * A team of several leagues is shown as it appears in the first of the selected ones, in the order
 * of {@linkcode LEAGUES}, where cups come after the leagues of their clubs.
 */
export function teamPage(
  listing: GameListing,
  { filter, after, limit }: {
    readonly filter: TeamFilter;
    readonly after: string | null;
    readonly limit: number;
  },
): TeamPage {
  const fits = textFilter(filter.text);
  const all = teamsIn(listing.shownTeams, leaguesOf(filter)).filter(fits);
  const rest = after === null ? all : all.filter(({ id }) => id > after);
  const teams = rest.slice(0, limit);
  const next = rest.length > limit ? teams.at(-1)?.id ?? null : null;
  return { teams, next, total: all.length, withheld: withheldOf(listing, filter) };
}

/** A cache of withheld counts, by filter: each count scans every game. */
const WITHHELD = new WeakMap<GameRows, Map<string, number>>();

function withheldOf(listing: GameListing, filter: TeamFilter): number {
  const leagues = leaguesOf(filter);
  const ofLeagues = withheldGames(listing, leagues);
  if (filter.text === null || ofLeagues === 0) return ofLeagues;
  const { rows, settings } = listing;
  const counts = WITHHELD.get(rows) ?? new Map<string, number>();
  WITHHELD.set(rows, counts);
  const key = teamFilterText(filter);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const fits = textFilter(filter.text);
  const count =
    rows.records.filter(({ game }) =>
      leagues.includes(game.league) && !isShown(settings, game) &&
      (fits(game.home) || fits(game.away))
    ).length;
  if (counts.size >= REMEMBERED_SETS_MAX) counts.clear();
  counts.set(key, count);
  return count;
}

/** A cache of the teams of several leagues together, by the leagues. */
const COMBINED_TEAMS = new WeakMap<ListedTeams, Map<string, ReadonlyArray<Team>>>();
const REMEMBERED_SETS_MAX = 64;

/** The teams of these leagues, by id, each once. */
function teamsIn(
  listed: ListedTeams,
  leagues: ReadonlyArray<LeagueCode>,
): ReadonlyArray<Team> {
  const [only] = leagues;
  if (leagues.length === 1 && only !== undefined) return listed.get(only) ?? [];
  const known = COMBINED_TEAMS.get(listed) ?? new Map<string, ReadonlyArray<Team>>();
  COMBINED_TEAMS.set(listed, known);
  const remembered = known.get(leagues.join());
  if (remembered !== undefined) return remembered;
  if (known.size >= REMEMBERED_SETS_MAX) known.clear();
  const found = new Map<string, Team>();
  for (const league of leagues) {
    for (const team of listed.get(league) ?? []) {
      if (!found.has(team.id)) found.set(team.id, team);
    }
  }
  const teams = [...found.values()].sort(byId);
  known.set(leagues.join(), teams);
  return teams;
}

function byId(left: Team, right: Team): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

function textFilter(text: string | null): (team: Team) => boolean {
  if (text === null) return () => true;
  const wanted = folded(text);
  return (team) => {
    const { name, abbreviation } = foldedNames(team);
    return name.includes(wanted) || abbreviation === wanted;
  };
}

const FOLDED = new WeakMap<Team, Pick<Team, "name" | "abbreviation">>();

function foldedNames(team: Team): Pick<Team, "name" | "abbreviation"> {
  const known = FOLDED.get(team);
  if (known !== undefined) return known;
  const names = { name: folded(team.name), abbreviation: folded(team.abbreviation) };
  FOLDED.set(team, names);
  return names;
}

/** Lower case, without accents, with single spaces. */
function folded(text: string): string {
  return plainLetters(text).trim().replace(/\s+/g, " ");
}
