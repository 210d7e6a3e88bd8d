/**
 * Reads the instants of a scoreboard.
 *
 * @module
 */
import { Option } from "effect";
import { exists, UnixSec } from "../../core/time/mod.ts";
import type { EspnCompetition, EspnEvent } from "./payload.ts";

/** `2026-09-20T12:00Z`: always UTC, and usually without seconds. */
const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?Z$/;

/** Parses an instant to the second; none for anything else, and for unsupported years. */
export function parseInstant(text: string): Option.Option<UnixSec> {
  const [, year, month, day, hour, minute, second = "0"] = INSTANT.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (!exists(date)) return Option.none();
  const ms = Date.UTC(date.year, date.month - 1, date.day, Number(hour), Number(minute));
  return Option.some(UnixSec(ms / 1000 + Number(second)));
}

/**
 * Returns the current kickoff of a competition. A tournament's own date is its first day, not that
 * of its matches.
 */
export function kickoffOf(
  { date, startDate }: EspnCompetition,
  event: EspnEvent,
): Option.Option<UnixSec> {
  const isAlone = event.competitions?.length === 1;
  const texts = [date, startDate, isAlone ? event.date : null];
  return Option.firstSomeOf(texts.map((text) => parseInstant(text ?? "")));
}
