/**
 * The teams of a league by everything that they are called.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../league.ts";
import { keyWithoutAffixes } from "../names/affix.ts";
import { nameKeys, toNameKey } from "../names/name_key.ts";
import { type NameGroup, type NameTable } from "../names/name_table.ts";
import { personNames } from "../names/person_names.ts";
import { parseSquadLabel } from "../names/squad_label.ts";
import { type Team } from "../team.ts";
import { type SideFound } from "./side_found.ts";

/** The teams of a league, ready to be found. Made by {@linkcode indexTeams}. */
export interface TeamIndex {
  readonly league: LeagueCode;
  readonly teams: ReadonlyArray<Team>;
  /** The teams that a name may mean, by its key. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<Team>>;
  /** The same for names without what clubs put before and after them. Soccer only. */
  readonly byCore: ReadonlyMap<string, ReadonlyArray<Team>>;
  readonly byCode: ReadonlyMap<string, ReadonlyArray<Team>>;
  /** Keys of names that teams of the league have which are none of these. */
  readonly namesakes: ReadonlySet<string>;
  /** Whether a name is that of a club which is none of these teams. */
  readonly isAnotherClub: (name: string) => boolean;
  /** What was found before: platforms repeat the same labels thousands of times. */
  readonly found: Map<string, SideFound>;
}

interface TeamNames {
  readonly team: Team;
  readonly names: ReadonlyArray<string>;
  readonly codes: ReadonlyArray<string>;
  readonly clubs: ReadonlyArray<NameGroup>;
}

/**
 * Gathers what every team is called: by its schedule, and by the table's club of its full name.
 *
 * A name that two teams have stays with both, and finds neither alone. Teams that come more than
 * once, by id, are one with the names of all.
 */
export function indexTeams({ league, teams, table }: {
  readonly league: LeagueCode;
  readonly teams: ReadonlyArray<Team>;
  readonly table: NameTable;
}): TeamIndex {
  const all = mergeById(teams).map((team) => namesOf(team, { league, table }));
  const used = new Set(all.flatMap(({ clubs }) => clubs));
  const absent = isOfColleges(league)
    ? []
    : table.clubsIn(league).filter((club) => !used.has(club));
  const isSoccer = LEAGUE_FACTS[league].sport === "soccer";
  return {
    league,
    teams: all.map(({ team }) => team),
    byName: groupTeams(all, ({ names }) => names.flatMap(nameKeys)),
    byCore: groupTeams(all, ({ names }) => isSoccer ? names.map(keyWithoutAffixes) : []),
    byCode: groupTeams(all, ({ codes }) => codes.map(toNameKey)),
    namesakes: new Set(absent.flatMap(({ names }) => names.flatMap(nameKeys))),
    isAnotherClub: (name) => {
      const clubs = table.clubsOf(league, name);
      return clubs.length > 0 && !clubs.some((club) => used.has(club));
    },
    found: new Map(),
  };
}

function mergeById(teams: ReadonlyArray<Team>): ReadonlyArray<Team> {
  const byId = new Map<string, Team>();
  for (const team of teams) {
    const known = byId.get(team.id);
    byId.set(
      team.id,
      known === undefined
        ? team
        : { ...known, otherNames: [...known.otherNames, team.name, ...team.otherNames] },
    );
  }
  return [...byId.values()];
}

function namesOf(
  team: Team,
  { league, table }: { readonly league: LeagueCode; readonly table: NameTable },
): TeamNames {
  const clubs = table.certainClubsOf(league, team.name);
  const own = LEAGUE_FACTS[league].hasHomeSide
    ? [team.name, ...placesAndNicknames(team, league)]
    : [team.name, ...team.otherNames].flatMap(personNames);
  return {
    team,
    names: [...own, ...clubs.flatMap(({ names }) => names)]
      .filter((name, at) => at === 0 || isOfFirstTeam(name, league))
      .flatMap((name) => withoutSquad(name, league)),
    codes: [team.abbreviation, ...clubs.flatMap(({ codes }) => codes)],
    clubs,
  };
}

/**
 * What else the schedule calls a team. A college's nickname is left out: dozens are Bulldogs, and
 * the others may not have been met yet.
 */
function placesAndNicknames(team: Team, league: LeagueCode): ReadonlyArray<string> {
  if (!isOfColleges(league)) return team.otherNames;
  const whole = toNameKey(team.name);
  return team.otherNames.filter((name) => {
    const key = toNameKey(name);
    return key === whole || !whole.endsWith(key);
  });
}

/** Colleges are called by places of their own, and only some are in a table. */
function isOfColleges(league: LeagueCode): boolean {
  return league === "ncaaf" || league === "ncaab";
}

/** Names of a club's other squads are no names of this one. */
function isOfFirstTeam(name: string, league: LeagueCode): boolean {
  const { sport, squad } = LEAGUE_FACTS[league];
  const named = parseSquadLabel(name, sport).squad;
  return named === "first" || named === squad;
}

/** Where women play, their clubs are met with and without the word. */
function withoutSquad(name: string, league: LeagueCode): ReadonlyArray<string> {
  const { rest, squad } = parseSquadLabel(name, LEAGUE_FACTS[league].sport);
  return squad === LEAGUE_FACTS[league].squad ? [name, rest] : [name];
}

function groupTeams(
  all: ReadonlyArray<TeamNames>,
  keysOf: (names: TeamNames) => ReadonlyArray<string>,
): ReadonlyMap<string, ReadonlyArray<Team>> {
  const found = new Map<string, Team[]>();
  for (const names of all) {
    for (const key of new Set(keysOf(names))) {
      if (key === "") continue;
      const others = found.get(key);
      if (others === undefined) found.set(key, [names.team]);
      else others.push(names.team);
    }
  }
  return found;
}
