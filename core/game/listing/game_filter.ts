/**
 * The filter of a games request, and the verdict on each row.
 *
 * @module
 */
import { type TimeRange } from "../../time/mod.ts";
import { type LeagueCode, LEAGUES } from "../league.ts";
import { type PlatformCode, PLATFORMS } from "../platform.ts";
import { GAME_STATUSES, type GameStatus } from "../status.ts";
import { isCleared, kindTrait, OFFERS, TRAITS } from "./game_rows.ts";
import { type RedistributionFilter } from "./listing_settings.ts";

/** A filter whose conditions must all match. An empty list matches everything. */
export interface GameFilter {
  /** The range of kickoffs. */
  readonly window: TimeRange;
  readonly leagues: ReadonlyArray<LeagueCode>;
  readonly statuses: ReadonlyArray<GameStatus>;
  /** Platforms of which at least one must have the game. */
  readonly sources: ReadonlyArray<PlatformCode>;
}

/** Returns a text that is equal for equivalent filters, ignoring the window. */
export function filterText({ leagues, statuses, sources }: GameFilter): string {
  const ordered = <Word>(all: ReadonlyArray<Word>, words: ReadonlyArray<Word>) =>
    words.length === 0 ? "" : all.filter((word) => words.includes(word)).join();
  return [
    ordered(LEAGUES, leagues),
    ordered(GAME_STATUSES, statuses),
    ordered(PLATFORMS, sources),
  ].join(" ");
}

/** The verdict on a trait that matches and is shown. */
export const SHOWN = 1;

/** The verdict on a trait that matches and is withheld. */
export const WITHHELD = 2;

/** A cache of recent verdicts: 7 kB each. */
const VERDICTS = new Map<string, Uint8Array>();
const REMEMBERED_VERDICTS_MAX = 128;

/**
 * Returns a verdict by trait: {@linkcode SHOWN}, {@linkcode WITHHELD}, or 0 if it does not match. A
 * row then needs one byte lookup. The window is checked separately.
 */
export function verdictsOf(filter: GameFilter, redistribution: RedistributionFilter): Uint8Array {
  const key = `${redistribution} ${filterText(filter)}`;
  const known = VERDICTS.get(key);
  if (known !== undefined) return known;
  if (VERDICTS.size >= REMEMBERED_VERDICTS_MAX) VERDICTS.clear();
  const verdicts = makeVerdicts(filter, redistribution);
  VERDICTS.set(key, verdicts);
  return verdicts;
}

function makeVerdicts(filter: GameFilter, redistribution: RedistributionFilter): Uint8Array {
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
