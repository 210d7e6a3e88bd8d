/**
 * An index of a league's teams by all their names.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../league.ts";
import { keyWithoutAffixes } from "../names/affix.ts";
import { nameKeys, toNameKey } from "../names/name_key.ts";
import { type NameGroup, type NameTable } from "../names/name_table.ts";
import { parseSquadLabel } from "../names/squad_label.ts";
import { type Team } from "../team.ts";
import { makeSideMemory, type SideMemory } from "./side_memory.ts";

/** An index of a league's teams. Made by {@linkcode indexTeams}. */
export interface TeamIndex {
  readonly league: LeagueCode;
  readonly teams: ReadonlyArray<Team>;
  /** The teams that a name may mean, by its key. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<Team>>;
  /** The same for names without club affixes such as `FC`. Soccer only. */
  readonly byCore: ReadonlyMap<string, ReadonlyArray<Team>>;
  readonly byCode: ReadonlyMap<string, ReadonlyArray<Team>>;
  /** Keys of names of other teams of the league, which are not in the index. */
  readonly namesakes: ReadonlySet<string>;
  /** Whether a name belongs to a club that is none of these teams. */
  readonly isAnotherClub: (name: string) => boolean;
  /** The sides that were looked up. */
  readonly memory: SideMemory;
}

interface TeamNames {
  readonly team: Team;
  readonly names: ReadonlyArray<string>;
  readonly codes: ReadonlyArray<string>;
  readonly clubs: ReadonlyArray<NameGroup>;
}

/**
 * Collects all names of every team: those of its schedule and those of the table's club with its
 * full name.
 *
 * A name that two teams share maps to both, and identifies neither. Teams with the same id are
 * merged, with all their names.
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
    memory: makeSideMemory(),
  };
}

/** A team comes with each of its games, mostly with the same names, so each name is kept once. */
function mergeById(teams: ReadonlyArray<Team>): ReadonlyArray<Team> {
  const byId = new Map<string, { readonly team: Team; readonly otherNames: Set<string> }>();
  for (const team of teams) {
    const known = byId.get(team.id);
    if (known === undefined) byId.set(team.id, { team, otherNames: new Set(team.otherNames) });
    else for (const name of [team.name, ...team.otherNames]) known.otherNames.add(name);
  }
  return [...byId.values()].map(({ team, otherNames }) => ({
    ...team,
    otherNames: [...otherNames],
  }));
}

function namesOf(
  team: Team,
  { league, table }: { readonly league: LeagueCode; readonly table: NameTable },
): TeamNames {
  const clubs = table.certainClubsOf(league, team.name);
  const own = LEAGUE_FACTS[league].hasHomeSide
    ? [team.name, ...otherNamesOf(team, league)]
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
 * The schedule's other names for a team. Omits a college's nickname: dozens are Bulldogs, and the
 * others may have no observed game yet.
 */
function otherNamesOf(team: Team, league: LeagueCode): ReadonlyArray<string> {
  if (!isOfColleges(league)) return team.otherNames;
  const whole = toNameKey(team.name);
  return team.otherNames.filter((name) => {
    const key = toNameKey(name);
    return key === whole || !whole.endsWith(key);
  });
}

/** Colleges have their own place names, and only some are in the table. */
function isOfColleges(league: LeagueCode): boolean {
  return league === "ncaaf" || league === "ncaab";
}

/** Excludes names of a club's other squads. */
function isOfFirstTeam(name: string, league: LeagueCode): boolean {
  const { sport, squad } = LEAGUE_FACTS[league];
  const named = parseSquadLabel(name, sport).squad;
  return named === "first" || named === squad;
}

/** In women's leagues, club names appear with and without the squad word. */
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

/**
 * Returns the full name, the initial with the surname, the surname alone, and either order: `Carlos
 * Alcaraz`, `C. Alcaraz`, `Alcaraz C.`, `Alcaraz`, `Alcaraz Carlos`. For several surnames, also the
 * last one alone.
 */
function personNames(fullName: string): ReadonlyArray<string> {
  const [first = "", ...rest] = fullName.trim().split(/\s+/);
  const surname = rest.join(" ");
  if (surname === "") return [fullName];
  const initial = first.slice(0, 1);
  return [
    fullName,
    `${initial} ${surname}`,
    `${surname} ${initial}`,
    surname,
    `${surname} ${first}`,
    rest.at(-1) ?? surname,
  ];
}
