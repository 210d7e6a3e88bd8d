/**
 * The changes of a planned game before it is played: moved, postponed, called off.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { hash32, makeDraw, streamOf } from "../world/hash.ts";
import { easternDayIndexAt, easternMinuteSec } from "./eastern_day.ts";
import { gameNumberOf, type GamePosition } from "./game_number.ts";
import { type PlayedLeague } from "./team/teams_of.ts";
import { isSteady, slotKickoffSec } from "./timetable.ts";

const HOUR_SEC = 3_600;
const EVER = Number.POSITIVE_INFINITY;

/** A kickoff, and the instant from which the schedule shows it. */
export interface KickoffStep {
  readonly fromSec: number;
  readonly kickoffSec: UnixSec;
  readonly isConfirmed: boolean;
}

/** The announcement that a game is not played as planned. */
export interface CallOff {
  readonly kind: "postponed" | "cancelled";
  /** The time of the announcement. */
  readonly fromSec: number;
  /** When a new kickoff is announced for the same game; infinite if there is none. */
  readonly untilSec: number;
}

/** All announcements about a game. */
export interface Course {
  /** At least one; the first is known from the beginning. */
  readonly steps: ReadonlyArray<KickoffStep>;
  readonly callOff: CallOff | null;
  /** The make-up game of a postponed game: its kickoff, and when it is announced. */
  readonly makeUp: KickoffStep | null;
}

/**
 * Postponed games return this many days later, at reserved hours: an odd number of days, as the
 * teams are free then, and different hours, as a team may have several to make up.
 */
const RETURNS: ReadonlyArray<{ readonly days: number; readonly lane: number }> = [
  { days: 3, lane: 2 },
  { days: 5, lane: 1 },
  { days: 3, lane: 2 },
  { days: 5, lane: 1 },
  { days: 7, lane: 0 },
];
const LANE_MINUTES = { us: [480, 720, 960, 1200], europe: [450, 600, 750, 900] } as const;
/** The reserved hour of games moved by one day. */
const DAY_MOVE_LANE = 3;
/** Days after its first one on which a game may return. */
export const RETURN_DAYS: ReadonlyArray<number> = [1, 3, 5, 7];

const EUROPEAN: ReadonlySet<PlayedLeague> = new Set<PlayedLeague>(["epl", "laliga", "wsl"]);
const SAME_NUMBER: ReadonlySet<PlayedLeague> = new Set<PlayedLeague>([
  "epl",
  "laliga",
  "mls",
  "wsl",
]);
const MOVE_MINUTES: ReadonlyArray<number> = [15, 30, 45, 60, 90, 120, 150];

/**
 * One game a day is always postponed and one cancelled, before their day begins, so that every day
 * has an example. Both are played in the daytime, when the Eastern and the UTC day are the same.
 */
const SURELY_POSTPONED: ReadonlyArray<readonly [PlayedLeague, number]> = [
  ["epl", 1],
  ["mlb", 4],
  ["laliga", 1],
  ["nba", 0],
  ["mlb", 4],
  ["mls", 0],
  ["nfl", 1],
];
const SURELY_CANCELLED: ReadonlyArray<readonly [PlayedLeague, number]> = [
  ["wsl", 1],
  ["nhl", 0],
  ["wnba", 0],
  ["nba", 1],
  ["mls", 1],
  ["laliga", 3],
];
/** The chances of every other unprotected game, as shares of all of those. */
const CHANCES = {
  cancelled: 0.02,
  postponed: 0.04,
  moved: 0.1,
  movedByDay: 0.02,
  unconfirmed: 0.17,
};

/** The share of them called off hours or days before; the others minutes before. */
const CALLED_OFF_EARLY = 0.6;

/** The random streams of courses. */
export interface CourseStreams {
  readonly course: number;
  readonly kickoff: number;
  /** Selects the games that are always called off. */
  readonly sure: number;
}

/** Makes the streams of a seed. */
export function courseStreams(seed: number): CourseStreams {
  return {
    course: streamOf(seed, "season course"),
    kickoff: streamOf(seed, "season kickoff"),
    sure: streamOf(seed, "season sure call-offs"),
  };
}

/** Returns the course of a game that is played as announced. */
export function undisturbed(kickoffSec: UnixSec): Course {
  return { steps: [sure(kickoffSec)], callOff: null, makeUp: null };
}

/** Returns the course of a planned game. */
export function courseOf(streams: CourseStreams, position: GamePosition): Course {
  const { league, slot } = position;
  const number = gameNumberOf(position);
  const draw = makeDraw(hash32(streams.course, number));
  const kickoffSec = slotKickoffSec(position, hash32(streams.kickoff, number));
  const earlySec = kickoffSec - (24 + draw() * 56) * HOUR_SEC;
  switch (sureCallOff(streams.sure, position)) {
    case "postponed":
      return postponed(position, { kickoffSec, fromSec: earlySec, draw });
    case "cancelled":
      return cancelled(kickoffSec, earlySec);
    case undefined:
      return (isSteady(league, slot) ? steady : chanced)(position, kickoffSec, draw);
  }
}

