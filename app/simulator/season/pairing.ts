/**
 * The pairs of teams that meet on a day.
 *
 * The teams of a league are split into two halves, which play on alternate Eastern days. So every
 * team is free on the next day, when a postponed game can be played, and no team plays twice at the
 * same time.
 *
 * @module
 */
import { hash32, makeDraw, streamOf } from "../world/hash.ts";
import { type TeamSheet } from "./team/team_sheet.ts";
import { type PlayedLeague, TEAMS_OF } from "./team/teams_of.ts";

/** Two teams, the home side first. */
export type Pair = readonly [home: TeamSheet, away: TeamSheet];

/** Interval at which the men and women of the same two clubs meet on one day, in days. */
const TWIN_EVERY_DAYS = 3;
/** The number of clubs per half with a team in both leagues. */
const TWINS_IN_HALF = 5;
/** The number of consecutive days on which two baseball teams meet. */
const SERIES_GAMES = 3;
const ENGLISH: ReadonlyArray<PlayedLeague> = ["epl", "wsl"];

/** Pairs of a seed. */
export interface Pairing {
  /** Returns the pairs of a day, in the order of its timetable's slots. */
  pairsOn(league: PlayedLeague, dayIndex: number): ReadonlyArray<Pair>;
  /** Returns two teams that never meet in the league, as they are in different halves. */
  strangers(league: PlayedLeague, hash: number): Pair;
}

/** Splits the teams and makes their pairs. */
export function makePairing(seed: number): Pairing {
  const halves = new Map<PlayedLeague, Halves>();
  const halvesOf = (league: PlayedLeague): Halves => {
    const known = halves.get(league);
    if (known !== undefined) return known;
    const dealt = deal(seed, league);
    halves.set(league, dealt);
    return dealt;
  };
  const dayStream = streamOf(seed, "season pairs");
  const twinStream = streamOf(seed, "season twins");
  return {
    pairsOn(league, dayIndex) {
      const half = halvesOf(league)[dayIndex % 2 === 0 ? 0 : 1];
      const { round, rotation } = roundOf(league, dayIndex);
      const stream = hash32(streamOf(dayStream, league), round);
      const hasTwins = ENGLISH.includes(league) && dayIndex % TWIN_EVERY_DAYS === 0;
      // Clubs with teams in both leagues come first, in the same order in both leagues' halves.
      const twins = hasTwins
        ? pick2(half.slice(0, TWINS_IN_HALF), hash32(twinStream, dayIndex))
        : [];
      const others = shuffled(half.filter((sheet) => !twins.includes(sheet)), makeDraw(stream));
      return rotated(toPairs([...twins, ...others]), rotation);
    },
    strangers(league, hash) {
      const [first, second] = halvesOf(league);
      const one = first[hash % first.length];
      const other = second[(hash >>> 8) % second.length];
      if (one === undefined || other === undefined) throw new Error(`No teams in ${league}`);
      return (hash >>> 16) % 2 === 0 ? [one, other] : [other, one];
    },
  };
}

/** Baseball teams meet on consecutive days, and seldom at the same hour. */
function roundOf(league: PlayedLeague, dayIndex: number) {
  if (league !== "mlb") return { round: dayIndex, rotation: 0 };
  const playingDay = Math.floor(dayIndex / 2);
  const series = Math.floor(playingDay / SERIES_GAMES);
  return { round: series * 2 + dayIndex % 2, rotation: 2 * (playingDay % SERIES_GAMES) };
}

function rotated<A>(items: ReadonlyArray<A>, by: number): ReadonlyArray<A> {
  return [...items.slice(by), ...items.slice(0, by)];
}

type Halves = readonly [ReadonlyArray<TeamSheet>, ReadonlyArray<TeamSheet>];

function deal(seed: number, league: PlayedLeague): Halves {
  const isEnglish = ENGLISH.includes(league);
  const stream = streamOf(seed, isEnglish ? "season halves english" : `season halves ${league}`);
  const rank = ({ team }: TeamSheet) =>
    streamOf(stream, team.displayName) + (isEnglish && isTwin(team.displayName) ? -(2 ** 32) : 0);
  const dealt = [...TEAMS_OF[league]].sort((a, b) => rank(a) - rank(b));
  return [dealt.filter((_, i) => i % 2 === 0), dealt.filter((_, i) => i % 2 === 1)];
}

function isTwin(displayName: string): boolean {
  return ENGLISH.every((league) =>
    TEAMS_OF[league].some(({ team }) => team.displayName === displayName)
  );
}

function pick2(sheets: ReadonlyArray<TeamSheet>, hash: number): ReadonlyArray<TeamSheet> {
  const first = hash % sheets.length;
  const second = (first + 1 + (hash >>> 8) % (sheets.length - 1)) % sheets.length;
  return [sheets[first], sheets[second]].filter((sheet) => sheet !== undefined);
}

function shuffled<A>(items: ReadonlyArray<A>, draw: () => number): ReadonlyArray<A> {
  return items.map((item) => ({ item, at: draw() })).sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function toPairs(sheets: ReadonlyArray<TeamSheet>): ReadonlyArray<Pair> {
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < sheets.length; i += 2) {
    const [home, away] = [sheets[i], sheets[i + 1]];
    if (home !== undefined && away !== undefined) pairs.push([home, away]);
  }
  return pairs;
}
