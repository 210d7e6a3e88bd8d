/**
 * Which games a listing is asked for.
 *
 * @module
 */
import { type TimeRange } from "../../time/mod.ts";
import { type LeagueCode, LEAGUES } from "../league.ts";
import { type PlatformCode, PLATFORMS } from "../platform.ts";
import { GAME_STATUSES, type GameStatus } from "../status.ts";
import { isCleared, kindTrait, OFFERS, TRAITS } from "./game_rows.ts";
import { type RedistributionFilter } from "./listing_settings.ts";

/** Games that fit all of it. An empty list asks for nothing in particular. */
export interface GameFilter {
  /** Games that begin in here. */
  readonly window: TimeRange;
  readonly leagues: ReadonlyArray<LeagueCode>;
  readonly statuses: ReadonlyArray<GameStatus>;
  /** Games that any of these platforms has. */
  readonly sources: ReadonlyArray<PlatformCode>;
}

/** A text that is the same for filters that ask for the same, window aside. */
export function filterText({ leagues, statuses, sources }: GameFilter): string {
  const ordered = <Word>(all: ReadonlyArray<Word>, words: ReadonlyArray<Word>) =>
    all.filter((word) => words.includes(word)).join();
  return [
    ordered(LEAGUES, leagues),
    ordered(GAME_STATUSES, statuses),
    ordered(PLATFORMS, sources),
  ].join(" ");
}

/** Of a trait that fits the filter, and is shown. */
export const SHOWN = 1;

/** Of a trait that fits the filter, and is withheld. */
export const WITHHELD = 2;

/** Verdicts that were asked for lately: 7 kB each. */
const VERDICTS = new Map<string, Uint8Array>();
const REMEMBERED_VERDICTS_MAX = 128;

/**
 * What becomes of each trait: {@linkcode SHOWN}, {@linkcode WITHHELD}, or 0 where it does not fit.
 * So a row is judged by looking up one byte. The window is another matter.
 */
export function verdictsOf(filter: GameFilter, redistribution: RedistributionFilter): Uint8Array {
  const key = `${redistribution} ${filterText(filter)}`;
  const known = VERDICTS.get(key);
  if (known !== undefined) return known;
  if (VERDICTS.size >= REMEMBERED_VERDICTS_MAX) VERDICTS.clear();
  const verdicts = judged(filter, redistribution);
  VERDICTS.set(key, verdicts);
  return verdicts;
}

function judged(filter: GameFilter, redistribution: RedistributionFilter): Uint8Array {
  const leagues = filter.leagues.length === 0 ? LEAGUES : filter.leagues;
  const statuses = filter.statuses.length === 0 ? GAME_STATUSES : filter.statuses;
  const platforms = filter.sources.reduce((mask, one) => mask | 1 << PLATFORMS.indexOf(one), 0);
  const verdicts = new Uint8Array(TRAITS);
  for (const league of leagues) {
    for (const status of statuses) {
      const first = kindTrait({ league, status });
      for (let offer = 0; offer < OFFERS; offer++) {
        if (platforms !== 0 && (offer & platforms) === 0) continue;
        const isOpen = redistribution === "internal" || isCleared(offer);
        verdicts[first + offer] = isOpen ? SHOWN : WITHHELD;
      }
    }
  }
  return verdicts;
}
