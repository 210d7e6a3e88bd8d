/**
 * A table of club names, each valid within a country or some leagues.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../league.ts";
import { keyWithoutAffixes } from "./affix.ts";
import { nameKeys, toNameKey } from "./name_key.ts";

/** The scope within which the names of an entry belong to one club only. */
export type NameScope =
  /** A country by its openfootball code, such as `eng`. */
  | { readonly country: string }
  | { readonly leagues: ReadonlyArray<LeagueCode> };

/** Names of one club. Entries of one scope with the same first name are merged. */
export interface NameEntry {
  readonly scope: NameScope;
  /** The usual one first. */
  readonly names: ReadonlyArray<string>;
  /** Short codes, in any case. */
  readonly codes?: ReadonlyArray<string>;
}

/** All names of one club. */
export interface NameGroup {
  readonly names: ReadonlyArray<string>;
  readonly codes: ReadonlyArray<string>;
}

/** Looks up clubs by name within a scope. */
export interface NameTable {
  /** The clubs with this name in a league, or in the countries of its clubs. */
  readonly clubsOf: (league: LeagueCode, name: string) => ReadonlyArray<NameGroup>;
  /** The clubs whose scope is this league, not a country: all its teams, or none. */
  readonly clubsIn: (league: LeagueCode) => ReadonlyArray<NameGroup>;
  /**
   * The one club with this name, once for the league and once for its countries. Among several, the
   * one whose usual name equals it apart from affixes; none if that leaves several.
   */
  readonly certainClubsOf: (league: LeagueCode, name: string) => ReadonlyArray<NameGroup>;
}

type Groups = Map<string, NameGroup>;
type GroupsByKey = ReadonlyMap<string, ReadonlyArray<NameGroup>>;

/** Makes the table. The order of entries only decides which name is the usual one. */
export function makeNameTable(entries: Iterable<NameEntry>): NameTable {
  const groupsByScope = new Map<string, Groups>();
  for (const entry of entries) {
    for (const scope of scopeKeys(entry.scope)) addEntry(groupsByScope, { scope, entry });
  }
  const byScope = new Map([...groupsByScope].map(([scope, groups]) => [scope, byKey(groups)]));
  const find = (scopes: ReadonlyArray<string>, key: string) =>
    scopes.flatMap((scope) => byScope.get(scope)?.get(key) ?? []);
  const bothOf = (league: LeagueCode, key: string) => [
    find([`league ${league}`], key),
    find(LEAGUE_FACTS[league].clubCountries.map((code) => `country ${code}`), key),
  ];
  return {
    clubsIn: (league) => [...groupsByScope.get(`league ${league}`)?.values() ?? []],
    clubsOf: (league, name) => bothOf(league, toNameKey(name)).flat(),
    certainClubsOf: (league, name) =>
      bothOf(league, toNameKey(name)).flatMap((groups) => certainOf(groups, name)),
  };
}

function certainOf(groups: ReadonlyArray<NameGroup>, name: string): ReadonlyArray<NameGroup> {
  if (groups.length < 2) return groups;
  const core = coreKey(name);
  const usual = groups.filter(({ names: [first = ""] }) => coreKey(first) === core);
  return usual.length === 1 ? usual : [];
}

function coreKey(name: string): string {
  return keyWithoutAffixes(name) || toNameKey(name);
}

function scopeKeys(scope: NameScope): ReadonlyArray<string> {
  return "country" in scope
    ? [`country ${scope.country}`]
    : scope.leagues.map((league) => `league ${league}`);
}

function addEntry(
  groupsByScope: Map<string, Groups>,
  { scope, entry }: { readonly scope: string; readonly entry: NameEntry },
): void {
  const groups = groupsByScope.get(scope) ?? new Map<string, NameGroup>();
  groupsByScope.set(scope, groups);
  const usual = toNameKey(entry.names[0] ?? "");
  if (usual === "") return;
  const known = groups.get(usual) ?? { names: [], codes: [] };
  groups.set(usual, {
    names: [...new Set([...known.names, ...entry.names])],
    codes: [...new Set([...known.codes, ...(entry.codes ?? [])])],
  });
}

function byKey(groups: Groups): GroupsByKey {
  const found = new Map<string, NameGroup[]>();
  for (const group of groups.values()) {
    for (const key of new Set(group.names.flatMap(nameKeys))) {
      const others = found.get(key);
      if (others === undefined) found.set(key, [group]);
      else others.push(group);
    }
  }
  return found;
}
