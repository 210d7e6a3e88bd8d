/**
 * Finds the team of a league that a platform's side names.
 *
 * @module
 */
import { LEAGUE_FACTS } from "../league.ts";
import { keyWithoutAffixes } from "../names/affix.ts";
import { toNameKey } from "../names/name_key.ts";
import { parseSquadLabel } from "../names/squad_label.ts";
import { type PlatformSide } from "../platform_game.ts";
import { type Team } from "../team.ts";
import { type SideFound, teamsOf } from "./side_found.ts";
import { type TeamIndex } from "./team_index.ts";

/**
 * Finds the team that all names of a side agree on.
 *
 * Each known name selects some teams, and their intersection is the result. If the intersection is
 * empty, the names contradict each other and any of their teams may be meant. Codes choose among
 * the teams that the names select. Codes alone count only if there is no name at all: an unknown
 * name is more likely to be another team than its code is.
 */
export function findSide(index: TeamIndex, side: PlatformSide): SideFound {
  const known = index.memory.get(side);
  if (known !== undefined) return known;
  const found = lookUp(index, side);
  index.memory.set(side, found);
  return found;
}

function lookUp(index: TeamIndex, side: PlatformSide): SideFound {
  const names = side.names.filter((name) => name.trim() !== "");
  const labels = names.map((name) => readLabel(index, name));
  const other = labels.find(({ squad }) => squad !== null);
  if (other?.squad != null) {
    return { kind: "another_squad", squad: other.squad, label: other.label };
  }
  const byNames = labels.map(({ teams }) => teams).filter((teams) => teams.length > 0);
  const byCodes = side.codes.map((code) => index.byCode.get(toNameKey(code)) ?? [])
    .filter((teams) => teams.length > 0);
  if (byNames.length === 0 && names.length > 0) {
    return { kind: "unknown", isAnotherClub: names.some(index.isAnotherClub) };
  }
  if (byNames.length === 0) return agree(byCodes);
  const named = agree(byNames);
  const isOwn = labels.some(({ teams, isShared }) => teams.length > 0 && !isShared);
  return named.kind === "one" && isOwn ? named : chooseByCodes(named, byCodes);
}

/** Lets codes choose among teams of one name. If they do not decide, any of them may be meant. */
function chooseByCodes(named: SideFound, byCodes: ReadonlyArray<ReadonlyArray<Team>>): SideFound {
  const teams = teamsOf(named);
  const chosen = agree([teams, ...byCodes]);
  return byCodes.length > 0 && chosen.kind === "one" ? chosen : { kind: "several", teams };
}

/** The intersection of the sets, or their union if that is empty. */
function agree(sets: ReadonlyArray<ReadonlyArray<Team>>): SideFound {
  const [first = [], ...rest] = sets;
  const shared = first.filter((team) => rest.every((teams) => teams.includes(team)));
  const [team] = shared;
  if (team !== undefined && shared.length === 1) return { kind: "one", team };
  const teams = shared.length > 0 ? shared : [...new Set(sets.flat())];
  return teams.length === 0
    ? { kind: "unknown", isAnotherClub: false }
    : { kind: "several", teams };
}

interface ReadLabel {
  readonly label: string;
  /** Whether a team without observed games also has this name. */
  readonly isShared: boolean;
  /** The squad it names, if that squad does not play in this league. */
  readonly squad: ReturnType<typeof parseSquadLabel>["squad"] | null;
  readonly teams: ReadonlyArray<Team>;
}

function readLabel(index: TeamIndex, label: string): ReadLabel {
  const { sport, squad: own } = LEAGUE_FACTS[index.league];
  const isShared = index.namesakes.has(toNameKey(label));
  const { squad, rest } = parseSquadLabel(label, sport);
  // "Willem II" is a first team: what looks like a reserve marker is part of its name.
  if (squad === "first" || index.byName.has(toNameKey(label))) {
    return { label, isShared, squad: null, teams: teamsNamed(index, label) };
  }
  return squad === own
    ? { label, isShared, squad: null, teams: teamsNamed(index, rest) }
    : { label, isShared, squad, teams: [] };
}

function teamsNamed(index: TeamIndex, name: string): ReadonlyArray<Team> {
  const key = toNameKey(name);
  const exact = index.byName.get(key) ?? [];
  const cores = index.byCore.get(key) ?? [];
  if (exact.length > 0 || cores.length > 0) return [...new Set([...exact, ...cores])];
  const core = keyWithoutAffixes(name);
  if (core === "" || index.isAnotherClub(name)) return [];
  const likely = [...new Set([...index.byName.get(core) ?? [], ...index.byCore.get(core) ?? []])];
  // The rest of the name must belong to exactly one team: never guess.
  return likely.length === 1 ? likely : [];
}