function sureCallOff(
  stream: number,
  { league, dayIndex, slot }: GamePosition,
): CallOff["kind"] | undefined {
  const hash = hash32(stream, dayIndex);
  const isIt = (list: typeof SURELY_POSTPONED, at: number) =>
    list[at % list.length]?.[0] === league && list[at % list.length]?.[1] === slot;
  if (isIt(SURELY_POSTPONED, hash)) return "postponed";
  return isIt(SURELY_CANCELLED, hash >>> 8) ? "cancelled" : undefined;
}

function chanced(position: GamePosition, kickoffSec: UnixSec, draw: () => number): Course {
  const { league, dayIndex } = position;
  let fate = draw();
  const isIt = (chance: keyof typeof CHANCES) => (fate -= CHANCES[chance]) < 0;
  const fromSec = draw() < CALLED_OFF_EARLY
    ? kickoffSec - (3 + draw() * 70) * HOUR_SEC
    : kickoffSec - Math.floor(5 + draw() * 85) * 60;
  if (isIt("cancelled")) return cancelled(kickoffSec, fromSec);
  if (isIt("postponed")) return postponed(position, { kickoffSec, fromSec, draw });
  if (isIt("moved")) return moved(kickoffSec, movedByMinutes(kickoffSec, draw), draw);
  if (isIt("movedByDay")) {
    return moved(kickoffSec, laneSec(league, dayIndex + 1, DAY_MOVE_LANE), draw);
  }
  return isIt("unconfirmed") ? unconfirmed(position, kickoffSec) : undisturbed(kickoffSec);
}

/** Played as planned, although it may be unconfirmed for long. */
function steady(position: GamePosition, kickoffSec: UnixSec, draw: () => number): Course {
  const isOpen = position.league === "ncaab" && draw() < CHANCES.unconfirmed;
  return isOpen ? unconfirmed(position, kickoffSec) : undisturbed(kickoffSec);
}

function sure(kickoffSec: UnixSec, fromSec = -EVER): KickoffStep {
  return { fromSec, kickoffSec, isConfirmed: true };
}

function cancelled(kickoffSec: UnixSec, fromSec: number): Course {
  return {
    steps: [sure(kickoffSec)],
    callOff: { kind: "cancelled", fromSec: Math.floor(fromSec), untilSec: EVER },
    makeUp: null,
  };
}

function postponed(
  { league, dayIndex }: GamePosition,
  { kickoffSec, fromSec, draw }: {
    readonly kickoffSec: UnixSec;
    readonly fromSec: number;
    readonly draw: () => number;
  },
): Course {
  // Late enough that the game stays on its day until that is over in every time zone.
  const announcedSec = Math.floor(kickoffSec + (26 + draw() * 14) * HOUR_SEC);
  const { days, lane } = RETURNS[Math.floor(draw() * RETURNS.length)] ?? { days: 3, lane: 2 };
  const next = sure(laneSec(league, dayIndex + days, lane), announcedSec);
  const isMadeUp = league === "mlb";
  const returns = SAME_NUMBER.has(league) || (!isMadeUp && draw() < 0.5);
  return {
    steps: returns ? [sure(kickoffSec), next] : [sure(kickoffSec)],
    callOff: {
      kind: "postponed",
      fromSec: Math.floor(fromSec),
      untilSec: returns ? announcedSec : EVER,
    },
    makeUp: isMadeUp ? next : null,
  };
}

function laneSec(league: PlayedLeague, dayIndex: number, lane: number): UnixSec {
  const minutes = LANE_MINUTES[EUROPEAN.has(league) ? "europe" : "us"];
  return easternMinuteSec(dayIndex, minutes[lane] ?? 720);
}

/** Moves it within its Eastern day: forward or backward, whichever stays inside. */
function movedByMinutes(kickoffSec: UnixSec, draw: () => number): UnixSec {
  const bySec = (MOVE_MINUTES[Math.floor(draw() * MOVE_MINUTES.length)] ?? 15) * 60;
  const [one, other] = draw() < 0.5 ? [bySec, -bySec] : [-bySec, bySec];
  const isThatDay = easternDayIndexAt(UnixSec(kickoffSec + one)) === easternDayIndexAt(kickoffSec);
  return UnixSec(kickoffSec + (isThatDay ? one : other));
}

function moved(fromKickoffSec: UnixSec, kickoffSec: UnixSec, draw: () => number): Course {
  const noticeSec = (6 + draw() * 114) * HOUR_SEC;
  const announcedSec = Math.floor(Math.min(fromKickoffSec, kickoffSec) - noticeSec);
  return {
    steps: [sure(fromKickoffSec), sure(kickoffSec, announcedSec)],
    callOff: null,
    makeUp: null,
  };
}

/** The hour is a placeholder until three days before. */
function unconfirmed({ league, dayIndex }: GamePosition, kickoffSec: UnixSec): Course {
  const placeholderSec = easternMinuteSec(dayIndex, EUROPEAN.has(league) ? 600 : 720);
  const confirmedSec = Math.min(kickoffSec, placeholderSec) - 72 * HOUR_SEC;
  return {
    steps: [
      { fromSec: -EVER, kickoffSec: placeholderSec, isConfirmed: false },
      sure(kickoffSec, confirmedSec),
    ],
    callOff: null,
    makeUp: null,
  };
}
