/**
 * Parses the ticker of a game's event: its US Eastern day, sometimes the minute, and the sides.
 *
 * @module
 */
import { Option } from "effect";
import type { PlatformKickoff } from "../../core/game/mod.ts";
import { type CalendarDay, exists, fromEasternLocal } from "../../core/time/mod.ts";

/** `KXMLBGAME-26AUG222040MINSD` has the tail `26AUG222040MINSD`, the time 20:40 and `MINSD`. */
export interface EventTicker {
  readonly series: string;
  /** Shared by all events of a game. */
  readonly tail: string;
  /** The originally planned day: a ticker does not change if the game is moved. */
  readonly day: CalendarDay;
  /** Minutes after midnight in Eastern time; null if the ticker has no time. */
  readonly minuteOfDay: number | null;
  /** The codes of both sides, concatenated, and `G1` or `G2` in old doubleheaders. */
  readonly sides: string;
}

/** Both codes in the order of the ticker. */
export interface SidesSplit {
  readonly first: string;
  readonly second: string;
  readonly gameNumber: number | null;
}

/** The months as tickers write them. */
export const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN"]
  .concat(["JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]);
const SHAPE = /^([A-Z0-9]+)-((\d{2})([A-Z]{3})(\d{2})([0-9A-Z]+))$/;
const TIME = /^([01]\d|2[0-3])([0-5]\d)(?=[A-Z0-9])/;
const GAME_NUMBER = /^(.+)G([12])$/;

/** Parses a ticker. None if it has another form, such as that of a season's winner. */
export function parseEventTicker(text: string): Option.Option<EventTicker> {
  const [, series, tail, year, monthName = "", day, rest = ""] = SHAPE.exec(text) ?? [];
  if (series === undefined || tail === undefined) return Option.none();
  const month = MONTHS.indexOf(monthName) + 1;
  const date = { year: 2000 + Number(year), month, day: Number(day) };
  if (!exists(date)) return Option.none();
  const [time = "", hour, minute] = TIME.exec(rest) ?? [];
  const minuteOfDay = time === "" ? null : Number(hour) * 60 + Number(minute);
  return Option.some({ series, tail, day: date, minuteOfDay, sides: rest.slice(time.length) });
}

/**
 * Splits the sides by their codes, which have at least two letters and no separator. None if the
 * ticker does not consist of exactly these two.
 */
export function splitSides(
  { sides }: EventTicker,
  [a, b]: readonly [string, string],
): Option.Option<SidesSplit> {
  const [, bare = "", number] = GAME_NUMBER.exec(sides) ?? [];
  const readings = [{ text: sides, gameNumber: null }, { text: bare, gameNumber: Number(number) }];
  const splits = readings.flatMap(({ text, gameNumber }) =>
    [[a, b], [b, a]].flatMap(([first = "", second = ""]) =>
      first + second === text ? [{ first, second, gameNumber }] : []
    )
  );
  return splits.length === 1 ? Option.fromNullishOr(splits[0]) : Option.none();
}

/** Returns the kickoff of a ticker, which is wrong if the game was moved. */
export function kickoffOf(
  { day, minuteOfDay, sides }: EventTicker,
  split: Option.Option<SidesSplit>,
): PlatformKickoff {
  if (minuteOfDay !== null) {
    const midnightSec = Date.UTC(day.year, day.month - 1, day.day) / 1000;
    return { kind: "at", sec: fromEasternLocal(midnightSec + minuteOfDay * 60) };
  }
  const gameNumber = Option.match(split, {
    onNone: () => Number(GAME_NUMBER.exec(sides)?.[2] ?? 0) || null,
    onSome: (found) => found.gameNumber,
  });
  return { kind: "day", day, gameNumber };
}
